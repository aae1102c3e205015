"""Pages of other origins: those of `GAPRACE_ORIGINS` may use the API, with tokens and never with cookies (CORS)."""

from collections.abc import Mapping
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import Response

_ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE"
_ALLOWED_HEADERS = "Authorization, Content-Type, Gaprace-Invitation, If-None-Match, Last-Event-ID"
_EXPOSED_HEADERS = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
_MAX_AGE_S = 3600


def cors_headers(headers: Headers, origins: frozenset[str]) -> Mapping[str, str]:
    """Return the headers that let a page of an allowed origin read a response."""
    if not origins:
        return {}
    origin = headers.get("origin", "")
    if origin.lower() not in origins:
        return {"Vary": "Origin"}
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": _EXPOSED_HEADERS,
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Origin",
    }


def preflight_response(method: str, headers: Headers, origins: frozenset[str]) -> Response | None:
    """Return the response to a CORS preflight request; None if the request is none."""
    is_asked = method == "OPTIONS" and "access-control-request-method" in headers
    if not is_asked or headers.get("origin", "").lower() not in origins:
        return None
    return Response(
        status_code=HTTPStatus.NO_CONTENT,
        headers={
            "Access-Control-Allow-Methods": _ALLOWED_METHODS,
            "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
            "Access-Control-Max-Age": str(_MAX_AGE_S),
        },
    )
