"""Every command of the documents runs as it stands there, with the names of this machine.

Programs that manage machines have stand-ins (`stand_ins.py`).
"""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import asyncpg
import pytest
import pytest_asyncio
import yaml

from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.settings import FILE_SUFFIX, ServerSettings, read_settings
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables_state import TablesState, tables_state
from gaprace.wire import Settings, VariantChoice
from tests.databases import PostgresServer, migrate_now, sqlite_database
from tests.documents.blocks import BLOCKS, TESTED, Block, Shell, block, blocks, here, text_of
from tests.events.daily_stage import TODAY, play
from tests.openid_provider import CLIENT_ID, CLIENT_SECRET, providing
from tests.processes import PATIENCE_S, ROOT, ServerProcess, free_port, http_client
from tests.rooms.engines import JudgingEngine
from tests.rooms.stage import Stage
from tests.store.material import a_player, play_daily
from tests.web.harness import MODERATOR, served, web_harness, web_of

BASE = "http://127.0.0.1:8000"
METRICS_TOKEN = "t" * 16
CODE = "0123456789"
DUMP_IN_DOCKER = text_of(Block("docs/backup.md", "Back up", 3))
OPENING, SMALL = [opening(VARIANTS[name], CODE).text for name in ("addiction", "mini")]


def test_a_test_names_every_block_of_commands() -> None:
    assert BLOCKS.keys() - TESTED == set()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


async def runs(shell: Shell, script: str, **settings: str) -> str:
    """Run a script in a thread, since what it talks to may be in this one."""
    return await asyncio.to_thread(shell.run, script, **settings)


# A server, and a race that is over


class Site(NamedTuple):
    base: str
    game: str
    """A finished one."""
    record: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("server")) as url:
        settings = {"GAPRACE_ADMIN_TOKENS": MODERATOR, "GAPRACE_METRICS_TOKEN": METRICS_TOKEN}
        async with ServerProcess(url, settings=settings) as server:
            yield server


beside_server = pytest.mark.asyncio(loop_scope="module")
"""For tests in the event loop that reads what the server prints."""


def of(server: ServerProcess) -> dict[str, str]:
    """The settings of the server, for commands beside it."""
    return {"GAPRACE_DATABASE_URL": server.database_url, "GAPRACE_PORT": str(server.port)}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Site:
    shell = Shell(tmp_path_factory.mktemp("bots"))
    played = await runs(shell, f"gaprace bot {server.base} -n 2 --pace 0 --seed 1 --json")
    game = json.loads(played)["standings"][0]["game"]
    async with http_client(server.base) as ann:
        record = json.dumps((await ann.get(f"/api/v1/games/{game}")).json()["record"])
    return Site(server.base, game, record)


@blocks(Block("README.md", "Gaprace"), Block("docs/contributing.md", "Contributing"))
def test_the_targets_of_make_are_there(shell: Shell, script: str) -> None:
    shown = shell.run(script)
    assert ".venv/bin/gaprace serve" in shown
    assert ".venv/bin/python -m pytest" in shown


@block("README.md", "Gaprace")
def test_a_package_is_run_and_containers_start(shell: Shell, script: str) -> None:
    shown = shell.run(f"exec 2>&1\n{script}")
    assert "hatchling build" in shown
    assert "uvx --from dist/gaprace-*.whl gaprace serve" in shown


@block("README.md", "Run it")
@beside_server
async def test_bots_play(shell: Shell, script: str, site: Site) -> None:
    names = {BASE: site.base, "--level 3": "--level 1 --pace 0 --seed 1"}
    shown = await runs(shell, "exec 2>&1\n" + here(script, names))
    assert "gaprace serve --lan" in shown
    assert f"{site.base}/r/" in shown


