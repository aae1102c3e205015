"""A read-only server: everything can be looked at, nothing is stored, and each refusal gives the reason."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from gaprace.bot.client import RoomClient
from gaprace.bot.room_url import RoomUrl, new_identity, new_room
from gaprace.errors import CannotServe, ReadOnly
from gaprace.settings import ServerSettings
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from gaprace.web.app import ROUTES
from gaprace.wire import Settings, VariantChoice, bye, encode
from gaprace.wiring.application import open_application
from gaprace.wiring.databases import prepare_database
from tests.end_to_end.guests import Guest, first_moves, start
from tests.positions import KNOWN_DEAL
from tests.web.harness import BASE, connected, read_to_end, served, web_harness

SOLO = Settings(VariantChoice("mini"), 1, limit_minutes=None, code=KNOWN_DEAL)


@pytest.fixture
def settings(sqlite_url: str) -> ServerSettings:
    return ServerSettings(database_url=sqlite_url, solvers=0)


def content(settings: ServerSettings) -> list[str]:
    """All rows of a database."""
    with sqlite3.connect(settings.database_url.removeprefix("sqlite:///")) as connection:
        return list(connection.iterdump())


@asynccontextmanager
async def running(settings: ServerSettings) -> AsyncIterator[tuple[str, httpx2.AsyncClient]]:
    await prepare_database(settings.database_url, read_only=settings.read_only)
    async with open_application(settings) as application, served(application.asgi) as at:
        transport = httpx2.ASGITransport(application.asgi)
        async with httpx2.AsyncClient(transport=transport, base_url=BASE) as client:
            yield at, client


async def test_a_running_race_outlives_a_time_in_which_the_server_is_read_only(settings: ServerSettings) -> None:
    async with running(settings) as (at, _):
        server = RoomUrl(f"http://{at}")
        ann = await new_identity(server, "Ann")
        door = await new_room(server, SOLO, ann.token)
        guest = Guest(door, ann)
        async with guest.player:
            await start([guest])
            await guest.act(first_moves(guest)[0])
            game = guest.player.replica.mine
    before = content(settings)

    async with running(replace(settings, read_only=True)) as (at, client):
        headers = {"Authorization": f"Bearer {ann.token}"}
        assert (await client.get("/api/v1/me", headers=headers)).json()["name"] == "Ann"
        assert (await client.get(f"/api/v1/rooms/{door.code}", headers=headers)).json()["race"]["seats"]
        page = await client.get("/", headers={"accept": "text/html"})
        assert '<meta name="read-only"' in page.text
        assert "set-cookie" not in page.headers
        ready = (await client.get("/readyz")).json()
        assert (ready["status"], ready["read_only"]) == ("ready", True)
        refused = await client.post("/api/v1/rooms", headers=headers, json={"variant": {"name": "mini"}})
        assert (refused.status_code, refused.json()["code"]) == (503, "read_only")
        assert refused.headers["retry-after"] == "60"
        async with connected(at, ann.token, code=door.code) as socket:
            assert await read_to_end(socket) == [encode(bye("read_only")).decode()]
    assert content(settings) == before

    async with running(settings) as (at, _), RoomClient(RoomUrl(f"http://{at}", door.code), ann.token) as back:
        assert back.replica.mine == game


async def test_every_route_that_changes_something_is_refused_with_the_same_code() -> None:
    web = web_harness(read_only=True)
    changing = [route for route in ROUTES if route.changes_state]
    async with await web.program() as program:
        for route in changing:
            answer = await program.request(route.method, route.path, json={})
            assert (answer.status_code, answer.json()["code"]) == (503, "read_only"), route.path
    assert changing


async def test_no_reading_route_stores_anything_and_only_those_that_would_are_refused(settings: ServerSettings) -> None:
    async with running(settings) as (at, client):
        ann = await new_identity(RoomUrl(f"http://{at}"), "Ann")
        (await client.get("/api/v1/dailies")).raise_for_status()  # that of today is stored
    before, refused = content(settings), []
    values = {"date": "2026-11-21", "variant": "mini", "kind": "daily", "period": "2026-11-21", "path:path": "main.js"}
    values |= {"first": "2026-11-21", "last": "2026-11-21", "id": ann.id, "player": ann.id}
    async with running(replace(settings, read_only=True)) as (_, client):
        for route in (route for route in ROUTES if route.method == "GET"):
            path = re.sub(r"\{([^}]+)\}", lambda found: values.get(found[1], "ZZZZZZZZ"), route.path)
            answer = await client.get(path, headers={"Authorization": f"Bearer {ann.token}"})
            if answer.status_code >= 500:
                refused.append((route.path, answer.json()["code"]))
    would_store = ["/api/v1/puzzles/daily", "/sign-in", "/sign-in/callback", "/sign-in/question"]
    assert refused == [(path, "read_only") for path in would_store]
    assert content(settings) == before


async def test_a_store_that_is_read_only_refuses_to_write(settings: ServerSettings) -> None:
    store = SqlStore(open_database(settings.database_url, read_only=True))
    try:
        assert await store.server_key("new", b"proposal") == b"proposal"
        assert await store.find_server_key("new") is None
        with pytest.raises(ReadOnly):
            await store.transact(lambda tx: tx.rollback())
    finally:
        await store.close()


async def test_tables_that_are_not_there_are_not_made(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="not up to date"):
        await prepare_database(f"sqlite:///{tmp_path}/new.db", read_only=True)
