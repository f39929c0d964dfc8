"""The pages of bots, and of signs of collusion."""

from pathlib import Path

import pytest

from arena.web.database_thread import site
from arena.web.rendering import rendered
from arena.web.routes import page_at
from ladder.database.store import Store
from ladder.queries.collusion import Sign, Signs
from tests.support.html import Parts


def test_bots_by_one_author_are_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "ladder.sqlite") as store:
        for name, author in (("ant", "Eve"), ("bee", "EVE"), ("cat", "")):
            store.add_bot(name, hash=name, author=author)
        found = [Sign(1, who, 30, 0.2, 0.6, 0.04, (1,)) for who in (2, 3)]
        signs = Signs(tuple(found), 99, 30, {})
        monkeypatch.setattr("ladder.queries.collusion.signs", lambda store: signs)
        text = Parts(rendered(page_at(store, "signs.html"), "signs.html", site()).decode()).text
    assert text.count("same author") == 1
    assert "same author" in text.split("bee:1")[1].split("cat:1")[0]


def test_a_bot_of_a_few_games_has_its_chart(home: Path) -> None:
    """One match in each of two pools: each line begins where every live Elo does."""
    with Store(home / "ladder.sqlite") as store:
        (bot,) = store.rows("SELECT min(bot_id) AS id FROM rating_history")
        store.conn.execute(
            "DELETE FROM rating_history WHERE (bot_id, pool_id, blocks) NOT IN"
            " (SELECT bot_id, pool_id, min(blocks) FROM rating_history GROUP BY 1, 2)"
        )
        address = f"bots/{bot['id']}.html"
        page = rendered(page_at(store, address), address, site()).decode()
    assert page.count('class="line line-') == 4, "two lines, and two in the legend"
