"""Who sees which arena: those with its link, or the members of its group."""

from gaprace.play.arena import Arena, no_such_arena
from gaprace.ports import Store
from gaprace.services.group_access import sees_group


async def seen_arena(store: Store, code: str, player: str | None) -> Arena:
    """Return an arena, as far as a player may know of it.

    One of a group is as visible as the group. One of an organiser whom the caller blocks, or who blocks the caller,
    looks like one that does not exist.

    Raises:
        RoomError: `arena_not_found`.

    """
    arena = await store.arena(code)
    if arena is None:
        raise no_such_arena()
    if arena.group:
        if not await sees_group(store, arena.group, player):
            raise no_such_arena()
    elif player and not arena.entry(player) and arena.player in await store.kept_apart(player):
        raise no_such_arena()
    return arena
