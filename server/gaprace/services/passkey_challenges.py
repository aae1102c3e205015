"""The challenges that passkeys sign. They are stateless: a challenge contains its time and the server's signature.

A challenge has 48 bytes: when it was issued (8 bytes, milliseconds), 16 random ones, and the first 24 of the
HMAC-SHA256 of both and of its purpose.
"""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any

import msgspec

from gaprace.base64url import to_bytes
from gaprace.ports import Clock

LIFETIME_MS = 10 * 60 * 1000
"""Time to find the phone and the right finger."""
_TIME_BYTES, _RANDOM_BYTES, _SIGNATURE_BYTES = 8, 16, 24
_KEY_LABEL = b"gaprace/1/passkeys"


class _ClientData(msgspec.Struct):
    """The part of `CollectedClientData` (Web Authentication) that is needed here."""

    challenge: str


class PasskeyChallenges:
    """Issues challenges, and reads them again."""

    def __init__(self, clock: Clock, keys: Sequence[bytes]) -> None:
        """Sign with the first key; all verify."""
        self._clock = clock
        self._keys = [digest(key, _KEY_LABEL, sha256) for key in keys]

    def issue(self, purpose: str) -> bytes:
        """Return a new challenge that is good for one purpose."""
        start = self._clock.now().to_bytes(_TIME_BYTES) + secrets.token_bytes(_RANDOM_BYTES)
        return start + _signature(self._keys[0], start, purpose)

    def issued_at(self, challenge: bytes, purpose: str) -> int | None:
        """Return when a challenge was issued; None if it was not issued here for this purpose, or not lately."""
        start, signature = challenge[:-_SIGNATURE_BYTES], challenge[-_SIGNATURE_BYTES:]
        if not any(compare_digest(signature, _signature(key, start, purpose)) for key in self._keys):
            return None
        issued_at = int.from_bytes(start[:_TIME_BYTES])
        return issued_at if abs(self._clock.now() - issued_at) < LIFETIME_MS else None


def signed_challenge(credential: Mapping[str, Any]) -> bytes:
    """Return the challenge that the answer of an authenticator says to have signed; an empty one if it says none."""
    try:
        data = to_bytes(credential["response"]["clientDataJSON"])
        return to_bytes(msgspec.json.decode(data, type=_ClientData).challenge)
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError):
        return b""


def _signature(key: bytes, start: bytes, purpose: str) -> bytes:
    return digest(key, start + purpose.encode(), sha256)[:_SIGNATURE_BYTES]
