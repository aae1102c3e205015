"""Web push: notifications on the devices of a player, of the kinds that the player has turned on there."""

from typing import Literal

from gaprace.wire import Wire
from gaprace.wire.http.languages import Language

PushKind = Literal["challenges", "starts", "streak"]
"""The kinds of notifications; each is off until a player turns it on."""


class PushSubscription(Wire, frozen=True):
    """The caller's browser, as its `PushManager` has subscribed it with the key of `PushSettings`."""

    endpoint: str
    """The address of the push service that takes messages for this browser: `https`."""
    p256dh: str
    """The public key of the browser, 65 bytes in base64url."""
    auth: str
    """The secret that only the browser and this server know, 16 bytes in base64url."""
    kinds: list[PushKind] | None = None
    """The kinds that this browser shows; none, if it is empty. Missing: those that it showed before for the player."""
    language: Language | None = None
    """The language of the notifications. Missing: as before, or English."""
    zone: str | None = None
    """The time zone of the browser, such as `Europe/Berlin`: by its hours the player is reminded of a streak.

    Missing: as before, or UTC.
    """


class PushDevice(Wire, frozen=True):
    """A browser of the caller that shows notifications."""

    id: str
    """Its id."""
    device: str
    """The browser's description of itself."""
    kinds: list[PushKind]
    """The kinds that it shows."""
    language: Language
    """The language of the notifications."""
    zone: str
    """Its time zone."""
    service: str
    """The host of its push service."""
    created_at: int
    """When it was subscribed."""
    current: bool = False
    """Whether it is the one that asks."""


class PushSettings(Wire, frozen=True):
    """The browsers in which the caller gets notifications."""

    devices: list[PushDevice]
    """The browsers, the latest first."""
    key: str | None = None
    """The public key of this server for `PushManager.subscribe` (`applicationServerKey`); missing if it sends none."""
