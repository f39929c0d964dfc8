package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// Every recorded question gets an answer of the right form, and no handler fails.
func TestRecordedQuestions(t *testing.T) {
	text, err := os.ReadFile("questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	talk := NewTalk(newBot())
	talk.Receive([]byte(`{"type":"hello","protocol":[1]}`))
	asked := 0
	for _, line := range strings.Split(string(text), "\n") {
		question := strings.TrimPrefix(line, "> ")
		if question == line {
			continue // what was answered then
		}
		reply := talk.Receive([]byte(question))
		if talk.Failures > 0 {
			t.Fatalf("a handler panicked, as shown above, when it was asked\n%s", question)
		}
		if strings.Contains(question, `"type":"decide"`) {
			check(t, question, reply)
			asked++
		}
	}
	if asked == 0 {
		t.Error("questions.txt has no questions")
	}
}

func check(t *testing.T, question string, reply []byte) {
	var asked struct{ Choices []Choice }
	var index struct{ Choice int }
	var made struct{ Choice Choice }
	json.Unmarshal([]byte(question), &asked)
	listed := json.Unmarshal(reply, &index) == nil && index.Choice < len(asked.Choices)
	if !listed && (json.Unmarshal(reply, &made) != nil || made.Choice.Do == "") {
		t.Errorf("%s is no answer to\n%s", reply, question)
	}
}
