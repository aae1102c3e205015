"""What an attack within the limits does to another player: `python -m tests.attack.requests`.

A fresh server with the limits that it has by default; an honest player, who moves and takes back, and the time until
each action is acknowledged: without an attack, then under each kind of it. Read the ratios, not the times.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import fields
from statistics import quantiles
from time import perf_counter

from websockets.asyncio.client import ClientConnection

from gaprace.settings import PREFIX, ServerSettings
from gaprace.wire import PROTOCOL, Act, Acted, Hello, Settings, Start, Started, VariantChoice, Welcome, encode
from tests.attack.attacker import KINDS
from tests.attack.long_games import add_long_game, long_game
from tests.bench import load
from tests.databases import opened_store
from tests.processes import ServerProcess
from tests.web.harness import connected, next_event

ACTION_INTERVAL_S = 0.1
WARM_UP_S = 3.0
"""Until the attackers are at their limits, and their bursts are over."""
LIMITS = (
    "connections_per_address",
    "rooms_per_minute",
    "identities_per_minute",
    "requests_per_minute",
    "commands_per_address",
    "max_connections",
)
"""The settings that the other tests set so high that they limit nothing."""


def limits_by_default() -> dict[str, str]:
    """The settings of a server that trusts one proxy, and is otherwise as it comes."""
    defaults = {field.name: getattr(ServerSettings(), field.name) for field in fields(ServerSettings)}
    settings = {PREFIX + name.upper(): str(defaults[name]) for name in LIMITS}
    return settings | {"GAPRACE_TRUSTED_HOPS": "1", "GAPRACE_SOLVERS": "1"}


class Player:
    """An honest player in a solo room."""

    def __init__(self, socket: ClientConnection, started: Started, game: str) -> None:
        self._socket, self._game, self._n = socket, game, 0
        self._move = started.board

    async def waits(self, seconds: float) -> list[float]:
        """Act for a while; return how long each action took to be acknowledged, in ms."""
        waits = []
        until = perf_counter() + seconds
        while perf_counter() < until:
            since = perf_counter()
            await self._act("shuffle" if self._n == 0 else "undo" if self._n % 2 else "redo")
            waits.append((perf_counter() - since) * 1_000)
            await asyncio.sleep(ACTION_INTERVAL_S)
        return waits

    async def _act(self, action: str) -> None:
        self._n += 1
        await self._socket.send(encode(Act(self._game, self._n, action)).decode())
        while True:
            event = await asyncio.wait_for(next_event(self._socket), 60)
            if isinstance(event, Acted) and event.n == self._n:
                return


async def play(server: ServerProcess, kinds: Sequence[str], addresses: int, seconds: float) -> None:
    host = (await server.people(1))[0]
    settings = Settings(VariantChoice("addiction"), seats=1, limit_minutes=None)
    room = await server.room(host, settings)
    at = server.base.removeprefix("http://")
    async with connected(at, host.token, code=room.code, hello=Hello(PROTOCOL)) as socket:
        assert isinstance(await next_event(socket), Welcome)
        await socket.send(encode(Start()).decode())
        while not isinstance(event := await next_event(socket), Started):
            game = getattr(event, "race", None)
            if game is not None:
                game_id = game.seats[0].game
        player = Player(socket, event, game_id)
        await player.waits(2)
        quiet = show("no attack", await player.waits(seconds), None)
        for kind in kinds:
            attacker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.attack.attacker", server.base, kind),
                *(str(addresses), str(seconds + WARM_UP_S + 30)),
                stdout=asyncio.subprocess.PIPE,
            )
            await attacker.stdout.readline()
            await player.waits(WARM_UP_S)
            before = server.cpu_seconds()
            show(kind, await player.waits(seconds), quiet)
            print(f"{'':12}server: {(server.cpu_seconds() - before) / seconds:.0%} of a core", flush=True)
            attacker.kill()
            await attacker.wait()


def show(what: str, waits: list[float], quiet: tuple[float, float, float] | None) -> tuple[float, float, float]:
    cuts = quantiles(waits, n=100)
    figures = cuts[49], cuts[98], max(waits)
    ratios = "".join(f" {now / before:6.1f}x" for now, before in zip(figures, quiet, strict=True)) if quiet else ""
    p50, p99, most = figures
    print(f"{what:12}p50 {p50:7.1f} ms  p99 {p99:7.1f} ms  max {most:7.1f} ms {ratios}", flush=True)
    return figures


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attack.requests", description=__doc__)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("kinds", nargs="*", default=KINDS, metavar=f"{{{','.join(KINDS)}}}")
    asked = parser.parse_args()
    with load.postgres() if asked.postgres else load.sqlite() as url:
        async with opened_store(url) as store:
            await add_long_game(store, long_game())
        async with ServerProcess(url, settings=limits_by_default()) as server:
            await play(server, asked.kinds, asked.addresses, asked.seconds)


if __name__ == "__main__":
    asyncio.run(main())
