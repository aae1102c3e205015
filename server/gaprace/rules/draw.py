"""How a deal is drawn: from a secret that was committed to, and the players' seeds.

Before any seed is known, the server publishes a commitment to the variant, to the deal code if that is chosen, and to
its secret. Then each player's client sends a seed, and all of it together fixes the layout and every shuffle. So
neither the server nor a player chooses the deal. `docs/fairness.md` has the scheme byte by byte.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from typing import Literal, Self

from gaprace.errors import BadText, quoted
from gaprace.rules.codes import CODE_BITS, code_of
from gaprace.rules.variants import Variant

SEED_BYTES = 16
NO_SEED = bytes(SEED_BYTES)
"""The seed that counts for a seat without one."""

Kind = Literal["drawn", "chosen", "daily"]

_COMMIT_LABEL, _KEY_LABEL, _CODE_LABEL = b"gaprace/2/commit", b"gaprace/2/deal", b"gaprace/2/code"
_CANDIDATE_LABEL = b"gaprace/2/daily/%d"
_ORIGIN = re.compile(r"(drawn|chosen|daily)(?:/(0|[1-9][0-9]{0,8}))?")
_HEX_SEED = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the deal code of a deal comes from, as a text: `drawn`, `chosen`, or `daily/7`."""

    kind: Kind
    """`drawn`: from secret and seeds. `chosen`: it was known beforehand, and committed to. `daily`: by a candidate."""
    candidate: int = 0
    """For a daily: the number of the candidate, from 0."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the origin that a text stands for. Raises BadText `bad_origin`."""
        found = _ORIGIN.fullmatch(text)
        if found and (found[1] == "daily") == (found[2] is not None):
            return cls(found[1], int(found[2] or 0))  # type: ignore[arg-type]  # the pattern has the three kinds
        raise BadText("bad_origin", f"{quoted(text)} is not an origin: it is drawn, chosen, or daily/ and a number.")

    @property
    def text(self) -> str:
        """The origin as text."""
        return f"daily/{self.candidate}" if self.kind == "daily" else self.kind


@dataclass(frozen=True, slots=True)
class Draw:
    """The facts that fix a deal besides variant, code and secret."""

    origin: Origin
    seeds: tuple[bytes, ...] = ()
    """The seeds in the order of the seats; only a drawn deal has any."""


CHOSEN = Draw(Origin("chosen"))
"""The draw of every deal on a layout that was known beforehand."""


def rules_text(variant: Variant) -> str:
    """Return a variant as it stands in a commitment: its name, then `;shuffles=N` and `;right_fill=1` if changed."""
    changes = variant.changes
    shuffles = f";shuffles={changes['shuffles']}" if "shuffles" in changes else ""
    return variant.name + shuffles + (";right_fill=1" if changes.get("right_fill") else "")


def commitment_to(variant: Variant, chosen_code: str, secret: bytes) -> str:
    """Return the commitment, in hexadecimal; `chosen_code` is empty unless the deal code is chosen."""
    parts = _COMMIT_LABEL, rules_text(variant).encode("ascii"), chosen_code.encode("ascii"), secret
    return sha256(b"\0".join(parts)).hexdigest()


def key_of(secret: bytes, seeds: Iterable[bytes]) -> bytes:
    """Return the key of all shuffles of a deal."""
    return digest(secret, _KEY_LABEL + b"\0" + b"".join(seeds), sha256)


def drawn_code(key: bytes) -> str:
    """Return the deal code that follows from a key: the first 50 bits of a digest."""
    found = sha256(_CODE_LABEL + b"\0" + key).digest()
    return code_of(int.from_bytes(found, "big") >> (8 * len(found) - CODE_BITS))


def candidate_code(secret: bytes, number: int) -> str:
    """Return the deal code of a candidate for a daily; candidates are numbered from 0."""
    return drawn_code(digest(secret, _CANDIDATE_LABEL % number, sha256))


def parse_seed(text: str) -> bytes:
    """Return the seed that 32 lower-case hexadecimal digits stand for. Raises BadText `bad_seed`."""
    if not _HEX_SEED.fullmatch(text):
        raise BadText("bad_seed", f"{quoted(text)} is not a seed: a seed has {2 * SEED_BYTES} hexadecimal digits.")
    return bytes.fromhex(text)
