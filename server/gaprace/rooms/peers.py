"""The peers of this server in one room: the other servers that serve it, their connections and their events.

Messages between peers are hints only: a server that misses one reads the store instead. A gap in the numbers of a
peer's messages is reported as `Missed`.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from gaprace.play.live.effects import ActionStored, GameEnded, GameHinted, PeerEvent
from gaprace.ports import Bus, Clock
from gaprace.wire import Reaction, Said

ANNOUNCE_INTERVAL_MS = 3_000
"""Interval between the announcements of a server."""
PEER_TIMEOUT_MS = 8_000
"""A peer that has not announced itself for this long is considered dead."""


class RoomStored(PeerEvent, frozen=True):
    """The room has a new version."""

    version: int


class LineSaid(PeerEvent, frozen=True):
    """A line of chat. It is not stored, so other servers receive it only in this way."""

    said: Said


class AudienceActed(PeerEvent, frozen=True):
    """The events of the audience at a server since the last tick."""

    lines: list[Said]
    reactions: dict[Reaction, int]


class Announced(PeerEvent, frozen=True):
    """The players connected to a server, and its state of the room, so that no server stays behind."""

    members: list[str]
    watching: int
    version: int
    numbers: dict[str, int]
    """The number of the last stored action, by game."""
    chat: list[Said] = msgspec.field(default_factory=list)
    """The last lines of chat, of members and of the audience, for a server that asked."""
    asks: bool = False
    """Whether the others should announce themselves too."""


class Departed(PeerEvent, frozen=True):
    """Nobody is connected to that server any more."""


class Missed(PeerEvent, frozen=True):
    """Never sent: represents lost or unreadable messages."""


ReportedEvent = ActionStored | GameEnded | GameHinted | RoomStored | LineSaid | AudienceActed | Announced | Departed


class PeerMessage(Struct, frozen=True, array_like=True):
    """One event with its sender. The numbers of a sender have no gaps, unless messages were lost."""

    sender: str
    n: int
    event: ReportedEvent


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(PeerMessage)


def is_ahead(announced: Announced, version: int, numbers: Mapping[str, int]) -> bool:
    """Whether a peer knows more of the room than a server with this version and these numbers."""
    known = ((n, numbers.get(game)) for game, n in announced.numbers.items())
    return announced.version > version or any(own is not None and n > own for n, own in known)


@dataclass(slots=True)
class _Peer:
    """Another server that serves the room."""

    n: int
    """The number of its last message."""
    heard_at: int
    members: frozenset[str] = frozenset()
    watching: int = 0


class RoomPeers:
    """Sends events to the peers of a room and receives theirs.

    It listens only while clients are connected here: an empty room needs no events.
    """

    def __init__(self, room: str, bus: Bus, clock: Clock) -> None:
        self._room, self._bus, self._clock = room, bus, clock
        self._id = secrets.token_hex(4)
        self._sent = 0
        self._peers: dict[str, _Peer] = {}
        """The peers by the id of the sender."""
        self.is_listening = not bus.is_shared

    # Presence

    @property
    def present(self) -> set[str]:
        """The players who hold a seat and are connected to a peer."""
        return {member for peer in self._peers.values() for member in peer.members}

    @property
    def watching(self) -> int:
        """The number of spectators' connections on peers."""
        return sum(peer.watching for peer in self._peers.values())

    def forget_silent(self) -> bool:
        """Forget peers that have died; return whether there were any."""
        before = self._clock.now() - PEER_TIMEOUT_MS
        silent = [sender for sender, peer in self._peers.items() if peer.heard_at < before]
        for sender in silent:
            del self._peers[sender]
        return bool(silent)

    # Listening and sending

    async def listen(self, handle: Callable[[PeerEvent], None]) -> None:
        """Pass on everything that peers report from now on, and `Missed` where messages were lost."""
        if not self.is_listening:
            await self._bus.subscribe(self._room, lambda data: self._receive(data, handle))
            self.is_listening = True

    def stop(self) -> None:
        """Stop listening, and notify the peers that nobody is connected here any more."""
        if self.is_listening and self._bus.is_shared:
            self._publish(Departed())
            self._bus.unsubscribe(self._room)
            self.is_listening = False
            self._peers.clear()

    def send(self, event: ReportedEvent) -> None:
        """Send an event to the peers, if there are any."""
        if self._peers:
            self._publish(event)

    def announce(self, announced: Announced) -> None:
        """Send an announcement, even if no peers are known."""
        if self.is_listening and self._bus.is_shared:
            self._publish(announced)

    def _publish(self, event: ReportedEvent) -> None:
        self._sent += 1
        self._bus.publish(self._room, _encoder.encode(PeerMessage(self._id, self._sent, event)))

    def _receive(self, data: bytes, handle: Callable[[PeerEvent], None]) -> None:
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):  # for example of another version of the program
            handle(Missed())
            return
        peer = self._peers.setdefault(message.sender, _Peer(message.n - 1, 0))
        if message.n <= peer.n:
            return  # it came twice
        is_gap = message.n > peer.n + 1
        peer.n, peer.heard_at = message.n, self._clock.now()
        if isinstance(message.event, Announced):
            peer.members, peer.watching = frozenset(message.event.members), message.event.watching
        elif isinstance(message.event, Departed):
            del self._peers[message.sender]
        handle(message.event)
        if is_gap:
            handle(Missed())
