"""The part of the store in memory for passkeys."""

from collections.abc import Collection
from dataclasses import replace

from gaprace.ports import StoredPasskey
from tests.memory_store.database import MemoryDatabase


class MemoryPasskeys:
    """Implements `PasskeyStore`."""

    async def _reach(self) -> MemoryDatabase:
        raise NotImplementedError

    async def add_passkey(self, passkey: StoredPasskey) -> bool:
        data = await self._reach()
        key = passkey.player, passkey.generation
        data.passkeys = {
            each.id: each
            for each in data.passkeys.values()
            if each.player != passkey.player or (each.player, each.generation) == key
        }
        return data.passkeys.setdefault(passkey.id, passkey) is passkey

    async def passkey(self, passkey_id: str) -> StoredPasskey | None:
        data = await self._reach()
        found = data.passkeys.get(passkey_id)
        return found if found and _is_valid(data, found) else None

    async def passkeys(self, player: str) -> list[StoredPasskey]:
        data = await self._reach()
        theirs = [each for each in data.passkeys.values() if each.player == player and _is_valid(data, each)]
        return sorted(theirs, key=lambda each: (-each.created_at, each.id))

    async def use_passkey(self, passkey_id: str, sign_count: int, at: int) -> bool:
        data = await self._reach()
        found = data.passkeys.get(passkey_id)
        if found is None or found.used_at >= at:
            return False
        data.passkeys[passkey_id] = replace(found, sign_count=sign_count, used_at=at)
        return True

    async def remove_passkey(self, player: str, passkey_id: str) -> bool:
        data = await self._reach()
        found = data.passkeys.get(passkey_id)
        if found is None or found.player != player:
            return False
        del data.passkeys[passkey_id]
        return True


def _is_valid(data: MemoryDatabase, passkey: StoredPasskey) -> bool:
    player = data.players.get(passkey.player)
    return player is not None and player.generation == passkey.generation


def forget_passkeys(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete the passkeys of players who are deleted."""
    data.passkeys = {each.id: each for each in data.passkeys.values() if each.player not in players}
