"""Puzzles and their players."""

import sqlalchemy as sa

from gaprace.store.tables.base import ID, PERSONAL, metadata, partial_index
from gaprace.store.tables.people import players
from gaprace.store.tables.races import games

# Positions in which one move alone wins, see `play.study.puzzles`. No two have the same board.
puzzles = sa.Table(
    "puzzles",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("columns", sa.SmallInteger, nullable=False),
    sa.Column("board", sa.Text, nullable=False, unique=True),
    # The moves to find, joined by spaces, and JSON of `play.study.puzzles.Proof`.
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("proof", sa.LargeBinary, nullable=False),
    sa.Column("boards", sa.Integer, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    # Of all players.
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Index(None, "made_at", "id"),
)
partial_index("ix_puzzles_untried", puzzles.c.made_at, where=puzzles.c.tries == 0)

# Since when the games of a player are to be searched for lost wins, and until when a process has claimed that.
mistake_searches = sa.Table(
    "mistake_searches",
    metadata,
    sa.Column("player", sa.ForeignKey(players.c.id), primary_key=True, info=PERSONAL),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    sa.Column("owned_until", sa.BigInteger),
)

# The first try of each puzzle by each player.
puzzle_tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("player", sa.ForeignKey(players.c.id), primary_key=True, info=PERSONAL),
    sa.Column("puzzle", sa.ForeignKey(puzzles.c.id), primary_key=True),
    sa.Column("begun_at", sa.BigInteger, nullable=False),
    # The moves that were found, and the one that lost.
    sa.Column("found", sa.Text, nullable=False),
    sa.Column("wrong", sa.String(16), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("ended_at", sa.BigInteger),
)
# The finished games that were searched for lost wins, and the mistakes that were found.
puzzle_games = sa.Table(
    "puzzle_games",
    metadata,
    sa.Column("game", sa.ForeignKey(games.c.id), primary_key=True),
)

puzzle_mistakes = sa.Table(
    "puzzle_mistakes",
    metadata,
    sa.Column("player", sa.ForeignKey(players.c.id), primary_key=True, info=PERSONAL),
    sa.Column("puzzle", sa.ForeignKey(puzzles.c.id), primary_key=True),
    sa.Column("game", sa.ForeignKey(games.c.id), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    # The move that lost.
    sa.Column("played", sa.String(16), nullable=False),
)
