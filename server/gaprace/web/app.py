"""The application: its routes, and the mapping from errors to responses."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from http import HTTPStatus
from itertools import chain

import msgspec
from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import GapraceError, Refusal
from gaprace.ports.metrics import REFUSALS
from gaprace.web import ops
from gaprace.web.api import (
    accounts,
    admin,
    arenas,
    challenges,
    dailies,
    friends,
    games,
    groups,
    leaderboards,
    moderation,
    profiles,
    push,
    puzzles,
    rooms,
    site,
    webhooks,
)
from gaprace.web.api.reference import STYLE_PATH, http_page, http_part, socket_page, style
from gaprace.web.api.schemas import Document, asyncapi, openapi
from gaprace.web.api.vocabulary import SOCKET_PATH
from gaprace.web.context import AppContext
from gaprace.web.http.middleware import RequestMiddleware
from gaprace.web.http.problems import CALLER_ERRORS, problem_response
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import ROUTE, Endpoint, Route
from gaprace.web.pages.assets import REVALIDATE, Asset, asset_of, asset_response
from gaprace.web.pages.door import DOOR, Door
from gaprace.web.pages.group_feeds import GROUP_FEEDS
from gaprace.web.pages.pages import PAGES, not_found_page
from gaprace.web.pages.sign_in import SIGN_IN
from gaprace.web.social.qr_codes import QR_CODES
from gaprace.web.social.routes import PICTURES
from gaprace.web.ws.socket import RoomSocket

MAX_ENCODED = 16
"""Documents that are kept as JSON: two for each name of the server."""


async def get_openapi(context: RequestContext) -> Response:
    """Return this document."""
    return _document(_openapi, context)


async def get_asyncapi(context: RequestContext) -> Response:
    """Return the AsyncAPI document of the WebSocket."""
    return _document(_asyncapi, context)


async def get_docs(context: RequestContext) -> Response:
    """Return this document as a page."""
    return asset_response(context, _http_page(), REVALIDATE)


async def get_part_of_docs(context: RequestContext) -> Response:
    """Return a part of this document as a page: a group of routes, all objects, or the WebSocket (`socket`)."""
    return asset_response(context, _docs_part(context.request.path_params["part"]), REVALIDATE)


async def get_docs_style(_: RequestContext) -> Response:
    """Return the style sheet of these pages."""
    return Response(style(), headers={"Cache-Control": "no-cache"}, media_type="text/css")


ROUTES_ABOUT: Mapping[str, tuple[Route, ...]] = {
    "players": (*accounts.ROUTES, *push.ROUTES, *profiles.ROUTES),
    "friends": friends.ROUTES,
    "rooms": rooms.ROUTES,
    "games": games.ROUTES,
    "dailies": dailies.ROUTES,
    "challenges": challenges.ROUTES,
    "arenas": arenas.ROUTES,
    "leaderboards": leaderboards.ROUTES,
    "puzzles": puzzles.ROUTES,
    "groups": groups.ROUTES,
    "webhooks": webhooks.ROUTES,
    "moderation": (*moderation.ROUTES, *admin.ROUTES, *site.ROUTES),
    "pages": (*PICTURES, *QR_CODES, *PAGES, *DOOR, *SIGN_IN, *GROUP_FEEDS),
    "operations": (
        Route("GET", "/openapi.json", get_openapi),
        Route("GET", "/asyncapi.json", get_asyncapi),
        Route("GET", "/docs", get_docs, media_type="text/html"),
        Route("GET", STYLE_PATH, get_docs_style, media_type="text/css", revalidates=True),
        Route("GET", "/docs/{part}", get_part_of_docs, media_type="text/html"),
        *ops.ROUTES,
    ),
}
"""All routes, by their group in the documents (`TAGS`)."""
ROUTES = tuple(chain.from_iterable(ROUTES_ABOUT.values()))


@cache
def _openapi() -> Document:
    """Return the document of the routes for programs: without pages, pictures and feeds."""
    return openapi({tag: rows for tag, rows in ROUTES_ABOUT.items() if tag != "pages"})


@cache
def _asyncapi() -> Document:
    return asyncapi()


def _document(document: Callable[[], Document], context: RequestContext) -> Response:
    """Return a document that contains the operator's contact, if there is one (`GAPRACE_CONTACT`)."""
    contact = context.app.settings.contact
    base_url = context.client.base_url if contact and "://" not in contact else ""
    return asset_response(context, _encoded(document, contact, base_url), REVALIDATE)


