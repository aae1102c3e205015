"""The commands of a server, each run as a process."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from secrets import token_hex

import httpx2
import pytest
from jsonschema import Draft202012Validator

from gaprace.cli.lan import ALL_INTERFACES
from gaprace.cli.server import first_words, new_file, owners_link
from gaprace.wire.http import BackupFile, Identity, Restarting, Site
from tests.databases import TEMPLATE, PostgresServer
from tests.processes import PATIENCE_S, Done, ServerProcess, command, free_port, http_client, run_here
from tests.web.responses import read

ROOT = Path(__file__).parents[2]
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d [\d:,]+ WARNING gaprace[\w.]*: ")
CLOCK_LINE = re.compile(r".* WARNING gaprace\.clock: ")
"""On a busy machine, the answer of the database that tells its time takes long."""


@asynccontextmanager
async def serving(
    *arguments: str, cwd: Path, end: signal.Signals = signal.SIGTERM, **settings: str
) -> AsyncIterator[tuple[str, str]]:
    """Serve, and yield the first line of the output, and the address in it. The server has to end without an error."""
    process = await asyncio.create_subprocess_exec(
        *command("serve", *arguments),
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)).decode()
        found = re.search(r"http://[^ \"]+", line)
        assert found, line
        yield line, found[0]
        process.send_signal(end)
        output, errors = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        assert process.returncode == 0
        assert not output or output.startswith(b"This is its first start.")
        assert [line for line in errors.decode().splitlines() if not CLOCK_LINE.match(line)] == []
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def new_identity(address: str) -> Identity:
    async with http_client(address) as program:
        return read(await program.post("/api/v1/players"), Identity, 201)


# serve


async def test_the_server_prints_its_address_and_ends_without_an_error(tmp_path: Path) -> None:
    port = free_port()
    async with serving("--port", str(port), cwd=tmp_path) as (line, address):
        assert line == f"Gaprace listens on http://127.0.0.1:{port}/ (database: sqlite:///gaprace.db)\n"
        async with http_client(address) as browser:
            assert (await browser.get("/healthz")).text == "ok\n"
    assert (tmp_path / "gaprace.db").exists()


async def test_the_server_prints_its_address_as_json_and_ends_by_ctrl_c(tmp_path: Path, sqlite_url: str) -> None:
    arguments = ("--port", "0", "--json", "--database-url", sqlite_url)
    async with serving(*arguments, cwd=tmp_path, end=signal.SIGINT) as (line, address):
        assert json.loads(line) == {"url": address, "database": sqlite_url}


def test_the_first_start_says_where_the_data_is_and_a_later_one_does_not(tmp_path: Path) -> None:
    (tmp_path / "old.db").touch()
    assert new_file(f"sqlite:///{tmp_path}/old.db") is None
    assert new_file("postgresql://h/db") is None
    new = new_file(f"sqlite:///{tmp_path}/other.db")
    assert new == tmp_path / "other.db"
    alone, at_home = (first_words(new, "LINK", is_open=is_open) for is_open in (False, True))
    assert f"{new}" in alone
    assert "LINK" in alone
    assert ("--lan" in alone, "--lan" in at_home) == (True, False)


def test_the_link_of_the_owner_leads_to_this_machine_and_behind_a_proxy_to_the_site(tmp_path: Path) -> None:
    for host, here in ((ALL_INTERFACES, "127.0.0.1"), ("[::]", "[::1]"), ("race.test", "race.test")):
        assert owners_link(f"http://{host}:8000/", "owner:1") == f"http://{here}:8000/p/admin#owner:1"
    named = run_here("owner", "--json", cwd=tmp_path, GAPRACE_HOSTS="race.example.org", GAPRACE_TRUSTED_HOPS="1")
    assert json.loads(named.stdout)["link"].startswith("https://race.example.org/p/admin#owner:")


async def test_the_owner_sets_the_site_up_by_the_printed_link_and_starts_the_server_again(tmp_path: Path) -> None:
    port = str(free_port())
    async with serving("--port", port, cwd=tmp_path) as (_, address):
        link = await asyncio.to_thread(run_here, "owner", "--json", cwd=tmp_path, GAPRACE_PORT=port)
        page, _, token = json.loads(link.stdout)["link"].partition("#")
        assert page == f"{address}p/admin"
        async with http_client(address, headers={"Authorization": f"Bearer {token}"}) as owner:
            before = read(await owner.get("/api/v1/admin/site"), Site).state.started_at
            await owner.patch("/api/v1/admin/site", json={"values": {"max_rooms": "7", "site_name": "Club"}})
            assert read(await owner.post("/api/v1/admin/backups"), BackupFile, 201).bytes
            read(await owner.post("/api/v1/admin/restart"), Restarting, 202)
            after = await until_it_answers(owner, before)
            assert {each.name: each.value for each in after.settings}.items() >= {"max_rooms": "7"}.items()
            assert "<title>Club</title>" in (await owner.get("/how")).text
    assert len([*(tmp_path / "backups").iterdir()]) == 1


async def until_it_answers(owner: httpx2.AsyncClient, before: int) -> Site:
    """Ask until the server that answers has started after this one."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(httpx2.TransportError):
                site = read(await owner.get("/api/v1/admin/site"), Site)
                if site.state.started_at != before:
                    return site
            await asyncio.sleep(0.05)


