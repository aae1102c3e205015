"""Validation of the settings of arenas."""

from gaprace.errors import Refusal, quoted
from gaprace.play.events.arena import MAX_AHEAD_MS, MINUTE_MS
from gaprace.play.events.group_days import is_zone
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import NewArena


def refuse_settings(new: NewArena, now: int) -> None:
    """Refuse settings that do not fit. Raises `bad_arena`."""
    if new.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise Refusal("bad_arena", f"There is no variant {quoted(new.variant)}: choose one of {known}.")
    refuse_start(new.starts_at, now)
    if new.teams == 1:
        raise Refusal("bad_arena", "One team is too few: choose 2 to 4, or none.")
    if not is_zone(new.zone):
        raise Refusal("bad_arena", f"There is no time zone {quoted(new.zone)}: choose one such as Europe/Berlin.")


def refuse_start(starts_at: int, now: int) -> None:
    """Refuse a start that is too far away, or has passed. Raises `bad_arena`."""
    if starts_at > now + MAX_AHEAD_MS:
        raise Refusal("bad_arena", "The start is more than 60 days away: choose an earlier one.")
    if starts_at < now - MINUTE_MS:
        raise Refusal("bad_arena", "The start has passed: choose a later one.")
