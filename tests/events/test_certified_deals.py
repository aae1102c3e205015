"""Certified deals are found ahead of time, given out once, and shown as such."""

from gaprace.events.daily_candidates import NEXT_CANDIDATE_DELAY_MS
from gaprace.play.events.difficulty import POOLS
from gaprace.wire import Act, Finished, Settings, VariantChoice
from tests.events.daily_stage import start
from tests.rooms.engines import CERTIFICATE, QuickThinker
from tests.rooms.stage import Seat, Stage

POLL_INTERVAL_MS = 20_000
CERTIFIED = Settings(variant=VariantChoice("mini"), seats=1, limit_minutes=None, certified=True)


async def ready(stage: Stage) -> dict[str, int]:
    return await stage.store.certified_ready()


async def fill(stage: Stage) -> None:
    """Let time pass until enough deals are ready."""
    stage.runs(stage.certified.step, POLL_INTERVAL_MS)
    while await ready(stage) != POOLS:
        await stage.clock.advance(NEXT_CANDIDATE_DELAY_MS)


async def starts(stage: Stage, settings: Settings = CERTIFIED) -> Seat:
    return await start(stage, await stage.create("ann", settings), "ann")


async def test_enough_deals_of_every_shape_are_found_and_replaced_when_taken() -> None:
    engine = QuickThinker()
    async with Stage(engine=engine) as stage:
        await fill(stage)
        tried = len(engine.candidates)
        await stage.clock.advance(3 * POLL_INTERVAL_MS)
        assert len(engine.candidates) == tried == 2 * sum(POOLS.values())
        assert await stage.store.take_certified("addiction", stage.clock.now())
        assert (await ready(stage))["addiction"] == POOLS["addiction"] - 1
        await stage.clock.advance(POLL_INTERVAL_MS + NEXT_CANDIDATE_DELAY_MS)
        assert await ready(stage) == POOLS


async def test_a_server_that_spares_no_processor_has_no_certified_deals(stage: Stage) -> None:
    stage.runs(stage.certified.step, POLL_INTERVAL_MS)
    await stage.clock.advance(POLL_INTERVAL_MS)
    assert await ready(stage) == {}


async def test_a_room_may_ask_for_certified_deals_which_are_ranked_and_show_par_and_line() -> None:
    async with Stage(engine=QuickThinker()) as stage:
        await fill(stage)
        ann = await starts(stage)
        race = ann.replica.race
        assert (race.ranked, race.par, race.harder_permille, race.reveal) == (True, 44, 321, None)
        mine = ann.replica.mine
        await ann.says(Act(mine.game, 1, "resign"))
        finished = ann.last(Finished)
        assert finished.reveal.line == CERTIFICATE.line
        assert (await ready(stage))["mini"] == POOLS["mini"] - 1
        chosen = await starts(stage, Settings(VariantChoice("mini"), 1, None, code=finished.reveal.code))
        assert chosen.replica.race.par is None, "nobody has asked for a certificate"


async def test_when_no_certified_deal_is_ready_the_race_does_not_begin(stage: Stage) -> None:
    ann = await starts(stage)
    assert ann.refusal == "no_certified_deal"
    assert ann.replica.race is None


async def test_a_deal_code_comes_before_a_certified_deal_and_shows_no_par() -> None:
    async with Stage(engine=QuickThinker()) as stage:
        await fill(stage)
        ann = await starts(stage, Settings(VariantChoice("mini"), 1, None, code="0123456789", certified=True))
        assert (ann.replica.race.ranked, ann.replica.race.par) == (False, None)
        assert await ready(stage) == POOLS
