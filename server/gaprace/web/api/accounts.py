"""HTTP routes of the caller's account and its sign-in. The docstring of a handler is the description of its route."""

from collections.abc import AsyncIterator
from functools import partial

from msgspec.structs import replace
from starlette.responses import Response, StreamingResponse

from gaprace.errors import Refusal
from gaprace.play.people.names import DELETED
from gaprace.web.http.authentication import bearer_token
from gaprace.web.http.bodies import JSON
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.web.pages.sign_in import provider_of
from gaprace.web.social.qr_codes import qr_code
from gaprace.wire import http
from gaprace.wire.http import ConnectedAccount

GUEST = http.NewPlayer(recovery=False)
"""The body that a browser sends before its first action."""


async def create_player(context: RequestContext, body: http.NewPlayer) -> http.Identity:
    """Create a player. The token is also set as a cookie. Keep the recovery code: it is not shown again.

    A program that plays by itself has to set `program`: it is marked as a program, and ranked among programs only. A
    player who is known and asks for a guest (`recovery: false`, nothing else) stays the same, and gets no token.
    """
    if body == GUEST and (known := await context.find_player()):
        return http.Identity(known.id, known.name, token="", recovery_code="", token_ends_at=0)
    context.limit(context.app.limits.identities, "too_many_identities", "new identities")
    identity = await context.new_player(body.name, recovery=body.recovery, program=body.program)
    context.cookie_token = identity.token
    return identity


async def get_me(context: RequestContext) -> http.Me:
    """Return the caller's own identity."""
    player, moderation = await context.player(), context.app.moderation
    unread, announcement = await moderation.count_unread(player), await moderation.announcement()
    return replace(context.app.accounts.me_of(player), unread_decisions=unread, announcement=announcement)


async def update_me(context: RequestContext, body: http.Rename) -> http.Me:
    """Change the caller's name: 1 to 24 characters, without control, formatting and private-use characters.

    Also, whether finished games of the caller may be recorded rivals of others, and under which name.
    """
    player, accounts = await context.player(), context.app.accounts
    if body.recorded_as is not None:
        player = await accounts.record(player, body.recorded_as)
    if body.name is not None:
        player = await accounts.rename(player, body.name)
        await context.app.rooms.renamed(player)
    return context.app.accounts.me_of(player)


async def renew_token(context: RequestContext) -> http.Token:
    """Return a new token, which expires later than the one of this request. Cookies are renewed automatically."""
    found = await context.sign_in()
    return context.app.accounts.new_token(found.player, found.session)


async def create_ticket(context: RequestContext) -> http.Token:
    """Return a ticket: a token that ends after a minute, for `?ticket=` of a socket or an event stream.

    It is for pages of other origins, which cannot set a header there. It may do what the token of this request may,
    but not change the account. It is good until the connection is open; the connection may last longer.
    """
    return context.app.accounts.ticket(await context.sign_in())


async def create_program_token(context: RequestContext, body: http.NewProgramToken) -> http.Token:
    """Return a token for a program with the scope `read` or `play`. It expires after 180 days and cannot be renewed.

    It is listed among the sessions, and revoked there: `DELETE /api/v1/me/sessions/{id}`.
    """
    found = await context.sign_in()
    name = " ".join("".join(each if each.isprintable() else " " for each in body.name).split())
    if not name:
        raise Refusal("bad_name", "The program needs a name that can be seen.")
    session = await context.app.sessions.begin_program(found.player, f"{name} ({body.scope})")
    return context.app.accounts.scoped_token(found.player, session, body.scope)


async def sign_out_everywhere(context: RequestContext) -> http.Token:
    """Revoke all tokens of the caller, and return a new one, which is also set as a cookie if the old one was."""
    found = await context.sign_in()
    sign_in = context.app.sign_in
    can_return = sign_in is not None and await sign_in.connections.brings_back(found.player)
    player = await context.app.accounts.sign_out_everywhere(found.player, can_return=can_return)
    context.afterwards = partial(context.app.rooms.recovered, player.id)  # its own tabs come back with the new cookie
    token = context.app.accounts.new_token(player, found.session)
    if bearer_token(context.request) is None:
        context.cookie_token = token.token
    return token


async def create_recovery_code(context: RequestContext, body: http.NewRecoveryCode) -> http.RecoveryCode:
    """Return a new recovery code. With the current code in the body, it is valid at once, otherwise after a week.

    Until then the owner sees the pending code, and can withdraw it. A player's first code works at once, but does not
    sign out other devices before the week is over.
    """
    return await context.app.accounts.new_recovery_code(await context.player(), body.recovery_code)


async def withdraw_recovery_code(context: RequestContext) -> http.Me:
    """Withdraw the pending recovery code, if there is one."""
    player = await context.app.accounts.withdraw_recovery_code(await context.player())
    return context.app.accounts.me_of(player)


