"""Sign-in by OpenID Connect."""

from gaprace.wire import Wire


class ConnectedAccount(Wire, frozen=True):
    """Whether the caller is connected with an account of the provider, and signs in with it."""

    label: str
    """The name of the provider."""
    connected_at: int | None = None
    """When it was connected; missing if it is not."""
    is_own: bool = False
    """Whether the caller began with it: then it brings the caller back, as a recovery code does."""


class OwnSubject(Wire, frozen=True):
    """An account of a provider of OpenID Connect with which the player signs in."""

    issuer: str
    """The address of the provider."""
    subject: str
    """The id of the account there."""
    connected_at: int
    """When it was connected."""
    proven_at: int
    """When the player last signed in with it."""
