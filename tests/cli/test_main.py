"""The command as a whole."""

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from gaprace.cli.main import COMMANDS, main
from tests.processes import command


def test_alone_it_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "usage: gaprace" in printed.out
    for each in COMMANDS:
        assert re.search(rf"^    {each.name}\b", printed.out, re.MULTILINE)


@pytest.mark.parametrize("program", [command(), (sys.executable, "-m", "gaprace")])
def test_it_prints_its_version(program: tuple[str, ...]) -> None:
    process = subprocess.run([*program, "--version"], capture_output=True, text=True, check=True)
    assert process.stdout == f"gaprace {version('gaprace')}\n"


@pytest.mark.parametrize("name", [each.name for each in COMMANDS])
def test_every_command_has_help_in_whole_sentences(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    description = capsys.readouterr().out.partition("\n\n")[2].partition("\n\n")[0]
    assert description[0].isupper()
    assert description.endswith(".")
