"""A trained policy as a bot: actions drawn by the chances its net gives them, until all is said.

The likeliest alone would be worse: it repeats offers that nobody wants. `weights.json` has, by
rulebook, what `ppo.py` learned; in other rulebooks it plays as `Sensible`.
"""

import json
from math import exp, sqrt
from pathlib import Path

from bohnanza import Bot

from arena.env.rows import rows
from arena.env.table import Table
from arena.rules import Negotiation, Sensible, Shown, compile_rulebook, plain_choice, read_event

WEIGHTS = Path(__file__).with_name("weights.json")


class MyBot(Bot):
    name = "my_bot"

    def on_game_start(self, game):
        limits = game.rulebook["negotiation"]
        negotiation = Negotiation(limits["rounds"], limits["offers"], limits["replies"])
        self.rows = rows(compile_rulebook(game.variant, game.players, negotiation))
        self.net = json.loads(WEIGHTS.read_text()).get(f"{game.variant} {game.players}")
        self.sensible = Sensible(self.rows.book)
        self.shown = Shown(self.rows.book.start(0))  # all begin alike, but for what is hidden

    def choose(self, decision):
        self.shown.follow(map(read_event, decision.events))
        game = self.rows.book.imagine(decision.view, decision, self.random, self.shown)
        if self.net is None:
            return plain_choice(self.sensible.choose(game, self.seat))
        table, made = Table(self.rows.actions, game, self.seat, self.shown), None
        while made is None:
            scores = self.scores(self.rows.row(table, self.seat), table.legal)
            chances = [exp(score - max(scores.values())) for score in scores.values()]
            (number,) = self.random.choices(list(scores), chances)
            made = table.legal[number]
            if made is None:
                table.step(number)
        return plain_choice(made)

    def scores(self, row, numbers):
        """What the net thinks of each action."""
        inputs, levels, outputs, biases = self.net
        given = [(at, sqrt(count) / 2) for at, count in enumerate(row) if count]
        hidden = [
            max(level + sum([weights[at] * value for at, value in given]), 0.0)
            for weights, level in zip(inputs, levels, strict=True)
        ]
        return {at: biases[at] + sum(map(float.__mul__, hidden, outputs[at])) for at in numbers}


if __name__ == "__main__":
    MyBot().run()
