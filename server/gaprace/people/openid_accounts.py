"""Connections of players to accounts at the OpenID Connect provider.

A subject of the provider (`iss`, `sub`) is connected to one player. If the player was created by the sign-in, the
connection is permanent. A connection that was added later ends when all tokens are revoked: so a leaked token cannot
take over an identity by connecting an account.
"""

from collections.abc import Collection
from dataclasses import dataclass

from gaprace.errors import Refusal
from gaprace.people.recovery_codes import has_code, no_recovery_code, settled
from gaprace.play.events.calendar import DAY_MS
from gaprace.ports import Clock, Store, StoredPlayer, StoredSubject
from gaprace.wire.http import ConnectedAccount


@dataclass(frozen=True, slots=True)
class SignInRules:
    """The rules by which people may sign in."""

    label: str = ""
    """The name of the provider."""
    domains: frozenset[str] = frozenset()
    claims: Collection[str] = ()
    """`NAME=VALUE`."""
    name_claim: str = ""
    days: int = 30
    is_only_way: bool = False
    """Whether nobody gets in otherwise."""


class ProviderConnections:
    """Connects subjects of one issuer with players, and disconnects them."""

    def __init__(self, store: Store, clock: Clock, issuer: str, rules: SignInRules) -> None:
        self._store, self._clock, self._issuer, self.rules = store, clock, issuer, rules

    async def owner(self, subject: str) -> StoredPlayer | None:
        """Return the player who is connected to a subject."""
        found = await self._store.subject(self._issuer, subject)
        return await self._store.player(found.player) if found else None

    async def connect(self, subject: str, player: str, generation: int | None = None) -> bool:
        """Connect a subject with a player, who began with it or is in a generation; return False if one of them is."""
        now = self._clock.now()
        return await self._store.add_subject(StoredSubject(self._issuer, subject, player, generation, now, now))

    async def prove(self, subject: str) -> None:
        """Record that the owner of a subject has signed in."""
        await self._store.prove_subject(self._issuer, subject, self._clock.now())

    async def of(self, player: StoredPlayer) -> ConnectedAccount:
        """Return whether a player is connected."""
        found = await self._of(player)
        return ConnectedAccount(self.rules.label, found.connected_at if found else None, is_own=_is_own(found))

    async def brings_back(self, player: StoredPlayer) -> bool:
        """Whether a player who is signed out everywhere can sign in again with the provider."""
        return _is_own(await self._of(player))

    async def lets_in(self, player: StoredPlayer) -> bool:
        """Whether a player has recently signed in with the provider, and may therefore enter a private server."""
        found = await self._of(player)
        return found is not None and self._clock.now() - found.proven_at < self.rules.days * DAY_MS

    async def would_be_lost(self, player: StoredPlayer) -> bool:
        """Whether signing out would lose a player, who cannot sign in again with the provider."""
        if await self._of(player):
            return False
        return self._has_code(player) or await self._store.is_needed(player.id)

    async def disconnect(self, player: StoredPlayer) -> ConnectedAccount:
        """Disconnect a player who can sign in again in another way.

        Raises `not_connected`, `only_way_in`. Raises `no_recovery_code`: nothing else would bring the player back.
        """
        if self.rules.is_only_way:
            raise Refusal(
                "only_way_in", f"This site lets in only those who sign in with {self.rules.label}: sign out instead."
            )
        if await self.brings_back(player) and not self._has_code(player):
            raise no_recovery_code()
        if not await self._store.remove_subject(self._issuer, player.id):
            raise Refusal("not_connected", f"You are not connected to {self.rules.label}: reload the page.")
        return await self.of(player)

    async def _of(self, player: StoredPlayer) -> StoredSubject | None:
        return await self._store.subject_of(self._issuer, player.id)

    def _has_code(self, player: StoredPlayer) -> bool:
        return has_code(settled(player, self._clock.now()))


def _is_own(subject: StoredSubject | None) -> bool:
    return subject is not None and subject.generation is None
