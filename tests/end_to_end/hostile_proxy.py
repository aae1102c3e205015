"""A network that is against everyone: it delays, doubles, swallows and cuts, also in the middle of a message."""

import asyncio
import contextlib
from random import Random

from tests.end_to_end.relay import Relay

CUT, SWALLOW, DOUBLE, DELAY = 0.02, 0.01, 0.15, 0.2
"""How likely each is, for one message."""
MAX_DELAY_S = 0.05
SWALLOWED_S = 0.1
_MASKED, _TEXT, _TWO_BYTES, _EIGHT_BYTES = 0x80, 0x1, 126, 127


class HostileProxy(Relay):
    """Relays WebSocket connections to a server, frame by frame, and does to them what networks do."""

    def __init__(self, port: int, random: Random) -> None:
        super().__init__()
        self.cuts = self.doubled = self.swallowed = 0
        self.is_kind = True
        """Relay everything as it is."""
        self._to_port, self._random = port, random

    async def _to_server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._to_port)

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            while True:
                frame, opcode = await _frame(reader)
                fate = 1.0 if self.is_kind else self._random.random()
                if fate < CUT:  # somewhere in the frame
                    self.cuts += 1
                    writer.write(frame[: self._random.randrange(len(frame))])
                    await writer.drain()
                    return
                if fate < CUT + SWALLOW:  # a line that is dead, and nobody knows yet
                    self.swallowed += 1
                    await asyncio.sleep(SWALLOWED_S)
                    return
                if not self.is_kind and self._random.random() < DELAY:
                    await asyncio.sleep(self._random.random() * MAX_DELAY_S)
                writer.write(frame)
                is_from_client = bool(frame[1] & _MASKED)
                if is_from_client and opcode == _TEXT and not self.is_kind and self._random.random() < DOUBLE:
                    self.doubled += 1
                    writer.write(frame)
                await writer.drain()


async def _frame(reader: asyncio.StreamReader) -> tuple[bytes, int]:
    """Read one frame, as it stands on the wire, and give its opcode too."""
    frame = await reader.readexactly(2)
    size = frame[1] & ~_MASKED
    if size in {_TWO_BYTES, _EIGHT_BYTES}:
        longer = await reader.readexactly(2 if size == _TWO_BYTES else 8)
        frame, size = frame + longer, int.from_bytes(longer)
    if frame[1] & _MASKED:
        size += 4
    return frame + await reader.readexactly(size), frame[0] & 0x0F
