"""The cards: four suits, ranks from 2 to King, and the gap.

A card is a small integer, `suit * 16 + rank`, so that a board fits into a byte string. The next higher card of the same
suit is therefore `card + 1`, and the next lower one `card - 1`. A gap is 0.
"""

from functools import cache

from gaprace.errors import BadText, quoted

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
    """Return the card that a text such as `6D` or `TS` stands for.

    Raises:
        BadText: `bad_card`.

    """
    card = _CARD_OF_TEXT.get(text, GAP)
    if card == GAP:
        raise BadText("bad_card", f"{quoted(text)} is not a card: write a rank and a suit, such as 6D, TS or KH.")
    return card


def parse_slot_content(text: str) -> Card:
    """Return the card that a text stands for, or `GAP` for `--`.

    Raises:
        BadText: `bad_card`.

    """
    return GAP if text == GAP_TEXT else parse_card(text)


@cache
def deck(top_rank: int) -> tuple[Card, ...]:
    """Return the cards from 2 to `top_rank`: clubs, diamonds, hearts, spades, each suit in ascending order."""
    return tuple(card_of(rank, suit) for suit in range(len(SUITS)) for rank in range(LOWEST_RANK, top_rank + 1))
