"""One of several worker processes, started by the supervisor as `python -m gaprace.worker FOLDER SEAT LIFE FILE...`.

Its seat among the workers that share the folder is a number from 0, and so is its life: how many processes had the seat
before. It serves on the sockets that it inherits as open files. On standard output it reports one JSON object: empty
once it accepts connections, or the code and message of why it cannot. From then on an empty line at regular intervals
says that its event loop turns. It ends when its standard input closes.
"""

import asyncio
import gc
import json
import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gaprace import logs
from gaprace.errors import CannotServe
from gaprace.event_loop import run
from gaprace.settings import ServerSettings, read_settings
from gaprace.web.seats import Seat

if TYPE_CHECKING:
    from gaprace.web.server import Server

BEAT_INTERVAL_S = 1.0
BEAT_TIMEOUT_S = 5.0
"""After this long without one, a beat is missed."""
CANNOT_SERVE = 2
"""The exit status after a report of an error."""


def main(arguments: Sequence[str]) -> int:
    """Serve until told to stop, and return the exit status."""
    settings = read_settings(os.environ)
    logs.set_up(settings.log_format, settings.log_level)
    folder, number, life, *files = arguments
    seat = Seat(Path(folder), int(number), settings.workers, is_refilled=int(life) > 0)
    try:
        run(_serve([socket.socket(fileno=int(file)) for file in files], settings, seat))
    except CannotServe as error:
        _report({"code": error.code, "message": error.message})
        return CANNOT_SERVE
    return 0


async def _serve(sockets: list[socket.socket], settings: ServerSettings, seat: Seat) -> None:
    gc.disable()  # searching what is just being loaded for garbage would take a quarter of the start
    from gaprace.serving import serve_on  # noqa: PLC0415

    gc.enable()  # `serve_on` freezes what is loaded
    servers: list[Server] = []
    beats: list[asyncio.Task[None]] = []

    def on_listening() -> None:
        _report({})
        beats.append(asyncio.create_task(_beat(), name="beats"))

    serving = asyncio.create_task(
        serve_on(sockets, settings, on_listening=on_listening, on_created=servers.append, seat=seat)
    )

    def stop() -> None:
        if servers:
            servers[0].should_exit = True
        else:
            serving.cancel()  # it has not even started

    _call_at_end_of_input(stop)
    await asyncio.wait([serving])
    for beat in beats:
        beat.cancel()
    if not serving.cancelled():
        serving.result()


async def _beat() -> None:
    while True:
        await asyncio.sleep(BEAT_INTERVAL_S)
        _write(b"\n")


def _report(report: dict[str, str]) -> None:
    _write(f"{json.dumps(report)}\n".encode())


def _write(line: bytes) -> None:
    with suppress(BrokenPipeError):  # the supervisor was killed
        os.write(sys.stdout.fileno(), line)


def _call_at_end_of_input(call: Callable[[], None]) -> None:
    loop, stdin = asyncio.get_running_loop(), sys.stdin.fileno()

    def on_readable() -> None:
        if not os.read(stdin, 1024):
            loop.remove_reader(stdin)
            call()

    loop.add_reader(stdin, on_readable)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
