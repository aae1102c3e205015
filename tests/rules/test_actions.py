import pytest
from hypothesis import given

from gaprace.errors import BadText
from gaprace.rules.actions import ControlAction, action_text, parse_action, parse_transcript, transcript_text
from gaprace.rules.board import Move, parse_card
from gaprace.rules.game import Game
from tests.strategies import games


@given(games)
def test_a_transcript_reads_back_as_it_is(game: Game) -> None:
    assert list(parse_transcript("")) == []
    assert tuple(parse_transcript(game.transcript)) == game.actions
    assert transcript_text(parse_transcript(game.transcript)) == game.transcript


def test_an_action_is_a_card_and_a_slot_or_a_name() -> None:
    assert parse_action("6D@27") == Move(parse_card("6D"), 27)
    assert action_text(Move(parse_card("6D"), 27)) == "6D@27"
    assert [parse_action(name) for name in ("shuffle", "undo", "redo", "resign")] == list(ControlAction)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (" ", 1),
        ("undo:1 ", 2),
        ("undo:1  undo:2", 2),
        ("undo:1\tundo:2", 1),
        ("undo", 1),
        ("undo:", 1),
        ("undo:01", 1),
        ("undo:-1", 1),
        ("undo:1.5", 1),
        ("undo:1234567890123", 1),
        ("undo:1 fly:2", 2),
        ("undo:1 6X@3:2", 2),
        ("undo:٣", 1),
    ],
)
def test_a_bad_token_is_named_by_its_number(text: str, at: int) -> None:
    with pytest.raises(BadText) as caught:
        list(parse_transcript(text))
    assert (caught.value.code, caught.value.at) == ("bad_transcript", at)
