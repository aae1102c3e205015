"""`gaprace verify --daily`, against a server that has made, played and revealed a daily; its clock is set by hand."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.cli.main import DONE, main
from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from tests.events.daily_stage import TODAY, play
from tests.rooms.engines import JudgingEngine
from tests.rooms.stage import Stage
from tests.web.harness import served, web_of

MINI = DailyKey(TODAY, "mini")


async def commitments(stage: Stage) -> dict[str, str]:
    """The commitments of the day, as everybody can read them before it is over."""
    async with web_of(stage).browser() as anyone:
        found = (await anyone.get("/api/v1/dailies/commitments")).json()["commitments"]
    return {each["variant"]: each["commitment"] for each in found if each["date"] == TODAY}


async def test_a_revealed_daily_holds_and_a_swapped_one_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    async def verified(stage: Stage) -> tuple[int, list[str]]:
        """Run the command in a thread, since the server is in this one; return its status and the lines it prints."""
        async with served(web_of(stage).app) as at:
            status = await asyncio.to_thread(main, ["verify", "--daily", TODAY, "--server", f"http://{at}"])
        return status, sorted(capsys.readouterr().out.splitlines())

    async with Stage(engine=JudgingEngine()) as stage:
        await stage.dailies.make()
        published = await commitments(stage)
        await play(stage, "ann", variant="mini", moves=3)
        status, lines = await verified(stage)
        assert status != DONE
        assert all("[not_revealed]" in line for line in lines)

        await stage.clock.advance(window_of(TODAY).ends_at - stage.clock.now())
        status, lines = await verified(stage)
        assert (status, len(lines)) == (DONE, 2)
        dailies = stage.store.database.dailies
        for line, variant in zip(lines, ("addiction", "mini"), strict=True):
            deal = dailies[DailyKey(TODAY, variant)].deal
            assert f"{variant}: holds: deal {deal.code}, candidate {number_of(deal)}, the first" in line
            assert line.endswith(published[variant])

        made = dailies[MINI]
        later = Deal.candidate(VARIANTS["mini"], made.deal.secret, number_of(made.deal) + 1)
        other = Deal.candidate(VARIANTS["mini"], b"liked" + made.deal.secret[5:], 0)
        dailies[MINI] = replace(made, deal=later)
        status, lines = await verified(stage)
        assert status != DONE
        assert "addiction: holds: " in lines[0]
        assert "mini: does not hold: " in lines[1]
        assert "[candidate_mismatch]" in lines[1]
        dailies[MINI] = replace(made, deal=other)
        _, lines = await verified(stage)
        assert not lines[1].endswith(published["mini"]), "it is not what was committed to"


def number_of(deal: Deal) -> int:
    number = deal.draw.origin.candidate if deal.draw else None
    assert number is not None
    return number
