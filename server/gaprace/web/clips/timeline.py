"""The frames of a clip and their durations: a range of games on one clock, in at most a minute. Pure."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gaprace.rules.board import Board, Move
from gaprace.rules.cards import Card
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game

MAX_GAMES = 4
LENGTHS_S = (10, 20, 30, 60)
"""How long a clip may be (s), without the pause at its end. A range that is shorter is shown in its own time."""
DEFAULT_LENGTH_S = 20
MAX_RANGE_MS = 24 * 3_600_000
TICK_MS = 120
"""The board changes at most this often: quicker pictures of a GIF are slowed down by browsers."""
END_MS = 2_000
"""The last board stays a while before a clip begins anew."""
_CLOCK_TICKS = 8
"""The clock moves at least this often."""


@dataclass(frozen=True, slots=True)
class ClippedGame:
    """A game in a clip."""

    name: str
    """The current name of its player."""
    deal: Deal
    transcript: str


@dataclass(frozen=True, slots=True)
class Clip:
    """The parameters of a clip. Equal ones yield the same file."""

    games: tuple[ClippedGame, ...]
    format: str
    from_ms: int
    """The first instant that is shown (ms since the start of each game)."""
    to_ms: int | None
    """The last one; None for the end of the last game."""
    length_s: int
    site: str = "Gaprace"
    """The name of the site, which stands below the boards."""


class Shown(NamedTuple):
    """A game at one instant."""

    board: Board
    moved: Card | None
    """The card that the last action moved."""


class Still(NamedTuple):
    """A frame, with its duration."""

    ms: int
    """The instant of the games."""
    games: tuple[Shown, ...]
    duration_ms: int
    """How long it is shown."""

    @property
    def second(self) -> int:
        """The second of the games, which the clock shows."""
        return self.ms // 1000


def speed_of(range_ms: int, length_s: int) -> float:
    """Return the factor by which a range is sped up, at least 1."""
    return max(1.0, range_ms / (length_s * 1_000))


class Timeline:
    """The games of a clip on one clock."""

    def __init__(self, clip: Clip) -> None:
        self._games = [_History.of(game) for game in clip.games]
        end_ms = max(game.times[-1] for game in self._games)
        self._to_ms = end_ms if clip.to_ms is None else min(clip.to_ms, end_ms)
        self._from_ms = min(clip.from_ms, self._to_ms)
        self.speed = speed_of(self._to_ms - self._from_ms, clip.length_s)

    def stills(self) -> list[Still]:
        """Return the frames in order."""
        stills: list[Still] = []
        for tick, ms in enumerate(self._instants()):
            shown = tuple(game.at(ms) for game in self._games)
            is_clock_due = tick % _CLOCK_TICKS == 0 or ms == self._to_ms
            if stills and shown == stills[-1].games and not (is_clock_due and stills[-1].second != ms // 1000):
                stills[-1] = _longer(stills[-1], TICK_MS)
            else:
                stills.append(Still(ms, shown, TICK_MS))
        return [*stills[:-1], _longer(stills[-1], END_MS)]

    def _instants(self) -> Iterator[int]:
        """Yield the instant of the games at every tick of the clip, the last one included."""
        step_ms = TICK_MS * self.speed
        ticks = -int(-(self._to_ms - self._from_ms) // step_ms)
        for tick in range(ticks):
            yield self._from_ms + round(tick * step_ms)
        yield self._to_ms


def _longer(still: Still, ms: int) -> Still:
    return still._replace(duration_ms=still.duration_ms + ms)


class _History(NamedTuple):
    """The states of a game over time."""

    times: Sequence[int]
    shown: Sequence[Shown]

    @classmethod
    def of(cls, game: ClippedGame) -> "_History":
        played = list(Game.replaying(game.deal, game.transcript))
        return cls([each.time_ms for each in played], [_shown(each) for each in played])

    def at(self, ms: int) -> Shown:
        """Return its state at an instant (ms since its start)."""
        return self.shown[bisect_right(self.times, ms) - 1]


def _shown(game: Game) -> Shown:
    last = game.actions[-1].action if game.actions else None
    return Shown(game.board, last.card if isinstance(last, Move) else None)
