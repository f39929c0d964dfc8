"""What a trader knows of the expansions, one file each; without it, it plays by the basic game."""

from skills.banks import Drawn, Moved, TopCard
from skills.buildings import Buildings
from skills.coin import BeanCoin
from skills.distilleries import SellOut
from skills.duel import Duel
from skills.field_beans import FieldBeans
from skills.last_purchases import LastPurchases
from skills.magpies import Magpies
from skills.orders import Orders
from skills.powers import Farm, Powers, Stew, Store
from skills.skill import Outcome, Skill

HIGH_BOHN = (Powers, Buildings, LastPurchases, Stew, Store, Farm, TopCard, Drawn, Moved, SellOut)
SKILLS = (BeanCoin, Magpies, Duel, FieldBeans, Orders, *HIGH_BOHN)

__all__ = ["SKILLS", "Outcome", "Skill"]
