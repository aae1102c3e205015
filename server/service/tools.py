"""What every live room works with."""

from dataclasses import dataclass

from server.ports import Bus, Clock, Meter, Store, Thinker
from server.service.journal import Journal


@dataclass(frozen=True, slots=True)
class Tools:
    """The store, the clock, the bus, the journal, the thinker and the meter of this process."""

    store: Store
    clock: Clock
    bus: Bus
    journal: Journal
    thinker: Thinker
    meter: Meter
