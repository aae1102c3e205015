"""The webhooks of a group or, without a group, of the installation, as their owners manage them.

The secret of a webhook is shown only once, when it is created. The address, which is a secret itself for chats, is
never shown.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import SplitResult, urlsplit

from gaprace.errors import Refusal, quoted
from gaprace.groups.access import require_owned_group
from gaprace.notices.webhook_post import WebhookPost, secret_text
from gaprace.play.notices import webhooks
from gaprace.play.notices.outbox import Letter
from gaprace.play.people.group_roles import no_such_group
from gaprace.ports import Clock, Store, StoredGroup, Transaction
from gaprace.wire import http

SECRET_BYTES = 32
"""Standard Webhooks asks for 24 to 64."""
MAX_URL_LENGTH = 500
MAX_DEAD_SHOWN = 20
_ID_BYTES = 12


class Webhooks:
    """Manages and tests webhooks."""

    def __init__(self, store: Store, clock: Clock, post: WebhookPost) -> None:
        self._store, self._clock, self._post = store, clock, post

    async def owned_group(self, player: str, code: str) -> StoredGroup:
        """Return a group whose webhooks a player may manage."""
        return await require_owned_group(self._store, code, player)

    async def all(self, group: str | None) -> http.WebhookList:
        """Return the webhooks of a group, or of the installation."""
        return http.WebhookList([await self._shown(each) for each in await self._store.webhooks(group)])

    async def add(self, group: str | None, new: http.NewWebhook, site: str) -> http.WebhookSecret:
        """Create a webhook; `site` is the URL of this server in its messages."""
        now = self._clock.now()
        webhook = webhooks.Endpoint(
            id=secrets.token_hex(_ID_BYTES),
            group=group,
            url=_read_url(new.url),
            kind=new.kind,
            language=new.language,
            events=_read_events(new.events or webhooks.EVENT_TYPES),
            secret=secrets.token_bytes(SECRET_BYTES),
            site=site,
            created_at=now,
            next_at=webhooks.next_event_at(now),
        )
        await self._store.transact(lambda tx: _added(tx, webhook))
        return await self._with_secret(webhook)

    async def change(self, group: str | None, webhook_id: str, change: http.WebhookChange) -> http.Webhook:
        """Change, pause or resume a webhook."""
        now = self._clock.now()
        return await self._shown(
            await self._changed(group, webhook_id, lambda known: _with_changes(known, change, now))
        )

    async def renew_secret(self, group: str | None, webhook_id: str) -> http.WebhookSecret:
        """Replace the secret of a webhook. For a day, messages are signed with the old one, too, so none is refused."""
        new, until = secrets.token_bytes(SECRET_BYTES), self._clock.now() + webhooks.OLD_SECRET_MS
        changed = await self._changed(
            group,
            webhook_id,
            lambda known: replace(known, secret=new, old_secret=known.secret, old_secret_until=until),
        )
        return await self._with_secret(changed)

    async def remove(self, group: str | None, webhook_id: str) -> http.WebhookList:
        """Delete a webhook with its pending messages."""

        async def work(tx: Transaction) -> None:
            await _locked(tx, group, webhook_id)
            await tx.remove_webhook(webhook_id)

        await self._store.transact(work)
        return await self.all(group)

    async def resend(self, group: str | None, webhook_id: str) -> http.Webhook:
        """Send all undelivered messages again; each keeps its id."""
        webhook = await self._found(group, webhook_id)
        await self._store.revive_letters(webhook.id, self._clock.now())
        return await self._shown(webhook)

    async def test(self, group: str | None, webhook_id: str) -> http.WebhookTried:
        """Send a test message, once; return the outcome."""
        webhook = await self._found(group, webhook_id)
        now = self._clock.now()
        letter = Letter(f"msg_{secrets.token_hex(_ID_BYTES)}", webhook.id, webhooks.TEST_EVENT, "", now, now)
        outcome = await self._post.send(webhook, letter)
        return http.WebhookTried(outcome.failure if outcome else "")

    async def _changed(
        self, group: str | None, webhook_id: str, change: Callable[[webhooks.Endpoint], webhooks.Endpoint]
    ) -> webhooks.Endpoint:
        async def work(tx: Transaction) -> webhooks.Endpoint:
            changed = change(await _locked(tx, group, webhook_id))
            await tx.save_webhook(changed)
            return changed

        return await self._store.transact(work)

    async def _found(self, group: str | None, webhook_id: str) -> webhooks.Endpoint:
        found = await self._store.webhook(webhook_id)
        if found is None or found.group != group:
            raise _no_such_webhook()
        return found

    async def _with_secret(self, webhook: webhooks.Endpoint) -> http.WebhookSecret:
        return http.WebhookSecret(await self._shown(webhook), secret_text(webhook.secret))

    async def _shown(self, webhook: webhooks.Endpoint) -> http.Webhook:
        mail = await self._store.mail(webhook.id, MAX_DEAD_SHOWN)
        return http.Webhook(
            id=webhook.id,
            kind=webhook.kind,
            host=urlsplit(webhook.url).hostname or "",
            events=[*webhook.events],
            language=webhook.language,
            created_at=webhook.created_at,
            paused=webhook.paused,
            waiting=mail.waiting,
            delivered_at=webhook.delivered_at,
            failure=webhook.failure,
            dead=[
                http.DeadLetter(each.id, webhooks.event_of(each), each.at, each.attempts, each.failure)
                for each in mail.dead
            ],
        )


async def _locked(tx: Transaction, group: str | None, webhook_id: str) -> webhooks.Endpoint:
    found = await tx.lock_webhook(group, webhook_id)
    if found is None:
        raise _no_such_webhook()
    return found


async def _added(tx: Transaction, webhook: webhooks.Endpoint) -> None:
    if webhook.group and await tx.lock_group(webhook.group) is None:
        raise no_such_group()
    limit = webhooks.MAX_WEBHOOKS if webhook.group else webhooks.MAX_SITE_WEBHOOKS
    if await tx.count_webhooks(webhook.group) >= limit:
        raise Refusal("too_many_webhooks", f"There are {limit} webhooks: remove one of them first.")
    await tx.save_webhook(webhook)


def _no_such_webhook() -> Refusal:
    return Refusal("webhook_not_found", "Webhook not found: reload the page.")


def _with_changes(known: webhooks.Endpoint, change: http.WebhookChange, now: int) -> webhooks.Endpoint:
    """Return a webhook with changes. A resumed webhook starts afresh, without the events of the pause."""
    changed = replace(
        known,
        url=known.url if change.url is None else _read_url(change.url),
        kind=change.kind or known.kind,
        language=change.language or known.language,
        events=known.events if change.events is None else _read_events(change.events),
    )
    if change.paused is None:
        return changed
    if change.paused:
        return replace(changed, paused=known.paused or "paused")
    next_at = webhooks.next_event_at(now) if known.paused else known.next_at
    return replace(changed, paused="", failures=0, failing_since=None, failure="", rests_until=0, next_at=next_at)


def _read_events(events: Sequence[http.WebhookEventType]) -> Sequence[http.WebhookEventType]:
    """Return types of events in their order, each once."""
    found = tuple(each for each in webhooks.EVENT_TYPES if each in events)
    if not found:
        raise Refusal("bad_webhook", f"Choose at least one event: {', '.join(webhooks.EVENT_TYPES)}.")
    return found


def read_site(text: str) -> str:
    """Return the address of a server without a slash at the end."""
    return _read_url(text.rstrip("/"))


def _read_url(text: str) -> str:
    """Return a syntactically valid URL. Its host is checked when a request is sent."""
    url = text.strip()
    parts = split_address(url, MAX_URL_LENGTH)
    if parts is None:
        raise Refusal("bad_webhook", f"{quoted(url)} is not a web address: copy one such as https://example.org/hook.")
    if has_extras(parts):
        raise Refusal("bad_webhook", "The address has a user name, a password or a #: use one without.")
    return url.replace(url[: len(parts.scheme)], parts.scheme, 1)


def split_address(text: str, max_length: int) -> SplitResult | None:
    """Return the parts of an address over https or http; None if the text is none."""
    is_plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= max_length
    parts = _split(text) if is_plain else None
    return parts if parts and parts.scheme in {"https", "http"} and parts.hostname else None


def has_extras(parts: SplitResult) -> bool:
    """Whether an address has a user name, a password or a fragment."""
    return parts.username is not None or parts.password is not None or bool(parts.fragment)


def _split(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts
