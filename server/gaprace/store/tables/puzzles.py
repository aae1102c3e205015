"""Puzzles and their players."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
)

from gaprace.store.tables.base import DATE, ID, metadata, partial_index
from gaprace.store.tables.people import players
from gaprace.store.tables.races import games

# Positions in which one move alone wins, see `play.puzzles`. No two have the same board.
puzzles = Table(
    "puzzles",
    metadata,
    Column("id", ID, primary_key=True),
    Column("columns", SmallInteger, nullable=False),
    Column("board", Text, nullable=False, unique=True),
    # The moves to find, joined by spaces, and JSON of `play.puzzles.Proof`.
    Column("line", Text, nullable=False),
    Column("proof", LargeBinary, nullable=False),
    Column("boards", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    # Of all players.
    Column("tries", Integer, nullable=False),
    Index(None, "made_at", "id"),
)
partial_index("ix_puzzles_untried", puzzles.c.made_at, where=puzzles.c.tries == 0)

# The puzzle of a UTC date.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), nullable=False, unique=True),
)

# Since when the games of a player are to be searched for lost wins, and until when a process has claimed that.
mistake_searches = Table(
    "mistake_searches",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("asked_at", BigInteger, nullable=False),
    Column("owned_until", BigInteger),
)

# The first try of each puzzle by each player.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), primary_key=True),
    Column("begun_at", BigInteger, nullable=False),
    # The moves that were found, and the one that lost.
    Column("found", Text, nullable=False),
    Column("wrong", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("ended_at", BigInteger),
)
# The finished games that were searched for lost wins, and what was found.
puzzle_games = Table(
    "puzzle_games",
    metadata,
    Column("game", ForeignKey(games.c.id), primary_key=True),
)

puzzle_mistakes = Table(
    "puzzle_mistakes",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), primary_key=True),
    Column("game", ForeignKey(games.c.id), nullable=False),
    Column("at", BigInteger, nullable=False),
    # The move that lost.
    Column("played", String(16), nullable=False),
)
