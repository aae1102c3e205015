"""The chat of a room: which lines are allowed, and how often."""

import unicodedata
from collections.abc import Sequence

from gaprace.errors import RoomError
from gaprace.wire import Member, Say

MAX_LINES = 5
INTERVAL_MS = 10_000
"""A member may write at most `MAX_LINES` lines in this time."""
_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories: control, format (bidi overrides among them), surrogate, private use, unassigned, separators."""


def checked_line(member: Member, say: Say, earlier: Sequence[int], now: int) -> str:
    """Return the text of a line as others see it, without control characters.

    `earlier` are the times of the member's last lines.

    Raises:
        RoomError: `muted`, `chat_too_fast`, `bad_text`.

    """
    if member.muted:
        raise RoomError("muted", "The host muted you.")
    if sum(now - at < INTERVAL_MS for at in earlier) >= MAX_LINES:
        raise RoomError("chat_too_fast", f"Slow down: at most {MAX_LINES} messages in {INTERVAL_MS // 1000} seconds.")
    text = " ".join("".join(char for char in say.text if not _is_forbidden(char)).split())
    if not text and not say.emote:
        raise RoomError("bad_text", "The message is empty: send a text or an emote.")
    return text


def _is_forbidden(char: str) -> bool:
    joins_emoji = char == "\u200d"
    return not char.isspace() and not joins_emoji and unicodedata.category(char) in _FORBIDDEN
