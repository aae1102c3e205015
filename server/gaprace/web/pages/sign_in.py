"""The pages of sign-in with OpenID Connect: the redirects to the provider and back, the questions, and the errors.

The state of a sign-in is in a cookie that only this server can write, and the token is in a cookie as always: scripts
can read neither. So another browser can neither start nor finish a sign-in for this one, and another site cannot answer
the questions (its forms are sent without the cookie, and are also refused).
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from html import escape
from http import HTTPStatus
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from gaprace.error_codes import ERRORS
from gaprace.errors import GapraceError, ReadOnly, Refusal, StoreUnavailable
from gaprace.people.openid import Asked, Browser, Entered, OpenIdSignIn
from gaprace.people.signed_notes import LIFETIME_MS
from gaprace.texts import TEXTS
from gaprace.web.http.admission import ANSWER_PATH, CALLBACK_PATH, QUESTION_PATH, SIGN_IN_PATH
from gaprace.web.http.authentication import cookie_header, cookie_name
from gaprace.web.http.clients import accepts
from gaprace.web.http.problems import problem_response
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.door import own_path
from gaprace.web.pages.language import language_of
from gaprace.web.pages.plain_pages import NO_STORE, filled, host_links, plain_page

COOKIE = "gaprace-sign-in"
SIGNED_IN = "#signed-in"
"""Behind the address of the page that comes next: the player of this browser has changed, and knows of it."""
HTML = "text/html"

Handler = Callable[[RequestContext], Awaitable[Response]]


def provider_of(context: RequestContext) -> OpenIdSignIn:
    """Return the sign-in by a provider. Raises `no_sign_in_here`."""
    if context.app.sign_in is None:
        raise Refusal("no_sign_in_here", "This server has no sign-in with OpenID Connect.")
    return context.app.sign_in


def _with_pages(handler: Handler) -> Handler:
    """Return a page to browsers when a sign-in fails, and a problem to programs."""

    @wraps(handler)
    async def answer(context: RequestContext) -> Response:
        try:
            if context.app.settings.read_only:
                raise ReadOnly
            return await handler(context)
        except (Refusal, StoreUnavailable) as error:
            known = error.code in TEXTS["en"]["sign_in"]
            if not accepts(context.request.headers, HTML) or not known:
                raise
            return _failed(context, error)

    return answer


@_with_pages
async def begin(context: RequestContext) -> Response:
    """Redirect a browser to the OpenID Connect provider, and afterwards to the page at `to`.

    `other`: let the visitor choose another account there.
    """
    query = context.request.query_params
    to = own_path(query.get("to", "/")).partition("#")[0]
    kept, address = await provider_of(context).begin(_redirect_uri(context), to, other="other" in query)
    return _kept(context, RedirectResponse(address, HTTPStatus.SEE_OTHER, NO_STORE), kept)


@_with_pages
async def callback(context: RequestContext) -> Response:
    """Handle the provider's response: sign in, or ask first (OpenID Connect Core 1.0, section 3.1.2.5)."""
    provider = provider_of(context)
    context.limit(context.app.limits.identities, "too_many_identities", "sign-ins")
    await context.app.networks.refuse_banned(context.client.address)
    answer = dict(context.request.query_params)
    found = await provider.finish(_note(context), _redirect_uri(context), answer, await _browser(context))
    if isinstance(found, Entered):
        return _entered(context, found)
    return _kept(context, RedirectResponse(QUESTION_PATH, HTTPStatus.SEE_OTHER, NO_STORE), found[0])


@_with_pages
async def question(context: RequestContext) -> Response:
    """Return the page that asks whether to connect the player of this browser, or whether to leave it."""
    provider = provider_of(context)
    asked = provider.question(_note(context), await context.find_player())
    player = await context.player()
    return plain_page(context.request, context.app.settings, _question(context, asked, player.name))


@_with_pages
async def answer(context: RequestContext) -> Response:
    """Carry out the visitor's choice on that page."""
    choice = context.request.query_params.get("choice", "")
    return _entered(context, await provider_of(context).answer(_note(context), choice, await _browser(context)))


def _redirect_uri(context: RequestContext) -> str:
    return f"{context.client.base_url}{CALLBACK_PATH}"


