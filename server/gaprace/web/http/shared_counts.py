"""The connections of each address on all workers of a machine, in a file that all of them map into memory.

Each worker has a row, which only it writes, so no locks are needed. Addresses are hashed to the places of a row, so two
addresses collide with a probability of 1 / `PLACES`; the hash is keyed, so nobody can cause a collision on purpose.
"""

from hashlib import blake2b
from mmap import mmap
from pathlib import Path
from secrets import token_bytes

from gaprace.web.seats import Seat

PLACES = 65_536
"""Places of a row for addresses; one more, the first one, has the sum."""
_KEY_BYTES = 16
_NUMBER_BYTES = 4
_ROW = PLACES + 1


def _path(folder: Path) -> Path:
    return folder / "connections"


def create(folder: Path, seats: int) -> None:
    """Create the file for a number of workers, all without connections."""
    with _path(folder).open("xb") as file:
        file.write(token_bytes(_KEY_BYTES))
        file.truncate(_KEY_BYTES + seats * _ROW * _NUMBER_BYTES)


class SharedCounts:
    """The counts of one worker, and the sums of all others."""

    def __init__(self, seat: Seat) -> None:
        """Continue with the counts of this seat."""
        with _path(seat.folder).open("r+b") as file:
            shared = memoryview(mmap(file.fileno(), 0))
        self._key = bytes(shared[:_KEY_BYTES])
        rows = shared[_KEY_BYTES:].cast("I")
        self._own = rows[seat.number * _ROW : (seat.number + 1) * _ROW]
        self._others = [rows[at * _ROW : (at + 1) * _ROW] for at in range(seat.count) if at != seat.number]

    @property
    def total_elsewhere(self) -> int:
        """The connections of all addresses on the other workers."""
        return sum(row[0] for row in self._others)

    def elsewhere(self, address: str) -> int:
        """Return the number of connections that an address has on the other workers."""
        place = self._place_of(address)
        return sum(row[place] for row in self._others)

    def add(self, address: str, change: int) -> None:
        """Count a connection of an address on this worker, or one less."""
        self._own[0] += change
        self._own[self._place_of(address)] += change

    def clear(self) -> None:
        """Forget the connections of a worker that has ended."""
        self._own[:] = memoryview(bytes(_ROW * _NUMBER_BYTES)).cast("I")

    def _place_of(self, address: str) -> int:
        digest = blake2b(address.encode(), digest_size=4, key=self._key).digest()
        return 1 + int.from_bytes(digest) % PLACES
