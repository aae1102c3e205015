"""What only the bus over Unix sockets can meet."""

import asyncio
import socket
from pathlib import Path

from gaprace.bus.unix_sockets import UnixSocketBus


async def test_a_process_may_end_while_it_connects_to_a_peer_that_was_killed(short_folder: Path) -> None:
    bus = UnixSocketBus(short_folder)
    await bus.open()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(short_folder / "dead.sock"))
    bus.connect("dead.sock")
    await bus.close()


async def test_a_process_that_ends_while_it_connects_leaves_no_connection_behind(short_folder: Path) -> None:
    bus, ended = UnixSocketBus(short_folder), asyncio.Event()
    await bus.open()

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        ended.set()

    server = await asyncio.start_unix_server(peer, short_folder / "peer.sock")
    bus.connect("peer.sock")
    await bus.close()
    async with asyncio.timeout(2):
        await ended.wait()
    server.close()
