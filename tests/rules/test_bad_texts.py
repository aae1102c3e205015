"""What is no text of the rules is refused, with the code of its kind."""

from collections.abc import Callable

import pytest

from gaprace.errors import BadText
from gaprace.rules.actions import parse_action
from gaprace.rules.board import parse_board, parse_card
from gaprace.rules.codes import parse_code
from gaprace.rules.deal import parse_secret
from gaprace.rules.draw import Origin, parse_seed
from gaprace.rules.variants import parse_variant
from tests.positions import won_board
from tests.refusals import refused

OPENING = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--"
BAD: dict[str, tuple[Callable[[object], object], list[object]]] = {
    "bad_action": (
        parse_action,
        ["", "6D", "6D@", "6D@07", "6D@+7", "6D@-1", "6D@1.0", "6D@٣", "6D@1234", "Shuffle", "shuffle ", "6D@27\n"],
    ),
    "bad_board": (
        lambda text: parse_board(text, 7),
        [
            *("", "/", OPENING[:-2], OPENING + "--", OPENING.lower(), OPENING + "/", " " + OPENING),
            OPENING.replace("/", "\n"),
            *(OPENING.replace("3S", card) for card in ("2D", "--", "8S", "AS", "\ud83c3")),
            won_board(13).text,
        ],
    ),
    "bad_card": (
        parse_card,
        ["", "--", "1C", "10C", "AC", "6d", "6X", "DD", " 6D", "6D ", "6", "\ud800"],
    ),
    "bad_code": (
        parse_code,
        ["", "0123", "01234567890", "U123456789", "01234 6789", "012345678é", "０123456789", "----------"],
    ),
    "bad_origin": (
        Origin.parse,
        ["", "daily", "daily/", "daily/01", "daily/-1", "drawn/1", "Drawn", "drawn\n"],
    ),
    "bad_secret": (
        parse_secret,
        ["", "00", "g" * 64, "A" * 64, "0" * 65, " " + "0" * 63, "0" * 64 + "\n"],
    ),
    "bad_seed": (
        parse_seed,
        ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32, "0" * 32 + "\n"],
    ),
    "bad_variant": (
        parse_variant,
        [
            *("nosuch", "Addiction", "", None, 7, ["gaps"], {}, {"name": 7}, {"name": "nosuch"}),
            *({"name": "gaps", "shuffles": count} for count in (10, -1, True, 2.0)),
            *({"name": "gaps", "right_fill": 1}, {"name": "gaps", "columns": 5}, {"name": "strict", "shuffles": 1}),
        ],
    ),
}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, (_, texts) in BAD.items() for text in texts])
def test_what_is_no_text_of_its_kind_is_refused(code: str, text: object) -> None:
    parse, _ = BAD[code]
    with pytest.raises(BadText) as caught:
        parse(text)
    assert caught.value.code == code


def test_a_refusal_names_the_wrong_cards() -> None:
    for bad in ("1C", "\ud800"):
        with refused("bad_card", ascii(bad)):
            parse_card(bad)
    with refused("bad_card", "'1D'"):
        parse_action("1D@27")
    with refused("bad_board", "too few or too many of 2D, 3S"):
        parse_board(OPENING.replace("3S", "2D"), 7)
