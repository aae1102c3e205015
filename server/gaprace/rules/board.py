"""The board: its cards, its legal moves and its locked cards.

This file is the rules page of the game. A card is a small integer, `suit * 16 + rank`, so that a board fits into a byte
string; the next higher card of the same suit is `card + 1`, the next lower one `card - 1`, and a gap is 0. Slots are
numbered row by row from 0, each row from left to right. The text of a board joins its rows with `/` and has two
characters per slot: `2C` to `KS` with `T` for 10, and `--` for a gap.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple, Self

from msgspec import Struct

from gaprace.errors import BadText, IllegalAction, RulesError, quoted

Card = int
"""A card, or `GAP`."""

GAP: Card = 0
SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades. Deals number their tokens in this order (see `gaprace.rules.shuffle`)."""
RANKS = "23456789TJQK"
LOWEST_RANK = 2
KING = 13
GAP_TEXT = "--"

_RANK_BITS = 15


def card_of(rank: int, suit: int) -> Card:
    """Return the card of a rank (2 to 13) and a suit (0 to 3)."""
    return suit * 16 + rank


def rank_of(card: Card) -> int:
    """Return a card's rank, 2 to 13; 0 for a gap."""
    return card & _RANK_BITS


def suit_of(card: Card) -> int:
    """Return a card's suit, 0 to 3, as an index into `SUITS`."""
    return card >> 4


TWOS: tuple[Card, ...] = tuple(card_of(2, suit) for suit in range(len(SUITS)))

TEXT_OF: dict[Card, str] = {GAP: GAP_TEXT} | {
    card_of(rank, suit): RANKS[rank - LOWEST_RANK] + SUITS[suit]
    for suit in range(len(SUITS))
    for rank in range(LOWEST_RANK, KING + 1)
}
"""The text of each card and of the gap, two characters: `2C` to `KS`, `--`."""

_CARD_OF_TEXT = {text: card for card, text in TEXT_OF.items()}


def parse_card(text: str) -> Card:
    """Return the card that a text such as `6D` or `TS` stands for. Raises BadText `bad_card`."""
    card = _CARD_OF_TEXT.get(text, GAP)
    if card == GAP:
        raise BadText("bad_card", f"{quoted(text)} is not a card: write a rank and a suit, such as 6D, TS or KH.")
    return card


def parse_slot_content(text: str) -> Card:
    """Return the card that a text stands for, or `GAP` for `--`. Raises BadText `bad_card`."""
    return GAP if text == GAP_TEXT else parse_card(text)


@cache
def deck(top_rank: int) -> tuple[Card, ...]:
    """Return the cards from 2 to `top_rank`: clubs, diamonds, hearts, spades, each suit in ascending order."""
    return tuple(card_of(rank, suit) for suit in range(len(SUITS)) for rank in range(LOWEST_RANK, top_rank + 1))


ROWS = len(SUITS)
Slot = int
"""A place on the board, numbered row by row from 0."""


class Move(NamedTuple):
    """A card moves to a gap."""

    card: Card
    to: Slot


def cards_taken(left: Card | None, right: Card, top_rank: int) -> tuple[Card, ...]:
    """Return the cards that a gap takes between its neighbours: the rule of the game.

    A gap at the left end (`left` is None) takes any 2, even one from another left end. Any other gap takes the card of
    the same suit that is one higher than its left neighbour; right of a gap or of the top rank it takes nothing. With
    the right-neighbour fill, a gap also takes the card one lower than its right neighbour, whether or not that card
    is locked. Without that fill, or with no card on the right, `right` is `GAP`.
    """
    if left is None:
        return TWOS
    higher = () if left == GAP or rank_of(left) == top_rank else (left + 1,)
    lower = () if rank_of(right) <= LOWEST_RANK else (right - 1,)
    return higher if higher == lower else higher + lower


@cache
def _moves_into(columns: int) -> list[list[tuple[Move, ...]]]:
    """Return the moves into each gap by its left neighbour, without right-neighbour fill: a table, for speed."""
    return [
        [
            tuple(Move(card, gap) for card in cards_taken(left if gap % columns else None, GAP, columns))
            for left in range(max(TEXT_OF) + 1)
        ]
        for gap in range(ROWS * columns)
    ]


