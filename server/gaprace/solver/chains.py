"""The chains of a board's gaps: the moves that each gap makes by itself, one after the other.

A gap takes one card alone, the one that follows its left neighbour. This card leaves a gap at its old place, which
again takes one card alone, and so on: a *chain*. It ends at a gap that takes no card, and where there is a choice:

- An open left end takes every 2, and a gap behind a loose end several 3s (see `gaprace.solver.loose_ends`).
- With the right-neighbour fill, a gap can take two cards.
- A move that changes what lies at the left ends is a choice of one: after it, other ends may be loose.
- A chain ends after `MAX_MOVES_OF_CHAIN` moves; the next one is a choice of one, too.

Each move reads the neighbours of its gap, and writes to two places: the gap, and the one that the card leaves. A gap
that takes no card has read its neighbours as well. Which ends are loose need not be read: if a choice makes the end
before a gap loose, the gap can still take the same 3, as one of several.
"""

from typing import NamedTuple

import numpy as np

from gaprace.rules.board import GAP, LOWEST_RANK, ROWS
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODE_BITS, CODE_MASK, RANK_BITS, SUIT, WALL, Bytes, Ints, Keys
from gaprace.solver.gain import Terms, gain
from gaprace.solver.loose_ends import choices_of, gain_arranged, key_arranged, key_of_ends
from gaprace.solver.moves import MAX_MOVES_OF_GAP, make_move, take_back

MAX_MOVES_OF_CHAIN = 15
"""A chain has one move on average, and more than 15 on one of some thousand boards."""
NO_MOVE = 0
"""Instead of a move: no card has the code 0."""


class Chains(NamedTuple):
    """The chains of a board, by the number of the gap and by the number of the move, from 1.

    Behind the moves of a chain come the choices at its end or, if there are none, one entry for what is read there.
    """

    lengths: Ints
    """The number of moves of each chain."""
    choices: Ints
    """The number of choices at the end of each chain."""
    moves: Ints
    read: Ints
    """The places that each move reads, as a set: bit n is place n."""
    written: Ints
    """The places that each move writes to, as a set; those of a choice without its gap, which no other move reads."""
    touched: Ints
    """All places that a chain and its choices read or write to, as a set."""
    keys: Keys
    """The change of a board's key by the moves of a chain up to this one."""
    gains: Ints
    """The change of its value by them."""

    @classmethod
    def empty(cls) -> "Chains":
        """Return the chains of no board."""
        by_gap = (np.zeros(ROWS, dtype=np.intp) for _ in range(3))
        entries = ROWS, 1 + MAX_MOVES_OF_CHAIN + MAX_MOVES_OF_GAP
        by_move = (np.zeros(entries, dtype=np.intp) for _ in range(4))
        lengths, choices, touched = by_gap
        moves, read, written, gains = by_move
        return cls(lengths, choices, moves, read, written, touched, np.zeros(entries, dtype=np.uint64), gains)


@compiled
def find_chains(cells: Bytes, terms: Terms, loose: int, places: Ints, chains: Chains) -> None:
    """Record the chains of a board whose places are found."""
    ends, is_open = key_of_ends(cells, terms, loose), False
    for number in range(ROWS):
        gap = int(places[number * SUIT])
        is_end = cells[gap - 1] == WALL
        gap = _follow(cells, terms, loose, places, gap, number, chains)
        chains.choices[number] = 0
        if not (is_end and is_open):  # one open end is like another
            _choose(cells, terms, loose, places, ends, gap, number, chains)
        if chains.choices[number] == 0:
            _end(terms, gap, number, chains)
        for back in range(chains.lengths[number]):
            move = chains.moves[number, chains.lengths[number] - back]
            take_back(cells, move)
            places[move >> 2 * CODE_BITS] = move >> CODE_BITS & CODE_MASK
        is_open = is_open or is_end


