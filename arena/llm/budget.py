"""Budgets: how much a run, and each player in it, may spend, in money or in tokens.

A budget holds to within one request: one starts only if it fits into the limit together with what
was spent and what open requests may cost at most, or if none is open.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf, sqrt

from arena.errors import UsageError
from arena.llm.settings import LanguageModel
from arena.llm.tape import Answer, Request
from arena.text.phrases import listed

BYTES_PER_TOKEN = 2
"""Fewer than any tokenizer needs for such prompts, to get an upper bound of tokens."""
REQUESTS_A_GAME = 127
"""The measured requests of a seat in a game, until its own games are known."""
ENOUGH_REQUESTS = 20
"""The requests of a player from which its games are foreseen before one has ended."""
SPARE = 0.3
"""How much more than their mean a single game may take; of several, this over √n."""
_LIMIT = re.compile(r"(?:([^=\s]+)=)?(\d+(?:\.\d+)?)\s*([kM]?)\s*(?:(tokens?))?", re.ASCII)
_TIMES = {"": 1, "k": 1_000, "M": 1_000_000}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a run, or of one player in it."""

    most: float
    tokens: bool = False
    """True if it counts tokens, in and out, instead of money."""
    player: str | None = None
    """The player it is for; None if it is for the whole run."""

    @classmethod
    def parse(cls, text: str) -> "Limit":
        """Parse a limit such as `5`, `2M tokens` or `llm@small=1.50`. Raises UsageError."""
        match = _LIMIT.fullmatch(text.strip())
        if match is None or (match[3] and not match[4]) or not 0 < float(match[2]) < inf:
            raise UsageError(
                f"--budget {text!r} is not understood. Give money in the currency of your prices, "
                "as in --budget 5, or tokens, as in --budget 2Mtokens; for one player, "
                "--budget llm@small=1.50."
            )
        return cls(float(match[2]) * _TIMES[match[3]], bool(match[4]), match[1])

    def __str__(self) -> str:
        return f"{self.written(self.most)} for {self.player}" if self.player else self.written()

    def written(self, amount: float | None = None) -> str:
        """Write an amount as the limit counts it; by default its own."""
        amount = self.most if amount is None else amount
        return f"{amount:,.0f} tokens" if self.tokens else f"{amount:.4g}"


def require_prices(limits: Iterable[Limit], players: Mapping[str, LanguageModel]) -> None:
    """Raise UsageError for a limit in money if a model that may cost money has no price.

    A model without a key is taken to be the user's own, and free, unless none has a price.
    """
    for limit in limits:
        limited = [name for name in players if limit.player in (None, name)]
        without = [name for name in limited if not players[name].priced]
        if len(without) < len(limited):
            without = [name for name in without if players[name].key_env]
        if without and not limit.tokens:
            raise UsageError(
                f"--budget in money needs prices, also for {listed(without)}. Give price_in and "
                "price_out in models.toml, or limit tokens, as in --budget 2Mtokens."
            )


class Account:
    """The account of a limit: what was spent, and what open requests may still cost."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.spent = 0.0
        self._reserved = 0.0
        self._open = 0

    @property
    def used_up(self) -> bool:
        """True if no further request may begin."""
        return self.spent >= self.limit.most

    def counted(self, tokens: float, cost: float) -> float:
        """Return the one of these that the limit counts."""
        return tokens if self.limit.tokens else cost

    def concerns(self, player: str) -> bool:
        """Return True if this player's requests count."""
        return self.limit.player in (None, player)

    def admits(self, most: float) -> bool:
        """Return True if a request that costs at most `most` may begin now."""
        if self.used_up:
            return False
        # Alone it may begin, whatever it costs: it would wait for nothing.
        return not self._open or self.spent + self._reserved + most <= self.limit.most

    def reserve(self, most: float) -> None:
        """Begin a request that costs at most `most`."""
        self._open += 1
        self._reserved += most

    def settle(self, most: float, cost: float) -> None:
        """End a request for which `most` was reserved."""
        self._open -= 1
        self._reserved -= most
        self.spent += cost


