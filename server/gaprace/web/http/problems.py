"""Problem documents (RFC 9457): the HTTP response to an error, with a status, a stable code and a message."""

from collections.abc import Mapping
from math import ceil

from starlette.responses import Response

from gaprace.errors import (
    BadName,
    GapraceError,
    GroupError,
    ModerationError,
    NetworkBanned,
    NoRecoveryCode,
    PushError,
    PuzzleError,
    ReadOnly,
    RequestError,
    RoomError,
    ServerFull,
    SignInError,
    Suspended,
    UnknownPlayer,
    UnknownRecoveryCode,
    WebhookError,
    WrongName,
)
from gaprace.wire import encode
from gaprace.wire.close_reasons import READ_ONLY_RETRY_S
from gaprace.wire.codes import CODES
from gaprace.wire.http import Problem

CALLER_ERRORS: tuple[type[GapraceError], ...] = (
    RequestError,
    RoomError,
    ServerFull,
    BadName,
    UnknownPlayer,
    UnknownRecoveryCode,
    NoRecoveryCode,
    WrongName,
    SignInError,
    PushError,
    GroupError,
    WebhookError,
    ModerationError,
    PuzzleError,
    Suspended,
    NetworkBanned,
    ReadOnly,
)
"""Errors of the caller, each with its own code and message. Any other exception is an error of the server."""

STATUS_OF: Mapping[str, int] = {
    "bad_body": 400,
    "bad_host": 400,
    "bad_url": 400,
    "bad_name": 400,
    "bad_settings": 400,
    "bad_recovery_code": 400,
    "sign_in_ended": 400,
    "sign_in_cancelled": 400,
    "bad_subscription": 400,
    "bad_leaderboard": 400,
    "bad_cursor": 400,
    "bad_limit": 400,
    "bad_season": 400,
    "bad_challenge": 400,
    "bad_arena": 400,
    "no_such_team": 400,
    "sealed_deal": 400,
    "wrong_name": 400,
    "bad_decision": 400,
    "own_block": 400,
    "own_report": 400,
    "bad_daily": 400,
    "bad_role": 400,
    "bad_webhook": 400,
    "bad_action": 400,
    "illegal_move": 400,
    "no_identity": 401,
    "no_admin": 401,
    "suspended": 403,
    "token_scope": 403,
    "invitation_needed": 403,
    "account_not_allowed": 403,
    "network_banned": 403,
    "foreign_origin": 403,
    "recovery_code_waits": 403,
    "daily_not_open": 403,
    "sealed_daily": 403,
    "daily_for_people": 403,
    "sealed_challenge": 403,
    "players_cannot_watch": 403,
    "challenge_for_people": 403,
    "group_members_only": 403,
    "group_owners_only": 403,
    "not_host": 403,
    "removed_from_group": 403,
    "not_found": 404,
    "room_not_found": 404,
    "room_closed": 404,
    "game_not_found": 404,
    "race_not_found": 404,
    "series_not_found": 404,
    "daily_not_found": 404,
    "challenge_not_found": 404,
    "arena_not_found": 404,
    "player_not_found": 404,
    "unknown_recovery_code": 404,
    "unknown_device_code": 404,
    "no_sign_in_here": 404,
    "not_connected": 404,
    "push_device_not_found": 404,
    "decision_not_found": 404,
    "group_not_found": 404,
    "member_not_found": 404,
    "session_not_found": 404,
    "webhook_not_found": 404,
    "puzzle_not_found": 404,
    "no_puzzle": 404,
    "method_not_allowed": 405,
    "too_slow": 408,
    "daily_played": 409,
    "arena_begun": 409,
    "arena_full": 409,
    "arena_out": 409,
    "arena_over": 409,
    "arena_removed": 403,
    "no_round": 409,
    "round_over": 409,
    "challenge_full": 409,
    "challenge_over": 409,
    "challenge_played": 409,
    "no_recovery_code": 409,
    "only_way_in": 409,
    "puzzle_over": 409,
    "wrong_number": 409,
    "already_answered": 409,
    "does_not_count": 409,
    "group_full": 409,
    "body_too_large": 413,
    "bad_content_type": 415,
    "unknown_host": 421,
    "too_many_requests": 429,
    "too_many_connections": 429,
    "too_many_rooms": 429,
    "too_many_identities": 429,
    "too_many_pictures": 429,
    "too_many_analyses": 429,
    "too_many_exports": 429,
    "too_many_reports": 429,
    "too_many_groups": 429,
    "too_many_arenas": 429,
    "too_many_challenges": 429,
    "too_many_blocks": 409,
    "too_many_webhooks": 409,
    "too_many_tests": 429,
    "too_many_tokens": 409,
    "internal_error": 500,
    "no_solver": 501,
    "bad_provider": 502,
    "provider_unavailable": 503,
    "no_push": 501,
    "no_certified_deal": 503,
    "try_again": 503,
    "restarting": 503,
    "read_only": 503,
    "server_full": 503,
}
"""The status of every code that a route can return. The code of a `RoomError` that is missing here has 400."""

PROBLEM_JSON = "application/problem+json"
_DEFAULT_STATUS = 400
_UNAUTHORIZED = 401


def problem_response(error: GapraceError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response to a request that failed with `error`."""
    status = STATUS_OF.get(error.code, _DEFAULT_STATUS)
    all_headers = {"Cache-Control": "no-store", **_retry_after(error), **(headers or {})}
    if status == _UNAUTHORIZED:
        all_headers["WWW-Authenticate"] = "Bearer"
    return Response(encode(_problem(error, status)), status, all_headers, media_type=PROBLEM_JSON)


def _problem(error: GapraceError, status: int) -> Problem:
    title = CODES[error.code].meaning if error.code in CODES else ""
    return Problem(error.code, error.message, f"/docs#{error.code}", title, status, error.message)


def _retry_after(error: GapraceError) -> Mapping[str, str]:
    if isinstance(error, ReadOnly):
        return {"Retry-After": str(READ_ONLY_RETRY_S)}
    if not isinstance(error, RequestError | ServerFull) or error.retry_after_s is None:
        return {}
    return {"Retry-After": str(max(1, ceil(error.retry_after_s)))}
