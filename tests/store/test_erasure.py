"""Gone is gone: the name of an erased person stands in no column of any table."""

from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    insert,
    select,
)

from gaprace.play.people.names import DELETED, MAX_NAME_LENGTH, without_name
from gaprace.ports import Store, Transaction
from gaprace.store.database import Database
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import base, metadata
from gaprace.wire.http import Decision
from tests.store.material import a_player

ID, NAME = "ann", "Zorabella Quux"
PERSON = {"player", "reporter"}
"""Columns that say whose row it is, without a foreign key."""
_BY_PROGRAMS = {
    "analyses": ("findings", "owner"),
    "certified_deals": ("line",),
    "closings": ("cursor",),
    "daily_secrets": ("secret",),
    "deals": ("id", "secret", "seeds", "variant"),
    "device_codes": ("hash",),
    "examinations": ("flags",),
    "games": ("last_board", "shuffled_boards", "transcript"),
    "group_scores": ("scores",),
    "letters": ("failure", "id", "subject", "type"),
    "player_figures": ("figures",),
    "players": ("recovery_hash",),
    "puzzle_tries": ("found",),
    "puzzles": ("board", "line", "proof"),
    "server_keys": ("key", "name"),
    "settings": ("name",),
    "webhooks": ("events", "failure", "old_secret", "secret"),
}
WRITTEN_BY_PROGRAMS = {f"{table}.{name}" for table, names in _BY_PROGRAMS.items() for name in names}
"""Columns that no text of a person gets into."""
OF_OTHERS = {
    "arenas.zone": "a time zone",
    "banned_networks.network": "a hash",
    "decisions.moderator": "the name of a moderator, from the settings",
    "examinations.cleared_by": "the name of a moderator, from the settings",
    "groups.daily_zone": "a time zone",
    "notices.players": "ids",
    "notices.subject": "an id",
    "notices.type": "a word",
    "rooms.state": "the rooms take it out (`rooms.test_deletion`)",
    "settings.value": "what the owner of the site has written",
    "webhooks.site": "the address of this site",
    "webhooks.url": "an address of the group's",
}


def holds_text(column: Column[Any]) -> bool:
    """Whether a name could stand there. What is shorter than names is a code or a word."""
    kind = column.type
    if isinstance(kind, LargeBinary):
        return True
    return (
        isinstance(kind, String) and not column.foreign_keys and (kind.length is None or kind.length >= MAX_NAME_LENGTH)
    )


def value_of(column: Column[Any], row: dict[tuple[str, str], Any]) -> object:
    """What is stored there, in a row that is the person's as far as it can be."""
    named = f"{column.table.name}.{column.name}"
    for key in column.foreign_keys:
        return row[key.column.table.name, key.column.name]
    if column.name in PERSON or named == "players.id":
        return ID
    kind = column.type
    if isinstance(kind, Boolean):
        return False
    if isinstance(kind, (BigInteger, Integer, SmallInteger, Double)):
        return None if column.nullable else 1
    is_id = column.type in {base.ID, base.LEADERBOARD}
    is_name = holds_text(column) and not is_id and named not in WRITTEN_BY_PROGRAMS | OF_OTHERS.keys()
    text = NAME if is_name else "x" if getattr(kind, "length", None) != 10 else "2026-01-01"
    return text.encode() if isinstance(kind, LargeBinary) else text


async def fill(database: Database) -> None:
    row = dict[tuple[str, str], Any]()
    async with database.write() as connection:
        for table in metadata.sorted_tables:
            values = {column.name: value_of(column, row) for column in table.c}
            row |= {(table.name, name): value for name, value in values.items()}
            await connection.execute(insert(table).values(values))


async def columns_naming(database: Database) -> list[str]:
    found = list[str]()
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            for row in (await connection.execute(select(table))).mappings():
                found += [f"{table.name}.{name}" for name, value in row.items() if NAME in _text(value)]
    return found


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


async def test_no_column_of_any_table_names_an_erased_person(sql_store: SqlStore) -> None:
    await fill(sql_store.database)
    assert "players.name" in await columns_naming(sql_store.database)
    assert await sql_store.delete_player(ID, DELETED, 2_000)
    assert await columns_naming(sql_store.database) == []


async def test_the_log_keeps_what_was_decided(store: Store, tx: Transaction) -> None:
    await store.add_player(a_player(ID, NAME))
    decision = Decision(
        id="one", at=1, moderator="mod", action="rename", reason=f"{NAME}: no name.", player=ID, detail=NAME
    )
    await tx.add_decision(decision, [])
    await store.answer_decision("one", f"I am {NAME}", 2)
    await store.delete_player(ID, DELETED, 3)
    left = structs.replace(decision, reason=f"{DELETED}: no name.", detail="", answered_at=2)
    assert await store.decision("one") == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann's club", f"{DELETED}'s club"),
        ("Annual cup", "Annual cup"),
        ("by ann, and Joann", f"by {DELETED}, and Joann"),
        ("", ""),
    ],
)
def test_a_name_is_taken_out_as_a_word(text: str, left: str) -> None:
    assert without_name(text, "Ann") == left


def test_every_exception_is_a_column() -> None:
    columns = {f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.c}
    assert columns >= WRITTEN_BY_PROGRAMS | OF_OTHERS.keys()
