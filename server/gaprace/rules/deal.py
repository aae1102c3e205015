"""Deals: what fixes the opening layout and every shuffle, and how anyone can check it.

The deal code fixes the layout, the secret fixes the shuffles. The commitment, SHA-256 of the secret, is published
before the start, the secret after the end.

A whole deal is one permutation of all tokens (the cards in order, then four gaps) over all slots. Loose tokens go
to the slot that they were dealt; where a locked token lies there, on to the slot that *this* one was dealt, and so
on until a free slot. Players who have locked the same cards so get the same board from the same shuffle.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from gaprace.errors import BadText, IllegalAction, quoted
from gaprace.rules.board import ROWS, Board, Slot
from gaprace.rules.cards import GAP, TWOS, deck
from gaprace.rules.randomness import permutation
from gaprace.rules.variants import GapsAfterShuffle, Keeps, Redeal, Variant

Token = int
"""A card's number in the deck (clubs first, each suit upward), then the four gaps."""

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32."""
CODE_LENGTH = 10
CODES = len(CODE_ALPHABET) ** CODE_LENGTH
"""How many deal codes there are."""
SECRET_BYTES = 32

_OPENING_LABEL = b"gaprace/1/deal"
_SHUFFLE_LABEL = b"gaprace/1/shuffle/%d"
_MISREAD = str.maketrans("OIL", "011", "-")
_HEX_SECRET = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Deal:
    """A variant, the code that fixes its layout, and the secret that fixes its shuffles."""

    variant: Variant
    code: str
    secret: bytes

    @classmethod
    def from_texts(cls, variant: Variant, code: str, secret: str) -> Self:
        """Read a deal from a typed code and a secret in hexadecimal.

        Raises:
            BadText: `bad_code`, `bad_secret`.

        """
        return cls(variant, parse_code(code), parse_secret(secret))

    @property
    def commitment(self) -> str:
        """What is published before the start: SHA-256 of the secret, in hexadecimal."""
        return commitment_of(self.secret)

    def opening(self) -> Board:
        """Return the board that everyone starts from."""
        return opening(self.variant, self.code)

    def shuffled(self, board: Board, number: int) -> Board:
        """Return the board after shuffle `number` (1, 2, 3 ...) of this deal."""
        return redealt(self.variant, board, self.secret, number)


# Texts


def code_of(number: int) -> str:
    """Write a number from 0 to `CODES` - 1 as a deal code."""
    return "".join(CODE_ALPHABET[(number >> 5 * place) & 31] for place in reversed(range(CODE_LENGTH)))


def parse_code(text: str) -> str:
    """Read a deal code as people type it: in any case, with hyphens, O for 0 and I or L for 1 (Crockford).

    Raises:
        BadText: `bad_code`.

    """
    code = text.upper().translate(_MISREAD) if text.isascii() else ""
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise BadText(
            "bad_code",
            f"{quoted(text)} is not a deal code: it has {CODE_LENGTH} characters out of digits and letters without U.",
        )
    return code


def parse_secret(text: str) -> bytes:
    """Read a secret: 32 bytes as 64 lower-case hexadecimal digits.

    Raises:
        BadText: `bad_secret`.

    """
    if not _HEX_SECRET.fullmatch(text):
        raise BadText(
            "bad_secret",
            f"{quoted(text)} is not a secret: it has {2 * SECRET_BYTES} digits out of 0-9 and a-f.",
        )
    return bytes.fromhex(text)


def parse_commitment(text: str) -> str:
    """Read a commitment: a SHA-256 as 64 lower-case hexadecimal digits.

    Raises:
        BadText: `bad_commitment`.

    """
    if not _HEX_SECRET.fullmatch(text):
        raise BadText("bad_commitment", f"{quoted(text)} is not a commitment: it has 64 digits out of 0-9 and a-f.")
    return text


def commitment_of(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 in hexadecimal."""
    return sha256(secret).hexdigest()


# Dealing


def opening(variant: Variant, code: str) -> Board:
    """Return the opening that a variant and a deal code (in its ten canonical characters) fix for ever."""
    locked = _placed_twos(variant) if variant.placed_twos else {}
    return _dealt(variant, code.encode("ascii"), _OPENING_LABEL, locked)


def redealt(variant: Variant, board: Board, secret: bytes, number: int) -> Board:
    """Return the board after shuffle `number` (1, 2, 3 ...): what is not kept is gathered and dealt again.

    Raises:
        IllegalAction: `no_redeal` for a variant that has none.

    """
    if variant.redeal is None:
        raise IllegalAction("no_redeal", f"{variant.name} has no redeal.")
    return _dealt(variant, secret, _SHUFFLE_LABEL % number, _locked_tokens(variant.redeal, board))


def _dealt(variant: Variant, key: bytes, label: bytes, locked: Mapping[Slot, Token]) -> Board:
    """Deal every loose token to a free slot; `locked` are the tokens that stay, by slot."""
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


def _placed_twos(variant: Variant) -> dict[Slot, Token]:
    token_of = {card: token for token, card in enumerate(deck(variant.columns))}
    return {row * variant.columns: token_of[two] for row, two in enumerate(TWOS)}


def _locked_tokens(redeal: Redeal, board: Board) -> dict[Slot, Token]:
    """What a shuffle leaves lying: kept cards and, where their place is fixed, the gaps, one a row from the top."""
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
    """Count the cards, from the left end of a row, that a shuffle leaves lying."""
    run = board.locked_in_row(row)
    complete = run == board.columns - 1
    return {Keeps.LOCKED_RUNS: run, Keeps.COMPLETE_ROWS: run if complete else 0, Keeps.NOTHING: 0}[keeps]