@block("README.md", "The command line")
@beside_server
async def test_the_rules_work_without_a_server(shell: Shell, script: str, site: Site) -> None:
    async with dailies() as (revealed, date):
        (shell.folder / "FILE").write_text(site.record)
        names = {
            "moves BOARD": f"moves {SMALL}",
            "redeal BOARD": f"redeal {OPENING}",
            "evaluate BOARD": f"evaluate {OPENING}",
            "HEX": "00" * 32,
            "--seconds 5": "--seconds 1",
            "--daily 2026-11-21": f"--daily {date} --server {revealed}",
        }
        shown = await runs(shell, here(script, names))
    assert f"mini {CODE}" in shown
    assert "mini: holds" in shown


@block("docs/evaluation.md", "On the command line")
def test_boards_are_evaluated(shell: Shell, script: str) -> None:
    (shell.folder / "boards").write_text(f"{OPENING}\n{OPENING}\n")
    lines = shell.run(here(script, {"BOARD": OPENING, "--jobs 4": "--jobs 2"})).splitlines()
    assert sum(line.startswith("{") for line in lines) >= 2


@blocks(
    Block("docs/evaluation.md", "How it is estimated"),
    Block("docs/solver.md", "Shuffles"),
    Block("docs/solver.md", "Where the evaluation comes from"),
)
def test_tables_are_trained(shell: Shell, script: str) -> None:
    shorter = {
        "train FILE": "train FILE --columns 7 --rounds 1 --deals 20",
        "--variant addiction --positions 4800": "--variant mini --positions 2",
        "--variant addiction --samples 6000": "--variant mini --samples 20",
    }
    names = {name: value for name, value in shorter.items() if name in script}
    shell.run(here(script, names), PYTHONPATH=str(ROOT))  # the documents mean a source tree
    assert any(
        (shell.folder / name).stat().st_size for name in ("FILE", "chances.json") if (shell.folder / name).exists()
    )


@block("docs/solver.md", "How many deals can be won")
def test_a_survey_says_how_many_deals_can_be_won(shell: Shell, script: str) -> None:
    assert "20 deals: " in shell.run(here(script, {"--deals 10000 --jobs 2": "--deals 20"}))


# Fairness


@asynccontextmanager
async def dailies() -> AsyncIterator[tuple[str, str]]:
    """A server whose dailies of a date are revealed; gives its address and the date."""
    async with Stage(engine=JudgingEngine()) as stage:
        await stage.dailies.make()
        await play(stage, "ann", variant="mini", moves=3)
        await stage.clock.advance(window_of(TODAY).ends_at - stage.clock.now())
        async with served(web_of(stage).app) as at:
            yield f"http://{at}", TODAY


@block("docs/fairness.md", "Dailies")
async def test_a_daily_is_verified(shell: Shell, script: str) -> None:
    async with dailies() as (base, date):
        shown = await runs(shell, here(script, {BASE: base, "2026-11-21": date}))
    assert "mini: holds" in shown


@block("docs/fairness.md", "To verify one")
@beside_server
async def test_a_game_is_verified(shell: Shell, script: str, site: Site) -> None:
    assert "holds" in await runs(shell, here(script, {BASE: site.base, "GAME": site.game}))


# Moderation


@block("docs/moderation.md", "Becoming a moderator")
def test_a_moderator_gets_a_token(shell: Shell, script: str) -> None:
    name, _, token = shell.run(f'{script}echo "$GAPRACE_ADMIN_TOKENS"').strip().partition(":")
    assert read_settings({"GAPRACE_ADMIN_TOKENS": f"{name}:{token}"}).admin_tokens == (f"{name}:{token}",)


@block("docs/moderation.md", "The command")
async def test_a_moderator_judges(shell: Shell, script: str) -> None:
    web = web_harness(admin_tokens=(MODERATOR,))
    ann, bob = [await web.accounts.new_player(name) for name in ("Ann", "Bob")]
    game = await play_daily(web.store, DailyKey(TODAY, "mini"), bob.id)
    async with served(web.app) as at, http_client(f"http://{at}") as anyone:
        body, authorization = {"player": bob.id, "reason": "cheating"}, {"Authorization": f"Bearer {ann.token}"}
        report = (await anyone.post("/api/v1/reports", json=body, headers=authorization)).json()["id"]
        newest = "import json, sys; print(json.load(sys.stdin)['items'][0]['id'])"
        names = {
            "'Quiet Fox#7K2Q'": "Bob",
            "GAME": game,
            "--report REPORT": f"--report {report}",
            "PLAYER": bob.id,
            "DECISION": f'$(gaprace admin log --json | python3 -c "{newest}")',
        }
        at_server = f'gaprace() {{ command gaprace "$@" --url http://{at}; }}\n'
        shown = await runs(shell, at_server + here(script, names), GAPRACE_ADMIN_TOKEN=MODERATOR)
    assert report in shown
    assert re.findall(r"action: (\S+)", shown)[-3:] == ["lift", "ban", "void"]


