"""Migrations create exactly the tables of `gaprace.store.tables`, on both databases, and keep their rows."""

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, insert, inspect, select, table, text

from gaprace.errors import StoreUnavailable
from gaprace.play.events.event import Entry
from gaprace.play.live.room import room_from_json
from gaprace.play.seals import Shown
from gaprace.ports import DailyKey, StoredCertificate
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from gaprace.store import migrate as migrations
from gaprace.store import postgres
from gaprace.store import tables_state as states
from gaprace.store.database import migrating, open_database
from gaprace.store.last_draft import COMMIT_OF_LAST_DRAFT, LAST_DRAFT, unpacked
from gaprace.store.migrate import config, downgrade, migrate
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import metadata
from gaprace.store.tables_state import TablesState, is_current, known_revisions, tables_state
from gaprace.wire import MAX_SEATS, Settings
from gaprace.wiring.databases import copy_database, migrate_database, prepare_database
from tests.databases import opened_store
from tests.refusals import refused
from tests.store.material import RESULT, a_race, begin, end_game, play_race, some_actions

DAILY = DailyKey("2026-11-20", "mini")
REVISIONS = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]
HEAD = REVISIONS[0]


def differences(connection: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), metadata)


def indexes(connection: Connection) -> dict[str, str]:
    """All indexes as the database itself writes them, with their WHERE, which Alembic does not compare."""
    statement = {
        "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
        "postgresql": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    }
    rows = connection.exec_driver_sql(statement[connection.dialect.name])
    return {name: sql for name, sql in rows if not name.startswith("alembic")}


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


def test_the_names_of_the_files_begin_with_the_revisions_in_their_order() -> None:
    assert known_revisions() == REVISIONS[::-1]


START = """
import asyncio, sys
import gaprace.startup
from gaprace.wiring.databases import prepare_database
asyncio.run(prepare_database(sys.argv[1]))
print("alembic" in sys.modules)
"""


async def test_a_server_whose_tables_are_up_to_date_starts_without_alembic(postgres_url: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", START, postgres_url, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert output.decode().strip() == "False"


async def test_migrations_make_exactly_the_tables_that_the_store_uses(database_url: str) -> None:
    async with migrating(database_url) as connection:
        assert await connection.run_sync(differences) == [], "migrations/draft.py drafts what is missing"
        assert await connection.run_sync(table_names) == set(metadata.tables)
        migrated = await connection.run_sync(indexes)
        await connection.run_sync(lambda sync: sync.exec_driver_sql("DROP TABLE alembic_version"))
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        assert await connection.run_sync(indexes) == migrated


def test_every_constraint_and_index_has_a_name() -> None:
    named = [each for table in metadata.tables.values() for each in [*table.constraints, *table.indexes]]
    assert all(each.name for each in named)


async def test_every_migration_can_be_undone_and_done_again(database_url: str) -> None:
    for older in [*REVISIONS[1:], "base"]:
        await downgrade(database_url, older)
        assert not await is_current(database_url)
    async with migrating(database_url) as connection:
        assert await connection.run_sync(table_names) == set()
    await migrate(database_url)
    assert await is_current(database_url)


async def test_migrating_what_is_current_changes_nothing(database_url: str, sql_store: SqlStore) -> None:
    await begin(sql_store)
    await sql_store.appender.append_actions(some_actions("race-0", 1, 3))
    await end_game(sql_store, "race-1", 0, RESULT)
    await migrate(database_url)
    assert await is_current(database_url)
    assert await sql_store.actions(["race-0"]) == {"race-0": some_actions("race-0", 1, 3)}


async def test_a_migration_that_fails_half_way_leaves_nothing_behind(database_url: str) -> None:
    await downgrade(database_url, "base")
    async with migrating(database_url) as connection:
        await connection.exec_driver_sql("CREATE TABLE games (in_the_way INTEGER)")
    with pytest.raises(Exception, match="games"):
        await migrate(database_url)
    async with migrating(database_url) as connection:
        assert await connection.run_sync(table_names) == {"games"}


async def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    async with migrating(database_url) as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert not await is_current(database_url)
    with pytest.raises(ValueError, match="9999"):
        await migrate(database_url)


async def test_several_processes_may_migrate_at_once(database_url: str) -> None:
    await downgrade(database_url, "base")
    program = "import asyncio, sys; from gaprace.store.migrate import migrate; asyncio.run(migrate(sys.argv[1]))"
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-W", "error", "-c", program, database_url, cwd=Path(__file__).parents[2]
        )
        for _ in range(2)
    ]
    assert await asyncio.gather(*(process.wait() for process in processes)) == [0, 0]
    assert await is_current(database_url)


