"""`gaprace update` with an installer of the test, which fails at each step: nothing is lost, and all is as it was."""

import asyncio
import shlex
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from gaprace.cli import update as updating
from gaprace.cli.update import Runner, Way, default_source, update_by, way_of
from gaprace.errors import UsageError
from gaprace.store.tables_state import known_revisions
from tests.processes import ROOT, ServerProcess

PYTHON = f"""#!/bin/sh
# The interpreter of an environment: it does what that of the tests does, but for what its version cannot do.
export PYTHONPATH={shlex.quote(str(ROOT))}:{shlex.quote(str(ROOT / "server"))}
cannot=$(cat "$(dirname "$0")/../cannot")
case "$3" in
  $cannot) echo "the new version cannot $3" >&2; exit 1;;
  $cannot*) [ -z "$cannot" ] || {{ echo '{{"url": "http://127.0.0.1:1/"}}'; exit 0; }};;
esac
exec {shlex.quote(sys.executable)} "$@"
"""


class Site:
    """An environment with the program, a database with a row, and what installs the next version."""

    def __init__(self, folder: Path, template: Path) -> None:
        self.file, self.env, self.backups = folder / "club.db", folder / "env", folder / "backups"
        self.url = f"sqlite:///{self.file}"
        shutil.copy(template, self.file)
        with closing(sqlite3.connect(self.file)) as database:
            database.execute("INSERT INTO settings VALUES ('site_name', 'Club')")
            database.commit()
        (self.env / "bin").mkdir(parents=True)
        (self.env / "bin" / "python").write_text(PYTHON)
        (self.env / "bin" / "python").chmod(0o755)
        (self.env / "cannot").write_text("")
        (self.env / "version").write_text("old")
        self.said: list[str] = []

    def update(self, cannot: str = "", *, install: str = "true") -> object:
        """Update to a version that cannot do something."""
        script = f"cd {self.env} && rm version cannot && echo new > version; {install}; echo '{cannot}' > cannot"
        way = Way(self.env, [["sh", "-c", script]])
        run = Runner(way.python, self.url, self.file)
        return update_by(way, run, self.backups, known_revisions()[-1], self.said.append)

    def name_in(self, file: Path) -> str:
        with closing(sqlite3.connect(file)) as database:
            ((name,),) = database.execute("SELECT value FROM settings").fetchall()
        return str(name)

    def files(self) -> Mapping[str, bytes]:
        return {str(each.relative_to(self.env)): each.read_bytes() for each in self.env.rglob("*") if each.is_file()}


@pytest.fixture
def site(tmp_path: Path, sqlite_template: Path) -> Site:
    return Site(tmp_path, sqlite_template)


def test_an_update_keeps_the_data_makes_a_backup_and_leaves_only_the_new_version(site: Site) -> None:
    site.update()
    assert (site.env / "version").read_text() == "new\n"
    (backup,) = site.backups.iterdir()
    assert site.name_in(site.file) == site.name_in(backup) == "Club"
    assert {each.name for each in site.env.parent.iterdir()} >= {"env", "backups", "club.db"}
    assert not [*site.env.parent.glob("env.*")]


FAILURES = {
    "the installation": ("", "exit 1", "sh -c"),
    "the upgrade of the tables": ("migrate", "true", "the new version cannot migrate"),
    "its start": ("serve", "true", "the new version cannot serve"),
    "its readiness": ("serv", "true", "not ready"),
}


@pytest.mark.parametrize(("cannot", "install", "says"), FAILURES.values(), ids=FAILURES)
def test_an_update_that_fails_goes_back_by_itself_and_loses_nothing(
    cannot: str, install: str, says: str, site: Site
) -> None:
    before = site.files()
    with pytest.raises(UsageError, match=says) as refusal:
        site.update(cannot, install=install)
    assert refusal.value.code == "update_failed"
    assert site.files() == before
    assert not [*site.env.parent.glob("env.*")]
    (backup,) = site.backups.iterdir()
    assert site.name_in(site.file) == site.name_in(backup) == "Club"


