"""HTTP routes of webhooks: those of a group, for its owners, and those of the installation, for moderators.

The docstring of a handler is the description of its route. Both sets have the same routes, under different paths.
"""

from dataclasses import replace

from gaprace.notices.webhooks import read_site
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Caller, Limit, Route
from gaprace.wire.http import NewWebhook, Webhook, WebhookChange, WebhookList, WebhookSecret, WebhookTried

TEST_COST = 5


async def _owner(context: RequestContext) -> str | None:
    """Return the code of the group whose webhooks a request is about, or None for those of the installation."""
    path = context.request.path_params
    if "group" not in path:
        return None
    return (await context.app.webhooks.owned_group((await context.player()).id, context.code("group"))).code


async def list_webhooks(context: RequestContext) -> WebhookList:
    """Return the webhooks with the state of their messages. For the owners of the group, or moderators."""
    return await context.app.webhooks.all(await _owner(context))


async def create_webhook(context: RequestContext, body: NewWebhook) -> WebhookSecret:
    """Create a webhook. The response contains its secret, which is not shown again."""
    group = await _owner(context)
    site = read_site(body.site) if body.site and group is None else context.client.base_url
    return await context.app.webhooks.add(group, body, site)


async def update_webhook(context: RequestContext, body: WebhookChange) -> Webhook:
    """Change, pause or resume a webhook. Events during a pause are not sent later."""
    return await context.app.webhooks.change(await _owner(context), _id(context), body)


async def delete_webhook(context: RequestContext) -> WebhookList:
    """Delete a webhook with its pending messages; return the others."""
    return await context.app.webhooks.remove(await _owner(context), _id(context))


async def renew_webhook_secret(context: RequestContext) -> WebhookSecret:
    """Replace the secret of a webhook. For a day, messages are also signed with the old one."""
    return await context.app.webhooks.renew_secret(await _owner(context), _id(context))


async def test_webhook(context: RequestContext) -> WebhookTried:
    """Send a test message at once, and return the outcome."""
    owner = await _owner(context)
    return await context.app.webhooks.test(owner, _id(context))


async def resend_messages(context: RequestContext) -> Webhook:
    """Send all undelivered messages again; each keeps its id."""
    return await context.app.webhooks.resend(await _owner(context), _id(context))


def _id(context: RequestContext) -> str:
    webhook: str = context.request.path_params["webhook"]
    return webhook


def _routes(path: str, caller: Caller, whose: str) -> tuple[Route, ...]:
    """Return the routes below a path, whose names say whose webhooks they are about."""
    one = f"{path}/{{webhook}}"
    rows: tuple[Route, ...] = (
        Route("GET", path, list_webhooks, caller=caller),
        Route("POST", path, create_webhook, status=201, caller=caller),
        Route("PATCH", one, update_webhook, caller=caller),
        Route("DELETE", one, delete_webhook, caller=caller),
        Route("POST", f"{one}/secret", renew_webhook_secret, caller=caller),
        Route(
            "POST",
            f"{one}/test",
            test_webhook,
            caller=caller,
            cost=TEST_COST,
            limit=Limit("webhook_tests", "too_many_tests", "tests"),
        ),
        Route("POST", f"{one}/dead", resend_messages, caller=caller),
    )
    return tuple(replace(row, operation=row.name.replace("_", f"_{whose}_", 1)) for row in rows)


ROUTES = (
    *_routes("/api/v1/groups/{group}/webhooks", "active", "group"),
    *_routes("/api/v1/admin/webhooks", "moderator", "site"),
)
