"""People over HTTP: their pages, what they take with them, and how they go."""

import json

import pytest
from httpx2 import AsyncClient
from msgspec import structs

from gaprace.play.people.names import DELETED
from gaprace.web.http import rate_limits
from gaprace.wire.http import Export, Me
from tests.store.material import RESULT, play_race
from tests.web.harness import CLIENT, WebHarness, becomes_guest
from tests.web.responses import problem, read


async def test_games_are_had_as_lines_with_the_way_to_the_next_ones(web: WebHarness) -> None:
    async with web.browser(Accept="application/x-ndjson") as browser:
        for number in (1, 2):
            await play_race(web.store, f"r{number}", {"p1": structs.replace(RESULT, ended_at=number)})
        first = await browser.get("/api/v1/players/p1/games?limit=1&won=false")
        assert first.headers["content-type"] == "application/x-ndjson"
        path = first.headers["link"].removeprefix("<").removesuffix('>; rel="next"')
        last = await browser.get(path)
        problem(await browser.get("/api/v1/players/p1/games?kind=war"), 400, "bad_filter")
    assert "link" not in last.headers
    lines = [json.loads(line) for answer in (first, last) for line in answer.text.splitlines()]
    assert [each["game"] for each in lines] == ["r2-p1", "r1-p1"]


async def test_one_gets_all_that_is_stored_about_oneself_as_a_file(web: WebHarness, browser: AsyncClient) -> None:
    async with await web.program("Zo\u00eb") as program:
        me = read(await program.get("/api/v1/me"), Me)
        answer = await program.get("/api/v1/me/export")
        problem(await browser.get("/api/v1/me/export"), 401, "no_identity")
    export = read(answer, Export)
    assert (export.player["id"], export.player["name"]) == (me.id, "Zo\u00eb")
    assert answer.headers["content-disposition"] == f'attachment; filename="gaprace-{me.id}.json"'
    assert answer.headers["cache-control"] == "no-store"


async def test_a_store_that_is_away_is_told_before_the_file_begins(
    web: WebHarness, monkeypatch: pytest.MonkeyPatch, ann: AsyncClient
) -> None:
    reach = web.store._reach

    async def lost(*_: object) -> None:
        web.store.available = False
        await reach()

    monkeypatch.setattr(web.store, "rooms_naming", lost)
    problem(await ann.get("/api/v1/me/export"), 503, "try_again")


async def test_an_address_may_export_so_often_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "EXPORTS_PER_MINUTE", 2)
    async with await WebHarness().program() as program:
        assert [(await program.get("/api/v1/me/export")).status_code for _ in range(2)] == [200, 200]
        answer = await program.get("/api/v1/me/export")
    problem(answer, 429, "too_many_exports")
    assert int(answer.headers["retry-after"]) > 0


async def test_who_writes_their_name_is_deleted_everywhere(web: WebHarness, browser: AsyncClient) -> None:
    await becomes_guest(browser)
    me = read(await browser.get("/api/v1/me"), Me)
    answer = await browser.request("DELETE", "/api/v1/me", json={"name": me.name})
    assert read(answer, Me) == Me(me.id, DELETED)
    assert "gaprace" not in browser.cookies
    problem(await browser.get("/api/v1/me"), 401, "no_identity")
    problem(await browser.get(f"/api/v1/players/{me.id}"), 404, "player_not_found")
    assert web.rooms.deletions == [me.id]


def test_the_client_knows_what_deleted_players_are_called() -> None:
    assert f'"{DELETED}"' in (CLIENT / "people" / "names.js").read_text()


@pytest.mark.parametrize("body", [{}, {"name": 1}, {"name": "x" * 65}, {"name": "Ann", "sure": True}])
async def test_a_request_to_be_deleted_says_the_name_and_nothing_else(
    body: dict[str, object], ann: AsyncClient
) -> None:
    problem(await ann.request("DELETE", "/api/v1/me", json=body), 400, "bad_body")
