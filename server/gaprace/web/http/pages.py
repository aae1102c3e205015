"""The query of a list that comes in pages: `after` and `limit`."""

from collections.abc import Mapping

from gaprace.errors import Refusal, quoted
from gaprace.wire.paging import MAX_LIMIT, PageQuery


def read_page(query: Mapping[str, str], page_size: int) -> PageQuery:
    """Return the page that a query asks for; `page_size` is the default limit, 0 for what has no pages."""
    if not page_size:
        return PageQuery()
    return PageQuery(query.get("after", ""), _read_limit(query.get("limit", str(page_size))))


def _read_limit(text: str) -> int:
    limit = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_LIMIT)) else 0
    if not 1 <= limit <= MAX_LIMIT:
        raise Refusal("bad_limit", f"limit = {quoted(text)} is not valid: it must be a number from 1 to {MAX_LIMIT}.")
    return limit
