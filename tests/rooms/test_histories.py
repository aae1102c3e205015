"""After every step, the snapshot and the events of a client equal a fresh snapshot. The most valuable test of all."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gaprace.bot.room_replica import RoomReplica
from gaprace.play.live.phases import GamePhase
from gaprace.rules.actions import action_text
from gaprace.rules.board import TEXT_OF
from gaprace.wire import (
    Act,
    AddBot,
    Cohost,
    Hint,
    Kick,
    Leave,
    Mute,
    Ready,
    Rematch,
    Say,
    SetSettings,
    Settings,
    SitOut,
    Start,
    VariantChoice,
)
from tests.rooms.stage import Seat, Stage

CHECKED_WITH_TICKS = 0.2
"""The share of steps after which a room with ticks is checked."""
SETTLED = {GamePhase.OPEN, GamePhase.ENDED}
NAMES = ["ann", "bob", "cho", "dee"]
BOTS = ["bot-1-1", "bot-5-1"]
STEPS = [
    *["come"] * 3,
    "watch",
    "go",
    *["ready"] * 3,
    "start",
    "settings",
    "kick",
    "bot",
    "mute",
    "cohost",
    *["sit out"] * 2,
    "say",
    "leave",
    "rematch",
    "hint",
    *["act"] * 24,
    *["bad act"] * 2,
    "resend",
    "shuffle",
    "undo",
    "redo",
    "resign",
    *["wait a little"] * 3,
    "wait for the start",
    "wait for the end",
    "stop reading",
    "read again",
]
step_lists = st.lists(st.sampled_from(STEPS), min_size=10, max_size=60)
room_settings = st.builds(
    Settings,
    variant=st.sampled_from([VariantChoice("mini"), VariantChoice("addiction"), VariantChoice("mini", 9, True)]),
    seats=st.just(3),
    limit_minutes=st.just(1),
    boards_open=st.booleans(),
    spectator_delay_s=st.sampled_from([0, 0, 2]),
    hints=st.just(True),
)


class History:
    """A room and everyone who was ever connected to it, in any of several processes."""

    def __init__(self, stages: Sequence[Stage], code: str, random: Random) -> None:
        self.stages, self.code, self.random = stages, code, random
        self.seats: list[Seat] = []

    @property
    def open_seats(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.bye is None]

    async def take(self, step: str) -> None:
        if step in ("come", "watch"):
            name = self.random.choice(NAMES)
            stage = self.random.choice(self.stages)
            self.seats.append(await stage.enter(self.code, name, watch=step == "watch"))
        elif step.startswith("wait"):
            await self._wait(step)
        elif self.open_seats:
            await self._from(self.random.choice(self.open_seats), step)
        await self._close_what_was_told_to_go()

    async def _wait(self, step: str) -> None:
        waits = {"wait a little": 700, "wait for the start": 4000, "wait for the end": 61_000}
        await self.stages[0].clock.advance(waits[step])

    async def _from(self, seat: Seat, step: str) -> None:  # noqa: C901 - one line a step
        random, replica = self.random, seat.replica
        other = random.choice(NAMES)
        mine = replica.mine
        game, n = (mine.game, mine.n) if mine else ("none", 0)
        match step:
            case "go":
                await seat.leaves()
            case "stop reading":
                seat.is_full = True
            case "read again":
                seat.drain()
            case "settings" if replica.room:
                old = replica.room.settings
                await seat.says(SetSettings(Settings(old.variant, 3, 1, boards_open=random.random() < 0.5, hints=True)))
            case "act":
                await seat.says(Act(game, n + 1, self._legal(seat)))
            case "bad act":
                n = random.choice([n, n + 1, n + 2])
                await seat.says(Act(game, max(1, n), random.choice(["KS@0", "2C@9", "fly", "2C@99"])))
            case "resend" if mine and mine.n:
                live = seat.room.race.state.games[game] if seat.room and seat.room.race else None
                at = random.randint(1, mine.n)
                if live:
                    await seat.says(Act(game, at, action_text(live.committed.actions[at - 1].action)))
            case "shuffle" | "undo" | "redo" | "resign":
                await seat.says(Act(game, n + 1, step))
            case _:
                commands = {
                    "ready": Ready(ready=random.random() < 0.9),
                    "start": Start(),
                    "kick": Kick(random.choice([other, *BOTS])),
                    "bot": AddBot(random.choice([1, 5])),
                    "mute": Mute(other, random.random() < 0.5),
                    "say": Say(random.choice(["hi", "", "x" * 300]), random.choice(["", "wow"])),
                    "cohost": Cohost(other, random.random() < 0.7),
                    "sit out": SitOut(random.random() < 0.5),
                    "leave": Leave(),
                    "rematch": Rematch(),
                    "hint": Hint(game),
                }
                if step in commands:
                    await seat.says(commands[step])

    def _legal(self, seat: Seat) -> str:
        mine, variant = seat.replica.mine, seat.replica.variant
        board = seat.replica.boards.get(mine.game) if mine else None
        moves = board.legal_moves(right_fill=variant.right_fill) if board and variant else []
        if not moves:
            return "undo"
        move = self.random.choice(moves)
        return f"{TEXT_OF[move.card]}@{move.to}"

    async def _close_what_was_told_to_go(self) -> None:
        for seat in self.seats:
            if seat.bye and seat.room:
                await seat.leaves()
                seat.room = None

    async def check(self) -> None:
        for seat in self.open_seats:
            if seat.is_full:
                continue
            fresh = await seat.stage.enter(self.code, seat.player.id, watch=seat.watches)
            if fresh.bye:  # the process has heard only now of a race in which this spectator plays
                assert fresh.bye.code == seat.bye.code == "players_cannot_watch"
                continue
            seat.end_tick()
            assert picture(seat.replica) == picture(fresh.replica)
            await fresh.leaves()


def picture(replica: RoomReplica) -> dict[str, object]:
    return {"room": replica.room, "started": replica.started, "games": replica.games, "chat": replica.chat}


BEGIN = ["come", "come", "watch", "ready", "ready", "ready", "start", "wait for the start"]
OPENINGS = [[], BEGIN, BEGIN, BEGIN]


async def tell(steps: list[str], chosen: Settings, seed: int, *, ticks: bool) -> None:
    """Play a history; with ticks, check only now and then, since that ends them."""
    async with Stage(min_tick_receivers=1 if ticks else 1_000) as stage:
        code = await stage.create("ann", chosen)
        history = History([stage], code, Random(seed))
        history.seats.append(await stage.enter(code, "ann"))
        for step in [*history.random.choice(OPENINGS), *steps]:
            await history.take(step)
            if not ticks or history.random.random() < CHECKED_WITH_TICKS:
                await history.check()
        await history.check()
        for room in stage.rooms._live.values():
            assert room.race is None or all(game.phase in SETTLED for game in room.race.state.games.values())


@pytest.mark.parametrize("ticks", [False, True])
@settings(max_examples=125, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(step_lists, room_settings, st.integers(0, 10**6))
def test_snapshot_plus_events_is_a_fresh_snapshot(ticks: bool, steps: list[str], chosen: Settings, seed: int) -> None:
    asyncio.run(tell(steps, chosen, seed, ticks=ticks))
