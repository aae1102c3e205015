"""The outbox: when a message is tried again, when a channel rests, and what becomes of it."""

from dataclasses import replace

import pytest

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.notices.outbox import Letter, Outcome
from gaprace.play.notices.retries import (
    GIVE_UP_MS,
    JITTER_PERMILLE,
    MAX_REST_MS,
    MAX_RETRY_AFTER_MS,
    RETRY_DELAYS_MS,
    after_try,
    fate,
)
from tests.play.notices.test_webhooks import NOW, WEBHOOK

LETTER = Letter("msg_1", "hook", "daily.opened", "2023-11-14", NOW, NOW)


def test_a_message_that_has_arrived_is_gone_and_the_webhook_is_well() -> None:
    failing = replace(WEBHOOK, failures=3, failing_since=NOW - 5, failure="500")
    after, left = after_try(failing, LETTER, Outcome(), NOW)
    assert (left, fate(Outcome(), after, left)) == (None, "delivered")
    assert (after.failures, after.failing_since, after.failure, after.delivered_at) == (0, None, "", NOW)


def test_a_message_is_tried_again_with_growing_delays_and_then_is_dead() -> None:
    webhook, letter, now = WEBHOOK, LETTER, NOW
    for delay_ms in RETRY_DELAYS_MS:
        webhook, left = after_try(webhook, letter, Outcome("500"), now)
        assert abs(left.due_at - now - delay_ms) <= delay_ms * JITTER_PERMILLE / 1000
        assert (left.id, left.is_dead) == (LETTER.id, False)
        letter, now = left, left.due_at
    webhook, dead = after_try(webhook, letter, Outcome("500"), now)
    assert (dead.is_dead, dead.attempts, dead.failure) == (True, len(RETRY_DELAYS_MS) + 1, "500")


def test_a_webhook_that_fails_rests_longer_each_time_and_not_all_its_messages_are_tried_at_once() -> None:
    rests, webhook, due = [], WEBHOOK, set[int]()
    for n in range(40):
        webhook, left = after_try(webhook, replace(LETTER, id=f"msg_{n}"), Outcome("unreachable"), NOW)
        rests.append(webhook.rests_until - NOW)
        due.add(left.due_at)
    assert rests == sorted(rests)
    assert rests[0] < rests[1] < rests[-1] == MAX_REST_MS
    assert len(due) > 20


@pytest.mark.parametrize(("asked_ms", "waits_ms"), [(120_000, 120_000), (10 * DAY_MS, MAX_RETRY_AFTER_MS)])
def test_a_receiver_can_ask_for_a_pause(asked_ms: int, waits_ms: int) -> None:
    after, left = after_try(WEBHOOK, LETTER, Outcome("429", asked_ms), NOW)
    assert left.due_at - NOW == waits_ms
    assert after.rests_until - NOW == waits_ms


def test_a_receiver_that_is_gone_gets_nothing_more() -> None:
    after, left = after_try(WEBHOOK, LETTER, Outcome("410", is_gone=True), NOW)
    assert after.paused == "gone"
    assert left.is_dead


def test_a_webhook_that_fails_for_days_is_paused() -> None:
    webhook, _ = after_try(WEBHOOK, LETTER, Outcome("500"), NOW)
    assert not after_try(webhook, LETTER, Outcome("500"), NOW + GIVE_UP_MS - 1)[0].paused
    assert after_try(webhook, LETTER, Outcome("500"), NOW + GIVE_UP_MS)[0].paused == "failing"


def test_a_message_that_would_come_too_late_is_dropped_and_none_is_dead() -> None:
    lasting = replace(LETTER, expires_at=NOW + 60_000)
    channel, left = after_try(WEBHOOK, lasting, Outcome("500"), NOW)
    assert left
    assert fate(Outcome("500"), channel, left) == "waits"
    channel, dropped = after_try(WEBHOOK, lasting, Outcome("500"), NOW + 59_000)
    assert dropped is None
    assert fate(Outcome("500"), channel, dropped) == "dropped"


def test_what_another_try_cannot_help_is_not_tried_again() -> None:
    refused = Outcome("413", is_final=True)
    _, dead = after_try(WEBHOOK, LETTER, refused, NOW)
    assert dead.is_dead
    assert after_try(WEBHOOK, replace(LETTER, expires_at=NOW + DAY_MS), refused, NOW)[1] is None
