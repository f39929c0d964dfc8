"""Every recorded question becomes a prompt, and what a made-up model answers is understood."""

import json
import unittest
from pathlib import Path
from unittest import mock

import llm

QUESTIONS = Path(__file__).with_name("questions.txt")
ANSWER = 'That seems safe.\n{"choice": 0}'


class Arena:
    """Asks the recorded questions one by one; its model always says ANSWER."""

    def __init__(self):
        lines = QUESTIONS.read_text("utf-8").splitlines()
        recorded = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
        self.messages = [{"type": "hello", "protocol": [1]}, *recorded, {"type": "bye"}]
        self.question, self.prompts = {}, []

    def hear(self):
        message = self.messages.pop(0)
        if message["type"] == "decide":
            listed = [f"{number}: {choice}" for number, choice in enumerate(message["choices"])]
            self.question = message = message | {"text": "\n".join(listed)}
        return message

    def say(self, message):
        if message["type"] == "ask_model":
            self.prompts.append(message["messages"])
            said = {"type": "model", "id": message["id"], "text": ANSWER, "stop": "stop"}
            self.messages.insert(0, said)
        elif message["type"] == "choose":
            choice, choices = message["choice"], self.question["choices"]
            fallbacks = message.get("usage", {}).get("fallbacks")
            if fallbacks or choice not in range(len(choices)):
                raise AssertionError(f"{message} is no answer to\n{self.question}")


class RecordedQuestions(unittest.TestCase):
    def test_each_is_asked_and_answered(self):
        arena = Arena()
        with mock.patch.multiple(llm, hear=arena.hear, say=arena.say):
            llm.main()
        self.assertTrue(arena.prompts)
        for system, question in arena.prompts:
            self.assertNotRegex(system["content"], r"\{(rounds|offers|replies)\}")
            self.assertIn("0: ", question["content"])


if __name__ == "__main__":
    unittest.main()
