"""What every live room works with."""

from dataclasses import dataclass

from gaprace.ports import Bus, Clock, Engine, Metrics, Store
from gaprace.rooms.journal import Journal
from gaprace.rooms.throttle import Turnstile


@dataclass(frozen=True, slots=True)
class Tools:
    """The store, the clock, the bus, the journal, the engine and the metrics of this process."""

    store: Store
    clock: Clock
    bus: Bus
    journal: Journal
    engine: Engine
    metrics: Metrics
    bots: Turnstile
    """What bots pass before each action, in whatever room."""
