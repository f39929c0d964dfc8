"""What a trader knows of the expansions, one file each; without it, it plays by the basic game."""

from skills.buildings import Buildings
from skills.coin import BeanCoin
from skills.duel import Duel
from skills.field_beans import FieldBeans
from skills.magpies import Magpies
from skills.orders import Orders
from skills.powers import Farm, Powers, Stew, Store
from skills.skill import Outcome, Skill

SKILLS = (BeanCoin, Magpies, Duel, FieldBeans, Orders, Powers, Buildings, Stew, Store, Farm)

__all__ = ["SKILLS", "Outcome", "Skill"]
