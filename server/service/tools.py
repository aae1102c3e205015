"""What every live room works with."""

from dataclasses import dataclass

from server.ports import Bus, Clock, Meter, Store, Thinker
from server.service.journal import Journal
from server.service.turnstile import Turnstile


@dataclass(frozen=True, slots=True)
class Tools:
    """The store, the clock, the bus, the journal, the thinker and the meter of this process."""

    store: Store
    clock: Clock
    bus: Bus
    journal: Journal
    thinker: Thinker
    meter: Meter
    bots: Turnstile
    """What bots pass before each action, in whatever room."""
