"""Masked PPO in NumPy: one small net plays all seats of many games at once, and learns from them.

    python examples/learning/ppo.py --steps 900000 --out examples/learning/my_policy/weights.json

A seat earns, from one of its actions to its next, what its lead (its coins less the mean of the
others') has grown; nothing is discounted. Prints now and then how it does beside three `greedy`.
"""

import argparse
import json
from pathlib import Path
from random import Random

import gymnasium
import numpy as np

from arena.env.rewards import by_coins
from arena.env.rows import rows
from arena.env.table import Table
from arena.rules import compile_rulebook

TABLES, ROUNDS, HIDDEN, EPOCHS, BATCH = 64, 64, 64, 3, 1024
LAMBDA, CLIP, ENTROPY, RATE, COINS = 0.95, 0.2, 0.003, 2e-3, 0.1
RARE = ("give", "want", "offer", "withdraw", "silent")  # else the first games are endless offers


class Net:
    """A hidden layer, and from it a logit for each action and a value."""

    def __init__(self, inputs, names, chance):
        first = chance.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN))
        policy, value = (chance.normal(0, 0.01, (HIDDEN, count)) for count in (len(names), 1))
        rare = [-5.0 * name.startswith(RARE) for name in names]
        parts = (first, np.zeros(HIDDEN), policy, rare, value, np.zeros(1))
        self.parts = [np.array(part, np.float32) for part in parts]
        self.moments = [[np.zeros_like(part) for part in self.parts] for _ in range(2)]
        self.updates = 0

    def __call__(self, seen, masks):
        """By row: what goes into the hidden layer and comes from it, chances, the value."""
        w1, b1, wp, bp, wv, bv = self.parts
        given = np.sqrt(seen.astype(np.float32)) / 2
        hidden = np.maximum(given @ w1 + b1, 0)
        logits = np.where(masks, hidden @ wp + bp, -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return given, hidden, chances / chances.sum(1, keepdims=True), (hidden @ wv + bv)[:, 0]

    def learn(self, rate, seen, masks, actions, before, gains, returns):
        """One step of Adam down the slope of PPO's loss."""
        given, hidden, chances, values = self(seen, masks)
        at = np.arange(len(actions)), actions
        ratio = chances[at] / before
        pull = np.where(np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP), ratio * gains, 0)
        logs = np.log(np.maximum(chances, 1e-9))
        slope = pull[:, None] * chances
        slope[at] -= pull
        slope += ENTROPY * chances * (logs - (chances * logs).sum(1, keepdims=True))
        worth = (values - returns)[:, None]
        back = (slope @ self.parts[2].T + worth @ self.parts[4].T) * (hidden > 0)
        pairs = [(given, back), (hidden, slope), (hidden, worth)]
        slopes = [each for a, b in pairs for each in (a.T @ b / len(a), b.mean(0))]
        self.updates += 1
        rate *= (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
        for part, down, mean, square in zip(self.parts, slopes, *self.moments, strict=True):
            mean += 0.1 * (down - mean)
            square += 0.001 * (down**2 - square)
            part -= rate * mean / (np.sqrt(square) + 1e-8)

    def kept(self):
        """What `my_policy` needs to act: weights of the hidden layer, and for each action."""
        w1, b1, wp, bp, *_ = self.parts
        return [part.round(3).tolist() for part in (w1, b1, wp.T, bp)]


class Games:
    """Tables at which the net plays all seats; each seat's actions wait for what they bring."""

    def __init__(self, book, seed):
        self.book, self.rows = book, rows(book)
        self.deals, self.chance = Random(seed), np.random.default_rng(seed)
        self.tables = [self.deal() for _ in range(TABLES)]
        self.waiting = [[[] for _ in range(book.players)] for _ in self.tables]

    def deal(self):
        return Table(self.rows.actions, self.book.start(self.deals.randbytes(16)))

    def play(self, net):
        """Let every table act ROUNDS times. What can be learned from, with a row for each act."""
        learned = []
        for _ in range(ROUNDS):
            told = b"".join([self.rows.row(table, table.seat) for table in self.tables])
            seen = np.frombuffer(told, np.uint8).reshape(TABLES, -1)
            masks = np.array([table.mask() for table in self.tables], np.uint8)
            _, _, chances, values = net(seen, masks)
            actions = (np.log(chances + 1e-30) + self.chance.gumbel(size=chances.shape)).argmax(1)
            for at, (table, action) in enumerate(zip(self.tables, actions, strict=True)):
                seat, waiting = table.seat, self.waiting[at]
                known = chances[at, action], values[at], by_coins(table.game)[seat] * COINS
                waiting[seat].append((seen[at], masks[at], action, *known))
                table.step(int(action))
                if table.seat < 0:
                    for acts, lead in zip(waiting, by_coins(table.game), strict=True):
                        learned += judged(acts, 0.0, lead * COINS)
                        acts.clear()
                    self.tables[at] = self.deal()
        for acts in [acts for waiting in self.waiting for acts in waiting if acts]:
            last = acts.pop()
            learned += judged(acts, *last[4:])
            acts[:] = [last]
        return [np.array(column) for column in zip(*learned, strict=True)]


def judged(acts, value, lead):
    """Acts of a seat with their gains (GAE) and returns; after them come this value and lead."""
    found, gain = [], 0.0
    for *act, guess, before in reversed(acts):
        gain = lead - before + value - guess + LAMBDA * gain
        found.append((*act, gain, gain + guess))
        value, lead = guess, before
    return found


def train(book, steps, seed, tell=lambda done, net: None):
    """A net that has learned from about that many steps; `tell` hears of it all along."""
    games = Games(book, seed)
    net = Net(games.rows.length, games.rows.actions.names, games.chance)
    for done in range(0, steps, TABLES * ROUNDS):
        data = games.play(net)
        data[4] = (data[4] - data[4].mean()) / (data[4].std() + 1e-8)
        for _ in range(EPOCHS):
            order = games.chance.permutation(len(data[0]))
            for some in np.split(order, range(BATCH, len(order), BATCH)):
                net.learn(RATE * (1 - done / steps), *[part[some] for part in data])
        tell(done + TABLES * ROUNDS, net)
    return net


def lead(net, book, opponent, games, seed=1):
    """By how many coins its likeliest actions are ahead of such opponents; with half of 95 %."""
    options = {"variant": book.variant, "players": book.players, "reward": "coins"}
    env = gymnasium.make("Bohnanza-v0", opponents=[opponent], **options).unwrapped
    earned = []
    for game in range(games):
        (seen, _), over = env.reset(seed=seed + game), False
        while not over:
            _, _, chances, _ = net(seen["observation"][None], seen["action_mask"][None])
            seen, reward, over, _, _ = env.step(chances.argmax())
        earned.append(reward)
    return np.mean(earned), 1.96 * np.std(earned) / games**0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("variant", "anniversary"), ("players", 4), ("steps", 900_000)):
        parser.add_argument(f"--{name}", type=type(usual), default=usual)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default="weights.json")
    given = parser.parse_args()
    book = compile_rulebook(given.variant, given.players)

    def tell(done, net):
        if done % (TABLES * ROUNDS * 32) == 0 or done >= given.steps:
            ahead, error = lead(net, book, "greedy", 60)
            print(f"{done:,} steps: {ahead:+.1f} ± {error:.1f} coins beside greedy", flush=True)
            kept = {f"{book.variant} {book.players}": net.kept()}
            given.out.write_text(json.dumps(kept))

    train(book, given.steps, given.seed, tell)


if __name__ == "__main__":
    main()
