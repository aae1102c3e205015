"""The routes of puzzles."""

import json

from httpx2 import AsyncClient

from gaprace.wire.http import PuzzleState
from tests.puzzles import add_puzzles, wrong_move
from tests.web.harness import WebHarness
from tests.web.responses import refusal


async def test_a_puzzle_is_tried_by_http_and_the_export_and_the_deletion_have_it(
    web: WebHarness, ann: AsyncClient
) -> None:
    known = {each.board: each for each in await add_puzzles(web.store)}
    shown = await ann.get("/api/v1/puzzles/next")
    assert shown.headers["cache-control"] == "no-store"
    puzzle = known[shown.json()["board"]]
    moves = f"/api/v1/puzzles/{puzzle.id}/moves"
    assert await refusal(ann, "POST", moves, {"n": 1, "move": "nonsense"}) == (400, "bad_action")
    failed = await ann.post(moves, json={"n": 1, "move": wrong_move(puzzle)})
    state: PuzzleState = failed.json()["state"]
    assert state == "failed"
    assert await refusal(ann, "POST", moves, {"n": 2, "move": "resign"}) == (409, "puzzle_over")
    assert (await ann.get("/api/v1/puzzles/mistakes")).json() == {"searching": False, "mistakes": []}
    assert (await ann.post("/api/v1/puzzles/mistakes")).json()["searching"]
    exported = json.loads((await ann.get("/api/v1/me/export")).text)["records"]
    assert [each["state"] for each in exported["puzzles"]] == ["failed"]
    gone = await ann.request("DELETE", "/api/v1/me", json={"name": "Ann"})
    assert gone.is_success
    data = web.store.database
    assert (data.puzzle_tries, data.mistake_searches) == ({}, {})
    assert len(data.puzzles) == len(known)


async def test_a_stranger_sees_the_puzzle_of_the_day_and_needs_an_identity_to_try_it(
    web: WebHarness, browser: AsyncClient
) -> None:
    assert await refusal(browser, "GET", "/api/v1/puzzles/daily") == (404, "no_puzzle")
    await add_puzzles(web.store)
    shown = (await browser.get("/api/v1/puzzles/daily")).json()
    assert "solution" not in shown
    assert (await browser.get(f"/api/v1/puzzles/{shown['id']}")).json()["board"] == shown["board"]
    moves = f"/api/v1/puzzles/{shown['id']}/moves"
    assert await refusal(browser, "POST", moves, {"n": 1, "move": "resign"}) == (401, "no_identity")
    assert (await browser.get("/api/v1/puzzles/nothing")).status_code == 404
