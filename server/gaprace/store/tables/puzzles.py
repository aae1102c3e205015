"""Puzzles, their players and storms."""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    and_,
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
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    # How often its rating has changed.
    Column("lessons", Integer, nullable=False),
    Index(None, "rating", "id"),
)
partial_index("ix_puzzles_untried", puzzles.c.columns, puzzles.c.rating, where=puzzles.c.tries == 0)

# The puzzle of a UTC date.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("date", DATE, primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), nullable=False, unique=True),
)

puzzle_players = Table(
    "puzzle_players",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    # The rated ones.
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    # Since when the games are to be searched for mistakes, and until when a process has claimed that.
    Column("asked_at", BigInteger),
    Column("owned_until", BigInteger),
)
partial_index("ix_puzzle_players_asked_at", puzzle_players.c.asked_at, where=puzzle_players.c.asked_at.is_not(None))

# The first try of each puzzle by each player.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    # The moves that were found, and the one that lost.
    Column("found", Text, nullable=False),
    Column("wrong", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("ended_at", BigInteger),
    Column("rating_after", Double),
    Column("change", Double),
)
partial_index(
    "ix_puzzle_tries_open",
    puzzle_tries.c.player,
    where=and_(puzzle_tries.c.state == "open", puzzle_tries.c.kind == "next"),
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

# Puzzles against the clock, see `play.storm`.
storms = Table(
    "storms",
    metadata,
    Column("id", ID, primary_key=True),
    Column("player", ForeignKey(players.c.id), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    # The puzzle on the board, and the moves found of it; empty if there was none left.
    Column("puzzle", ID, nullable=False),
    Column("found", Text, nullable=False),
    # The moves so far.
    Column("n", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    # The id of the first storm on the same puzzles, all moves as text, and, once it is over, the rules that flag it.
    Column("sequence", ID, nullable=False, server_default=""),
    Column("log", Text, nullable=False, server_default=""),
    Column("flags", Text),
    # The moderator who lets it count in spite of its flags, and the decision that made it void.
    Column("cleared_by", Text),
    Column("voided_by", ID),
    Index(None, "player", "begun_at"),
    Index(None, "sequence", "player", unique=True),
)
partial_index("ix_storms_due", storms.c.ends_at, where=storms.c.flags.is_(None))
partial_index("ix_storms_flagged", storms.c.begun_at, where=storms.c.flags != "")
partial_index("ix_storms_void", storms.c.voided_by, where=storms.c.voided_by.is_not(None))

# The puzzles of a sequence that storms meet, in order from 0.
storm_puzzles = Table(
    "storm_puzzles",
    metadata,
    Column("sequence", ID, primary_key=True),
    Column("position", SmallInteger, primary_key=True),
    Column("puzzle", ForeignKey(puzzles.c.id), nullable=False),
)

# The best storm of each player, of all time and of each week.
storm_bests = Table(
    "storm_bests",
    metadata,
    Column("period", String(10), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "period", "score", "at", "player"),
    Index(None, "player"),
)
