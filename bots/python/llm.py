"""A bot that lets a language model choose, asked through the arena: standard library alone.

It needs `model = true` in its bot.toml, and plays as llm@small with the model [small] of
models.toml. The rules of the game come first in every prompt and never change, so that providers
can keep them; then come the account of the question (`text`) and its numbered choices. The last
JSON object of an answer counts, or its last number; nothing is guessed from prose, but beans, seats
and offers may be written as the account writes them. An answer that is empty, cut short or not
understood is thought over once each, one that is not legal twice. After that the bot plays choice 0
and counts it.

To play with another prompt, copy this folder's llm.* and edit llm_prompt.txt. What follows its line
"[where cards are traded]" is left out of duels.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

PROMPT = Path(__file__).with_name("llm_prompt.txt").read_text("utf-8")
TRADING = "[where cards are traded]\n"
MOST_CHARACTERS = 14_000  # of an account; the arena takes lines of 64 kB
MOST_NOTE = 2_000
AGAIN = {
    "empty": "Your answer was empty.",
    "cut short": "Your answer was cut short before it came to an end. Be brief.",
    "not understood": 'Your answer did not end with a JSON object such as {"choice": 0}.',
    "not legal": "That is not possible: {why}. Correct it, or choose one of the numbered choices.",
}
TIMES = {**dict.fromkeys(AGAIN, 1), "not legal": 2}
"""How often it thinks again for each reason; the arena lets it ask eight times."""
DECODER = json.JSONDecoder()
LISTED = re.compile(r"\s*#?(\d{1,3})\s*(:.*)?", re.DOTALL)  # "1: take #5"
NUMBER = re.compile(r"[\s*`]*(?:choice|answer)?[\s:=#*`]*(\d{1,3})[\s.*`]*", re.IGNORECASE)
BEANOMETERS = re.compile(r"^Beanometers, .*\n", re.MULTILINE)  # they are among the rules
CANNOT = re.compile(  # what other bots may ask for, and this one does not
    r", also out of turn|, and out of turn in windows[^.]*| Those who asked .* open with bids[.]"
)
TALKED = {"trade": "trade", "answer": "answer", "bid": "answer"}  # questions, and how to answer
TALK = {"offers", "give", "want", "take", "accept", "withdraw", "end"}
SAID_SO = {"", *TALK, *TALKED.values(), "offer", "counter"}  # in place of that answer
SOME_BEANS = re.compile(r"(?:(\d\d?)\s*x?\s+)?(.+?)")  # "2 red"
SURE_CARDS = 6  # of an offer; those of more draw on an allowance


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
        self.book = start["rulebook"]

    def decide(self, message):
        """Answer a question."""
        self.asked, self.left, self.rethinks = message, Counter(TIMES), 0
        self.last, self.was_refused = "", False
        if len(message["choices"]) == 1 and message["ask"] not in ("trade", "answer", "bid"):
            say({"type": "choose", "id": message["id"], "choice": 0})
            return
        self.think()

    def refused(self, message):
        """The arena has refused the answer: think again, if it may be mended."""
        if message.get("again"):
            self.was_refused = True  # a second refusal would be a fault
            self.again("not legal", message["reason"])

    def think(self):
        """Ask the model until there is an answer that can be sent."""
        said = ask(self.asked["id"], self.rules, self.prompt())
        text = said["text"].strip()
        choice, extra = read(text, self.asked["choices"], self.asked["ask"])
        if isinstance(choice, dict):
            choice = usual(choice, [kind["name"] for kind in self.book["kinds"]])
            if self.was_refused and (why := doubt(choice, self.asked, self.book)):
                choice, extra = None, {"why": why}
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
        """Think again, unless it has often enough for this reason: play choice 0, and count it."""
        self.last = text or self.last
        if not self.left[why]:
            self.choose(0, f"[choice 0, as the answer was {why}] {self.last}", {}, fallbacks=1)
            return
        self.left[why] -= 1
        self.rethinks += 1
        self.remark = AGAIN[why].replace("{why}", reason.rstrip("."))
        self.think()

    def prompt(self):
        """The account of the question; after a rethink with what was wrong."""
        account = BEANOMETERS.sub("", self.asked.get("text", ""), count=1)
        if len(account) > MOST_CHARACTERS:  # its end has the choices
            account = "…" + account[-MOST_CHARACTERS:]
        if not self.rethinks:
            return account
        last = f"You answered:\n{self.last[-1500:]}\n\n" if self.last else ""
        return f"{account}\n\n{last}{self.remark} Answer again."

    def choose(self, choice, thought, extra, fallbacks=0):
        """Send the answer, with the thought behind it and what it took."""
        usage = {"rethinks": self.rethinks, "fallbacks": fallbacks}
        answer = {"type": "choose", "id": self.asked["id"], "choice": choice}
        answer |= {"note": thought[:MOST_NOTE], "usage": usage}
        if isinstance(extra.get("say"), str) and extra["say"].strip():
            answer["say"] = extra["say"]
        say(answer)


def read(text, choices, ask="trade"):
    """The choice in a model's answer, and the rest of its object; (None, …) if there is none."""
    found = last_object(text)
    if found is None:
        number = NUMBER.fullmatch(text.splitlines()[-1]) if text else None
        found = {"choice": int(number[1])} if number else {}
    choice = found.get("choice", found if found.keys() & {"do", *TALK} else None)
    if isinstance(choice, str) and (number := LISTED.fullmatch(choice)):
        choice = int(number[1])
    if isinstance(choice, bool) or not isinstance(choice, int | dict):
        return None, {}
    if isinstance(choice, int):
        if not 0 <= choice < len(choices):
            return None, {"why": f"there is no choice {choice}"}
        return choice, found
    do = choice.get("do")
    if ask in TALKED and str(do or "").lower() in SAID_SO:
        # Whoever is active takes what others accept.
        old, new = ("accept", "take") if ask == "trade" else ("take", "accept")
        renamed = {new if key == old else key: value for key, value in choice.items()}
        return {**renamed, "do": TALKED[ask]}, found
    if not isinstance(do, str):
        return None, {"why": 'the choice has no "do"'}
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


