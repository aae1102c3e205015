"""The decisions of moderators: their fields, durations and sanctions, and the facts of a reported game."""

from collections.abc import Mapping, Sequence
from typing import Literal

from gaprace.errors import Refusal
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.wire.http import Action, NewDecision

HOUR_MS = 60 * 60 * 1000
NAME_FIXED_HOURS = 30 * 24
"""How long a name that a moderator has given may not be changed."""
RENAMES: Sequence[Action] = ("rename", "rename_group")
"""The actions that give a name."""
MAX_ADDRESS_BAN_HOURS = 30 * 24
"""How long nobody may play from an address at the most: others may have it by then."""
FOREVER = 253_402_300_799_000
"""The end of decisions that have none: the last second of the year 9999 (ms since 1970)."""
SUSTAINED_ACTIONS = 10
"""The number of successive actions whose time shows how fast somebody played."""
_NEEDS: Mapping[Action, Sequence[str]] = {
    "warn": ("player",),
    "rename": ("player",),
    "mute": ("player", "hours"),
    "void": ("game",),
    "suspend": ("player", "hours"),
    "ban": ("player",),
    "lift": ("decision",),
    "close_room": ("room",),
    "rename_group": ("group",),
    "announce": ("text", "hours"),
    "dismiss": ("reports or game",),
    "sign_out": ("player", "session"),
    "ban_address": ("player", "hours"),
    "erase": ("player",),
}
"""The fields that each action needs, besides the reason."""
Sanction = Literal["suspended_until", "muted_until", "name_fixed_until"]
"""The field of a stored player that a decision sets."""
SANCTIONS: Mapping[Action, Sanction] = {
    "rename": "name_fixed_until",
    "mute": "muted_until",
    "suspend": "suspended_until",
    "ban": "suspended_until",
}
"""The field that forbids something until then: another name (`people.accounts`); to write in rooms (`rooms.chat`); a
seat (`rooms.members`) or any change (`web.http.requests`), while watching is allowed. A ban also voids results."""
LIFTABLE: Sequence[Action] = ("warn", "rename", "mute", "void", "suspend", "ban", "announce", "ban_address")
"""The actions that can be lifted: the others have no effect that lasts."""


def refuse_incomplete(decision: NewDecision) -> None:
    """Refuse a decision that lacks what its action needs. Raises `bad_decision`."""
    missing = [
        names for names in _NEEDS[decision.action] if not any(getattr(decision, name) for name in names.split(" or "))
    ]
    if missing:
        raise Refusal("bad_decision", f"The action {decision.action} also needs: {', '.join(missing)}.")
    if decision.action == "ban_address" and (decision.hours or 0) > MAX_ADDRESS_BAN_HOURS:
        raise Refusal("bad_decision", f"An address is banned for at most {MAX_ADDRESS_BAN_HOURS} hours.")
    if not decision.reason.strip():
        raise Refusal("bad_decision", "The reason is empty: the player concerned reads it.")


def ends_at(decision: NewDecision, now: int) -> int | None:
    """Return when a decision ends by itself (ms since 1970); None if it does not."""
    hours = NAME_FIXED_HOURS if decision.action in RENAMES else decision.hours
    return None if hours is None else now + hours * HOUR_MS


def said_until(until: int) -> str:
    """Return the end of a sanction as the end of a sentence: `until 2026-11-21 14:00 UTC`, or `for good`."""
    if until >= FOREVER:
        return "for good"
    hours, minutes = divmod(until % DAY_MS // 60_000, 60)
    return f"until {date_of(until)} {hours:02}:{minutes:02} UTC"


def fastest_ms(times: Sequence[int]) -> int | None:
    """Return the shortest time of `SUSTAINED_ACTIONS` successive actions; None if there are fewer.

    `times` are those of all actions (ms since the start).
    """
    steps = SUSTAINED_ACTIONS - 1
    return min((end - start for start, end in zip(times, times[steps:], strict=False)), default=None)
