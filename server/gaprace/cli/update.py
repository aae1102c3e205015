"""The command `gaprace update`: a backup, the new version, its tables, a look whether it serves; if not, all back.

The folder of the environment is kept beside it, by links that take no space, until the new version has served. All that
the old and the new version do runs in processes of their own: this one uses nothing of the environment meanwhile.
"""

import argparse
import json
import os
import pwd
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

from gaprace.cli.command import DATABASE, Command, Result, option
from gaprace.errors import UsageError

PACKAGE = "gaprace"
IN_A_CONTAINER = (Path("/.dockerenv"), Path("/run/.containerenv"))
READY_S = 120.0
"""How long the new version may take to be ready."""
_POLL_S = 0.2
_OUTPUT_LINES = 5


@dataclass(frozen=True, slots=True)
class Way:
    """A way of updating."""

    folder: Path
    """The environment, which is kept as it is until the end."""
    install: Sequence[Sequence[str]]
    """The commands that install the new version."""
    undo: Sequence[Sequence[str]] = ()
    """The commands that bring back the rest, besides the folder."""

    @property
    def python(self) -> Path:
        """The interpreter of the environment."""
        return self.folder / "bin" / "python"

    @property
    def kept(self) -> Path:
        """The path at which the folder is kept."""
        return self.folder.with_name(f"{self.folder.name}.before")


def update(options: argparse.Namespace) -> Result:
    """Update the program: make a backup, install, upgrade the tables, look whether it serves; if not, go back."""
    from gaprace.settings import read_settings
    from gaprace.store.backup import file_of
    from gaprace.store.tables_state import known_revisions
    from gaprace.wiring.installation import BACKUP_FOLDER

    url = read_settings(os.environ, database_url=options.database_url).database_url
    file = file_of(url)
    folder = Path(options.backups) if options.backups else (file.parent if file else Path.cwd()) / BACKUP_FOLDER
    way = way_of(Path(sys.prefix), options.source, os.environ)
    run = Runner(way.python, url, file)
    return update_by(way, run, folder, known_revisions()[-1], tell=lambda line: print(line, file=sys.stderr))


# The ways


def way_of(prefix: Path, source: str, environment: Mapping[str, str]) -> Way:
    """Return how the environment at `prefix` is updated. Raises UsageError `cannot_update`: in another way."""
    # The environment of an image belongs to root; one that somebody has made in a container is theirs.
    is_image = any(file.exists() for file in IN_A_CONTAINER) and not os.access(prefix, os.W_OK)
    if is_image or "KUBERNETES_SERVICE_HOST" in environment:
        raise _other_way(
            "An image is replaced as a whole, from outside", "git pull", "docker compose up --build --detach"
        )
    if "archive-v0" in prefix.parts or "environments-v2" in prefix.parts:
        raise _other_way("uvx takes the version that it is asked for", "uvx gaprace@latest serve")
    root = Path(__file__).parents[3]
    if (root / ".git").exists():
        return _checkout(prefix, root)
    if (prefix / "uv-receipt.toml").exists():
        return Way(prefix, [["uv", "tool", "install", "--force", source]])
    if (prefix / "pipx_metadata.json").exists():
        return Way(prefix, [["pipx", "install", "--force", source]])
    if prefix == Path(sys.base_prefix):
        raise _other_way("The Python of the system is not to be changed", "python3 -m venv gaprace")
    return Way(prefix, [[*_pip_of(prefix), "--upgrade", source]])


def _pip_of(prefix: Path) -> list[str]:
    """Return the installer of an environment: its pip, else uv, if that made it, else the pip of its Python."""
    if any(prefix.glob("lib/python*/site-packages/pip")):
        return [f"{prefix}/bin/python", "-m", "pip", "install"]
    if "\nuv = " in (prefix / "pyvenv.cfg").read_text():
        return ["uv", "pip", "install", "--python", str(prefix)]
    return [f"{sys.base_prefix}/bin/python3", "-m", "pip", "--python", str(prefix), "install"]


