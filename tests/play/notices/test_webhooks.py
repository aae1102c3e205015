"""Webhooks: what they tell, and what the calendar brings."""

from dataclasses import replace

from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of
from gaprace.play.events.windows import window_of
from gaprace.play.notices.webhooks import (
    DIGEST_DELAY_MS,
    EVENT_TYPES,
    MAX_MISSED_DIGESTS,
    OLD_SECRET_MS,
    Endpoint,
    digest_at,
    due_events,
    next_event_at,
)

NOW = 1_700_000_000_000
WEBHOOK = Endpoint(
    "hook", "GROUP00001", "https://a.example/", "standard", "en", EVENT_TYPES, b"s" * 32, "https://b.example", NOW
)


def test_the_old_secret_signs_for_a_day() -> None:
    webhook = replace(WEBHOOK, old_secret=b"o", old_secret_until=NOW + OLD_SECRET_MS)
    assert webhook.secrets(NOW) == (WEBHOOK.secret, b"o")
    assert webhook.secrets(NOW + OLD_SECRET_MS) == WEBHOOK.secrets(NOW) == (WEBHOOK.secret,)


# The calendar

TODAY = date_of(NOW)


def told(since: int, now: int) -> list[tuple[str, str]]:
    return [(each.type, each.subject) for each in due_events("GROUP00001", since, now)]


def test_dailies_open_and_are_summed_up_each_once() -> None:
    day, since, events = midnight_of(TODAY), midnight_of(TODAY) - 1, list[tuple[str, str]]()
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
    assert digest_at(TODAY) == window_of(TODAY).ends_at + DIGEST_DELAY_MS


def test_after_the_server_was_off_digests_are_made_up_for_but_no_daily_opens_that_is_over() -> None:
    events = told(NOW - 30 * DAY_MS, NOW)
    assert [subject for kind, subject in events if kind == "daily.opened"] == [TODAY]
    assert [kind for kind, _ in events].count("daily.digest") == MAX_MISSED_DIGESTS