def usual(choice, kinds):
    """A choice as the arena reads it, with beans, seats and offers written as people write them."""
    if isinstance(choice.get("card"), str):
        return choice | {"card": bean(choice["card"], kinds)}
    if choice["do"] not in ("trade", "answer"):
        return choice
    if "offers" not in choice and ("give" in choice or "want" in choice):
        offer = {key: choice[key] for key in ("to", "give", "want") if key in choice}
        choice = {key: choice[key] for key in choice.keys() - offer.keys()} | {"offers": [offer]}
    read = {key: value for key, value in choice.items() if value not in (None, [], False)}
    for key in read.keys() & {"take", "accept", "withdraw"}:
        read[key] = [reference(each, kinds) for each in listed(read[key])]
    if "offers" in read:
        read["offers"] = [proposal(each, kinds) for each in listed(read["offers"])]
    return read


def listed(value):
    return value if isinstance(value, list) else [value]


def reference(value, kinds):
    """An offer or acceptance that is named: 5, "#5", or an object that names the cards to give."""
    if not isinstance(value, dict):
        return numbered(value)
    value = {key: numbered(each) if key in ("id", "offer") else each for key, each in value.items()}
    return value | ({"give": side(value["give"], kinds)} if "give" in value else {})


def numbered(value):
    """The number in a text such as "#5" or "seat 1"; anything else as it is."""
    found = re.fullmatch(r"\D*(\d{1,4})", value.strip()) if isinstance(value, str) else None
    return int(found[1]) if found else value


def proposal(offer, kinds):
    """An offer; a side that is left out is empty, which makes a gift."""
    if not isinstance(offer, dict):
        return offer
    read = offer | {key: side(offer.get(key), kinds) for key in ("give", "want")}
    to = numbered(offer.get("to"))
    return read | {"to": to if isinstance(to, int) else "all"}


def side(cards, kinds):
    """A side of an offer: "2 red, soy" is understood, too."""
    if isinstance(cards, list) and len(cards) == 1:
        cards = cards[0]
    if isinstance(cards, dict) and all(type(count) is int for count in cards.values()):
        cards = (
            [f"{count} {kind}" for kind, count in cards.items()] if "hand" not in cards else cards
        )
    if isinstance(cards, str):
        if cards.strip().lower().startswith(("open", "any")):
            return "open"
        cards = re.split(r",|\+|\band\b", cards)
    read = []
    for card in listed(cards or []):
        if isinstance(card, dict) and isinstance(card.get("kind"), str):
            read.append(card | {"kind": bean(card["kind"], kinds)})
        elif isinstance(card, str):
            count, name = SOME_BEANS.fullmatch(card.strip() or "nothing").groups()
            found = bean(name, kinds)
            read += [found] * int(count or found != "nothing")
        else:
            read.append(card)
    return read


