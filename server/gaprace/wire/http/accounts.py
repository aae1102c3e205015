"""Who one is, and what may go wrong."""

from gaprace.wire import PlayerId, Wire


class Problem(Wire, frozen=True):
    """What every failed request answers."""

    code: str
    message: str


class Me(Wire, frozen=True):
    """A player, as it sees itself."""

    id: PlayerId
    name: str


class Identity(Wire, frozen=True):
    """A player with what proves who it is. The recovery code moves the identity to another browser, once."""

    id: PlayerId
    name: str
    token: str
    recovery_code: str


class NewPlayer(Wire, frozen=True):
    """Ask for an identity."""

    name: str = ""
    """1 to 24 characters; one is made up if not given."""


class Rename(Wire, frozen=True):
    """Ask for another name."""

    name: str


class Recover(Wire, frozen=True):
    """Bring an identity here."""

    recovery_code: str


class RecoveryCode(Wire, frozen=True):
    """A fresh recovery code; older ones no longer work."""

    recovery_code: str
