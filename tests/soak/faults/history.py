"""What the clients of a race were told."""

from dataclasses import dataclass, field
from typing import NamedTuple

TOLERANCE_MS = 1_500
"""How far a time may lie outside the time in which an action was under way, on a machine that is busy."""


class Told(NamedTuple):
    """An action as a client was told of it."""

    action: str
    ms: int


@dataclass
class History:
    """The acknowledgements of one race, by game and number."""

    late_ms: int = TOLERANCE_MS
    """How late a time may be, as those of a race are whose clock goes slowly."""
    told: dict[str, dict[int, Told]] = field(default_factory=dict)
    excused: dict[str, dict[int, Told]] = field(default_factory=dict)
    """Acknowledged actions that the server has reported as lost."""
    doubts: list[str] = field(default_factory=list)
    """What contradicts the promise already."""
    lost_reports: int = 0
    longest_silence_s: float = 0.0

    @property
    def count(self) -> int:
        """The number of acknowledged actions."""
        return sum(map(len, self.told.values())) + sum(map(len, self.excused.values()))

    def acted(self, game: str, n: int, action: str, ms: int) -> None:
        """Note that a client was told that an action is stored."""
        known = self.told.setdefault(game, {}).setdefault(n, Told(action, ms))
        if known != (action, ms):
            self.doubts.append(f"action {n} of game {game} was told as {known}, then as {action} at {ms} ms")

    def answered(self, ms: int, sent_ms: int, heard_ms: int) -> None:
        """Note the time of an action, and those between which it was under way, in ms since the start of the race."""
        if not sent_ms - self.late_ms <= ms <= heard_ms + TOLERANCE_MS:
            self.doubts.append(f"an action under way from {sent_ms} to {heard_ms} ms has the time {ms} ms")

    def restored(self, game: str, n: int) -> None:
        """Note that the server has said that this game goes on from action `n`: what came after it was lost."""
        told = self.told.get(game, {})
        for lost in [number for number in told if number > n]:
            self.excused.setdefault(game, {})[lost] = told.pop(lost)
