"""Accounts: identities and how they change, sessions and sign-in, and the body of every error."""

from typing import Annotated, Literal

from msgspec import Meta

from gaprace.wire import PlayerId, RecordedAs, Wire


class Problem(Wire, frozen=True):
    """The answer to every request that failed (RFC 9457)."""

    code: str
    """A stable code for programs."""
    message: str
    """A sentence in English, which may change; the same as `detail`."""
    type: str = "about:blank"
    """The address of the page that explains the code, relative to this server."""
    title: str = ""
    """The meaning of the code."""
    status: int = 0
    """The status of the answer."""
    detail: str = ""
    """A sentence about this request."""


class Me(Wire, frozen=True):
    """The caller."""

    id: PlayerId
    """The caller's player id."""
    name: str
    """The caller's name."""
    has_recovery_code: bool = False
    """Whether there is a current recovery code."""
    recovery_waits_until: int | None = None
    """When a new recovery code becomes the current one; until then it can be withdrawn. Missing if none waits."""
    unread_decisions: int = 0
    """Number of decisions of moderators about the caller that the caller has not read."""
    announcement: str = ""
    """The announcement to everyone by the people who run the server; empty if there is none."""
    recorded_as: RecordedAs = "name"
    """How the caller's finished games may be recorded rivals in races of others."""


class Token(Wire, frozen=True):
    """A new token of the caller."""

    token: str
    """The token that authenticates requests."""
    ends_at: int
    """When it ends; `POST /api/v1/me/token` returns another one before that."""


TokenScope = Literal["read", "play"]
"""`read`: may read what its player may; `play`: may also take part in races, groups' rooms and dailies."""


class NewProgramToken(Wire, frozen=True):
    """Make a token for a program, which may do less than its player."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    """The player's name for the program."""
    scope: TokenScope
    """`read`, or `play` to take part in races as well. Neither may change the account."""


class Identity(Wire, frozen=True):
    """A player with its credentials."""

    id: PlayerId
    """The player's id."""
    name: str
    """The player's name."""
    token: str
    """The token that authenticates requests; empty for a caller who was known."""
    recovery_code: str
    """A code that moves this identity to another browser, once; empty if none was wanted."""
    token_ends_at: int
    """When the token ends; `POST /api/v1/me/token` returns another one before that."""


class NewPlayer(Wire, frozen=True):
    """Create a player."""

    name: str = ""
    """1 to 24 characters; a name is made up if empty."""
    recovery: bool = True
    """Whether to make a recovery code."""
    program: bool = False
    """Whether a program plays, not a person. It is marked, and ranked among programs only."""


class Rename(Wire, frozen=True):
    """Change the caller's name, or how the caller's games may be used. Missing fields stay as they are."""

    name: str | None = None
    """1 to 24 characters."""
    recorded_as: RecordedAs | None = None
    """How the finished games may be recorded rivals in races of others."""


class Recover(Wire, frozen=True):
    """Sign in to an account from another browser."""

    recovery_code: str
    """The code from the other browser."""


class DeviceCode(Wire, frozen=True):
    """A code that signs another device in, once."""

    code: str
    """The code, to be typed in on the other device."""
    link: str
    """A page for the other device, with the code filled in."""
    qr: str
    """The link as a QR code: an SVG image."""
    ends_at: int
    """When the code ends: five minutes after it was made."""


class UseDeviceCode(Wire, frozen=True):
    """Sign in with the code that another device shows."""

    code: str
    """The code."""


class NewRecoveryCode(Wire, frozen=True):
    """Ask for a new recovery code."""

    recovery_code: str = ""
    """The current code, if the new one is to replace it at once."""


class RecoveryCode(Wire, frozen=True):
    """A new recovery code."""

    recovery_code: str
    """The code."""
    waits_until: int | None = None
    """When it becomes the current one; missing if it is already."""


# Sessions


class OpenSession(Wire, frozen=True):
    """A browser or program in which a player is signed in."""

    id: str
    """The id of the session."""
    device: str
    """Its description of itself: `Firefox on Linux`."""
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


# Sign-in by OpenID Connect


class ConnectedAccount(Wire, frozen=True):
    """Whether the caller is connected with an account of the provider, and signs in with it."""

    label: str
    """The name of the provider."""
    connected_at: int | None = None
    """When it was connected; missing if it is not."""
    is_own: bool = False
    """Whether the caller began with it: then it brings the caller back, as a recovery code does."""
