"""No request replays a long game on the event loop, however it asks for it."""

import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gaprace.rules.game import Game
from gaprace.settings import ServerSettings
from gaprace.wire import PROTOCOL, Hello, Welcome
from gaprace.wiring.application import open_application
from tests.attack.long_games import PATHS, ROOM, add_long_game, long_game
from tests.databases import opened_store
from tests.processes import http_client
from tests.web.harness import connected, next_event, served

Steps = Counter[bool]
"""How many actions were played: on the event loop (True), and beside it."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Counts the actions that are played from here on."""
    counted: Steps = Counter()
    loop, after = threading.current_thread(), Game.after

    def counting(self: Game, *args: object) -> Game:
        counted[threading.current_thread() is loop] += 1
        return after(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "after", counting)
    return counted


@asynccontextmanager
async def server_with(url: str, game: Game) -> AsyncIterator[tuple[str, str]]:
    """A server that has this finished game; gives its host and port, and the token of a player."""
    async with opened_store(url) as store:
        await add_long_game(store, game)
    settings = ServerSettings(database_url=url, solvers=0)
    async with open_application(settings) as application, served(application.asgi) as at:
        async with http_client(f"http://{at}") as client:
            token = (await client.post("/api/v1/players", json={"name": "Ann"})).json()["token"]
        yield at, token


async def test_what_a_page_shows_of_a_finished_game_is_stored_with_it(sqlite_url: str, steps: Steps) -> None:
    game = long_game(400)
    async with server_with(sqlite_url, game) as (at, _):
        steps.clear()
        async with http_client(f"http://{at}") as client:
            for path in PATHS:
                assert (await client.get(path)).status_code == 200, path
    assert not steps


async def test_who_enters_a_room_with_a_long_game_waits_for_it_alone(sqlite_url: str, steps: Steps) -> None:
    game = long_game(400)
    async with server_with(sqlite_url, game) as (at, token):
        steps.clear()
        async with connected(at, token, code=ROOM, hello=Hello(PROTOCOL, watch=True)) as connection:
            welcome = await next_event(connection)
    assert isinstance(welcome, Welcome)
    assert [view.n for view in welcome.games] == [game.number]
    assert steps == {False: game.number}
