"""The seats of the workers of one machine, and the choice of a room's home among them.

A seat is the index of a worker among the others: when a worker is replaced, the new process takes its seat.
"""

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of one worker."""

    folder: Path
    """Where the workers share files. Nobody else may enter it."""
    number: int
    """From 0."""
    count: int
    """Of all seats."""
    is_refilled: bool = False
    """Whether another process had it before."""

    def door_of(self, number: int) -> Path:
        """Return the path of the Unix socket at which the worker in a seat takes connections over."""
        return self.folder / f"{number}.door"


def homes_of(room: str, seats: int) -> list[int]:
    """Return the numbers of the seats in the order in which a room prefers them, the same in every process.

    Rendezvous hashing (Thaler and Ravishankar, 1998): without one seat, only its own rooms get another home.
    """
    return sorted(range(seats), key=lambda seat: blake2b(f"{seat}/{room}".encode(), digest_size=8).digest())