class Board(Struct, frozen=True, gc=False):
    """Four rows of `columns` slots. `cells[slot]` is the card in that slot, or `GAP`.

    A row has one slot more than a suit has cards, so `columns` is also the top rank. Garbage collection need not
    look at boards (`gc=False`), of which a server holds many, since they refer to no other objects.
    """

    cells: bytes
    columns: int

    # Cards and gaps

    def gaps(self) -> tuple[Slot, Slot, Slot, Slot]:
        """Return the slots of the four gaps, in ascending order."""
        find = self.cells.find
        first = find(GAP)
        second = find(GAP, first + 1)
        third = find(GAP, second + 1)
        return first, second, third, find(GAP, third + 1)

    def row(self, number: int) -> bytes:
        """Return the cells of row `number` (0 to 3), left to right."""
        return self.cells[number * self.columns : (number + 1) * self.columns]

    # Moves

    def takes(self, gap: Slot, *, right_fill: bool = False) -> tuple[Card, ...]:
        """Return the cards that a gap takes (see `cards_taken`). Rows do not wrap."""
        column = gap % self.columns
        left = self.cells[gap - 1] if column > 0 else None
        right = self.cells[gap + 1] if right_fill and column < self.columns - 1 else GAP
        return cards_taken(left, right, self.columns)

    def legal_moves(self, *, right_fill: bool = False) -> list[Move]:
        """Return every legal move: by gap in ascending order, and for each gap in the order of `takes`."""
        if right_fill:
            return [Move(card, gap) for gap in self.gaps() for card in self.takes(gap, right_fill=True)]
        into, cells = _moves_into(self.columns), self.cells
        return [move for gap in self.gaps() for move in into[gap][cells[gap - 1]]]

    def dead_gaps(self, *, right_fill: bool = False) -> list[Slot]:
        """Return the gaps that no card can fill as the board stands.

        Every card that a gap takes is somewhere on the board, so a gap is dead if and only if it takes nothing.
        """
        return [gap for gap in self.gaps() if not self.takes(gap, right_fill=right_fill)]

    def is_stuck(self, *, right_fill: bool = False) -> bool:
        """Whether there is no legal move."""
        return not self.legal_moves(right_fill=right_fill)

    def allows(self, move: Move, *, right_fill: bool = False) -> bool:
        """Whether a move is legal."""
        card, gap = move
        if not 0 <= gap < len(self.cells) or self.cells[gap] != GAP:
            return False
        if right_fill:
            return card in self.takes(gap, right_fill=True)
        return move in _moves_into(self.columns)[gap][self.cells[gap - 1]]

    def after(self, move: Move, *, right_fill: bool = False) -> Self:
        """Return the board after a legal move. Raises IllegalAction `illegal_move`."""
        if not self.allows(move, right_fill=right_fill):
            raise IllegalAction("illegal_move", self._why_illegal(move, right_fill=right_fill))
        card, gap = move
        cells = bytearray(self.cells)
        cells[cells.index(card)] = GAP
        cells[gap] = card
        return type(self)(bytes(cells), self.columns)

    def _why_illegal(self, move: Move, *, right_fill: bool) -> str:
        card, slot = TEXT_OF[move.card], move.to
        if not 0 <= slot < len(self.cells):
            return f"There is no slot {slot}: slots are numbered from 0 to {len(self.cells) - 1}."
        if self.cells[slot] != GAP:
            return f"Slot {slot} is not a gap: it holds {TEXT_OF[self.cells[slot]]}."
        taken = " or ".join(TEXT_OF[each] for each in self.takes(slot, right_fill=right_fill))
        return f"{card} cannot go to slot {slot}: that gap " + (f"takes {taken}." if taken else "is dead.")

    # Locked cards

    def locked_in_row(self, number: int) -> int:
        """Count the locked cards of a row, the length of the run 2, 3, 4 ... of one suit at its left end."""
        cells, first = self.cells, number * self.columns
        card = cells[first]
        if card not in TWOS:
            return 0
        length = 1
        while cells[first + length] == card + length:
            length += 1  # stops at the last slot at the latest: no card is one above the top rank
        return length

    def locked_runs(self) -> list[int]:
        """Return the number of locked cards in each row, top row first."""
        return [self.locked_in_row(number) for number in range(ROWS)]

    @property
    def locked(self) -> int:
        """The number of locked cards."""
        count, cells = 0, self.cells
        for row in range(ROWS):
            if cells[row * self.columns] in TWOS:  # as few left ends are: half of the calls, and of the time, are saved
                count += self.locked_in_row(row)
        return count

    @property
    def is_won(self) -> bool:
        """Whether every row runs from 2 to the top rank in one suit."""
        if self.cells[self.columns - 1] != GAP:
            return False  # as on most boards
        return all(self.locked_in_row(number) == self.columns - 1 for number in range(ROWS))

    # Text

    @property
    def text(self) -> str:
        """The board as text: rows joined by `/`."""
        return "/".join("".join(TEXT_OF[card] for card in self.row(number)) for number in range(ROWS))

    def __str__(self) -> str:
        """Return the board as text."""
        return self.text


def parse_board(text: str, columns: int) -> Board:
    """Return the board that a text stands for, checked to have four gaps and every card from 2 to rank `columns` once.

    Raises BadText `bad_board`.
    """
    rows = text.split("/")
    if len(rows) != ROWS or any(len(row) != 2 * columns for row in rows):
        raise BadText(
            "bad_board",
            f"{quoted(text)} is not a board of this variant: write {ROWS} rows joined by /,"
            f" each with {columns} slots of two characters.",
        )
    try:
        cells = bytes(parse_slot_content(row[at : at + 2]) for row in rows for at in range(0, 2 * columns, 2))
    except RulesError as error:
        raise BadText("bad_board", f"In the board, {error.message}") from None
    _refuse_wrong_deck(cells, columns)
    return Board(cells, columns)


def _refuse_wrong_deck(cells: bytes, columns: int) -> None:
    counts = Counter(cells)
    counts.subtract([*deck(columns), *[GAP] * ROWS])
    wrong = [card for card, difference in counts.items() if difference]
    if wrong:
        names = ", ".join(TEXT_OF[card] for card in sorted(wrong))
        raise BadText(
            "bad_board",
            f"The board has too few or too many of {names}: it needs exactly one of each card from 2 to"
            f" {RANKS[columns - LOWEST_RANK]} in every suit, and {ROWS} gaps.",
        )
