"""The phases of a race and of its games, and the transitions between them.

Every event of a race or a game is a step; the tables list the possible steps of each phase and the phases to which they
lead. Any other step is a bug: it raises `IllegalTransition` and changes nothing.
"""

from collections.abc import Mapping
from enum import StrEnum, auto

COUNTDOWN_MS = 3500
"""From `starting` to the start instant: three seconds, and time for the message to arrive."""


class IllegalTransition(RuntimeError):
    """A step that is impossible in the current phase. Nothing has changed."""

    def __init__(self, subject: str, phase: StrEnum, step: StrEnum) -> None:
        """Raise for a step of a race or a game, named by `subject`."""
        super().__init__(f"{step.name} is impossible for {subject}, which is {phase.name}.")


class GamePhase(StrEnum):
    """The phase of a game between this server and the store."""

    OPEN = auto()
    """Actions are accepted here."""
    STALE = auto()
    """The store holds something else; it is read as soon as every action on its way to the store is answered."""
    REJECTED = auto()
    """The store has refused an action, and so refuses all that build on it; then it is read."""
    LOADING = auto()
    """It is being read from the store."""
    OVERTAKEN = auto()
    """It is being read, and has changed again since: it is read once more after that."""
    ENDING = auto()
    """The store has been asked to end it."""
    ENDED = auto()
    """It has ended in the store: won, resigned, or at the time limit."""


class GameStep(StrEnum):
    """A step of a game."""

    ACCEPT = auto()
    """An action is accepted, and sent to the store."""
    COMMIT = auto()
    """The store holds an action that was accepted here."""
    REFUSE = auto()
    """The store refuses an action: its number is taken, or the game has ended."""
    FOLLOW = auto()
    """A peer has stored the action that comes next."""
    OUTDATE = auto()
    """There are signs that the store holds more than is known here."""
    LOAD = auto()
    """It begins to be read."""
    LOADED = auto()
    """It has been read, and has not ended."""
    LOADED_ENDED = auto()
    """It has been read, and has ended."""
    END = auto()
    """The store is asked to end it."""
    END_STORED = auto()
    """The store has ended it."""
    END_REFUSED = auto()
    """The store has not ended it, since it holds other actions or a peer has ended it."""


class RacePhase(StrEnum):
    """The phase of a race."""

    COUNTDOWN = auto()
    """The start instant has not come."""
    RUNNING = auto()
    FINISHING = auto()
    """All its games have ended, and the store is asked to end it."""
    OVER = auto()
    """It has ended in the store, and the standings are known."""


class RaceStep(StrEnum):
    """A step of a race."""

    START = auto()
    """The start instant has come."""
    COMPLETE = auto()
    """Its last game has ended."""
    CLOSE = auto()
    """It has ended in the store."""


GAME_TRANSITIONS: Mapping[GamePhase, Mapping[GameStep, GamePhase]] = {
    GamePhase.OPEN: {
        GameStep.ACCEPT: GamePhase.OPEN,
        GameStep.COMMIT: GamePhase.OPEN,
        GameStep.REFUSE: GamePhase.REJECTED,
        GameStep.FOLLOW: GamePhase.OPEN,
        GameStep.OUTDATE: GamePhase.STALE,
        GameStep.END: GamePhase.ENDING,
    },
    GamePhase.STALE: {
        GameStep.COMMIT: GamePhase.STALE,
        GameStep.REFUSE: GamePhase.REJECTED,
        GameStep.OUTDATE: GamePhase.STALE,
        GameStep.LOAD: GamePhase.LOADING,
    },
    GamePhase.REJECTED: {
        GameStep.REFUSE: GamePhase.REJECTED,
        GameStep.OUTDATE: GamePhase.REJECTED,
        GameStep.LOAD: GamePhase.LOADING,
    },
    GamePhase.LOADING: {
        GameStep.OUTDATE: GamePhase.OVERTAKEN,
        GameStep.LOADED: GamePhase.OPEN,
        GameStep.LOADED_ENDED: GamePhase.ENDED,
    },
    GamePhase.OVERTAKEN: {
        GameStep.OUTDATE: GamePhase.OVERTAKEN,
        GameStep.LOADED: GamePhase.STALE,
        GameStep.LOADED_ENDED: GamePhase.ENDED,
    },
    # Signs of other actions are ignored while it ends: if there are any, the store refuses to end it.
    GamePhase.ENDING: {
        GameStep.OUTDATE: GamePhase.ENDING,
        GameStep.END_STORED: GamePhase.ENDED,
        GameStep.END_REFUSED: GamePhase.STALE,
    },
    GamePhase.ENDED: {GameStep.OUTDATE: GamePhase.ENDED},
}

RACE_TRANSITIONS: Mapping[RacePhase, Mapping[RaceStep, RacePhase]] = {
    RacePhase.COUNTDOWN: {
        RaceStep.START: RacePhase.RUNNING,
        RaceStep.COMPLETE: RacePhase.FINISHING,  # abandoned, or ended by a peer whose clock is ahead
        RaceStep.CLOSE: RacePhase.OVER,
    },
    RacePhase.RUNNING: {RaceStep.COMPLETE: RacePhase.FINISHING, RaceStep.CLOSE: RacePhase.OVER},
    RacePhase.FINISHING: {RaceStep.CLOSE: RacePhase.OVER},
    RacePhase.OVER: {},
}
