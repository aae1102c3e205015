"""Signed notes that a browser stores for the server in a cookie, with an expiry time.

The server stores nothing, so any server can read a note, also after a restart. A note is `TIME.PAYLOAD.MAC`: the time
of writing in seconds since 1970, JSON in base64url, and the HMAC-SHA256 of both and of the purpose of the note. It is
signed but not encrypted: the browser may read it.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest, digest
from typing import TypeVar

import msgspec

from gaprace.base64url import to_bytes, to_text
from gaprace.ports import Clock

LIFETIME_MS = 10 * 60 * 1000
"""Time to find a password, and a second factor."""
_NOTE = re.compile(r"(?P<at>[0-9]{1,12})\.(?P<payload>[A-Za-z0-9_-]{1,3000})\.(?P<mac>[0-9a-f]{64})")

Note = TypeVar("Note", bound=msgspec.Struct)


class SignedNotes:
    """Writes notes, and reads them again."""

    def __init__(self, clock: Clock, keys: Sequence[bytes], label: bytes) -> None:
        """Sign with the first key; all verify. Notes with another label are not read."""
        self._clock = clock
        self._keys = [digest(key, label, sha256) for key in keys]

    def write(self, note: msgspec.Struct) -> str:
        """Return a note as text."""
        payload = to_text(msgspec.json.encode(note))
        text = f"{self._clock.now() // 1000}.{payload}"
        return f"{text}.{_mac(self._keys[0], text, type(note))}"

    def read(self, text: str, kind: type[Note]) -> Note | None:
        """Return a note of a kind; None if it is forged or has expired."""
        parts = _NOTE.fullmatch(text)
        if parts is None:
            return None
        signed = text.rpartition(".")[0]
        if not any(compare_digest(parts["mac"], _mac(key, signed, kind)) for key in self._keys):
            return None
        if abs(self._clock.now() - int(parts["at"]) * 1000) >= LIFETIME_MS:
            return None
        return msgspec.json.decode(to_bytes(parts["payload"]), type=kind)

    def derived(self, secret: str, what: str) -> str:
        """Return a value that only this server can derive from a secret in a note: 43 characters of base64url."""
        return to_text(digest(self._keys[0], f"{what} {secret}".encode(), sha256))


def _mac(key: bytes, text: str, kind: type[msgspec.Struct]) -> str:
    return digest(key, f"{kind.__name__} {text}".encode(), sha256).hex()
