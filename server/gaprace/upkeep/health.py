"""Health checks: whether this server can serve requests."""

from dataclasses import dataclass

from gaprace.ports import Bus, Clock
from gaprace.rooms.action_journal import Journal


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The result of a health check."""

    store: bool
    """Whether the store can be reached, and stores what is played without delay."""
    clock: bool
    """Whether the clock agrees with the database's, which is that of all servers."""
    bus: bool
    """Whether the bus delivers messages. Without it play continues, and servers catch up from the store."""


class Health:
    """Checks the journal, the clock and the bus. It sends no requests, so a check during a stall costs nothing."""

    def __init__(self, journal: Journal, clock: Clock, bus: Bus) -> None:
        self._journal, self._clock, self._bus = journal, clock, bus

    def report(self) -> HealthReport:
        """Return what works right now."""
        return HealthReport(self._journal.can_store, self._clock.is_right, self._bus.is_up)
