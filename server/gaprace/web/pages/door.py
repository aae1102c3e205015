"""The door of a private server: the page for visitors without access, and the invitation link."""

import re
from html import escape
from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from gaprace.settings import ServerSettings
from gaprace.texts import TEXTS
from gaprace.web.context import AppContext
from gaprace.web.http.admission import INVITATION_PATH, SIGN_IN_PATH, Admission, Invitations, cookie_headers
from gaprace.web.http.clients import accepts
from gaprace.web.http.problems import problem_response
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.language import language_of
from gaprace.web.pages.plain_pages import NO_STORE, filled, host_links, plain_page

_OWN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]{0,500}")
"""A path of this server, and no address of another one, as a browser reads `//host` and `/\\host`."""


class Door:
    """A middleware of private servers: without access, browsers receive a page, and programs a problem."""

    def __init__(self, app: ASGIApp, context: AppContext) -> None:
        self._app, self._context, self._admission = app, context, Admission(context)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        answer = await self._answer(HTTPConnection(scope)) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)

    async def _answer(self, request: HTTPConnection) -> Response | None:
        refusal = await self._admission.refusal(request)
        if refusal is None:
            return None
        if not accepts(request.headers, "text/html"):
            return problem_response(refusal)
        query = request.url.query
        return _page(request, self._context.settings, "", f"{quote(request.url.path)}{f'?{query}' if query else ''}")


def own_path(to: str) -> str:
    """Return a path of this server that is safe as a target: `to`, or else the home page."""
    return to if _OWN_PATH.fullmatch(to) else "/"


async def use_invitation(context: RequestContext) -> Response:
    """Admit a browser with an invitation, and redirect to the page at `to`."""
    query, settings = context.request.query_params, context.app.settings
    to, invitations = own_path(query.get("to", "/")), Invitations(settings)
    own_pass = invitations.pass_for(query.get("code", "").strip(), context.app.clock.now())
    if invitations.are_used and own_pass is None:
        return _page(context.request, settings, "wrong" if query.get("code") else "", to)
    response = RedirectResponse(to, HTTPStatus.SEE_OTHER, NO_STORE)
    for header in cookie_headers(own_pass, context.client) if own_pass else ():
        response.headers.append("Set-Cookie", header)
    return response


def _page(connection: HTTPConnection, settings: ServerSettings, text: str, to: str) -> Response:
    """Return the door page with a text, by default the one about the ways to enter."""
    language, signs_in = language_of(connection, settings.language), settings.private and bool(settings.oidc_issuer)
    texts, links = TEXTS[language]["door"], host_links(settings, language)
    ways = ("both" if settings.invitations else "sign in") if signs_in else "private"
    content = f"<h1>{escape(settings.site_name)}</h1><p>{texts[text or ways]}</p>"
    if signs_in:
        label = filled(texts["with"], {"label": settings.oidc_label})
        content += f'<p class="row"><a class="btn main" href="{SIGN_IN_PATH}?to={quote(to)}">{label}</a></p>'
    if settings.invitations:
        button = f'<button class="btn{"" if signs_in else " main"}">{texts["enter"]}</button>'
        content += f"""
          <form action="{INVITATION_PATH}">
            <label>{texts["code"]} <input name="code" required autocomplete="off" /></label>
            <input type="hidden" name="to" value="{escape(to)}" />
            <p class="row">{button}{links}</p>
          </form>"""
    elif links:
        content += f'<p class="row">{links}</p>'
    return plain_page(connection, settings, content, HTTPStatus.FORBIDDEN)


DOOR = (
    Route(
        "GET",
        INVITATION_PATH,
        use_invitation,
        media_type="text/html",
        query={"code": "The code of the invitation.", "to": "The path of the page to go on to."},
    ),
)
