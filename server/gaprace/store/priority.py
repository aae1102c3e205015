"""The journals of several processes go before all transactions that write to the same SQLite database.

SQLite knows no order among those that wait for its lock: without this one, a journal would compete with each new
transaction of every other process. A journal that finds SQLite busy claims priority, and transactions give way to it
before they begin: it waits for those that have begun, at most one of each process.

A claim is an exclusive `flock` on the folder of the database. It ends with its process; no file has to be cleaned up.
It is a courtesy and no lock: transactions wait for `MAX_WAIT_S`, so a process that is stopped holds nobody up.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path
from time import monotonic

MAX_WAIT_S = 0.25
"""How long a transaction gives way to journals."""
RETRY_DELAY_S = 0.001


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of one journal. Beside a claim of another process it has no effect, and needs none."""

    _descriptor: int

    def try_to_take(self) -> None:
        """Take the priority, unless another journal has it, or a transaction is just looking."""
        _try_lock(self._descriptor, LOCK_EX)


@dataclass(frozen=True, slots=True)
class Priority:
    """Who writes next, among the processes with a database in `folder`."""

    folder: Path

    @contextmanager
    def claimed(self) -> Iterator[Claim]:
        """Yield a claim that is given up at the end."""
        with self._opened() as descriptor:
            yield Claim(descriptor)

    async def give_way(self) -> None:
        """Wait until no journal claims priority, for `MAX_WAIT_S` at most."""
        deadline = monotonic() + MAX_WAIT_S
        with self._opened() as descriptor:
            while not _try_lock(descriptor, LOCK_SH) and monotonic() < deadline:  # noqa: ASYNC110 - of other processes
                await asyncio.sleep(RETRY_DELAY_S)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            yield descriptor
        finally:
            os.close(descriptor)  # ends its lock


def _try_lock(descriptor: int, operation: int) -> bool:
    try:
        flock(descriptor, operation | LOCK_NB)
    except BlockingIOError:
        return False
    return True
