"""The chat of a room: the allowed lines, and their rate limit."""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.errors import Refusal
from gaprace.play.people.names import is_visible, why_forbidden, without_stacks
from gaprace.wire import Member, Say

MAX_LINES = 5
INTERVAL_MS = 10_000
SLOW_INTERVAL_MS = 30_000


class ChatPace(NamedTuple):
    """The rate limit of a player's lines."""

    lines: int = MAX_LINES
    """At most `MAX_LINES`."""
    interval_ms: int = INTERVAL_MS
    """In this time."""

    def is_over(self, earlier: Sequence[int], now: int) -> bool:
        """Whether one more line now is too many, after lines at `earlier` (ms)."""
        return sum(now - at < self.interval_ms for at in earlier) >= self.lines


PACE = ChatPace()
SLOW = ChatPace(1, SLOW_INTERVAL_MS)
"""The pace of an audience in a room that is set to slow."""
EVERYBODY = ChatPace(5, 2_000)
"""The pace of all spectators of a server together: of more than two or three lines a second, most are not read."""


def checked_line(member: Member, say: Say, earlier: Sequence[int], now: int, pace: ChatPace = PACE) -> str:
    """Return the text of a line for others, without control characters; empty if nothing of it can be seen.

    `earlier` are the times of the member's last lines. Raises `muted`, `chat_too_fast`, `bad_text`.
    """
    if member.muted:
        raise Refusal("muted", "The host muted you.")
    if pace.is_over(earlier, now):
        lines = "1 message" if pace.lines == 1 else f"{pace.lines} messages"
        raise Refusal("chat_too_fast", f"Slow down: at most {lines} in {pace.interval_ms // 1000} seconds.")
    text = " ".join(without_stacks("".join(char for char in say.text if not _is_forbidden(char))).split())
    if not any(map(is_visible, text)):
        text = ""
    if not text and not say.emote:
        raise Refusal("bad_text", "The message is empty: send a text or an emote.")
    return text


def _is_forbidden(char: str) -> bool:
    joins_emoji = char == "\u200d"
    return not char.isspace() and not joins_emoji and bool(why_forbidden(char))
