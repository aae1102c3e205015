"""Sessions: where a player is signed in."""

from gaprace.wire import Wire


class OpenSession(Wire, frozen=True):
    """A browser or program in which a player is signed in."""

    id: str
    """The id of the session."""
    device: str
    """What it says about itself: `Firefox on Linux`."""
    began_at: int
    """When it was first noted."""
    seen_at: int
    """When it was last noted, which happens about once an hour."""
    current: bool = False
    """Whether it is the session that asks."""
    network: str = ""
    """For moderators: a mark that is the same for all sessions from one network."""


class SessionList(Wire, frozen=True):
    """The caller's open sessions, the last seen first."""

    sessions: list[OpenSession]
    """The sessions."""
