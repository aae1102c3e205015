"""The package as it is released, built by the first test process that needs it."""

import fcntl
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.processes import ROOT, ServerProcess

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
BUILD = (sys.executable, "-m", "hatchling", "build")


def wheel_in(folder: Path) -> Path:
    """Return the wheel in a folder, built from the source distribution: so that one is complete too."""
    with (folder / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = folder / "built"
        if not built.exists():
            _build(folder / "sources", built)
    (wheel,) = built.glob("gaprace-*.whl")
    return wheel


def _build(sources: Path, built: Path) -> None:
    subprocess.run([*BUILD, "--target", "sdist", "--directory", sources], cwd=ROOT, check=True)
    (archive,) = sources.glob("gaprace-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(sources, filter="data")
    source = sources / archive.name.removesuffix(".tar.gz")
    modules = ROOT / "client" / "node_modules"
    if (modules / "esbuild").exists():  # npm need not download it again
        (source / "client" / "node_modules").symlink_to(modules)
    made = built.with_name("being built")
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, source], check=True)
    made.rename(built)


class UnpackedServer(ServerProcess):
    """The server of a wheel that is unpacked into a folder, in the environment of the tests."""

    def __init__(self, wheel: Path, folder: Path, database_url: str, settings: dict[str, str] | None = None) -> None:
        zipfile.ZipFile(wheel).extractall(folder)  # noqa: S202  # our own
        path = os.pathsep.join([str(folder), str(ROOT)])
        super().__init__(database_url, settings={**(settings or {}), "PYTHONPATH": path}, cwd=folder)
