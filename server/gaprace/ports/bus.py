"""The bus between the servers of a database."""

from collections.abc import Callable
from typing import Protocol

BusMessage = bytes
"""A message of one server to the others about a room. It is only a hint: the truth is in the store."""


class Bus(Protocol):
    """Carries messages between the servers that serve a room, in the order in which each server published them.

    Calls never fail and never block for long. While the bus is down, messages are lost.
    """

    @property
    def is_shared(self) -> bool:
        """Whether there can be other servers at all."""

    @property
    def is_up(self) -> bool:
        """Whether messages currently arrive, as far as this server knows."""

    @property
    def losses(self) -> int:
        """How often messages may have been lost so far. When it grows, ask the store once the bus is up again."""

    @property
    def lag_s(self) -> float:
        """The time a message took lately, in seconds."""

    async def open(self) -> None:
        """Begin to connect, and stay connected. Return also if no connection can be made yet."""

    def publish(self, room: str, message: BusMessage) -> None:
        """Send a message to all other servers that have subscribed to this room. Never blocks."""

    async def subscribe(self, room: str, on_message: Callable[[BusMessage], None]) -> None:
        """Receive the messages of other servers about this room, from the return of this call on if the bus is up."""

    def unsubscribe(self, room: str) -> None:
        """Receive no more messages about this room."""

    async def close(self) -> None:
        """Close all connections."""
