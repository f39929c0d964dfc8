"""Every recorded question gets an answer of the right form, and no handler fails."""

import contextlib
import io
import json
import unittest
from pathlib import Path

from my_bot import MyBot

QUESTIONS = Path(__file__).with_name("questions.txt")
HELLO = {"type": "hello", "protocol": [1]}


class RecordedQuestions(unittest.TestCase):
    def test_each_is_answered(self):
        bot = MyBot()
        bot.receive(HELLO)
        asked = 0
        for line in QUESTIONS.read_text("utf-8").splitlines():
            if not line.startswith("> "):
                continue  # what was answered then
            question = json.loads(line[2:])
            with contextlib.redirect_stderr(io.StringIO()) as errors:
                reply = bot.receive(question)
            if "Traceback" in errors.getvalue():
                self.fail(f"{errors.getvalue()}when it was asked\n{line[2:]}")
            if question["type"] == "decide":
                asked += 1
                choice = json.loads(reply)["choice"]
                listed = isinstance(choice, int) and choice < len(question["choices"])
                made = isinstance(choice, dict) and "do" in choice
                self.assertTrue(listed or made, f"{reply} is no answer to\n{line[2:]}")
        self.assertTrue(asked, "questions.txt has no questions")


if __name__ == "__main__":
    unittest.main()
