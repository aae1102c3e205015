import gzip
import json
from pathlib import Path

import pytest

from gaprace.cli.main import main
from gaprace.cli.survey import summary, survey_code
from gaprace.rules.variants import VARIANTS
from tests.independent_survey import check_line
from tests.processes import ROOT

DEALS = 40
MINI = VARIANTS["mini"]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a small survey."""
    file = tmp_path_factory.mktemp("survey") / "mini.jsonl"
    assert main(["survey", str(file), "--variant", "mini", "--deals", str(DEALS)]) == 0
    return file.read_text().splitlines(keepends=True)


def surveyed(file: Path, *options: str) -> int:
    return main(["survey", str(file), "--variant", "mini", "--deals", str(DEALS), *options])


def shipped(variant: str) -> list[dict[str, object]]:
    """The rows of a survey in the documents."""
    with gzip.open(ROOT / "docs" / "survey" / f"{variant}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def test_a_program_of_its_own_confirms_each_verdict(lines: list[str]) -> None:
    assert [json.loads(line)["code"] for line in lines] == [survey_code(MINI, number) for number in range(DEALS)]
    confirmed = [check_line("mini", line, most_boards=20_000) for line in lines]
    verdicts = [json.loads(line)["verdict"] for line in lines]
    assert confirmed.count("winnable") == verdicts.count("winnable")
    assert 0 < confirmed.count("unwinnable") <= verdicts.count("unwinnable")


@pytest.mark.parametrize("variant", ["mini", "montana", "strict"])
def test_the_files_in_the_documents_hold_what_the_table_says(variant: str) -> None:
    rows = shipped(variant)
    assert [row["code"] for row in rows] == [survey_code(VARIANTS[variant], number) for number in range(len(rows))]
    found = summary([row["verdict"] for row in rows])
    counts = [f"{found[kind]:,}".replace(",", " ") for kind in ("winnable", "unwinnable", "unknown")]
    share = f"{100 * found['low']:.1f} to {100 * found['high']:.1f} %"
    assert f"| {' | '.join([*counts, share])} |" in (ROOT / "docs" / "solver.md").read_text()


def test_a_row_of_the_documents_is_found_again(lines: list[str]) -> None:
    for row in (found := [json.loads(line) for line in lines]):
        row.pop("line", None)
    assert found == shipped("mini")[:DEALS]


def test_a_survey_that_was_stopped_goes_on_where_it_was(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "mini.jsonl"
    file.write_text("".join(lines[:30]) + lines[30][:20])
    assert surveyed(file, "--jobs", "2") == 0
    assert file.read_text() == "".join(lines)


def test_what_was_left_open_is_searched_again_with_a_larger_budget(
    lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mini.jsonl"
    assert surveyed(file, "--boards", "30") == 0
    budgets = [row["budget"] for row in map(json.loads, file.read_text().splitlines()) if row["verdict"] == "unknown"]
    assert budgets == [30] * 36
    capsys.readouterr()
    assert surveyed(file, "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["unknown"], result["winnable"] + result["unwinnable"]) == (0, DEALS)
    assert result["low"] < result["winnable"] / DEALS < result["high"]
    proofs = {line for line in lines if "digest" in line}
    assert proofs <= set(file.read_text().splitlines(keepends=True))


@pytest.mark.parametrize(
    ("content", "message"),
    [("no JSON\n", "Line 1 of"), ('{"code": "0123456789", "verdict": "winnable"}\n', "another variant")],
)
def test_another_file_is_left_as_it_is(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.txt"
    file.write_text(content)
    assert surveyed(file) == 2
    assert message in capsys.readouterr().err
    assert file.read_text() == content


def test_a_folder_is_no_survey(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert surveyed(tmp_path) == 2
    assert "[unreadable_file]" in capsys.readouterr().err
