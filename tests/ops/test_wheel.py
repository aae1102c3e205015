"""The built package, installed in a bare environment: it serves a game as the repository does, from any folder."""

import asyncio
import json
import re
import subprocess
import venv
import zipfile
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement

from tests.built import INSTALL
from tests.processes import ROOT, ServerProcess, free_port, http_client

FOREIGN = '"""Of another distribution."""\n'
KINDS = {".py", ".typed", ".npz", ".css", ".json"}
"""Kinds of files in the package, without the client."""


def dependencies(package: Distribution) -> dict[str, Distribution]:
    """The distributions that an installer would bring for those that a package declares, as they are here."""
    found, seen, todo = dict[str, Distribution](), set[str](), needed_by(package)
    while todo:
        wanted = todo.pop()
        if str(wanted) not in seen:
            seen.add(str(wanted))
            found[wanted.name.lower()] = distribution(wanted.name)
            todo += needed_by(distribution(wanted.name), wanted.extras)
    return found


def needed_by(package: Distribution, extras: Collection[str] = ()) -> list[Requirement]:
    return [each for each in map(Requirement, package.requires or ()) if applies(each, extras or {""})]


def applies(needed: Requirement, extras: Collection[str]) -> bool:
    return needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras)


def link(dependency: Distribution, packages: Path) -> None:
    """Put an installed distribution into another environment, by links."""
    for top in {file.parts[0] for file in dependency.files or ()} - {"..", "__pycache__"}:
        if not (packages / top).exists():
            (packages / top).symlink_to(Path(str(dependency.locate_file(top))).resolve())


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, its declared dependencies, another distribution's `server`, and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False)
    subprocess.run([*INSTALL, folder, wheel], check=True)
    packages = packages_of(folder)
    (own,) = packages.glob("gaprace-*.dist-info")
    for dependency in dependencies(Distribution.at(own)).values():
        link(dependency, packages)
    (packages / "server").mkdir()
    (packages / "server" / "__init__.py").write_text(FOREIGN)
    return folder


def packages_of(environment: Path) -> Path:
    (packages,) = environment.glob("lib/python*/site-packages")
    return packages


@pytest.fixture
def read_only(bare: Path) -> Iterator[Path]:
    """The bare environment, in which nothing may be written, and nothing is."""
    installed = packages_of(bare) / "gaprace"
    files = [installed, *installed.rglob("*")]
    before = {file: file.stat().st_mtime_ns for file in files}
    for file in files:
        file.chmod(file.stat().st_mode & ~0o222)
    yield bare
    for file in files:
        file.chmod(file.stat().st_mode | 0o200)
    assert {file: file.stat().st_mtime_ns for file in [installed, *installed.rglob("*")]} == before


class InstalledServer(ServerProcess):
    """The installed command, run in a folder where there is no repository."""

    def __init__(self, environment: Path, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'new.db'}", cwd=folder)
        self._program = str(environment / "bin/gaprace")

    @property
    def command(self) -> tuple[str, ...]:
        _, _, _, *arguments = super().command
        return (self._program, *arguments)


def run(environment: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = [environment / "bin/gaprace", *arguments]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)


def files_below(folder: Path) -> set[str]:
    """The files in the repository that belong into the wheel."""
    files = [file.relative_to(folder) for file in folder.rglob("*") if file.is_file()]
    return {str(file) for file in files if file.suffix in KINDS and "__pycache__" not in file.parts}


def test_the_wheel_has_all_that_a_server_needs_and_nothing_else(wheel: Path) -> None:
    names = [PurePosixPath(name) for name in zipfile.ZipFile(wheel).namelist()]
    metadata = "-".join(wheel.stem.split("-")[:2]) + ".dist-info"
    assert {name.parts[0] for name in names} == {"gaprace", metadata}
    packed = {str(name.relative_to("gaprace")) for name in names if name.parts[0] == "gaprace"}
    client = {name for name in packed if name.startswith("client/")}
    wanted = files_below(ROOT / "server/gaprace")
    wanted |= {f"store/migrations/versions/{name}" for name in files_below(ROOT / "migrations/versions")}
    assert packed - client == wanted | {"store/migrations/env.py", "solver/chances.json"}


def test_it_lives_beside_another_distribution_with_a_package_called_server(bare: Path, tmp_path: Path) -> None:
    program = "import server, gaprace; print(server.__doc__, gaprace.__file__)"
    process = subprocess.run(
        [bare / "bin/python", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert process.stdout == f"Of another distribution. {packages_of(bare) / 'gaprace/__init__.py'}\n"
    assert run(bare, tmp_path, "--version").stdout == f"gaprace {distribution('gaprace').version}\n"


def test_the_doctor_finds_nothing_wrong_but_that_the_extra_is_missing(read_only: Path, tmp_path: Path) -> None:
    process = run(read_only, tmp_path, "doctor", "--json", "--port", str(free_port()))
    findings = {each["subject"]: each for each in json.loads(process.stdout)["findings"]}
    assert process.returncode == 0
    assert findings["client"]["message"] == f"The pages are in {packages_of(read_only) / 'gaprace/client'}."
    assert findings["cache"]["message"].startswith("Nothing is searched, since the solver is not installed")
    assert {each["status"] for name, each in findings.items() if name not in {"files", "cache"}} == {"ok"}


def test_it_takes_at_most_120_megabytes_with_all_that_it_needs(bare: Path) -> None:
    (own,) = packages_of(bare).glob("gaprace-*.dist-info")
    needed = dependencies(Distribution.at(own))
    assert not {"asyncpg", "redis", "uvloop", "numba", "numpy"} & needed.keys()
    found = [Distribution.at(own), *needed.values()]
    files = [Path(str(each.locate_file(file))) for each in found for file in each.files or ()]
    assert sum(file.stat().st_size for file in files if file.exists()) <= 120e6


def test_what_needs_the_extra_scale_says_how_to_install_it(bare: Path, tmp_path: Path) -> None:
    process = run(bare, tmp_path, "migrate", "--database-url", "postgresql://127.0.0.1:1/none")
    assert (process.returncode, process.stdout) == (2, "")
    assert "pip install 'gaprace[scale]'" in process.stderr


async def test_it_serves_its_pages_and_bots_play_a_race_to_the_end(read_only: Path, tmp_path: Path) -> None:
    async with InstalledServer(read_only, tmp_path) as server, http_client(server.base) as browser:
        page = await browser.get("/")
        assert page.status_code == 200
        assert "<title>" in page.text
        scripts = re.findall(r'(?:src|modulepreload" href)="([^"]+)"', page.text)
        assert len(scripts) > 1
        found = [await browser.get(script, headers={"Accept-Encoding": "br"}) for script in scripts]
        assert {each.status_code for each in found} == {200}
        assert "br" in {each.headers.get("content-encoding") for each in found}
        bots = await asyncio.to_thread(run, read_only, tmp_path, "bot", server.base, "-n", "2", "--pace", "0", "--json")
        assert bots.returncode == 0, bots.stderr
        standings = json.loads(bots.stdout)["standings"]
        assert len(standings) == 2
        replay = await browser.get(f"/api/v1/games/{standings[0]['game']}")
        (tmp_path / "record.json").write_text(json.dumps(replay.json()["record"]))
    assert json.loads(run(read_only, tmp_path, "verify", "record.json", "--json").stdout)["ok"]
