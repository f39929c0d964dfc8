"""The bots in bots/README.md are what a newcomer copies: they must run and do as it says."""

import re
from typing import Any

import pytest

from tests.bots.conftest import BOTS
from tests.support import scripted_game

EXAMPLES = dict(
    re.findall(r"```(python|javascript|cpp)\n(.*?)```", (BOTS / "README.md").read_text(), re.S)
)


@pytest.mark.parametrize("language", ["python", "javascript", "cpp"])
def test_the_example_plants_where_it_grows_and_accepts_gifts(improvise: Any, language: str) -> None:
    questions = {decision["id"]: decision for decision in scripted_game.decisions()}
    with improvise(language, EXAMPLES[language]).start() as talk:
        assert talk.ask(scripted_game.HELLO)["name"] == "my_bot"
        talk.tell(scripted_game.game_start())
        planted = talk.ask(questions[2])["choice"]
        assert planted == {"do": "plant", "card": "blue", "field": 1}
        assert talk.ask(questions[6])["choice"]["accept"] == [2]  # the gift of a soy
        assert talk.ask(questions[11])["choice"] == 0
        talk.tell(scripted_game.BYE)
        assert talk.hang_up() == (0, b"", "")
