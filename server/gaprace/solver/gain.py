"""The change of a board's value by a move, for the compiled loops.

A move changes two slots, their right neighbours, and the positions of two cards relative to their predecessors: eight
look-ups in all.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gaprace.rules.board import GAP, LOWEST_RANK
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import (
    CODE_BITS,
    CODE_MASK,
    CODES,
    RANK_BITS,
    WALL,
    ZOBRIST,
    Bytes,
    Ints,
    Keys,
    rank_index,
    same_suit,
)
from gaprace.solver.evaluation import Evaluation, Table

MAX_KEPT = 64
"""Evaluations whose tables are kept, a third of a megabyte each: more than the bots have tastes."""


class Terms(NamedTuple):
    """The constants of a search: the rules, the numbers of keys, and the effects of moves on values.

    The effects are PAIRS and FOLLOWS as the differences that a move makes, with cards by their codes.
    """

    columns: int
    right_fill: bool
    zobrist: Keys
    """`ZOBRIST`."""
    column: Ints
    """The column of every place."""
    placed: Table
    """Change of a slot's value when its gap becomes a card, by column, left neighbour and card.

    Where the neighbour is the same card, it has just moved one slot to the right and left a gap there.
    """
    beside: Table
    """Change of the right neighbour's value when the gap on its left becomes a card, by column, card and neighbour.

    Where the neighbour is the same card, it has just moved one slot to the left and left a gap there.
    """
    standing: Table
    """FOLLOWS by rank, place of the predecessor and place; 0 for a 2, and beyond the top rank."""


@compiled
def gain(cells: Bytes, terms: Terms, places: Ints, move: int) -> int:
    """Return the change of value that a move makes to a surveyed board."""
    card, source, target = move >> 2 * CODE_BITS, move >> CODE_BITS & CODE_MASK, move & CODE_MASK
    from_column, to_column = terms.column[source], terms.column[target]
    rank, lower, higher = card & RANK_BITS, places[card - 1], places[card + 1]
    change = int(terms.placed[to_column, cells[target - 1], card])
    change -= int(terms.placed[from_column, cells[source - 1], card])
    change += int(terms.beside[to_column, card, cells[target + 1]])
    change -= int(terms.beside[from_column, card, cells[source + 1]])
    change += int(terms.standing[rank, lower, target])
    change -= int(terms.standing[rank, lower, source])
    change += int(terms.standing[rank + 1, target, higher])
    change -= int(terms.standing[rank + 1, source, higher])
    return change


@compiled
def gain_of_exchange(cells: Bytes, terms: Terms, places: Ints, end: int, other: int) -> int:
    """Return the change of value when what lies at two left ends, 2s or one gap, is exchanged on a surveyed board."""
    change = 0
    for here, there in ((end, other), (other, end)):
        comes, goes = int(cells[there]), int(cells[here])
        change += int(terms.beside[0, comes, cells[here + 1]]) - int(terms.beside[0, goes, cells[here + 1]])
        if comes != GAP:
            three = places[comes + 1]
            change += int(terms.standing[LOWEST_RANK + 1, here, three])
            change -= int(terms.standing[LOWEST_RANK + 1, there, three])
    return change


@lru_cache(maxsize=MAX_KEPT)
def terms_of(evaluation: Evaluation, *, right_fill: bool = False) -> Terms:
    """Return the terms of searches with an evaluation."""
    encoding, by_code = evaluation.encoding, _pairs_by_code(evaluation)
    tables = (_placed(by_code, encoding.cards), _beside(by_code, encoding.cards), _standing(evaluation))
    return Terms(encoding.columns, right_fill, ZOBRIST, encoding.column, *tables)


def _pairs_by_code(evaluation: Evaluation) -> Table:
    """Return PAIRS by column, left code and code, for all that a move can meet; with one column beyond the last."""
    columns = evaluation.columns
    codes = np.array([GAP, *evaluation.encoding.cards], dtype=np.intp)
    left, card = (grid.ravel() for grid in np.meshgrid(codes, codes, indexing="ij"))
    table = np.zeros((columns + 1, CODES, CODES), dtype=np.int16)
    table[:columns, left, card] = evaluation.pairs[:, rank_index(left), rank_index(card), same_suit(left, card)]
    table[0, WALL, codes] = evaluation.pairs[0, 0, rank_index(codes), 0]
    return table


def _placed(by_code: Table, cards: Ints) -> Table:
    table = by_code - by_code[:, :, :1]
    table[:, cards, cards] = by_code[:, 0, cards] - by_code[:, 0, :1]
    return table


def _beside(by_code: Table, cards: Ints) -> Table:
    table = np.zeros_like(by_code)
    table[:-1] = by_code[1:] - by_code[1:, :1, :]
    table[:-1, cards, cards] = by_code[1:, cards, 0] - by_code[1:, :1, 0]
    return table


def _standing(evaluation: Evaluation) -> Table:
    table = np.zeros((RANK_BITS + 1, CODES, CODES), dtype=np.int16)
    encoding = evaluation.encoding
    places, column, row = encoding.places, encoding.column, encoding.row
    before, place = (grid.ravel() for grid in np.meshgrid(places, places, indexing="ij"))
    for rank in range(LOWEST_RANK + 1, evaluation.columns + 1):
        same_row = (row[before] == row[place]).astype(np.intp)
        table[rank, before, place] = evaluation.follows[rank - 1, column[before], column[place], same_row]
    return table
