"""What a race that is entered costs and brings, and what the server's own faults do not cost."""

from msgspec.structs import replace

from tests.events.daily_stage import resign
from tests.rooms.stage import Seat, Stage, next_act, settle
from tests.rooms.test_pace import AWAY_MS, FRIENDS
from tests.rooms.test_pace import racing as racing_with


async def racing(stage: Stage) -> list[Seat]:
    """A ranked race of Ann and Bob that has just started."""
    return await racing_with(stage, "ann", "bob", settings=replace(FRIENDS, code=None, hints=False))


async def values(stage: Stage) -> dict[str, float]:
    """Return the ratings of Ann and Bob, as far as they have any."""
    ratings = {name: await stage.store.ratings(name) for name in ("ann", "bob")}
    return {name: of["mini"].value for name, of in ratings.items() if of}


async def is_nobodys_loss(stage: Stage) -> bool:
    """Whether the race has ended and its games, none of which was won, count for nobody."""
    (race,) = stage.store.database.races.values()
    return race.ended_at is not None and not any(game.ranked for game in race.games) and not await values(stage)


async def play_on(seat: Seat) -> None:
    await seat.says(next_act(seat))
    await resign(seat)
    await settle()


async def test_who_does_not_come_back_after_a_restart_loses_nothing() -> None:
    async with Stage() as stage:
        ann, _ = await racing(stage)
        code = ann.code
    await stage.clock.advance(1)
    async with Stage(stage.store.database, stage.clock) as later:
        ann = await later.enter(code, "ann")
        await stage.clock.advance(AWAY_MS)
        await play_on(ann)
        assert await is_nobodys_loss(stage)


async def test_a_race_that_a_moderator_ends_is_nobodys_loss(stage: Stage) -> None:
    ann, _ = await racing(stage)
    await stage.clock.advance(AWAY_MS)
    await ann.says(next_act(ann))
    await stage.rooms.shut(ann.code)
    await settle()
    assert await is_nobodys_loss(stage)


async def test_a_race_whose_history_was_lost_is_nobodys_loss(stage: Stage) -> None:
    ann, bob = await racing(stage)
    await stage.clock.advance(AWAY_MS)
    room = stage.rooms.live_rooms[0]
    await room._coordinator._restore(room.state.epoch)
    await play_on(ann)
    await resign(bob)
    await settle()
    assert await is_nobodys_loss(stage)
