"""The cards: four suits, ranks from 2 to King, and the gap.

A card is a small whole number, so that a board is a string of bytes: `suit * 16 + rank`. The next card of the
same suit is therefore `card + 1`, and one below it `card - 1`. A gap is 0.
"""

from gaprace.errors import BadText, quoted

Card = int
"""A card, or `GAP`."""

GAP: Card = 0
SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades: the order in which tokens are numbered (DESIGN, Fair)."""
RANKS = "23456789TJQK"
LOWEST_RANK = 2
KING = 13
GAP_TEXT = "--"

_RANK_BITS = 15


def card_of(rank: int, suit: int) -> Card:
    """Return the card of a rank (2 to 13) and a suit (0 to 3)."""
    return suit * 16 + rank


def rank_of(card: Card) -> int:
    """Return a card's rank, 2 to 13 (a gap has 0)."""
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
"""Two characters for each card and for the gap: `2C` to `KS`, `--`."""

_CARD_OF_TEXT = {text: card for card, text in TEXT_OF.items()}


def parse_card(text: str) -> Card:
    """Read a card such as `6D` or `TS`.

    Raises:
        BadText: `bad_card`.

    """
    card = _CARD_OF_TEXT.get(text, GAP)
    if card == GAP:
        raise BadText("bad_card", f"{quoted(text)} is not a card: write rank and suit, such as 6D, TS or KH.")
    return card


def parse_slot_content(text: str) -> Card:
    """Read what lies in a slot: a card, or `--` for a gap.

    Raises:
        BadText: `bad_card`.

    """
    return GAP if text == GAP_TEXT else parse_card(text)


def deck(top_rank: int) -> tuple[Card, ...]:
    """Return the cards from 2 to `top_rank`, clubs first, each suit upward."""
    return tuple(card_of(rank, suit) for suit in range(len(SUITS)) for rank in range(LOWEST_RANK, top_rank + 1))
