"""What is stored of the audience of a room: its predictions, and the spectators whom the host has muted."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredPrediction:
    """A spectator's prediction of a race."""

    room: str
    number: int
    """The number of the race in the room; it may not have begun."""
    player: str
    """The spectator."""
    pick: str
    """The player who is to win."""
    worth: int
    """The points for it if it comes true."""
    at: int


@dataclass(frozen=True, slots=True)
class StoredGuesser:
    """The predictions of a spectator that came true, of all races of a room."""

    player: str
    name: str
    points: int
    right: int


class AudienceStore(Protocol):
    """The store of audiences. Nothing of it stays when the room closes."""

    async def save_prediction(self, prediction: StoredPrediction) -> None:
        """Add a prediction, or replace the spectator's earlier one of the same race."""

    async def prediction(self, room: str, number: int, player: str) -> StoredPrediction | None:
        """Return a spectator's prediction of a race."""

    async def predictions_of(self, player: str) -> list[StoredPrediction]:
        """Return all predictions of a spectator, the earliest first."""

    async def prediction_tally(self, room: str, number: int) -> dict[str, int]:
        """Return the number of predictions of a race, by pick."""

    async def guessers(self, room: str, limit: int) -> list[StoredGuesser]:
        """Return the spectators with the most points in a room, best first, under their current names."""

    async def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        """Mute or unmute a spectator in a room."""

    async def is_spectator_muted(self, room: str, player: str) -> bool:
        """Whether a spectator is muted in a room."""
