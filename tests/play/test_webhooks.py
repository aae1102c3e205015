"""Webhooks: when a message is tried again, when a webhook rests, and what the calendar brings."""

from dataclasses import replace

import pytest

from gaprace.play.calendar import DAY_MS, date_of, opens_at, reveals_at
from gaprace.play.webhooks import (
    DIGEST_DELAY_MS,
    EVENT_TYPES,
    GIVE_UP_MS,
    JITTER_PERMILLE,
    MAX_MISSED_DIGESTS,
    MAX_REST_MS,
    MAX_RETRY_AFTER_MS,
    OLD_SECRET_MS,
    RETRY_DELAYS_MS,
    Endpoint,
    Letter,
    Outcome,
    WebhookEvent,
    after_try,
    digest_at,
    due_events,
    next_event_at,
    tells,
)

NOW = 1_700_000_000_000
WEBHOOK = Endpoint(
    "hook", "GROUP00001", "https://a.example/", "standard", "en", EVENT_TYPES, b"s" * 32, "https://b.example", NOW, NOW
)
LETTER = Letter("msg_1", "hook", "daily.opened", "2023-11-14", NOW, NOW)


def test_a_message_that_has_arrived_is_gone_and_the_webhook_is_well() -> None:
    failing = replace(WEBHOOK, failures=3, failing_since=NOW - 5, failure="500")
    after, left = after_try(failing, LETTER, Outcome(), NOW)
    assert left is None
    assert (after.failures, after.failing_since, after.failure, after.delivered_at) == (0, None, "", NOW)


def test_a_message_is_tried_again_with_growing_delays_and_then_is_dead() -> None:
    webhook, letter, now = WEBHOOK, LETTER, NOW
    for delay_ms in RETRY_DELAYS_MS:
        webhook, left = after_try(webhook, letter, Outcome("500"), now)
        assert left
        assert abs(left.due_at - now - delay_ms) <= delay_ms * JITTER_PERMILLE / 1000
        assert (left.id, left.is_dead) == (LETTER.id, False)
        letter, now = left, left.due_at
    webhook, dead = after_try(webhook, letter, Outcome("500"), now)
    assert dead
    assert (dead.is_dead, dead.attempts, dead.failure) == (True, len(RETRY_DELAYS_MS) + 1, "500")


def test_messages_that_fail_at_once_are_not_all_tried_again_at_once() -> None:
    lefts = [after_try(WEBHOOK, replace(LETTER, id=f"msg_{n}"), Outcome("500"), NOW)[1] for n in range(50)]
    assert len({left.due_at for left in lefts if left}) > 25


def test_a_webhook_that_fails_rests_longer_each_time() -> None:
    rests, webhook = [], WEBHOOK
    for _ in range(40):
        webhook, _ = after_try(webhook, LETTER, Outcome("unreachable"), NOW)
        rests.append(webhook.rests_until - NOW)
    assert rests == sorted(rests)
    assert rests[0] < rests[1] < rests[-1] == MAX_REST_MS


@pytest.mark.parametrize(("asked_ms", "waits_ms"), [(120_000, 120_000), (10 * DAY_MS, MAX_RETRY_AFTER_MS)])
def test_a_receiver_can_ask_for_a_pause(asked_ms: int, waits_ms: int) -> None:
    after, left = after_try(WEBHOOK, LETTER, Outcome("429", asked_ms), NOW)
    assert left
    assert left.due_at - NOW == waits_ms
    assert after.rests_until - NOW == waits_ms


def test_a_receiver_that_is_gone_gets_nothing_more() -> None:
    after, left = after_try(WEBHOOK, LETTER, Outcome("410"), NOW)
    assert after.paused == "gone"
    assert left
    assert left.is_dead


def test_a_webhook_that_fails_for_days_is_paused() -> None:
    webhook, _ = after_try(WEBHOOK, LETTER, Outcome("500"), NOW)
    assert not after_try(webhook, LETTER, Outcome("500"), NOW + GIVE_UP_MS - 1)[0].paused
    assert after_try(webhook, LETTER, Outcome("500"), NOW + GIVE_UP_MS)[0].paused == "failing"


def test_the_old_secret_signs_for_a_day() -> None:
    webhook = replace(WEBHOOK, old_secret=b"o", old_secret_until=NOW + OLD_SECRET_MS)
    assert webhook.secrets(NOW) == (WEBHOOK.secret, b"o")
    assert webhook.secrets(NOW + OLD_SECRET_MS) == WEBHOOK.secrets(NOW) == (WEBHOOK.secret,)


@pytest.mark.parametrize(
    ("group", "event", "told"),
    [
        ("GROUP00001", WebhookEvent("room.opened", "R", NOW, "GROUP00001"), True),
        ("GROUP00001", WebhookEvent("room.opened", "R", NOW, "GROUP00002"), False),
        ("GROUP00001", WebhookEvent("room.opened", "R", NOW, is_public=True), False),
        (None, WebhookEvent("room.opened", "R", NOW, is_public=True), True),
        (None, WebhookEvent("room.opened", "R", NOW, "GROUP00001"), False),
        (None, WebhookEvent("webhook.test", "", NOW, is_public=True), False),
    ],
)
def test_a_webhook_tells_what_is_its_own(group: str | None, event: WebhookEvent, told: bool) -> None:
    assert tells(replace(WEBHOOK, group=group), event) is told
    assert not tells(replace(WEBHOOK, group=group, paused="paused"), event)


# The calendar

TODAY = date_of(NOW)


def told(since: int, now: int) -> list[tuple[str, str]]:
    return [(each.type, each.subject) for each in due_events("GROUP00001", since, now)]


def test_dailies_open_and_are_summed_up_each_once() -> None:
    day, since, events = opens_at(TODAY), opens_at(TODAY) - 1, list[tuple[str, str]]()
    for now in range(day, day + 3 * DAY_MS, 60_000):
        events += told(since, now)
        since = now
    yesterday, before = date_of(day - DAY_MS), date_of(day - 2 * DAY_MS)
    assert events[:3] == [("daily.opened", TODAY), ("daily.digest", yesterday), ("daily.opened", date_of(day + DAY_MS))]
    assert len(events) == len({*events}) == 6
    assert ("daily.digest", before) not in events


def test_the_next_event_of_the_calendar_is_the_next_one_that_is_told() -> None:
    now = NOW
    for _ in range(20):
        at = next_event_at(now)
        assert at > now
        assert told(now, at - 1) == []
        assert len(told(at - 1, at)) == 1
        now = at


def test_a_digest_is_told_after_the_reveal() -> None:
    assert digest_at(TODAY) == reveals_at(TODAY) + DIGEST_DELAY_MS


def test_after_the_server_was_off_digests_are_made_up_for_but_no_daily_opens_that_is_over() -> None:
    events = told(NOW - 30 * DAY_MS, NOW)
    assert [subject for kind, subject in events if kind == "daily.opened"] == [TODAY]
    assert [kind for kind, _ in events].count("daily.digest") == MAX_MISSED_DIGESTS
