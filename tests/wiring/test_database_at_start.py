"""A server whose database goes away while it starts tries again until its time is up, and says so."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gaprace import startup
from gaprace.errors import CannotServe, StoreUnavailable
from gaprace.settings import ServerSettings
from gaprace.web.context import Lifecycle
from gaprace.wiring import databases
from gaprace.wiring.databases import once_available

POSTGRES, SQLITE = "postgresql://ann:hush-hush@db.example/gaprace", "sqlite:///gaprace.db"
AWAY = {POSTGRES: "the connection was closed", SQLITE: "The database is unavailable: database is locked"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "DATABASE_RETRY_DELAY_S", 0)


class Step:
    """Fails so many times."""

    def __init__(self, *failures: Exception) -> None:
        self._failures, self.tries = list(failures), 0

    async def __call__(self) -> str:
        self.tries += 1
        if self._failures:
            raise self._failures.pop(0)
        return "done"


@pytest.mark.parametrize("url", AWAY)
async def test_a_database_that_comes_back_is_waited_for(url: str, caplog: pytest.LogCaptureFixture) -> None:
    step = Step(StoreUnavailable(AWAY[url]), CannotServe("store_unavailable", AWAY[url]))
    assert await once_available(step, url) == "done"
    assert step.tries == 3
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert "waiting for the database" in caplog.text
    assert "hush-hush" not in caplog.text


@pytest.mark.parametrize("url", AWAY)
async def test_a_database_that_does_not_come_back_is_given_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "DATABASE_PATIENCE_S", 0)
    with pytest.raises(StoreUnavailable):
        await once_available(Step(*[StoreUnavailable(AWAY[url])] * 9), url)


@pytest.mark.parametrize(
    ("url", "failure"),
    [
        (POSTGRES, CannotServe("too_new", "The tables are those of a newer version.")),
        (SQLITE, StoreUnavailable("The database is unavailable: unable to open database file")),
    ],
)
async def test_what_will_not_change_is_not_waited_for(url: str, failure: Exception) -> None:
    step = Step(failure)
    with pytest.raises(type(failure)):
        await once_available(step, url)
    assert step.tries == 1


@pytest.mark.parametrize("url", AWAY)
async def test_a_server_that_loses_its_database_in_the_middle_of_its_start_starts_anew(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = list[str]()

    @asynccontextmanager
    async def opens(_: ServerSettings) -> AsyncIterator["Opened"]:
        events.append("open")
        try:
            if events.count("open") < 3:
                raise CannotServe("store_unavailable", AWAY[url])
            yield Opened()
        finally:
            events.append("close")

    class Opened:
        asgi = drain = leave = None
        lifecycle = Lifecycle()

    class Listening:
        def __init__(self, *_: object, **__: object) -> None: ...
        def leave_slowly(self, *_: object) -> None: ...
        def stop(self) -> None: ...

        async def serve(self, _: object) -> None:
            events.append("serve")

    monkeypatch.setattr(startup, "open_application", opens)
    monkeypatch.setattr(startup, "Server", Listening)
    await startup._serve_on([], ServerSettings(database_url=url), lambda _: None)
    assert events == ["open", "close", "open", "close", "open", "serve", "close"]
