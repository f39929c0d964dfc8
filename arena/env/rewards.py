"""Rewards at the end of a game: by places, as the ladder rates, or in coins."""

from collections.abc import Callable

from arena.rules.game import Game


def by_places(game: Game) -> list[float]:
    """Reward each seat from -1 (behind all others) to 1 (before all); those who tie share."""
    scores = game.result.scores
    others = len(scores) - 1
    return [sum((own > each) - (own < each) for each in scores) / others for own in scores]


def by_coins(game: Game) -> list[float]:
    """Reward each seat with its coins less the mean of the others'."""
    scores = game.result.scores
    others = len(scores) - 1
    return [own - (sum(scores) - own) / others for own in scores]


REWARDS: dict[str, Callable[[Game], list[float]]] = {"places": by_places, "coins": by_coins}


def reward_named(name: str) -> Callable[[Game], list[float]]:
    """A reward by its name. Raises ValueError if there is none of that name."""
    reward = REWARDS.get(name)
    if reward is None:
        raise ValueError(f"There is no reward {name!r:.40}; there are {', '.join(REWARDS)}.")
    return reward
