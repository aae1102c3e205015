"""Stored players: their sessions, their accounts at a provider of OpenID Connect, and whom they block.

A network is never stored in the clear, but as a keyed hash (`people.networks`); an empty one is not known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gaprace.wire import RecordedAs


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A browser or program in which a player is signed in: the tokens that follow from each other by renewal."""

    id: str
    player: str
    generation: int
    """The generation of its tokens, see `StoredPlayer`."""
    began_at: int
    seen_at: int
    """When it was last noted."""
    device: str
    network: str
    ended_at: int | None = None
    """When it was ended. Its tokens are refused from then on."""


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A person or a bot."""

    id: str
    name: str
    generation: int
    """The generation of valid tokens, from 1: tokens of an older generation are refused. 0: a visitor, without any."""
    recovery_hash: str
    """SHA-256 of the recovery code, in hexadecimal; another text if there is none."""
    created_at: int
    deleted_at: int | None = None
    """Set once the player is deleted. The row stays, without name and recovery code, because games refer to it."""
    next_recovery_hash: str | None = None
    """SHA-256 of a recovery code that is going to replace the other one."""
    next_recovery_at: int | None = None
    """When it does."""
    program: bool = False
    """Whether it is a bot of this server, or a program that said so: never ranked among people."""
    suspended_until: int | None = None
    """Until when moderators keep the player from playing."""
    muted_until: int | None = None
    """Until when they keep the player from chatting."""
    name_fixed_until: int | None = None
    """Until when they keep the player from changing the name."""
    zone: str | None = None
    """The time zone in which the player's last daily was begun."""
    recorded_as: RecordedAs = "name"
    """How the games may be recorded rivals."""

    @property
    def is_visitor(self) -> bool:
        """Whether it stands for somebody who only watches: it is stored nowhere, and no action is its own."""
        return self.generation == 0

    def is_suspended(self, now: int) -> bool:
        """Whether moderators keep the player from playing."""
        return self.suspended_until is not None and now < self.suspended_until

    def is_muted(self, now: int) -> bool:
        """Whether moderators keep the player from chatting."""
        return self.muted_until is not None and now < self.muted_until


@dataclass(frozen=True, slots=True)
class StoredDeviceCode:
    """A code that signs another device of a player in, once."""

    player: str
    generation: int
    """The generation of the player's tokens when it was made: it ends with them."""
    hash: str
    """SHA-256 of the code, in hexadecimal."""
    ends_at: int


class AccountStore(Protocol):
    """The store of players, and of the server's own keys."""

    async def add_player(self, player: StoredPlayer, session: StoredSession | None = None) -> None:
        """Add a player with a new id, and the session that begins with it.

        Raises ValueError if the id or the recovery hash is taken, or a text cannot be stored.
        """

    async def player(self, player_id: str) -> StoredPlayer | None:
        """Return a player by id."""

    async def signed_in(self, player_id: str, session_id: str) -> tuple[StoredPlayer | None, StoredSession | None]:
        """Return a player and one of the player's sessions, open or not; None for either that there is not."""

    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        """Return the player with this hash of the current or the next recovery code."""

    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        """Return the current names of players, by id. Unknown ids are left out."""

    async def rename_player(self, player_id: str, name: str) -> None:
        """Rename a player, unless deleted."""

    async def note_zone(self, player_id: str, zone: str) -> None:
        """Note the time zone of a player, unless deleted."""

    async def record_player(self, player_id: str, recorded_as: RecordedAs) -> None:
        """Change how the games of a player may be recorded rivals."""

    async def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        """Delete a player; return False if there is none or it was deleted before.

        The row stays, under `name`, because games refer to it. Its tokens and its recovery codes become invalid,
        and it leaves all groups, see `Transaction.leave_group`.
        """

    async def change_credentials(self, known: StoredPlayer, changed: StoredPlayer) -> bool:
        """Set generation and recovery codes to those of `changed` if they are those of `known`; return whether so."""

    async def save_device_code(self, code: StoredDeviceCode) -> None:
        """Store the code of a player, in place of an earlier one."""

    async def use_device_code(self, hashed: str, session: StoredSession) -> StoredPlayer | None:
        """Delete a code that is valid when a session begins, add the session for its player, and return the player.

        `session` gets the player and the generation of the code. None if there is no such code.
        """

    async def server_key(self, name: str, proposal: bytes) -> bytes:
        """Return the key of this name; if there is none yet, store `proposal`. All servers get the same key."""

    async def find_server_key(self, name: str) -> bytes | None:
        """Return the key of this name, if there is one."""


@dataclass(frozen=True, slots=True)
class StoredBlock:
    """A player blocks another one."""

    player: str
    """The player who blocks."""
    blocked: str
    at: int


class BlockStore(Protocol):
    """The store of blocks."""

    async def add_block(self, block: StoredBlock) -> None:
        """Add a block, unless it is there already, and end the player's follow. The other one's has no effect."""

    async def remove_block(self, player: str, blocked: str) -> None:
        """Remove a block, if it is there."""

    async def blocks(self, player: str) -> list[StoredBlock]:
        """Return the blocks of a player, the latest first."""

    async def has_blocked(self, player: str, other: str) -> bool:
        """Whether a player blocks another one."""

    async def kept_apart(self, player: str) -> set[str]:
        """Return the players whom a player blocks, and those who block this player."""


class SessionStore(Protocol):
    """The store of sessions and of banned networks."""

    async def note_session(self, session: StoredSession) -> None:
        """Add a session, or note when, where and with what tokens it was last seen. One that has ended stays ended."""

    async def open_sessions(self, player: str) -> list[StoredSession]:
        """Return the sessions of a player whose tokens are valid, the last seen first."""

    async def ended_sessions(self, player: str) -> set[str]:
        """Return the ids of a player's sessions that were ended."""

    async def end_session(self, player: str, session_id: str, at: int) -> bool:
        """End a session of a player; return False if it is not open."""

    async def banned_until(self, networks: list[str], now: int) -> int | None:
        """Return until when one of these networks is banned; None if none is."""

    async def forget_sessions(self, seen_before: int, networks_before: int, now: int) -> None:
        """Delete old records of sessions and networks.

        These are the sessions that were last seen before a time, the networks of those last seen before another one,
        and the bans and codes for devices that have ended.
        """


@dataclass(frozen=True, slots=True)
class StoredSubject:
    """A person at a provider, with the person's player here. A player has one subject of an issuer at most."""

    issuer: str
    subject: str
    """The claim `sub`: it never changes, and belongs to nobody else at this issuer."""
    player: str
    generation: int | None
    """The generation of the player's tokens when it was connected: it ends with them, see `StoredPlayer`. None if the
    player began with it: then it proves whose player this is, and ends when its owner removes it."""
    connected_at: int
    proven_at: int
    """When its owner last signed in at the provider."""


class SubjectStore(Protocol):
    """The store of subjects. Subjects that have ended count as missing."""

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
    """The values that a sign-in keeps from its start to its end (OpenID Connect Core 1.0, section 3.1)."""

    redirect_uri: str
    state: str
    nonce: str
    verifier: str
    """The code verifier of PKCE (RFC 7636)."""


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
