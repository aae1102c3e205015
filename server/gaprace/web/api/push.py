"""HTTP routes of web push. The docstring of a handler is the description of its route."""

from gaprace.web.http.bodies import BODY_PROBLEMS
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import PushSettings, PushSubscription

TEST_COST = 5


async def settings(context: RequestContext) -> PushSettings:
    """Return the caller's browsers that show notifications, and the key with which a browser subscribes."""
    found = await context.sign_in()
    return await context.app.push.of(found.player.id, found.session)


async def subscribe(context: RequestContext, body: PushSubscription) -> PushSettings:
    """Let the caller's browser show notifications, of the given kinds and no others.

    It does so until it is removed or signed out, or its push service says that it is gone.
    """
    found = await context.sign_in()
    return await context.app.push.subscribe(found, body, context.client.base_url, context.device)


async def remove(context: RequestContext) -> PushSettings:
    """Let one of the caller's browsers show nothing any more, and return the others."""
    found = await context.sign_in()
    return await context.app.push.remove(found.player.id, found.session, context.request.path_params["device"])


async def test(context: RequestContext) -> PushSettings:
    """Send a notification to the caller's browser."""
    found = await context.sign_in()
    context.limit(context.app.limits.webhook_tests, "too_many_tests", "tests")
    return await context.app.push.test(found.player.id, found.session)


_PATH = "/api/me/push"
_GONE = "push_device_not_found"
ROUTES = (
    Route("GET", _PATH, settings, PushSettings, problems=("no_identity",)),
    Route(
        "PUT",
        _PATH,
        subscribe,
        PushSettings,
        PushSubscription,
        problems=(*BODY_PROBLEMS, "no_identity", "no_push", "bad_subscription"),
    ),
    Route("DELETE", f"{_PATH}/{{device}}", remove, PushSettings, problems=("no_identity", "foreign_origin", _GONE)),
    Route(
        "POST",
        f"{_PATH}/test",
        test,
        PushSettings,
        problems=("no_identity", "foreign_origin", _GONE, "too_many_tests"),
        cost=TEST_COST,
    ),
)
