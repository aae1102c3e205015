"""HTTP routes of webhooks: those of a group, for its owners, and those of the installation, for moderators.

The docstring of a handler is the description of its route. Both sets have the same routes, under different paths.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.play.names import typed_code
from gaprace.services.webhooks import read_site
from gaprace.web.http.bodies import BODY_PROBLEMS
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import NewWebhook, Webhook, WebhookChange, WebhookList, WebhookSecret, WebhookTried

TEST_COST = 5


class _Owner(NamedTuple):
    """The owner of the webhooks in a request."""

    group: str | None
    """The code of a group; None for the installation."""


async def _owner(context: RequestContext) -> _Owner:
    """Return the owner of the webhooks in a request, if the sender may manage them."""
    path = context.request.path_params
    if "group" not in path:
        context.moderator()
        return _Owner(None)
    player = await context.active_player()
    return _Owner((await context.app.webhooks.led_by(player.id, typed_code(path["group"]))).code)


async def webhooks(context: RequestContext) -> WebhookList:
    """Return the webhooks with the state of their messages. For the owners of the group, or moderators."""
    return await context.app.webhooks.all((await _owner(context)).group)


async def new_webhook(context: RequestContext, body: NewWebhook) -> WebhookSecret:
    """Create a webhook. The response contains its secret, which is not shown again."""
    group = (await _owner(context)).group
    site = read_site(body.site) if body.site and group is None else context.client.base_url
    return await context.app.webhooks.add(group, body, site)


async def change_webhook(context: RequestContext, body: WebhookChange) -> Webhook:
    """Change, pause or resume a webhook. Events during a pause are not sent later."""
    return await context.app.webhooks.change((await _owner(context)).group, _id(context), body)


async def remove_webhook(context: RequestContext) -> WebhookList:
    """Delete a webhook with its pending messages; return the others."""
    return await context.app.webhooks.remove((await _owner(context)).group, _id(context))


async def renew_secret(context: RequestContext) -> WebhookSecret:
    """Replace the secret of a webhook. For a day, messages are also signed with the old one."""
    return await context.app.webhooks.renew_secret((await _owner(context)).group, _id(context))


async def test_webhook(context: RequestContext) -> WebhookTried:
    """Send a test message at once, and return the outcome."""
    owner = await _owner(context)
    context.limit(context.app.limits.webhook_tests, "too_many_tests", "tests")
    return await context.app.webhooks.test(owner.group, _id(context))


async def resend_all(context: RequestContext) -> Webhook:
    """Send all undelivered messages again; each keeps its id."""
    return await context.app.webhooks.resend((await _owner(context)).group, _id(context))


async def resend(context: RequestContext) -> Webhook:
    """Send an undelivered message again; it keeps its id."""
    letter = context.request.path_params["letter"]
    return await context.app.webhooks.resend((await _owner(context)).group, _id(context), letter)


def _id(context: RequestContext) -> str:
    webhook: str = context.request.path_params["webhook"]
    return webhook


def _routes(path: str, refused: Sequence[str]) -> tuple[Route, ...]:
    """Return the routes below a path, which may answer with the problems `refused`."""
    one, bad, safe = f"{path}/{{webhook}}", (*BODY_PROBLEMS, *refused), (*refused, "foreign_origin")
    gone = "webhook_not_found"
    return (
        Route("GET", path, webhooks, WebhookList, problems=tuple(refused)),
        Route(
            "POST",
            path,
            new_webhook,
            WebhookSecret,
            NewWebhook,
            status=201,
            problems=(*bad, "bad_webhook", "too_many_webhooks"),
        ),
        Route("PATCH", one, change_webhook, Webhook, WebhookChange, problems=(*bad, gone, "bad_webhook")),
        Route("DELETE", one, remove_webhook, WebhookList, problems=(*safe, gone)),
        Route("POST", f"{one}/secret", renew_secret, WebhookSecret, problems=(*safe, gone)),
        Route(
            "POST", f"{one}/test", test_webhook, WebhookTried, problems=(*safe, gone, "too_many_tests"), cost=TEST_COST
        ),
        Route("POST", f"{one}/dead", resend_all, Webhook, problems=(*safe, gone)),
        Route("POST", f"{one}/dead/{{letter}}", resend, Webhook, problems=(*safe, gone)),
    )


_LED = ("no_identity", "suspended", "group_not_found", "group_members_only", "group_owners_only")
ROUTES = (
    *_routes("/api/v1/groups/{group}/webhooks", _LED),
    *_routes("/api/v1/admin/webhooks", ("no_admin",)),
)
