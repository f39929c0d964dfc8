use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\"type\":\"hello\"") {
            println!("{{}}");
        } else if line.contains("\"type\":\"decide\"") {
            println!("0");
        }
    }
}
