"""Leaderboards as people see them."""

import re
from typing import Any

from msgspec.structs import replace

from gaprace.errors import RoomError, quoted
from gaprace.play.leaderboards import Leaderboard, value_of
from gaprace.ports import Cursor, Slice, Store, StoredPage, StoredPlace
from gaprace.wire.http import LeaderboardPage, LeaderboardRow

MAX_ROWS = 100
USUAL_ROWS = 50
_OF_ONE_GAME = ("daily", "best")
"""Leaderboards whose rows show one game. A row of the others only links to the last game that counted."""
_CURSOR = re.compile(r"([0-9]{1,18})-([A-Za-z0-9_-]{1,32})")


class Leaderboards:
    """Shows leaderboards."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, board: Leaderboard, part: Slice, me: str | None = None) -> LeaderboardPage:
        """Return a part of a board, and the row of `me`."""
        return _page(board, await self._store.board_page(board.text, part, me))


def read_cursor(text: str) -> Cursor:
    """Read a cursor that a page gave.

    Raises:
        RoomError: `bad_cursor`.

    """
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise RoomError("bad_cursor", f"{quoted(text)} is no cursor: take `after` or `before` of a page.")
    return Cursor(int(found[1]), found[2])


def cursor_text(cursor: Cursor) -> str:
    """Write a cursor."""
    return f"{cursor.key}-{cursor.player}"


def _page(board: Leaderboard, page: StoredPage) -> LeaderboardPage:
    first, last = (page.rows[0], page.rows[-1]) if page.rows else (None, None)
    return LeaderboardPage(
        kind=board.kind,
        period=board.period,
        variant=board.variant,
        size=page.size,
        rows=[_row(board, row) for row in page.rows],
        after=_cursor_of(last) if last and page.has_after else None,
        before=_cursor_of(first) if first and page.has_before else None,
        mine=_row(board, page.mine) if page.mine else None,
    )


def _cursor_of(row: StoredPlace) -> str:
    return cursor_text(Cursor(row.key, row.player))


def _row(board: Leaderboard, row: StoredPlace) -> LeaderboardRow:
    shown = LeaderboardRow(row.rank, row.player, row.name, value_of(board.kind, row.key), row.game)
    if row.rating:
        return replace(shown, sigma=row.rating.shown_sigma, provisional=row.rating.is_provisional)
    return replace(shown, **_figures(row)) if board.kind in _OF_ONE_GAME else shown


def _figures(row: StoredPlace) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("won", "score", "locked", "time_ms", "moves", "shuffles")}
