"""The list of races: those of listed rooms, page by page, and as lines."""

import json

from httpx2 import AsyncClient

from gaprace.web.http.rate_limits import RateLimiter
from tests.store.material import a_room, begin, end_games, end_race
from tests.web.harness import WebHarness
from tests.web.responses import problem

PATH = "/api/v1/races"


async def test_races_of_listed_rooms_are_listed_and_come_as_lines(web: WebHarness, browser: AsyncClient) -> None:
    await end_games(web.store, await begin(web.store))
    assert await end_race(web.store, a_room(version=3, listed=True), "race", 5_000)
    (race,) = (page := (await browser.get(PATH)).json())["items"]
    assert (race["id"], race["ended_at"], "next" in page) == ("race", 5_000, False)
    assert {game["player"]: game["rank"] for game in race["games"]} == {"player0": 1, "player1": 1}
    lines = await browser.get(PATH, headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line) for line in lines.text.splitlines()] == [race]
    for query in ("player=player0&since=5000", f"variant={race['variant']['name']}"):
        assert (await browser.get(f"{PATH}?{query}")).json()["items"] == [race]
    for query in ("player=nobody", "since=5001"):
        assert (await browser.get(f"{PATH}?{query}")).json()["items"] == []
    for query, code in (
        ("variant=bridge", "bad_filter"),
        ("variant=", "bad_filter"),
        ("since=-1", "bad_filter"),
        ("after=x", "bad_cursor"),
    ):
        problem(await browser.get(f"{PATH}?{query}"), 400, code)


async def test_games_that_bots_will_play_count_for_who_asks_for_them(web: WebHarness) -> None:
    arena = {
        "name": "Arena",
        "starts_at": web.clock.now() + 60_000,
        "minutes": 1,
        "rounds": 2,
        "fill_to": 4,
    }
    for path, body, games, code in (
        (PATH, {}, 4, "too_many_rooms"),
        ("/api/v1/arenas", arena, 8, "too_many_arenas"),
    ):
        web.context.limits.games = RateLimiter(games, lambda: 0.0)
        async with await web.program() as ann:
            assert (await ann.post(path, json={**body, "variant": "mini"})).status_code == 201
            problem(await ann.post(path, json={**body, "variant": "gaps"}), 429, code)
