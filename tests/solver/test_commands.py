import io
import json
import re
from typing import Any

import pytest

from gaprace.cli.main import main
from gaprace.rules.board import Move, parse_board, parse_card
from gaprace.rules.deal import opening
from gaprace.rules.variants import VARIANTS
from gaprace.solver.lines import replayed
from tests.cli.test_rules import as_json

CODE = "0123456789"
NEEDS_FILL = "2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H7S--6H7H/2S3S4S5S6S5H--"
HOPELESS = "2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--"


def line_of(result: dict[str, Any]) -> list[Move]:
    return [Move(parse_card(move["card"]), move["to"]) for move in result["moves"]]


def test_solve_gives_moves_that_win_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    status, result = as_json(capsys, "solve", CODE, "--variant", "mini", "--seconds", "60")
    assert (status, result["verdict"]) == (0, "winnable")
    assert set(result) == {"verdict", "moves", "nodes", "ms"}
    assert replayed(opening(VARIANTS["mini"], CODE), line_of(result)).is_won


def test_solve_takes_a_board_also_one_that_begins_with_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    _, hopeless = as_json(capsys, "solve", HOPELESS, "--variant", "mini")
    assert (hopeless["verdict"], hopeless["moves"]) == ("unwinnable", [])
    board = "--3C4C5C6C7C2C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--"
    _, one_away = as_json(capsys, "solve", board, "--variant=mini")
    assert replayed(parse_board(board, 7), line_of(one_away)).is_won


def test_solve_says_unknown_when_the_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, result = as_json(capsys, "solve", CODE, "--variant", "strict", "--seconds", "1e-9")
    assert (result["verdict"], result["moves"]) == ("unknown", [])


def test_rate_gives_par_of_one_deal_or_of_many(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, result = as_json(capsys, "rate", CODE, "--variant", "mini", "--seconds", "60")
    assert (status, result["verdict"], result["code"]) == (0, "winnable", CODE)
    assert result["par"] == len(result["moves"])
    assert result["harder_permille"] is None  # the scale is that of whole decks
    assert replayed(opening(VARIANTS["mini"], CODE), line_of(result)).is_won
    (one_of_many,) = many(capsys, monkeypatch, [CODE], "rate", "-", "--seconds", "60")
    assert {**one_of_many, "ms": 0} == {**result, "ms": 0, "position": CODE}


def test_evaluate_gives_a_chance_and_says_what_is_proven(capsys: pytest.CaptureFixture[str]) -> None:
    status, won = as_json(capsys, "evaluate", CODE, "--variant", "mini", "--seconds", "60")
    assert (status, won["win"], won["proven"], won["locked"]) == (0, 1.0, "win", 24)
    assert won["par"] > 0
    _, lost = as_json(capsys, "evaluate", HOPELESS, "--variant", "mini", "--shuffles", "0")
    assert (lost["win"], lost["proven"], lost["locked"], lost["par"]) == (0.0, "loss", 22, None)
    _, open_ = as_json(capsys, "evaluate", HOPELESS, "--variant", "mini")
    assert open_["proven"] is open_["par"] is None
    assert 0 < open_["win"] < 1


def test_evaluate_takes_many_boards_and_has_words_for_people(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{HOPELESS}\nnonsense\n"))
    assert main(["evaluate", "-", "--variant", "mini", "--shuffles", "0"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["position"], first["proven"]) == (HOPELESS, "loss")
    assert second["error"]["code"] == "bad_code"
    main(["evaluate", HOPELESS, "--variant", "mini", "--shuffles", "0"])
    assert capsys.readouterr().out == "0% to win (proven: loss); 22 cards in place at the end\n"


def test_both_have_words_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", HOPELESS, "--variant", "mini"])
    assert capsys.readouterr().out.startswith("unwinnable without a shuffle\n")
    main(["rate", CODE, "--variant", "mini", "--seconds", "60"])
    assert re.match(r"winnable without a shuffle, par \d+ moves\n", capsys.readouterr().out)
    main(["rate", CODE, "--seconds", "60"])
    assert re.search(r", par \d+ moves; nearly all deals are harder\n", capsys.readouterr().out)
    main(["rate", "000000000A", "--seconds", "60"])
    assert re.search(r", par \d+ moves; \d{1,3} of 1000 deals are harder\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", "nonsense"], "bad_code"),
        (["solve", "2C/3C"], "bad_board"),
        (["solve", CODE, "--variant", "chess"], "bad_variant"),
        (["solve", CODE, "--seconds", "-1"], "bad_usage"),
        (["solve", CODE, "--seconds", "nan"], "bad_usage"),
        (["solve", CODE, "--jobs", "0"], "bad_usage"),
        (["evaluate", CODE, "--variant", "strict", "--shuffles", "1"], "bad_variant"),
        (["evaluate", CODE, "--shuffles", "10"], "bad_variant"),
        (["rate", "nonsense"], "bad_code"),
        (["rate"], "bad_usage"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_a_code(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: str
) -> None:
    status, result = as_json(capsys, *arguments)
    assert (status, result["error"]["code"]) == (2, code)


def many(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str
) -> list[dict[str, Any]]:
    """What a command says of positions from standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main([*arguments, "--variant", "mini", "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_positions_are_answered_in_their_order_and_a_wrong_one_stops_none(
    jobs: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [CODE, "", HOPELESS, "nonsense", f" {CODE} "]
    first, hopeless, wrong, again = many(capsys, monkeypatch, lines, "solve", "-", "--jobs", jobs, "--seconds", "60")
    assert [each["position"] for each in (first, hopeless, wrong)] == [CODE, HOPELESS, "nonsense"]
    assert (hopeless["verdict"], wrong["error"]["code"]) == ("unwinnable", "bad_code")
    assert replayed(opening(VARIANTS["mini"], CODE), line_of(first)).is_won
    assert {**again, "ms": 0} == {**first, "ms": 0}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_has_a_progress_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    many(capsys, monkeypatch, [HOPELESS, HOPELESS], "solve", "-")
    assert "] 1 of 2" in terminal.getvalue()
    assert "] 2 of 2" in terminal.getvalue()


def test_with_the_right_neighbour_fill_a_board_is_solved_by_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """The 5H goes left of its 6H."""
    _, without = as_json(capsys, "solve", NEEDS_FILL, "--variant", "mini")
    _, with_fill = as_json(capsys, "solve", NEEDS_FILL, "--variant", "mini", "--right-fill")
    assert (without["verdict"], with_fill["verdict"]) == ("unwinnable", "winnable")
    assert replayed(parse_board(NEEDS_FILL, 7), line_of(with_fill), right_fill=True).is_won
