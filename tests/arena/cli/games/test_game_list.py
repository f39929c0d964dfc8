"""A bot that plays with language models, named without one wherever games are looked up."""

import pytest

from ladder.database.store import Store
from ladder.tournaments.tournaments import Pool
from tests.arena.conftest import Arena
from tests.support.made_up_matches import lost_by, play_matches

DUEL = Pool("anniversary_duel", 2, "standard", "n", "1")


@pytest.fixture
def played(arena: Arena, request: pytest.FixtureRequest) -> Arena:
    """The program `llm` met `ant` with each of these models, small twice: once as an older one."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        ant = store.add_bot("ant", hash="ant").id
        store.add_bot("llm", hash="llm")
        for model in ("small", *getattr(request, "param", ("small",))):
            number = len(store.bots())
            about = {"name": model, "program": "llm"}
            player = store.add_bot(
                f"llm@{model}", hash=f"llm {number}", manifest={"with_model": about}
            )
            play_matches(store, DUEL, [(ant, player.id)], lost_by(ant), str(number).encode())
    return arena


both = pytest.mark.parametrize("played", [("small", "large")], indirect=True)


def seen(played: Arena, *words: str) -> set[str]:
    games = played.json("games", *words)
    labels = {f"{seat['name']}:{seat['version']}" for game in games for seat in game["seats"]}
    return labels - {"ant:1"}


@both
def test_games_of_a_program_are_those_of_its_players(played: Arena) -> None:
    assert seen(played, "--bot", "llm") == {"llm@small:2", "llm@large:1"}
    assert seen(played, "--bot", "llm@small") == {"llm@small:2"}
    rows = played.json("crosstable", "llm", "ant")["bots"]
    assert {row["name"] for row in rows} == {"llm@small", "llm@large", "ant"}


ONE_PLAYER = (
    ("ladder", "llm"),
    ("why", "llm"),
    ("compare", "llm", "ant"),
    ("report", "--bot", "llm", "pages"),
)


@both
@pytest.mark.parametrize("words", ONE_PLAYER, ids=" ".join)
def test_where_one_player_is_meant_its_model_must_be_named(
    played: Arena, words: tuple[str, ...]
) -> None:
    assert "Name llm@large or llm@small" in played.refused(*words)


def test_the_model_need_not_be_named_if_there_is_only_one(played: Arena) -> None:
    assert played.json("ladder", "llm")["bot"]["name"] == "llm@small"
    assert played.json("why", "llm")["bot"] == "llm@small:2"
    assert played.json("compare", "llm", "ant")["together"]["games"] == 2
