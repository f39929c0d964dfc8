"""A scripted game: the arena's lines for one seat, with every kind of question in it."""

from typing import Any

SEAT = 1
KINDS = {
    "soy": [0, 0, 1, 1, 2, 2, 3, 4],
    "blue": [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4],
    "chili": [0, 0, 0, 1, 1, 1, 2, 2, 3, 4],
    "red": [0, 0, 1, 2, 3, 4],
    "garden": [0, 0, 2, 3],
}

HELLO = {"type": "hello", "protocol": 1, "arena": "0.1.0", "new": [{"field": None}]}
BYE = {"type": "bye"}
GAME_OVER = {
    "type": "game_over",
    "scores": [3, 5, 4],
    "places": [3, 1, 2],
    "winners": [1],
    "events": [{"event": "game_over", "scores": [3, 5, 4]}],
    "forfeits": [],
}


def game_start(seed: int = 2**53 - 1) -> dict[str, Any]:
    return {
        "type": "game_start",
        "seat": SEAT,
        "players": 3,
        "variant": "classic",
        "rulebook": {
            "variant": "classic",
            "players": 3,
            "version": "1",
            "kinds": [{"name": name, "count": 12, "earns": earns} for name, earns in KINDS.items()],
            "fields": 2,
            "third_field_price": 3,
            "deal": [5, 5, 5],
            "turn_over": 2,
            "draw": 3,
            "last_run_out": 3,
            "same_kind_twice": False,
            "steps": ["plant", "trade", "set_aside", "draw"],
            "windows": ["before_plant", "before_trade", "before_draw"],
            "negotiation": {"rounds": 5, "offers": 3, "replies": 2, "say": 280},
            "ties": "shared",
            "rules": [{"name": "hand", "cites": "B1", "text": 'A "queue" {of} [cards] \\ \u2192'}],
        },
        "clock": {"bank_ms": 10000, "increment_ms": 100, "limit_ms": 2000},
        "seed": seed,
        "talk": True,
        "objective": "Most coins.",
        "later": {"addition": ["ignored"]},
    }


def field(kind: str | None = None, count: int = 0, coins: int = 0) -> dict[str, Any]:
    return {"kind": kind, "count": count, "coins": coins}


def view(**changes: Any) -> dict[str, Any]:
    return {
        "seat": SEAT,
        "turn": 7,
        "active": SEAT,
        "step": "plant",
        "round": 0,
        "rounds": 5,
        "hand": ["red", "blue", "garden", "chili", "red"],
        "hands": [5, 5, 6],
        "fields": [
            [field("chili", 3, 1), field("garden", 1)],
            [field("soy", 3, 1), field("blue", 2)],
            [field("red", 1), field()],
        ],
        "coins": [["soy"], ["blue", "red", "soy"], []],
        "set_aside": [[], [], []],
        "turned_over": [],
        "draw_pile": 43,
        "discard": ["soy", "soy"],
        "run_outs": 0,
        "offers": [],
        "accepts": [],
        "later": {"text": '"]}'},
    } | changes


def decide(number: int, ask: str, choices: list[Any], seen: dict[str, Any], **more: Any) -> Any:
    return {
        "type": "decide",
        "id": number,
        "ask": ask,
        "choices": choices,
        "view": seen,
        "events": [{"event": "said", "seat": 2, "text": 'a "quoted" }] word \\'}],
        "clock": {"bank_ms": 9400, "limit_ms": 2000},
    } | more


HARVESTS = [{"do": "harvest", "field": 0}, {"do": "harvest", "field": 1}]
BUY = {"do": "buy_field"}
END = {"do": "pass"}


def gift(number: int, seat: int, kind: str) -> dict[str, Any]:
    return {"id": number, "seat": seat, "to": "all", "give": [{"kind": kind}], "want": []}


def decisions() -> list[dict[str, Any]]:
    """One or more questions of each kind, as a game might put them to this seat."""
    turned = {"step": "trade", "turned_over": ["blue", "garden"], "round": 1}
    mine = {"id": 1, "seat": 1, "to": "all", "want": ["blue"]}
    mine["give"] = [{"kind": "garden", "turned_over": 1}]
    accept = {"id": 4, "seat": 0, "offer": 1, "give": [{"kind": "blue"}]}
    bid = {"id": 5, "seat": 2, "to": 1, "give": [{"kind": "soy"}], "want": ["red"]}
    vague = {"id": 6, "seat": 2, "to": 1, "give": [{"kind": "soy"}], "want": "open"}
    theirs = {"step": "trade", "active": 0, "turned_over": ["soy", "red"], "round": 2}
    wanted = {"id": 1, "seat": 0, "to": "all", "give": [{"kind": "soy", "turned_over": 0}]}
    received = {"step": "set_aside", "set_aside": [[], ["soy", "red"], []]}
    grown = {"fields": [[field()] * 2, [field("soy", 7, 4), field("blue", 2)], [field()] * 2]}
    return [
        decide(1, "plant", [*HARVESTS, BUY], view(), card="red"),
        decide(
            2,
            "plant",
            [{"do": "pass"}, {"do": "plant", "card": "blue", "field": 1}, *HARVESTS],
            view(hand=["blue", "garden", "chili", "red"]),
            card="blue",
        ),
        decide(3, "trade", [END, *HARVESTS, BUY], view(**turned)),
        decide(
            4,
            "trade",
            [END, {"do": "trade", "take": [4]}, {"do": "trade", "take": [5]}, *HARVESTS],
            view(**turned | {"round": 2}, offers=[mine, bid, vague], accepts=[accept]),
        ),
        decide(5, "trade", [END], view(**turned | {"round": 6})),
        decide(
            6,
            "answer",
            [{"do": "answer"}, {"do": "answer", "accept": [1]}, {"do": "answer", "accept": [2]}],
            view(
                **theirs, offers=[wanted | {"want": ["red"]}, gift(2, 0, "soy"), gift(3, 2, "red")]
            ),
            offers=[1, 2],
        ),
        decide(
            7, "answer", [{"do": "answer"}], view(**theirs, offers=[wanted | {"want": "open"}]),
            offers=[1],
        ),
        decide(8, "bid", [{"do": "answer"}], view(**theirs | {"round": 0})),
        decide(
            9,
            "set_aside",
            [{"do": "plant", "card": "soy", "field": 0}, *HARVESTS],
            view(**received),
        ),
        decide(10, "window", [{"do": "pass"}, *HARVESTS], view(**grown), window="before_draw"),
        decide(11, "plant", [*HARVESTS], view(**grown), card="red"),
        decide(12, "plant", [{"do": "plant", "card": "red", "field": 1}], view(), card="red"),
    ]  # fmt: skip
