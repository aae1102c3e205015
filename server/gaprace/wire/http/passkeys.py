"""Passkeys. What browsers and authenticators say to each other passes through unchanged."""

from typing import Any

from gaprace.wire import Wire


class PasskeyOptions(Wire, frozen=True):
    """What a browser needs to make a passkey, or to ask for one."""

    options: dict[str, Any]
    """Web Authentication's PublicKeyCredentialCreationOptionsJSON, or PublicKeyCredentialRequestOptionsJSON."""


class PasskeyAnswer(Wire, frozen=True):
    """What an authenticator has answered."""

    credential: dict[str, Any]
    """Web Authentication's RegistrationResponseJSON, or AuthenticationResponseJSON."""


class OwnPasskey(Wire, frozen=True):
    """A passkey of the caller."""

    id: str
    """The id of the credential."""
    device: str
    """The browser in which it was made."""
    created_at: int
    """When it was made."""
    used_at: int | None = None
    """When it was last used to sign in."""


class PasskeyList(Wire, frozen=True):
    """All passkeys of the caller, the latest first."""

    passkeys: list[OwnPasskey]
    """The passkeys."""
