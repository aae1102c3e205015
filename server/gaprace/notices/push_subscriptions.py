"""The players' settings of web push: their browsers, and the kinds of notifications for each."""

import secrets
from collections.abc import Sequence
from urllib.parse import urlsplit

from gaprace.base64url import to_bytes
from gaprace.errors import Refusal
from gaprace.notices.push_key import PushKey, load_encryption
from gaprace.notices.webhooks import has_extras, split_address
from gaprace.people.accounts import SignIn
from gaprace.play.events.zones import date_in, known_zone
from gaprace.play.notices.outbox import Letter
from gaprace.play.notices.push import MAX_DEVICES, TEST_EVENT, Subscription, next_streak_reminder
from gaprace.ports import Clock, Store
from gaprace.wire.http import PushDevice, PushKind, PushSettings, PushSubscription

LOOPBACK = {"127.0.0.1", "::1", "localhost"}
"""Hosts of push services that need no https: this machine, which `outbound` refuses unless the operator lets it."""
MAX_ENDPOINT_LENGTH = 1000
TEST_LIFETIME_MS = 10 * 60 * 1000
_POINT_BYTES, _AUTH_BYTES = 65, 16
_ID_BYTES = 12


class Push:
    """Subscribes browsers, shows them, and removes them."""

    def __init__(self, store: Store, clock: Clock, key: PushKey | None) -> None:
        """Let browsers subscribe with the public key; None if this server sends nothing."""
        self._store, self._clock, self._key = store, clock, key

    async def of(self, player: str, session: str) -> PushSettings:
        """Return the browsers of a player that get notifications; `session` is the one that asks."""
        stored = await self._store.push_subscriptions(player)
        vapid = await self._key.public() if self._key else None
        return PushSettings([shown_device(each, session) for each in stored], vapid)

    async def subscribe(self, found: SignIn, given: PushSubscription, site: str, device: str) -> PushSettings:
        """Subscribe the browser of a session, replacing its subscription; `site` is the URL of this server there.

        Raises `no_push`.
        """
        if self._key is None:
            raise Refusal("no_push", "This server sends no notifications: the people who run it have turned them off.")
        p256dh, auth = await _read_keys(given)
        endpoint = _read_endpoint(given.endpoint)
        before = await self._before(found, endpoint)
        kinds = _kinds(given.kinds, before)
        if not kinds:
            if before:
                await self._store.remove_push_subscription(before.id)
            return await self.of(found.player.id, found.session)
        zone = known_zone(given.zone or (before.zone if before else ""))
        subscription = Subscription(
            id=before.id if before else secrets.token_hex(_ID_BYTES),
            player=found.player.id,
            session=found.session,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            kinds=kinds,
            language=given.language or (before.language if before else "en"),
            zone=zone,
            site=site,
            vapid=await self._key.public(),
            device=device,
            created_at=before.created_at if before else self._clock.now(),
            next_at=self._next_streak_at(before, zone) if "streak" in kinds else None,
        )
        await self._store.save_push_subscription(subscription, MAX_DEVICES)
        return await self.of(found.player.id, found.session)

    async def _before(self, found: SignIn, endpoint: str) -> Subscription | None:
        """Return the subscription of a session's browser. A subscription of another player in this browser ends."""
        own = await self._store.push_subscriptions(found.player.id)
        if mine := next((each for each in own if each.session == found.session), None):
            return mine
        known = await self._store.push_subscription(endpoint)
        if known and known.player != found.player.id:
            await self._store.remove_push_subscription(known.id)
            return None
        return known

    def _next_streak_at(self, before: Subscription | None, zone: str) -> int:
        """Return the next instant to check a streak; no date is checked twice, in any time zone."""
        next_day = date_in(before.zone, before.next_at) if before and before.next_at is not None else ""
        return next_streak_reminder(zone, self._clock.now(), next_day)

    async def remove(self, player: str, session: str, device: str) -> PushSettings:
        """Forget a browser of a player; return the others. Raises `push_device_not_found`."""
        own = await self._store.push_subscriptions(player)
        if not any(each.id == device for each in own):
            raise Refusal("push_device_not_found", "You have no such device: reload the list.")
        await self._store.remove_push_subscription(device)
        return await self.of(player, session)

    async def test(self, player: str, session: str) -> PushSettings:
        """Send a notification to the browser of a session. Raises `push_device_not_found`."""
        own = await self._store.push_subscriptions(player)
        mine = next((each for each in own if each.session == session), None)
        if mine is None:
            raise Refusal("push_device_not_found", "This browser gets no notifications: turn them on first.")
        now, test = self._clock.now(), secrets.token_hex(_ID_BYTES)
        await self._store.add_letter(Letter(test, mine.id, TEST_EVENT, session, now, now, now + TEST_LIFETIME_MS))
        return await self.of(player, session)


def shown_device(stored: Subscription, session: str = "") -> PushDevice:
    """Return a browser as its player sees it."""
    return PushDevice(
        id=stored.id,
        device=stored.device,
        kinds=[*stored.kinds],
        language=stored.language,
        zone=stored.zone,
        service=urlsplit(stored.endpoint).hostname or "",
        created_at=stored.created_at,
        current=stored.session == session,
    )


def _kinds(given: Sequence[PushKind] | None, before: Subscription | None) -> tuple[PushKind, ...]:
    if given is None:
        return before.kinds if before else ()
    return tuple(dict.fromkeys(given))


def _read_endpoint(text: str) -> str:
    parts = split_address(text, MAX_ENDPOINT_LENGTH)
    if parts is None or has_extras(parts) or (parts.scheme != "https" and parts.hostname not in LOOPBACK):
        raise _bad_subscription("endpoint is not the address of a push service")
    return text


async def _read_keys(given: PushSubscription) -> tuple[bytes, bytes]:
    """Return the public key and the secret of a browser, if messages can be encrypted for it."""
    p256dh, auth = _bytes(given.p256dh), _bytes(given.auth)
    if len(auth) != _AUTH_BYTES:
        raise _bad_subscription(f"auth has {len(auth)} bytes instead of {_AUTH_BYTES}")
    try:
        (await load_encryption()).encrypted(b"", p256dh, auth)
    except ValueError:
        raise _bad_subscription(f"p256dh is not a point of P-256 in {_POINT_BYTES} bytes") from None
    return p256dh, auth


def _bytes(text: str) -> bytes:
    try:
        return to_bytes(text)
    except ValueError:
        return b""


def _bad_subscription(why: str) -> Refusal:
    return Refusal("bad_subscription", f"The browser cannot be subscribed, since {why}: turn notifications on again.")
