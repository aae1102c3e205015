"""The codes of errors are the interface of programs: each has one meaning."""

import ast
import re
from pathlib import Path
from urllib.error import URLError

import pytest
from websockets.exceptions import ConnectionClosedError

import gaprace
from gaprace import errors
from gaprace.error_codes import ERRORS
from gaprace.errors import BadSetting, BotError, CannotServe, GapraceError, UsageError, reason_of

PACKAGE = Path(gaprace.__file__).parent
WITHOUT_ROWS = (CannotServe, UsageError, BotError, BadSetting)
"""Of the command line, where nothing but the sentence is read."""


def raised_codes() -> set[str]:
    """The codes with which an exception of the table is made anywhere in the package."""
    kinds = {
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, GapraceError) and not issubclass(kind, WITHOUT_ROWS)
    }
    calls = [
        node
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds and node.args
    ]
    first = [call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)]
    return {code for code in map(str, first) if re.fullmatch("[a-z_]+", code)}


def test_every_code_that_is_raised_has_a_row() -> None:
    raised = raised_codes()
    assert len(raised) > len(ERRORS) / 2
    assert raised <= ERRORS.keys()


def test_every_row_is_used() -> None:
    others = [file for file in PACKAGE.rglob("*.py") if file.name != "error_codes.py"]
    text = "".join(file.read_text() for file in others)
    assert [code for code in ERRORS if f'"{code}"' not in text] == []


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(2, "No such file or directory", "/x"), "No such file or directory"),
        (URLError(ConnectionRefusedError(111, "Connection refused")), "Connection refused"),
        (URLError("unknown url type"), "<urlopen error unknown url type>"),
        (FileNotFoundError("it is not installed"), "it is not installed"),
        (ValueError("a mistake"), "a mistake"),
        (ConnectionClosedError(None, None), "no close frame received or sent"),
    ],
)
def test_a_reason_has_no_number_and_does_not_repeat_the_file(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason
