"""Words for the field beans."""

from arena.text.words import Words

WORDS = Words(
    deeds={"opened_field": lambda who, event: "opens the third field with two field beans"},
    cards={"field": lambda kind: "field bean"},
)
