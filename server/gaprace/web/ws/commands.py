"""The commands of the socket: the cost of each, and the scope that a token needs for it.

A command costs about as much of the processor as a move, 0.15 ms, or several times that. One that is written alone, not
in a group, blocks the only writer of SQLite for a disk sync.
"""

from collections.abc import Mapping
from typing import NamedTuple

from gaprace import wire
from gaprace.wire.http.accounts import TokenScope


class CommandRow(NamedTuple):
    """The rules for a command, which the socket applies before a room sees it."""

    cost: int
    """The cost, as a multiple of a move."""
    scope: TokenScope
    """The scope that a token needs for it: `read` changes nothing."""
    begins: bool = False
    """Whether a game may begin with it, which is kept."""


COMMANDS: Mapping[type[wire.Command], CommandRow] = {
    wire.Hello: CommandRow(1, "read"),
    wire.Ping: CommandRow(1, "read"),
    wire.Act: CommandRow(1, "play"),
    wire.Say: CommandRow(3, "play"),
    wire.React: CommandRow(1, "play"),
    wire.Seed: CommandRow(5, "play"),
    wire.Ready: CommandRow(10, "play", begins=True),
    wire.Mute: CommandRow(10, "play"),
    wire.Cohost: CommandRow(10, "play"),
    wire.SitOut: CommandRow(10, "play"),
    wire.ChooseTeam: CommandRow(10, "play"),
    wire.Hint: CommandRow(20, "play"),
    wire.SetSettings: CommandRow(20, "play"),
    wire.Kick: CommandRow(20, "play"),
    wire.AddBot: CommandRow(20, "play"),
    wire.BalanceTeams: CommandRow(20, "play"),
    wire.Leave: CommandRow(20, "read"),  # it ends the connection; a seat takes a token that may play
    wire.Start: CommandRow(40, "play", begins=True),
    wire.Rematch: CommandRow(40, "play", begins=True),
}
