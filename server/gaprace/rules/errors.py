"""What can be wrong with a text or an action: one tree, each error with a stable code and a sentence.

- `RulesError`: the root; `code` is for programs, `str(error)` for people, `at` the number of the bad action
  (0 when the fault lies before the first one).
- `BadText`: a text (card, board, deal code, secret, transcript, record, variant) that cannot be read.
- `Refused`: an action that was understood, and that the rules do not allow here. It changes nothing.

A code never changes its meaning. Sentences may change; they name the value that was wrong and the way out.
"""

from typing import Literal, Self, get_args

BadTextCode = Literal[
    "bad_card",
    "bad_board",
    "bad_variant",
    "bad_code",
    "bad_secret",
    "bad_commitment",
    "bad_action",
    "bad_transcript",
    "bad_record",
    "commitment_mismatch",
]
RefusedCode = Literal[
    "illegal_move",
    "no_redeal",
    "no_shuffle_left",
    "not_stuck",
    "nothing_to_undo",
    "nothing_to_redo",
    "game_over",
    "time_goes_back",
]
ERROR_CODES: tuple[str, ...] = get_args(BadTextCode) + get_args(RefusedCode)
"""Every code that the rules can give, in the order in which they are declared."""

_QUOTED = 60


class RulesError(Exception):
    """Root of everything that the rules can object to."""

    def __init__(self, code: str, message: str, *, at: int = 0) -> None:
        """Object with a stable `code`, a sentence, and the number of the bad action (0: before the first)."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at

    def at_action(self, number: int) -> Self:
        """Say which action of a game it was."""
        self.at = number
        return self


class BadText(RulesError):
    """A text that cannot be read."""

    def __init__(self, code: BadTextCode, message: str, *, at: int = 0) -> None:
        """See `RulesError`."""
        super().__init__(code, message, at=at)


class Refused(RulesError):
    """An action that the rules do not allow as the game stands."""

    def __init__(self, code: RefusedCode, message: str, *, at: int = 0) -> None:
        """See `RulesError`."""
        super().__init__(code, message, at=at)


def quoted(value: object) -> str:
    """Show a wrong value inside a sentence: in quotes, one line, and never longer than a person reads."""
    shown = ascii(value)
    return shown if len(shown) <= _QUOTED else f"{shown[:_QUOTED]}... ({len(shown)} characters)"
