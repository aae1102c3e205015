"""Deals: how the opening and every shuffle are fixed before the start, and how anyone can check it.

The deal code fixes the layout; the secret and the players' seeds fix the shuffles (`rules.draw`, `rules.shuffle`). The
commitment is published before the start, and secret and seeds after the last game on the deal has ended.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from gaprace.errors import BadText, quoted
from gaprace.rules.board import TWOS, Board, Slot, deck
from gaprace.rules.draw import CHOSEN, Draw, Origin, candidate_code, commitment_to, drawn_code, key_of
from gaprace.rules.shuffle import Token, dealt, redealt
from gaprace.rules.variants import Variant

SECRET_BYTES = 32

_OPENING_LABEL = b"gaprace/1/deal"
_HEX_SECRET = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Deal:
    """A variant, the code that fixes its layout, and the secret that, with the seeds, fixes its shuffles."""

    variant: Variant
    code: str
    secret: bytes
    draw: Draw = CHOSEN

    @classmethod
    def drawn(cls, variant: Variant, secret: bytes, seeds: Iterable[bytes]) -> Self:
        """Return the deal that a secret and the seeds of all seats, in their order, determine."""
        draw = Draw(Origin("drawn"), tuple(seeds))
        return cls(variant, drawn_code(key_of(secret, draw.seeds)), secret, draw)

    @classmethod
    def chosen(cls, variant: Variant, code: str, secret: bytes) -> Self:
        """Return a deal on a chosen layout, such as a certified one."""
        return cls(variant, code, secret)

    @classmethod
    def candidate(cls, variant: Variant, secret: bytes, number: int) -> Self:
        """Return candidate `number` (0, 1, 2 ...) for the daily of a secret."""
        return cls(variant, candidate_code(secret, number), secret, Draw(Origin("daily", number)))

    @property
    def commitment(self) -> str:
        """The commitment to this deal, in hexadecimal. It is published before the start."""
        return commitment_to(self.variant, self.code if self.draw.origin.kind == "chosen" else "", self.secret)

    @property
    def key(self) -> bytes:
        """The key of its shuffles."""
        return key_of(self.secret, self.draw.seeds)

    @property
    def determined_code(self) -> str:
        """The deal code that follows from secret and seeds, or the own one if it is chosen."""
        if self.draw.origin.kind == "chosen":
            return self.code
        if self.draw.origin.kind == "drawn":
            return drawn_code(self.key)
        return candidate_code(self.secret, self.draw.origin.candidate)

    def opening(self) -> Board:
        """Return the board that every player starts from."""
        return opening(self.variant, self.code)

    def shuffled(self, board: Board, number: int) -> Board:
        """Return the board after shuffle `number` (1, 2, 3 ...) of this deal."""
        return redealt(self.variant, board, self.key, number)


# Texts


def parse_secret(text: str) -> bytes:
    """Return the secret that 64 lower-case hexadecimal digits stand for. Raises BadText `bad_secret`."""
    if not _HEX_SECRET.fullmatch(text):
        raise BadText(
            "bad_secret",
            f"{quoted(text)} is not a secret: a secret has {2 * SECRET_BYTES} hexadecimal digits (0-9, a-f).",
        )
    return bytes.fromhex(text)


def parse_commitment(text: str) -> str:
    """Return a commitment, checked to be 64 lower-case hexadecimal digits. Raises BadText `bad_commitment`."""
    if not _HEX_SECRET.fullmatch(text):
        raise BadText(
            "bad_commitment",
            f"{quoted(text)} is not a commitment: a commitment has 64 hexadecimal digits (0-9, a-f).",
        )
    return text


# The opening


def opening(variant: Variant, code: str) -> Board:
    """Return the opening of a variant and a deal code in canonical form. It never changes."""
    locked = _placed_twos(variant) if variant.placed_twos else {}
    return dealt(variant, code.encode("ascii"), _OPENING_LABEL, locked)


def _placed_twos(variant: Variant) -> dict[Slot, Token]:
    token_of = {card: token for token, card in enumerate(deck(variant.columns))}
    return {row * variant.columns: token_of[two] for row, two in enumerate(TWOS)}
