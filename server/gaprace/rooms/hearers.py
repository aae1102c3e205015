"""Everyone who is told of a room."""

from dataclasses import dataclass

from gaprace.rooms.audience import Audience
from gaprace.rooms.peers import Elsewhere


@dataclass(frozen=True, slots=True)
class Hearers:
    """Those who are connected to this process, and the other processes, which tell their own."""

    here: Audience
    elsewhere: Elsewhere
