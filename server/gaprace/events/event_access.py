"""Visibility of challenges: for everybody with the link, or for the members of the group."""

from gaprace.events.link_access import sees_linked
from gaprace.play.events.event import Event, no_such_challenge
from gaprace.ports import Store


async def seen_event(store: Store, code: str, player: str | None) -> Event:
    """Return a challenge, as far as a player may know of it (`link_access`).

    Raises `challenge_not_found`, also for one that the player may not know of.
    """
    challenge = await store.event(code)
    if challenge is None or not challenge.has_link or not await sees_linked(store, challenge, player):
        raise no_such_challenge()
    return challenge