# One machine


@block("docs/access.md", "Sign-in with OpenID Connect")
async def test_a_sign_in_is_set_up(shell: Shell, script: str) -> None:
    (shell.folder / "oidc-secret").write_text(f"{CLIENT_SECRET}\n")
    async with providing() as provider:
        names = {"https://id.example.org/realms/club": provider.issuer, "/etc/gaprace": shell.folder}
        shown = await runs(shell, here(script, names), GAPRACE_PORT=str(free_port()))
    assert f"GAPRACE_OIDC_CLIENT_ID={CLIENT_ID}" in script
    assert f"{provider.issuer} answers, with 1 keys." in shown


@block("docs/install.md", "With systemd", 0)
def test_it_is_installed(shell: Shell, script: str) -> None:
    """The packages are those of this environment, so that nothing is downloaded."""
    settings = shell.folder / "gaprace.env"
    names = {
        "-m venv": "-m venv --without-pip",  # which takes five seconds, and is this one:
        "/opt/gaprace/bin/pip": f"cd {ROOT} && {sys.base_prefix}/bin/python3 -m pip --python {ROOT}/.venv/bin/python",
        "/opt/gaprace": shell.folder / "opt",
        "/etc/gaprace.env": settings,
        "/var/": f"{shell.folder}/",
        "/usr/local/bin/": f"{shell.folder}/",
        "-o gaprace ": "",
    }
    # Without the client, which takes ten seconds to bundle: `tests/ops/test_wheel.py` looks at it.
    shell.run(here(script, names), PIP_DRY_RUN="1", PIP_NO_INDEX="1", HATCH_BUILD_NO_HOOKS="1")
    (shell.folder / "opt/bin/gaprace").symlink_to(ROOT / ".venv/bin/gaprace")
    shell.run("./gaprace migrate")
    assert (shell.folder / "lib/gaprace/gaprace.db").exists()
    assert settings.stat().st_mode & 0o777 == 0o600
    read = read_settings(dict(line.split("=", 1) for line in settings.read_text().splitlines()))
    assert (read.hosts, len(read.metrics_token)) == ({"race.example.org"}, 48)


@block("docs/install.md", "With systemd", 1)
@beside_server
async def test_it_is_started(shell: Shell, script: str, server: ServerProcess) -> None:
    assert '"status":"ready"' in await runs(shell, here(script, {BASE: server.base}), **of(server))


@block("docs/grow.md", "A second server on one machine")
@beside_server
async def test_a_second_server_is_started(shell: Shell, script: str, server: ServerProcess) -> None:
    first = code_of("docs/install.md", "ini\n")
    (shell.folder / "gaprace.service").write_text(first)
    names = {"/etc/systemd/system/": f"{shell.folder}/", "--port 8001": f"--port {server.port}"}
    shown = await runs(shell, here(script, names), GAPRACE_DATABASE_URL=server.database_url)
    assert "A server answers" in shown
    unit = (shell.folder / "gaprace@.service").read_text()
    added = {*unit.splitlines()} - {*first.splitlines()}
    # By nothing that would stop it with the first: PartOf, BindsTo and Requires do so when that one crashes.
    assert added == {
        "ExecStart=/opt/gaprace/bin/gaprace serve --port %i",
        "After=network-online.target gaprace.service",
        "WantedBy=gaprace.service",
    }


