"""The permissions of an arena's organiser and co-hosts. Pure.

| role | may |
| --- | --- |
| organiser, leaders of its group | everything: also name co-hosts, remove everybody but the organiser, call it off |
| co-host | rename and change it, start and end it, remove players and let them in again |
"""

from gaprace.errors import Refusal
from gaprace.play.events.arena import Arena, ArenaRole
from gaprace.play.live.bots import level_of

MAX_COHOSTS = 10


def runs(arena: Arena, player: str | None) -> bool:
    """Whether a player is the organiser or a co-host."""
    return player is not None and (player == arena.player or player in arena.cohosts)


def refuse_unless_runs(arena: Arena, player: str, *, leads_group: bool) -> None:
    """Refuse players who are neither organiser nor co-host. Raises `not_host`."""
    if not (leads_group or runs(arena, player)):
        raise Refusal("not_host", "Only the organiser and the co-hosts can do this.")


def refuse_role(arena: Arena, player: str, other: str, role: ArenaRole, *, leads_group: bool) -> None:
    """Refuse a change of roles that is not permitted or not possible. Raises `not_host`, `bad_role`."""
    refuse_unless_runs(arena, player, leads_group=leads_group)
    arena.refuse_over()
    is_over_cohosts = leads_group or player == arena.player
    if other == arena.player or (not is_over_cohosts and (role == "cohost" or other in arena.cohosts)):
        raise Refusal("not_host", "Only the organiser can do this to a co-host, and nobody to the organiser.")
    is_known = arena.entry(other) is not None or other in arena.cohosts | arena.removed
    if not is_known or (role == "cohost" and level_of(other)):
        raise Refusal("bad_role", "This player is not in the arena.")
    if role == "cohost" and len(arena.cohosts - {other}) >= MAX_COHOSTS:
        raise Refusal("bad_role", f"It already has {MAX_COHOSTS} co-hosts, the maximum.")


def refuse_removed(arena: Arena, player: str) -> None:
    """Refuse a player who was removed. Raises `arena_removed`."""
    if player in arena.removed:
        raise Refusal("arena_removed", "You were removed from this arena. Enter another one.")
