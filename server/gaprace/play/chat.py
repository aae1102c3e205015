"""What may be said, and how often."""

import unicodedata
from collections.abc import Sequence

from gaprace.errors import RoomError
from gaprace.wire import Member, Say

MAX_SAYINGS = 5
WITHIN_MS = 10_000
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories: control, format (with the bidi overrides), surrogate, private, unassigned, line separators."""


def heard(member: Member, say: Say, earlier: Sequence[int], now: int) -> str:
    """Return the text as the others get it, if a member may say it now; `earlier` is when the last ones were said.

    Raises:
        RoomError: `muted`, `chat_too_fast`, `bad_text`.

    """
    if member.muted:
        raise RoomError("muted", "The host has muted you in the chat.")
    if sum(now - at < WITHIN_MS for at in earlier) >= MAX_SAYINGS:
        raise RoomError("chat_too_fast", f"At most {MAX_SAYINGS} lines in {WITHIN_MS // 1000} seconds: wait a moment.")
    text = " ".join("".join(" " if char.isspace() else char for char in say.text if not _is_forbidden(char)).split())
    if not text and not say.emote:
        raise RoomError("bad_text", "There is nothing to say: send a text or an emote.")
    return text


def _is_forbidden(char: str) -> bool:
    joins_emoji = char == "\u200d"
    return not char.isspace() and not joins_emoji and unicodedata.category(char) in _FORBIDDEN
