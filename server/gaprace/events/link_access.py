"""Visibility of challenges and arenas: for everybody with the link or, in a group, for all who may see the group."""

from typing import Protocol

from gaprace.groups.access import can_read_group
from gaprace.play.events.arena import Arena, no_such_arena
from gaprace.play.events.event import Event, no_such_challenge
from gaprace.ports import Store


class Linked(Protocol):
    """An event with a link: a challenge or an arena."""

    @property
    def group(self) -> str | None:
        """The code of the group that it is for."""

    @property
    def player(self) -> str:
        """The player who has made it."""

    def entry(self, player: str | None) -> object:
        """Return a player's entry; None without one."""


async def can_see(store: Store, linked: Linked, player: str | None) -> bool:
    """Whether an event with a link is visible to a player.

    An event of a group is as visible as the group. If its creator and the caller block each other, it is visible only
    to participants.
    """
    if linked.group:
        return await can_read_group(store, linked.group, player)
    return not player or bool(linked.entry(player)) or linked.player not in await store.kept_apart(player)


async def require_visible_challenge(store: Store, code: str, player: str | None) -> Event:
    """Return a challenge, as far as a player may know of it.

    Raises `challenge_not_found`, also for one that the player may not know of.
    """
    challenge = await store.event(code)
    if challenge is None or not challenge.has_link or not await can_see(store, challenge, player):
        raise no_such_challenge()
    return challenge


async def require_visible_arena(store: Store, code: str, player: str | None) -> Arena:
    """Return an arena, as far as a player may know of it."""
    return await require_visible(store, await store.arena(code), player)


async def require_visible(store: Store, arena: Arena | None, player: str | None) -> Arena:
    """Return an arena that was read, if it is there and visible."""
    if arena is None or not await can_see(store, arena, player):
        raise no_such_arena()
    return arena


async def owns_its_group(store: Store, arena: Arena, player: str | None) -> bool:
    """Whether a player is an owner or a co-owner of the group that an arena is for."""
    mine = await store.membership(arena.group, player) if arena.group and player else None
    return mine is not None and mine.leads
