"""Dailies are made exactly once, ahead of time if they can, and certified if that is possible."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.errors import StoreUnavailable
from gaprace.events.dailies import CERTIFICATE_DEADLINE_MS, MIN_CERTIFICATE_WAIT_MS, REQUEST_TIMEOUT_MS, Dailies
from gaprace.play.events.calendar import DAY_MS, date_of, weekday
from gaprace.play.events.difficulty import BANDS, Band
from gaprace.play.events.leaderboards import DAILY_VARIANTS
from gaprace.play.events.windows import window_of
from gaprace.ports import Candidate, DailyKey, StoredCertificate
from gaprace.rules.draw import Draw, Origin
from tests.events.daily_stage import NEXT, TODAY, TOMORROW, begin, daily_of, one_of, play
from tests.refusals import code_of
from tests.rooms.stage import NOON, Stage, settle


async def test_the_dailies_of_today_are_there_though_nobody_made_them_ahead(stage: Stage) -> None:
    today, again = await asyncio.gather(stage.dailies.today(""), stage.dailies.of_date(TODAY))
    assert today.dailies == again.dailies
    assert [daily.variant for daily in today.dailies] == list(DAILY_VARIANTS)
    assert len({daily.commitment for daily in today.dailies}) == 2


async def test_a_clock_that_jumps_does_no_harm(stage: Stage) -> None:
    stage.runs(stage.dailies.make_ahead)
    await play(stage, "ann")
    made = dict(stage.store.database.dailies)
    for jump in (40 * DAY_MS, -40 * DAY_MS, 3 * DAY_MS, -2 * DAY_MS, -DAY_MS):
        stage.clock.put_back(-jump)
        await stage.clock.advance(0)
        assert (await stage.dailies.today("")).date == date_of(stage.clock.now())
    assert date_of(stage.clock.now()) == TODAY
    assert made.items() <= stage.store.database.dailies.items()
    assert await code_of(begin(stage, "ann")) == "daily_played"
    assert (await daily_of(stage)).played == 1


async def test_a_program_has_no_ranked_game_of_a_daily_and_may_practise_on_an_old_one(stage: Stage) -> None:
    await stage.dailies.make()
    program = replace(await stage.player("cli"), program=True)
    assert await code_of(stage.dailies.play(program, TODAY, "mini")) == "daily_for_people"
    stage.clock.put_back(-2 * DAY_MS)
    assert await stage.dailies.play(program, TODAY, "mini", practice=True)


async def test_dailies_are_made_when_the_store_is_back(stage: Stage) -> None:
    stage.store.available = False
    stage.runs(stage.dailies.make_ahead)
    await settle()
    with pytest.raises(StoreUnavailable):
        await stage.dailies.today("")
    stage.store.available = True
    await stage.clock.advance(10_000)
    assert {key.date for key in stage.store.database.dailies} == {TODAY, TOMORROW, NEXT}


class SlowCertifier:
    """Certifies when told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.bands: list[Band | None] = []
        self.answer: asyncio.Future[Candidate | None] = asyncio.get_running_loop().create_future()

    async def first_certified(self, variant: str, secret: bytes, band: Band | None = None) -> Candidate | None:
        assert len(secret) == 32
        self.asked.append(variant)
        self.bands.append(band)
        return await asyncio.shield(self.answer)


async def making(stage: Stage) -> tuple[SlowCertifier, Dailies, asyncio.Task[None]]:
    """Dailies that are being made, and wait for certificates."""
    certifier = SlowCertifier()
    dailies = Dailies(stage.store, stage.clock, stage.rooms, certifier)
    task = asyncio.create_task(dailies.make())
    await settle()
    return certifier, dailies, task


PROVED = Candidate(3, StoredCertificate(par=60, harder_permille=400, line="6D@27 7D@28"))


async def test_the_next_daily_waits_for_a_certified_deal(stage: Stage) -> None:
    certifier, _, made = await making(stage)
    assert sorted(certifier.asked) == ["addiction"] * 3 + ["mini"] * 3
    await stage.clock.advance(MIN_CERTIFICATE_WAIT_MS)
    assert {key.date for key in stage.store.database.dailies} == {TODAY, TOMORROW}
    certifier.answer.set_result(PROVED)
    await made
    stored = stage.store.database.dailies[DailyKey(NEXT, "mini")]
    assert (stored.deal.draw, stored.certificate) == (Draw(Origin("daily", PROVED.number)), PROVED.certificate)
    assert stored.deal.code == stored.deal.determined_code
    certificate = (await daily_of(stage, date=NEXT)).certificate
    assert (certificate.par, certificate.harder_permille, certificate.line) == (60, 400, None)
    stage.clock.put_back(-(window_of(NEXT).ends_at - NOON))
    revealed = (await daily_of(stage, date=NEXT)).certificate
    assert revealed.line == "6D@27 7D@28"


async def test_a_daily_does_not_wait_for_a_certificate_beyond_its_date(stage: Stage) -> None:
    _, _, made = await making(stage)
    await stage.clock.advance(window_of(NEXT).opens_at - CERTIFICATE_DEADLINE_MS - stage.clock.now())
    await made
    assert stage.store.database.dailies[DailyKey(NEXT, "mini")].certificate is None


@pytest.mark.parametrize("is_quick", [True, False])
async def test_todays_daily_of_a_new_server_is_certified_too_if_that_takes_but_a_moment(
    stage: Stage, is_quick: bool
) -> None:
    certifier, dailies, made = await making(stage)
    asking = asyncio.create_task(one_of(dailies, TODAY, "mini"))
    await settle()
    await stage.clock.advance(REQUEST_TIMEOUT_MS - 1)
    assert not asking.done()
    if is_quick:
        certifier.answer.set_result(PROVED)
    await stage.clock.advance(1)
    shown = await asking
    assert (shown.certificate and shown.certificate.par) == (60 if is_quick else None)
    if not is_quick:
        certifier.answer.set_result(PROVED)
    await made
    assert await one_of(dailies, TODAY, "mini") == shown


async def test_a_daily_is_looked_for_in_the_band_that_was_published_with_its_commitment(stage: Stage) -> None:
    """The first dailies of a new server have none; those of the days after have that of their weekday."""
    certifier = SlowCertifier()
    certifier.answer.set_result(PROVED)
    dailies = Dailies(stage.store, stage.clock, stage.rooms, certifier)
    published = {each.date: each.band for each in (await dailies.commitments()).commitments if each.variant != "mini"}
    assert [*published.values()][:3] == [None, None, None]
    await dailies.make()
    assert {*certifier.bands} == {None}
    for day in range(1, 8):
        await stage.clock.advance(DAY_MS, asleep=True)
        certifier.asked.clear()
        certifier.bands.clear()
        await dailies.make()
        asked = dict(zip(certifier.asked, certifier.bands, strict=True))
        date = date_of(NOON + (day + 2) * DAY_MS)
        assert asked == {"addiction": BANDS[weekday(date)], "mini": None}, date
        shown = await one_of(dailies, date, "addiction")
        assert shown.band == published[date] == BANDS[weekday(date)].text


async def test_a_certifier_that_fails_leaves_an_uncertified_daily(stage: Stage) -> None:
    certifier = SlowCertifier()
    certifier.answer.set_exception(ZeroDivisionError())
    await Dailies(stage.store, stage.clock, stage.rooms, certifier).make()
    assert {key.date for key in stage.store.database.dailies} == {TODAY, TOMORROW, NEXT}
