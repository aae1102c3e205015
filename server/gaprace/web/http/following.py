"""Following a resource: it is polled, and sent whenever it has changed."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from gaprace.errors import RequestError, StoreUnavailable
from gaprace.web.http.event_streams import Outbox
from gaprace.web.http.problems import CALLER_ERRORS
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.validators import digest_of

LOOK_INTERVAL_S = 5.0
"""The interval between two looks, each of which counts as a request."""
TOO_MANY = "too_many_requests"


async def follow(first: bytes, look: Callable[[], Awaitable[bytes]], outbox: Outbox, context: RequestContext) -> None:
    """Send a resource, unless the reader has it (`Last-Event-ID`), and again whenever the result of `look` differs.

    For a slow reader, intermediate states are skipped. The stream ends when the server shuts down, or when the caller
    loses access; a new request then returns the reason.
    """
    answer, known = first, context.request.headers.get("last-event-id", "")
    while True:
        digest = digest_of(answer)
        if digest != known and outbox.send(answer, id_=digest):
            known = digest
        with suppress(TimeoutError):
            await asyncio.wait_for(context.app.lifecycle.drained.wait(), LOOK_INTERVAL_S)
            return
        try:
            answer = await look()
        except StoreUnavailable:
            continue
        except CALLER_ERRORS as error:
            if not isinstance(error, RequestError) or error.code != TOO_MANY:
                return
