"""Columns named for what they hold: `leaderboard` instead of `board`, `harder_permille` instead of `harder`.

The documents of open rooms contain `harder` too, in their race.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_OF_BOARDS = ("places", "place_counts")
_OF_CERTIFICATES = ("dailies", "certified_deals")
_rooms = sa.table("rooms", sa.column("code", sa.String()), sa.column("state"), sa.column("closed", sa.Boolean()))


def upgrade() -> None:
    rename("board", "leaderboard", _OF_BOARDS)
    rename("harder", "harder_permille", _OF_CERTIFICATES)
    op.drop_index("ix_places_board_key_player", "places")
    op.create_index("ix_places_leaderboard_key_player", "places", ["leaderboard", "key", "player"])
    rename_in_rooms("harder", "harder_permille")


def downgrade() -> None:
    rename("leaderboard", "board", _OF_BOARDS)
    rename("harder_permille", "harder", _OF_CERTIFICATES)
    op.drop_index("ix_places_leaderboard_key_player", "places")
    op.create_index("ix_places_board_key_player", "places", ["board", "key", "player"])
    rename_in_rooms("harder_permille", "harder")


def rename(old: str, new: str, tables: tuple[str, ...]) -> None:
    # Both databases rename a column in place. Alembic would copy the whole table on SQLite.
    for table in tables:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def rename_in_rooms(old: str, new: str) -> None:
    """Rename a key in the races of rooms' documents."""
    connection = op.get_bind()
    written = f'"{old}":'.encode()
    for code, state in connection.execute(
        sa.select(_rooms.c.code, _rooms.c.state).where(sa.not_(_rooms.c.closed))
    ).all():
        if isinstance(state, bytes) and written in state:
            room = json.loads(state)
            race = room["view"]["race"]
            if old in race:
                race[new] = race.pop(old)
            text = json.dumps(room, ensure_ascii=False, separators=(",", ":"))
            connection.execute(sa.update(_rooms).where(_rooms.c.code == code).values(state=text.encode()))