def test_an_update_that_is_interrupted_goes_back(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(updating, "_until_ready", interrupt)
    before = site.files()
    with pytest.raises(KeyboardInterrupt):
        site.update()
    assert site.files() == before


def test_without_a_backup_nothing_is_installed(site: Site) -> None:
    before = site.files()
    site.backups.write_text("no folder")
    with pytest.raises(UsageError, match="The backup failed"):
        site.update()
    assert site.files() == before


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What is asked of the versions, of which the new one says that it has upgraded the tables."""
    asked = list[tuple[str, ...]]()

    class Upgrading(Runner):
        def __call__(self, step: str, *arguments: str) -> dict[str, object]:
            asked.append(arguments)
            done = super().__call__(step, *arguments)
            return {"migrated": True} if arguments == ("migrate",) else done

    monkeypatch.setattr(updating, "Runner", Upgrading)
    monkeypatch.setattr("tests.cli.test_update.Runner", Upgrading)
    return asked


def test_tables_that_were_upgraded_are_brought_back(site: Site, asked: list[tuple[str, ...]]) -> None:
    with pytest.raises(UsageError, match="cannot serve"):
        site.update("serve")
    assert asked[-1] == ("downgrade", known_revisions()[-1])


@pytest.mark.usefixtures("asked")
async def test_tables_that_a_server_has_open_stay_and_this_is_said_in_words(site: Site) -> None:
    async with ServerProcess(site.url):
        with pytest.raises(UsageError, match="cannot serve"):
            await asyncio.to_thread(site.update, "serve")
    assert "The way back of the tables failed: Servers or other programs have the database open" in site.said[-1]
    assert str(next(site.backups.iterdir())) in site.said[-1]


def test_an_environment_that_is_not_kept_completely_never_comes_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site.files()
    link = updating._link

    def cut_off(source: str, target: str) -> None:
        link(source, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(updating, "_link", cut_off)
    with pytest.raises(KeyboardInterrupt):
        site.update()
    assert site.files() == before
    assert [each.name for each in site.env.parent.glob("env.*")] == ["env.part"]
    assert not any("mv" in line for line in site.said)
    monkeypatch.setattr(updating, "_link", link)
    site.update()
    assert not [*site.env.parent.glob("env.*")]


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No container, wherever the tests run."""
    monkeypatch.setattr(updating, "IN_A_CONTAINER", ())


def test_in_a_container_only_an_environment_of_ones_own_is_updated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "IN_A_CONTAINER", (tmp_path,))
    with pytest.raises(UsageError, match="docker compose up --build"):
        way_of(tmp_path / "of-the-image", "gaprace", {})
    with pytest.raises(UsageError, match="not that of the source"):  # it is looked at further
        way_of(tmp_path, "gaprace", {})


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("prefix", "environment", "says"),
    [
        ("/usr", {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, "git pull && docker compose up --build --detach"),
        ("/root/.cache/uv/archive-v0/abc", {}, "uvx gaprace@latest serve"),
        ("/elsewhere", {}, "pull"),
    ],
)
def test_where_it_cannot_update_it_says_how(prefix: str, environment: dict[str, str], says: str) -> None:
    with pytest.raises(UsageError, match=says) as refusal:
        way_of(Path(prefix), "gaprace", environment)
    assert refusal.value.code == "cannot_update"


@pytest.mark.usefixtures("outside")
def test_the_ways_are_those_of_the_tools_that_made_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "__file__", str(tmp_path / "a" / "b" / "c" / "update.py"))
    (tmp_path / "uv-receipt.toml").touch()
    assert way_of(tmp_path, "gaprace", {}).install[0][:3] == ["uv", "tool", "install"]
    (tmp_path / "uv-receipt.toml").rename(tmp_path / "pipx_metadata.json")
    assert way_of(tmp_path, "gaprace", {}).install[0][:2] == ["pipx", "install"]
    (tmp_path / "pipx_metadata.json").unlink()
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.13.8\n")
    assert way_of(tmp_path, "gaprace", {}).install[0][:2] == ["uv", "pip"]
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\n")
    by_python = way_of(tmp_path, "gaprace", {}).install[0]
    assert by_python[:5] == [f"{sys.base_prefix}/bin/python3", "-m", "pip", "--python", str(tmp_path)]
    (tmp_path / "lib" / "python3.11" / "site-packages" / "pip").mkdir(parents=True)
    assert way_of(tmp_path, "gaprace", {}).install[0][1:3] == ["-m", "pip"]


def test_the_extras_stay_where_they_are() -> None:
    assert default_source(lambda _: None) == "gaprace"
    assert default_source(lambda name: name == "numba") == "gaprace[solver]"
    assert default_source(lambda _: True) == "gaprace[solver,scale]"