@lru_cache(maxsize=MAX_ENCODED)
def _encoded(document: Callable[[], Document], contact: str, base_url: str) -> Asset:
    """Return a document as JSON. `base_url` is the URL of a contact without one of its own."""
    made = document()
    info = made["info"]
    if contact:
        known = {"email": contact, "url": f"{base_url}/"} if base_url else {"url": contact}
        info = {**info, "contact": {**info["contact"], **known}}
    return asset_of(msgspec.json.encode({**made, "info": info}), ".json")


@cache
def _http_page() -> Asset:
    return asset_of(http_page(_openapi()).encode(), ".html")


@lru_cache(maxsize=MAX_ENCODED)
def _docs_part(part: str) -> Asset | None:
    page = socket_page(_asyncapi()) if part == "socket" else http_part(_openapi(), part)
    return asset_of(page.encode(), ".html") if page else None


def build_app(context: AppContext) -> Starlette:
    """Return the application."""
    app = Starlette(
        routes=_starlette_routes(context),
        middleware=[
            Middleware(RequestMiddleware, metrics=context.metrics, settings=context.settings),
            Middleware(Door, context=context),
        ],
        exception_handlers={
            **dict.fromkeys(CALLER_ERRORS, partial(_answer_error, context)),
            HTTPException: partial(_answer_router_error, context),
        },
    )
    app.router.redirect_slashes = False
    return app


def _starlette_routes(context: AppContext) -> list[routing.BaseRoute]:
    """Return one route for each path, for all of its methods, and the socket."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for route in ROUTES:
        by_path.setdefault(route.path, {})[route.method] = route.endpoint(context)
    routes = [routing.Route(path, _dispatcher(endpoints), methods=[*endpoints]) for path, endpoints in by_path.items()]
    return [*routes, routing.WebSocketRoute(SOCKET_PATH, RoomSocket(context))]


def _dispatcher(endpoints: Mapping[str, Endpoint]) -> Endpoint:
    async def dispatch(request: Request) -> Response:
        return await endpoints["GET" if request.method == "HEAD" else request.method](request)

    return dispatch


async def _answer_error(context: AppContext, request: Request, error: Exception) -> Response:
    if not isinstance(error, GapraceError):
        raise error
    if error.code == "server_full":
        context.metrics.count(REFUSALS, f"{request.method} {request.scope.get(ROUTE, 'other')}", error.code)
    return problem_response(error)


async def _answer_router_error(context: AppContext, request: Request, error: Exception) -> Response:
    """Return a problem for a request that the router refuses, the answer to `OPTIONS`, or a page for a browser."""
    if isinstance(error, HTTPException) and error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allow = {"Allow": ", ".join(_allowed(request))}
        if request.method == "OPTIONS":
            return Response(status_code=HTTPStatus.NO_CONTENT, headers=allow)
        message = f"{request.url.path} does not allow {request.method}."
        return problem_response(Refusal("method_not_allowed", message), allow)
    page = not_found_page(context, request)
    return page or problem_response(Refusal("not_found", "Page not found."))


def _allowed(request: Request) -> list[str]:
    """Return the methods of all routes that have the address of a request; `/x/me` is also one of `/x/{id}`."""
    routes = [route for route in request.app.routes if isinstance(route, routing.Route)]
    matching = [route for route in routes if route.matches(request.scope)[0] is not routing.Match.NONE]
    return sorted({"OPTIONS"}.union(*(route.methods or () for route in matching)))
