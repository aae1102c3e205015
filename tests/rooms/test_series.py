"""A series of a room on the stage: it is stored with the race that decides it, once, and found again."""

from random import Random

from msgspec.structs import replace

from gaprace.ports import StoredSeries
from gaprace.wire import BalanceTeams, ChooseTeam, SetSettings, Settings, Start, VariantChoice
from tests.events.daily_stage import make_move, resign
from tests.rooms.stage import Seat, Stage

WITH_A_MOVE = "0123456789"
"""A deal of `mini` that begins with a legal move."""
SERIES = Settings(VariantChoice("mini"), seats=2, limit_minutes=20, best_of=3)


async def race(host: Seat, winner: Seat, loser: Seat) -> str:
    """A race in which one player makes a move, and both give up; its id."""
    assert host.replica.room
    await host.says(SetSettings(replace(host.replica.room.settings, code=WITH_A_MOVE)))
    await host.says(Start())
    await host.stage.clock.advance(4_000)
    await make_move(winner, Random(1))
    for seat in (winner, loser):
        await resign(seat)
    assert host.replica.race
    return host.replica.race.id


async def test_a_decided_series_is_stored_with_its_last_race_and_outlives_the_process() -> None:
    async with Stage() as stage:
        code = await stage.create("ann", SERIES)
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        races = [await race(ann, ann, bob)]
        assert stage.store.database.series == {}
        races.append(await race(ann, ann, bob))
        assert ann.replica.room
        assert ann.replica.room.series
        page = ann.replica.room.series.id
    async with Stage(stage.store.database, stage.clock) as again:
        stored = await again.store.series(page)
        assert stored == StoredSeries(page, code, 1, 2, 3, again.clock.now())
        found = await again.store.finished_races(code, stored.first, stored.last)
        assert [each.id for each in found] == races
        ann, bob = await again.enter(code, "ann"), await again.enter(code, "bob")
        for winner, loser in ((ann, bob), (bob, ann), (bob, ann)):
            await race(ann, winner, loser)
        assert [(each.first, each.last) for each in again.store.database.series.values()] == [(1, 2), (3, 5)]


async def test_teams_race_are_stored_with_their_games_and_outlive_the_process() -> None:
    settings = Settings(VariantChoice("mini"), seats=4, limit_minutes=20, best_of=3, teams=2, code=WITH_A_MOVE)
    async with Stage() as stage:
        code = await stage.create("ann", settings)
        ann, bob, cho = [await stage.enter(code, name) for name in ("ann", "bob", "cho")]
        await bob.says(ChooseTeam(1))
        await ann.says(ChooseTeam(2, "cho"))
        assert ann.replica.room
        assert [member.team for member in ann.replica.room.members] == [1, 1, 2]
        await bob.says(BalanceTeams())
        assert bob.refusal == "not_host"
        await ann.says(Start())
        await stage.clock.advance(4_000)
        await make_move(cho, Random(1))
        assert ann.replica.race
        assert [(seat.team, seat.player) for seat in ann.replica.race.seats] == [(1, "ann"), (1, "bob"), (2, "cho")]
    async with Stage(stage.store.database, stage.clock) as again:
        ann, bob, cho = [await again.enter(code, name) for name in ("ann", "bob", "cho")]
        for seat in (ann, bob, cho):
            await resign(seat)
        assert ann.replica.race
        assert [(each.team, each.rank, each.players) for each in ann.replica.race.teams] == [
            (2, 1, ["cho"]),
            (1, 2, []),
        ]
        assert ann.replica.room
        assert ann.replica.room.series
        assert [(each.team, each.points, each.wins) for each in ann.replica.room.series.teams] == [(2, 1, 1), (1, 0, 0)]
        (stored,) = await again.store.finished_races(code, 1, 1)
        assert (stored.teams, stored.team_scores) == ({"ann": 1, "bob": 1, "cho": 2}, 1)
