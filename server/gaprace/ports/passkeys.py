"""Stored passkeys, with which players sign in without a code."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey of a player, as Web Authentication has it: a credential whose private key never leaves its owner."""

    id: str
    """The id of the credential, in base64url without padding."""
    player: str
    generation: int
    """The generation of the player's tokens when it was made: it ends with them, see `StoredPlayer`."""
    public_key: bytes
    """As COSE (RFC 9052)."""
    sign_count: int
    """How often its authenticator says to have signed; 0 for one that does not count."""
    device: str
    """Where it was made."""
    created_at: int
    used_at: int
    """When the last challenge was issued that it has signed: each later one is accepted once."""


class PasskeyStore(Protocol):
    """The store of passkeys."""

    async def add_passkey(self, passkey: StoredPasskey) -> bool:
        """Add a passkey, and delete those of its player that have ended; return False if its id is taken."""

    async def passkey(self, passkey_id: str) -> StoredPasskey | None:
        """Return a passkey, unless it has ended."""

    async def passkeys(self, player: str) -> list[StoredPasskey]:
        """Return the passkeys of a player that have not ended, the latest first."""

    async def use_passkey(self, passkey_id: str, sign_count: int, at: int) -> bool:
        """Note that a passkey has signed a challenge issued at `at`; return False if it has signed that or a later."""

    async def remove_passkey(self, player: str, passkey_id: str) -> bool:
        """Delete a passkey of a player; return False if there is none."""