async def test_settings_come_from_the_environment_and_every_line_of_a_json_log_is_json(tmp_path: Path) -> None:
    port = free_port()
    settings = {
        "GAPRACE_HOST": "::1",
        "GAPRACE_PORT": str(port),
        "GAPRACE_DATABASE_URL": "sqlite:///other.db",
        "GAPRACE_SECRET_KEY": "0123456789abcdef",
        "GAPRACE_LOG_FORMAT": "json",
    }
    async with serving(cwd=tmp_path, **settings) as (line, address):
        said = json.loads(line)
        assert (said["level"], said["logger"]) == ("info", "gaprace.cli.server")
        assert said["message"] == f"Gaprace listens on {address} (database: sqlite:///other.db)"
        assert address == f"http://[::1]:{port}/"
        await new_identity(address)
    with closing(sqlite3.connect(tmp_path / "other.db")) as database:
        assert database.execute("select count(*) from players").fetchone() == (1,)


def error_code(process: Done) -> str:
    """Return the code of the one sentence that a failing command prints, beside lines of the log.

    The machine's clock may step while a server starts, which is logged.
    """
    assert process.returncode == 2, process
    assert process.stdout == ""
    (line,) = (line for line in process.stderr.splitlines() if not LOG_LINE.match(line))
    found = re.fullmatch(r"gaprace: .+ \[(\w+)\]", line)
    assert found, line
    return found[1]


OPEN_FILES = """
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from gaprace.startup import MAX_OPEN_FILES, raise_file_limit
_, hard = getrlimit(RLIMIT_NOFILE)
setrlimit(RLIMIT_NOFILE, (256, hard))
assert raise_file_limit() == getrlimit(RLIMIT_NOFILE)[0] == (min(hard, MAX_OPEN_FILES) if hard >= 0 else MAX_OPEN_FILES)
"""


def test_a_server_raises_its_limit_of_open_files() -> None:
    done = subprocess.run([sys.executable, "-c", OPEN_FILES], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "settings", "code"),
    [
        (["--port", "x"], {}, "bad_setting"),
        (["--port", "70000"], {}, "bad_setting"),
        ([], {"GAPRACE_PORT": "x"}, "bad_setting"),
        ([], {"GAPRACE_ORIGINS": "x"}, "bad_setting"),
        (["--database-url", "nonsense"], {}, "bad_setting"),
        (["--database-url", "mysql://host/name"], {}, "bad_database_url"),
        (["--database-url", "sqlite://"], {}, "bad_database_url"),
        (["--database-url", "postgresql://ann:secret@host:port/x"], {}, "bad_database_url"),
        (["--database-url", "sqlite:////no/such/folder/x.db"], {}, "store_unavailable"),
        (["--host", "no-such-host.invalid"], {}, "cannot_listen"),
        (["--port", "0"], {"GAPRACE_BUS_URL": "nats://localhost"}, "bad_bus_url"),
        (["--port", "0"], {"GAPRACE_BUS_URL": "redis://localhost:port"}, "bad_bus_url"),
        (["--colour", "red"], {}, "bad_usage"),
    ],
)
def test_impossible_settings_are_one_sentence(
    tmp_path: Path, arguments: list[str], settings: dict[str, str], code: str
) -> None:
    assert error_code(run_here("serve", *arguments, cwd=tmp_path, **settings)) == code


