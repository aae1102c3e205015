"""What the HTTP route of the leaderboards does. Its docstring is the description of the route."""

from gaprace.errors import RequestError, quoted
from gaprace.play.leaderboards import parse_leaderboard
from gaprace.ports import PageRequest
from gaprace.services.leaderboards import DEFAULT_ROWS, MAX_ROWS, read_cursor
from gaprace.web.http.operations import Call, Operation
from gaprace.wire.http import LeaderboardPage

AROUND_ME = "me"


async def board(call: Call) -> LeaderboardPage:
    """Return a page of a leaderboard: the top, the rows after or before a cursor, or those around the caller."""
    where = call.request.path_params
    asked = parse_leaderboard(where["kind"], where["period"], where["variant"])
    return await call.parts.boards.page(asked, _part(call), await call.visitor())


def _part(call: Call) -> PageRequest:
    query = call.request.query_params
    after, before = query.get("after"), query.get("before")
    return PageRequest(
        limit=_limit(query.get("limit", str(DEFAULT_ROWS))),
        after=None if after is None else read_cursor(after),
        before=None if before is None else read_cursor(before),
        around=_around(query.get("around")),
    )


def _around(text: str | None) -> bool:
    if text not in {None, AROUND_ME}:
        raise RequestError("bad_cursor", f"around = {quoted(text)} is not possible: write around={AROUND_ME}.")
    return text == AROUND_ME


def _limit(text: str) -> int:
    limit = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_ROWS)) else 0
    if not 1 <= limit <= MAX_ROWS:
        raise RequestError("bad_limit", f"limit = {quoted(text)} is not possible: it is a number from 1 to {MAX_ROWS}.")
    return limit


BOARDS = (
    Operation(
        "GET",
        "/api/boards/{kind}/{period}/{variant}",
        board,
        LeaderboardPage,
        query={
            "after": "The cursor of a page: give the rows behind it.",
            "before": "The cursor of a page: give the rows before it.",
            "around": "`me`: give the rows around the caller's own.",
            "limit": f"How many rows: 1 to {MAX_ROWS}, {DEFAULT_ROWS} if not given.",
        },
        problems=("bad_leaderboard", "bad_cursor", "bad_limit"),
    ),
)
