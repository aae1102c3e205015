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

from gaprace.settings import PREFIX, ServerSettings
from gaprace.wire import Acted, Settings, Start, Started
from tests.attack.attacker import KINDS
from tests.attack.long_games import add_long_game, long_game
from tests.bench import load
from tests.databases import opened_store
from tests.end_to_end.guests import Guest, guests
from tests.processes import ServerProcess

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


async def waits(player: Guest, seconds: float) -> list[float]:
    """Act for a while; return how long each action took to be acknowledged, in ms."""
    taken = []
    until = perf_counter() + seconds
    while perf_counter() < until:
        since, mine = perf_counter(), player.player.replica.mine
        action = "shuffle" if mine.n == 0 else "undo" if mine.n % 2 else "redo"
        assert isinstance(await player.act(action), Acted)
        taken.append((perf_counter() - since) * 1_000)
        await asyncio.sleep(ACTION_INTERVAL_S)
    return taken


async def play(server: ServerProcess, kinds: Sequence[str], addresses: int, seconds: float) -> None:
    async with guests(server, Settings(seats=1, limit_minutes=None), players=1) as (player,):
        await player.ask(Start(), Started)
        await waits(player, 2)
        quiet = show("no attack", await waits(player, seconds), None)
        for kind in kinds:
            attacker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.attack.attacker", server.base, kind),
                *(str(addresses), str(seconds + WARM_UP_S + 30)),
                stdout=asyncio.subprocess.PIPE,
            )
            await attacker.stdout.readline()
            await waits(player, WARM_UP_S)
            before = server.cpu_seconds()
            show(kind, await waits(player, seconds), quiet)
            print(f"{'':12}server: {(server.cpu_seconds() - before) / seconds:.0%} of a core", flush=True)
            attacker.kill()
            await attacker.wait()


def show(what: str, taken: list[float], quiet: tuple[float, float, float] | None) -> tuple[float, float, float]:
    cuts = quantiles(taken, n=100)
    figures = cuts[49], cuts[98], max(taken)
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
