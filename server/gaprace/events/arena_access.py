"""Visibility of arenas: for everybody with the link, or for the members of the group; and the owners of that group."""

from gaprace.events.link_access import sees_linked
from gaprace.play.events.arena import Arena, no_such_arena
from gaprace.ports import Store


async def seen_arena(store: Store, code: str, player: str | None) -> Arena:
    """Return an arena, as far as a player may know of it (`link_access`)."""
    return await if_seen(store, await store.arena(code), player)


async def if_seen(store: Store, arena: Arena | None, player: str | None) -> Arena:
    """Return an arena that was read, if it is there and visible."""
    if arena is None or not await sees_linked(store, arena, player):
        raise no_such_arena()
    return arena


async def leads_its_group(store: Store, arena: Arena, player: str | None) -> bool:
    """Whether a player is an owner or a co-owner of the group that an arena is for."""
    mine = await store.membership(arena.group, player) if arena.group and player else None
    return mine is not None and mine.leads
