"""From the tables of the last draft to those of 1.0.

Databases of the drafts have revisions of four digits. The last of them is recognised and converted, in the transaction
of the migration; older ones have to pass through it first.
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy.engine import Connection

from gaprace.play.events.calendar import reveals_at
from gaprace.play.events.event import daily_code
from gaprace.store.draft_events import add_dailies, add_events
from gaprace.store.draft_outbox import make_outbox
from gaprace.store.draft_results import add_given_up
from gaprace.wire import MAX_SEATS, EventKind, EventRoom

LAST_DRAFT = "0042"
COMMIT_OF_LAST_DRAFT = "19e6a311"
_ROOMS = sa.table("rooms", sa.column("code"), sa.column("state", sa.LargeBinary))
LAST_JUDGEMENT = 6
"""The last version of the solver's judgement in the drafts: the first one of 1.0."""
_DEALS = sa.table("deals", sa.column("origin", sa.String), sa.column("seeds", sa.LargeBinary))


def convert(connection: Connection) -> None:
    """Turn the tables of the last draft into those of the first migration; data that has a place there is kept."""
    operations = Operations(MigrationContext.configure(connection))
    _draw_all_deals(operations)
    for gone in ("passkeys", "predictions", "storm_bests", "storm_puzzles", "storms"):
        operations.drop_table(gone)
    operations.drop_column("decisions", "storm")
    _forget_puzzle_ratings(operations)
    _convert_rooms(connection)
    _add_device_codes(operations)
    make_outbox(operations, connection)
    add_given_up(operations, connection)
    _rate_anew(operations)
    add_events(operations, connection)
    add_dailies(operations, connection)


def _rate_anew(operations: Operations) -> None:
    """Queue all ratings and their places to be recomputed, by the rules of 1.0."""
    operations.add_column("games", sa.Column("kin", sa.SmallInteger(), nullable=False, server_default="0"))
    operations.execute("DELETE FROM recomputations")
    operations.execute(
        "INSERT INTO recomputations (variant, at, race) SELECT DISTINCT variant, 0, '' FROM rating_changes"
    )


def _forget_puzzle_ratings(operations: Operations) -> None:
    for index, table in (("rating_id", "puzzles"), ("untried", "puzzles"), ("open", "puzzle_tries")):
        operations.drop_index(f"ix_{table}_{index}", table)
    for table, columns in (
        ("puzzles", ("rating", "deviation", "volatility", "solved", "lessons")),
        ("puzzle_tries", ("kind", "rating_after", "change")),
    ):
        for column in columns:
            operations.drop_column(table, column)
    operations.drop_table("puzzle_players")
    operations.create_index("ix_puzzles_made_at_id", "puzzles", ["made_at", "id"])
    is_untried = sa.text("tries = 0")
    operations.create_index(
        "ix_puzzles_untried", "puzzles", ["made_at"], sqlite_where=is_untried, postgresql_where=is_untried
    )
    operations.create_table(
        "mistake_searches",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("owned_until", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_mistake_searches_player_players"),
        sa.PrimaryKeyConstraint("player", name="pk_mistake_searches"),
    )


def _convert_rooms(connection: Connection) -> None:
    """Remove from the documents of rooms what would be refused. Closed rooms have none."""
    for code, state in connection.execute(sa.select(_ROOMS).where(_ROOMS.c.state != b"")).all():
        room = msgspec.json.decode(state)
        _convert_room(room)
        converted = msgspec.json.encode(room)
        connection.execute(sa.update(_ROOMS).where(_ROOMS.c.code == code).values(state=converted))


def _convert_room(room: dict[str, Any]) -> None:
    room.pop("forms", None)
    view = room["view"]
    view.pop("expected_s", None)
    settings = view["settings"]
    settings.pop("handicap", None)
    if settings.get("seats", 0) > MAX_SEATS:
        settings["seats"] = MAX_SEATS
    if event := _event_of(view.pop("daily", None), view.pop("challenge", None)):
        view["event"] = msgspec.to_builtins(event)
    race = view.get("race") or {}
    if race.get("unranked") == "handicap":
        del race["unranked"]


def _event_of(daily: dict[str, Any] | None, challenge: dict[str, Any] | None) -> EventRoom | None:
    """Return what a room was made for."""
    if daily:
        key = (daily["date"], daily["variant"])
        is_ranked, ends_at = daily["ranked"], reveals_at(daily["date"])
        return EventRoom(daily_code(*key), "daily", is_ranked, ends_at, not is_ranked, *key)
    if challenge is None:
        return None
    group, _, date = challenge.get("group_daily", "").partition("/")
    arena = challenge.get("arena", "")
    kind: EventKind = "round" if arena else "group_daily" if group else "challenge"
    same = (challenge["ranked"], challenge["ends_at"])
    return EventRoom(challenge["code"], kind, *same, label=date, parent=arena or group)


def _add_device_codes(operations: Operations) -> None:
    operations.create_table(
        "device_codes",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_device_codes"),
        sa.UniqueConstraint("hash", name="uq_device_codes_hash"),
    )


def _draw_all_deals(operations: Operations) -> None:
    """Let deals without an origin count as chosen, and certificates of the last judgement as those of the first."""
    operations.execute(_DEALS.update().where(_DEALS.c.origin.is_(None)).values(origin="chosen", seeds=b""))
    with operations.batch_alter_table("deals") as deals:
        deals.alter_column("origin", existing_type=sa.String(16), nullable=False)
        deals.alter_column("seeds", existing_type=sa.LargeBinary(), nullable=False)
    for name in ("dailies", "certified_deals"):
        certified = sa.table(name, sa.column("version", sa.Integer))
        is_last = certified.c.version == LAST_JUDGEMENT
        known = certified.c.version.is_not(None)
        operations.execute(certified.update().where(known).values(version=sa.case((is_last, 1), else_=0)))
