"""Gives the largest answer that is legal to every question, and wants to be asked always."""

import json
import sys
from typing import Any

WANTED = 24  # the most that an offer may want
SAID = "\U0001f96b" * 280
STANDING = 10_000  # about as many ids as a line has room for

most = 100  # cards of an offer


def offers(view: dict[str, Any], number: int, kinds: list[str]) -> list[Any]:
    """As many offers as may be made, each of all cards for the most that can be wanted."""
    give = [{"hand": place} for place, kind in enumerate(view["hand"]) if kind in kinds]
    if view["seat"] == view["active"]:
        give += [{"turned_over": place} for place in range(len(view["turned_over"]))]
    give = give[: most // 2]
    want = [max(kinds, key=len)] * min(WANTED, most - len(give))
    return [{"give": give, "want": want}] * number


def choose(question: dict[str, Any], talk: dict[str, int], kinds: list[str]) -> Any:
    view, ask = question["view"], question["ask"]
    if ask == "trade" and view["round"] <= view["rounds"]:
        return {"do": "trade", "offers": offers(view, talk["offers"], kinds)}
    if ask in ("answer", "bid"):
        own = [offer["id"] for offer in view["offers"] if offer["seat"] == view["seat"]]
        return {
            "do": "answer",
            "offers": offers(view, talk["replies"], kinds),
            "withdraw": own[:1] * STANDING if view["round"] == view["rounds"] else [],
        }
    return 0


def answer(question: dict[str, Any], talk: dict[str, int], kinds: list[str]) -> None:
    choice = choose(question, talk, kinds)
    print(json.dumps({"id": question["id"], "choice": choice, "say": SAID}), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"wants": ["bids", "windows"]}', flush=True)
    elif message["type"] == "game_start":
        book = message["rulebook"]
        talk = book["negotiation"]
        kinds = [kind["name"] for kind in book["kinds"] if kind["count"] > 4]
    elif message["type"] == "decide":
        question = message
        answer(question, talk, kinds)
    elif message["type"] == "refused" and message["again"]:
        most = 6
        print(message["reason"], file=sys.stderr, flush=True)
        answer(question, talk, kinds)
