"""Very many games for `tests.bench.growth`, made by Postgres itself: half of them of dailies, half in races of four.

Their results, transcripts and boards are those of some games that are really played; who played which, and when, is
made up. Nothing refers to what is not there, though the references are not checked while the rows are made.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import asyncpg

from gaprace.errors import RulesError
from gaprace.play.calendar import DAY_MS, date_of
from gaprace.play.leaderboards import SHIFTS, Leaderboard, daily_key
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.packing import PlayedGame, packed
from gaprace.rules.ranking import Outcome, outcome_of
from gaprace.rules.variants import VARIANTS
from gaprace.solver.greedy import advise
from gaprace.store.deals import deal_row
from tests.many_results import AT
from tests.positions import random_drawn_deal

VARIANT = VARIANTS["addiction"]
TEMPLATES, MAX_ACTIONS = 64, 250
DATES, SEATS = 200, 4
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
        outcome = outcome_of(game)
        shown = PlayedGame(game.transcript, " ".join((game.board.text, *boards)))
        result = (*outcome, game.shuffles, game.transcript, game.board.text, " ".join(boards))
        yield (number, *result, packed(shown), daily_key(outcome))


TEMPLATE = ("number", *Outcome._fields, "shuffles", "transcript", "last_board", "shuffled_boards", "packed", "key")
_TABLES = """
CREATE UNLOGGED TABLE bench_templates (number int PRIMARY KEY, won bool, locked smallint, score smallint, time_ms
  bigint, moves int, reached_ms bigint, shuffles smallint, transcript text, last_board text, shuffled_boards text,
  packed bytea, key bigint);
CREATE UNLOGGED TABLE bench_dates (day int PRIMARY KEY, date varchar(10), deal text, at bigint)
"""
_STEPS = Path(__file__).with_name("growth.sql")


def steps(size: Size) -> Iterator[tuple[str, str]]:
    """Yield the name and the statements of each step."""
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
    for step in _STEPS.read_text().split("-- step: ")[1:]:
        name, _, sql = step.partition("\n")
        yield name, sql.format(**values)


async def fill(url: str, size: Size, on_done: Callable[[str], None]) -> None:
    """Make the rows, a statement in a transaction; `on_done` gets the name of each step."""
    connection = await asyncpg.connect(url)
    await connection.execute("SET session_replication_role = replica")  # checks no references
    await connection.execute(_TABLES)
    await connection.copy_records_to_table("bench_templates", records=[*templates()], columns=TEMPLATE)
    await _fill_dates(connection)
    on_done("templates")
    for name, sql in steps(size):
        await connection.execute(sql, timeout=None)
        on_done(name)
    await connection.execute("DROP VIEW of_dailies, of_seats, of_races; DROP TABLE bench_templates, bench_dates")
    await connection.execute("VACUUM ANALYZE", timeout=None)
    on_done("statistics")
    await connection.close()


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