Reserved = tuple[Account, float]
"""What a request may cost at most, in an account."""
Expected = Mapping[str, tuple[int, int, float, float]]
"""By player the games that are to end, the games known before, and their mean tokens and cost."""


class Budget:
    """All the accounts of a run."""

    def __init__(self, limits: Iterable[Limit]) -> None:
        self.accounts = [Account(limit) for limit in limits]
        self.paid: dict[str, tuple[int, float]] = {}
        """By player the tokens and the money of this run's answers, those on the tape aside."""
        self._used: dict[str, dict[str, list[float]]] = {}  # by player and game; see `note`

    def begin(self, player: str, game: str) -> None:
        """Begin a game of a player, perhaps once more."""
        self._used.setdefault(player, {})[game] = [0, 0.0, 0.0]

    def note(self, player: str, game: str, answer: Answer) -> None:
        """Note an answer, paid for now or before: its tokens and its cost."""
        used = self._used.setdefault(player, {}).setdefault(game, [0, 0.0, 0.0])
        tokens = answer["tokens_in"] + answer["tokens_out"]
        used[:] = used[0] + 1, used[1] + tokens, used[2] + answer["cost"]

    def shortfall(self, expected: Expected, running: Collection[str]) -> str | None:
        """Say why these games, of which some are running, exceed the budget; "" if they don't.

        None if it is too early to say, since a player is new and has hardly been asked.
        """
        to_come: dict[str, tuple[float, float]] = {}
        for player, (games, known, tokens, cost) in expected.items():
            used = self._used.get(player, {})
            if not known:
                requests = sum(each[0] for each in used.values())
                if requests < ENOUGH_REQUESTS:
                    return None
                # What was used so far, stretched to the length of a usual game.
                tokens = REQUESTS_A_GAME / requests * sum(each[1] for each in used.values())
                cost = REQUESTS_A_GAME / requests * sum(each[2] for each in used.values())
            each_game = [(1 + SPARE / sqrt(max(1, known))) * each for each in (tokens, cost)]
            # What running games have used is spent already, or was on the tape.
            done = [used[game][1:] for game in running if game in used]
            to_come[player] = (
                games * each_game[0] - sum(min(each_game[0], each[0]) for each in done),
                games * each_game[1] - sum(min(each_game[1], each[1]) for each in done),
            )
        for account in self.accounts:
            mine = [each for player, each in to_come.items() if account.concerns(player)]
            more = sum(account.counted(*each) for each in mine)
            left = account.limit.most - account.spent
            if more > max(0.0, left):
                of = account.limit
                return (
                    f"The budget ({of}) does not cover more games: {of.written(left)} are left, "
                    f"and they may take {of.written(more)}."
                )
        return ""

    def refuses(self, player: str) -> Limit | None:
        """Return the limit that a player has reached, if any."""
        accounts = (each for each in self.accounts if each.concerns(player))
        return next((each.limit for each in accounts if each.used_up), None)

    def reserve(self, player: str, model: LanguageModel, request: Request) -> list[Reserved] | None:
        """Begin a request; return None if it must wait for open ones."""
        most = _most(model, request)
        mine = [each for each in self.accounts if each.concerns(player)]
        taken = [(each, each.counted(*most)) for each in mine]
        if not all(account.admits(amount) for account, amount in taken):
            return None
        for account, amount in taken:
            account.reserve(amount)
        return taken

    def settle(self, player: str, taken: list[Reserved], answer: Answer | None) -> None:
        """End a player's request, with an answer or without one."""
        tokens = answer["tokens_in"] + answer["tokens_out"] if answer else 0
        cost = answer["cost"] if answer else 0.0
        before = self.paid.get(player, (0, 0.0))
        self.paid[player] = before[0] + tokens, before[1] + cost
        for account, amount in taken:
            account.settle(amount, account.counted(tokens, cost))


def _most(model: LanguageModel, request: Request) -> tuple[int, float]:
    """Return the most that a request may cost, in tokens and in money."""
    size = sum(len(each["content"].encode()) + 16 for each in request["messages"])
    tokens_in = size // BYTES_PER_TOKEN + 16
    tokens_out = model.most_out(request.get("max_tokens"))
    return tokens_in + tokens_out, model.cost(tokens_in, 0, tokens_out)
