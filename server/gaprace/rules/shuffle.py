"""The shuffle: which cards it keeps, and where it deals the others.

Each shuffle is one permutation of all tokens (the cards of `deck` in order, then four gaps) over all slots: entry t is
the slot dealt to token t. A loose token goes to its slot. If a locked token is there, it goes on to the slot dealt to
*that* token, and so on until it finds a free slot. This is a bijection, uniform if the permutation is, and players who
have locked the same cards get the same board from the same shuffle. The opening is dealt in the same way.
"""

from collections.abc import Mapping

from gaprace.errors import IllegalAction
from gaprace.rules.board import GAP, ROWS, Board, Slot, deck
from gaprace.rules.randomness import permutation
from gaprace.rules.variants import GapsAfterShuffle, Keeps, Redeal, Variant

Token = int
"""A card's index in `deck`; the four gaps have the numbers after the last card."""

_SHUFFLE_LABEL = b"gaprace/1/shuffle/%d"


def redealt(variant: Variant, board: Board, key: bytes, number: int) -> Board:
    """Return the board after shuffle `number` (1, 2, 3 ...) of a key: every card that is not kept is dealt again.

    Raises IllegalAction `no_redeal` for a variant without shuffles.
    """
    if variant.redeal is None:
        raise IllegalAction("no_redeal", f"{variant.name} has no shuffles.")
    return dealt(variant, key, _SHUFFLE_LABEL % number, _locked_tokens(variant.redeal, board))


def dealt(variant: Variant, key: bytes, label: bytes, locked: Mapping[Slot, Token]) -> Board:
    """Return the board on which every loose token is dealt to a free slot; `locked` are the other tokens, by slot."""
    tokens = (*deck(variant.columns), *[GAP] * ROWS)
    dealt_slot = permutation(len(tokens), key, label)
    cells = bytearray(len(tokens))
    for slot, token in locked.items():
        cells[slot] = tokens[token]
    for token in set(range(len(tokens))).difference(locked.values()):
        slot = dealt_slot[token]
        while slot in locked:
            slot = dealt_slot[locked[slot]]
        cells[slot] = tokens[token]
    return Board(bytes(cells), variant.columns)


def _locked_tokens(redeal: Redeal, board: Board) -> dict[Slot, Token]:
    """Return the tokens that a shuffle leaves in place, by slot: kept cards and, where they are fixed, the gaps."""
    cards = deck(board.columns)
    token_of = {card: token for token, card in enumerate(cards)}
    locked: dict[Slot, Token] = {}
    for row in range(ROWS):
        left_end, kept = row * board.columns, _kept_in_row(redeal.keeps, board, row)
        locked |= {slot: token_of[board.cells[slot]] for slot in range(left_end, left_end + kept)}
        if redeal.gaps is GapsAfterShuffle.AFTER_RUN:
            locked[left_end + kept] = len(cards) + row
    return locked


def _kept_in_row(keeps: Keeps, board: Board, row: int) -> int:
    """Return how many cards a shuffle keeps, from the left end of a row."""
    run = board.locked_in_row(row)
    complete = run == board.columns - 1
    return {Keeps.LOCKED_RUNS: run, Keeps.COMPLETE_ROWS: run if complete else 0, Keeps.NOTHING: 0}[keeps]
