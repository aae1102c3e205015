"""The commands of the documents, block by block, and a shell that runs them as they stand there.

A test names its blocks with `block`; `tests/documents/test_commands.py` fails for a block that no test names. What a
document calls otherwise than it is called here (a host, a folder, an id) is replaced, and has to be there.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.databases import postgres_binaries
from tests.documents.stand_ins import PROGRAMS
from tests.processes import PATIENCE_S, ROOT

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("**/*.md"))]
LANGUAGES = ("sh", "cron")
_BLOCK = re.compile(r"^#+ (?P<heading>[^\n]+)$|^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_STAND_INS = Path(__file__).with_name("stand_ins.py")


class Block(NamedTuple):
    """Where a block of commands is."""

    document: str
    heading: str
    number: int = 0
    """Counts the blocks below a heading, from 0."""


def _found() -> dict[Block, str]:
    found: dict[Block, str] = {}
    for path in DOCUMENTS:
        heading, number = "", 0
        for match in _BLOCK.finditer(path.read_text()):
            if match["heading"]:
                heading, number = match["heading"], 0
            elif match["language"] in LANGUAGES:
                found[Block(str(path.relative_to(ROOT)), heading, number)] = match["text"]
                number += 1
    return found


BLOCKS = _found()
TESTED: set[Block] = set()


def block(document: str, heading: str, number: int = 0) -> pytest.MarkDecorator:
    """Hand a test the text of a block as `script`."""
    return blocks(Block(document, heading, number))


def blocks(*where: Block) -> pytest.MarkDecorator:
    """Run a test for each of these blocks."""
    TESTED.update(where)
    ids = ["-".join(map(str, each)) for each in where]
    return pytest.mark.parametrize("script", [BLOCKS[each] for each in where], ids=ids)


def text_of(where: Block) -> str:
    """Return a block that is a part of what a test runs."""
    TESTED.add(where)
    return BLOCKS[where]


def here(script: str, names: Mapping[str, object]) -> str:
    """Replace what is called otherwise here. Longer names come first: one may be a part of another."""
    for documented in sorted(names, key=len, reverse=True):
        assert documented in script, f"{documented!r} does not stand in: {script}"
        script = script.replace(documented, str(names[documented]))
    return script


class Shell:
    """A shell in a folder with the project's `.venv`, and with stand-ins for the programs that manage machines."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".venv").symlink_to(ROOT / ".venv")
        (folder / "docker-compose.yml").symlink_to(ROOT / "docker-compose.yml")
        stand_ins = folder / "stand_ins"
        stand_ins.mkdir()
        for name in PROGRAMS:
            (stand_ins / name).write_text(f'#!/bin/sh\nexec {sys.executable} {_STAND_INS} {name} "$@"\n')
            (stand_ins / name).chmod(0o755)
        places = (stand_ins, ROOT / ".venv/bin", postgres_binaries(), os.environ["PATH"])
        self.environment = {**os.environ, "PATH": ":".join(map(str, places)), "GAPRACE_SOLVERS": "0"}

    def run(self, script: str, **settings: str) -> str:
        """Run a script, whose every command has to succeed; return what it prints."""
        done = subprocess.run(
            ("sh", "-ec", script),
            cwd=self.folder,
            env={**self.environment, **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        return done.stdout

    def first_line(self, script: str, **settings: str) -> str:
        """Run a program that goes on until it is stopped; return the first line that it prints."""
        with subprocess.Popen(
            ("sh", "-ec", f"exec env {script}"),
            cwd=self.folder,
            env={**self.environment, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            line = process.stdout.readline()
            process.terminate()
        return line
