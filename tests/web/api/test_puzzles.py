"""The routes of puzzles and storms."""

import json

from gaprace.wire.http import PuzzleState
from tests.puzzles import add_puzzles, wrong_move
from tests.web.harness import WebHarness


async def test_a_puzzle_is_tried_by_http_and_the_export_and_the_deletion_have_it() -> None:
    web = WebHarness()
    known = {each.board: each for each in await add_puzzles(web.store)}
    async with await web.program("Ann") as ann:
        shown = await ann.post("/api/v1/puzzles/next")
        assert shown.status_code == 201
        assert shown.headers["cache-control"] == "no-store"
        puzzle = known[shown.json()["board"]]
        bad = await ann.post("/api/v1/puzzles/next/moves", json={"n": 1, "move": "nonsense"})
        assert (bad.status_code, bad.json()["code"]) == (400, "bad_action")
        failed = await ann.post("/api/v1/puzzles/next/moves", json={"n": 1, "move": wrong_move(puzzle)})
        state: PuzzleState = failed.json()["state"]
        assert state == "failed"
        late = await ann.post(f"/api/v1/puzzles/{puzzle.id}/moves", json={"n": 2, "move": "resign"})
        assert (late.status_code, late.json()["code"]) == (409, "puzzle_over")
        assert (await ann.get("/api/v1/puzzles/rating")).json()["tries"] == 1
        assert (await ann.get("/api/v1/puzzles/mistakes")).json() == {"searching": False, "mistakes": []}
        assert (await ann.post("/api/v1/puzzles/mistakes")).json()["searching"]
        storm = (await ann.post("/api/v1/storms")).json()
        line = known[storm["puzzle"]["board"]].line.split()
        for n, move in enumerate(line, 1):
            storm = (await ann.post(f"/api/v1/storms/{storm['id']}/moves", json={"n": n, "move": move})).json()
        assert (storm["solved"], storm["last"]) == (1, "solved")
        race = (await ann.get(f"/api/v1/storms/{storm['id']}/race")).json()
        assert (race["name"], race["players"], "rows" in race, race["mine"]["id"]) == ("Ann", 1, False, storm["id"])
        async with await web.program("Bob") as bob:
            joined = await bob.post(f"/api/v1/storms/{storm['id']}/race")
            assert (joined.status_code, joined.json()["solved"]) == (201, 0)
            assert (await bob.get("/api/v1/storms/nothing/race")).json()["code"] == "storm_not_found"
        board = (await ann.get("/api/v1/storms/leaderboard?period=week")).json()
        assert board["rows"] == []
        exported = json.loads((await ann.get("/api/v1/me/export")).text)["puzzles"]
        assert [each["state"] for each in exported["tries"]] == ["failed", "solved", "open"]
        assert [(each["solved"], each["log"][-7:], each["flags"]) for each in exported["storms"]] == [
            (1, ":solved", [])
        ]
        assert exported["rating"]["tries"] == 1
        gone = await ann.request("DELETE", "/api/v1/me", json={"name": "Ann"})
        assert gone.is_success
    data = web.store.database
    assert [each.player for each in data.puzzle_tries.values()] == [each.player for each in data.storms.values()]
    assert (len(data.storms), data.puzzle_players, data.storm_bests) == (1, {}, {})
    assert len(data.puzzles) == len(known)


async def test_a_stranger_sees_the_puzzle_of_the_day_and_needs_an_identity_to_try_it() -> None:
    web = WebHarness()
    async with web.browser() as stranger:
        none = await stranger.get("/api/v1/puzzles/daily")
        assert (none.status_code, none.json()["code"]) == (404, "no_puzzle")
        await add_puzzles(web.store)
        shown = (await stranger.get("/api/v1/puzzles/daily")).json()
        assert "solution" not in shown
        tried = await stranger.post(f"/api/v1/puzzles/{shown['id']}/moves", json={"n": 1, "move": "resign"})
        assert (tried.status_code, tried.json()["code"]) == (401, "no_identity")
        assert (await stranger.get("/api/v1/puzzles/nothing")).status_code == 404
        assert (await stranger.post("/api/v1/storms")).status_code == 401
