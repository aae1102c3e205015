"""The rules and the verification of records against second programs, written from the pages of the documents alone."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gaprace.errors import IllegalAction
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.board import Board
from gaprace.rules.deal import SECRET_BYTES, Deal, opening
from gaprace.rules.draw import NO_SEED, SEED_BYTES
from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord, verify
from gaprace.rules.shuffle import redealt
from gaprace.rules.variants import VARIANTS, Variant
from tests import independent_rules, independent_verifier
from tests.independent_verifier import Fault
from tests.positions import SHUFFLING, board_with_runs, random_code, random_deal, random_drawn_deal, random_game

OPENINGS = REDEALS = RECORDS = 2000
Record = dict[str, Any]
Tamper = Callable[[Random, Record], Record]
"""Returns the changed parts of a record."""


def test_openings_agree() -> None:
    random = Random("openings")
    for _ in range(OPENINGS):
        variant, code = random.choice(list(VARIANTS.values())), random_code(random)
        assert opening(variant, code).text == independent_rules.opening(variant.name, code)


def mid_game(random: Random, variant: Variant) -> Board:
    if random.random() < 0.5:
        return board_with_runs(random, variant.columns)
    return random_game(random, random_deal(random, variant), random.randrange(30)).board


def test_redeals_agree() -> None:
    random = Random("redeals")
    for number in range(REDEALS):
        variant, k = SHUFFLING[number % len(SHUFFLING)], number % 9 + 1
        board, secret = mid_game(random, variant), random.randbytes(32)
        assert redealt(variant, board, secret, k).text == independent_rules.redeal(variant.name, board.text, secret, k)


@pytest.mark.parametrize("right_fill", [False, True])
def test_legal_moves_and_locked_cards_agree(right_fill: bool) -> None:
    random = Random("moves")
    for number in range(1000):
        variant = SHUFFLING[number % len(SHUFFLING)]
        board = mid_game(random, variant)
        ours = sorted(action_text(move) for move in board.legal_moves(right_fill=right_fill))
        theirs = independent_rules.legal_moves(variant.name, board.text, right_fill=right_fill)
        assert ours == sorted(f"{card}@{slot}" for card, slot in theirs)
        assert board.locked == independent_rules.locked(board.text)


# Records


def shuffled_game(random: Random, deal: Deal) -> Game:
    """A game that has a shuffle wherever its variant allows one, and some actions after it."""
    game = random_game(random, deal, 6)
    try:
        game = game.after(ControlAction.SHUFFLE, game.time_ms)
    except IllegalAction:
        return game
    moves = game.legal_moves()
    return game.after(random.choice(moves), game.time_ms + 1) if moves else game


def records(count: int, seed: str) -> list[Record]:
    random = Random(seed)
    return [GameRecord.of(shuffled_game(random, random_drawn_deal(random))).data for _ in range(count)]


def test_it_imports_nothing_of_the_project() -> None:
    for module in (independent_verifier, independent_rules):
        assert not re.search(
            r"^\s*(import|from)\s+gaprace", Path(str(module.__file__)).read_text("utf-8"), re.MULTILINE
        )


def test_both_agree_on_2000_records() -> None:
    for record in records(RECORDS, "records"):
        assert verify(record) == {"ok": True, **independent_verifier.verify(record)}


def test_the_example_of_the_page_holds() -> None:
    record = independent_verifier.example()
    assert verify(record) == {"ok": True, **independent_verifier.verify(record)}


def name_of(record: Record) -> str:
    return record["variant"] if isinstance(record["variant"], str) else record["variant"]["name"]


def swapped_seed(random: Random, record: Record) -> Record:
    seeds = record["seeds"] or [NO_SEED.hex()]
    place = random.randrange(len(seeds))
    return {"seeds": [*seeds[:place], random.randbytes(SEED_BYTES).hex(), *seeds[place + 1 :]]}


def changed_shuffle(random: Random, record: Record) -> Record:
    boards = record["shuffled_boards"]
    cells = list(independent_rules.split_rows(boards[0])[random.randrange(4)])
    swapped = "".join([cells[-1], *cells[1:-1], cells[0]]) if cells[0] != cells[-1] else "".join(reversed(cells))
    return {"shuffled_boards": [boards[0].replace("".join(cells), swapped), *boards[1:]]}


def later_shuffle(random: Random, record: Record) -> Record:
    """What a server would publish that had shuffled by another key than the one it committed to."""
    boards = record["shuffled_boards"]
    return {
        "shuffled_boards": [independent_rules.redeal(name_of(record), boards[0], random.randbytes(32), 9), *boards[1:]]
    }


def changed_variant(random: Random, record: Record) -> Record:
    return {"variant": random.choice([each for each in VARIANTS if each != name_of(record)])}


@pytest.mark.parametrize(
    ("tamper", "codes"),
    [
        (lambda random, _: {"code": random_code(random)}, {"code_mismatch", "commitment_mismatch"}),
        (swapped_seed, {"code_mismatch", "bad_seed"}),
        (changed_variant, {"commitment_mismatch"}),
        (lambda random, _: {"secret": random.randbytes(SECRET_BYTES).hex()}, {"commitment_mismatch"}),
        (changed_shuffle, {"shuffle_mismatch"}),
        (later_shuffle, {"shuffle_mismatch"}),
    ],
    ids=["layout", "seed", "variant", "later secret", "shuffle", "later shuffle"],
)
def test_both_find_what_was_tampered_with(tamper: Tamper, codes: set[str]) -> None:
    random = Random(str(sorted(codes)))
    for record in records(200, f"tampered: {sorted(codes)}"):
        if "shuffle_mismatch" in codes and not record["shuffled_boards"]:
            continue
        tampered = {**record, **tamper(random, record)}
        if tampered == record:  # a shuffle of a board on which nothing is loose
            continue
        assert verify(tampered)["error"]["code"] in codes
        with pytest.raises(Fault):
            independent_verifier.verify(tampered)
