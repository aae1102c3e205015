"""One attempt to deliver a message: it is composed, formatted, signed and sent."""

from gaprace.play.webhooks import Endpoint, Letter, Outcome
from gaprace.ports import Clock, Store, WebhookSender
from gaprace.services.webhook_forms import body_of, headers_of
from gaprace.services.webhook_news import WebhookNews


class WebhookPost:
    """Sends messages."""

    def __init__(self, store: Store, clock: Clock, news: WebhookNews, sender: WebhookSender) -> None:
        self._store, self._clock, self._news, self._sender = store, clock, news, sender

    async def send(self, webhook: Endpoint, letter: Letter) -> Outcome | None:
        """Attempt to deliver a message; return the outcome, None if it has no content any more."""
        group = await self._store.group(webhook.group) if webhook.group else None
        if webhook.group and group is None:
            return None
        news = await self._news.of(webhook, group, letter.type, letter.subject)
        if news is None:
            return None
        body = body_of(webhook, group, letter.type, letter.at, news)
        return await self._sender.send(webhook.url, headers_of(webhook, letter.id, body, self._clock.now()), body)
