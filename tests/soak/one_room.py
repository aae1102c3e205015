"""One large room: everybody comes at once, races at a person's pace, and some watch.

Players keep what is acknowledged, to compare it with the store. The figures are those of the clients, which are all in
one process: whatever time they take themselves is in them.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import monotonic, time

from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import finished_game
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.record import verify
from gaprace.wire import (
    PROTOCOL,
    Act,
    Acted,
    Command,
    Event,
    GameId,
    Hello,
    Look,
    Refused,
    Settings,
    Start,
    Started,
    VariantChoice,
    decode_event,
    encode,
)
from gaprace.wire.http import Identity
from tests.end_to_end.party import Notes, any_action, record_data, stored_transcript
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, raw_client

PACE_S = 1.0
"""Between two actions of a player, on the mean."""
LOOKED = 20
"""Boards that a spectator looks at."""
ARRIVALS_S = 0.005
"""Between two clients who come: nobody waits for the ones before."""
PATIENCE_S = 120.0
ONE_ADDRESS = {"GAPRACE_COMMANDS_PER_ADDRESS": "100000", "GAPRACE_REQUESTS_PER_MINUTE": "1000000"}
"""All clients have one address here."""
_NOT_READ = (b'{"t":"leaders"', b'{"t":"nearby"', b'{"t":"present"', b'{"t":"room"')
"""What a player's client here does not decode but at the end: the load has one core."""


@dataclass
class Figures:
    """What the clients of one room have measured."""

    clients: int = 0
    joined_s: float = 0.0
    """Until all were in."""
    starts_ms: list[float] = field(default_factory=list)
    """How late each client got the layout, counted from the start instant."""
    acks_ms: list[float] = field(default_factory=list)
    actions: int = 0
    cut_off: int = 0
    bytes_before: int = 0
    bytes_after: int = 0
    cpu_s: float = 0.0
    raced_s: float = 0.0
    games_checked: int = 0

    @property
    def text(self) -> str:
        """A line a figure."""
        each = (self.bytes_after - self.bytes_before) / max(1, self.clients) / 1024
        acks, starts = self.acks_ms, self.starts_ms
        lines = [
            f"{self.clients} clients were in after {self.joined_s:.1f} s, {self.cut_off} were cut off.",
            f"All had the layout {max(starts):.0f} ms after the start (median {percentile(starts, 50):.0f} ms).",
            f"{self.actions} actions in {self.raced_s:.0f} s, with {self.cpu_s / self.raced_s:.0%} of a core.",
            f"Acknowledged after {percentile(acks, 50):.1f} ms (median), {percentile(acks, 99):.1f} ms (p99).",
            f"{each:.0f} KB a connection, with its seat and game.",
            f"{self.games_checked} games were compared with the store: nothing was lost.",
        ]
        return "\n".join(lines)


def percentile(values: list[float], percent: int) -> float:
    """The smallest value that so many percent are not above."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


class _Client:
    """A connection, which hears as little as its role needs."""

    def __init__(self, identity: Identity, figures: Figures) -> None:
        self.identity, self._figures = identity, figures
        self.replica = RoomReplica()
        self._news = asyncio.Event()
        self._connection: RawClient

    async def enter(self, server: ServerProcess, code: str, *, watch: bool) -> None:
        self._connection = await raw_client(server.port, f"/ws/rooms/{code}", self.identity.token, self._on_message)
        self._connection.when_lost = self._lost
        self.send(Hello(PROTOCOL, watch=watch))
        await self.until(lambda: self.replica.you)

    def _lost(self) -> None:
        self._figures.cut_off += 1
        self._news.set()

    def send(self, command: Command) -> None:
        self._connection.send(encode(command))

    def _on_message(self, payload: bytes) -> None:
        if not (self.replica.started and payload.startswith(_NOT_READ)):
            self.hear(decode_event(payload))

    def hear(self, event: Event) -> None:
        """Apply an event."""
        assert not isinstance(event, Refused), event
        if isinstance(event, Started) and self.replica.race:
            self._figures.starts_ms.append(time() * 1000 - self.replica.race.starts_at)
        self.replica.apply(event)
        self._news.set()

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def leave(self) -> None:
        self._connection.when_lost = lambda: None
        self._connection.transport.abort()


class _Player(_Client):
    """Makes a legal action each second, and keeps what is acknowledged."""

    def __init__(self, identity: Identity, figures: Figures, random: Random) -> None:
        super().__init__(identity, figures)
        self._random, self.notes = random, Notes()
        self._pending: tuple[GameId, int] | None = None

    def hear(self, event: Event) -> None:
        super().hear(event)
        self.notes.hear(event)
        if isinstance(event, Acted) and (event.game, event.n) == self._pending:
            self._pending = None

    async def race(self, seconds: float) -> None:
        """Act for a time, then resign."""
        await self.until(lambda: self.replica.mine)
        until = monotonic() + seconds
        await asyncio.sleep(PACE_S * self._random.random())
        while monotonic() < until and self._plays:
            began = monotonic()
            await self._act(action_text(any_action(self.replica, self._random)))
            self._figures.acks_ms.append((monotonic() - began) * 1000)
            await asyncio.sleep(PACE_S * self._random.uniform(0.5, 1.5))
        if self._plays:
            await self._act(ControlAction.RESIGN)

    @property
    def _plays(self) -> bool:
        return self.replica.mine is not None and not self.replica.mine.ended

    async def _act(self, action: str) -> None:
        mine = self.replica.mine
        assert mine
        self._pending = (mine.game, mine.n + 1)
        self.send(Act(mine.game, mine.n + 1, action))
        await self.until(lambda: self._pending is None)
        self._figures.actions += 1


async def one_room(server: ServerProcess, players: int, spectators: int, seconds: float, *, checked: int) -> Figures:
    """Fill a room, race in it, and compare some games with the store.

    Raises:
        AssertionError: something was lost or refused.
        TimeoutError: something was never answered.

    """
    figures, random = Figures(clients=players + spectators), Random("one room")
    people = await server.people(players + spectators)
    variant = VariantChoice("addiction", shuffles=9)  # random actions do not win it
    settings = Settings(variant, seats=max(players, 2), limit_minutes=60)
    code = (await server.room(people[0], settings)).code
    racers = [_Player(each, figures, Random(random.random())) for each in people[:players]]
    watchers = [_Client(each, figures) for each in people[players:]]
    figures.bytes_before, began = server.resident_bytes(), monotonic()
    async with asyncio.TaskGroup() as group:
        for client in [*racers, *watchers]:
            group.create_task(client.enter(server, code, watch=client in watchers))
            await asyncio.sleep(ARRIVALS_S)
    figures.joined_s = monotonic() - began
    racers[0].send(Start())
    for client in [*racers, *watchers]:
        await client.until(lambda client=client: client.replica.is_racing)  # type: ignore[misc]
    racing = [asyncio.create_task(each.race(seconds)) for each in racers]
    await racers[-1].until(lambda: racers[-1].replica.started)
    began, cpu = monotonic(), server.cpu_seconds()
    games = [each.replica.own.seat.game for each in racers if each.replica.own and each.replica.own.seat]
    await asyncio.sleep(seconds / 2)
    for watcher in watchers:
        watcher.send(Look(random.sample(games, min(LOOKED, len(games)))))
    figures.bytes_after = server.resident_bytes()
    await asyncio.sleep(seconds / 2 - 1)
    figures.cpu_s, figures.raced_s = server.cpu_seconds() - cpu, monotonic() - began
    await asyncio.gather(*racing)
    for racer in racers:
        await racer.until(lambda racer=racer: not racer.replica.is_racing)  # type: ignore[misc]
    for racer in random.sample(racers, min(checked, len(racers))):
        mine = racer.replica.mine
        assert mine
        game = await finished_game(server.url, mine.game)
        assert racer.notes.transcript(mine.game) == stored_transcript(game)
        assert verify(record_data(game))["ok"]
        figures.games_checked += 1
    assert figures.cut_off == 0
    for client in [*racers, *watchers]:
        client.leave()
    return figures
