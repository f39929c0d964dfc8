"""models.toml, and keys: what could never be asked with is refused before anything is played."""

from pathlib import Path

import pytest

from arena.llm.settings import LanguageModel, ModelsError, read_models, require_keys

GOOD = '[small]\nmodel = "m"\nbase_url = "http://127.0.0.1:1/v1"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD + "extra = { since = 2020-01-01 }", "extra holds what JSON cannot"),
        (GOOD + "extra = { top_p = nan }", "extra holds what JSON cannot"),
        (GOOD.replace(":1/", ":99999/"), "base_url is not an address"),
        (GOOD.replace("127.0.0.1:1", "[::1"), "base_url is not an address"),
        (GOOD.replace("/v1", "/v1?api-version=1"), 'base_url has a "\\?"; leave it out'),
        (GOOD.replace("/v1", "?key=1"), 'base_url has a "\\?"'),
        (GOOD.replace("/v1", "/v1#a"), 'base_url has a "#"'),
    ],
)
def test_what_no_request_can_be_made_of_is_refused(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "models.toml"
    file.write_text(text)
    with pytest.raises(ModelsError, match=says):
        read_models(file)


@pytest.mark.parametrize(("key", "value"), [("system_role", False), ("memory", True)])
def test_a_player_whose_model_is_told_otherwise_is_another(key: str, value: bool) -> None:
    model = LanguageModel(base_url="http://127.0.0.1:1/v1", model="m")
    assert key not in model.identity, "or older players would have other hashes"
    assert model.model_copy(update={key: value}).hash != model.hash


@pytest.mark.parametrize("key", ["", "sk-1\n", " sk-1", "sk-€", "sk\r\n1"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_KEY", key)
    model = LanguageModel(base_url="http://127.0.0.1:1/v1", model="m", key_env="FAKE_KEY")
    with pytest.raises(ModelsError, match="FAKE_KEY") as error:
        require_keys({"small": model})
    assert not key.strip() or key not in str(error.value)
