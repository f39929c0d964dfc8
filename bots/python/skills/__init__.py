"""What a trader knows of the expansions, one file each; without it, it plays by the basic game."""

from skills.skill import Outcome, Skill

SKILLS = ()

__all__ = ["SKILLS", "Outcome", "Skill"]
