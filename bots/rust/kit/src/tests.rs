//! Every recorded question gets an answer of the right form, and no handler fails.

use crate::bohnanza::{Json, Talk};
use crate::MyBot;

#[test]
fn recorded_questions() {
    let recorded = std::fs::read_to_string("questions.txt").expect("questions.txt");
    let mut talk = Talk::new(MyBot::default());
    talk.receive(r#"{"type":"hello","protocol":[1]}"#);
    let mut answered = 0;
    for line in recorded.lines() {
        if let Some(question) = line.strip_prefix("> ") {
            let reply = talk.receive(question);
            let failed = talk.failures > 0;
            assert!(!failed, "a handler panicked when it was asked\n{question}");
            let asked = Json::parse(question).expect("a question");
            if asked.read::<String>("type") == "decide" {
                let reply = reply.expect("an answer");
                let fits = is_answer(&asked, &reply);
                assert!(fits, "{reply} is no answer to\n{question}");
                answered += 1;
            }
        } // the other lines are what was answered then
    }
    assert!(answered > 0, "questions.txt has no questions");
}

fn is_answer(asked: &Json, reply: &str) -> bool {
    let reply = Json::parse(reply).expect("JSON");
    match reply.get("choice") {
        Json::Number(at) => (*at as usize) < asked.read::<Vec<Json>>("choices").len(),
        made_up => !made_up.read::<String>("do").is_empty(),
    }
}
