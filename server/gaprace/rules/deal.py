"""Deals: how the opening and every shuffle are fixed before the start, and how anyone can check it.

The deal code fixes the layout, the secret fixes the shuffles (`rules.shuffle`). The commitment, SHA-256 of the secret,
is published before the start, and the secret after the last game on the deal has ended.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from gaprace.errors import BadText, quoted
from gaprace.rules.board import Board, Slot
from gaprace.rules.cards import TWOS, deck
from gaprace.rules.shuffle import Token, dealt, redealt
from gaprace.rules.variants import Variant

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of Crockford's base 32 (https://www.crockford.com/base32.html)."""
CODE_LENGTH = 10
CODES = len(CODE_ALPHABET) ** CODE_LENGTH
"""The number of deal codes."""
SECRET_BYTES = 32

_OPENING_LABEL = b"gaprace/1/deal"
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
        """Return a deal from a typed code and a secret in hexadecimal.

        Raises:
            BadText: `bad_code`, `bad_secret`.

        """
        return cls(variant, parse_code(code), parse_secret(secret))

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, in hexadecimal. It is published before the start."""
        return commitment_of(self.secret)

    def opening(self) -> Board:
        """Return the board that every player starts from."""
        return opening(self.variant, self.code)

    def shuffled(self, board: Board, number: int) -> Board:
        """Return the board after shuffle `number` (1, 2, 3 ...) of this deal."""
        return redealt(self.variant, board, self.secret, number)


# Texts


def code_of(number: int) -> str:
    """Return the deal code of a number from 0 to `CODES` - 1."""
    return "".join(CODE_ALPHABET[(number >> 5 * place) & 31] for place in reversed(range(CODE_LENGTH)))


def parse_code(text: str) -> str:
    """Return the canonical form of a typed deal code: any case, with hyphens, O for 0, and I or L for 1 (Crockford).

    Raises:
        BadText: `bad_code`.

    """
    code = text.upper().translate(_MISREAD) if text.isascii() else ""
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise BadText(
            "bad_code",
            f"{quoted(text)} is not a deal code: a deal code has {CODE_LENGTH} digits and letters (no U).",
        )
    return code


def parse_secret(text: str) -> bytes:
    """Return the secret that 64 lower-case hexadecimal digits stand for.

    Raises:
        BadText: `bad_secret`.

    """
    if not _HEX_SECRET.fullmatch(text):
        raise BadText(
            "bad_secret",
            f"{quoted(text)} is not a secret: a secret has {2 * SECRET_BYTES} hexadecimal digits (0-9, a-f).",
        )
    return bytes.fromhex(text)


def parse_commitment(text: str) -> str:
    """Return a commitment, checked to be 64 lower-case hexadecimal digits.

    Raises:
        BadText: `bad_commitment`.

    """
    if not _HEX_SECRET.fullmatch(text):
        raise BadText(
            "bad_commitment",
            f"{quoted(text)} is not a commitment: a commitment has 64 hexadecimal digits (0-9, a-f).",
        )
    return text


def commitment_of(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 in hexadecimal."""
    return sha256(secret).hexdigest()


# The opening


def opening(variant: Variant, code: str) -> Board:
    """Return the opening of a variant and a deal code in canonical form. It never changes."""
    locked = _placed_twos(variant) if variant.placed_twos else {}
    return dealt(variant, code.encode("ascii"), _OPENING_LABEL, locked)


def _placed_twos(variant: Variant) -> dict[Slot, Token]:
    token_of = {card: token for token, card in enumerate(deck(variant.columns))}
    return {row * variant.columns: token_of[two] for row, two in enumerate(TWOS)}
