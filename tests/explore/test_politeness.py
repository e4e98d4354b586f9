from datetime import UTC, datetime

import pytest

from webnavigator.explore.politeness import DEFAULT_RETRY_S, Politeness, retry_after_s, robots_url

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_retry_after_in_seconds_as_a_date_and_nonsense() -> None:
    assert retry_after_s("3") == 3
    assert retry_after_s("Fri, 02 Jan 2026 03:04:15 GMT", NOW) == 11
    assert retry_after_s("Fri, 02 Jan 2026 03:00:00 GMT", NOW) == 0
    assert retry_after_s(None) == DEFAULT_RETRY_S
    assert retry_after_s("soon") == DEFAULT_RETRY_S
    assert retry_after_s("99999") == 99999


def test_robots_rules_and_delay() -> None:
    polite = Politeness()
    assert polite.allows("https://s.test/private/a")
    polite.read_robots("User-agent: *\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 2\n")
    assert not polite.allows("https://s.test/private/a")
    assert polite.allows("https://s.test/private/open")
    assert polite.min_interval_s == 2


def test_where_robots_are() -> None:
    assert robots_url("https://s.test:8443/a/b?c") == "https://s.test:8443/robots.txt"


async def test_turns_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("asyncio.sleep", note)
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    polite = Politeness(min_interval_s=2.0)
    await polite.turn()
    await polite.turn()
    polite.pause(5.0)
    await polite.turn()
    assert waited == [0.0, 2.0, 5.0]
