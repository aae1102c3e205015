"""HTTP routes of sign-in with OpenID Connect. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.sign_in import provider_of
from gaprace.wire.http import ConnectedAccount


async def connected_account(context: RequestContext) -> ConnectedAccount:
    """Return whether the caller is connected to an account of this server's OpenID Connect provider.

    To connect an account, open the page `/sign-in` in a browser.
    """
    return await provider_of(context).connections.of(await context.player())


async def disconnect(context: RequestContext) -> ConnectedAccount:
    """Disconnect the caller from that account. Sessions that began with it stay open."""
    return await provider_of(context).connections.disconnect(await context.player())


ROUTES = (
    Route("GET", "/api/v1/me/account", connected_account, ConnectedAccount, caller="player", scope="account"),
    Route("DELETE", "/api/v1/me/account", disconnect, ConnectedAccount, caller="player"),
)
