"""A daily is played on its date of each player's own time zone: round the earth, over changes of the clock."""

from datetime import datetime

import pytest

from gaprace.errors import Refusal
from gaprace.play.events.calendar import days_from
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.streaks import current_streak
from gaprace.play.events.windows import window_of
from gaprace.play.events.zones import date_in, instant_of, next_midnight
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import one_of, play
from tests.refusals import code_of
from tests.rooms.stage import Stage

ZONES = (
    "Pacific/Kiritimati",
    "Pacific/Auckland",
    "Asia/Tokyo",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Europe/Berlin",
    "Europe/London",
    "America/St_Johns",
    "America/New_York",
    "America/Los_Angeles",
    "Pacific/Pago_Pago",
    "Etc/GMT+12",
)
"""The homes of twelve players, from where dates begin to where they end."""
MINUTE_MS = 60_000


async def to(stage: Stage, at: int) -> None:
    """Go to an instant without what happens meanwhile, of which nothing is asked here."""
    stage.clock.put_back(stage.clock.now() - at)
    await stage.clock.advance(0)


@pytest.mark.parametrize("day", ["2027-03-14", "2027-03-28", "2027-10-31", "2027-11-07", "2028-02-29"])
async def test_twelve_players_round_the_earth_play_a_date_from_their_midnight_to_their_midnight(
    stage: Stage, day: str
) -> None:
    window = window_of(day)
    first = {zone: next_midnight(zone, window.opens_at - 1) for zone in ZONES}
    first |= {zone: next_midnight(zone, at) for zone, at in first.items() if date_in(zone, at) != day}
    for zone, begins_at in sorted(first.items(), key=lambda each: each[1]):
        await to(stage, begins_at - 1)
        assert (await stage.dailies.today(zone)).date == days_from(day, -1), zone
        assert await code_of(stage.dailies.play(await stage.player(zone), day, "mini", zone=zone)) in {
            "daily_not_open",
            "daily_not_found",
        }, zone
        await to(stage, begins_at)
        today = await stage.dailies.today(zone)
        assert (today.date, today.until) == (day, next_midnight(zone, begins_at)), zone
        assert window.opens_at <= begins_at < next_midnight(zone, begins_at) <= window.closes_at, zone
        if ZONES.index(zone) % 2:  # the others play in the last minute of their date
            await play(stage, zone, day, zone=zone)
    for zone, begins_at in sorted(first.items(), key=lambda each: each[1]):
        await to(stage, next_midnight(zone, begins_at) - MINUTE_MS)
        if not ZONES.index(zone) % 2:
            await play(stage, zone, day, zone=zone)
        assert await code_of(stage.dailies.play(await stage.player(zone), day, "mini", zone=zone)) == "daily_played"
        await to(stage, next_midnight(zone, begins_at))
        late = await stage.player(f"late in {zone}")
        assert await code_of(stage.dailies.play(late, day, "mini", zone=zone)) == "daily_not_open", zone
    board = Leaderboard("daily", day, "mini")
    for at, is_sealed in ((window.ends_at - 1, True), (window.ends_at, False)):
        await to(stage, at)
        page = await stage.boards.page(board, PageQuery(limit=50), ZONES[0])
        assert page.size == len(ZONES)
        others = [row for row in page.items if row.player != ZONES[0]]
        assert {row.game is None for row in others} == {is_sealed}
        shown = await one_of(stage.dailies, day, "mini", ZONES[0])
        assert (shown.secret is None, shown.code is None) == (is_sealed, is_sealed)


async def test_who_travels_has_one_try_a_date_and_loses_no_streak(stage: Stage) -> None:
    """From Tokyo to Honolulu, where it is the day before, and back."""
    tokyo, honolulu = "Asia/Tokyo", "Pacific/Honolulu"
    ann, days = await stage.player("ann"), [f"2028-02-{day}" for day in (27, 28, 29)]
    await to(stage, next_midnight(tokyo, window_of(days[0]).opens_at))
    for day in days[:2]:
        assert date_in(tokyo, stage.clock.now()) == day
        await play(stage, "ann", day, zone=tokyo)
        assert await code_of(stage.dailies.play(ann, day, "mini", zone=honolulu)) in {
            "daily_played",
            "daily_not_open",
        }
        await to(stage, next_midnight(tokyo, stage.clock.now()))
    again = await stage.dailies.today(honolulu, "ann")
    assert again.date == days[1]
    assert next(each for each in again.dailies if each.variant == "mini").attempt
    await to(stage, next_midnight(honolulu, stage.clock.now()))
    await play(stage, "ann", days[2], zone=honolulu)
    with pytest.raises(Refusal, match="already played"):
        await stage.dailies.play(ann, days[2], "mini", zone=honolulu)
    games = await stage.store.daily_games("ann", "mini")
    assert current_streak([game.date for game in games], days[2]).days == days


async def test_who_has_flown_east_plays_first_the_date_that_is_left_where_they_were(stage: Stage) -> None:
    honolulu, kiritimati = "Pacific/Honolulu", "Pacific/Kiritimati"
    await to(stage, instant_of(datetime.fromisoformat("2028-02-28T20:00"), honolulu))
    await play(stage, "ann", "2028-02-28", zone=honolulu)
    await play(stage, "cho", "2028-02-28", zone=honolulu, moves=0)  # which is no streak to lose
    await to(stage, instant_of(datetime.fromisoformat("2028-03-01T02:00"), kiritimati))
    for name, date in (("ann", "2028-02-29"), ("bob", "2028-03-01"), ("cho", "2028-03-01")):
        await stage.player(name)
        assert (await stage.dailies.today(kiritimati, name)).date == date
    refused = stage.dailies.play(await stage.player("bob"), "2028-02-29", "mini", zone=kiritimati)
    assert await code_of(refused) == "daily_not_open"
    today = await stage.dailies.today(kiritimati, "ann")
    assert today.until == next_midnight(honolulu, stage.clock.now())
    await play(stage, "ann", today.date, zone=kiritimati)
    after = await stage.dailies.today(kiritimati, "ann")
    assert (after.date, after.streak and after.streak.days) == ("2028-03-01", 2)
    for date in ("2028-02-28", "2028-02-29"):
        again = stage.dailies.play(await stage.player("ann"), date, "mini", zone=honolulu)
        assert await code_of(again) in {"daily_played", "daily_not_open"}
    await play(stage, "ann", after.date, zone=kiritimati)
    await to(stage, instant_of(datetime.fromisoformat("2028-03-02T09:00"), kiritimati))
    assert (await stage.dailies.today(kiritimati, "ann")).date == "2028-03-02"
