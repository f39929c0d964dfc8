"""What a trader knows of the expansions, one file each; without it, it plays by the basic game."""

from skills.coin import BeanCoin
from skills.skill import Outcome, Skill

SKILLS = (BeanCoin,)

__all__ = ["SKILLS", "Outcome", "Skill"]
