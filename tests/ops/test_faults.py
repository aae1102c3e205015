"""The short form of `make soak ARGS="--faults 1000"`."""

import ast
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest

from gaprace.error_codes import ERRORS
from gaprace.wire.events import NoticeCode
from tests.processes import ROOT
from tests.soak.faults.campaign import Campaign
from tests.soak.faults.faults import FAULTS
from tests.soak.faults.table import CASES, DOCUMENT, EXPRESSIONS, Row, messages, table_in

FLEET = "postgres fleet"
SERVER = ROOT / "server" / "gaprace"


async def test_whatever_breaks_the_promise_holds() -> None:
    report = await Campaign(FLEET, len(FAULTS[FLEET]), secrets.token_hex(4)).run()
    print(report.text)
    assert report.violations == []
    assert report.faults == Counter(fault.__name__ for fault in FAULTS[FLEET])


# The table in docs/monitoring.md, which `make soak ARGS="--table"` writes


def test_the_table_of_faults_has_a_row_for_each_fault_that_the_program_makes() -> None:
    rows = table_in(DOCUMENT.read_text())
    assert [row[0] for row in rows] == [case.name for case in CASES]
    for _, players, alerts, log, actions in rows:
        codes = re.findall(r"`(\w+)`", players)
        assert set(codes) <= ERRORS.keys() | set(get_args(NoticeCode)), players
        assert alerts == "none" or set(re.findall(r"`(\w+)`", alerts)) <= EXPRESSIONS.keys()
        assert log == "nothing" or log.startswith("`")
        assert re.fullmatch(r"all [1-9]\d+ stored, once and in order", actions)


def test_the_table_is_as_the_program_writes_it() -> None:
    for cells in table_in(DOCUMENT.read_text()):
        name, players, alerts, log, actions = cells
        *seen, wait = players.split(", ")
        row = Row(name, Counter(seen), float(wait.split()[-2]), set(_quoted(alerts)), Counter(_quoted(log)))
        row.actions = int(actions.split()[1])
        assert row.line == f"| {' | '.join(cells)} |\n"


def test_the_program_logs_every_line_that_is_in_the_table() -> None:
    logged = [*_logged()]
    for _, _, _, log, _ in table_in(DOCUMENT.read_text()):
        for line in _quoted(log):
            assert any(pattern.fullmatch(line) for pattern in logged), line


def _quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _logged() -> Iterator[re.Pattern[str]]:
    """Patterns of the warnings and errors in the code, up to their colon, as the table has them."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(ast.Attribute(attr="warning" | "error" | "exception"), [ast.Constant(str(text)), *_]):
                    fixed = re.split(r"%[-+.\d]*[sdfr]", text.partition(":")[0])
                    if any(fixed):  # a sentence of somewhere else would match everything
                        yield re.compile(".+".join(map(re.escape, fixed)))


def test_a_row_says_what_was_seen_and_what_was_lost() -> None:
    row = Row("server killed", Counter({"reconnected": 3, "bye `try_again`": 0}), 2.4, {"GapraceDown"})
    row.log.update(
        messages(
            '{"level": "warning", "message": "request 712 took -9 s: it | dies"}\n'
            '{"level": "info", "message": "request"}\n'
            "plain text\n"
        )
    )
    row.actions = 40
    seen = "reconnected, longest wait 2 s"
    assert row.line == (
        f"| server killed | {seen} | `GapraceDown` | `request N took -N s` | all 40 stored, once and in order |\n"
    )
    row.violations = ["action 7 is lost"]
    assert row.line.endswith("| action 7 is lost |\n")


def test_a_room_is_not_named_in_the_table() -> None:
    assert [*messages('{"level": "error", "message": "WebSocket /ws/rooms/NGGFNXRN failed"}')] == [
        "WebSocket /ws/rooms/N failed"
    ]


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("the store is unavailable, steps of arenas will be tried again: gone", "... will be tried again"),
        ("the store is unavailable, 1 action waits, next try in 0.05 s: gone", "N actions wait, next try in N s"),
    ],
)
def test_which_work_waits_is_not_in_the_table(message: str, shown: str) -> None:
    assert [*messages(f'{{"level": "warning", "message": "{message}"}}')] == [f"the store is unavailable, {shown}"]
