"""The previous release runs beside the tables of this one: migrations add, and take away one release later.

The rule is in `docs/contributing.md`. What is compared is the tables themselves, those of the last release with those
of the newest migration, so it does not matter how a migration is written.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Inspector, create_engine, inspect

from gaprace.store.database import migrating
from gaprace.store.migrate import compatible_from, config

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
_RELEASE = re.compile(r"^## [0-9.]+\n\nTables: `(\w+)`", re.MULTILINE)
Columns = Mapping[str, tuple[str, bool, bool]]
"""By name: the type, whether it may be NULL, and whether it has a default."""


class Tables:
    """What a release relies on, by the name of each table."""

    def __init__(self, connection: Connection) -> None:
        found: Inspector = inspect(connection)
        names = set(found.get_table_names()) - {"alembic_version"}
        self.columns: dict[str, Columns] = {name: _columns(found, name) for name in names}
        self.indexes = {
            str(each["name"]): (name, tuple(map(str, each["column_names"])))
            for name in names
            for each in found.get_indexes(name)
        }
        self.demands = {name: _demands(found, name) for name in names}
        """What rows have to fulfil: what is unique, what refers to another table, what is checked."""


def _columns(found: Inspector, table: str) -> Columns:
    return {
        each["name"]: (str(each["type"]), bool(each["nullable"]), each["default"] is not None)
        for each in found.get_columns(table)
    }


def _demands(found: Inspector, table: str) -> dict[str, tuple[str, ...]]:
    """By a description of each: its columns, of which one that is new and NULL makes it void; none for checks."""
    unique = [each["column_names"] for each in found.get_unique_constraints(table)]
    unique += [each["column_names"] for each in found.get_indexes(table) if each["unique"]]
    keys = [each["constrained_columns"] for each in found.get_foreign_keys(table)]
    checks = [each["sqltext"] for each in found.get_check_constraints(table)]
    return {
        **{f"unique {sorted(map(str, names))}": tuple(map(str, names)) for names in unique},
        **{f"reference {names}": tuple(names) for names in keys},
        **{f"check {text}": () for text in checks},
    }


def breaks(before: Tables, after: Tables) -> list[str]:
    """Return what code that was written for some tables cannot live with in later ones."""
    found = []
    for table, columns in before.columns.items():
        if table not in after.columns:
            found.append(f"{table} is gone")
            continue
        now = after.columns[table]
        found += [f"{table}.{name} is gone" for name in columns.keys() - now.keys()]
        for name in columns.keys() & now.keys():
            (old_type, was_nullable, had_default), (new_type, is_nullable, has_default) = columns[name], now[name]
            found += [f"{table}.{name} is {new_type} instead of {old_type}"] * (old_type != new_type)
            found += [f"{table}.{name} must not be NULL any more"] * (was_nullable and not is_nullable)
            found += [f"{table}.{name} has lost its default"] * (had_default and not has_default and not is_nullable)
        new = now.keys() - columns.keys()
        found += [f"{table}.{name} is new, and must not be missing" for name in new if not any(now[name][1:])]
        void = {name for name in new if now[name][1] and not now[name][2]}
        demands = after.demands[table].items() - before.demands[table].items()
        found += [f"{table}: new {demand}" for demand, names in demands if void.isdisjoint(names)]
    return sorted(found)


async def tables_at(url: str, revision: str) -> Tables:
    async with migrating(url) as connection:
        await connection.run_sync(lambda sync: command.upgrade(config(sync), revision))
        return await connection.run_sync(Tables)


def of_the_last_release() -> str:
    return _RELEASE.search(CHANGELOG.read_text())[1]


def noted_as_compatible() -> str:
    return compatible_from(ScriptDirectory.from_config(config()).get_current_head())


@pytest.mark.parametrize("revision", [of_the_last_release, noted_as_compatible])
async def test_an_older_server_can_live_with_the_newest_tables(revision: Callable[[], str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'upgraded.db'}"
    before = await tables_at(url, revision())
    assert breaks(before, await tables_at(url, "head")) == []


OLD = "CREATE TABLE played (id INTEGER PRIMARY KEY, name TEXT, score INTEGER NOT NULL DEFAULT 0)"


@pytest.mark.parametrize(
    ("later", "found"),
    [
        ([], []),
        (["ALTER TABLE played ADD won INTEGER"], []),
        (["ALTER TABLE played ADD won INTEGER NOT NULL DEFAULT 0"], []),
        (["ALTER TABLE played ADD day TEXT", "CREATE UNIQUE INDEX ux ON played (day, name)"], []),
        (["CREATE TABLE other (id INTEGER NOT NULL UNIQUE)", "CREATE INDEX ix ON played (name)"], []),
        (["DROP TABLE played"], ["played is gone"]),
        (["ALTER TABLE played DROP name"], ["played.name is gone"]),
        (["ALTER TABLE played RENAME name TO nick"], ["played.name is gone"]),
        (["CREATE UNIQUE INDEX ux ON played (name)"], ["played: new unique ['name']"]),
        (
            ["DROP TABLE played", OLD.replace("name TEXT", "name TEXT NOT NULL, won INTEGER NOT NULL")],
            ["played.name must not be NULL any more", "played.won is new, and must not be missing"],
        ),
        (
            ["DROP TABLE played", OLD.replace("name TEXT", "name INTEGER").replace(" DEFAULT 0", "")],
            ["played.name is INTEGER instead of TEXT", "played.score has lost its default"],
        ),
        (["DROP TABLE played", OLD.replace(")", ", CHECK (score > 0))")], ["played: new check score > 0"]),
        (
            ["CREATE TABLE p (id INTEGER PRIMARY KEY)", "DROP TABLE played", OLD.replace("TEXT", "TEXT REFERENCES p")],
            ["played: new reference ['name']"],
        ),
    ],
)
def test_what_the_previous_release_cannot_live_with_is_found(later: list[str], found: list[str]) -> None:
    with create_engine("sqlite://").connect() as connection:
        connection.exec_driver_sql(OLD)
        before = Tables(connection)
        for statement in later:
            connection.exec_driver_sql(statement)
        assert breaks(before, Tables(connection)) == found
