"""A race starts when all who are there are ready, whatever makes it so; and no state waits for somebody who is away."""

from collections.abc import Awaitable, Callable
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gaprace.play.live.absence import WAIT_MS
from gaprace.play.live.hosts import HOST_GRACE_MS
from gaprace.play.live.readiness import starts_automatically
from gaprace.rooms.presence import RELOAD_GRACE_MS
from gaprace.rules.actions import action_text
from gaprace.wire import Act, AddBot, Cohost, Kick, Ready, Rematch, SetSettings, Settings, SitOut, Start, VariantChoice
from tests.browser.guest import EASY_DEAL, EASY_WIN
from tests.rooms.stage import Seat, Stage

ROOM = Settings(VariantChoice("mini"), seats=8, limit_minutes=120)
AWAY_MS, LAP_MS = 1_000 * (ROOM.away_s or 0), 1_000 * (ROOM.lap_s or 0)


async def three(stage: Stage) -> list[Seat]:
    """Have Ann, the host, Bob and Cho come, and the first two be ready."""
    seats = await stage.seats("ann", "bob", "cho", settings=ROOM)
    for seat in seats[:2]:
        await seat.says(Ready())
    assert not is_racing(seats[0])
    return seats


def is_racing(seat: Seat) -> bool:
    return seat.replica.race is not None and seat.replica.race.standings is None


async def kicks(seats: list[Seat]) -> None:
    await seats[0].says(Kick("cho"))


async def leaves_for_good(seats: list[Seat]) -> None:
    await seats[2].stage.rooms.change(seats[2].stage.rooms.live_rooms[0].code, lambda state: state.left("cho", ()))


async def loses_connection(seats: list[Seat]) -> None:
    await seats[2].leaves()
    await seats[2].stage.clock.advance(RELOAD_GRACE_MS)


async def is_deleted(seats: list[Seat]) -> None:
    await seats[2].stage.rooms.live_rooms[0].members.forget("cho")


async def sits_out(seats: list[Seat]) -> None:
    await seats[0].says(Cohost("cho"))
    await seats[2].says(SitOut())


async def is_ready_at_last(seats: list[Seat]) -> None:
    await seats[2].says(Ready())


@pytest.mark.parametrize("ends", [kicks, leaves_for_good, loses_connection, is_deleted, sits_out, is_ready_at_last])
async def test_the_others_start_when_the_one_who_was_not_ready(
    stage: Stage, ends: Callable[[list[Seat]], Awaitable[None]]
) -> None:
    seats = await three(stage)
    await ends(seats)
    await stage.clock.advance(0)
    assert is_racing(seats[0])


