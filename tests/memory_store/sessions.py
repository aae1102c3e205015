"""The part of the store in memory for sessions and banned networks."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from gaprace.ports import StoredDeviceCode, StoredPlayer, StoredSession
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps


class MemorySessions(MemoryRepository):
    """Implements `SessionStore`."""

    async def signed_in(self, player_id: str, session_id: str) -> tuple[StoredPlayer | None, StoredSession | None]:
        data = await self._reach()
        session = data.sessions.get(session_id)
        return data.players.get(player_id), session if session and session.player == player_id else None

    async def note_session(self, session: StoredSession) -> None:
        sessions = (await self._reach()).sessions
        known = sessions.get(session.id, session)
        sessions[session.id] = replace(session, began_at=known.began_at, player=known.player, ended_at=known.ended_at)

    async def session(self, session_id: str) -> StoredSession | None:
        return (await self._reach()).sessions.get(session_id)

    async def open_sessions(self, player: str) -> list[StoredSession]:
        data = await self._reach()
        stored = data.players.get(player)
        theirs = [each for each in data.sessions.values() if each.player == player and each.ended_at is None]
        valid = [each for each in theirs if stored and each.generation == stored.generation]
        return sorted(valid, key=lambda each: (-each.seen_at, each.id))

    async def ended_sessions(self, player: str) -> set[str]:
        sessions = (await self._reach()).sessions.values()
        return {each.id for each in sessions if each.player == player and each.ended_at is not None}

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        return end_session(await self._reach(), player, session_id, at)

    async def save_device_code(self, code: StoredDeviceCode) -> None:
        (await self._reach()).device_codes[code.player] = code

    async def use_device_code(self, hashed: str, session: StoredSession) -> StoredPlayer | None:
        data = await self._reach()
        valid = [each for each in data.device_codes.values() if each.hash == hashed and each.ends_at > session.began_at]
        if not valid:
            return None
        (code,) = valid
        del data.device_codes[code.player]
        player = data.players.get(code.player)
        if player is None or player.generation != code.generation:
            return None
        data.sessions[session.id] = replace(session, player=code.player, generation=code.generation)
        return player

    async def banned_until(self, networks: list[str], now: int) -> int | None:
        banned = (await self._reach()).banned_networks
        return max(
            (until for (_, network), until in banned.items() if network in networks and until > now), default=None
        )

    async def forget_sessions(self, seen_before: int, networks_before: int, now: int) -> None:
        data = await self._reach()
        kept = [each for each in data.sessions.values() if each.seen_at >= seen_before]
        data.sessions = {
            each.id: each if each.seen_at >= networks_before else replace(each, network="") for each in kept
        }
        data.banned_networks = {key: until for key, until in data.banned_networks.items() if until > now}
        data.device_codes = {key: code for key, code in data.device_codes.items() if code.ends_at > now}


def end_session(data: MemoryDatabase, player: str, session_id: str, at: int) -> bool:
    """End a session of a player; return False if it is not open."""
    found = data.sessions.get(session_id)
    if found is None or found.player != player or found.ended_at is not None:
        return False
    data.sessions[session_id] = replace(found, ended_at=at)
    return True


def forget_players_sessions(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete the sessions of players who are deleted."""
    data.sessions = {each.id: each for each in data.sessions.values() if each.player not in players}


class MemorySessionSteps(MemorySteps):
    """The steps of a transaction for sessions and banned networks."""

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        return end_session(self._data, player, session_id, at)

    async def networks(self, of: Sequence[str]) -> dict[str, set[str]]:
        networks: dict[str, set[str]] = {}
        for each in self._data.sessions.values():
            if each.player in of and each.network:
                networks.setdefault(each.player, set()).add(each.network)
        return networks

    async def ban_networks(self, decision: str, player: str, until: int) -> int:
        theirs = {each.network for each in self._data.sessions.values() if each.player == player} - {""}
        self._data.banned_networks |= {(decision, network): until for network in theirs}
        return len(theirs)

    async def unban_networks(self, decision: str) -> None:
        banned = self._data.banned_networks
        self._data.banned_networks = {key: until for key, until in banned.items() if key[0] != decision}