async def test_a_new_sqlite_file_is_not_current_until_it_is_migrated(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new % file.db'}"
    assert not await is_current(url)
    await asyncio.gather(*(migrate(url) for _ in range(4)))
    assert await is_current(url)
    async with opened_store(url) as store:
        race = await begin(store)
        assert await store.race("race") == race == a_race()


async def test_a_file_that_is_busy_while_it_gets_its_wal_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite refuses that at once, now and then, if several processes come to a new file together."""
    refusals = iter(["database is locked"] * 3)

    class Reluctant(sqlite3.Connection):
        def execute(self, statement: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:
            if "journal_mode" in statement and (message := next(refusals, None)):
                error = sqlite3.OperationalError(message)
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(statement, parameters)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Reluctant))
    await migrate(f"sqlite:///{tmp_path}/busy.db")
    assert next(refusals, None) is None
    assert await is_current(f"sqlite:///{tmp_path}/busy.db")


async def test_an_unavailable_database_is_reported_as_such(tmp_path: Path) -> None:
    for url in (f"sqlite:///{tmp_path / 'no folder' / 'x.db'}", f"postgresql://postgres@/x?host={tmp_path}"):
        with pytest.raises(StoreUnavailable):
            await is_current(url)
        with pytest.raises(StoreUnavailable):
            await migrate(url)


async def test_a_migration_waits_for_a_long_query_without_making_others_wait(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LOCK_TIMEOUT_MS", 50)
    monkeypatch.setattr(migrations, "RETRY_DELAY_S", 0.01)
    database = open_database(postgres_url)
    gave_up = asyncio.Event()
    monkeypatch.setattr(migrations._log, "warning", lambda *_: gave_up.set())
    async with database.read() as connection:
        await connection.execute(select(metadata.tables["games"].c.id))
        downgrading = asyncio.create_task(downgrade(postgres_url, "base"))
        await asyncio.wait_for(gave_up.wait(), 60)
        async with database.read() as other:  # it waits for the migration's turn at most
            await other.execute(select(metadata.tables["games"].c.id))
        assert not downgrading.done()
    await asyncio.wait_for(downgrading, 60)
    await database.close()


# A database of the drafts


TABLES_OF_THE_DRAFT = Path(__file__).with_name("last_draft.sql").read_text()
OTHERWISE = {"sqlite": {"BYTEA": "BLOB", " PRECISION": ""}, "postgresql": {" WITHOUT ROWID": ""}}
"""What is called otherwise in a dialect."""


def create_draft_tables(connection: Connection) -> None:
    script = TABLES_OF_THE_DRAFT
    for name, other in OTHERWISE[connection.dialect.name].items():
        script = script.replace(name, other)
    for statement in script.split(";\n"):
        connection.exec_driver_sql(statement)


async def set_back_to_the_last_draft(url: str, *, revision: str = LAST_DRAFT) -> None:
    await downgrade(url, "base")
    async with migrating(url) as connection:
        await connection.exec_driver_sql("DROP TABLE alembic_version")
        await connection.run_sync(create_draft_tables)
        await connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


ROOM_OF_THE_DRAFT = b"""{
  "view": {
    "code": "ROOM0001", "version": 1, "host": "ann", "members": [{"id": "ann", "name": "ann"}],
    "daily": {"date": "2026-11-20", "variant": "mini", "ranked": true},
    "settings": {"handicap": true, "seats": 2000}, "expected_s": {"ann": 40, "bob": 52},
    "race": {
      "id": "race", "number": 1, "variant": {}, "commitment": "", "starts_at": 1, "ends_at": null, "seats": [],
      "ranked": false, "unranked": "handicap"
    }
  },
  "forms": {"ann": {"races": 1, "lead": 100, "time": 11000}}
}"""


OF_THE_RESULT = dict.fromkeys(("locked", "score", "moves", "time_ms", "reached_ms", "ended_at"), 1)
OF_THE_RESULT |= {"won": False, "shuffles": 0, "shuffled_boards": ""}
OF_THE_DAILY = {"date": "2026-11-20", "variant": "mini"}
ROWS_OF_THE_DRAFT: dict[str, list[dict[str, object]]] = {
    "players": [{"id": name, "name": name, "recovery_hash": f"hash of {name}"} for name in ("ann", "bob", "cho")],
    "rooms": [
        {"code": code, "version": 1, "state": state, "closed": not state}
        for code, state in (("CLOSED01", b""), ("ROOM0001", ROOM_OF_THE_DRAFT))
    ],
    "passkeys": [{"id": "key", "player": "ann"}],
    "webhooks": [{"id": kind, "kind": kind} for kind in ("slack", "teams")],
    "push_subscriptions": [
        {"id": "phone", "player": "ann", "endpoint": "https://push.example/1", "kinds": " streak ", "streak_at": 7}
    ],
    "letters": [{"id": kind, "webhook": kind, "type": "webhook.test"} for kind in ("slack", "teams")],
    "deals": [{"id": "old", "variant": '{"name":"mini"}', "code": "0123456789", "secret": b"s" * 32}],
    "races": [{"id": "race", "room": "ROOM0001", "number": 1, "deal": "old", "starts_at": 1}],
    "games": [
        {"id": who, "race": "race", "seat": seat, "player": who, "ranked": True, "transcript": its, "last_board": board}
        | OF_THE_RESULT
        for seat, (who, its, board) in enumerate(
            (("ann", "4S@1:1 resign:2", "its last"), ("bob", "4S@1:1", None), ("cho", "4S@1:1", "3S4S2D3D2C--6D/kept"))
        )
    ],
    "actions": [{"game": "bob", "n": 1, "action": "4S@1", "ms": 1}],
    "rating_changes": [{"race": "race", "player": "ann", "variant": "mini", "at": 9, "mu": 25, "sigma": 8, "races": 1}],
    "groups": [{"code": "GROUP", "invitation": "GROUP"}],
    "challenges": [
        {"code": code, "deal": "old", "player": "ann", "ends_at": 5, "ranked": code != "FUN", **its}
        for code, its in (
            ("FUN", {}),
            ("DAILY", {"group": "GROUP", "date": "2026-11-21", "closes_at": 3}),
            ("ROUND", {"arena": "ARENA", "round": 2}),
        )
    ],
    "dailies": [{**OF_THE_DAILY, "deal": "old", "par": 9, "harder_permille": 7, "line": "2S@0", "version": 6}],
    "attempts": [{**OF_THE_DAILY, "player": "ann", "game": "ann"}],
    "closings": [{**OF_THE_DAILY, "done": True}],
    "daily_scores": [{**OF_THE_DAILY, "player": "ann", "game": "ann", "score": 9}],
    "challenge_players": [{"challenge": "FUN", "player": "ann", "at": 2, "game": "ann"}],
    "certified_deals": [
        {"variant": "mini", "code": code, "line": "6D@27", "version": version}
        for version, code in ((6, "0000000000"), (4, "0000000001"))
    ],
}
"""What a database of the last draft may have, parents first; what is not said is 0 or empty where it must be there."""


def insert_rows_of_the_draft(connection: Connection) -> None:
    for name, rows in ROWS_OF_THE_DRAFT.items():
        columns = [
            each for each in inspect(connection).get_columns(name) if not each["nullable"] and not each["default"]
        ]
        empty = {each["name"]: each["type"].python_type() for each in columns}
        for row in rows:
            connection.execute(insert(table(name, *map(column, empty | row))).values(empty | row))


async def test_a_database_of_the_last_draft_goes_on_with_its_rows(database_url: str, sql_store: SqlStore) -> None:
    await set_back_to_the_last_draft(database_url)
    async with migrating(database_url) as connection:
        await connection.run_sync(insert_rows_of_the_draft)
    assert await tables_state(database_url) is TablesState.OLDER
    await migrate(database_url)
    assert await is_current(database_url)
    async with migrating(database_url) as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(table_names) == set(metadata.tables)
        names = await connection.execute(select(column("name")).select_from(table("players")).order_by(text("name")))
        assert list(names.scalars()) == ["ann", "bob", "cho"]
        kept = await connection.execute(select(column("id")).select_from(table("webhooks")))
        assert list(kept.scalars()) == ["slack"]
        played = await connection.execute(select(column("action")).select_from(table("actions")))
        assert list(played.scalars()) == ["4S@1"]
    browser = await sql_store.push_subscription("https://push.example/1")
    assert (browser.next_at, browser.kinds, browser.paused, browser.failures) == (7, ("streak",), "", 0)
    room = await sql_store.room("ROOM0001")
    view = room_from_json(room.state).view
    assert view.settings == Settings(seats=MAX_SEATS)
    race = await sql_store.race("race")
    assert race.deal == Deal.chosen(VARIANTS["mini"], "0123456789", b"s" * 32)
    results = {game.player: game.result for game in race.games if game.result}
    assert [each.given_up for each in results.values()] == [True, False, False]
    assert await sql_store.recomputing() == ["mini"]
    assert {each.boards.last.partition("/")[0] for each in results.values()} == {"3S4S2D3D2C--6D"}
    fun, daily, arena_round = [await sql_store.event(code) for code in ("FUN", "DAILY", "ROUND")]
    assert (fun.kind, fun.lifted, fun.order, fun.ends_early) == ("challenge", "own_game", "race", True)
    assert fun.entries == (Entry("ann", 2, "ann", "ROOM0001", ended=True),)
    assert (daily.kind, daily.label, daily.closes_at, daily.ends_at) == ("group_daily", "2026-11-21", 3, 5)
    assert (daily.shows, daily.order, daily.ends_early) == (Shown.RESULT, "duplicate", False)
    assert (arena_round.kind, arena_round.parent, arena_round.label) == ("round", "ARENA", "2")
    (of_the_world,) = await sql_store.dailies("2026-11-20", "2026-11-20")
    assert (of_the_world.key, of_the_world.deal) == (DAILY, race.deal)
    assert of_the_world.certificate == StoredCertificate(9, 7, "2S@0", 1)
    assert await sql_store.entry(DAILY.event, "ann") == Entry("ann", 1, "ann", "ROOM0001", ended=True)
    assert view.event == of_the_world.event.room()
    assert (race.event, race.seal) == (DAILY.event, of_the_world.event.seal)
    assert {each.score for each in (await sql_store.form("ann", 9)).values()} == {9}
    certificates = [await sql_store.certificate("mini", code) for code in ("0000000000", "0000000001")]
    assert [each and each.version for each in certificates] == [1, 0]


def test_a_game_that_a_draft_has_packed_is_unpacked() -> None:
    by_actions = "016315931697f9f4f9e31f6ec6ffcc53d6b3321a391b3bebeaea9bb898ba98b928c07966403e00"
    transcript = "6D@27:1532 7D@28:1533 shuffle:2044 undo:90000 resign:90001"
    assert unpacked(bytes.fromhex(by_actions)) == (transcript, "2C3C--/4D5D6D 2C3C--/4D6D5D")
    assert unpacked(bytes.fromhex("00cb4f49e132720600")) == ("odd", "2C")


async def test_a_database_of_an_earlier_draft_is_told_the_commit_to_pass_through(database_url: str) -> None:
    await set_back_to_the_last_draft(database_url, revision="0041")
    with refused("early_draft", COMMIT_OF_LAST_DRAFT):
        await migrate_database(database_url)


# A version that is older than the tables


async def pretend_newer(url: str, revision: str, oldest: str | None) -> None:
    """Let a newer version have migrated the tables, for servers from a revision on."""
    async with migrating(url) as connection:
        await connection.execute(
            text("UPDATE alembic_version SET version_num = :revision, compatible_from = :oldest"),
            {"revision": revision, "oldest": oldest},
        )


@pytest.mark.parametrize(
    ("oldest", "state"),
    [
        ("20261127", TablesState.EXPANDED),
        (HEAD, TablesState.EXPANDED),
        ("9998", TablesState.TOO_NEW),
        (None, TablesState.TOO_NEW),
    ],
)
async def test_a_version_runs_on_newer_tables_that_it_is_compatible_with(
    database_url: str, oldest: str | None, state: TablesState
) -> None:
    await pretend_newer(database_url, "9999", oldest)
    assert await tables_state(database_url) is state
    if state.is_usable:
        assert not await migrate_database(database_url)
        await prepare_database(database_url)
        await prepare_database(database_url, read_only=True)
    else:
        with refused("too_new"):
            await prepare_database(database_url, read_only=True)


async def test_tables_of_several_versions_are_refused_with_the_reason(postgres_url: str, tmp_path: Path) -> None:
    """As when a backup was restored over newer tables."""
    async with migrating(postgres_url) as connection:
        await connection.exec_driver_sql("ALTER TABLE games ADD newer INTEGER")
    with newer_version(tmp_path / "newer"), refused("mixed_tables", "newer", "restore the backup again"):
        await migrate_database(postgres_url)


async def test_a_copy_needs_the_version_that_knows_all_tables(database_url: str, tmp_path: Path) -> None:
    await pretend_newer(database_url, "9999", HEAD)
    with refused("too_new"):
        await copy_database(database_url, f"sqlite:///{tmp_path / 'copy.db'}", lambda *_: None)


ADDS = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9998", "{head}"
def upgrade():
    op.add_column("games", sa.Column("newer", sa.Integer, nullable=False, server_default="7"))
    op.create_index("ix_newer", "places", ["key"], if_not_exists=True)
def downgrade():
    op.drop_index("ix_newer", "places")
    op.drop_column("games", "newer")
"""
TAKES_AWAY = """
from alembic import op
revision, down_revision, COMPATIBLE_FROM = "9999", "9998", "9998"
def upgrade(): op.drop_table("blocks")
def downgrade(): op.execute("CREATE TABLE blocks (player INTEGER)")
"""


@contextmanager
def newer_version(folder: Path) -> Iterator[None]:
    """The program with two more migrations, for a while."""
    if not folder.exists():
        shutil.copytree(config().get_main_option("script_location"), folder)
        (folder / "versions" / "9998_adds.py").write_text(ADDS.format(head=HEAD))
        (folder / "versions" / "9999_takes_away.py").write_text(TAKES_AWAY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states, "_FOLDERS", (folder,))
        yield


async def test_a_server_can_be_brought_back_to_the_version_before(database_url: str, tmp_path: Path) -> None:
    with newer_version(tmp_path / "newer"):
        async with migrating(database_url) as connection:
            await connection.run_sync(lambda sync: command.upgrade(config(sync), "9998"))
    await prepare_database(database_url, read_only=True)
    async with opened_store(database_url) as store:
        await play_race(store, "r1", {"ann": RESULT, "bob": RESULT})
    with newer_version(tmp_path / "newer"):
        await migrate(database_url)
        assert await is_current(database_url)
    assert await tables_state(database_url) is TablesState.TOO_NEW
    with newer_version(tmp_path / "newer"):
        await downgrade(database_url, "9998")
        assert await tables_state(database_url) is TablesState.OLDER
    assert await tables_state(database_url) is TablesState.EXPANDED
    with newer_version(tmp_path / "newer"):
        await downgrade(database_url, HEAD)
    assert await is_current(database_url)
