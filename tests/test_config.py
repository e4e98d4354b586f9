import pytest
from pydantic import ValidationError

from webnavigator.config import Settings, load_settings
from webnavigator.errors import BadInputError


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("WEBNAVIGATOR_EXPLORE__DEPTH", "WEBNAVIGATOR_RETRIEVE__K"):
        monkeypatch.delenv(name, raising=False)


def test_defaults():
    settings = load_settings()
    assert settings.explore.preset == "default"
    assert settings.explore.depth is None
    assert settings.retrieve.k == 30
    assert settings.explore.workers >= 1


def test_precedence(tmp_path, monkeypatch):
    (tmp_path / "webnavigator.toml").write_text("[explore]\ndepth = 1\nmax_pages = 7\n[retrieve]\nk = 5\n")
    assert load_settings().explore.depth == 1
    monkeypatch.setenv("WEBNAVIGATOR_EXPLORE__DEPTH", "2")
    assert load_settings().explore.depth == 2
    settings = load_settings(explore={"depth": 3, "max_actions": None}, retrieve={"k": None})
    assert (settings.explore.depth, settings.explore.max_pages, settings.retrieve.k) == (3, 7, 5)
    assert settings.explore.max_actions == 10_000


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ({"explore": {"depth": -1}}, "explore.depth"),
        ({"explore": {"max_pages": 0}}, "explore.max_pages"),
        ({"explore": {"colour": "red"}}, "explore.colour"),
        ({"browser": {"quiet_ms": "soon"}}, "browser.quiet_ms"),
        ({"kitchen": {"sink": 1}}, "kitchen"),
    ],
)
def test_a_bad_value_is_named(groups, words):
    with pytest.raises(BadInputError, match=words) as caught:
        load_settings(**groups)
    assert "\n" not in str(caught.value)


def test_a_bad_environment_is_named(monkeypatch):
    monkeypatch.setenv("WEBNAVIGATOR_RETRIEVE__K", "many")
    with pytest.raises(BadInputError, match=r"retrieve\.k"):
        load_settings()


def test_settings_are_frozen():
    with pytest.raises(ValidationError):
        load_settings().explore.depth = 3  # pyright: ignore[reportAttributeAccessIssue]  # that is the test


def test_settings_survive_json():
    settings = load_settings(explore={"depth": 2})
    assert Settings.model_validate_json(settings.model_dump_json()) == settings
