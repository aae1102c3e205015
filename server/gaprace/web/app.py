"""The application: routes, and what is said when one fails."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from http import HTTPStatus

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gaprace.errors import BadName, RequestError, RoomError, UnknownRecoveryCode, WrongName
from gaprace.web.api.analysis import ANALYSIS
from gaprace.web.api.dailies import DAILIES
from gaprace.web.api.leaderboards import BOARDS
from gaprace.web.api.profiles import PLAYERS
from gaprace.web.api.rooms import API
from gaprace.web.api.schemas import SOCKET_PATH, openapi
from gaprace.web.context import Parts
from gaprace.web.http.middleware import Guard
from gaprace.web.http.operations import Call, Operation
from gaprace.web.http.problems import problem_response
from gaprace.web.ops import OPERATIONS_ROUTES
from gaprace.web.pages.pages import PAGES, not_found_page
from gaprace.web.social.routes import PICTURES
from gaprace.web.ws.socket import RoomSocket

Endpoint = Callable[[Request], Awaitable[Response]]


async def openapi_document(_: Call) -> Response:
    """Return this document."""
    return Response(_openapi_json(), headers={"Cache-Control": "no-cache"}, media_type="application/json")


OPERATIONS = (
    *API,
    *PLAYERS,
    *ANALYSIS,
    *DAILIES,
    *BOARDS,
    Operation("GET", "/openapi.json", openapi_document),
    *PICTURES,
    *PAGES,
    *OPERATIONS_ROUTES,
)


@cache
def _openapi_json() -> bytes:
    return msgspec.json.encode(openapi(OPERATIONS))


def build_app(parts: Parts) -> Starlette:
    """Build the application."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with parts.opened():
            yield

    app = Starlette(
        routes=routes(parts),
        middleware=[Middleware(Guard, metrics=parts.metrics)],
        exception_handlers={
            RequestError: _told,
            BadName: _told,
            RoomError: _told,
            UnknownRecoveryCode: _told,
            WrongName: _told,
            HTTPException: partial(_told_by_router, parts),
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def routes(parts: Parts) -> list[BaseRoute]:
    """Return the routes: one a path, for all its methods, and the socket."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation.endpoint(parts)
    pages = [Route(path, _dispatcher(endpoints), methods=[*endpoints]) for path, endpoints in by_path.items()]
    return [*pages, WebSocketRoute(SOCKET_PATH, RoomSocket(parts))]


def _dispatcher(endpoints: dict[str, Endpoint]) -> Endpoint:
    async def dispatched(request: Request) -> Response:
        return await endpoints["GET" if request.method == "HEAD" else request.method](request)

    return dispatched


async def _told(_: Request, error: Exception) -> Response:
    if isinstance(error, RequestError):
        return problem_response(error)
    code, message = getattr(error, "code", "bad_body"), str(error)
    return problem_response(RequestError(code, message))


async def _told_by_router(parts: Parts, request: Request, error: Exception) -> Response:
    """Put what the router objects to in our words; to a browser that was led astray, on a page."""
    if isinstance(error, HTTPException) and error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        message = f"{request.method} is not for {request.url.path}."
        return problem_response(RequestError("method_not_allowed", message), error.headers)
    found = not_found_page(parts, request)
    return found or problem_response(RequestError("not_found", "There is no such page."))
