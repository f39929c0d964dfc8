"""What a trader knows of the expansions, one file each; without it, it plays by the basic game."""

from skills.buildings import Buildings
from skills.coin import BeanCoin
from skills.powers import Farm, Powers, Stew, Store
from skills.skill import Outcome, Skill

SKILLS = (BeanCoin, Powers, Buildings, Stew, Store, Farm)

__all__ = ["SKILLS", "Outcome", "Skill"]
