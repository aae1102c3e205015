"""Puzzles: positions in which one move alone keeps a proven win."""

from typing import Annotated, Literal

from msgspec import Meta, field

from gaprace.wire import GameId, VariantChoice, Wire

PuzzleState = Literal["open", "solved", "failed"]
MoveText = Annotated[str, Meta(max_length=16)]


class PuzzleMove(Wire, frozen=True):
    """The next move of a try."""

    n: Annotated[int, Meta(ge=1)]
    """Its number, from 1. Sending a move again is harmless."""
    move: MoveText
    """The move, such as `6D@27`, or `resign` to see the answer."""


class PuzzleSolution(Wire, frozen=True):
    """The answer to a puzzle. It is shown once the try is over."""

    line: list[str]
    """The moves to find: each is the only one that wins."""
    win: list[str]
    """Moves that win after them: one way of several."""
    boards: int
    """The boards that were enumerated to prove that all other moves lose."""
    wrong: str | None = None
    """The caller's move that lost; missing if there was none."""
    refutation: list[str] = field(default_factory=list)
    """The moves after `wrong` that lock the most cards."""
    refutation_boards: int | None = None
    """All boards that can be reached after `wrong`. None of them is won."""
    refutation_locked: int | None = None
    """The most cards that can be locked after `wrong`."""


class Puzzle(Wire, frozen=True):
    """A puzzle and the caller's try of it."""

    id: str
    """Its id."""
    variant: VariantChoice
    """The rules. There is no shuffle."""
    board: str
    """The board to begin with."""
    state: PuzzleState
    """Whether the try is over."""
    found: list[str]
    """The right moves that the caller has made."""
    tries: int | None = None
    """How many players have tried it; missing while the try is open."""
    solution: PuzzleSolution | None = None
    """The answer; missing while the try is open."""
    date: str | None = None
    """The date whose puzzle it is."""
    own: bool = False
    """Whether it is from a game of the caller."""


class PuzzleMistake(Wire, frozen=True):
    """A lost win of the caller's, as a puzzle."""

    puzzle: str
    """The id of the puzzle."""
    game: GameId
    """The game."""
    at: int
    """When the game ended."""
    state: PuzzleState
    """Whether the caller has solved it since."""


class PuzzleMistakes(Wire, frozen=True):
    """The lost wins of the caller, the latest first."""

    searching: bool
    """Whether games are still being searched."""
    mistakes: list[PuzzleMistake]
    """The puzzles."""
