"""Accounts: identities, the tokens that prove them, recovery in another browser, renaming and deletion.

A token is `g1.<player>.<generation>.<signature>`, where `g1` is the version of the format and the signature is the
HMAC-SHA256 of the rest with the server's key. A recovery raises the player's generation, which invalidates all earlier
tokens.

A recovery code has 100 random bits and works once. Only its SHA-256 is stored.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import replace
from hashlib import sha256
from hmac import compare_digest, digest

from gaprace.errors import BadName, UnknownPlayer, UnknownRecoveryCode, WrongName
from gaprace.play.names import DEFAULT_NAMES, DELETED, default_name, read_name, typed_code
from gaprace.ports import AccountStore, Clock, StoredPlayer
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
_MAX_TRIES = 3
"""Tries of an update that other updates of the same player may get ahead of."""


class Accounts:
    """Creates, authenticates and changes players. Names are in the canonical form of `play.names.read_name`."""

    def __init__(self, store: AccountStore, clock: Clock, key: bytes) -> None:
        """Sign tokens with `key`, which can forge the identity of anyone."""
        self._store = store
        self._clock = clock
        self._key = digest(key, _KEY_LABEL, sha256)

    @classmethod
    async def create(cls, store: AccountStore, clock: Clock, secret_key: str = "") -> "Accounts":
        """Sign with the secret key of the settings or, if it is empty, with one that the store keeps for all."""
        if secret_key:
            return cls(store, clock, secret_key.encode())
        return cls(store, clock, await store.server_key(_KEY_NAME, secrets.token_bytes(KEY_BYTES)))

    async def new_player(self, name: str = "") -> Identity:
        """Create a player, with a default name if `name` is empty.

        Raises:
            BadName: the name is not valid.

        """
        name = read_name(name) if name else default_name(secrets.randbelow(DEFAULT_NAMES))
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
        """Return the player that a token authenticates; None if the token is forged or no longer valid."""
        parts = _TOKEN.fullmatch(token)
        if parts is None or not compare_digest(parts[4], self._signature(parts[1])):
            return None
        player = await self._store.player(parts[2])
        return player if player and player.generation == int(parts[3]) else None

    def token_of(self, player: StoredPlayer) -> str:
        """Return the token that authenticates a player."""
        claim = f"{TOKEN_VERSION}.{player.id}.{player.generation}"
        return f"{claim}.{self._signature(claim)}"

    async def rename(self, player: StoredPlayer, name: str) -> StoredPlayer:
        """Rename a player.

        Raises:
            BadName: the name is not valid.

        """
        renamed = replace(player, name=read_name(name))
        await self._store.rename_player(player.id, renamed.name)
        return renamed

    async def delete(self, player: StoredPlayer, typed: str) -> None:
        """Delete a player for good, if `typed` is the player's name. From then on its tokens are invalid everywhere.

        Raises:
            WrongName: `typed` is another name.

        """
        try:
            is_confirmed = read_name(typed) == player.name
        except BadName:
            is_confirmed = False
        if not is_confirmed:
            raise WrongName(player.name)
        await self._store.delete_player(player.id, DELETED, self._clock.now())

    async def new_recovery_code(self, player: StoredPlayer) -> str:
        """Return a new recovery code for a player. Earlier codes stop working.

        Raises:
            UnknownPlayer: the identity has just been recovered elsewhere or deleted.

        """
        generation = player.generation
        for _ in range(_MAX_TRIES):
            code = _fresh_code()
            if await self._store.replace_recovery(player, _hash_of(code), generation):
                return code
            found = await self._store.player(player.id)
            if found is None or found.generation != generation:
                break
            player = found
        raise UnknownPlayer

    async def recover(self, typed: str) -> Identity:
        """Return the identity of a recovery code, with new credentials. The code and earlier tokens stop working.

        Raises:
            UnknownRecoveryCode: `bad_recovery_code` for what is not a code, `unknown_recovery_code` for an unknown one.

        """
        hashed = _hash_of(_read_code(typed))
        player = await self._store.player_by_recovery(hashed)
        fresh = _fresh_code()
        if player is None or not await self._store.replace_recovery(player, _hash_of(fresh), player.generation + 1):
            raise UnknownRecoveryCode(
                "unknown_recovery_code",
                "Unknown recovery code. It may have been used already, or replaced by a newer one.",
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
            f"This is not a recovery code: a recovery code has {RECOVERY_LENGTH} digits and letters (no U),"
            " such as 7K3QD-X0M2B-9VHTA-4RPEW.",
        )
    return code


def _hash_of(code: str) -> str:
    return sha256(typed_code(code).encode()).hexdigest()
