"""What a failed request answers: a stable code with its status, and a sentence."""

from collections.abc import Mapping
from math import ceil

from starlette.responses import Response

from gaprace.errors import RequestError
from gaprace.wire import encode
from gaprace.wire.http import Problem

STATUS_OF: Mapping[str, int] = {
    "bad_body": 400,
    "bad_name": 400,
    "bad_settings": 400,
    "bad_recovery_code": 400,
    "bad_leaderboard": 400,
    "bad_cursor": 400,
    "bad_limit": 400,
    "sealed_deal": 400,
    "wrong_name": 400,
    "no_identity": 401,
    "foreign_origin": 403,
    "daily_not_open": 403,
    "sealed_daily": 403,
    "not_found": 404,
    "room_not_found": 404,
    "game_not_found": 404,
    "daily_not_found": 404,
    "player_not_found": 404,
    "unknown_recovery_code": 404,
    "method_not_allowed": 405,
    "too_slow": 408,
    "daily_played": 409,
    "body_too_large": 413,
    "bad_content_type": 415,
    "too_many_requests": 429,
    "too_many_rooms": 429,
    "too_many_identities": 429,
    "too_many_pictures": 429,
    "too_many_analyses": 429,
    "too_many_exports": 429,
    "internal_error": 500,
    "no_solver": 501,
    "try_again": 503,
}
"""Every code that an HTTP route can give. One that a room gives and that is not here is a 400."""

REFUSED_STATUS = 400
NO_IDENTITY_STATUS = 401


def problem_response(problem: RequestError, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a problem."""
    status = STATUS_OF.get(problem.code, REFUSED_STATUS)
    own: dict[str, str] = {"Cache-Control": "no-store"}
    if problem.retry_after_s is not None:
        own["Retry-After"] = str(max(1, ceil(problem.retry_after_s)))
    if status == NO_IDENTITY_STATUS:
        own["WWW-Authenticate"] = "Bearer"
    body = encode(Problem(problem.code, problem.message))
    return Response(body, status, {**own, **(headers or {})}, media_type="application/json")