def bean(name, kinds):
    """The kind that a name means: "Black-eyed" is black_eyed; a name that means none as it is."""
    plain = re.sub(r"[\s_-]+", "_", name.strip().lower())
    short = re.sub(r"_beans?$", "", plain)
    return next((each for each in (plain, short) if each in kinds), name)


def doubt(choice, asked, book):
    """Why the arena might refuse a choice, or "" if it surely will not: it refuses less than this.

    The arena's own word on it comes first. This is for what is offered again after a refusal.
    """
    view, limits = asked["view"], book["negotiation"]
    rest = {key: value for key, value in choice.items() if key != "offers"}
    active, offers = asked["ask"] == "trade", choice.get("offers", [])
    if asked["ask"] not in ("trade", "answer", "bid") or not offers:
        return "" if choice in asked["choices"] else "it is not one of the numbered choices"
    if rest != {"do": "trade"} if active else rest not in asked["choices"]:
        return "after a refusal, take or make offers, not both, and accept what is listed"
    if active and view["round"] > limits["rounds"]:
        return "after the last round nothing can be offered"
    most = limits["offers" if active else "replies"]
    if len(offers) > most:
        return f"at most {most} offers can be made at once"
    own = Counter(view["hand"] + (view["turned_over"] if active else []))
    seats = [seat for seat in range(len(view["hands"])) if seat != view["seat"]]
    whys = (
        doubtful(offer, own, seats, [kind["name"] for kind in book["kinds"]]) for offer in offers
    )
    return next(filter(None, whys), "")


def doubtful(offer, own, seats, kinds):
    """Why the arena might refuse an offer of a seat that has these cards, or ""."""
    if not isinstance(offer, dict):
        return 'an offer is an object with "give" and "want"'
    give, want, to = offer["give"], offer["want"], offer["to"]
    named = [card for cards in (give, want) if cards != "open" for card in cards]
    for card in named:
        if card not in kinds:
            return f"there is no bean called {card}"
    if not named or len(named) > SURE_CARDS:
        return f"an offer needs beans to give or to want, and {SURE_CARDS} at most"
    missing = Counter(() if give == "open" else give) - own
    if missing:
        return f"you do not have enough {next(iter(missing))} to give"
    if to != "all" and to not in seats:
        return f"there is no other seat {to}"
    return ""


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
    general, _, trading = PROMPT.partition(TRADING)
    limits = book["negotiation"]
    if "trade" in book["steps"]:
        for name in ("rounds", "offers", "replies"):
            trading = trading.replace(f"{{{name}}}", str(limits[name]))
        general += trading
    lines = [
        general.rstrip(),
        "",
        f"This game: {start['variant']} with {start['players']} players.",
    ]
    lines.append(
        "Beans, and their beanometers: how many cards of a harvest are for how many coins:"
    )
    for kind in book["kinds"]:
        lines.append(f"- {spoken(kind['name'])}, {kind['count']} cards: {scale(kind)}")
    lines.append("Rules, where two differ the later holds:")
    texts = {rule["name"]: CANNOT.sub("", rule["text"]) for rule in book["rules"] if rule["text"]}
    for building in book.get("more", {}).get("buildings", {}).get("buildings", ()):
        name = building["name"]
        price = f"price {building['price']} {spoken(building['bean'])}"
        texts[name] = f"{price}. {texts.pop(name, 'No power.')}"
    lines += [f"- {spoken(name)}: {text}" for name, text in texts.items()]
    lines += [f"You are seat {start['seat']}. Seat 0 began; play goes on to the next number."]
    return "\n".join(lines)


def scale(kind):
    """A beanometer in words, cards for coins: "2 for 1, 4 for 2"."""
    earns = kind["earns"]
    steps = [n for n in range(1, len(earns)) if earns[n] > earns[n - 1]]
    return ", ".join(f"{n} for {earns[n]}" for n in steps) or "earn nothing"


def spoken(name):
    """A name as the accounts write it: jail 2, black-eyed."""
    return re.sub(r"_(\d)", r" \1", name).replace("_", "-")


def hear():
    """The next message; bye where there is none."""
    return json.loads(sys.stdin.readline() or '{"type": "bye"}')


def say(message):
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
