"""A daily is sealed until the reveal, for all whose own ranked game of it has not ended."""

from gaprace.play.events.calendar import midnight_of
from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey
from gaprace.wire import Finished, SetSettings, Settings, VariantChoice
from tests.events.daily_stage import TODAY, TOMORROW, begin, play, resign
from tests.refusals import code_of
from tests.rooms.stage import NOON, Stage


async def test_a_sealed_daily_ends_without_a_reveal(stage: Stage) -> None:
    seat = await begin(stage, "ann")
    await resign(seat)
    finished = seat.last(Finished)
    assert finished.reveal is None
    assert len(finished.standings) == 1
    assert seat.replica.race.standings
    assert seat.replica.race.reveal is None
    secret = stage.store.database.dailies[DailyKey(TODAY, "mini")].deal.secret.hex()
    assert secret not in repr(seat.heard)


async def test_practice_is_no_key_to_what_is_sealed(stage: Stage) -> None:
    """Nor is the ranked game of the other variant, or of another date."""
    game = await play(stage, "ann")
    await play(stage, "bob", variant="addiction")
    await stage.clock.advance(midnight_of(TOMORROW) - stage.clock.now())
    await play(stage, "bob", TOMORROW)
    assert await code_of(stage.replays.finished_game(game, "bob")) == "sealed_daily"
    assert await code_of(stage.dailies.play(await stage.player("bob"), TODAY, "mini", practice=True)) == (
        "sealed_daily"
    )


async def test_a_room_with_a_sealed_dailys_code_is_refused(stage: Stage) -> None:
    await stage.dailies.make()
    codes = [stage.store.database.dailies[DailyKey(date, "mini")].deal.code for date in (TODAY, TOMORROW)]
    seat = await stage.enter(await stage.create("bob", Settings(VariantChoice("mini"), 1, None)), "bob")
    for code in codes:
        for variant in ("mini", "addiction"):
            settings = Settings(VariantChoice(variant), 1, None, code=code)
            assert await code_of(stage.create("bob", settings)) == "sealed_deal"
            await seat.says(SetSettings(settings))
            assert seat.refusal == "sealed_deal"
    await stage.clock.advance(window_of(TODAY).ends_at - NOON)
    assert await stage.create("bob", Settings(VariantChoice("mini"), 1, None, code=codes[0]))
