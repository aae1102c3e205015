"""Paging: each long list comes in pages, by one form of request (`after`, `limit`) and of answer (`Page`).

A cursor is opaque to clients: the key of the last row of a page, as JSON in base64url. It stays valid when rows come
or go, since the next page begins behind that key.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from gaprace.base64url import to_bytes, to_text
from gaprace.errors import Refusal, quoted
from gaprace.wire.base import Wire

MAX_LIMIT = 100
"""Rows of the longest page."""
MAX_CURSOR_LENGTH = 200

Item = TypeVar("Item")
Row = TypeVar("Row")
Key = TypeVar("Key")
Number = Annotated[int, Meta(ge=0, lt=1 << 62)]
"""A number in a key, in the range of the databases."""
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]*$")]
"""An id, a code or a date in a key."""


class Page(Wire, Generic[Item], frozen=True):
    """A page of a list."""

    items: list[Item]
    """The rows of this page."""
    next: str | None = None
    """The cursor of the next page, for `after`; missing on the last one."""


class PageQuery(NamedTuple):
    """A request for a page of a list."""

    after: str = ""
    """The cursor that an earlier page has; empty for the first page."""
    limit: int = MAX_LIMIT

    def key(self, kind: type[Key]) -> Key | None:
        """Return the key behind which the page begins; None for the first page. Raises `bad_cursor`."""
        if not self.after:
            return None
        try:
            return msgspec.json.decode(to_bytes(self.after[:MAX_CURSOR_LENGTH]), type=kind)
        except (ValueError, msgspec.MsgspecError):
            message = f"{quoted(self.after)} is not a cursor of this list: take `next` of another page."
            raise Refusal("bad_cursor", message) from None


FIRST_PAGE = PageQuery()


def cursor(*key: object) -> str:
    """Return the cursor of the page behind a key."""
    return to_text(msgspec.json.encode(key))


def next_cursor(rows: Sequence[Row], limit: int, key: Callable[[Row], Sequence[object]]) -> str | None:
    """Return the cursor of the page behind the first `limit` rows, if there are more rows."""
    return cursor(*key(rows[limit - 1])) if len(rows) > limit else None
