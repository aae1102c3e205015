"""A series of a room on the stage: it is stored with the race that decides it, once, and found again."""

from msgspec.structs import replace

from gaprace.ports import StoredSeries
from gaprace.wire import SetSettings, Settings, Start, VariantChoice
from tests.events.daily_stage import make_move, resign
from tests.rooms.stage import Seat, Stage
from tests.web.harness import WebHarness

WITH_A_MOVE = "0123456789"
"""A deal of `mini` that begins with a legal move."""
SERIES = Settings(VariantChoice("mini"), seats=2, limit_minutes=20, best_of=3)


async def race(host: Seat, winner: Seat, loser: Seat) -> str:
    """A race in which one player makes a move, and both give up; its id."""
    await host.says(SetSettings(replace(host.replica.room.settings, code=WITH_A_MOVE)))
    await host.says(Start())
    await host.stage.clock.advance(4_000)
    await make_move(winner)
    for seat in (winner, loser):
        await resign(seat)
    return host.replica.race.id


async def test_a_decided_series_is_stored_with_its_last_race_and_outlives_the_process() -> None:
    async with Stage() as stage:
        ann, bob = await stage.seats("ann", "bob", settings=SERIES)
        races = [await race(ann, ann, bob)]
        assert stage.store.database.series == {}
        races.append(await race(ann, ann, bob))
        page = ann.replica.room.series.id
    async with Stage(stage.store.database, stage.clock) as again:
        stored = await again.store.series(page)
        assert stored == StoredSeries(page, ann.code, 1, 2, 3, again.clock.now())
        async with WebHarness(store=again.store).browser() as reader:
            shown = (await reader.get(f"/api/v1/series/{page}")).json()
        assert ([each["id"] for each in shown["races"]], shown["winners"]) == (races, ["ann"])
        found = await again.store.finished_races(ann.code, stored.first, stored.last)
        assert [each.id for each in found] == races
        ann, bob = await again.enter(ann.code, "ann"), await again.enter(ann.code, "bob")
        for winner, loser in ((ann, bob), (bob, ann), (bob, ann)):
            await race(ann, winner, loser)
        assert [(each.first, each.last) for each in again.store.database.series.values()] == [(1, 2), (3, 5)]
