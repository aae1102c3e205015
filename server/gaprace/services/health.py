"""Health checks: whether this process can serve requests."""

from dataclasses import dataclass

from gaprace.ports import Bus
from gaprace.rooms.action_journal import Journal


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The result of a health check."""

    store: bool
    """Whether the store can be reached, and stores what is played without delay."""
    bus: bool
    """Whether the bus delivers messages. Without it play continues, and processes catch up from the store."""


class Health:
    """Checks the journal and the bus. It asks nobody anything, so a check during a stall costs nothing."""

    def __init__(self, journal: Journal, bus: Bus) -> None:
        self._journal, self._bus = journal, bus

    def report(self) -> HealthReport:
        """Return what works right now."""
        return HealthReport(self._journal.can_store, self._bus.is_up)