async def recover(context: RequestContext, body: http.Recover) -> http.Identity:
    """Sign in with a recovery code: other devices are signed out, and the code is replaced by a new one.

    A first code less than a week old signs in without doing either.
    """
    identity = await context.app.accounts.recover(body.recovery_code)
    context.afterwards = partial(context.app.rooms.recovered, identity.id)
    context.cookie_token = identity.token
    return identity


async def create_device_code(context: RequestContext) -> http.DeviceCode:
    """Return a code that signs in another device of the caller, once, within five minutes. An earlier code ends now.

    `GET /api/v1/me/sessions` has the new session as soon as the code is used.
    """
    player = await context.player()
    code, ends_at = await context.app.accounts.new_device_code(player)
    link = f"{context.client.base_url}/device#{code}"
    return http.DeviceCode(code, link, qr_code(link).decode(), ends_at)


async def use_device_code(context: RequestContext, body: http.UseDeviceCode) -> http.Identity:
    """Sign in with the code that another device shows. The token is also set as a cookie."""
    network = context.app.networks.hash_of(context.client.address)
    identity = await context.app.accounts.add_device(body.code, context.device, network)
    context.cookie_token = identity.token
    return identity


async def list_sessions(context: RequestContext) -> http.SessionList:
    """Return the sessions of the caller, the last seen first."""
    found = await context.sign_in()
    return await context.app.sessions.of(found.player, found.session)


async def end_session(context: RequestContext) -> http.SessionList:
    """Sign out one of the caller's browsers or programs, perhaps this one, and return those still signed in."""
    found = await context.sign_in()
    ended = context.request.path_params["id"]
    await context.app.sessions.end(found.player, ended)
    if ended == found.session and bearer_token(context.request) is None:
        context.cookie_token = ""
    return await context.app.sessions.of(found.player, found.session)


async def export_me(context: RequestContext) -> Response:
    """Return all stored data about the caller, as a file."""
    player = await context.player()
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="gaprace-{player.id}.json"',
    }
    parts = context.app.profiles.export(player)
    first = await anext(parts)  # before the response starts: the store may be unavailable
    return StreamingResponse(_all(first, parts), headers=headers, media_type=JSON)


async def _all(first: bytes, others: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for part in others:
        yield part


async def delete_me(context: RequestContext, body: http.DeleteMe) -> http.Me:
    """Delete the caller's account for good: all sessions end, running games are resigned, and seats are given up.

    Finished games stay, under a deleted player.
    """
    player = await context.player()
    await context.app.accounts.delete(player, body.name)
    await context.app.rooms.deleted(player.id)
    context.cookie_token = ""
    return http.Me(player.id, DELETED)


async def get_account(context: RequestContext) -> ConnectedAccount:
    """Return whether the caller is connected to an account of this server's OpenID Connect provider.

    To connect an account, open the page `/sign-in` in a browser.
    """
    return await provider_of(context).connections.of(await context.player())


async def disconnect_account(context: RequestContext) -> ConnectedAccount:
    """Disconnect the caller from that account. Sessions that began with it stay open."""
    return await provider_of(context).connections.disconnect(await context.player())


ROUTES = (
    Route("POST", "/api/v1/players", create_player, status=201),
    Route("GET", "/api/v1/me", get_me, caller="player"),
    Route(
        "PATCH", "/api/v1/me", update_me, caller="player", limit=Limit("renames", "too_many_requests", "name changes")
    ),
    Route("DELETE", "/api/v1/me", delete_me, caller="player"),
    Route(
        "GET",
        "/api/v1/me/export",
        export_me,
        documented=http.Export,
        caller="player",
        scope="account",
        limit=Limit("exports", "too_many_exports", "exports"),
    ),
    Route("GET", "/api/v1/me/sessions", list_sessions, caller="player", scope="account"),
    Route("DELETE", "/api/v1/me/sessions/{id}", end_session, caller="player"),
    Route("POST", "/api/v1/me/token", renew_token, caller="player"),
    Route("POST", "/api/v1/me/ticket", create_ticket, status=201, caller="player", scope="read"),
    Route("POST", "/api/v1/me/tokens", create_program_token, status=201, caller="player"),
    Route("POST", "/api/v1/me/sign-out", sign_out_everywhere, caller="player"),
    Route("POST", "/api/v1/me/recovery", create_recovery_code, caller="player"),
    Route("POST", "/api/v1/me/device-code", create_device_code, status=201, caller="player"),
    Route("POST", "/api/v1/device-code", use_device_code, limit=Limit("recoveries", "too_many_identities", "codes")),
    Route("DELETE", "/api/v1/me/recovery", withdraw_recovery_code, caller="player"),
    Route("POST", "/api/v1/recover", recover, limit=Limit("recoveries", "too_many_identities", "recoveries")),
    Route("GET", "/api/v1/me/account", get_account, caller="player", scope="account"),
    Route("DELETE", "/api/v1/me/account", disconnect_account, caller="player"),
)
