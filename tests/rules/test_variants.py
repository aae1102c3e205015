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


def test_the_table_is_that_of_the_rules_page() -> None:
    rows = {
        name: (row.columns, row.shuffles, row.redeal and (row.redeal.when, row.redeal.keeps, row.redeal.gaps))
        for name, row in VARIANTS.items()
    }
    any_time, stuck = ShuffleWhen.ANY_TIME, ShuffleWhen.STUCK
    after_run, random = GapsAfterShuffle.AFTER_RUN, GapsAfterShuffle.RANDOM
    assert rows == {
        "addiction": (13, 3, (any_time, Keeps.LOCKED_RUNS, random)),
        "gaps": (13, 2, (stuck, Keeps.LOCKED_RUNS, after_run)),
        "montana": (13, 2, (stuck, Keeps.LOCKED_RUNS, after_run)),
        "spaces": (13, 2, (stuck, Keeps.NOTHING, random)),
        "paganini": (13, 3, (stuck, Keeps.COMPLETE_ROWS, after_run)),
        "strict": (13, 0, None),
        "mini": (7, 1, (stuck, Keeps.LOCKED_RUNS, after_run)),
    }
    assert [name for name, row in VARIANTS.items() if row.placed_twos] == ["montana"]
    assert not any(row.right_fill for row in VARIANTS.values())


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
