"""The key by which push services know this server (RFC 8292)."""

import asyncio
import secrets
from hashlib import sha256
from types import ModuleType

from gaprace.base64url import to_bytes, to_text
from gaprace.ports import AccountStore

KEY_BYTES = 32
_NAME, _NAME_DIGITS = "push", 24


class PushKey:
    """The key pair of this installation: from a setting or, without it, from the store.

    It is read, or made, on first need: the library for it takes 13 MB, which a server that sends nothing does without.
    """

    def __init__(self, store: AccountStore, setting: str = "") -> None:
        self._store = store
        self._private = to_bytes(setting)
        self._public = ""

    async def private(self) -> bytes:
        """Return the private key."""
        if not self._private:
            found = await self._store.find_server_key(_NAME)
            self._private = found or await self._store.server_key(_NAME, await _new_key())
        return self._private

    async def public(self) -> str:
        """Return the public key, in base64url. It is kept in the store."""
        if not self._public:
            private = await self.private()
            name = f"{_NAME} {sha256(private).hexdigest()[:_NAME_DIGITS]}"
            key = await self._store.find_server_key(name)
            self._public = to_text(
                key or await self._store.server_key(name, (await load_encryption()).public_key(private))
            )
        return self._public


async def _new_key() -> bytes:
    """Return a new private key: a random number below the order of the curve, which nearly all 32-byte numbers are."""
    encryption = await load_encryption()
    while True:
        key = secrets.token_bytes(KEY_BYTES)
        try:
            encryption.public_key(key)
        except ValueError:
            continue
        return key


async def load_encryption() -> ModuleType:
    """Return `push_encryption`, loaded on first use."""
    return await asyncio.to_thread(_import_encryption)


def _import_encryption() -> ModuleType:
    from gaprace.notices import push_encryption  # noqa: PLC0415  # 0.1 s that most servers do not need

    return push_encryption
