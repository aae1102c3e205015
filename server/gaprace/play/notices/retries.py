"""When a message that failed is tried again, and when no more.

A message is sent at once and, after a failure, again after the delays of `RETRY_DELAYS_MS`, each with a random
variation (see the specification of Standard Webhooks,
https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Then it is a dead letter,
until an owner sends it again; a message that expires is dropped instead. Its id stays the same throughout.
"""

from dataclasses import replace
from typing import Literal
from zlib import crc32

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.notices.outbox import HOUR_MS, MINUTE_MS, SECOND_MS, AnyChannel, Channel, Letter, Outcome

RETRY_DELAYS_MS = (
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    *(hours * HOUR_MS for hours in (2, 5, 10, 14, 20, 24)),
)
"""Delays between two tries of a message: about three days in all."""
JITTER_PERMILLE = 200
"""By how much a delay is shorter or longer at most, so that a receiver that comes back does not get all at once."""
MAX_RETRY_AFTER_MS = HOUR_MS
"""The longest delay that a receiver can ask for."""
REST_MS = 2 * SECOND_MS
"""How long a channel rests after a try that failed; twice as long after each further one."""
MAX_REST_MS = 5 * MINUTE_MS
GIVE_UP_MS = 5 * DAY_MS
"""After failing for so long, a channel is paused."""

Fate = Literal["delivered", "waits", "gone", "dropped"]
"""The fate of a message after a try: `gone` with its channel."""


def after_try(channel: AnyChannel, letter: Letter, outcome: Outcome, now: int) -> tuple[AnyChannel, Letter | None]:
    """Return the channel and the message after an attempt; no message if it was delivered or is dropped."""
    if not outcome.failure:
        return replace(channel, failures=0, failing_since=None, failure="", delivered_at=now), None
    since = now if channel.failing_since is None else channel.failing_since
    rest_ms = max(min(REST_MS << min(channel.failures, 16), MAX_REST_MS), _retry_after_ms(outcome))
    failing = replace(
        channel,
        failures=channel.failures + 1,
        failing_since=since,
        failure=outcome.failure,
        rests_until=now + rest_ms,
        paused="gone" if outcome.is_gone else "failing" if now - since >= GIVE_UP_MS else channel.paused,
    )
    tried = _after_failure(letter, outcome, now)
    return failing, None if tried.is_dead and tried.expires_at is not None else tried


def _after_failure(letter: Letter, outcome: Outcome, now: int) -> Letter:
    tried = replace(letter, attempts=letter.attempts + 1, failure=outcome.failure)
    if tried.attempts > len(RETRY_DELAYS_MS) or outcome.is_gone or outcome.is_final:
        return replace(tried, is_dead=True)
    # A delay varies, by the message and the attempt.
    spread = crc32(f"{letter.id} {tried.attempts}".encode()) % (2 * JITTER_PERMILLE + 1)
    delay_ms = RETRY_DELAYS_MS[tried.attempts - 1] * (1000 - JITTER_PERMILLE + spread) // 1000
    due_at = now + max(delay_ms, _retry_after_ms(outcome))
    is_late = tried.expires_at is not None and due_at >= tried.expires_at
    return replace(tried, due_at=due_at, is_dead=is_late)


def fate(outcome: Outcome, after: Channel, left: Letter | None) -> Fate:
    """Return what has become of a message after an attempt."""
    if not outcome.failure:
        return "delivered"
    if after.paused in {"gone", "failing"}:
        return "gone"
    return "waits" if left and not left.is_dead else "dropped"


def _retry_after_ms(outcome: Outcome) -> int:
    return min(outcome.retry_after_ms, MAX_RETRY_AFTER_MS)
