"""The assignment of players to the teams of a room. Pure."""

from msgspec.structs import replace

from gaprace.errors import Refusal
from gaprace.play.live.hosts import refuse_unless_runs
from gaprace.play.live.room import RoomState
from gaprace.play.live.teams import balanced
from gaprace.wire import PlayerId, Settings


def with_team(state: RoomState, player: PlayerId, member: PlayerId, team: int) -> RoomState:
    """Put a member into a team, for the next race. Only the host and co-hosts may choose for somebody else.

    Raises `not_a_member`.
    """
    state.refuse_while_racing()
    if member != player:
        refuse_unless_runs(state.view, player)
    _refuse_team(state.view.settings, team)
    if state.member(member) is None:
        raise Refusal("not_a_member", "That player is not in this room.")
    return state.with_members([replace(each, team=team) if each.id == member else each for each in state.view.members])


def with_balanced_teams(state: RoomState, host: PlayerId) -> RoomState:
    """Make the teams as even as possible."""
    state.refuse_start(host)
    _refuse_team(state.view.settings, 1)
    return state.with_members(balanced(state.view.members, state.view.settings.teams, state.view.series))


def _refuse_team(settings: Settings, team: int) -> None:
    """Refuse a team that the room does not have."""
    if team > settings.teams:
        there = f"choose one of 1 to {settings.teams}" if settings.teams else "the host can allow 2 to 4"
        raise Refusal("no_such_team", f"This room has no team {team}: {there}.")
