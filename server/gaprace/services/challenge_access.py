"""Who sees which challenge: those with its link, or the members of its group."""

from gaprace.play.challenge import Challenge, no_such_challenge
from gaprace.ports import Store
from gaprace.services.group_access import sees_group


async def seen_challenge(store: Store, code: str, player: str | None) -> Challenge:
    """Return a challenge, as far as a player may know of it.

    One of a group is as visible as the group. One of a player whom the caller blocks, or who blocks the caller, looks
    like one that does not exist.

    Raises:
        RoomError: `challenge_not_found`.

    """
    challenge = await store.challenge(code)
    if challenge is None:
        raise no_such_challenge()
    if challenge.group:
        if not await sees_group(store, challenge.group, player):
            raise no_such_challenge()
    elif player and not challenge.entry(player) and challenge.player in await store.kept_apart(player):
        raise no_such_challenge()
    return challenge
