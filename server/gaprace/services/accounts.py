"""Accounts: who somebody is, how a program or a browser proves it, and how an identity moves to another browser.

A token is `g1.<player>.<generation>.<signature>`: nothing in it is secret but the HMAC-SHA256 over the rest, so nobody
can make one without the server's key. `g1` is the version of this format. A recovery raises the generation, and with
it all older tokens are refused.

A recovery code is 100 random bits; only its SHA-256 is stored. It works once.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import replace
from hashlib import sha256
from hmac import compare_digest, digest

from gaprace.errors import BadName, UnknownPlayer, UnknownRecoveryCode, WrongName
from gaprace.play.names import DELETED, MADE_UP_NAMES, made_up_name, read_name, typed_code
from gaprace.ports import Clock, Store, StoredPlayer
from gaprace.rules.deal import CODE_ALPHABET
from gaprace.wire.http import Identity

TOKEN_VERSION = "g1"  # noqa: S105 (the name of a format)
KEY_BYTES = 32
RECOVERY_LENGTH = 20
RECOVERY_GROUP = 5

_KEY_NAME = "tokens"
_KEY_LABEL = b"gaprace/1/tokens"
_TOKEN = re.compile(rf"({TOKEN_VERSION}\.([A-Za-z0-9_-]{{1,32}})\.([0-9]{{1,9}}))\.([A-Za-z0-9_-]{{43}})")
_PLAYER_ID_BYTES = 8
_TRIES = 3
"""How often a change is tried that another change of the same player came before."""


class Accounts:
    """Makes, recognises and changes players. Names are as `play.names.read_name` gives them."""

    def __init__(self, store: Store, clock: Clock, key: bytes) -> None:
        """Sign with `key`; whoever knows it can be anyone."""
        self._store = store
        self._clock = clock
        self._key = digest(key, _KEY_LABEL, sha256)

    @classmethod
    async def opened(cls, store: Store, clock: Clock, secret_key: str = "") -> "Accounts":
        """Sign with a secret of the settings or, without one, with a key that the store keeps for all processes."""
        if secret_key:
            return cls(store, clock, secret_key.encode())
        return cls(store, clock, await store.server_key(_KEY_NAME, secrets.token_bytes(KEY_BYTES)))

    async def new_player(self, name: str = "") -> Identity:
        """Make a player; without a name, one is made up.

        Raises:
            BadName: nobody can be called that.

        """
        name = read_name(name) if name else made_up_name(secrets.randbelow(MADE_UP_NAMES))
        code = _fresh_code()
        player = StoredPlayer(
            id=secrets.token_hex(_PLAYER_ID_BYTES),
            name=name,
            generation=1,
            recovery_hash=_hash_of(code),
            created_at=self._clock.now(),
        )
        await self._store.add_player(player)
        return self._identity(player, code)

    async def player_of(self, token: str) -> StoredPlayer | None:
        """Return the player whom a token proves, if it is genuine and not outdated."""
        parts = _TOKEN.fullmatch(token)
        if parts is None or not compare_digest(parts[4], self._signature(parts[1])):
            return None
        player = await self._store.player(parts[2])
        return player if player and player.generation == int(parts[3]) else None

    def token_of(self, player: StoredPlayer) -> str:
        """Return the token that proves a player."""
        claim = f"{TOKEN_VERSION}.{player.id}.{player.generation}"
        return f"{claim}.{self._signature(claim)}"

    async def rename(self, player: StoredPlayer, name: str) -> StoredPlayer:
        """Rename a player.

        Raises:
            BadName: nobody can be called that.

        """
        renamed = replace(player, name=read_name(name))
        await self._store.rename_player(player.id, renamed.name)
        return renamed

    async def delete(self, player: StoredPlayer, typed: str) -> None:
        """Delete a player who has written their name: from now on, everywhere, nothing proves this identity.

        Raises:
            WrongName: it is another name.

        """
        try:
            is_sure = read_name(typed) == player.name
        except BadName:
            is_sure = False
        if not is_sure:
            raise WrongName(player.name)
        await self._store.delete_player(player.id, DELETED, self._clock.now())

    async def new_recovery_code(self, player: StoredPlayer) -> str:
        """Return a player a fresh recovery code; older ones no longer work.

        Raises:
            UnknownPlayer: the identity was recovered elsewhere just now.

        """
        generation = player.generation
        for _ in range(_TRIES):
            code = _fresh_code()
            if await self._store.replace_recovery(player, _hash_of(code), generation):
                return code
            found = await self._store.player(player.id)
            if found is None or found.generation != generation:
                break
            player = found
        raise UnknownPlayer

    async def recover(self, typed: str) -> Identity:
        """Bring an identity here: tokens that were given before, and the code itself, no longer work.

        Raises:
            UnknownRecoveryCode: `bad_recovery_code` (it cannot be one), `unknown_recovery_code` (it is nobody's).

        """
        hashed = _hash_of(_read_code(typed))
        player = await self._store.player_by_recovery(hashed)
        fresh = _fresh_code()
        if player is None or not await self._store.replace_recovery(player, _hash_of(fresh), player.generation + 1):
            raise UnknownRecoveryCode(
                "unknown_recovery_code",
                "This recovery code is nobody's: it may have been used already, or replaced by a newer one.",
            )
        recovered = replace(player, generation=player.generation + 1, recovery_hash=_hash_of(fresh))
        return self._identity(recovered, fresh)

    def _identity(self, player: StoredPlayer, code: str) -> Identity:
        return Identity(player.id, player.name, self.token_of(player), code)

    def _signature(self, claim: str) -> str:
        return urlsafe_b64encode(digest(self._key, claim.encode(), sha256)).decode().rstrip("=")


def _fresh_code() -> str:
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(RECOVERY_LENGTH))
    return "-".join(code[at : at + RECOVERY_GROUP] for at in range(0, RECOVERY_LENGTH, RECOVERY_GROUP))


def _read_code(typed: str) -> str:
    code = typed_code(typed)
    if len(code) != RECOVERY_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise UnknownRecoveryCode(
            "bad_recovery_code",
            f"This is not a recovery code: it has {RECOVERY_LENGTH} characters out of digits and letters without U,"
            " such as 7K3QD-X0M2B-9VHTA-4RPEW.",
        )
    return code


def _hash_of(code: str) -> str:
    return sha256(typed_code(code).encode()).hexdigest()
