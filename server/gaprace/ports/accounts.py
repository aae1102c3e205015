"""Stored players, and whom they block."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gaprace.ports.sessions import StoredSession


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

    @property
    def sanctions(self) -> tuple[int | None, ...]:
        """All that moderators have decided."""
        return self.suspended_until, self.muted_until, self.name_fixed_until


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
        """Return a player and one of the player's sessions, open or not; None for what there is not."""

    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        """Return the player with this hash of the current or the next recovery code."""

    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        """Return the current names of players, by id. Unknown ids are left out."""

    async def rename_player(self, player_id: str, name: str) -> None:
        """Rename a player, unless deleted."""

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
        """Delete a code that is valid when a session begins, and add the session for its player, who is returned.

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
        """Add a block, unless it is there already."""

    async def remove_block(self, player: str, blocked: str) -> None:
        """Remove a block, if it is there."""

    async def blocks(self, player: str) -> list[StoredBlock]:
        """Return the blocks of a player, the latest first."""

    async def has_blocked(self, player: str, other: str) -> bool:
        """Whether a player blocks another one."""

    async def kept_apart(self, player: str) -> set[str]:
        """Return the players whom a player blocks, and those who block this player."""
