"""Sign-in by OpenID Connect: the provider that the operator has chosen, and its subjects that are players here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class StoredSubject:
    """A person at a provider, and the player who that is here. A player has one subject of an issuer at most."""

    issuer: str
    subject: str
    """The claim `sub`: it never changes, and belongs to nobody else at this issuer."""
    player: str
    generation: int | None
    """The generation of the player's tokens when it was connected: it ends with them, see `StoredPlayer`. None if the
    player began with it: then it is what proves whose player this is, and ends when its owner removes it."""
    connected_at: int
    proven_at: int
    """When its owner last signed in at the provider."""


class SubjectStore(Protocol):
    """The store of subjects. Those that have ended count as missing."""

    async def subject(self, issuer: str, subject: str) -> StoredSubject | None:
        """Return a subject."""

    async def subject_of(self, issuer: str, player: str) -> StoredSubject | None:
        """Return the subject of a player."""

    async def subjects_of(self, player: str) -> list[StoredSubject]:
        """Return the subjects of a player at all issuers, in their order."""

    async def add_subject(self, subject: StoredSubject) -> bool:
        """Connect a subject with its player; return False if either of them is connected already."""

    async def prove_subject(self, issuer: str, subject: str, at: int) -> bool:
        """Note that its owner has signed in; return False if there is no such subject."""

    async def remove_subject(self, issuer: str, player: str) -> bool:
        """Disconnect a player; return False if there is nothing to disconnect."""

    async def is_needed(self, player: str) -> bool:
        """Whether a player has something that a guest is kept for, such as a game or a group."""


@dataclass(frozen=True, slots=True)
class Flow:
    """What a sign-in has in common from its start to its end (OpenID Connect Core 1.0, section 3.1)."""

    redirect_uri: str
    state: str
    nonce: str
    verifier: str
    """Of PKCE (RFC 7636)."""


class OpenIdProvider(Protocol):
    """The provider. Each method takes no longer than some seconds. Raises `provider_unavailable`, `bad_provider`."""

    @property
    def issuer(self) -> str:
        """The identifier of the provider."""

    async def address(self, flow: Flow, *, other: bool = False) -> str:
        """Return the address at the provider where a browser goes on; `other`: to choose an account there."""

    async def claims(self, flow: Flow, code: str, issuer: str | None) -> Mapping[str, Any]:
        """Exchange a code for an ID token; return the claims in it, which are verified.

        `issuer`: from the answer that had the code, if it was there (RFC 9207).
        """
