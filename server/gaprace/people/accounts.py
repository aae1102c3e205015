"""Accounts: identities, sessions, signing in and out, recovery in another browser, renaming and deletion."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gaprace.errors import Refusal
from gaprace.people import recovery_codes
from gaprace.people.networks import Networks
from gaprace.people.tokens import LIFETIME_MS, TICKET, TICKET_MS, Tokens, first_time, new_session
from gaprace.play.people import names
from gaprace.play.people.moderation import said_until
from gaprace.play.people.words import WordList
from gaprace.ports import AccountStore, Clock, Store, StoredDeviceCode, StoredPlayer, StoredSession
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire import RecordedAs
from gaprace.wire.http import Identity, Me, OpenSession, RecoveryCode, SessionList, Token, TokenScope

_HTTPS_SINCE = "https since"
_PLAYER_ID_BYTES = 8
_MAX_TRIES = 3
"""Tries of an update that other updates of the same player may get ahead of."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """A valid token, and its player."""

    player: StoredPlayer
    issued_at: int
    is_due: bool
    """Whether the token should be replaced by a new one."""
    session: str
    """The id of the session that the token belongs to."""
    noted: StoredSession | None
    """The session as it is stored; None if it is not yet."""
    scope: str = ""
    """The scope of the token; empty for everything."""
    is_ticket: bool = False


class Accounts:
    """Creates, authenticates and changes players. Names are in the canonical form of `play.people.names.read_name`."""

    def __init__(self, store: AccountStore, clock: Clock, tokens: Tokens, words: WordList | None = None) -> None:
        """Keep `words` out of names; those of the built-in list, if it is missing."""
        self._store, self._clock, self._tokens = store, clock, tokens
        self._words = words or WordList.built_in()
        self._https_since: int | None = None

    @classmethod
    async def create(
        cls, store: AccountStore, clock: Clock, secret_keys: Sequence[str] = (), words: WordList | None = None
    ) -> "Accounts":
        """Sign tokens as `Tokens.create` says."""
        return cls(store, clock, await Tokens.create(store, clock, secret_keys), words)

    async def new_player(
        self, name: str = "", *, recovery: bool = True, program: bool = False, device: str = "", network: str = ""
    ) -> Identity:
        """Create a player, with a default name if `name` is empty; without a recovery code if `recovery` is false.

        With `program`, the player is a program for good, and its name is marked. `device` and `network` are those of
        its first session.
        """
        text = name or names.default_name(secrets.randbelow(names.DEFAULT_NAMES))
        name = names.read_allowed_name(text, self._words, program=program)
        player_id, code = secrets.token_hex(_PLAYER_ID_BYTES), recovery_codes.fresh_code() if recovery else ""
        player = StoredPlayer(
            id=player_id,
            name=name,
            generation=1,
            recovery_hash=recovery_codes.hash_of(code) if recovery else recovery_codes.no_code(player_id),
            created_at=(now := self._clock.now()),
            program=program,
        )
        session = StoredSession(new_session(), player_id, player.generation, now, now, device, network)
        await self._store.add_player(player, session)
        return self._identity(player, code, session.id)

    def me_of(self, player: StoredPlayer) -> Me:
        """Return a player as its owner sees it."""
        player = recovery_codes.settled(player, self._clock.now())
        has_code, waits_until = recovery_codes.has_code(player), player.next_recovery_at
        return Me(player.id, player.name, has_code, waits_until, recorded_as=player.recorded_as)

    # Tokens

    async def sign_in_of(self, token: str) -> SignIn | None:
        """Return the session and the player of a token; `None` if it is forged or has expired."""
        claim = self._tokens.read(token)
        if claim is None:
            return None
        player, session = await self._store.signed_in(claim.player, claim.session)
        has_ended = session is not None and session.ended_at is not None
        if player is None or player.generation != claim.generation or has_ended:
            return None
        return SignIn(player, claim.issued_at, claim.is_due, claim.session, session, claim.scope, claim.is_ticket)

    def visitor(self) -> SignIn:
        """Return what stands for somebody without an identity who watches a room. It is stored nowhere."""
        player = StoredPlayer(secrets.token_hex(_PLAYER_ID_BYTES), "", 0, "", now := self._clock.now())
        return SignIn(player, now, is_due=False, session="", noted=None)

    async def player_of(self, token: str) -> StoredPlayer | None:
        """Return the player that a token authenticates; `None` if it is forged or has ended."""
        found = await self.sign_in_of(token)
        return found.player if found else None

    def new_token(self, player: StoredPlayer, session: str = "") -> Token:
        """Return a new token of a player, for a session; for a new one, if it is missing."""
        token = self._tokens.issue(player.id, player.generation, session or new_session())
        return Token(token, self._tokens.issued_at() + LIFETIME_MS)

    def scoped_token(self, player: StoredPlayer, session: str, scope: TokenScope) -> Token:
        """Return a token of a session of its own, which may do what the scope says."""
        token = self._tokens.issue(player.id, player.generation, session, scope)
        return Token(token, self._tokens.issued_at() + LIFETIME_MS)

    def ticket(self, found: SignIn) -> Token:
        """Return a ticket of a session, which may at most read and play.

        Raises `token_scope` for a ticket, which would otherwise never end.
        """
        if found.is_ticket:
            raise Refusal("token_scope", "A ticket cannot create another ticket: use the token that created it.")
        player = found.player
        ticket = self._tokens.issue(player.id, player.generation, found.session, found.scope or "play", TICKET)
        return Token(ticket, self._tokens.issued_at() + TICKET_MS)

    async def https_since(self) -> int:
        """Return when this was first called, in whole seconds as in tokens: since then, players come over https."""
        if self._https_since is None:
            self._https_since = await first_time(self._store, _HTTPS_SINCE, self._clock.now()) // 1000 * 1000
        return self._https_since

    async def sign_out_everywhere(self, player: StoredPlayer, *, can_return: bool = False) -> StoredPlayer:
        """End all tokens of a player, and withdraw a recovery code that waits.

        `can_return`: something else than a recovery code brings the owner back.
        Raises `no_recovery_code`: nothing could bring the owner back, if it was not the owner who asked for this.
        """
        if not (can_return or recovery_codes.has_code(recovery_codes.settled(player, self._clock.now()))):
            raise recovery_codes.no_recovery_code()
        return await self._change(
            player, lambda now: replace(recovery_codes.withdrawn(now), generation=now.generation + 1)
        )

    def signed_in(self, player: StoredPlayer) -> Identity:
        """Return the identity of a player who has proven it without a code, with a token of a new session."""
        return self._identity(player, "")

    # Other devices

    async def new_device_code(self, player: StoredPlayer) -> tuple[str, int]:
        """Return a code that signs in another device of a player, and when it ends. An earlier one ends now."""
        code, ends_at = (
            recovery_codes.fresh_code(recovery_codes.DEVICE_LENGTH),
            self._clock.now() + recovery_codes.DEVICE_CODE_MS,
        )
        await self._store.save_device_code(
            StoredDeviceCode(player.id, player.generation, recovery_codes.hash_of(code), ends_at)
        )
        return code, ends_at

    async def add_device(self, typed: str, device: str, network: str) -> Identity:
        """Return the identity of a code that another device shows. The code ends, and a session begins.

        Raises `unknown_device_code`.
        """
        now = self._clock.now()
        session = StoredSession(new_session(), "", 0, now, now, device, network)
        player = await self._store.use_device_code(recovery_codes.hash_of(typed), session)
        if player is None:
            raise recovery_codes.unknown_device_code()
        return self._identity(player, "", session.id)

    # Recovery

    async def new_recovery_code(self, player: StoredPlayer, typed: str = "") -> RecoveryCode:
        """Return a new recovery code. With the current code in `typed`, it replaces that at once, otherwise later.

        A first code works at once, and ends other sign-ins only later.
        Raises `unknown_recovery_code`: `typed` is not the current code.
        """
        code, known = (
            recovery_codes.fresh_code(),
            recovery_codes.hash_of(recovery_codes.read_code(typed)) if typed else None,
        )
        waits_until = None if typed else self._clock.now() + recovery_codes.WAIT_MS

        def change(player: StoredPlayer) -> StoredPlayer:
            if known is None:
                return replace(player, next_recovery_hash=recovery_codes.hash_of(code), next_recovery_at=waits_until)
            if known != player.recovery_hash:
                raise recovery_codes.unknown_code()
            return recovery_codes.with_code(player, recovery_codes.hash_of(code))

        await self._change(player, change)
        return RecoveryCode(code, waits_until)

    async def withdraw_recovery_code(self, player: StoredPlayer) -> StoredPlayer:
        """Withdraw the recovery code that waits, if there is one."""
        return await self._change(player, recovery_codes.withdrawn)

    async def recover(self, typed: str) -> Identity:
        """Return the identity of a recovery code. The code and earlier tokens end, and a new code is returned.

        A first code that still waits only signs in.
        """
        code = recovery_codes.read_code(typed)
        stored = await self._store.player_by_recovery(recovery_codes.hash_of(code))
        player = recovery_codes.settled(stored, self._clock.now()) if stored else None
        if stored and player and recovery_codes.hash_of(code) == player.recovery_hash:
            return await self._taken_over(stored, player)
        if (
            player is None
            or player.next_recovery_at is None
            or recovery_codes.hash_of(code) != player.next_recovery_hash
        ):
            raise recovery_codes.unknown_code()
        if recovery_codes.has_code(player):
            raise recovery_codes.waiting_code(player.next_recovery_at)
        return self._identity(player, recovery_codes.grouped(code))

    async def _taken_over(self, stored: StoredPlayer, player: StoredPlayer) -> Identity:
        code = recovery_codes.fresh_code()
        taken_over = replace(
            recovery_codes.with_code(player, recovery_codes.hash_of(code)), generation=player.generation + 1
        )
        if not await self._store.change_credentials(stored, taken_over):
            raise recovery_codes.unknown_code()
        return self._identity(taken_over, code)

    async def _change(self, player: StoredPlayer, change: Callable[[StoredPlayer], StoredPlayer]) -> StoredPlayer:
        """Change the credentials of a player, as they are stored by now, and return the player.

        Raises `no_identity`: the identity has been recovered elsewhere or deleted.
        """
        generation = player.generation
        for _ in range(_MAX_TRIES):
            changed = change(recovery_codes.settled(player, self._clock.now()))
            if await self._store.change_credentials(player, changed):
                return changed
            found = await self._store.player(player.id)
            if found is None or found.generation != generation:
                break
            player = found
        raise Refusal("no_identity", "This identity is no longer valid: POST /api/v1/players creates a new one.")

    # Names

    async def rename(self, player: StoredPlayer, name: str) -> StoredPlayer:
        """Rename a player. Raises `bad_name`: the name is not valid, or a moderator has given the current one."""
        fixed_until = player.name_fixed_until
        if fixed_until is not None and self._clock.now() < fixed_until:
            raise Refusal("bad_name", f"A moderator gave you this name. You can't change it {said_until(fixed_until)}.")
        renamed = replace(player, name=names.read_allowed_name(name, self._words, program=player.program))
        await self._store.rename_player(player.id, renamed.name)
        return renamed

    async def record(self, player: StoredPlayer, recorded_as: RecordedAs) -> StoredPlayer:
        """Change how the games of a player may be recorded rivals."""
        await self._store.record_player(player.id, recorded_as)
        return replace(player, recorded_as=recorded_as)

    async def delete(self, player: StoredPlayer, typed: str) -> None:
        """Delete a player for good, if `typed` is the player's name. From then on its tokens are invalid everywhere.

        Raises `wrong_name`.
        """
        if not names.is_name(typed, player.name):
            raise names.wrong_name(player.name)
        await self._store.delete_player(player.id, names.DELETED, self._clock.now())

    def _identity(self, player: StoredPlayer, code: str, session: str = "") -> Identity:
        token = self.new_token(player, session)
        return Identity(player.id, player.name, token.token, code, token.ends_at)


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
