"""A game as a client may see it."""

from msgspec import field

from gaprace.wire.base import GameId, PlayerId, Wire


class GameProgress(Wire, frozen=True):
    """The part of a game's state that everybody may see."""

    game: GameId
    """The id of the game."""
    n: int
    """The number of its last action; 0 before the first."""
    locked: int
    """Number of locked cards."""
    moves: int
    """Number of moves made, including undone ones."""
    shuffles: int
    """Number of shuffles made, including undone ones."""
    reached_ms: int = 0
    """Since when it has this many locked cards."""
    ended: bool = False
    """Whether no action can follow."""
    won: bool = False
    """Whether every card is locked."""
    given_up: bool = False
    """Whether it was left, or given up while a move or a shuffle remained."""


class GameView(GameProgress, frozen=True, kw_only=True):
    """A game as the receiver may see it: with its board, or only its progress."""

    player: PlayerId
    """The player whose game it is."""
    last_action_ms: int = 0
    """When the last action was received; 0 where the receiver may only see progress."""
    board: str | None = None
    """The board as text; missing where the receiver may only see progress."""
    checksum: int = 0
    """CRC-32 of the board, one byte per slot (`suit * 16 + rank`, a gap is 0)."""
    undoable: int = 0
    """Number of actions that can be undone."""
    redoable: int = 0
    """Number of actions that can be redone."""
    hinted: bool = False
    """Whether a hint was given, which makes the game practice. Spectators do not see it."""
    steps: list[int] = field(default_factory=list)
    """Its progress so far: a time in ms and the number of locked cards since then, another such pair, and so on: the
    latest 100 changes, oldest first. Missing where the receiver may only see progress."""
