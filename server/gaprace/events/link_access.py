"""Visibility of events with a link: for everybody with the link or, in a group, for everybody who may see the group."""

from typing import Protocol

from gaprace.groups.access import sees_group
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


async def sees_linked(store: Store, linked: Linked, player: str | None) -> bool:
    """Whether an event with a link is visible to a player.

    An event of a group is as visible as the group. If its creator and the caller block each other, it is visible only
    to participants.
    """
    if linked.group:
        return await sees_group(store, linked.group, player)
    return not player or bool(linked.entry(player)) or linked.player not in await store.kept_apart(player)
