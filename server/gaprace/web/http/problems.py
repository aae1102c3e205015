"""Problem documents (RFC 9457): the HTTP response to an error, with a status, a stable code and a message."""

from collections.abc import Mapping
from http import HTTPStatus
from math import ceil

from starlette.responses import Response

from gaprace.error_codes import ERRORS
from gaprace.errors import Disconnected, GapraceError, ReadOnly, Refusal, ServerFull
from gaprace.wire import encode
from gaprace.wire.http import Problem

CALLER_ERRORS: tuple[type[GapraceError], ...] = (Refusal, Disconnected, ServerFull, ReadOnly)
"""Errors of the caller. Any other exception is an error of the server."""
PROBLEM_JSON = "application/problem+json"


def problem_response(error: GapraceError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response to a request that failed with `error`."""
    row = ERRORS[error.code]
    all_headers = {"Cache-Control": "no-store", **_retry_after(error), **(headers or {})}
    if row.status == HTTPStatus.UNAUTHORIZED:
        all_headers["WWW-Authenticate"] = "Bearer"
    problem = Problem(error.code, error.message, f"/docs#{error.code}", row.meaning, row.status, error.message)
    return Response(encode(problem), row.status, all_headers, media_type=PROBLEM_JSON)


def _retry_after(error: GapraceError) -> Mapping[str, str]:
    known = error.retry_after_s if isinstance(error, Refusal | ServerFull) else None
    wait_s = ERRORS[error.code].retry_after_s if known is None else known
    return {} if wait_s is None else {"Retry-After": str(max(1, ceil(wait_s)))}
