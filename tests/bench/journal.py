"""How actions could be stored: what appending one costs with the present table, and with others that write less.

With the present key, `(game, n)`, each game's rows lie in a page of their own on SQLite, so a group of actions writes
about as many pages as it has games. The other designs append to a table in order of arrival. The first of them finds a
game's actions by an index with small keys. The second one has no index at all, so that it shows the most that could be
won: `games` has the last number of each game, which guards against two writers, and nothing finds a game's actions.

One connection does nothing but append. CPU is that of its thread on SQLite, and of its server process on Postgres.
Rounds of all designs take turns, and ratios are those of rounds next to each other.
"""

import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time

import asyncpg  # type: ignore[import-untyped]
import psutil
from sqlalchemy import make_url

from gaprace.store.action_appender import _SQLITE_APPEND, NewAction, PostgresStatements
from tests.bench import load

GAMES, ACTIONS, ROUNDS = 200, 10_000, 10
GROUPS = (50, 100)
"""Actions of a group. The groups of `make bench ARGS=race` have some 60."""
PRESENT, INDEXED, BARE = "the present table", "in order of arrival, small index", "in order of arrival, no index"
_NEW_GAME = "INSERT INTO games (id, race, seat, player, ranked, hinted) VALUES ('{0}', '{0}', 0, '{0}', TRUE, FALSE)"


@dataclass
class Cost:
    """What an action costs."""

    cpu_us: float
    written: float
    """Bytes of the log and of the tables."""


