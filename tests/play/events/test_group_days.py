"""The days of groups: their hour, their zone, and the days on which the clocks change."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of
from gaprace.play.events.group_days import Made, OwnDays, check_zone, due_day
from gaprace.play.events.windows import FINISH_GRACE_MS
from tests.refusals import refused

HOUR_MS = 3_600_000
BERLIN = OwnDays("Europe/Berlin", 0)


def at(text: str) -> int:
    """An instant of UTC, in ms."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_day_begins_at_the_hour_of_its_zone_also_where_that_comes_twice_or_the_date_never() -> None:
    day = OwnDays("America/New_York", 6).at(at("2026-11-22T10:59:59"))
    assert day == ("2026-11-21", at("2026-11-21T11:00"), at("2026-11-22T11:00"))
    assert day.ends_at == day.closes_at + FINISH_GRACE_MS
    assert OwnDays("America/New_York", 6).at(at("2026-11-22T11:00")).date == "2026-11-22"
    assert OwnDays("Europe/Berlin", 2).at(at("2026-10-25T12:00")).opens_at == at("2026-10-25T00:00")
    samoa = OwnDays("Pacific/Apia", 0)
    last = samoa.at(at("2011-12-30T09:59"))
    assert [last.date, samoa.at(last.closes_at).date] == ["2011-12-29", "2011-12-31"]
    now = at("2026-11-22T20:00")
    of_world = OwnDays("UTC", 0).at(now)
    assert (of_world.date, of_world.opens_at) == (date_of(now), midnight_of(date_of(now)))


@pytest.mark.parametrize(("day", "hours"), [("2026-03-28", 24), ("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_on_which_the_clocks_change_is_shorter_or_longer(day: str, hours: int) -> None:
    found = BERLIN.at(midnight_of(day) + 12 * HOUR_MS)
    assert found.date == day
    assert found.closes_at - found.opens_at == hours * HOUR_MS


@pytest.mark.parametrize(
    ("zone", "hour", "day", "change"),
    [
        ("Europe/Berlin", 2, "2026-03-29", "2026-03-29T01:00"),
        ("Antarctica/Troll", 1, "2026-03-29", "2026-03-29T01:00"),  # the clocks skip two hours
        ("Antarctica/Troll", 2, "2026-03-29", "2026-03-29T01:00"),
        ("Pacific/Chatham", 3, "2026-09-27", "2026-09-26T14:00"),  # from 2:45 to 3:45
        ("Australia/Lord_Howe", 2, "2026-10-04", "2026-10-03T15:30"),  # half an hour
        ("Africa/Cairo", 0, "2026-04-24", "2026-04-23T22:00"),
    ],
)
def test_an_hour_that_the_clocks_skip_is_the_instant_at_which_they_do(
    zone: str, hour: int, day: str, change: str
) -> None:
    found = {OwnDays(zone, hour).at(at(f"{day}T00:00") + hours * HOUR_MS) for hours in range(48)}
    assert [own.opens_at for own in found if own.date == day] == [at(change)]


@given(
    now=st.integers(at("2000-01-01"), at("2040-01-01")),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Kiritimati", "America/St_Johns"]),
    hour=st.integers(0, 23),
)
def test_every_instant_is_in_one_day_and_days_follow_each_other(now: int, zone: str, hour: int) -> None:
    days = OwnDays(zone, hour)
    day = days.at(now)
    assert day.opens_at <= now < day.closes_at
    assert days.next(day.date).opens_at == day.closes_at
    assert days.at(day.closes_at) == days.next(day.date)


@pytest.mark.parametrize(
    "zone", ["", "Berlin", "../etc/passwd", "Europe", "x" * 300, "Europe/Berlin\0", "localtime", "Factory"]
)
def test_what_is_no_zone_is_refused(zone: str) -> None:
    with refused("bad_daily"):
        check_zone(zone)
    for known in ("UTC", "Europe/Berlin", "Asia/Kathmandu", "Asia/Calcutta"):
        check_zone(known)


# What is due


def test_the_daily_of_a_day_is_due_once() -> None:
    now = at("2026-11-22T20:00")
    today = BERLIN.at(now)
    assert due_day(BERLIN, None, now) == today
    made = Made(today.date, today.closes_at)
    assert due_day(BERLIN, made, now) == today.closes_at
    assert due_day(BERLIN, made, today.closes_at) == BERLIN.next(today.date)


def test_a_new_zone_takes_effect_when_the_open_daily_has_closed_and_no_date_comes_twice() -> None:
    auckland, honolulu = OwnDays("Pacific/Auckland", 0), OwnDays("Pacific/Honolulu", 0)
    now = at("2026-11-22T20:00")
    made = Made(*auckland.at(now)[::2])
    assert made.date == "2026-11-23"
    assert due_day(honolulu, made, now) == made.closes_at
    assert due_day(honolulu, made, made.closes_at) == at("2026-11-24T10:00")
    assert due_day(honolulu, made, at("2026-11-24T10:00")) == honolulu.at(at("2026-11-24T10:00"))
    assert honolulu.at(now + 3 * DAY_MS).date == "2026-11-25"
