"""The bus of a server that is one process. Several of them on one hub stand for several processes, in one."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from gaprace.ports import BusMessage

Hub = dict[str, dict["LocalBus", Callable[[BusMessage], None]]]
"""Who hears, by room."""


def new_hub() -> Hub:
    """Make a place where buses meet."""
    return defaultdict(dict)


class LocalBus:
    """Implements `ports.Bus`. A note goes to the *other* processes that serve a room: alone, it goes nowhere."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = new_hub() if hub is None else hub
        self.is_shared = hub is not None
        self.is_up = True
        self.losses = 0
        self.lag_s = 0.0

    async def open(self) -> None:
        """Connect to nothing."""

    def publish(self, room: str, message: BusMessage) -> None:
        """Tell the others on the hub."""
        for other, hear in self._hub[room].items():
            if self.is_up and other is not self:
                asyncio.get_running_loop().call_soon(hear, message)

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Hear the others on the hub."""
        self._hub[room][self] = on_message

    def unsubscribe(self, room: str) -> None:
        """Hear no more."""
        self._hub[room].pop(self, None)

    async def close(self) -> None:
        """Leave the hub."""
        self.is_up = False
        for hearers in self._hub.values():
            hearers.pop(self, None)