def _checkout(prefix: Path, root: Path) -> Way:
    if prefix != root / ".venv":
        raise _other_way(
            "This environment is not that of the source", f"git -C {root} pull", "pip install --editable ."
        )
    git = ["git", "-C", str(root)]
    here = subprocess.run(  # noqa: S603  # the source of this program
        [*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    install = [[*git, "pull", "--ff-only"], ["make", "-C", str(root), ".venv/.run"]]
    return Way(prefix, install, [[*git, "reset", "--keep", here]])


def _other_way(why: str, *commands: str) -> UsageError:
    return UsageError(f"{why}: {' && '.join(commands)}.", "cannot_update")


def default_source(has: Callable[[str], object] = find_spec) -> str:
    """Return the package to install, with the extras that are there now."""
    extras = [extra for module, extra in (("numba", "solver"), ("asyncpg", "scale")) if has(module)]
    return f"{PACKAGE}[{','.join(extras)}]" if extras else PACKAGE


# The steps


class Failed(UsageError):
    """A step that has failed."""

    def __init__(self, step: str, output: str) -> None:
        """Raise `update_failed` with the last lines of the output of a command."""
        lines = [line.strip() for line in output.strip().splitlines()][-_OUTPUT_LINES:]
        super().__init__(f"{step} failed: {' / '.join(lines) or 'it said nothing'}", "update_failed")


def _sentence(output: str) -> str:
    """Return the sentence of the error that a command has printed as JSON, if it has."""
    with suppress(ValueError, LookupError, TypeError):
        return str(json.loads(output)["error"]["message"])
    return ""


class Runner:
    """Runs commands of the installed version, as the user whose database it is."""

    def __init__(self, python: Path, url: str, file: Path | None) -> None:
        self._command = [str(python), "-m", PACKAGE]
        self._environment = {**os.environ, "GAPRACE_DATABASE_URL": url, "GAPRACE_SOLVERS": "0"}
        self._user: dict[str, object] = {}
        if file and file.exists() and os.geteuid() == 0 and (owner := file.stat().st_uid):
            found = pwd.getpwuid(owner)
            self._user = {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
            self._environment["HOME"] = found.pw_dir

    def __call__(self, step: str, *arguments: str) -> Result:
        """Run a command and return its result. Raises Failed."""
        done = subprocess.run(  # type: ignore[call-overload]  # noqa: S603  # our own program
            [*self._command, *arguments, "--json"],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            **self._user,
        )
        if done.returncode:
            raise Failed(step, _sentence(done.stdout) or done.stdout + done.stderr)
        result: Result = json.loads(done.stdout or "{}")
        return result

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serve on a free port of this machine, and yield the address. Raises Failed."""
        server = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603  # our own program
            [*self._command, "serve", "--host", "127.0.0.1", "--port", "0", "--json"],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **self._user,
        )
        try:
            line = server.stdout.readline()
            if not line.startswith("{"):
                server.terminate()
                raise Failed("The new server", line + server.communicate()[1])
            yield json.loads(line)["url"]
        finally:
            server.terminate()
            server.communicate()


def update_by(way: Way, run: Runner, backups: Path, revision: str, tell: Callable[[str], None]) -> Result:
    """Take all steps in a way. `revision`: that of the tables of the present version.

    Raises UsageError `update_failed`: all is as it was, and the message says why.
    """
    backup = run("The backup", "backup", str(backups))["backup"]
    tell(f"The backup is {backup}.")
    if way.kept.exists():
        raise UsageError(
            f"{way.kept} is there from an update that was cut off: delete it, or put it back.", "cannot_update"
        )
    _keep(way)
    tell(f"If this is cut off: rm -rf {way.folder} && mv {way.kept} {way.folder}")
    is_migrated = False
    try:
        for command in way.install:
            _install(command)
        is_migrated = bool(run("The upgrade of the tables", "migrate")["migrated"])
        with run.serving() as address:
            _until_ready(address)
    except BaseException:
        _go_back(way, run, revision if is_migrated else "", backup, tell)
        raise
    shutil.rmtree(way.kept)
    return {"updated": True, "backup": backup}


def _keep(way: Way) -> None:
    """Keep the folder of the environment. It gets the name under which it is put back once it is complete."""
    part = way.folder.with_name(f"{way.folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)  # of an update that was cut off
    try:
        shutil.copytree(way.folder, part, symlinks=True, copy_function=_link)
        part.rename(way.kept)
    except (OSError, shutil.Error) as error:
        shutil.rmtree(part, ignore_errors=True)
        raise UsageError(
            f"{way.folder} cannot be kept ({error}): run this as who installed it.", "cannot_update"
        ) from None


def _link(source: str, target: str) -> None:
    """Link a file: an installer replaces files, and does not write into them."""
    os.link(source, target, follow_symlinks=False)


def _install(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise Failed(command[0], str(error)) from None
    if done.returncode:
        raise Failed(" ".join(command), done.stdout + done.stderr)


def _until_ready(address: str) -> None:
    until, why = monotonic() + READY_S, ""
    while monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}readyz", timeout=READY_S):  # noqa: S310  # its own address
                return
        except urllib.error.HTTPError as error:
            why = error.read().decode()
        except OSError as error:
            why = str(error)
            if isinstance(error, urllib.error.URLError) and isinstance(error.reason, ConnectionRefusedError):
                break
        sleep(_POLL_S)
    raise Failed("The new server is not ready: it", why)


def _go_back(way: Way, run: Runner, revision: str, backup: str, tell: Callable[[str], None]) -> None:
    """Bring back the tables, if they were upgraded, and the environment."""
    tell("Going back to the version before.")
    if revision:
        try:
            run("The way back of the tables", "downgrade", revision)
        except UsageError as error:
            tell(f"{error.message} The new tables stay. If the version before refuses them, restore {backup}.")
    for command in way.undo:
        with suppress(UsageError):
            _install(command)
    broken = way.folder.with_name(f"{way.folder.name}.failed")
    way.folder.rename(broken)
    way.kept.rename(way.folder)
    shutil.rmtree(broken, ignore_errors=True)


def _show(result: Result) -> str:
    return f"Updated, and it serves. Start the server again now. The backup of before is {result['backup']}."


def _add_source(parser: argparse.ArgumentParser) -> None:
    what = "what to install: a wheel, an address, or a name with a version (default: %(default)s)"
    parser.add_argument("--from", dest="source", metavar="SOURCE", default=default_source(), help=what)


_BACKUPS = option(
    "--backups", metavar="FOLDER", help="the folder of the backup (default: backups, beside the database)"
)
UPDATE_COMMANDS = (Command("update", update, _show, (_add_source, _BACKUPS, DATABASE)),)
