"""The shared dependencies of the live rooms."""

from collections.abc import Callable
from dataclasses import dataclass, field

from gaprace.play.people.words import WordList
from gaprace.ports import Background, Bus, Clock, Engine, Metrics, Store
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.peers import RoomPeers
from gaprace.rooms.timers import Throttle


@dataclass(frozen=True, slots=True)
class RoomContext:
    """The ports and the shared parts of this server. `wiring` makes it."""

    store: Store
    clock: Clock
    bus: Bus
    journal: Journal
    engine: Engine
    metrics: Metrics
    bot_throttle: Throttle
    """Bots of all rooms pass it before each action."""
    background: Background
    words: WordList = field(default_factory=WordList.built_in)
    """Words that are kept out of the chat of listed rooms."""
    max_rooms: int = 20_000
    """Open rooms, of all servers together."""
    peers: Callable[[str, Bus, Clock], RoomPeers] = RoomPeers
    """Makes the peers of a room, by its code."""
    started_at: int = 0
    """When this server started."""
    min_tick_receivers: int = 25
    """Events of others go out in ticks to this many connections of a room or more, and at once to fewer."""
