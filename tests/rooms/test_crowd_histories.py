"""In large rooms, too, what a client has heard equals a fresh snapshot, once what waits for a tick is sent."""

import asyncio
from collections.abc import Sequence
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gaprace.bot.room_replica import RoomReplica
from gaprace.rooms.crowd import SLOW_TICKS
from gaprace.rooms.reconciler import CHECK_INTERVAL_MS
from gaprace.wire import Browse, Look, SetSettings, Settings
from tests.rooms.stage import Seat, Stage
from tests.rooms.test_histories import OPENINGS, SETTLED, STEPS, History, room_settings
from tests.rooms.test_processes import HEALED_MS, processes

SMALL = 3
CHECKED = 0.5
"""The share of steps after which everyone is compared, for which all ticks end."""
step_lists = st.lists(
    st.sampled_from([*STEPS, *["look"] * 4, "browse", "sit out", "settings"]), min_size=10, max_size=60
)


class CrowdHistory(History):
    """As `History`, in a room that is large most of the time: it has more than three seats, members or games."""

    async def _from(self, seat: Seat, step: str) -> None:
        room = seat.replica.room
        match step:
            case "settings" if room:
                seats, is_open = self.random.choice([3, 4, 5]), self.random.random() < 0.5
                await seat.says(SetSettings(Settings(room.settings.variant, seats, 1, boards_open=is_open, hints=True)))
            case "look":
                await seat.says(Look(self._some_games()))
            case "browse":
                await seat.says(Browse(self.random.choice(["", "A", "o"]), self.random.choice([0, 1])))
            case _:
                await super()._from(seat, step)

    def _some_games(self) -> list[str]:
        """Games of the race, of all races before it, and none."""
        seats = [seat for each in self.seats if each.replica.own and (seat := each.replica.own.seat)]
        return self.random.sample([*{seat.game: 0 for seat in seats}, "no game"], 1 + min(1, len(seats)))

    async def check(self) -> None:
        for stage in self.stages:
            for room in stage.rooms.live_rooms:
                for _ in range(SLOW_TICKS):
                    await room._crowd._tick()
        for seat in self.open_seats:
            if seat.is_full:
                continue
            fresh = await seat.stage.enter(self.code, seat.player.id, watch=seat.watches)
            if fresh.bye:
                assert seat.bye
                assert fresh.bye.code == seat.bye.code == "players_cannot_watch"
                continue
            if seat.replica._looked:
                await fresh.says(Look(sorted(seat.replica._looked)))
            if seat.bye is None:
                assert picture(seat.replica) == picture(fresh.replica)
            await fresh.leaves()


def picture(replica: RoomReplica) -> dict[str, object]:
    """What a client knows; whether others had hints depends on whether it sits out, which it can change."""
    mine = replica.mine.game if replica.mine else ""
    return {
        "room": replica.room,
        "present": replica.present.members if replica.present and replica.crowd else None,
        "started": replica.started,
        "games": {game: replace(view, hinted=game == mine and view.hinted) for game, view in replica.games.items()},
        "own": replica.own,
        "leaders": replica.leaders,
        "nearby": replica.nearby,
        "chat": replica.chat,
    }


async def tell(stages: Sequence[Stage], steps: list[str], chosen: Settings, seed: int) -> CrowdHistory:
    code = await stages[0].create("ann", chosen)
    history = CrowdHistory(stages, code, Random(seed))
    history.seats.append(await stages[0].enter(code, "ann"))
    for step in [*history.random.choice(OPENINGS), *steps]:
        await history.take(step)
        if history.random.random() < CHECKED:
            await history.check()
    await history.check()
    return history


async def tell_alone(steps: list[str], chosen: Settings, seed: int) -> None:
    async with Stage(small_room=SMALL) as stage:
        await tell([stage], steps, chosen, seed)
        for room in stage.rooms._live.values():
            assert room.race is None or all(game.phase in SETTLED for game in room.race.state.games.values())


large_rooms = st.builds(
    lambda chosen, seats: Settings(**{**{f: getattr(chosen, f) for f in Settings.__struct_fields__}, "seats": seats}),
    room_settings,
    st.sampled_from([3, 4, 4, 5]),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(step_lists, large_rooms, st.integers(0, 10**6))
def test_snapshot_plus_events_is_a_fresh_snapshot_in_a_large_room(
    steps: list[str], chosen: Settings, seed: int
) -> None:
    asyncio.run(tell_alone(steps, chosen, seed))


async def tell_in_two_processes(steps: list[str], chosen: Settings, seed: int) -> None:
    async with processes(small_room=SMALL) as stages:
        history = await tell(stages, steps, chosen, seed)
        await stages[0].clock.advance(CHECK_INTERVAL_MS + HEALED_MS)
        await history.check()
        replicas = [seat.replica for seat in history.open_seats if not seat.is_full]
        assert all(each.room == replicas[0].room for each in replicas)
        live = [each.leaders for each in replicas if each.leaders and each.mine and not each.mine.ended]
        assert all(leaders == live[0] for leaders in live), "both processes know the same order"


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(step_lists, large_rooms, st.integers(0, 10**6))
def test_it_is_also_one_in_each_of_two_processes(steps: list[str], chosen: Settings, seed: int) -> None:
    asyncio.run(tell_in_two_processes(steps, chosen, seed))