@blocks(
    Block("docs/install.md", "One container", 0),
    Block("docs/install.md", "One container", 1),
    *(Block("docs/install.md", "With Docker", number) for number in range(3)),
    Block("docs/backup.md", "Back up", 2),
    Block("docs/update.md", "Update", 0),
)
def test_containers_are_managed(shell: Shell, script: str) -> None:
    """The commands in a container run beside the test."""
    shell.run(script, GAPRACE_PORT=str(free_port()))


@block("docs/update.md", "Update", 1)
@beside_server
async def test_it_is_updated(shell: Shell, script: str, server: ServerProcess) -> None:
    """By the commands of pip by which it is installed (`test_it_is_installed`), which take ten seconds."""
    by_pip = [line for line in script.splitlines() if "/bin/pip" in line]
    assert {*by_pip} <= {*BLOCKS[Block("docs/install.md", "With systemd", 0)].splitlines()}
    shown = await runs(shell, here(script, {**dict.fromkeys(by_pip, ":"), BASE: server.base}), **of(server))
    assert '"status":"ready"' in shown
    assert "A server answers" in shown


@blocks(*(Block("docs/update.md", "Back to the version before", number) for number in range(2)))
async def test_the_tables_are_brought_back(shell: Shell, script: str, sqlite_url: str) -> None:
    await runs(shell, script.replace("20261127", "base"), GAPRACE_DATABASE_URL=sqlite_url)
    assert await tables_state(sqlite_url) is TablesState.OLDER


@block("docs/grow.md", "On Kubernetes")
def test_the_secrets_of_kubernetes_are_written(shell: Shell, script: str) -> None:
    folder = shell.folder / "deploy/kubernetes"
    folder.mkdir(parents=True)
    for path in (ROOT / "deploy/kubernetes").glob("*.yaml"):
        (folder / path.name).write_text(path.read_text())
    shell.run(script)
    secrets = {path.name: path for path in (folder / "secrets").iterdir()}
    assert all(path.stat().st_mode & 0o077 == 0 for path in secrets.values())
    files = {f"GAPRACE_{name.replace('-', '_').upper()}{FILE_SUFFIX}": str(path) for name, path in secrets.items()}
    read = read_settings(files)
    assert (read.database_url, read.bus_url) == (
        "postgresql://gaprace:secret@db.example.org/gaprace",
        "rediss://:secret@valkey.example.org:6379",
    )


# Watching


@block("docs/monitoring.md", "Health")
@beside_server
async def test_health_and_metrics_are_read(shell: Shell, script: str, server: ServerProcess) -> None:
    (shell.folder / "gaprace.env").write_text(f"GAPRACE_METRICS_TOKEN={METRICS_TOKEN}\n")
    shown = await runs(shell, here(script, {BASE: server.base, "/etc/gaprace.env": "./gaprace.env"}))
    assert '"status":"ready"' in shown
    assert "gaprace_action_seconds" in shown


@blocks(Block("docs/monitoring.md", "Alerts", 0), Block("docs/monitoring.md", "Alerts", 1))
def test_the_doctor_and_the_log_are_asked(shell: Shell, script: str, sqlite_url: str) -> None:
    shown = shell.run(script, GAPRACE_DATABASE_URL=sqlite_url, GAPRACE_PORT=str(free_port()))
    assert "The tables are up to date." in shown
    assert shown.splitlines()[-1] == '{"level": "warning", "message": "the bus is down"}'


@block("docs/monitoring.md", "A lock")
async def test_what_holds_a_lock_is_ended(shell: Shell, script: str, postgres_url: str) -> None:
    show, end = script.rsplit("psql", 1)
    (shell.folder / "gaprace.env").write_text(f"GAPRACE_DATABASE_URL='{postgres_url}'\n")
    show = here(show, {"/etc/gaprace.env": "./gaprace.env"})
    holder, waiting = [await asyncpg.connect(postgres_url) for _ in range(2)]
    number = str(holder.get_server_pid())
    await holder.execute("BEGIN; LOCK TABLE players")
    waits = asyncio.create_task(waiting.execute("BEGIN; LOCK TABLE players; COMMIT"))
    async with asyncio.timeout(PATIENCE_S):
        while number not in await runs(shell, show):
            pass
    await runs(shell, f"{show}psql{here(end, {'4711': number})}")
    await waits
    await waiting.close()
    holder.terminate()