def groups(size: int) -> Iterator[list[NewAction]]:
    """Return groups of actions: of all games in turn, each time in another order."""
    random, last = Random("journal"), dict.fromkeys(games(), 0)
    turns = (game for _ in range(ACTIONS // GAMES) for game in random.sample(list(last), GAMES))
    for _ in range(ACTIONS // size):
        group: list[NewAction] = []
        for game in (next(turns) for _ in range(size)):
            last[game] += 1
            group.append((game, last[game], "6D@27", 700 * last[game], last[game] - 1))
        yield sorted(group)


def games() -> list[str]:
    random = Random("games")
    return [random.randbytes(8).hex() for _ in range(GAMES)]


# SQLite

SQLITE: dict[str, tuple[str, Sequence[str]]] = {
    PRESENT: ("", [_SQLITE_APPEND]),
    INDEXED: (
        """
CREATE TABLE arrivals (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, n INTEGER NOT NULL, action TEXT, ms BIGINT);
CREATE UNIQUE INDEX ux ON arrivals (game, n)""",
        [
            """
INSERT INTO arrivals (game, n, action, ms)
SELECT games.rowid, json_extract(new.value, '$[1]'), json_extract(new.value, '$[2]'), json_extract(new.value, '$[3]')
FROM json_each(?) AS new JOIN games ON games.id = json_extract(new.value, '$[0]')
WHERE games.ended_at IS NULL
AND json_extract(new.value, '$[4]') = coalesce((SELECT max(n) FROM arrivals WHERE game = games.rowid), 0)
RETURNING game, n"""
        ],
    ),
    BARE: (
        """
CREATE TABLE arrivals (id INTEGER PRIMARY KEY, game TEXT NOT NULL, n INTEGER NOT NULL, action TEXT, ms BIGINT);
ALTER TABLE games ADD last INTEGER NOT NULL DEFAULT 0""",
        [
            """
UPDATE games SET last = json_extract(new.value, '$[1]') FROM json_each(?) AS new
WHERE games.id = json_extract(new.value, '$[0]') AND games.ended_at IS NULL
AND games.last = json_extract(new.value, '$[4]')
RETURNING id, last""",
            """
INSERT INTO arrivals (game, n, action, ms)
SELECT
json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')
FROM json_each(?)""",
        ],
    ),
}


async def on_sqlite(design: str, size: int) -> Cost:
    tables, statements = SQLITE[design]
    with load.sqlite() as url:
        connection = sqlite3.connect(make_url(url).database or "", isolation_level=None)
        connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + tables)
        connection.executescript(f"BEGIN; {'; '.join(_NEW_GAME.format(game) for game in games())}; COMMIT")
        connection.execute("PRAGMA foreign_keys = OFF")
        cpu, written = 0.0, _written()
        for group in groups(size):
            rows = json.dumps(group)
            began = thread_time()
            if len(statements) > 1:
                connection.execute("BEGIN IMMEDIATE")
            for statement in statements:
                connection.execute(statement, (rows,)).fetchall()
            if len(statements) > 1:
                connection.execute("COMMIT")
            cpu += thread_time() - began
        cost = Cost(1e6 * cpu / ACTIONS, (_written() - written) / ACTIONS)
        connection.close()
        return cost


def _written() -> int:
    counters = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counters["wchar"])


# Postgres: its tables have no order, so only the index of the present one is in the order of games.

POSTGRES: dict[str, tuple[str, str]] = {
    PRESENT: ("", ""),
    INDEXED: (
        """
ALTER TABLE games ADD number BIGINT GENERATED ALWAYS AS IDENTITY;
CREATE TABLE arrivals (game BIGINT NOT NULL, n INTEGER NOT NULL, action TEXT, ms BIGINT);
CREATE UNIQUE INDEX ux ON arrivals (game, n)""",
        """
WITH running AS MATERIALIZED
(SELECT id, number FROM games WHERE id = ANY($1) AND ended_at IS NULL ORDER BY id FOR SHARE)
INSERT INTO arrivals (game, n, action, ms)
SELECT running.number, new.n, new.action, new.ms
FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $5::integer[])
WITH ORDINALITY AS new (game, n, action, ms, last, place)
JOIN running ON running.id = new.game
WHERE new.last = coalesce((SELECT max(n) FROM arrivals WHERE game = running.number), 0)
ORDER BY new.place
RETURNING game, n""",
    ),
    BARE: (
        """
CREATE TABLE arrivals (game TEXT NOT NULL, n INTEGER NOT NULL, action TEXT, ms BIGINT);
ALTER TABLE games ADD last INTEGER NOT NULL DEFAULT 0""",
        """
WITH new AS (
SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::bigint[], $5::integer[])
WITH ORDINALITY AS new (game, n, action, ms, last, place)
), taken AS (
UPDATE games SET last = new.n FROM new
WHERE games.id = new.game AND games.ended_at IS NULL AND games.last = new.last RETURNING games.id, games.last
)
INSERT INTO arrivals (game, n, action, ms)
SELECT new.game, new.n, new.action, new.ms FROM new JOIN taken ON taken.id = new.game AND taken.last = new.n
ORDER BY new.place
RETURNING game, n""",
    ),
}


async def on_postgres(design: str, size: int) -> Cost:
    tables, statement = POSTGRES[design]
    with load.postgres() as url:
        address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(address)
        await connection.execute("SET session_replication_role = replica;" + tables)
        await connection.execute("; ".join(_NEW_GAME.format(game) for game in games()))
        server = psutil.Process(await connection.fetchval("SELECT pg_backend_pid()"))
        began, written = _cpu_seconds(server), await connection.fetchval(_LOG)
        for group in groups(size):
            if statement:
                await connection.fetch(statement, *zip(*group, strict=True))
            else:
                await PostgresStatements().append(connection, group)
        cpu, written = _cpu_seconds(server) - began, await connection.fetchval(_LOG) - written
        await connection.close()
        return Cost(1e6 * cpu / ACTIONS, float(written) / ACTIONS)


_LOG = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"


def _cpu_seconds(process: psutil.Process) -> float:
    """Return its CPU time, in nanoseconds' steps (`psutil` has it in those of a hundredth of a second)."""
    return int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9


Round = Callable[[str, int], Awaitable[Cost]]


async def all_rounds() -> None:
    print(f"{GAMES} games, {ACTIONS} actions, median of {ROUNDS} rounds")
    for name, measure in (("SQLite", on_sqlite), ("Postgres", on_postgres)):
        for size in GROUPS:
            print(f"{name}, groups of {size}:")
            await _compare(measure, size)


async def _compare(measure: Round, size: int) -> None:
    costs: dict[str, list[Cost]] = {design: [] for design in SQLITE}
    for _ in range(ROUNDS):
        for design, rounds in costs.items():
            rounds.append(await measure(design, size))
    for design, rounds in costs.items():
        pairs = zip(rounds, costs[PRESENT], strict=True)
        print(
            f"  {design:<34} {median(each.cpu_us for each in rounds):>6.1f} us of CPU"
            f"  {median(each.written for each in rounds):>6.0f} bytes"
            f"  {median(each.cpu_us / present.cpu_us for each, present in pairs):.2f} of the present table's CPU",
            flush=True,
        )


def run() -> None:
    load.run(all_rounds)
