"""The choice of a daily among the candidates of its secret, and its check by the command line."""

import asyncio

import msgspec
import pytest

from gaprace.cli.daily import check_daily
from gaprace.engine.greedy import GreedyEngine
from gaprace.errors import BadText
from gaprace.events.daily_candidates import RETRY_DELAY_MS, DailyCandidates
from gaprace.play.events.difficulty import BANDS, Band, band_of
from gaprace.ports import Candidate, Judgement, StoredCertificate
from gaprace.rules.actions import action_text
from gaprace.rules.deal import Deal
from gaprace.rules.draw import candidate_code
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.certificate import VERSION, certify_candidate
from gaprace.solver.tables import evaluation_for
from gaprace.wire.http import Certificate, Daily
from tests.independent_verifier import Fault, verify_daily
from tests.refusals import refused
from tests.rooms.engines import CERTIFICATE
from tests.rooms.stage import ManualClock, settle

MINI = VARIANTS["mini"]
SECRET = (43).to_bytes(32, "big")
"""The solver certifies candidate 2 of this secret, and neither of those before it."""
PASSED_OVER = 2
EASY_SECRET = (37).to_bytes(32, "big")
"""Its candidate 0 of `addiction` is won within 300 boards: easy enough for a Monday."""


class Judge(GreedyEngine):
    """Certifies the candidates from a number on; every other question finds it busy."""

    searches = True

    def __init__(self, secret: bytes, certified: int) -> None:
        self.codes = [candidate_code(secret, number) for number in range(certified + 1)]
        self.asked: list[str] = []

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        self.asked.append(code)
        if len(self.asked) % 2:
            return None
        return Judgement(CERTIFICATE if code == self.codes[-1] else None)


class Difficult(GreedyEngine):
    """Certifies every candidate, with the next one of some difficulties."""

    searches = True

    def __init__(self, *difficulties: int) -> None:
        self._difficulties = iter(difficulties)

    async def judge(self, variant: Variant, code: str) -> Judgement | None:
        return Judgement(StoredCertificate(9, next(self._difficulties), "2C@0"))


async def test_the_first_candidate_that_is_certified_is_taken_and_none_is_left_out() -> None:
    clock, secret = ManualClock(), bytes(32)
    judge = Judge(secret, certified=3)
    choosing = asyncio.create_task(DailyCandidates(clock, judge).first_certified("mini", secret))
    await settle()
    for _ in range(4):
        await clock.advance(RETRY_DELAY_MS)
    assert await choosing == Candidate(3, CERTIFICATE)
    assert judge.asked == [code for code in judge.codes for _ in range(2)]


async def test_the_first_candidate_in_the_band_is_taken() -> None:
    engine = Difficult(1000, 499, 600, 500, 550)
    found = await DailyCandidates(ManualClock(), engine).first_certified("addiction", bytes(32), Band(500, 599))
    assert (found.number, found.certificate.harder_permille) == (3, 500)


async def test_a_server_without_searches_takes_none() -> None:
    assert await DailyCandidates(ManualClock(), GreedyEngine()).first_certified("mini", bytes(32)) is None


# The check, with the true solver


def a_daily(date: str, variant: Variant, secret: bytes, number: int) -> tuple[Daily, dict[str, object]]:
    """A daily as a server shows it after the reveal, and its JSON."""
    deal = Deal.candidate(variant, secret, number)
    found = certify_candidate(deal.code, variant, evaluation_for(variant.columns))
    line = " ".join(action_text(move) for move in found.line)
    certificate = Certificate(found.par, found.harder_permille, line, VERSION) if found.is_winnable else None
    band = band_of(date, variant.name)
    daily = revealed(deal, date=date, variant=variant.name, certificate=certificate, band=band.text if band else None)
    return daily, msgspec.to_builtins(daily)


