"""Passkeys: a player signs in on any device by face, finger or PIN, without a code (Web Authentication, level 3).

A passkey only signs in; the recovery code remains the proof of ownership. So operations that revoke all tokens of a
player (recovery, signing out everywhere) also remove the passkeys, and a leaked token cannot take over an identity.
"""

import asyncio
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from gaprace.base64url import to_text
from gaprace.errors import PasskeyError
from gaprace.ports import Clock, Store, StoredPasskey, StoredPlayer
from gaprace.services.accounts import Accounts
from gaprace.services.networks import is_address
from gaprace.services.passkey_challenges import PasskeyChallenges, signed_challenge
from gaprace.services.tokens import signing_keys
from gaprace.wire.http import Identity, OwnPasskey, PasskeyList, PasskeyOptions

MAX_PASSKEYS = 10
"""Passkeys of a player."""
MAX_ID_BYTES = 1023
"""As the specification has it."""
_SIGN_IN = "sign in"


class Site(NamedTuple):
    """This server, as a browser sees it: passkeys are bound to the name in its address."""

    name: str
    origin: str

    @property
    def host(self) -> str:
        """The name in the address.

        Raises:
            PasskeyError: `no_passkeys_here`, as browsers have none for this address.

        """
        scheme, host = urlsplit(self.origin).scheme, urlsplit(self.origin).hostname or ""
        if is_address(host) or (scheme != "https" and host != "localhost"):
            raise PasskeyError(
                "no_passkeys_here",
                f"Passkeys need a host name and https, not {self.origin}: use your recovery code.",
            )
        return host


class Passkeys:
    """Makes, lists and removes the passkeys of players, and signs in with them."""

    def __init__(self, store: Store, clock: Clock, accounts: Accounts, challenges: PasskeyChallenges) -> None:
        self._store, self._clock, self._accounts, self._challenges = store, clock, accounts, challenges

    @classmethod
    async def create(cls, store: Store, clock: Clock, accounts: Accounts, secret_keys: Sequence[str]) -> "Passkeys":
        """Sign challenges with the keys that sign tokens."""
        return cls(store, clock, accounts, PasskeyChallenges(clock, await signing_keys(store, secret_keys)))

    async def of(self, player: StoredPlayer) -> PasskeyList:
        """Return the passkeys of a player, the latest first."""
        stored = await self._store.passkeys(player.id)
        return PasskeyList([shown_passkey(each) for each in stored])

    async def options(self, player: StoredPlayer, site: Site) -> PasskeyOptions:
        """Return the options for creating a passkey in the player's browser.

        Raises:
            PasskeyError: `no_passkeys_here`, `too_many_passkeys`.

        """
        host, known = site.host, await self._fewer_than_most(player)
        challenge = self._challenges.issue(player.id)
        checks = await _load_checks()
        return PasskeyOptions(checks.registration_options(player, site.name, host, challenge, known))

    async def add(self, player: StoredPlayer, site: Site, credential: Mapping[str, Any], device: str) -> PasskeyList:
        """Store a passkey that the player's browser has created; return all passkeys.

        Raises:
            PasskeyError: `no_passkeys_here`, `bad_passkey`, `too_many_passkeys`.

        """
        host, challenge, checks = site.host, signed_challenge(credential), await _load_checks()
        issued_at = self._challenges.issued_at(challenge, player.id)
        if issued_at is None:
            raise _bad_passkey()
        await self._fewer_than_most(player)
        try:
            made = checks.registered(credential, host, site.origin, challenge)
        except Exception as error:  # whatever a parser of certificates and CBOR makes of what anybody sends
            raise _bad_passkey() from error
        if len(made.credential_id) > MAX_ID_BYTES:
            raise _bad_passkey()
        passkey = StoredPasskey(
            id=to_text(made.credential_id),
            player=player.id,
            generation=player.generation,
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            device=device,
            created_at=self._clock.now(),
            used_at=issued_at,
        )
        if not await self._store.add_passkey(passkey):
            raise _bad_passkey()
        return await self.of(player)

    async def _fewer_than_most(self, player: StoredPlayer) -> list[StoredPasskey]:
        """Return the passkeys of a player, who may add another one.

        Raises:
            PasskeyError: `too_many_passkeys`.

        """
        known = await self._store.passkeys(player.id)
        if len(known) >= MAX_PASSKEYS:
            raise PasskeyError("too_many_passkeys", f"You have {MAX_PASSKEYS} passkeys: remove one first.")
        return known

    async def remove(self, player: StoredPlayer, passkey_id: str) -> PasskeyList:
        """Delete a passkey of a player; return the others.

        Raises:
            PasskeyError: `passkey_not_found`.

        """
        if not await self._store.remove_passkey(player.id, passkey_id):
            raise PasskeyError("passkey_not_found", "You have no such passkey: reload the list.")
        return await self.of(player)

    async def sign_in_options(self, site: Site) -> PasskeyOptions:
        """Return the options for a sign-in with a passkey.

        Raises:
            PasskeyError: `no_passkeys_here`.

        """
        host, checks = site.host, await _load_checks()
        return PasskeyOptions(checks.sign_in_options(host, self._challenges.issue(_SIGN_IN)))

    async def sign_in(self, site: Site, credential: Mapping[str, Any]) -> Identity:
        """Return the identity of the player whose passkey has signed a challenge; a challenge works once.

        Raises:
            PasskeyError: `no_passkeys_here`, `bad_passkey`, `unknown_passkey`.

        """
        host, challenge, checks = site.host, signed_challenge(credential), await _load_checks()
        issued_at, passkey_id = self._challenges.issued_at(challenge, _SIGN_IN), credential.get("id")
        if issued_at is None or not isinstance(passkey_id, str):
            raise _bad_passkey()
        passkey = await self._store.passkey(passkey_id)
        player = await self._store.player(passkey.player) if passkey else None
        if passkey is None or player is None:
            raise PasskeyError(
                "unknown_passkey",
                "This passkey is unknown here, or a recovery has ended it: use your recovery code.",
            )
        try:
            proof = checks.signed(credential, host, site.origin, challenge, passkey)
        except Exception as error:  # as above
            raise _bad_passkey() from error
        if not await self._store.use_passkey(passkey.id, proof.new_sign_count, issued_at):
            raise _bad_passkey()
        return self._accounts.signed_in(player)


def shown_passkey(stored: StoredPasskey) -> OwnPasskey:
    """Return a passkey as its player sees it."""
    used_at = stored.used_at if stored.used_at > stored.created_at else None
    return OwnPasskey(stored.id, stored.device, stored.created_at, used_at)


async def _load_checks() -> ModuleType:
    return await asyncio.to_thread(_import_checks)


def _import_checks() -> ModuleType:
    from gaprace.services import passkey_checks  # noqa: PLC0415  # 0.2 s that most servers do not need

    return passkey_checks


def _bad_passkey() -> PasskeyError:
    return PasskeyError("bad_passkey", "The passkey could not be checked, or its time was up: try again.")
