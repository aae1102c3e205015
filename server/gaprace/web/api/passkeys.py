"""HTTP routes of passkeys. The docstring of a handler is the description of its route."""

from gaprace.services.passkeys import Site
from gaprace.web.http.bodies import BODY_PROBLEMS
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import Identity, PasskeyAnswer, PasskeyList, PasskeyOptions


def _site(context: RequestContext) -> Site:
    return Site(context.app.settings.site_name, context.client.base_url)


async def passkeys(context: RequestContext) -> PasskeyList:
    """Return the caller's passkeys, the latest first."""
    return await context.app.passkeys.of(await context.player())


async def options(context: RequestContext) -> PasskeyOptions:
    """Return the options for creating a passkey in the caller's browser, valid for ten minutes."""
    return await context.app.passkeys.options(await context.player(), _site(context))


async def add(context: RequestContext, body: PasskeyAnswer) -> PasskeyList:
    """Store a passkey that the caller's browser has created with those options. Return all passkeys.

    It is valid until it is removed, or all tokens of the player are revoked: by a recovery, or by signing out
    everywhere.
    """
    player = await context.player()
    return await context.app.passkeys.add(player, _site(context), body.credential, context.device)


async def remove(context: RequestContext) -> PasskeyList:
    """Remove one of the caller's passkeys, and return the others. Sessions that began with it stay open."""
    return await context.app.passkeys.remove(await context.player(), context.request.path_params["id"])


async def sign_in_options(context: RequestContext) -> PasskeyOptions:
    """Return the options for a sign-in with a passkey, valid for ten minutes."""
    context.limit(context.app.limits.recoveries, "too_many_identities", "sign-ins")
    return await context.app.passkeys.sign_in_options(_site(context))


async def sign_in(context: RequestContext, body: PasskeyAnswer) -> Identity:
    """Sign in with a passkey. The token is also set as a cookie; other devices stay signed in."""
    context.limit(context.app.limits.recoveries, "too_many_identities", "sign-ins")
    identity = await context.app.passkeys.sign_in(_site(context), body.credential)
    context.cookie_token = identity.token
    return identity


_HERE = ("foreign_origin", "no_passkeys_here")

ROUTES = (
    Route("GET", "/api/v1/me/passkeys", passkeys, PasskeyList, problems=("no_identity",)),
    Route(
        "POST",
        "/api/v1/me/passkeys/options",
        options,
        PasskeyOptions,
        problems=("no_identity", "too_many_passkeys", *_HERE),
    ),
    Route(
        "POST",
        "/api/v1/me/passkeys",
        add,
        PasskeyList,
        PasskeyAnswer,
        status=201,
        problems=(*BODY_PROBLEMS, "no_identity", "bad_passkey", "too_many_passkeys", "no_passkeys_here"),
    ),
    Route(
        "DELETE",
        "/api/v1/me/passkeys/{id}",
        remove,
        PasskeyList,
        problems=("no_identity", "foreign_origin", "passkey_not_found"),
    ),
    Route(
        "POST",
        "/api/v1/passkeys/options",
        sign_in_options,
        PasskeyOptions,
        problems=("too_many_identities", *_HERE),
    ),
    Route(
        "POST",
        "/api/v1/passkeys/sign-in",
        sign_in,
        Identity,
        PasskeyAnswer,
        problems=(*BODY_PROBLEMS, "bad_passkey", "unknown_passkey", "no_passkeys_here", "too_many_identities"),
    ),
)
