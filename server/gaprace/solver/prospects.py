"""Boards that are lost, seen without a search, by where each card could go if nothing were ever taken away.

Relax the game: a card leaves a copy of itself wherever it has been, and a place that was a gap once stays one. Then
what can be reached only grows, and is found by repeating until nothing changes:

- a card can reach a place that can be a gap, if its neighbour there (the next lower card on the left, and with the
  right-neighbour fill the next higher one on the right) can reach the place beside it; a 2 also reaches any left end
  that can be a gap;
- a place can be a gap if it is one, or if a card that can lie there can reach another place, too.

Whatever moves can do to the board stays within that, by induction over the moves. At first, every card lies and every
gap is where it counts as possible. A move puts a card on a gap, beside its neighbour: both are possible by hypothesis,
so the card can reach the place. Its old place becomes a gap: that place and the new one are two which the card can
reach. So if some suit has no row in which all its cards can reach their places, no line wins.

Planners know this as the relaxation that ignores deletions (Bonet and Geffner, "Planning as heuristic search", 2001).
It sees cards that wait for each other in a circle, and gaps behind kings that nothing moves; it does not see that there
are four gaps alone.
"""

from gaprace.rules.cards import LOWEST_RANK
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, SUIT, Ints
from gaprace.solver.moves import left_ends


@compiled
def is_lost(places: Ints, columns: int, right_fill: bool, loose: int, reach: Ints) -> bool:  # noqa: FBT001
    """Whether the board with cards at these places (see `gaprace.solver.moves.Survey`) is seen to be lost.

    `reach` is room for a number per code: the places that a card can reach, as a set. Bit n of a set is place n. A 2 at
    one of the `loose` places counts as if it lay at all of them (see `gaprace.solver.loose_ends`).
    """
    left_ends, gaps = _set_of_left_ends(columns), 0
    for suit in range(0, CODES, SUIT):
        gaps |= 1 << places[suit]
        reach[suit + LOWEST_RANK - 1] = left_ends >> 1  # as if an ace lay before each row
        for card in range(suit + LOWEST_RANK, suit + columns + 1):
            reach[card] = 1 << places[card]
        if reach[suit + LOWEST_RANK] & loose:
            reach[suit + LOWEST_RANK] = loose
    if gaps & loose:
        gaps |= loose
    has_grown, homes = True, False
    while has_grown:
        gaps, has_grown, homes = _spread(gaps, left_ends, columns, right_fill, reach)
        if homes:
            return False
    return True


@compiled
def _spread(gaps: int, left_ends: int, columns: int, right_fill: bool, reach: Ints) -> tuple[int, bool, bool]:  # noqa: FBT001
    """Let each card reach more.

    Return what can be gaps then, whether any set has grown, and whether every suit has a row in which all its cards can
    reach their places. The suits go side by side, rank by rank: since none of them waits for another one, the processor
    works on all four at once, which takes 0.6 times as long as one after the other.
    """
    grown = 0
    for suit in range(0, CODES, SUIT):
        reach[suit] = left_ends  # the rows in which its cards can reach their places so far
    for rank in range(LOWEST_RANK, columns + 1):
        for suit in range(0, CODES, SUIT):
            card = suit + rank
            can = reach[card] | reach[card - 1] << 1 & gaps
            if right_fill and rank < columns:
                can |= reach[card + 1] >> 1 & gaps & ~left_ends
            if can != reach[card]:
                grown |= can
            reach[card] = can
            reach[suit] &= can >> (rank - LOWEST_RANK)
        gaps |= grown
    can_come_home = True
    for suit in range(0, CODES, SUIT):
        can_come_home = can_come_home and reach[suit] != 0
    return gaps, grown != 0, can_come_home


@compiled
def _set_of_left_ends(columns: int) -> int:
    """Return the left ends as a set."""
    ends = 0
    for end in left_ends(columns):
        ends |= 1 << end
    return ends
