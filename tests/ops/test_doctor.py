"""`gaprace doctor` finds what is wrong, and says how to fix it."""

import asyncio
import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from threading import Thread
from typing import Any

import pytest

from tests.databases import TEMPLATE, PostgresServer, migrate_now
from tests.openid_provider import providing
from tests.processes import ServerProcess, free_port, run_here
from tests.redis_server import RedisServer


def doctor(folder: Path, *arguments: str, **settings: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """Return the exit status, and the findings by subject."""
    done = run_here("doctor", "--json", "--port", str(free_port()), *arguments, cwd=folder, **settings)
    assert done.stderr == ""
    assert "hunter2" not in done.stdout
    return done.returncode, {each["subject"]: each for each in json.loads(done.stdout)["findings"]}


def test_nothing_is_wrong_with_the_defaults(tmp_path: Path) -> None:
    status, findings = doctor(tmp_path)
    assert status == 0
    assert {each["status"] for each in findings.values()} <= {"ok", "warning"}
    assert {
        "variables",
        "settings",
        "keys",
        "client",
        "files",
        "cache",
        "port",
        "database",
        "migrations",
        "durability",
        "clock",
        "bus",
        "sign_in",
        "push",
    } == set(findings)
    assert list(tmp_path.iterdir()) == []  # it leaves nothing behind


def test_settings_that_are_doubtful_are_named_and_good_ones_are_not(tmp_path: Path) -> None:
    status, findings = doctor(
        tmp_path,
        GAPRACE_SOLVRES="2",
        GAPRACE_SECRET_KEY="abcdefg" * 3,
        GAPRACE_INVITATIONS="a" * 16,
        GAPRACE_TRUSTED_HOPS="1",
    )
    assert status == 0
    assert {name for name, each in findings.items() if each["status"] == "warning"} >= {"variables", "keys", "settings"}
    assert findings["variables"]["message"] == "'GAPRACE_SOLVRES' is not a setting: did you mean GAPRACE_SOLVERS?"
    assert "GAPRACE_SECRET_KEY and GAPRACE_INVITATIONS can be guessed" in findings["keys"]["message"]
    assert "GAPRACE_HOSTS" in findings["settings"]["message"]
    keys = f"{token_hex(16)},{token_hex(16)}"
    named = {"GAPRACE_TRUSTED_HOPS": "1", "GAPRACE_HOSTS": "race.example.org", "GAPRACE_SECRET_KEY_FILE": ""}
    _, findings = doctor(tmp_path, GAPRACE_SECRET_KEY=keys, **named)
    assert findings["keys"]["message"].endswith("older keys that hold: 1.")
    assert {findings[name]["status"] for name in ("variables", "settings")} == {"ok"}


async def test_the_provider_of_a_sign_in_is_asked(tmp_path: Path) -> None:
    async with providing() as provider:
        settings = {"GAPRACE_OIDC_ISSUER": provider.issuer, "GAPRACE_OIDC_CLIENT_ID": "gaprace"}
        _, findings = await asyncio.to_thread(doctor, tmp_path, **settings)
        assert findings["sign_in"]["message"] == f"{provider.issuer} answers, with 1 keys."
        _, findings = await asyncio.to_thread(doctor, tmp_path, **settings, GAPRACE_PRIVATE="on")
        assert findings["sign_in"]["status"] == "warning"
        provider.metadata = {"issuer": "https://other.example"}
        status, findings = await asyncio.to_thread(doctor, tmp_path, **settings)
        assert (status, "is that of 'https://other.example'" in findings["sign_in"]["message"]) == (1, True)
    _, findings = await asyncio.to_thread(doctor, tmp_path, **settings)
    assert "cannot be reached" in findings["sign_in"]["message"]


def test_nothing_is_wrong_with_postgres_and_redis(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as redis, PostgresServer.running(durable=True) as postgres:
        url = postgres.url(TEMPLATE)
        status, findings = doctor(tmp_path, GAPRACE_DATABASE_URL=url, GAPRACE_BUS_URL=redis.url)
    assert status == 0
    assert findings["durability"]["status"] == "ok"
    assert findings["bus"]["message"] == "The bus answers."
    assert findings["migrations"]["message"] == "The tables are up to date."


def test_services_that_do_not_answer_are_named_and_no_password_is_shown(tmp_path: Path) -> None:
    database = "postgresql://ann:hunter2@127.0.0.1:1/x"
    status, findings = doctor(tmp_path, GAPRACE_DATABASE_URL=database, GAPRACE_BUS_URL="redis://:hunter2@127.0.0.1:1")
    assert status == 1
    assert {name for name, each in findings.items() if each["status"] == "failed"} == {
        "database",
        "migrations",
        "durability",
        "clock",
        "bus",
        "push",
    }
    assert "GAPRACE_BUS_URL" in findings["bus"]["message"]


def test_a_postgres_that_may_lose_what_it_confirms_is_named(postgres_url: str, tmp_path: Path) -> None:
    """The tests' own Postgres writes nothing to the disk in time."""
    status, findings = doctor(tmp_path, GAPRACE_DATABASE_URL=postgres_url)
    assert (status, findings["durability"]["status"]) == (1, "failed")
    assert "fsync is off" in findings["durability"]["message"]


def test_too_few_connections_are_named(tmp_path: Path) -> None:
    with PostgresServer.running(durable=True) as postgres:
        postgres.execute(f"ALTER DATABASE {TEMPLATE} CONNECTION LIMIT 8")
        status, findings = doctor(tmp_path, GAPRACE_DATABASE_URL=postgres.url(TEMPLATE))
    assert (status, findings["durability"]["status"]) == (0, "warning")
    assert "allows 8 connections, and this server uses up to 9" in findings["durability"]["message"]


def test_missing_tables_have_to_be_migrated(postgres: PostgresServer, tmp_path: Path) -> None:
    name = f"unmigrated_{token_hex(4)}"
    postgres.create(name, template="template1")
    try:
        status, findings = doctor(tmp_path, "--database-url", postgres.url(name))
    finally:
        postgres.drop(name)
    assert (status, findings["migrations"]["status"]) == (1, "failed")
    assert "gaprace migrate" in findings["migrations"]["message"]


def test_tables_of_another_draft_of_the_same_revision_are_found(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/draft.db"
    migrate_now(url)
    assert doctor(tmp_path, "--database-url", url)[1]["migrations"]["status"] == "ok"
    with closing(sqlite3.connect(tmp_path / "draft.db")) as database:
        database.execute("ALTER TABLE races DROP COLUMN team_scores")
    status, findings = doctor(tmp_path, "--database-url", url)
    assert (status, findings["migrations"]["status"]) == (1, "failed")
    assert "lack races.team_scores" in findings["migrations"]["message"]


@pytest.mark.parametrize(
    ("setting", "subject", "found", "says"),
    [
        ("GAPRACE_LOG_LEVEL=loud", "settings", "failed", "set debug or info"),
        ("GAPRACE_BUS_URL=nats://host", "bus", "failed", "nats"),
        ("GAPRACE_DATABASE_URL=sqlite:////no/x.db", "database", "failed", "there is no folder /no. Make it, or change"),
        ("GAPRACE_CACHE_DIR=/dev/null/cache", "cache", "warning", "set GAPRACE_CACHE_DIR"),
    ],
)
def test_a_setting_that_does_not_do_is_named_with_the_way_out(
    setting: str, subject: str, found: str, says: str, tmp_path: Path
) -> None:
    status, findings = doctor(tmp_path, **dict([setting.split("=")]))
    assert (status, findings[subject]["status"]) == (1 if found == "failed" else 0, found)
    assert says in findings[subject]["message"]


@contextmanager
def answering(text: bytes) -> Iterator[str]:
    """A port of another program, which answers the first connection with a text."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as connection:
                connection.recv(4096)
                connection.sendall(text)

        thread = Thread(target=answer)
        thread.start()
        yield str(server.getsockname()[1])
        thread.join()


UNREADY = b'{"status":"unready","store":"down","clock":"right","bus":"up","draining":true,"read_only":false}'


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"SSH-2.0-OpenSSH\r\n", "does not answer as a server of this program"),
        (b"HTTP/1.1 200 OK\r\n\r\n{}", "does not answer as a server of this program"),
        (b"HTTP/1.1 503 No\r\n\r\n" + UNREADY, "is not ready (store down, clock right, stopping)"),
    ],
)
def test_a_port_in_use_is_asked_what_it_is(tmp_path: Path, answer: bytes, said: str) -> None:
    with answering(answer) as port:
        status, findings = doctor(tmp_path, "--port", port)
    assert (status, findings["port"]["status"]) == (0, "warning")
    assert said in findings["port"]["message"]


async def test_the_port_of_a_server_that_is_ready_is_right(sqlite_url: str, tmp_path: Path) -> None:
    async with ServerProcess(sqlite_url) as server:
        _, findings = await asyncio.to_thread(doctor, tmp_path, "--port", str(server.port))
    assert findings["port"] == {
        "subject": "port",
        "status": "ok",
        "message": f"A server answers on port {server.port} of 127.0.0.1, and is ready.",
    }


def test_a_database_file_is_checked_alike_before_and_after_it_is_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/gaprace.db"
    status, before = doctor(tmp_path, "--database-url", url)
    assert (status, before["database"]["message"]) == (0, f"{url} is made when the server starts.")
    assert list(tmp_path.iterdir()) == []
    migrate_now(url)
    status, after = doctor(tmp_path, "--database-url", url)
    assert (status, "answers within" in after["database"]["message"]) == (0, True)
    assert after["migrations"]["message"] == "The tables are up to date."
    assert [after[name] for name in ("durability", "clock")] == [before[name] for name in ("durability", "clock")]
