"""The list of races: those of listed rooms, page by page, and as lines."""

import json

from tests.store.material import a_room, begin, end_games, end_race
from tests.web.harness import WebHarness
from tests.web.responses import problem

PATH = "/api/v1/races"


async def test_races_of_listed_rooms_are_listed_and_come_as_lines() -> None:
    web = WebHarness()
    await end_games(web.store, await begin(web.store))
    assert await end_race(web.store, a_room(version=3, listed=True), "race", 5_000)
    async with web.browser() as reader:
        (race,) = (page := (await reader.get(PATH)).json())["items"]
        assert (race["id"], race["ended_at"], "next" in page) == ("race", 5_000, False)
        assert {game["player"]: game["rank"] for game in race["games"]} == {"player0": 1, "player1": 1}
        lines = await reader.get(PATH, headers={"Accept": "application/x-ndjson"})
        assert [json.loads(line) for line in lines.text.splitlines()] == [race]
        for query in ("player=player0&since=5000", f"variant={race['variant']['name']}"):
            assert (await reader.get(f"{PATH}?{query}")).json()["items"] == [race]
        for query in ("player=nobody", "since=5001"):
            assert (await reader.get(f"{PATH}?{query}")).json()["items"] == []
        for query, code in (
            ("variant=bridge", "bad_filter"),
            ("variant=", "bad_filter"),
            ("since=-1", "bad_filter"),
            ("after=x", "bad_cursor"),
        ):
            problem(await reader.get(f"{PATH}?{query}"), 400, code)