@block("docs/monitoring.md", "Traces")
def test_a_server_with_traces_serves(shell: Shell, script: str) -> None:
    assert "listens on" in shell.first_line(script, GAPRACE_PORT=str(free_port()))


# Data


@blocks(Block("docs/backup.md", "Back up", 0), Block("docs/backup.md", "Back up", 1))
def test_a_backup_is_made(shell: Shell, script: str, sqlite_url: str) -> None:
    is_cron = "cron" in script
    names: dict[str, object] = {"/var/backups/gaprace": shell.folder / "backups"}
    if is_cron:
        *_, line = script.splitlines()
        minute, hour, *days, user, script = line.split(maxsplit=6)
        assert (minute, hour, days, user) == ("0", "3", ["*", "*", "*"], "root")
        names |= {"/usr/local/bin/": ""}
    shell.run(here(script, names), GAPRACE_DATABASE_URL=sqlite_url)
    assert [path.suffix for path in (shell.folder / "backups").iterdir()] == [".db"]


async def names_in(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    names = [row[0] for row in await connection.fetch("SELECT name FROM players")]
    await connection.close()
    return names


@blocks(Block("docs/backup.md", "Restore SQLite", 0), Block("docs/backup.md", "Restore SQLite", 1))
def test_a_backup_of_sqlite_comes_back(shell: Shell, script: str) -> None:
    (shell.folder / "backups").mkdir()
    (shell.folder / "backups" / "gaprace-20261122-030000.db").write_text("of last night")
    for name in ("gaprace.db", "gaprace.db-wal"):
        (shell.folder / name).write_text("of today")
    if "/var/" in script:
        script = here(script, {"/var/lib/gaprace": shell.folder, "-o gaprace ": "", "/var/backups/gaprace": "backups"})
        with pytest.raises(AssertionError, match=r"never\.db"):
            shell.run(script.replace("gaprace-20261122-030000.db", "never.db"))
        assert (shell.folder / "gaprace.db").read_text() == "of today"
    shell.run(script)
    assert (shell.folder / "gaprace.db").read_text() == "of last night"
    assert not (shell.folder / "gaprace.db-wal").exists()


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A server with the role and the database that compose makes, not migrated."""
    with PostgresServer.running() as server:
        server.execute("CREATE ROLE gaprace LOGIN")
        server.execute("CREATE DATABASE gaprace OWNER gaprace")
        yield server


@blocks(Block("docs/backup.md", "Restore Postgres", 0), Block("docs/backup.md", "Restore Postgres", 1))
async def test_a_backup_comes_back_and_is_brought_up_to_date(
    shell: Shell, script: str, own_postgres: PostgresServer
) -> None:
    url = own_postgres.url("gaprace").replace("postgres@", "gaprace@")
    settings = {"GAPRACE_DATABASE_URL": url, "PGHOST": str(own_postgres.folder)}
    (shell.folder / "gaprace.env").write_text(f"GAPRACE_DATABASE_URL='{url}'\n")
    migrate_now(url)
    store = SqlStore(open_database(url))
    await store.add_player(a_player())
    await store.close()
    await runs(shell, DUMP_IN_DOCKER, **settings)
    connection = await asyncpg.connect(url)
    await connection.execute("DELETE FROM players")
    await connection.close()
    if "/etc/" in script:
        file = "/var/backups/gaprace/gaprace-20261122-030000.dump"
        script = here(script, {"/etc/gaprace.env": "./gaprace.env", file: "backup.dump"})
    await runs(shell, f"{script}gaprace migrate", **settings)
    assert await names_in(url) == ["Ann"]
    assert await tables_state(url) is TablesState.CURRENT


@block("docs/move.md", "Move from SQLite to Postgres", 0)
async def test_a_role_and_a_database_are_made(shell: Shell, script: str) -> None:
    with PostgresServer.running() as postgres:
        await runs(shell, script, PGHOST=str(postgres.folder), PGUSER="postgres", PGDATABASE="postgres")
        migrate_now(postgres.url("gaprace").replace("postgres@", "gaprace@"))


@block("docs/move.md", "Move from SQLite to Postgres", 1)
async def test_a_host_moves_to_postgres(shell: Shell, script: str, sqlite_url: str, postgres: PostgresServer) -> None:
    store = SqlStore(open_database(sqlite_url))
    await store.add_player(a_player())
    await store.close()
    name = f"moved_{free_port()}"
    postgres.create(name, template="template1")
    try:
        names = {
            "sqlite:////var/lib/gaprace/gaprace.db": sqlite_url,
            "postgresql://gaprace:secret@db.example.org/gaprace": f"'{postgres.url(name)}'",
            "/etc/gaprace.env": "gaprace.env",
        }
        await runs(shell, here(script, names))
        assert await names_in(postgres.url(name)) == ["Ann"]
    finally:
        postgres.drop(name)
    assert postgres.url(name) in (shell.folder / "gaprace.env").read_text()


# The API


@block("docs/protocol.md", "Without a socket")
@beside_server
async def test_a_room_is_watched(shell: Shell, script: str, server: ServerProcess) -> None:
    ann, bob = await server.people(2)
    room = await server.room(ann, Settings(VariantChoice("mini")))
    names = {BASE: server.base, "ROOM": room.code, "TOKEN": bob.token}
    line = await asyncio.to_thread(shell.first_line, here(script, names))
    assert json.loads(line)["t"] == "welcome"


@block("docs/webhooks.md", "For operators")
def test_networks_are_allowed(shell: Shell, script: str) -> None:
    name, _, value = script.strip().partition("=")
    assert shell.run(f"{script}echo ${name}").strip() == value
    assert len(read_settings({name: value}).webhook_networks) == 2


# Files that are not commands


def code_of(document: str, first: str) -> str:
    """Return the block that begins so."""
    return (ROOT / document).read_text().partition(f"```{first}")[2].partition("```")[0]


def test_the_unit_of_systemd_starts_the_server_with_settings_that_exist() -> None:
    unit = dict(line.split("=", 1) for line in code_of("docs/install.md", "ini\n").splitlines() if "=" in line)
    assert unit["ExecStart"] == "/opt/gaprace/bin/gaprace serve"
    assert unit["EnvironmentFile"] == "/etc/gaprace.env"
    wrapper = BLOCKS[Block("docs/install.md", "With systemd", 0)]
    # Without it, drivers would look for certificates in the home folder of root.
    assert f"\nHOME={unit['WorkingDirectory']}\n" in wrapper
    assert f"--reuid={unit['User']}" in wrapper
    assert read_settings(dict([unit["Environment"].split("=", 1)])) == ServerSettings(cache_dir="/var/cache/gaprace")


def test_the_job_of_prometheus_is_that_of_the_alerts() -> None:
    text = "rule_files" + code_of("docs/monitoring.md", "yaml\nrule_files")
    (job,) = yaml.safe_load(text)["scrape_configs"]
    assert f'job="{job["job_name"]}"' in (ROOT / "docs/monitoring/alerts.yml").read_text()


def test_a_proxy_of_several_servers_hashes_and_tries_another_one_as_that_of_docker_does() -> None:
    _, found, rest = (ROOT / "docs/grow.md").read_text().partition("reverse_proxy 127.0.0.1:8000 127.0.0.1:8001 {")
    assert found
    options = {line.strip() for line in rest.partition("}")[0].splitlines() if line.strip()}
    caddyfile = (ROOT / "deploy/compose/Caddyfile").read_text()
    shared = {"lb_policy uri_hash", "lb_try_duration 5s", "fail_duration 5s"}
    assert shared <= options
    assert shared <= {line.strip() for line in caddyfile.splitlines()}
