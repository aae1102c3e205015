import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gaprace.cli.main import main
from gaprace.rules.board import parse_board
from gaprace.rules.record import GameRecord
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal, random_game, won_board

OPENING = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--"
BEGINS_WITH_GAP = "--3S2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--"


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main([*arguments, "--json"])
    (line,) = capsys.readouterr().out.splitlines()
    return status, json.loads(line)


def test_deal_prints_the_opening_of_a_code_and_without_json_a_line_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    status, result = as_json(capsys, "deal", "o1-2345-6789", "--variant", "mini")
    assert (status, result) == (0, {"variant": "mini", "code": "0123456789", "board": OPENING})
    main(["deal", "0123456789", "--variant", "mini"])
    assert capsys.readouterr().out.splitlines()[:2] == ["mini 0123456789", "3S  --  2D  3D  2C  --  6D"]


def test_deal_without_a_code_draws_a_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, first = as_json(capsys, "deal")
    _, second = as_json(capsys, "deal")
    assert first["code"] != second["code"]
    assert parse_board(first["board"], 13)


def test_moves_prints_legal_moves_locked_cards_and_dead_gaps(capsys: pytest.CaptureFixture[str]) -> None:
    status, result = as_json(capsys, "moves", OPENING, "--variant", "mini")
    moves = result.pop("moves")
    assert (status, moves[0]) == (0, {"card": "4S", "to": 1})
    assert result.items() >= {"locked": 0, "stuck": False, "won": False, "dead": []}.items()
    _, filled = as_json(capsys, "moves", OPENING, "--variant", "mini", "--right-fill")
    assert len(filled["moves"]) > len(moves)


def test_a_board_may_begin_with_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    status, result = as_json(capsys, "moves", BEGINS_WITH_GAP, "--variant=mini")
    assert status == 0
    assert {move["to"] for move in result["moves"][:4]} == {0}
    status, _ = as_json(capsys, "redeal", "--secret", "0" * 64, "-k", "1", BEGINS_WITH_GAP, "--variant", "mini")
    assert status == 0


def test_redeal_prints_the_board_after_shuffle_k(capsys: pytest.CaptureFixture[str]) -> None:
    status, result = as_json(capsys, "redeal", won_board(13).text, "--secret", "0" * 64, "-k", "9")
    assert (status, result) == (0, {"board": won_board(13).text})


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    game = random_game(Random(4), random_deal(Random(4), VARIANTS["gaps"]), 30)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(GameRecord.of(game).data))
    return path


def test_verify_accepts_a_record_that_holds_from_a_file_its_input_and_in_an_answer_of_the_api(
    capsys: pytest.CaptureFixture[str], record_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, result = as_json(capsys, "verify", str(record_file))
    assert (status, result["ok"]) == (0, True)
    assert list(result) == ["ok", "won", "locked", "score", "moves", "shuffles", "time_ms", "board"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record_file.read_bytes())))
    assert as_json(capsys, "verify", "-") == (0, result)
    record_file.write_text(json.dumps({"id": "g1", "record": json.loads(record_file.read_text())}))
    assert as_json(capsys, "verify", str(record_file)) == (0, result)


def test_a_game_without_a_record_yet_is_not_said_to_be_false(
    capsys: pytest.CaptureFixture[str], record_file: Path
) -> None:
    refusal = {"status": 404, "code": "game_not_found", "message": "There is no such finished game."}
    record_file.write_text(json.dumps(refusal))
    assert main(["verify", str(record_file)]) == 2
    shown = capsys.readouterr()
    assert "does not hold" not in shown.out
    assert "There is no such finished game." in shown.err


def test_verify_exits_with_1_for_a_record_that_does_not_hold(
    capsys: pytest.CaptureFixture[str], record_file: Path
) -> None:
    data = json.loads(record_file.read_text())
    record_file.write_text(json.dumps({**data, "secret": "0" * 64}))
    status, result = as_json(capsys, "verify", str(record_file))
    assert (status, result["ok"], result["error"]["code"]) == (1, False, "commitment_mismatch")
    assert main(["verify", str(record_file)]) == 1
    assert "does not hold" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"1" * 10_000, b"null", b'{"code": NaN}'])
def test_a_file_that_is_not_a_record_does_not_hold(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(content)
    status, result = as_json(capsys, "verify", str(path))
    assert (status, result["error"]["code"]) == (1, "bad_record")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["deal", "UUUUUUUUUU"], "bad_code"),
        (["deal", "0123456789", "--variant", "bridge"], "bad_variant"),
        (["moves", "2C3C"], "bad_board"),
        (["moves", "\udcff"], "bad_board"),
        (["moves", OPENING], "bad_board"),
        (["redeal", won_board(13).text, "--secret", "xyz", "-k", "1"], "bad_secret"),
        (["redeal", won_board(13).text, "--secret", "0" * 64, "-k", "10"], "bad_usage"),
        (["redeal", won_board(13).text, "--secret", "0" * 64, "-k", "1", "--variant", "strict"], "no_redeal"),
        (["verify", "/no/such/file"], "unreadable_file"),
        (["verify"], "bad_usage"),
        (["fly"], "bad_usage"),
        (["--"], "bad_usage"),
        (["deal", "--colour", "red"], "bad_usage"),
        (["admin"], "bad_usage"),
        (["admin", "warn", "p"], "bad_usage"),
        (["admin", "suspend", "p", "--reason", "x"], "bad_usage"),
        (["admin", "mute", "p", "--reason", "x", "--hours", "a lot"], "bad_usage"),
        (["admin", "log"], "no_admin"),
    ],
)
def test_bad_usage_is_one_sentence_with_a_code_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: str
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert line.startswith("gaprace: ")
    assert line.endswith(f"[{code}]")
    status, result = as_json(capsys, *arguments)
    assert (status, result["error"]["code"]) == (2, code)


def test_a_closed_pipe_shows_no_traceback() -> None:
    command = f"{sys.executable} -m gaprace.cli.main deal | true"
    finished = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert finished.stderr == ""
