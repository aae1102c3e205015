"""The bus of a single server. Tests put several on one hub, where each stands for a server."""

import asyncio
from collections.abc import Callable

from gaprace.ports import BusMessage

Hub = dict[str, dict["LocalBus", Callable[[BusMessage], None]]]
"""The subscribers: by room, then by bus."""


def new_hub() -> Hub:
    """Return a hub without subscribers."""
    return {}


class LocalBus:
    """Implements `ports.Bus`. Messages go to the *other* buses on its hub, so without a hub they go nowhere."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = new_hub() if hub is None else hub
        self.is_shared = hub is not None
        self.is_up = True
        self.losses = 0
        self.lag_s = 0.0

    async def open(self) -> None:
        """Do nothing: there is nothing to connect to."""

    def publish(self, room: str, message: BusMessage) -> None:
        """Send a message to the other buses on the hub."""
        for other, on_message in self._hub.get(room, {}).items():
            if self.is_up and other is not self:
                asyncio.get_running_loop().call_soon(on_message, message)

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Receive the messages of the other buses about this room."""
        self._hub.setdefault(room, {})[self] = on_message

    def unsubscribe(self, room: str) -> None:
        """Receive no more messages about this room."""
        subscribers = self._hub.get(room, {})
        subscribers.pop(self, None)
        if not subscribers:
            self._hub.pop(room, None)

    async def close(self) -> None:
        """Leave the hub."""
        self.is_up = False
        for subscribers in self._hub.values():
            subscribers.pop(self, None)