async def test_the_server_waits_for_a_database_that_comes_later(tmp_path: Path) -> None:
    with PostgresServer.running() as postgres:
        postgres.stop()
        process = await asyncio.create_subprocess_exec(
            *command("serve", "--port", str(free_port())),
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "GAPRACE_DATABASE_URL": postgres.url(TEMPLATE)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            line = await asyncio.wait_for(process.stderr.readline(), PATIENCE_S)
            assert b"waiting for the database postgresql://" in line
            await asyncio.to_thread(postgres.start)
            assert b"listens on" in await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)
        finally:
            process.terminate()
            await process.communicate()
        assert process.returncode == 0


# migrate


def test_migrate_creates_the_tables_once(tmp_path: Path) -> None:
    first = run_here("migrate", cwd=tmp_path)
    assert (first.returncode, first.stdout) == (0, "The tables of sqlite:///gaprace.db have been upgraded.\n")
    again = run_here("migrate", "--json", cwd=tmp_path)
    assert json.loads(again.stdout) == {"migrated": False, "database": "sqlite:///gaprace.db"}


async def test_a_shared_database_is_migrated_on_request_only(postgres: PostgresServer, tmp_path: Path) -> None:
    name = f"unmigrated_{token_hex(4)}"
    postgres.create(name, template="template1")
    try:
        url = postgres.url(name)
        refused = await asyncio.to_thread(run_here, "serve", "--port", "0", "--database-url", url, cwd=tmp_path)
        assert error_code(refused) == "not_migrated"
        assert "gaprace migrate" in refused.stderr
        migrated = await asyncio.to_thread(run_here, "migrate", cwd=tmp_path, GAPRACE_DATABASE_URL=url)
        assert migrated.returncode == 0, migrated
        async with serving("--port", "0", "--database-url", url, cwd=tmp_path) as (_, address):
            await new_identity(address)
    finally:
        postgres.drop(name)


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    process = run_here("migrate", "--database-url", "postgresql://ann:hunter2@127.0.0.1:1/x", cwd=tmp_path)
    assert error_code(process) == "store_unavailable"
    assert "hunter2" not in process.stderr


# schema, bot


def test_schema_prints_the_documents_of_the_socket(tmp_path: Path) -> None:
    process = run_here("schema", cwd=tmp_path)
    documents = json.loads(process.stdout)
    assert (process.returncode, set(documents)) == (0, {"json_schema", "asyncapi"})
    Draft202012Validator.check_schema(documents["json_schema"])
    assert json.loads(run_here("schema", "--json", cwd=tmp_path).stdout) == documents


def test_the_commands_over_the_rules_need_nothing_of_the_server(tmp_path: Path) -> None:
    program = "import sys; from gaprace.cli.main import main; main(['deal']); print([*sys.modules])"
    process = subprocess.run(
        [*command()[:1], "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    for heavy in ("sqlalchemy", "uvicorn", "starlette", "websockets"):
        assert f"'{heavy}'" not in process.stdout


def test_the_tables_go_back_to_an_older_version_and_forward_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/race.db"
    run_here("migrate", "--database-url", url, cwd=tmp_path)
    back = run_here("downgrade", "base", "--database-url", url, "--json", cwd=tmp_path)
    assert json.loads(back.stdout) == {"revision": "base", "database": url}
    assert json.loads(run_here("migrate", "--database-url", url, "--json", cwd=tmp_path).stdout)["migrated"] is True
    refused = run_here("downgrade", "0999", "--database-url", url, cwd=tmp_path)
    assert refused.returncode == 2
    assert "bad_revision" in refused.stderr
    assert "0999" in refused.stderr


async def test_the_tables_of_a_running_server_stay_as_they_are(database_url: str, tmp_path: Path) -> None:
    async with ServerProcess(database_url) as server:
        refused = await asyncio.to_thread(run_here, "downgrade", "base", "--database-url", database_url, cwd=tmp_path)
        assert error_code(refused) == "in_use"
        await server.terminate()
        done = await asyncio.to_thread(run_here, "downgrade", "base", "--database-url", database_url, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
