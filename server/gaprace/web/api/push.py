"""HTTP routes of web push. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire.http import PushSettings, PushSubscription

TEST_COST = 5


async def get_push(context: RequestContext) -> PushSettings:
    """Return the caller's subscribed browsers, and the key for subscribing a browser."""
    found = await context.sign_in()
    return await context.app.push.of(found.player.id, found.session)


async def subscribe_push(context: RequestContext, body: PushSubscription) -> PushSettings:
    """Subscribe the caller's browser to the given kinds of notifications, and to no others.

    The subscription ends when it is removed, when the session is signed out, or when the push service ends it.
    """
    found = await context.sign_in()
    return await context.app.push.subscribe(found, body, context.client.base_url, context.device)


async def unsubscribe_push(context: RequestContext) -> PushSettings:
    """Unsubscribe one of the caller's browsers, and return the others."""
    found = await context.sign_in()
    return await context.app.push.remove(found.player.id, found.session, context.request.path_params["device"])


async def test_push(context: RequestContext) -> PushSettings:
    """Send a notification to the caller's browser."""
    found = await context.sign_in()
    return await context.app.push.test(found.player.id, found.session)


_PATH = "/api/v1/me/push"
ROUTES = (
    Route("GET", _PATH, get_push, caller="player", scope="account"),
    Route("PUT", _PATH, subscribe_push, caller="player"),
    Route("DELETE", f"{_PATH}/{{device}}", unsubscribe_push, caller="player"),
    Route(
        "POST",
        f"{_PATH}/test",
        test_push,
        cost=TEST_COST,
        caller="player",
        limit=Limit("webhook_tests", "too_many_tests", "tests"),
    ),
)
