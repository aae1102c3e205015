"""Very many games for `tests.bench.growth`, made by Postgres itself: half of them of dailies, half in races of four.

Their results, transcripts and boards are those of some games that are really played; who played which, and when, is
made up. Nothing refers to what is not there, though the references are not checked.

Each large table is written once, and vacuumed before its indexes are built, which then change no page of it. Those of
`games`, the largest, are built at the same time: Postgres reads the table once for all of them.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import asyncpg

from gaprace.errors import RulesError
from gaprace.people.figures import GIANT_RACE_PEOPLE
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.play.events.leaderboards import SHIFTS, Leaderboard, daily_key
from gaprace.play.people.figures import CountedResult, Figures
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.packing import PlayedGame, packed
from gaprace.rules.ranking import POINTS_FOR_WIN_WITHOUT_SHUFFLE, Result, fields_of, result_of
from gaprace.rules.variants import VARIANTS
from gaprace.solver.greedy import advise
from gaprace.store.deals import deal_row
from gaprace.store.figures import figures_row
from gaprace.store.tables import player_figures
from tests.many_results import AT
from tests.positions import random_drawn_deal

VARIANT = VARIANTS["addiction"]
TEMPLATES, MAX_ACTIONS = 64, 250
DATES, SEATS = 200, 4
PERFECT = 48 + POINTS_FOR_WIN_WITHOUT_SHUFFLE
"""The score of all cards without a shuffle."""
PAUSE = (7.0, 0.7)
"""Of the logarithm of the milliseconds between two actions: a second at the median."""


class Size(NamedTuple):
    """How much is made."""

    games: int
    packed_days: int
    """Games are packed that ended so many days ago; 0: none are."""

    @property
    def players(self) -> int:
        """The number of players, each of whom plays every daily once, and as many games in races."""
        return max(100, self.games // 2 // DATES)

    @property
    def of_dailies(self) -> int:
        return self.players * DATES

    @property
    def races(self) -> int:
        return self.of_dailies // SEATS


def date_at(day: int) -> str:
    return date_of(AT - (DATES - day) * DAY_MS)


def played_game(random: Random) -> tuple[Game, list[str]]:
    """A game as people play it, with the boards after its shuffles: it follows advice most of the time."""
    game, boards, ms = Game.start(random_drawn_deal(random, VARIANT)), list[str](), 0
    while not game.is_ended:
        ms += round(random.lognormvariate(*PAUSE))
        action = _action(random, game) if game.number < MAX_ACTIONS else ControlAction.RESIGN
        try:
            game = game.after(action, ms)
        except RulesError:
            game = game.after(ControlAction.RESIGN, ms)
        if action is ControlAction.SHUFFLE:
            boards.append(game.board.text)
    return game, boards


def _action(random: Random, game: Game) -> Action:
    moves = game.legal_moves()
    if game.undoable and random.random() < 0.1:
        return ControlAction.UNDO
    if not moves:
        return ControlAction.SHUFFLE
    advice = advise(game) if random.random() < 0.6 else None
    return advice.action if advice else random.choice(moves)


def templates() -> Iterator[tuple[Any, ...]]:
    random = Random("growth")
    for number in range(TEMPLATES):
        game, boards = played_game(random)
        outcome = result_of(game)
        shown = PlayedGame(game.transcript, " ".join((game.board.text, *boards)))
        result = (*fields_of(outcome).values(), game.transcript, game.board.text, " ".join(boards))
        yield (number, *result, packed(shown), daily_key(outcome))


TEMPLATE = ("number", *Result.__struct_fields__, "transcript", "last_board", "shuffled_boards", "packed", "key")
_TABLES = """
CREATE UNLOGGED TABLE bench_templates (number int PRIMARY KEY, won bool, locked smallint, score smallint, time_ms
  bigint, moves int, reached_ms bigint, shuffles smallint, given_up bool,
  transcript text, last_board text, shuffled_boards text, packed bytea, key bigint);
CREATE UNLOGGED TABLE bench_dates (day int PRIMARY KEY, date varchar(10), deal text, at bigint)
"""
_SQL = Path(__file__).with_name("growth.sql")
FILLED = ("players", "rooms", "deals", "races", "games", "attempts", "places", "place_counts", "daily_scores")
RATED = ("ratings", "rating_changes")
OTHERS = (*(each for each in FILLED if each != "games"), *RATED)
_INDEXES = """
SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid),
  CASE contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' END
FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u')
WHERE indrelid::regclass::text = ANY($1)
"""
_CONSTRAINTS = """
SELECT conrelid::regclass::text, quote_ident(conname) FROM pg_constraint
WHERE contype IN ('p', 'u', 'f') AND (conrelid::regclass::text = ANY($1) OR confrelid::regclass::text = ANY($1))
ORDER BY contype = 'f' DESC
"""
_QUICK = ("fsync = off", "full_page_writes = off", "autovacuum = off", "max_wal_size = '4GB'")
"""Settings of Postgres while the rows are made. A crash would then cost them all."""
_OF_A_CONNECTION = "SET maintenance_work_mem = '256MB'; SET max_parallel_maintenance_workers = 0"
OnDone = Callable[[str], None]
Step = tuple[str, str]
"""A name and statements, which are one transaction."""


class Built(NamedTuple):
    """An index to build again."""

    table: str
    name: str
    definition: str
    constraint: str | None
    """The kind of the constraint that it serves."""

    @property
    def attached(self) -> str:
        return f"ALTER TABLE {self.table} ADD CONSTRAINT {self.name} {self.constraint} USING INDEX {self.name}"


def chains(size: Size) -> Iterator[list[Step]]:
    """Yield what may be done at once: successive steps."""
    values = {
        "players": size.players,
        "of_dailies": size.of_dailies,
        "races": size.races,
        "seats": SEATS,
        "templates": TEMPLATES,
        "shifts": SHIFTS,
        "now": AT,
        "first_at": AT - DATES * DAY_MS,
        "packed_until": AT - size.packed_days * DAY_MS if size.packed_days else 0,
        "variant": deal_row(Deal(VARIANT, "0123456789", bytes(32)))["variant"],
    }
    views, *parts = _SQL.read_text().format(**values).split("-- chain: ")
    for part in parts:
        steps = [step.partition("\n") for step in part.split("-- step: ")[1:]]
        yield [("views", views), *((name, sql) for name, _, sql in steps)]


async def fill(url: str, size: Size, on_done: OnDone) -> None:
    """Make the rows, a statement in a transaction; `on_done` gets the name of each step."""
    connection = await asyncpg.connect(url)
    await _set(connection, _QUICK)
    for statement in _TABLES.split(";"):
        await connection.execute(statement)
    await connection.copy_records_to_table("bench_templates", records=[*templates()], columns=TEMPLATE)
    built = await _take_down(connection)
    await _fill_dates(connection)
    on_done("templates")
    await asyncio.gather(*(_run(url, chain, on_done) for chain in chains(size)))
    await connection.execute("DROP TABLE bench_templates, bench_dates")
    for_games = [[(each.name, each.definition)] for each in built if each.table == "games"]
    for_others = [(each.name, each.definition) for table in OTHERS for each in built if each.table == table]
    await asyncio.gather(_run(url, _vacuum("games"), on_done), _run(url, _vacuum(*OTHERS), on_done))
    await asyncio.gather(*(_run(url, steps, on_done) for steps in (*for_games, for_others)))
    for each in built:
        if each.constraint:
            await connection.execute(each.attached)
    await _fill_figures(url)
    on_done("figures")
    await _set(connection, [f"{each.partition(' ')[0]} = DEFAULT" for each in _QUICK])
    await connection.execute("CHECKPOINT", timeout=None)
    on_done("checkpoint")
    await connection.close()


async def _set(connection: Any, settings: Iterable[str]) -> None:  # noqa: ANN401  # asyncpg has no types
    for each in settings:
        await connection.execute(f"ALTER SYSTEM SET {each}")
    await connection.execute("SELECT pg_reload_conf()")


async def _run(url: str, steps: Iterable[Step], on_done: OnDone) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(_OF_A_CONNECTION)
    for name, sql in steps:
        await connection.execute(sql, timeout=None)
        on_done(name)
    await connection.close()


def _vacuum(*tables: str) -> list[Step]:
    return [(f"statistics of {each}", f"VACUUM ANALYZE {each}") for each in tables]


async def _take_down(connection: Any) -> list[Built]:  # noqa: ANN401  # asyncpg has no types
    """Drop constraints and indexes of the tables; return what builds the indexes again.

    References are not built again: to check them takes longer than to make the rows.
    """
    tables = [*FILLED, *RATED]
    built = [Built(*row) for row in await connection.fetch(_INDEXES, tables)]
    for table, name in await connection.fetch(_CONSTRAINTS, tables):
        await connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    for each in built:
        await connection.execute(f"DROP INDEX IF EXISTS {each.name}")
    return built


# Figures


async def _fill_figures(url: str) -> None:
    """Sum up all games, as servers do in the background."""
    reading, writing = await asyncpg.connect(url), await asyncpg.connect(url)
    query = "SELECT player, id, ended_at, won, score, time_ms FROM games WHERE ranked AND moves > 0"
    async with reading.transaction():
        await reading.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        player, results = "", list[CountedResult]()
        rows = list[tuple[Any, ...]]()
        async for of, game, at, won, score, time_ms in reading.cursor(
            f"{query} ORDER BY player, ended_at, id", prefetch=10_000
        ):
            if of != player and results:
                rows.append(_summed(player, results))
                results = []
            player = of
            shuffles = int(score != PERFECT)
            results.append(CountedResult(game, at, VARIANT.name, won, score, time_ms, shuffles, is_giant=False))
        rows.append(_summed(player, results))
    columns = [column.name for column in player_figures.c]
    await writing.copy_records_to_table("player_figures", records=rows, columns=columns)
    await writing.execute("VACUUM ANALYZE player_figures")
    await reading.close()
    await writing.close()


def _summed(player: str, results: Sequence[CountedResult]) -> tuple[Any, ...]:
    last = (results[-1].ended_at, results[-1].game)
    row = figures_row(player, Figures().add(results), last, GIANT_RACE_PEOPLE)
    return tuple(row[column.name] for column in player_figures.c)


async def _fill_dates(connection: Any) -> None:  # noqa: ANN401  # asyncpg has no types
    random = Random("dates")
    deals = [deal_row(random_drawn_deal(random, VARIANT)) for _ in range(DATES)]
    dailies = [(date_at(day), "addiction", deal["id"]) for day, deal in enumerate(deals)]
    dates = [(day, date_at(day), deal["id"], AT - (DATES - day) * DAY_MS) for day, deal in enumerate(deals)]
    tables = (
        ("deals", tuple(deals[0]), [tuple(each.values()) for each in deals]),
        ("dailies", ("date", "variant", "deal"), dailies),
        ("bench_dates", ("day", "date", "deal", "at"), dates),
    )
    for table, columns, rows in tables:
        await connection.copy_records_to_table(table, records=rows, columns=columns)


def daily_leaderboard(random: Random) -> Leaderboard:
    return Leaderboard("daily", date_at(random.randrange(DATES)), "addiction")
