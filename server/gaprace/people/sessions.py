"""Sessions: the browsers and programs in which a player is signed in, and signing them out."""

from gaprace.errors import Refusal
from gaprace.people.accounts import SignIn
from gaprace.people.networks import Networks
from gaprace.people.tokens import new_session
from gaprace.ports import Clock, Store, StoredPlayer, StoredSession
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire.http import OpenSession, SessionList

NOTE_INTERVAL_MS = 60 * 60 * 1000
"""How often it is noted that a session is in use."""
MOVE_INTERVAL_MS = 60 * 1000
"""How often, if it comes from another network."""
MAX_SESSIONS = 50
"""Open sessions of a player who makes a token for one more program."""
_SHOWN_NETWORK_LENGTH = 8


class Sessions:
    """Notes, shows and ends the sessions of players."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry, networks: Networks) -> None:
        self._store, self._clock, self._rooms, self._networks = store, clock, rooms, networks

    async def note(self, found: SignIn, device: str, address: str) -> None:
        """Record the use of a session, at intervals."""
        now, network = self._clock.now(), self._networks.hash_of(address)
        player, noted = found.player, found.noted
        if noted and noted.generation == player.generation:
            interval = NOTE_INTERVAL_MS if noted.network == network else MOVE_INTERVAL_MS
            if now - noted.seen_at < interval:
                return
        began_at = noted.began_at if noted else now
        if found.scope and noted:
            device = noted.device  # the name that the player has given to the program
        session = StoredSession(found.session, player.id, player.generation, began_at, now, device, network)
        await self._store.note_session(session)

    async def of(self, player: StoredPlayer, current: str) -> SessionList:
        """Return the open sessions of a player, the last seen first; `current` is the one that asks."""
        stored = await self._store.open_sessions(player.id)
        return SessionList([shown_session(each, current) for each in stored])

    async def begin_program(self, player: StoredPlayer, name: str) -> str:
        """Begin a session for a program with its own token and a name; return its id. Raises `too_many_tokens`."""
        if len(await self._store.open_sessions(player.id)) >= MAX_SESSIONS:
            raise Refusal(
                "too_many_tokens",
                f"You are signed in {MAX_SESSIONS} times: sign out some browsers and programs.",
            )
        now, session = self._clock.now(), new_session()
        await self._store.note_session(StoredSession(session, player.id, player.generation, now, now, name, ""))
        return session

    async def end(self, player: StoredPlayer, session_id: str) -> None:
        """End a session of a player: its tokens are refused, and its connections closed. Raises `session_not_found`."""
        if not await self._store.end_session(player.id, session_id, self._clock.now()):
            raise session_not_found()
        await self._rooms.recovered(player.id)


def session_not_found() -> Refusal:
    """Return the error for a session that is not open."""
    return Refusal("session_not_found", "There is no such open session: reload the list.")


def shown_session(stored: StoredSession, current: str = "") -> OpenSession:
    """Return a session as its player sees it."""
    is_current = stored.id == current
    return OpenSession(stored.id, stored.device, stored.began_at, stored.seen_at, current=is_current)


def network_mark(stored: StoredSession) -> str:
    """Return a mark that is the same for all sessions of a network, for moderators; empty if unknown."""
    return stored.network[:_SHOWN_NETWORK_LENGTH]
