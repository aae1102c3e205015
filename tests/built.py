"""The package and its bundles as they are released, built by the first test process that needs them."""

import fcntl
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.processes import ROOT, ServerProcess

INSTALL = (
    Path(sys.executable).with_name("uv"),
    "pip",
    "install",
    "--quiet",
    "--offline",
    "--no-deps",
    "--compile-bytecode",
    "--python",
)
"""Installs a wheel into the environment that the next argument names, as pip does: compiled."""
BUILD = (sys.executable, "-m", "hatchling", "build")
NODE = Path(sys.executable).with_name("node")


USE_BUNDLES = """
import sys
from pathlib import Path
from gaprace.wiring import application
application.CLIENT = Path(sys.argv.pop(1))
"""
"""Takes the pages from the folder that the first argument names."""


def wheel_in(folder: Path) -> Path:
    """Return the wheel in a folder, built from the source distribution: so that one is complete too."""
    (wheel,) = _built_once(folder / "built", _build).glob("gaprace-*.whl")
    return wheel


def bundles_in(folder: Path) -> Path:
    """Return the folder of the bundles in a folder, less compressed than those of the wheel."""
    return _built_once(folder / "bundles", _bundle)


def _built_once(built: Path, build: Callable[[Path], None]) -> Path:
    with built.with_name(f"{built.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            build(built)
    return built


def _bundle(built: Path) -> None:
    made = built.with_name("being bundled")
    subprocess.run([NODE, ROOT / "client/bundle/build.js", made, "--quick"], check=True)
    made.rename(built)


def _build(built: Path) -> None:
    sources = built.with_name("sources")
    subprocess.run([*BUILD, "--target", "sdist", "--directory", sources], cwd=ROOT, check=True)
    (archive,) = sources.glob("gaprace-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(sources, filter="data")
    source = sources / archive.name.removesuffix(".tar.gz")
    modules = ROOT / "client" / "node_modules"
    if (modules / "esbuild").exists():  # npm need not download it again
        (source / "client" / "node_modules").symlink_to(modules)
    made = built.with_name("being built")
    subprocess.run([*BUILD, "--target", "wheel", "--directory", made], cwd=source, check=True)
    made.rename(built)


class UnpackedServer(ServerProcess):
    """The server of a wheel that is unpacked into a folder, in the environment of the tests."""

    def __init__(self, wheel: Path, folder: Path, database_url: str, settings: dict[str, str] | None = None) -> None:
        zipfile.ZipFile(wheel).extractall(folder)  # noqa: S202  # our own
        path = os.pathsep.join([str(folder), str(ROOT)])
        super().__init__(database_url, settings={**(settings or {}), "PYTHONPATH": path}, cwd=folder)


class BundledServer(ServerProcess):
    """The server of this checkout, with bundles in place of modules, which pages load in two thirds of the time."""

    def __init__(self, bundles: Path, database_url: str, settings: dict[str, str] | None = None) -> None:
        super().__init__(database_url, settings=settings)
        self._bundles = bundles

    @property
    def command(self) -> tuple[str, ...]:
        python, option, serve, *arguments = super().command
        return (python, option, USE_BUNDLES + serve, str(self._bundles), *arguments)
