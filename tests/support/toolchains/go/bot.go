package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if strings.Contains(line, `"type":"hello"`) {
			fmt.Println("{}")
		} else if strings.Contains(line, `"type":"decide"`) {
			fmt.Println(0)
		}
	}
}
