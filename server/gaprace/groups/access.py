"""Visibility of groups. To outsiders, a private group looks like one that does not exist."""

from typing import NamedTuple

from gaprace.errors import Refusal
from gaprace.play.people.group_roles import Membership, member_for, no_such_group
from gaprace.ports import GroupStore, StoredGroup


class Access(NamedTuple):
    """A group, and the caller's membership."""

    group: StoredGroup
    mine: Membership | None


async def require_visible_group(store: GroupStore, handle: str, player: str | None) -> Access:
    """Return a group by its code or its invitation, as far as a player may know of it. Raises `group_not_found`."""
    group = await store.group(handle)
    if group is None:
        raise no_such_group()
    mine = await store.membership(group.code, player) if player else None
    is_known = mine is not None and mine.role != "removed"
    if group.private and not is_known and handle != group.invitation:
        raise no_such_group()
    return Access(group, mine)


async def require_readable_group(store: GroupStore, code: str, player: str | None) -> Access:
    """Return a group whose games a player may see like a member: the player's own group, or a public one."""
    access = await require_visible_group(store, code, player)
    if access.group.private or code != access.group.code:
        member_for("see", access.mine, private=True)
    return access


async def can_read_group(store: GroupStore, code: str, player: str | None) -> bool:
    """Whether a player may see everything that members see of a group's games."""
    try:
        await require_readable_group(store, code, player)
    except Refusal:
        return False
    return True


async def require_owned_group(store: GroupStore, code: str, player: str) -> StoredGroup:
    """Return a group of which a player is an owner."""
    group, mine = await require_visible_group(store, code, player)
    member_for("edit", mine, private=group.private)
    return group
