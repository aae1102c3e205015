"""Everyone who is told of a room."""

from dataclasses import dataclass

from server.service.audience import Audience
from server.service.elsewhere import Elsewhere


@dataclass(frozen=True, slots=True)
class Hearers:
    """Those who are connected to this process, and the other processes, which tell their own."""

    here: Audience
    elsewhere: Elsewhere
