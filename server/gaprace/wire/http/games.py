"""Finished games: records, replays and analyses."""

from typing import Literal

from msgspec import field

from gaprace.rules.record import GameRecord
from gaprace.solver.answers import Verdict
from gaprace.wire import ChallengeCode, GameId, NamedResult, RoomCode, VariantChoice, Wire


class Record(GameRecord, Wire, frozen=True):
    """A game record, which `gaprace verify` checks."""


class Replay(Wire, frozen=True):
    """The data that a client needs to show a finished game, which does not include the deal's secret."""

    variant: VariantChoice
    """The rules."""
    opening: str
    """The board at the start."""
    transcript: str
    """All actions with their times, `6D@27:1532 shuffle:2044 ...`."""
    shuffled_boards: list[str]
    """The board after each shuffle, in the order in which they were made."""


class DailyName(Wire, frozen=True):
    """The date and the variant that name a daily."""

    date: str
    """The date."""
    variant: str
    """The name of the variant."""


class ExaminedFlag(Wire, frozen=True):
    """A reason to look at a game more closely: the finding of a rule in its record."""

    rule: str
    """The name of the rule."""
    message: str
    """The reason in a sentence, with its numbers."""
    values: dict[str, int]
    """The numbers by name. Names of times end in `ms`."""
    other: str = ""
    """For `same_line`: the id of the earlier game, or `certified line`."""


class FinishedGame(NamedResult, frozen=True, kw_only=True):
    """A finished game: its result, its replay and, once its deal is revealed, the record that proves it."""

    id: GameId
    """The id of the game."""
    ranked: bool
    """Whether it counts for leaderboards and statistics."""
    ended_at: int
    """When the game ended."""
    replay: Replay
    """The data that a client needs to show it."""
    void: bool = False
    """Whether a moderator has made the result void: it counts for nothing."""
    race: str | None = None
    """The id of its race; missing for a game alone and, if the room is not listed, for everyone who was not in it."""
    room: RoomCode | None = None
    """The code of its room, which may have closed; missing for the same people."""
    rank: int | None = None
    """The rank in a race of two or more."""
    players: int = 1
    """Number of players in the race."""
    code: str | None = None
    """The deal code; missing while the deal is sealed."""
    daily: DailyName | None = None
    """The daily whose deal it is."""
    challenge: ChallengeCode | None = None
    """The challenge that it was played for."""
    record: Record | None = None
    """The record that proves it; missing until the deal is revealed."""
    revealed_at: int | None = None
    """When the deal will be revealed, if it is not yet."""
    flags: list[ExaminedFlag] = field(default_factory=list)
    """The findings of an examination of the record that leave the game out of the ranks, until it is cleared."""
    cleared: bool = False
    """Whether somebody has looked at the flags, and lets the game count."""


class Loss(Wire, frozen=True):
    """The point at which a game that could be won without a shuffle became one that could not."""

    n: int
    """The first action after which the position is proven unwinnable."""
    last_winnable: int
    """The last action after which it was winnable: `n - 1`, unless positions in between are unknown."""
    winning_move: str
    """A move that would have kept the win then, such as `6D@27`."""


class CostlyAction(Wire, frozen=True):
    """An action that took much of the chance to win, and the moves to make instead."""

    n: int
    """The number of the action."""
    points: int
    """The loss of win probability by it, in points of 100."""
    line: list[str]
    """The moves to make instead, such as `6D@27`."""
    wins: bool
    """Whether that line wins; if not, it leads to more locked cards."""
    needed: str | None = None
    """The first move of the line that the action made impossible."""
    later: int = 0
    """The number of that move in the line, from 1."""


class Analysis(Wire, frozen=True):
    """The positions of a finished game, by search: whether moves alone could still win, and the win probability."""

    game: GameId
    """The game."""
    state: Literal["none", "waiting", "running", "done"]
    """Progress of the analysis; `none` if it was never requested."""
    judged: int = 0
    """Number of positions that have a verdict."""
    positions: int = 0
    """Number of positions, one more than actions. Position k is the board after action k; 0 is the opening."""
    verdicts: list[Verdict] = field(default_factory=list)
    """The verdict on each position; `unknown` also where there is none yet."""
    losses: list[Loss] = field(default_factory=list)
    """The losses in order. After an undo or a shuffle, a game can become winnable and be lost again."""
    chances: list[float] = field(default_factory=list)
    """The win probability of each position, 0 to 1; empty until the analysis is done, and where it has none."""
    accuracy: int | None = None
    """The share of the chance that the player kept, 0 to 100, without the luck of shuffles."""
    costs: list[CostlyAction] = field(default_factory=list)
    """The actions that cost most, at most three, the dearest first."""


class ExploredMove(Wire, frozen=True):
    """A legal move of a position."""

    move: str
    """The move, such as `6D@27`."""
    win: float | None
    """The win probability after it; see `ExploredPosition`."""


class ExploredPosition(Wire, frozen=True):
    """A position that a finished game could have had."""

    board: str
    """The board."""
    shuffles_left: int
    """The number of shuffles that can still be made."""
    win: float | None
    """The win probability, 0 to 1. 1 and 0 are proven; None: the search was busy, so ask again."""
    line: list[str]
    """Moves from here: to a win if `win` is 1, else to the most locked cards that were found."""
    moves: list[ExploredMove]
    """All legal moves, the best first."""
