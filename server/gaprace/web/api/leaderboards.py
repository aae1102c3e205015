"""HTTP route of the leaderboards. The docstring of a handler is the description of its route."""

from gaprace.errors import Refusal, quoted
from gaprace.play.leaderboards import parse_leaderboard
from gaprace.ports import PageRequest
from gaprace.services.leaderboards import DEFAULT_ROWS, MAX_ROWS, read_cursor
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import LeaderboardPage

AROUND_ME = "me"
_PATH = "/api/v1/leaderboards/{kind}/{period}/{variant}"
_QUERY = {
    "after": "A cursor of a page: return the rows after it.",
    "before": "A cursor of a page: return the rows before it.",
    "around": f"`{AROUND_ME}`: return the rows around the caller's own.",
    "limit": f"The number of rows: 1 to {MAX_ROWS} (default: {DEFAULT_ROWS}).",
}


async def leaderboard(context: RequestContext) -> LeaderboardPage:
    """Return a page of a leaderboard: the top, the rows after or before a cursor, or those around the caller."""
    path = context.request.path_params
    board = parse_leaderboard(path["kind"], path["period"], path["variant"])
    return await context.app.leaderboards.page(board, _page_request(context), await context.player_id())


def _page_request(context: RequestContext) -> PageRequest:
    query = context.request.query_params
    after, before = query.get("after"), query.get("before")
    return PageRequest(
        limit=_limit(query.get("limit", str(DEFAULT_ROWS))),
        after=None if after is None else read_cursor(after),
        before=None if before is None else read_cursor(before),
        around=_around(query.get("around")),
    )


def _around(text: str | None) -> bool:
    if text not in {None, AROUND_ME}:
        raise Refusal("bad_cursor", f"around = {quoted(text)} is not valid: write around={AROUND_ME}.")
    return text == AROUND_ME


def _limit(text: str) -> int:
    limit = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_ROWS)) else 0
    if not 1 <= limit <= MAX_ROWS:
        raise Refusal("bad_limit", f"limit = {quoted(text)} is not valid: it must be a number from 1 to {MAX_ROWS}.")
    return limit


ROUTES = (Route("GET", _PATH, leaderboard, LeaderboardPage, query=_QUERY),)
