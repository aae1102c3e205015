"""The exceptions that Gaprace raises on purpose: one tree, each with a stable code and a message.

- `GapraceError`: the root. `code` is for programs and never changes its meaning; `message` is for people, names the
  wrong value and a way out, and may change.
  - `RulesError`: a violation of the rules. `at` is the number of the bad action, 0 before the first one.
    - `BadText`: a text (card, board, deal code, secret, transcript, record, variant) that cannot be read.
    - `IllegalAction`: an action that the rules do not allow as the game stands. It changes nothing.
  - `Refusal`: a command or a request is refused. Nothing has changed.
  - `Disconnected`: a connection has to be closed, or may not be opened.
  - `ServerFull`: the server has reached a limit.
  - `StoreUnavailable`: the store cannot be reached.
    - `ReadOnly`: the server is read-only.
  - `BadSetting`, `CannotServe`: the server cannot start with its settings.
  - `UsageError`: a command line cannot be carried out.
  - `BotError`: a bot cannot continue.
    - `ServerBusy`: the server asks a bot to come back later.

The codes of all but the last three are rows of `error_codes.ERRORS`; a test finds those that are not. No other class in
the package declares a code of its own.
"""

from math import ceil
from typing import Self

from gaprace.error_codes import ERRORS

_MAX_QUOTED_LENGTH = 60


class GapraceError(Exception):
    """The root of the tree."""

    def __init__(self, code: str, message: str) -> None:
        """Raise with a stable code and a message for a person."""
        super().__init__(message)
        self.code = code
        self.message = message


# The rules


class RulesError(GapraceError):
    """A violation of the rules by a text or an action."""

    def __init__(self, code: str, message: str, *, at: int = 0) -> None:
        """Raise for action number `at`; 0 is before the first action."""
        super().__init__(code, message)
        self.at = at

    def at_action(self, number: int) -> Self:
        """Set the number of the action, and return the error."""
        self.at = number
        return self


class BadText(RulesError):
    """A text that cannot be read."""


class IllegalAction(RulesError):
    """An action that the rules do not allow as the game stands."""


# Rooms and services


class Refusal(GapraceError):
    """A command or a request that is refused. Nothing has changed."""

    def __init__(self, code: str, message: str, *, retry_after_s: float | None = None) -> None:
        """Raise; `retry_after_s` becomes the `Retry-After` of a response."""
        super().__init__(code, message)
        self.retry_after_s = retry_after_s


class Disconnected(GapraceError):
    """A connection that has to be closed, or may not be opened."""

    def __init__(self, code: str) -> None:
        """Raise with a key of `CLOSE_REASONS`."""
        super().__init__(code, ERRORS[code].sentences)


class StoreUnavailable(GapraceError):
    """The store could not be reached or did not respond. A write may or may not have happened: try again."""

    def __init__(
        self, message: str = "The store cannot be reached: try again in a moment.", code: str = "try_again"
    ) -> None:
        """Raise with a message, and with a code if `try_again` is too vague."""
        super().__init__(code, message)


class ReadOnly(StoreUnavailable):
    """The server is in read-only mode (`GAPRACE_READ_ONLY`). Nothing has changed."""

    def __init__(self) -> None:
        """Raise with the code `read_only`."""
        super().__init__(
            "This site is read-only for maintenance: look around, and come back later to play.", "read_only"
        )


class ServerFull(GapraceError):
    """The server has reached a limit: come back later."""

    def __init__(self, reason: str, retry_after_s: float) -> None:
        """Raise with the code `server_full`; `reason` is a sentence that names the limit."""
        super().__init__("server_full", f"{reason} Try again in {ceil(retry_after_s)} s.")
        self.retry_after_s = retry_after_s


# The server and the commands


class BadSetting(GapraceError):
    """A setting with an impossible value."""

    def __init__(self, message: str) -> None:
        """Raise with the code `bad_setting`; the message names the variable and its value."""
        super().__init__("bad_setting", message)


class CannotServe(GapraceError):
    """The server cannot run with these settings, or cannot run yet."""


SOLVER_MODULES = {"numba", "numpy"}
"""The modules that the extra `solver` installs."""
SCALE_MODULES = {"asyncpg", "redis"}
"""The modules that the extra `scale` installs, and that nothing else can replace."""
INSTALL_SOLVER, INSTALL_SCALE = "pip install 'gaprace[solver]'", "pip install 'gaprace[scale]'"


class UsageError(GapraceError):
    """A command line that cannot be carried out as it stands."""

    def __init__(self, message: str, code: str = "bad_usage") -> None:
        """Raise with a message, and with a code if `bad_usage` is too vague."""
        super().__init__(code, message)


class BotError(GapraceError):
    """A bot cannot continue."""


class ServerBusy(BotError):
    """The server asks a bot to come back later."""

    def __init__(self, code: str, message: str, wait_s: float) -> None:
        """Raise with the seconds to wait."""
        super().__init__(code, message)
        self.wait_s = wait_s


def quoted(value: object) -> str:
    """Return a wrong value for use inside a message: in quotes, on one line, cut at 60 characters."""
    shown = ascii(value)
    if len(shown) <= _MAX_QUOTED_LENGTH:
        return shown
    return f"{shown[:_MAX_QUOTED_LENGTH]}... ({len(shown)} characters)"


def reason_of(error: Exception) -> str:
    """Return why a step failed, as it is shown inside a sentence that names the file or the address itself.

    The text of an `OSError` would repeat both, behind a number. `urllib` wraps another one around it.
    """
    if not isinstance(error, OSError):
        return str(error)
    wrapped = getattr(error, "reason", None)
    cause = wrapped if isinstance(wrapped, OSError) else error
    return cause.strerror or str(cause)
