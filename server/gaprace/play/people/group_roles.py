"""Groups: the permissions of the roles, joining, and leaving. Pure.

| role | may |
| --- | --- |
| `owner` | everything: also appoint co-owners, hand the group over, delete it |
| `co_owner` | change the group and its link, let people in, remove members |
| `member` | see the group, play in its room, leave |
| `pending` | wait until an owner lets them in |
| `removed` | nothing; an owner may let them in again |
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gaprace.errors import Refusal
from gaprace.wire.http import GroupRole

MAX_MEMBERS = 200
"""Members of a group, with those who wait."""
MAX_GROUPS = 50
"""Groups that a player belongs to."""
ABOUT_MS = 150_000
"""For how long a member counts as online after having been seen."""
SEEN_INTERVAL_MS = 30_000
"""Interval at which it is stored that a member is about."""
CODE_LENGTH, INVITATION_LENGTH = 10, 16
"""Length of the code of a group, which stands in its address, and of its invitation, which lets people in."""

Step = Literal["see", "edit", "admit", "remove", "appoint", "hand_over", "delete"]
_OWNERS: Sequence[GroupRole] = ("owner", "co_owner")
MEMBER_ROLES: Sequence[GroupRole] = (*_OWNERS, "member")
"""The roles of those who belong to a group."""
_ROLES: Mapping[Step, Sequence[GroupRole]] = {
    "see": MEMBER_ROLES,
    "edit": _OWNERS,
    "admit": _OWNERS,
    "remove": _OWNERS,
    "appoint": ("owner",),
    "hand_over": ("owner",),
    "delete": ("owner",),
}
"""The roles that may take each step."""
_CHANGES: Mapping[tuple[GroupRole, GroupRole], Step] = {
    ("pending", "member"): "admit",
    ("removed", "member"): "admit",
    ("member", "co_owner"): "appoint",
    ("co_owner", "member"): "appoint",
    ("member", "owner"): "hand_over",
    ("co_owner", "owner"): "hand_over",
}
"""The step by which a member gets another role, by the two roles."""


@dataclass(frozen=True, slots=True)
class Membership:
    """A player's membership of a group."""

    group: str
    player: str
    role: GroupRole
    joined_at: int
    """When the player joined, or asked to (ms since 1970)."""
    shows_presence: bool = False
    """Whether the other members may see that this one is about."""
    seen_at: int | None = None
    """When the member was last about, if others may see it (ms since 1970)."""

    @property
    def is_member(self) -> bool:
        """Whether the player belongs to the group."""
        return self.role in MEMBER_ROLES

    @property
    def leads(self) -> bool:
        """Whether the player is the owner or a co-owner."""
        return self.role in _OWNERS

    def is_about(self, now: int) -> bool:
        """Whether the other members see this one as online."""
        return self.is_member and self.shows_presence and self.seen_at is not None and now - self.seen_at < ABOUT_MS


def member_for(step: Step, of: Membership | None, *, private: bool) -> Membership:
    """Return a member with a permission. To outsiders a private group looks like one that does not exist.

    Raises `group_not_found`, `group_members_only`, `group_owners_only`.
    """
    if of is None or not of.is_member:
        raise no_such_group() if private else Refusal("group_members_only", "Join the group first.")
    if of.role in _ROLES[step]:
        return of
    by = "owners" if "co_owner" in _ROLES[step] else "owner"
    raise Refusal("group_owners_only", f"Only the {by} of the group can do this.")


def no_such_group() -> Refusal:
    """Return the error for a group that does not exist for the caller."""
    return Refusal("group_not_found", "Group not found. Ask one of its members for the current link.")


def joined(known: Membership | None, new: Membership, *, approval: bool, size: int) -> Membership:
    """Return a player's membership after a request to join.

    `new` is the membership that begins; with `approval`, an owner has to let the player in. `size` is the number of
    members, with those who wait. Raises `removed_from_group`, `group_full`.
    """
    if known is not None and known.role == "removed":
        raise Refusal("removed_from_group", "An owner removed you from this group. Ask an owner to let you in again.")
    if known is not None:
        return known
    if size >= MAX_MEMBERS:
        raise Refusal("group_full", f"The group is full: it has {MAX_MEMBERS} members.")
    return replace(new, role="pending") if approval else new


def with_role(by: Membership, of: Membership, role: GroupRole) -> tuple[Membership, Membership]:
    """Return both members after `by` has changed the other's role. An owner who hands over becomes a co-owner.

    Raises `bad_role`: the member's role cannot become this one.
    """
    step = _CHANGES.get((of.role, role))
    if step is None or by.player == of.player:
        raise Refusal("bad_role", f"A member with the role {of.role} cannot become {role}.")
    member_for(step, by, private=False)
    return (replace(by, role="co_owner") if step == "hand_over" else by), replace(of, role=role)


def refuse_removal(by: Membership, of: Membership) -> None:
    """Refuse to remove a member: owners remove members, only the owner removes co-owners, and nobody the owner.

    Raises `bad_role`.
    """
    member_for("remove", by, private=False)
    if of.role == "owner" or by.player == of.player:
        raise Refusal("bad_role", "The owner keeps this role: hand the group over first, or leave it.")
    if of.role == "co_owner":
        member_for("appoint", by, private=False)


def removed(of: Membership) -> Membership | None:
    """Return the membership of a removed member; None for a declined request."""
    return None if of.role == "pending" else replace(of, role="removed", shows_presence=False, seen_at=None)


def heir(members: Sequence[Membership]) -> Membership | None:
    """Return the successor of an owner: the co-owner who joined first, or else the member who did.

    None if nobody is left.
    """
    left = [each for each in members if each.is_member]
    return min(left, key=lambda each: (MEMBER_ROLES.index(each.role), each.joined_at, each.player), default=None)
