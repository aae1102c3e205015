"""The choice of a daily among the candidates of its secret, and its check by the command line."""

import asyncio

import pytest

from gaprace.cli.daily import check_daily
from gaprace.engine.greedy import GreedyEngine
from gaprace.errors import BadText
from gaprace.ports import Candidate, Judgement
from gaprace.rules.deal import Deal
from gaprace.rules.draw import candidate_code
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.services.daily_candidates import RETRY_DELAY_MS, DailyCandidates
from gaprace.wire.http import Certificate, Daily
from tests.rooms.engines import CERTIFICATE
from tests.rooms.stage import ManualClock, settle

MINI = VARIANTS["mini"]
SECRET = (43).to_bytes(32, "big")
"""The solver certifies candidate 2 of this secret, and neither of those before it."""
PASSED_OVER = 2


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


async def test_the_first_candidate_that_is_certified_is_taken_and_none_is_left_out() -> None:
    clock, secret = ManualClock(), bytes(32)
    judge = Judge(secret, certified=3)
    choosing = asyncio.create_task(DailyCandidates(clock, judge).first_certified("mini", secret))
    await settle()
    for _ in range(4):
        await clock.advance(RETRY_DELAY_MS)
    assert await choosing == Candidate(3, CERTIFICATE)
    assert judge.asked == [code for code in judge.codes for _ in range(2)]


async def test_a_server_without_searches_takes_none() -> None:
    assert await DailyCandidates(ManualClock(), GreedyEngine()).first_certified("mini", bytes(32)) is None


# The check, with the true solver


def revealed(deal: Deal, **changes: object) -> Daily:
    fields = {
        "date": "2023-11-14",
        "variant": "mini",
        "commitment": deal.commitment,
        "opens_at": 0,
        "closes_at": 0,
        "reveals_at": 0,
        "played": 0,
        "certificate": Certificate(9, 500, "2C@0"),
        "code": deal.code,
        "secret": deal.secret.hex(),
        "candidate": deal.draw.origin.candidate if deal.draw else None,
    }
    return Daily(**{**fields, **changes})  # type: ignore[arg-type]


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
        (revealed(deal, candidate=None), "bad_record"),
    ):
        with pytest.raises(BadText) as caught:
            check_daily(daily)
        assert caught.value.code == code
    first = Deal.candidate(MINI, deal.secret, 0)
    assert not check_daily(revealed(first, certificate=None))["certified"]
