"""Tokens, which prove an identity.

A token is `g3.<player>.<generation>.<issued>.<session>[.<scope>].<signature>`: the name of the format, the player, the
generation of its valid tokens, the time of issue in seconds since 1970, the session, which a renewed token keeps, the
scope, and the HMAC-SHA256 of all that with the server's newest key. A token with a scope, which a player creates for a
program, has limited permissions and is never renewed. A ticket is such a token of the format `t1`, which may stand in a
URL, since it ends after `TICKET_MS`.
Tokens signed with older keys stay valid. Signing out everywhere, or recovering the identity, increments the generation,
which revokes all earlier tokens; otherwise a token expires after `LIFETIME_MS`, unless it is renewed.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest, digest

from gaprace.base64url import to_text
from gaprace.ports import AccountStore, Clock

KEY_BYTES = 32
LIFETIME_MS = 180 * 24 * 60 * 60 * 1000
TICKET_MS = 60 * 1000
RENEWAL_MS = 24 * 60 * 60 * 1000
"""A token older than this is replaced while it is used."""

TICKET = "t1"
"""The format of tickets."""
_KEY_NAME = "tokens"
_KEY_LABEL = b"gaprace/1/tokens"
_TOKEN = re.compile(
    r"(?P<claim>(?P<format>g3|t1)\.(?P<player>[A-Za-z0-9_-]{1,32})\.(?P<generation>[0-9]{1,9})\.(?P<issued>[0-9]{1,12})"
    r"\.(?P<session>[0-9a-f]{16})(?:\.(?P<scope>[a-z]{1,8}))?)\.(?P<signature>[A-Za-z0-9_-]{43})"
)
_SESSION_BYTES = 8


@dataclass(frozen=True, slots=True)
class Claim:
    """The content of a valid token."""

    player: str
    generation: int
    issued_at: int
    is_due: bool
    """Whether it should be replaced by a new one."""
    session: str
    """The session that it belongs to."""
    scope: str = ""
    """Its scope (`wire.http.TokenScope`); empty for everything."""
    is_ticket: bool = False


class Tokens:
    """Issues and reads tokens."""

    def __init__(self, clock: Clock, keys: Sequence[bytes]) -> None:
        """Sign with the first key; all verify. Each can forge the identity of anyone."""
        self._clock = clock
        self._keys = [digest(key, _KEY_LABEL, sha256) for key in keys]

    @classmethod
    async def create(cls, store: AccountStore, clock: Clock, secret_keys: Sequence[str]) -> "Tokens":
        """Sign with the first of the secret keys or, if there is none, with a key from the store.

        When secret keys are set later, the key in the store still verifies tokens.
        """
        return cls(clock, await signing_keys(store, secret_keys))

    def issue(self, player: str, generation: int, session: str, scope: str = "", form: str = "g3") -> str:
        """Return a new token of a session, with all permissions or with those of a scope."""
        claim = f"{form}.{player}.{generation}.{self.issued_at() // 1000}.{session}" + (scope and f".{scope}")
        return f"{claim}.{_signature(self._keys[0], claim)}"

    def issued_at(self) -> int:
        """Return the time of issue of a token that is issued now."""
        return self._clock.now() // 1000 * 1000

    def read(self, token: str) -> Claim | None:
        """Return the content of a token; `None` if it is forged or has expired."""
        parts = _TOKEN.fullmatch(token)
        if parts is None:
            return None
        claim, signature = parts["claim"], parts["signature"]
        key = next((each for each in self._keys if compare_digest(signature, _signature(each, claim))), None)
        if key is None:
            return None
        issued_at, now, scope = int(parts["issued"]) * 1000, self._clock.now(), parts["scope"] or ""
        is_ticket = parts["format"] == TICKET
        if now - issued_at >= (TICKET_MS if is_ticket else LIFETIME_MS):
            return None
        is_due = not scope and (key != self._keys[0] or abs(now - issued_at) >= RENEWAL_MS)
        return Claim(parts["player"], int(parts["generation"]), issued_at, is_due, parts["session"], scope, is_ticket)


async def signing_keys(store: AccountStore, secret_keys: Sequence[str]) -> list[bytes]:
    """Return the secret keys, followed by the key in the store, which is the only one if there are none."""
    keys = [key.encode() for key in secret_keys] or [await store.server_key(_KEY_NAME, secrets.token_bytes(KEY_BYTES))]
    stored = await store.find_server_key(_KEY_NAME)
    return [*keys, stored] if stored is not None and stored not in keys else keys


def new_session() -> str:
    """Return the id of a new session."""
    return secrets.token_hex(_SESSION_BYTES)


async def first_time(store: AccountStore, name: str, now: int) -> int:
    """Return when this was first called with a name, at any server: `now`, if that is this time."""
    return int(await store.server_key(name, str(now).encode()))


def _signature(key: bytes, claim: str) -> str:
    return to_text(digest(key, claim.encode(), sha256))
