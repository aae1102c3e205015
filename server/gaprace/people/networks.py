"""Networks: the addresses of players, stored as keyed hashes only.

The key is derived from the server's secret. The hashes are useless without the secret; with the secret, all addresses
can be tried. Loopback addresses have no network: behind a proxy that is not configured (see `GAPRACE_TRUSTED_HOPS`),
all players would share one.
"""

from collections.abc import Sequence
from hashlib import sha256
from hmac import digest
from ipaddress import ip_address

from gaprace.errors import Refusal
from gaprace.people.tokens import signing_keys
from gaprace.play.people.moderation import said_until
from gaprace.ports import Clock, Store

_KEY_LABEL = b"gaprace/1/networks"
_HASH_BYTES = 16


class Networks:
    """Hashes addresses, and refuses those that are banned."""

    def __init__(self, store: Store, clock: Clock, keys: Sequence[bytes]) -> None:
        """Hash with the first key; bans that were made with any of them hold."""
        self._store, self._clock = store, clock
        self._keys = [digest(key, _KEY_LABEL, sha256) for key in keys]

    @classmethod
    async def create(cls, store: Store, clock: Clock, secret_keys: Sequence[str]) -> "Networks":
        """Use the keys of tokens, see `Tokens.create`."""
        return cls(store, clock, await signing_keys(store, secret_keys))

    def hash_of(self, address: str) -> str:
        """Return the hash of an address as limits count it; empty for one that is no network."""
        return _hash(self._keys[0], address) if _is_network(address) else ""

    async def refuse_banned(self, address: str) -> None:
        """Refuse to let somebody play from a banned network. Raises `network_banned`."""
        if not _is_network(address):
            return
        hashes = [_hash(key, address) for key in self._keys]
        until = await self._store.banned_until(hashes, self._clock.now())
        if until is not None:
            why = "a player there was banned. You can still watch."
            raise Refusal("network_banned", f"Nobody can play from your network {said_until(until)}: {why}")


def _hash(key: bytes, address: str) -> str:
    return digest(key, address.encode(), sha256)[:_HASH_BYTES].hex()


def _is_network(address: str) -> bool:
    try:
        return not ip_address(address.partition("/")[0]).is_loopback
    except ValueError:
        return False


def is_address(text: str) -> bool:
    """Whether a text is an IP address, and not a name."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
