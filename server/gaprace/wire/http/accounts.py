"""Accounts: identities and how they change, and the body of every error."""

from gaprace.wire import PlayerId, Wire


class Problem(Wire, frozen=True):
    """The answer to every request that failed."""

    code: str
    """A stable code for programs."""
    message: str
    """A sentence in English, which may change."""


class Me(Wire, frozen=True):
    """The caller."""

    id: PlayerId
    """The caller's player id."""
    name: str
    """The caller's name."""


class Identity(Wire, frozen=True):
    """A player with its credentials."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's name."""
    token: str
    """The token that authenticates requests."""
    recovery_code: str
    """A code that moves this identity to another browser, once."""


class NewPlayer(Wire, frozen=True):
    """Create a player."""

    name: str = ""
    """1 to 24 characters; a name is made up if empty."""


class Rename(Wire, frozen=True):
    """Change the caller's name."""

    name: str
    """1 to 24 characters."""


class Recover(Wire, frozen=True):
    """Take over an identity from another browser."""

    recovery_code: str
    """The code from the other browser."""


class RecoveryCode(Wire, frozen=True):
    """A new recovery code. Earlier ones stop working."""

    recovery_code: str
    """The code."""
