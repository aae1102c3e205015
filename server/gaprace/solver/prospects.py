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

from gaprace.rules.board import ROWS
from gaprace.rules.cards import LOWEST_RANK
from gaprace.solver.compiling import compiled
from gaprace.solver.encoding import CODES, SUIT, Ints


@compiled
def is_lost(places: Ints, columns: int, right_fill: bool, reach: Ints) -> bool:  # noqa: FBT001
    """Whether the board with cards at these places (see `gaprace.solver.moves.Survey`) is seen to be lost.

    `reach` is room for a number per code: the places that a card can reach, as a set. Bit n of a set is place n.
    """
    gaps = 0
    for suit in range(0, CODES, SUIT):
        gaps |= 1 << places[suit]
        for card in range(suit + LOWEST_RANK, suit + columns + 1):
            reach[card] = 1 << places[card]
    has_grown = True
    while has_grown:
        gaps, has_grown, can_come_home = _spread(gaps, columns, right_fill, reach)
        if can_come_home:
            return False
    return True


@compiled
def _spread(gaps: int, columns: int, right_fill: bool, reach: Ints) -> tuple[int, bool, bool]:  # noqa: FBT001
    """Let each card reach more.

    Return what can be gaps then, whether any set has grown, and whether every suit has a row in which all its cards can
    reach their places.
    """
    left_ends, has_grown, can_come_home = _in_each_row(columns), False, True
    for suit in range(0, CODES, SUIT):
        below, homes = 0, left_ends
        for card in range(suit + LOWEST_RANK, suit + columns + 1):
            can = reach[card] | (below << 1 & gaps)
            if card == suit + LOWEST_RANK:
                can |= left_ends & gaps
            if right_fill and card < suit + columns:
                can |= reach[card + 1] >> 1 & gaps & ~left_ends
            if can != reach[card]:
                has_grown = True
                gaps |= can
            reach[card] = below = can
            homes &= can >> (card - suit - LOWEST_RANK)
        if homes == 0:
            can_come_home = False
    return gaps, has_grown, can_come_home


@compiled
def _in_each_row(columns: int) -> int:
    """Return the places at the left ends."""
    ends = 0
    for row in range(ROWS):
        ends |= 1 << row * (columns + 1) + 1
    return ends
