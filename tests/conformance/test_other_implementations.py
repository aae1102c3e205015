"""Positions of other implementations of the family (see tests/vectors/README.md)."""

import json
from typing import Any

import pytest

from gaprace.rules.board import GAP, TEXT_OF
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import VARIANTS
from tests import VECTORS
from tests.positions import board_of

IMPLEMENTATIONS: list[dict[str, Any]] = json.loads((VECTORS / "other_implementations.json").read_text())["vectors"]


def of_kind(kind: str) -> list[dict[str, Any]]:
    found = [vector for vector in IMPLEMENTATIONS if vector["kind"] == kind]
    assert found
    return found


@pytest.mark.parametrize("vector", of_kind("legal_moves"))
def test_legal_moves_agree_with_another_program(vector: dict[str, Any]) -> None:
    board = board_of(vector["rows"])
    right_fill = "right-neighbour fill" in vector["variant"]
    runs = board.locked_runs()
    ours = set()
    for card, gap in board.legal_moves(right_fill=right_fill):
        row, column = divmod(board.cells.index(card), board.columns)
        if "locked_prefix" in vector and column < runs[row]:
            continue  # this program lets no card leave a run, not even a 2
        ours.add((TEXT_OF[card], row, column, *divmod(gap, board.columns)))
    theirs = {
        (move["card"].replace("10", "T"), *move["from"], *move["to"])
        for move in vector["moves"]
        if not move.get("only_via_row_wrap")  # a bug of that program: rows do not wrap
    }
    assert ours == theirs
    assert board.is_won == vector["won"]
    assert runs == vector.get("locked_prefix", runs)


@pytest.mark.parametrize("vector", [*of_kind("redeal"), *of_kind("redeal_complete_row")])
def test_a_redeal_keeps_what_the_other_program_keeps_and_leaves_gaps_where_it_does(vector: dict[str, Any]) -> None:
    before, after = board_of(vector["before"]), board_of(vector["after"])
    runs = before.locked_runs()
    assert runs == vector["kept_prefix"]
    for row, run in enumerate(runs):
        assert after.row(row)[:run] == before.row(row)[:run]
    if "after each prefix" in vector["variant"]:
        ours = redealt(VARIANTS["gaps"], before, bytes(32), 1)
        assert ours.gaps() == after.gaps() == tuple(row * 13 + run for row, run in enumerate(runs))


def test_with_random_gaps_the_last_slot_of_a_complete_row_is_a_free_slot_as_with_another_program() -> None:
    vector = next(vector for vector in of_kind("redeal_complete_row") if vector.get("slot_13_of_finished_row_got"))
    before = board_of(vector["before"])
    row = before.locked_runs().index(12)
    landed = {redealt(VARIANTS["addiction"], before, seed.to_bytes(32, "big"), 1).row(row)[12] for seed in range(40)}
    assert len(landed - {GAP}) > 1