def _note(context: RequestContext) -> str:
    """Return the browser's note of a sign-in; over https, only a note that was set over https."""
    return context.request.cookies.get(cookie_name(COOKIE, context.client), "")


async def _browser(context: RequestContext) -> Browser:
    network = context.app.networks.hash_of(context.client.address)
    return Browser(await context.find_player(), context.device, network)


def _kept(context: RequestContext, response: Response, note: str) -> Response:
    """Return a response that sets the browser's note; an empty note deletes it."""
    name = cookie_name(COOKIE, context.client)
    response.headers.append("Set-Cookie", cookie_header(name, note, LIFETIME_MS // 1000, secure=context.client.secure))
    return response


def _entered(context: RequestContext, entered: Entered) -> Response:
    if entered.identity:
        context.cookie_token = entered.identity.token
    mark = SIGNED_IN if entered.identity else ""
    return _kept(context, RedirectResponse(f"{entered.to}{mark}", HTTPStatus.SEE_OTHER, NO_STORE), "")


def _question(context: RequestContext, asked: Asked, player: str) -> str:
    label = context.app.settings.oidc_label
    texts = TEXTS[language_of(context.request, context.app.settings.language)]["sign_in"]
    values = {"player": player, "owner": asked.owner, "label": label, "account": asked.shown or label}

    def say(key: str) -> str:
        return filled(texts[key], values)

    def button(choice: str, key: str, kind: str = "") -> str:
        return f'<button class="btn{kind}" formaction="{ANSWER_PATH}?choice={choice}">{say(key)}</button>'

    if asked.owner:
        buttons = button("switch", "switch yes", " main") + button("stay", "switch no")
        return f"<h1>{say('switch title')}</h1><p>{say('switch')}</p>{_form(buttons)}"
    buttons = (
        button("connect", "connect yes", " main") + button("new", "connect new") + button("stay", "cancel", " quiet")
    )
    note = f'<p class="small soft">{say("connect note")}</p>'
    return f"<h1>{say('connect title')}</h1><p>{say('connect')}</p>{_form(buttons)}{note}"


def _form(buttons: str) -> str:
    return f'<form method="post"><p class="row">{buttons}</p></form>'


def _failed(context: RequestContext, error: GapraceError) -> Response:
    settings = context.app.settings
    language = language_of(context.request, settings.language)
    texts, code = TEXTS[language]["sign_in"], error.code
    text = filled(texts[code], {"label": settings.oidc_label})
    to = quote(own_path(context.request.query_params.get("to", "/")))
    again = {"account_not_allowed": "other", "no_sign_in_here": ""}.get(code, "again")
    other = "&other=1" if again == "other" else ""
    links = f'<a class="btn main" href="{SIGN_IN_PATH}?to={to}{other}">{texts[again]}</a>' if again else ""
    links += f'<a class="btn" href="/">{texts["home"]}</a>{host_links(settings, language)}'
    content = (
        f'<h1>{texts["failed"]}</h1><p>{text}</p><p class="row">{links}</p><p class="small soft">{escape(code)}</p>'
    )
    status = HTTPStatus(ERRORS[code].status)
    page = plain_page(context.request, settings, content, status)
    retry = problem_response(error).headers.get("Retry-After")
    if retry:
        page.headers["Retry-After"] = retry
    return _kept(context, page, "")


SIGN_IN = (
    Route(
        "GET",
        SIGN_IN_PATH,
        begin,
        status=303,
        media_type="",
        query={"to": "The path of the page to go on to.", "other": "Anything: to choose another account."},
    ),
    Route(
        "GET",
        CALLBACK_PATH,
        callback,
        status=303,
        media_type="",
        query={
            "code": "As the provider has made it.",
            "state": "As it was sent to the provider.",
            "iss": "The provider (RFC 9207).",
            "error": "Why the provider has signed nobody in.",
        },
    ),
    Route("GET", QUESTION_PATH, question, media_type=HTML),
    Route(
        "POST",
        ANSWER_PATH,
        answer,
        status=303,
        media_type="",
        query={"choice": "`connect`, `new`, `switch` or `stay`."},
    ),
)