@compiled
def _follow(cells: Bytes, terms: Terms, loose: int, places: Ints, gap: int, number: int, chains: Chains) -> int:  # noqa: PLR0913, PLR0917  # a compiled loop takes plain arrays
    """Record the moves of a chain and make them; return the gap at its end."""
    length, touched, gained, key = 0, 0, 0, np.uint64(0)
    chains.gains[number, 0], chains.keys[number, 0] = gained, key
    move = chain_move(cells, terms, loose, gap, places)
    while move != NO_MOVE and length < MAX_MOVES_OF_CHAIN:
        length += 1
        card, source = move >> 2 * CODE_BITS, move >> CODE_BITS & CODE_MASK
        gained += gain(cells, terms, places, move)
        key += terms.zobrist[card << CODE_BITS | gap] - terms.zobrist[card << CODE_BITS | source]
        chains.moves[number, length], chains.gains[number, length], chains.keys[number, length] = move, gained, key
        chains.read[number, length] = _neighbours(terms.right_fill, gap)
        chains.written[number, length] = 1 << gap | 1 << source
        touched |= chains.read[number, length] | chains.written[number, length]
        make_move(cells, move)
        places[card] = gap
        gap = source
        move = chain_move(cells, terms, loose, gap, places)
    chains.lengths[number], chains.touched[number] = length, touched
    return gap


@compiled
def chain_move(cells: Bytes, terms: Terms, loose: int, gap: int, places: Ints) -> int:
    """Return the move that a gap makes in a chain, or `NO_MOVE`."""
    left = int(cells[gap - 1])
    if left == WALL or loose >> gap - 1 & 1:
        return NO_MOVE
    card = left + 1 if 0 < left & RANK_BITS < terms.columns else GAP
    if terms.right_fill and cells[gap + 1] & RANK_BITS > LOWEST_RANK and cells[gap + 1] != card + 1:
        if card != GAP:
            return NO_MOVE
        card = int(cells[gap + 1]) - 1
    source = int(places[card])
    if card == GAP or cells[source - 1] == WALL:
        return NO_MOVE
    return card << 2 * CODE_BITS | source << CODE_BITS | gap


@compiled
def _neighbours(right_fill: bool, gap: int) -> int:  # noqa: FBT001
    """Return what the move of a gap depends on, as a set of places."""
    read = 1 << gap - 1
    if right_fill:
        read |= 1 << gap + 1
    return read


@compiled
def _choose(  # noqa: PLR0913, PLR0917  # as above
    cells: Bytes, terms: Terms, loose: int, places: Ints, ends: np.uint64, gap: int, number: int, chains: Chains
) -> None:
    """Record the choices at the end of a chain whose moves are made; `ends` is the part of the key for left ends."""
    length = chains.lengths[number]
    moves = chains.moves[number, length + 1 :]
    chains.choices[number] = choices_of(cells, terms, loose, gap, places, moves)
    for entry in range(length + 1, length + 1 + chains.choices[number]):
        move = chains.moves[number, entry]
        gained = gain_arranged(cells, terms, loose, places, move)
        chains.gains[number, entry] = chains.gains[number, length] + gained
        key = chains.keys[number, length]
        chains.keys[number, entry] = key_arranged(cells, terms, key, ends, move, loose)
        chains.read[number, entry] = _neighbours(terms.right_fill, gap)
        chains.written[number, entry] = 1 << (move >> CODE_BITS & CODE_MASK)
        chains.touched[number] |= chains.read[number, entry] | chains.written[number, entry]


@compiled
def _end(terms: Terms, gap: int, number: int, chains: Chains) -> None:
    """Record that a chain has ended at a gap that takes no card."""
    entry = chains.lengths[number] + 1
    chains.read[number, entry], chains.written[number, entry] = _neighbours(terms.right_fill, gap), 0
    chains.touched[number] |= chains.read[number, entry]


@compiled
def interfere(chains: Chains, first: int, move: int, second: int, other: int) -> bool:
    """Whether one of two moves, each of a gap's chain, writes to what the other one reads or writes to."""
    written, also_written = chains.written[first, move], chains.written[second, other]
    shared: int = written & (also_written | chains.read[second, other]) | also_written & chains.read[first, move]
    return shared != 0