def test_the_command_line_and_the_independent_verifier_agree_on_the_ramp() -> None:
    monday, tuesday, sunday = "2023-11-13", "2023-11-14", "2023-11-19"
    for date, band in ((monday, BANDS[0]), (sunday, BANDS[6])):
        daily, data = a_daily(date, VARIANTS["addiction"], EASY_SECRET, 0)
        assert check_daily(daily) == {"code": daily.code, "candidate": 0, "certified": True, "band": band.text}
        verify_daily(data)
    for date, band in ((tuesday, BANDS[1]), (monday, BANDS[6]), (tuesday, BANDS[0])):
        wrong = msgspec.structs.replace(daily, date=date, band=band.text)
        with pytest.raises(BadText, match=r"band|fits"):
            check_daily(wrong)
        with pytest.raises(Fault):
            verify_daily(msgspec.to_builtins(wrong))


def revealed(deal: Deal, **changes: object) -> Daily:
    fields = {
        "date": "2023-11-14",
        "variant": "mini",
        "commitment": deal.commitment,
        "opens_at": 0,
        "closes_at": 0,
        "reveals_at": 0,
        "played": 0,
        "certificate": Certificate(9, 500, "2C@0", VERSION),
        "code": deal.code,
        "secret": deal.secret.hex(),
        "candidate": deal.draw.origin.candidate if deal.draw else None,
    }
    return Daily(**{**fields, **changes})


def test_the_choice_of_a_daily_is_found_again_and_any_other_is_not() -> None:
    deal = Deal.candidate(MINI, SECRET, PASSED_OVER)
    assert check_daily(revealed(deal)) == {"code": deal.code, "candidate": PASSED_OVER, "certified": True}
    earlier, later = (Deal.candidate(MINI, deal.secret, number) for number in (PASSED_OVER - 1, PASSED_OVER + 1))
    other = Deal.candidate(MINI, b"x" * 32, PASSED_OVER)
    for daily, code in (
        (revealed(earlier), "candidate_mismatch"),
        (revealed(later), "candidate_mismatch"),
        (revealed(deal, certificate=None), "candidate_mismatch"),
        (revealed(deal, code=later.code), "code_mismatch"),
        (revealed(deal, secret=other.secret.hex()), "commitment_mismatch"),
        (revealed(deal, variant="addiction"), "commitment_mismatch"),
        (revealed(deal, secret=None), "not_revealed"),
        (revealed(deal, candidate=None), "code_mismatch"),
    ):
        with refused(code):
            check_daily(daily)
    first = Deal.candidate(MINI, deal.secret, 0)
    assert not check_daily(revealed(first, certificate=None))["certified"]


def test_of_another_version_everything_is_checked_but_the_judgement_of_earlier_candidates() -> None:
    deal = Deal.candidate(MINI, SECRET, PASSED_OVER)
    found = certify_candidate(deal.code, MINI, evaluation_for(7))
    line = " ".join(action_text(move) for move in found.line)
    old = Certificate(found.par, 500, line, VERSION - 1)
    about = {"code": deal.code, "candidate": PASSED_OVER, "certified": True, "version": VERSION - 1}
    assert check_daily(revealed(deal, certificate=old)) == about
    later = Deal.candidate(MINI, SECRET, PASSED_OVER + 1)
    for daily, code in (
        (revealed(deal, certificate=Certificate(found.par + 1, 500, line, VERSION - 1)), "candidate_mismatch"),
        (revealed(deal, certificate=Certificate(found.par - 1, 500, line[:-5], VERSION - 1)), "candidate_mismatch"),
        (revealed(later, certificate=old), "illegal_move"),
        (revealed(deal, certificate=old, code=later.code), "code_mismatch"),
    ):
        with refused(code):
            check_daily(daily)


def test_a_version_of_the_judgement_is_for_ever() -> None:
    """If this fails, dailies would be chosen differently: give `certificate.VERSION` the next number."""
    found = certify_candidate("0123456789", VARIANTS["addiction"], evaluation_for(13))
    assert (VERSION, found.solution.boards, found.par, found.harder_permille) == (1, 73, 103, 1000)
