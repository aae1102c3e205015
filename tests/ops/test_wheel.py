"""What is installed from a wheel serves as the repository does."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx2
import pytest

from tests.processes import ROOT, ServerProcess, free_port


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but what the wheel brings; its dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)], check=True
    )
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "installed"), str(wheel)], check=True)
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if "node_modules" in name or "package" in name or name.startswith("tests")]
    return folder / "installed"


class InstalledServer(ServerProcess):
    """The command as it was installed, run where there is no repository."""

    def __init__(self, folder: Path, database_url: str) -> None:
        super().__init__(database_url, settings={"PYTHONPATH": str(folder)}, cwd=folder)


def test_the_installed_command_finds_nothing_missing(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    arguments = [sys.executable, "-m", "gaprace.cli.main", "doctor", "--json", "--port", str(free_port())]
    process = subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, check=False)
    findings = {each["subject"]: each for each in json.loads(process.stdout)["findings"]}
    assert str(installed) in findings["client"]["message"]
    assert process.returncode == 0


async def test_a_wheel_brings_pages_and_migrations(installed: Path, tmp_path: Path) -> None:
    async with (
        InstalledServer(installed, f"sqlite:///{tmp_path / 'new.db'}") as server,
        httpx2.AsyncClient(base_url=server.base) as browser,
    ):
        page = await browser.get("/")
        assert page.status_code == 200
        assert "<title>" in page.text
        assert (await browser.post("/api/players")).status_code == 201
        assert (await browser.get("/client/main.js")).status_code == 200
