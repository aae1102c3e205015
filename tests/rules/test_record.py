import json
from random import Random

import pytest
from hypothesis import given

from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord, verify
from gaprace.rules.results import score
from tests.positions import random_deal, random_game
from tests.strategies import games


@given(games)
def test_the_record_of_a_game_holds_and_says_what_came_of_it(game: Game) -> None:
    data = json.loads(json.dumps(GameRecord.of(game).data))
    assert verify(data) == {
        "ok": True,
        "won": game.is_won,
        "locked": game.board.locked,
        "score": score(game),
        "moves": game.moves,
        "shuffles": game.shuffles,
        "time_ms": game.time_ms,
        "board": game.board.text,
    }
    assert GameRecord.from_data(data).replay() == game


def record() -> dict[str, object]:
    random = Random(3)
    return GameRecord.of(random_game(random, random_deal(random), 60)).data


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("secret", "0" * 64, "commitment_mismatch"),
        ("commitment", "0" * 64, "commitment_mismatch"),
        ("commitment", "0" * 63, "bad_commitment"),
        ("secret", "", "bad_secret"),
        ("secret", 7, "bad_record"),
        ("transcript", None, "bad_record"),
        ("code", ["0123456789"], "bad_record"),
        ("code", "\ud800", "bad_code"),
        ("variant", "patience", "bad_variant"),
        ("colour", "red", "bad_record"),
    ],
)
def test_a_fault_before_the_first_action_is_at_0(field: str, value: object, code: str) -> None:
    result = verify({**record(), field: value})
    assert not result["ok"]
    assert (result["error"]["code"], result["error"]["at"]) == (code, 0)


@pytest.mark.parametrize("number", [1, 2, 17])
def test_a_tampered_action_is_named_by_its_number(number: int) -> None:
    data = record()
    tokens = str(data["transcript"]).split(" ")
    ms = tokens[number - 1].split(":")[1]
    for bad, code in (
        (f"KS@0:{ms}", "illegal_move"),
        ("KS@0", "bad_transcript"),
        (f"fly:{ms}", "bad_transcript"),
    ):
        tokens[number - 1] = bad
        error = verify({**data, "transcript": " ".join(tokens)})["error"]
        assert (error["code"], error["at"]) == (code, number)


def test_the_first_bad_action_decides_though_a_later_token_cannot_even_be_read() -> None:
    error = verify({**record(), "transcript": "redo:1 ???"})["error"]
    assert (error["code"], error["at"]) == ("nothing_to_redo", 1)


@pytest.mark.parametrize("data", [None, [], "record", 7, {}, {"code": "0123456789"}])
def test_what_is_no_record_is_said_to_be_none(data: object) -> None:
    assert verify(data)["error"]["code"] == "bad_record"
