"""The cost of each command for the server, relative to a move, which takes about 0.15 ms of CPU.

A command that is written alone, not in a group, blocks the only writer of SQLite for a disk sync.
"""

from collections.abc import Mapping

from gaprace.rules.actions import ControlAction
from gaprace.wire import (
    Act,
    AddBot,
    BalanceTeams,
    ChooseTeam,
    Cohost,
    Command,
    Hint,
    Kick,
    Leave,
    Mute,
    Ready,
    Rematch,
    Say,
    Seed,
    SetSettings,
    SitOut,
    Start,
)

_COSTS: Mapping[type[Command], int] = {
    Say: 3,
    Seed: 5,
    Ready: 10,
    Mute: 10,
    Cohost: 10,
    SitOut: 10,
    Hint: 20,
    SetSettings: 20,
    Kick: 20,
    AddBot: 20,
    ChooseTeam: 10,
    BalanceTeams: 20,
    Leave: 20,
    Start: 40,
    Rematch: 40,
}
"""Of all commands that cost more than a move."""


_RESIGNATION_COST = 20


def cost_of(command: Command) -> int:
    """Return what a command costs."""
    if isinstance(command, Act):
        return _RESIGNATION_COST if command.action == ControlAction.RESIGN else 1
    return _COSTS.get(type(command), 1)
