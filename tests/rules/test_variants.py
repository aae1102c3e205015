import dataclasses

import pytest

from gaprace.rules import variants
from gaprace.rules.board import parse_board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import (
    VARIANTS,
    GapsAfterShuffle,
    Keeps,
    ShuffleWhen,
    Variant,
    parse_variant,
    variant_data,
)


def test_the_table_has_the_seven_variants() -> None:
    assert list(VARIANTS) == ["addiction", "gaps", "montana", "spaces", "paganini", "strict", "mini"]
    assert (VARIANTS["strict"].redeal, VARIANTS["strict"].shuffles) == (None, 0)


@pytest.mark.parametrize(
    ("name", "columns", "shuffles", "when", "keeps", "gaps", "placed"),
    [
        ("addiction", 13, 3, ShuffleWhen.ANY_TIME, Keeps.LOCKED_RUNS, GapsAfterShuffle.RANDOM, False),
        ("gaps", 13, 2, ShuffleWhen.STUCK, Keeps.LOCKED_RUNS, GapsAfterShuffle.AFTER_RUN, False),
        ("montana", 13, 2, ShuffleWhen.STUCK, Keeps.LOCKED_RUNS, GapsAfterShuffle.AFTER_RUN, True),
        ("spaces", 13, 2, ShuffleWhen.STUCK, Keeps.NOTHING, GapsAfterShuffle.RANDOM, False),
        ("paganini", 13, 3, ShuffleWhen.STUCK, Keeps.COMPLETE_ROWS, GapsAfterShuffle.AFTER_RUN, False),
        ("mini", 7, 1, ShuffleWhen.STUCK, Keeps.LOCKED_RUNS, GapsAfterShuffle.AFTER_RUN, False),
    ],
)
def test_each_row_is_what_the_rules_page_says(
    name: str,
    columns: int,
    shuffles: int,
    when: ShuffleWhen,
    keeps: Keeps,
    gaps: GapsAfterShuffle,
    placed: bool,
) -> None:
    row = VARIANTS[name]
    assert (row.redeal.when, row.redeal.keeps, row.redeal.gaps) == (when, keeps, gaps)
    assert (row.columns, row.shuffles, row.placed_twos, row.right_fill) == (columns, shuffles, placed, False)


def test_a_new_variant_is_one_new_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """House of Commons is played with 2 to 10; nothing but its row is needed to deal, play and shuffle it."""
    row = Variant("house_of_commons", columns=10, shuffles=2, redeal=VARIANTS["gaps"].redeal)
    monkeypatch.setattr(variants, "VARIANTS", {**VARIANTS, row.name: row})
    game = Game.start(Deal(parse_variant("house_of_commons"), "0123456789", bytes(32)))
    assert parse_board(game.board.text, 10) == game.board
    while game.legal_moves():
        game = game.after(game.legal_moves()[0], game.time_ms + 1)
        if game.number > 500:
            break
    assert Game.replay(game.deal, game.transcript) == game
    shuffled = game.deal.shuffled(game.board, 1)
    assert sorted(shuffled.cells) == sorted(game.board.cells)


def test_a_room_may_set_shuffles_and_right_fill() -> None:
    custom = VARIANTS["gaps"].customised(shuffles=9, right_fill=True)
    assert custom.is_custom
    assert variant_data(custom) == {"name": "gaps", "shuffles": 9, "right_fill": True}
    assert parse_variant(variant_data(custom)) == custom
    same = VARIANTS["addiction"].customised(shuffles=3, right_fill=False)
    assert (same, same.is_custom, variant_data(same)) == (VARIANTS["addiction"], False, "addiction")


def test_a_variant_is_data_and_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        VARIANTS["gaps"].shuffles = 9
