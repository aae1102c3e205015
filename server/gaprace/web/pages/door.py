"""The door of a private server: all that is seen without an invitation, and the link that opens it."""

import re
from html import escape
from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from gaprace.ports import Clock
from gaprace.settings import ServerSettings
from gaprace.web.http.invitations import INVITATION_PATH, Invitations, cookie_headers
from gaprace.web.http.problems import problem_response
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route

_TEXTS = {
    "en": {
        "private": "This site is private. To come in, open the link of your invitation, or enter its code.",
        "wrong": "That code is not valid, or not any more. Ask for a new link.",
        "code": "Invitation code",
        "enter": "Come in",
        "imprint": "Imprint",
        "privacy": "Privacy policy",
    },
    "de": {
        "private": "Diese Seite ist privat. Öffne den Link deiner Einladung, oder gib ihren Code ein.",
        "wrong": "Dieser Code gilt nicht, oder nicht mehr. Bitte um einen neuen Link.",
        "code": "Code der Einladung",
        "enter": "Eintreten",
        "imprint": "Impressum",
        "privacy": "Datenschutz",
    },
    "pl": {
        "private": "Ta strona jest prywatna. Otwórz link z zaproszenia albo wpisz jego kod.",
        "wrong": "Ten kod nie działa albo już nie działa. Poproś o nowy link.",
        "code": "Kod zaproszenia",
        "enter": "Wejdź",
        "imprint": "Nota prawna",
        "privacy": "Prywatność",
    },
    "he": {
        "private": "האתר הזה פרטי. כדי להיכנס, פתחו את הקישור שבהזמנה או הזינו את הקוד שלה.",
        "wrong": "הקוד הזה לא תקף, או כבר לא תקף. בקשו קישור חדש.",
        "code": "קוד ההזמנה",
        "enter": "כניסה",
        "imprint": "פרטי המפעיל",
        "privacy": "פרטיות",
    },
}
_FROM_RIGHT = {"he"}
"""The languages that are written from right to left."""
_OWN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]{0,500}")
"""A path of this server, and no address of another one, as a browser reads `//host` and `/\\host`."""
_NO_STORE = {"Cache-Control": "no-store", "Vary": "Accept-Language"}


class Door:
    """A layer of the application: it answers requests without an invitation with a page to browsers, else a problem."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, clock: Clock) -> None:
        self._app, self._settings, self._clock = app, settings, clock
        self._invitations = Invitations(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        answer = self._answer(HTTPConnection(scope)) if scope["type"] == "http" else None
        await (answer or self._app)(scope, receive, send)

    def _answer(self, request: HTTPConnection) -> Response | None:
        refusal = self._invitations.refusal(request, self._clock.now())
        if refusal is None:
            return None
        if "text/html" not in request.headers.get("accept", ""):
            return problem_response(refusal)
        query = request.url.query
        return _page(request, self._settings, "private", f"{quote(request.url.path)}{f'?{query}' if query else ''}")


async def use_invitation(context: RequestContext) -> Response:
    """Let a browser in whose visitor was invited, and go on to the page at `to`."""
    query, settings = context.request.query_params, context.app.settings
    to = query.get("to", "/")
    to = to if _OWN_PATH.fullmatch(to) else "/"
    invitations = Invitations(settings)
    own_pass = invitations.pass_for(query.get("code", "").strip(), context.app.clock.now())
    if invitations.is_private and own_pass is None:
        return _page(context.request, settings, "wrong" if query.get("code") else "private", to)
    response = RedirectResponse(to, HTTPStatus.SEE_OTHER, _NO_STORE)
    for header in cookie_headers(own_pass, secure=context.client.secure) if own_pass else ():
        response.headers.append("Set-Cookie", header)
    return response


def _page(connection: HTTPConnection, settings: ServerSettings, text: str, to: str) -> Response:
    wanted = connection.headers.get("accept-language", "").lower()[:2]
    language = wanted if wanted in _TEXTS else "en"
    texts, site = _TEXTS[language], escape(settings.site_name)
    pages = ((settings.imprint_url, "imprint"), (settings.privacy_url, "privacy"))
    links = "".join(f'<a class="btn quiet" href="{escape(url)}">{texts[name]}</a>' for url, name in pages if url)
    direction = "rtl" if language in _FROM_RIGHT else "ltr"
    page = f"""<!doctype html>
<html lang="{language}" dir="{direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>{site}</title>
    <link rel="icon" href="/client/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/client/ui/base.css" />
    <link rel="stylesheet" href="/client/ui/page.css" />
  </head>
  <body>
    <header id="top"></header>
    <main id="main">
      <div class="page">
        <section class="panel">
          <h1>{site}</h1>
          <p>{texts[text]}</p>
          <form action="{INVITATION_PATH}">
            <label>{texts["code"]} <input name="code" required autocomplete="off" /></label>
            <input type="hidden" name="to" value="{escape(to)}" />
            <p class="row"><button class="btn main">{texts["enter"]}</button>{links}</p>
          </form>
        </section>
      </div>
    </main>
  </body>
</html>
"""
    return HTMLResponse(page, HTTPStatus.FORBIDDEN, _NO_STORE)


DOOR = (
    Route(
        "GET",
        INVITATION_PATH,
        use_invitation,
        media_type="text/html",
        query={"code": "The code of the invitation.", "to": "The path of the page to go on to."},
    ),
)