async def test_who_is_ready_and_adds_a_bot_starts(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann", ROOM), "ann")
    await ann.says(Ready())
    await ann.says(AddBot(1))
    await stage.clock.advance(0)
    assert is_racing(ann)


async def test_who_reloads_the_page_is_waited_for(stage: Stage) -> None:
    seats = await three(stage)
    await seats[2].leaves()
    await stage.clock.advance(RELOAD_GRACE_MS - 1)
    await stage.enter(stage.rooms.live_rooms[0].code, "cho")
    await stage.clock.advance(2 * RELOAD_GRACE_MS)
    assert not is_racing(seats[0])


# Any history

NAMES = ("ann", "bob", "cho")
KINDS = ("enter", "lose", "ready", "unready", "start", "rematch", "bot", "out", "in", "kick", "cohost", "settings")
STEP = st.tuples(
    st.sampled_from((*KINDS, "act", "resign", "win", "wait", "wait")), st.sampled_from(NAMES), st.integers(0, 90)
)
ENTERED = [("enter", name, 0) for name in NAMES]
RACING = [*ENTERED, ("start", "ann", 0), ("wait", "ann", 5)]
BEGINNINGS = ([], ENTERED, RACING, [*RACING, ("lose", "bob", 0), ("resign", "ann", 0), ("resign", "cho", 0)])
STEPS = st.tuples(st.sampled_from(BEGINNINGS), st.lists(STEP, max_size=25))


class Histories:
    """A room to which anything happens in any order."""

    def __init__(self, stage: Stage, code: str) -> None:
        self.stage, self.code, self.seats = stage, code, dict[str, Seat]()
        self.changed_at = dict[str, int]()
        """When each player came or went last."""

    def seat(self, name: str) -> Seat | None:
        seat = self.seats.get(name)
        return seat if seat and seat.bye is None else None

    async def step(self, what: str, name: str, seconds: int) -> None:
        seat = self.seat(name)
        if what == "wait":
            await self.stage.clock.advance(seconds * 1000)
        elif what == "enter" and seat is None:
            self.changed_at[name] = self.stage.clock.now()
            self.seats[name] = await self.stage.enter(self.code, name)
        elif what == "lose" and seat:
            self.changed_at[name] = self.stage.clock.now()
            await seat.leaves()
        elif seat and what in {"act", "resign", "win"}:
            await self.plays(seat, what)
        elif seat and what in COMMANDS:
            await seat.says(COMMANDS[what](name))

    async def plays(self, seat: Seat, what: str) -> None:
        mine = seat.replica.mine
        if mine and not mine.ended:
            moves = EASY_WIN[mine.n :] if what == "win" else EASY_WIN[mine.n : mine.n + 1]
            for n, move in enumerate(moves, start=mine.n + 1):
                await seat.says(Act(mine.game, n, "resign" if what == "resign" else action_text(move)))

    def check(self) -> None:
        """No race is open longer than the settings say for those who are away, or after the first win."""
        for room in self.stage.rooms.live_rooms:
            race, now = room.race.state if room.race else None, self.stage.clock.now()
            if race is None or race.is_over or not race.has_begun:
                continue
            acted_at = {each.seat.player: race.facts.starts_at + each.committed.time_ms for each in race.games.values()}
            idle_since = {each: max(self.changed_at[each], acted_at[each]) for each in NAMES if each in acted_at}
            there = [each for each in idle_since if self.seat(each)]
            people = race.running_players & idle_since.keys()
            assert people, "bots play on without people"
            waits = [] if people.intersection(there) else [WAIT_MS + idle_since[each] for each in there]
            for player in people.difference(there):
                since = idle_since[player]
                out_at = since + AWAY_MS if not waits else min(since + AWAY_MS, max(since + WAIT_MS, *waits))
                assert now <= out_at, f"the race waits for {player}"
            won = {each.seat.player for each in race.games.values() if each.committed.is_won}
            wins = [ms for player, ms in acted_at.items() if player in won and not player.startswith("bot")]
            assert now < min((each for each in wins), default=now) + LAP_MS, "the last lap has no end"

    async def leave_to(self, name: str) -> Seat:
        """Have everybody go but one, and time pass."""
        for other in [each for each in self.seats if each != name]:
            if seat := self.seat(other):
                await seat.leaves()
        if self.seat(name) is None:
            self.seats[name] = await self.stage.enter(self.code, name)
        await self.stage.clock.advance(HOST_GRACE_MS + AWAY_MS + 10_000)
        return self.seats[name]


COMMANDS: dict[str, Callable[[str], object]] = {
    "ready": lambda _: Ready(),
    "unready": lambda _: Ready(ready=False),
    "start": lambda _: Start(),
    "rematch": lambda _: Rematch(),
    "bot": lambda _: AddBot(1),
    "out": lambda _: SitOut(),
    "in": lambda _: SitOut(out=False),
    "kick": lambda name: Kick(NAMES[NAMES.index(name) - 1]),
    "cohost": lambda name: Cohost(NAMES[NAMES.index(name) - 1]),
    "settings": lambda _: SetSettings(structs.replace(ROOM, seats=7)),
}


@settings(max_examples=100, deadline=None)
@given(STEPS, st.sampled_from(NAMES))
async def test_no_history_leads_to_a_state_that_waits_for_somebody_who_is_away(
    steps: tuple[list[tuple[str, str, int]], ...], last: str
) -> None:
    async with Stage() as stage:
        it = Histories(stage, await stage.create("ann", structs.replace(ROOM, code=EASY_DEAL)))
        for step in chain(*steps, [("wait", last, 90)]):
            await it.step(*step)
            it.check()
        seat = await it.leave_to(last)
        room = stage.rooms.live_rooms[0] if stage.rooms.live_rooms else None
        if seat.bye is not None or room is None:
            return  # kicked: nobody is there who could wait
        playing = room.race.state.running_players if room.race and not room.race.state.is_over else set()
        assert {each for each in playing if not each.startswith("bot")} <= {last}, "a race waits for somebody away"
        assert not starts_automatically(room.state.view, {last}), "all who are there are ready"
        if not playing and room.state.member(last):
            assert room.state.view.host == last, "nobody who is there can start"
            await seat.says(SitOut(out=False))
            await seat.says(Start())
            assert is_racing(seat), seat.heard[-1]
