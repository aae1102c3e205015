"""Players, rooms, races with their deals and games, and the journal of actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("recovery_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("recovery_hash", name="uq_players_recovery_hash"),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
    )
    is_listed, is_open = sa.column("listed", sa.Boolean()), sa.not_(sa.column("closed", sa.Boolean()))
    create_partial_index("ix_rooms_open", "rooms", "touched_at", where=is_open)
    create_partial_index("ix_rooms_listed", "rooms", "touched_at", where=sa.and_(is_listed, is_open))
    op.create_table(
        "deals",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
    )
    op.create_table(
        "races",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deal", sa.String(64), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_races"),
        sa.UniqueConstraint("room", "number", name="uq_races_room_number"),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_races_room_rooms"),
        sa.ForeignKeyConstraint(["deal"], ["deals.id"], name="fk_races_deal_deals"),
    )
    create_partial_index("ix_races_open", "races", "room", where=sa.column("ended_at").is_(None))
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("race", sa.String(32), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean()),
        sa.Column("locked", sa.SmallInteger()),
        sa.Column("score", sa.SmallInteger()),
        sa.Column("moves", sa.Integer()),
        sa.Column("shuffles", sa.SmallInteger()),
        sa.Column("time_ms", sa.BigInteger()),
        sa.Column("last_move_ms", sa.BigInteger()),
        sa.Column("transcript", sa.Text()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("race", "seat", name="uq_games_race_seat"),
        sa.UniqueConstraint("race", "player", name="uq_games_race_player"),
        sa.ForeignKeyConstraint(["race"], ["races.id"], name="fk_games_race_races"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_games_player_players"),
    )
    op.create_index("ix_games_player_ended_at", "games", ["player", "ended_at"])
    op.create_table(
        "actions",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "n", name="pk_actions"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_actions_game_games"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("actions", "games", "races", "deals", "rooms", "server_keys", "players"):
        op.drop_table(table)


def create_partial_index(name: str, table: str, column: str, where: sa.ColumnElement[bool]) -> None:
    op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)
