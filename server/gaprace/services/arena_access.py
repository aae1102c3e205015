"""Who sees which arena: those with its link, or the members of its group."""

from gaprace.play.arena import Arena, no_such_arena
from gaprace.ports import Store
from gaprace.services.link_access import sees_linked


async def seen_arena(store: Store, code: str, player: str | None) -> Arena:
    """Return an arena, as far as a player may know of it (`link_access`).

    Raises:
        RoomError: `arena_not_found`; so does one that the player may not know of.

    """
    arena = await store.arena(code)
    if arena is None or not await sees_linked(store, arena, player):
        raise no_such_arena()
    return arena
