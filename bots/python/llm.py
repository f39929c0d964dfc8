"""A bot that lets a language model choose, asked through the arena: standard library alone.

It needs `model = true` in its bot.toml, and plays as llm@small with the model [small] of
models.toml. The rules of the game come first in every prompt and never change, so that providers
can keep them; then come the account of the question (`text`) and its numbered choices. The last
JSON object of an answer counts, or its last number; nothing is guessed from prose. An answer that
is empty, cut short, not understood or not legal is thought over once each. After that the bot plays
choice 0 and counts it.

To play with another prompt, copy this folder's llm.* and edit llm_prompt.txt.
"""

import json
import re
import sys
from pathlib import Path

PROMPT = Path(__file__).with_name("llm_prompt.txt").read_text("utf-8")
MOST_CHARACTERS = 14_000  # of an account; the arena takes lines of 64 kB
MOST_NOTE = 2_000
AGAIN = {
    "empty": "Your answer was empty.",
    "cut short": "Your answer was cut short before it came to an end. Be brief.",
    "not understood": 'Your answer did not end with a JSON object such as {"choice": 0}.',
    "not legal": "That is not possible: {why} Choose one of the numbered choices.",
}
DECODER = json.JSONDecoder()
NUMBER = re.compile(r"[\s*`]*(?:choice|answer)?[\s:=#*`]*(\d{1,3})[\s.*`]*", re.IGNORECASE)


class Overtaken(Exception):
    """The arena has gone on without an answer: the message that came instead of the model's."""


def main():
    game, message = None, hear()
    while message["type"] != "bye":
        kind = message["type"]
        try:
            if kind == "hello":
                # Asked where there is nothing to accept, it could only counter: half of them all.
                say({"type": "ready", "name": "llm", "text": True, "wants": ["no_counter"]})
            elif kind == "game_start":
                game = Game(message)
            elif kind == "decide":
                game.decide(message)
            elif kind == "refused":
                game.refused(message)
            message = hear()
        except Overtaken as overtaken:
            message = overtaken.args[0]


class Game:
    """One game: its rules in words, and the question at hand."""

    def __init__(self, start):
        self.rules = rules(start)

    def decide(self, message):
        """Answer a question."""
        self.asked, self.left = message, set(AGAIN)
        self.last, self.listed_only = "", False
        if len(message["choices"]) == 1 and message["ask"] not in ("trade", "answer", "bid"):
            say({"type": "choose", "id": message["id"], "choice": 0})
            return
        self.think()

    def refused(self, message):
        """The arena has refused the answer: think again, if it may be mended."""
        if message.get("again"):
            self.listed_only = True  # a second refusal would be a fault
            self.again("not legal", message["reason"])

    def think(self):
        """Ask the model until there is an answer that can be sent."""
        said = ask(self.asked["id"], self.rules, self.prompt())
        text = said["text"].strip()
        choice, extra = read(text, self.asked["choices"])
        if self.listed_only and isinstance(choice, dict) and choice not in self.asked["choices"]:
            choice, extra = None, {"why": "it is not one of the numbered choices."}
        if choice is not None:
            self.last = text
            self.choose(choice, text, extra)
        elif said["stop"] == "length":
            self.again("cut short")
        elif not text:
            self.again("empty")
        elif extra.get("why"):
            self.again("not legal", extra["why"], text)
        else:
            self.again("not understood", text=text)

    def again(self, why, reason="", text=""):
        """Think again if it has not for this reason; else play choice 0, and count it."""
        self.last = text or self.last
        if why not in self.left:
            self.choose(0, f"[choice 0, as the answer was {why}] {self.last}", {}, fallbacks=1)
            return
        self.left.remove(why)
        self.remark = AGAIN[why].replace("{why}", reason)
        self.think()

    def prompt(self):
        """The account of the question; after a rethink with what was wrong."""
        account = self.asked.get("text", "")
        if len(account) > MOST_CHARACTERS:  # its end has the choices
            account = "…" + account[-MOST_CHARACTERS:]
        if not self.rethinks:
            return account
        last = f"You answered:\n{self.last[-1500:]}\n\n" if self.last else ""
        return f"{account}\n\n{last}{self.remark} Answer again."

    @property
    def rethinks(self):
        """How often it thought again: once for each reason at most."""
        return len(AGAIN) - len(self.left)

    def choose(self, choice, thought, extra, fallbacks=0):
        """Send the answer, with the thought behind it and what it took."""
        usage = {"rethinks": self.rethinks, "fallbacks": fallbacks}
        answer = {"type": "choose", "id": self.asked["id"], "choice": choice}
        answer |= {"note": thought[:MOST_NOTE], "usage": usage}
        if isinstance(extra.get("say"), str) and extra["say"].strip():
            answer["say"] = extra["say"]
        say(answer)


def read(text, choices):
    """The choice in a model's answer, and the rest of its object; (None, …) if there is none."""
    found = last_object(text)
    if found is None:
        number = NUMBER.fullmatch(text.splitlines()[-1]) if text else None
        found = {"choice": int(number[1])} if number else {}
    choice = found.get("choice", found if "do" in found else None)
    if isinstance(choice, str) and choice.strip().isdecimal():
        choice = int(choice)
    if isinstance(choice, bool) or not isinstance(choice, int | dict):
        return None, {}
    if isinstance(choice, int):
        if not 0 <= choice < len(choices):
            return None, {"why": f"there is no choice {choice}."}
    elif not isinstance(choice.get("do"), str):
        return None, {"why": 'the choice has no "do".'}
    return choice, found


def last_object(text):
    """The last JSON object in a text that is not part of another; None if there is none."""
    found, at = None, text.find("{")
    while at >= 0:
        try:
            value, end = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            found = value
        at = text.find("{", end)
    return found if isinstance(found, dict) else None


def ask(number, rules, question):
    """Ask the model, through the arena; it says nothing where something was wrong."""
    prompts = [{"role": "system", "content": rules}, {"role": "user", "content": question}]
    say({"type": "ask_model", "id": number, "messages": prompts})
    while True:
        message = hear()
        if message["type"] in ("decide", "game_over", "game_start", "bye"):
            raise Overtaken(message)
        if message["type"] == "model" and message.get("id") == number:
            return message


def rules(start):
    """The rules in words, the same in each prompt of a game."""
    book = start["rulebook"]
    lines = [PROMPT.rstrip(), "", f"This game: {start['variant']} with {start['players']} players."]
    lines.append("Beans: " + ", ".join(f"{each['count']} {each['name']}" for each in book["kinds"]))
    lines += [f"- {rule['text']}" for rule in book["rules"] if rule["text"]]
    lines += [f"You are seat {start['seat']}. Seat 0 began; play goes on to the next number."]
    return "\n".join(lines)


def hear():
    """The next message; bye where there is none."""
    return json.loads(sys.stdin.readline() or '{"type": "bye"}')


def say(message):
    print(json.dumps(message), flush=True)


main()
