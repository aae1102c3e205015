"""Programs that race for tests: they never tire, and note down every action that they were told is stored."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import msgspec

from gaprace.bot.client import RoomClient, Timeouts
from gaprace.bot.readiness import wait_for_race
from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import RoomUrl, finished_game
from gaprace.rules.actions import Action, ControlAction, action_text, parse_transcript
from gaprace.rules.record import verify
from gaprace.wire import Acted, Event, GameId, RaceView, Settings, VariantChoice, Welcome
from gaprace.wire.http import FinishedGame, Identity
from tests.processes import PATIENCE_S, ServerProcess

EAGER = Timeouts(reconnect_s=PATIENCE_S, max_reconnect_delay_s=0.2)
LONG_RACE = Settings(variant=VariantChoice("addiction", shuffles=9), seats=50, limit_minutes=120)
"""Nobody wins this one by chance within a test."""
CLOCK_MS = 1000
"""How well a player knows the server's clock, on a machine that is busy."""


class Notes:
    """What one connection was told: action and ms, by game and number. A number never gets another action or time."""

    def __init__(self) -> None:
        self.acted: dict[GameId, dict[int, tuple[str, int]]] = defaultdict(dict)
        self.checks: dict[GameId, dict[int, int]] = defaultdict(dict)
        self.clocks: set[tuple[str, int, int | None]] = set()
        """(race, starts_at, ends_at) as they were told."""
        self._more = asyncio.Event()

    def hear(self, event: Event) -> None:
        if isinstance(event, Acted):
            told = self.acted[event.game].setdefault(event.n, (event.action, event.ms))
            assert told == (event.action, event.ms), f"action {event.n} was {told}, and is {event}"
            if event.checksum is not None:
                assert self.checks[event.game].setdefault(event.n, event.checksum) == event.checksum
            self._more.set()
        if isinstance(event, Welcome) and event.room.race:
            race = event.room.race
            self.clocks.add((race.id, race.starts_at, race.ends_at))

    def transcript(self, game: GameId) -> list[tuple[str, int]]:
        """The game as it was told; every number must be there."""
        told = self.acted[game]
        assert sorted(told) == list(range(1, len(told) + 1)), f"numbers are missing: {sorted(told)}"
        return [told[n] for n in sorted(told)]

    def __len__(self) -> int:
        return sum(map(len, self.acted.values()))

    async def reach(self, count: int) -> None:
        """Wait for so many actions; a client that has given up never hears of more."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self) < count:
                self._more.clear()
                await self._more.wait()


async def all_go_on(notes: Iterable[Notes], count: int) -> None:
    """Wait, for all connections at once, until each has received `count` more actions."""
    await asyncio.gather(*[each.reach(len(each) + count) for each in notes])


def stored_transcript(game: FinishedGame) -> list[tuple[str, int]]:
    return [(action_text(action), ms) for action, ms in parse_transcript(game.record.transcript)]


async def finished_games(server: ServerProcess, ids: Iterable[GameId]) -> dict[GameId, FinishedGame]:
    """Games of a race that has ended, each with a record that holds."""
    games = {game: await finished_game(server.url, game) for game in ids}
    for game in games.values():
        assert verify(record_data(game))["ok"]
    return games


async def nothing_is_lost(server: ServerProcess, racing: "Party") -> dict[GameId, FinishedGame]:
    """Every action that a player was told is stored is in the records, once, and nothing else is; give the games."""
    mine = [player.replica.mine.game for player in racing.players if player.replica.mine]
    games = await finished_games(server, mine)
    for player, notes, game in zip(racing.players, racing.notes, mine, strict=True):
        assert player.desyncs == []
        assert notes.transcript(game) == stored_transcript(games[game])
    return games


def record_data(game: FinishedGame) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(game.record)
    return found


class Party:
    """Players in one room, each with its notes."""

    def __init__(self, door: RoomUrl, players: Sequence[RoomClient], notes: Sequence[Notes]) -> None:
        self.door, self.players, self.notes = door, players, notes

    @property
    def race(self) -> RaceView:
        race = self.players[0].replica.race
        assert race
        return race

    async def start(self) -> RaceView:
        """All say ready, and play."""
        ids = {player.replica.you.id for player in self.players if player.replica.you}
        await self.everyone(lambda player: wait_for_race(player, ids))
        await self.everyone(lambda player: player.until(lambda replica: replica.mine))
        return self.race

    async def resign(self) -> RaceView:
        """All give up; the race as it ended."""
        await self.everyone(lambda player: player.act(ControlAction.RESIGN))
        return await self.over()

    async def over(self) -> RaceView:
        await self.everyone(lambda player: player.until(lambda replica: not replica.is_racing))
        return self.race

    async def everyone(self, call: Callable[[RoomClient], Awaitable[object]]) -> None:
        await asyncio.wait_for(asyncio.gather(*map(call, self.players)), PATIENCE_S)


@asynccontextmanager
async def party(door: RoomUrl, people: Iterable[Identity], *, watch: bool = False) -> AsyncIterator[Party]:
    """Connect all at once, as the people of a hall do."""
    players, notes = [], []
    async with AsyncExitStack() as stack:
        for person in people:
            note = Notes()
            player = RoomClient(door, person.token, watch=watch, on_event=note.hear, timeouts=EAGER)
            stack.push_async_callback(player.close)
            player.start()
            players.append(player)
            notes.append(note)
        for player in players:
            await player.connected()
        yield Party(door, players, notes)


async def sees_the_truth(player: RoomClient, door: RoomUrl, person: Identity, *, watch: bool) -> None:
    """What a connection made of all messages is what a fresh `welcome` tells, of whichever server."""
    async with RoomClient(door, person.token, watch=watch, on_event=lambda _: None, timeouts=EAGER) as fresh:
        truth = picture(fresh.replica)
        # What led there may still be on its way here.
        await asyncio.wait_for(player.until(lambda replica: picture(replica) == truth), PATIENCE_S)
    assert player.desyncs == []


def picture(replica: RoomReplica) -> dict[str, object]:
    return {"room": replica.room, "started": replica.started, "games": replica.games, "chat": replica.chat}


def any_action(replica: RoomReplica, random: Random) -> Action:
    """Something that the rules allow, and that does not end the game: mostly a move, now and then something else."""
    mine = replica.mine
    board, variant = replica.boards[mine.game], replica.variant
    moves = board.legal_moves(right_fill=variant.right_fill)
    others = [ControlAction.UNDO] * bool(mine.undoable) + [ControlAction.REDO] * bool(mine.redoable)
    if mine.shuffles < variant.shuffles and variant.redeal and random.random() < 0.02:
        others.append(ControlAction.SHUFFLE)
    if moves and (not others or random.random() < 0.7):
        return random.choice(moves)
    return random.choice(others or [ControlAction.RESIGN])


async def wander(player: RoomClient, random: Random, pace_s: float, stop: asyncio.Event) -> int:
    """Play without an aim until told to stop. Gives how many actions were made.

    Every action has to be accepted, with the time at which it was made on the one clock of the race.
    """
    made, race = 0, player.replica.race
    assert race
    while not stop.is_set():
        sent_ms = player.clock.now() - race.starts_at
        outcome = await player.act(action_text(any_action(player.replica, random)))
        assert isinstance(outcome, Acted), outcome
        assert sent_ms - CLOCK_MS < outcome.ms < player.clock.now() - race.starts_at + CLOCK_MS
        made += 1
        await asyncio.sleep(pace_s)
    return made


@asynccontextmanager
async def wandering(racing: Party, pace_s: float) -> AsyncIterator[list[asyncio.Task[int]]]:
    """All play on while something else is done. If one of them fails, so does that."""
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        yield [
            group.create_task(wander(player, Random(number), pace_s, stop))
            for number, player in enumerate(racing.players)
        ]
        stop.set()
