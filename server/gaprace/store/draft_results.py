"""What the results of the last draft did not say follows from how the games were played.

That is whether a game was given up, and the boards of games that ended before they were stored with their results.
"""

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, RowMapping, not_, select, update
from sqlalchemy.engine import Connection

from gaprace.rules.actions import was_resigned
from gaprace.rules.board import parse_board
from gaprace.rules.game import Game
from gaprace.store.archive import PLAY, play_of
from gaprace.store.deals import DEAL, stored_deal, stored_variant
from gaprace.store.tables import deals, games, races


def add_given_up(op: Operations, connection: Connection) -> None:
    """Add the column `games.given_up`, and fill it."""
    op.add_column("games", Column("given_up", Boolean))
    op.drop_index("ix_games_of_player", "games")
    (index,) = (each for each in games.indexes if each.name == "ix_games_of_player")
    op.create_index("ix_games_of_player", "games", [column.name for column in index.columns])
    _find_boards(connection)
    connection.execute(update(games).where(games.c.ended_at.is_not(None)).values(given_up=False))
    ended = (
        select(games.c.id, games.c.shuffles, *PLAY, deals.c.variant.label("rules"))
        .join(races, races.c.id == games.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .where(games.c.ended_at.is_not(None), not_(games.c.won))
    )
    given_up = [row["id"] for row in connection.execute(ended).mappings() if _was_given_up(row)]
    for game in given_up:
        connection.execute(update(games).where(games.c.id == game).values(given_up=True))


def _find_boards(connection: Connection) -> None:
    query = (
        select(games.c.id, *PLAY, *DEAL)
        .join(races, races.c.id == games.c.race)
        .join(deals, deals.c.id == races.c.deal)
        .where(games.c.ended_at.is_not(None), games.c.last_board.is_(None))
    )
    for row in connection.execute(query).mappings().all():
        transcript, boards = play_of(row)
        if row["packed"] is None or not boards:
            game = Game.replay(stored_deal(row), transcript)
            texts = {"last_board": game.board.text, "shuffled_boards": " ".join(each.text for each in game.shuffled)}
            change = update(games).where(games.c.id == row["id"])
            connection.execute(change.values(transcript=transcript, packed=None, **texts))


def _was_given_up(row: RowMapping) -> bool:
    play, variant = play_of(row), stored_variant(row["rules"])
    if not was_resigned(play.transcript):
        return False
    if row["shuffles"] < variant.shuffles:
        return True
    board = parse_board(play.boards.split()[0], variant.columns)
    return not board.is_stuck(right_fill=variant.right_fill)
