"""A daily is played once by everyone, counts for its date, is practice after that, and is sealed until the reveal."""

import pytest

from gaprace.play.events.calendar import DAY_MS, midnight_of
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey
from gaprace.wire import Finished, Hint, Rematch, SetSettings, Settings, Start, VariantChoice
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import LAST_ZONE, TODAY, TOMORROW, YESTERDAY, begin, daily_of, play, resign
from tests.refusals import code_of, refused
from tests.rooms.stage import NOON, Stage, next_act, settle


async def test_a_ranked_game_of_a_daily_is_played_to_its_place_on_the_board_without_a_reveal(stage: Stage) -> None:
    seat = await begin(stage, "ann")
    assert (seat.replica.room.event.label, seat.replica.room.event.ranked) == (TODAY, True)
    assert (seat.replica.race.ranked, seat.replica.race.ends_at) == (True, window_of(TODAY).ends_at)
    assert seat.replica.race.starts_at == NOON
    assert seat.replica.race.commitment == (await daily_of(stage)).commitment
    running = (await daily_of(stage, "ann")).attempt
    assert not running.ended
    await stage.clock.advance(1500)
    await seat.says(next_act(seat))
    game = await resign(seat)
    finished = seat.last(Finished)
    assert (len(finished.standings), finished.reveal, seat.replica.race.reveal) == (1, None, None)
    secret = stage.store.database.dailies[DailyKey(TODAY, "mini")].deal.secret.hex()
    assert secret not in repr(seat.heard)
    daily = await daily_of(stage, "ann")
    assert daily.played == 1
    assert (daily.attempt.game, daily.attempt.ended) == (game, True)
    page = await stage.boards.page(Leaderboard("daily", TODAY, "mini"), PageQuery(limit=50), "ann")
    assert (page.mine.rank, page.mine.game) == (1, game)
    assert (page.mine.result.time_ms, page.mine.result.moves) == (1500, 1)
    assert page.items == [page.mine]


async def test_the_layout_is_not_told_before_the_player_starts(stage: Stage) -> None:
    daily = await daily_of(stage)
    assert (daily.code, daily.secret) == (None, None)
    code = await stage.dailies.play(await stage.player("ann"), TODAY, "mini")
    seat = await stage.enter(code, "ann")
    deal = stage.store.database.dailies[DailyKey(TODAY, "mini")].deal
    heard = repr(seat.heard) + repr(await stage.rooms.view(code)) + repr(daily)
    assert deal.code not in heard
    assert deal.opening().text not in heard
    assert deal.secret.hex() not in heard
    await stage.clock.advance(60_000)
    await seat.says(Start())
    assert seat.replica.started.board == deal.opening().text
    assert seat.replica.race.starts_at == stage.clock.now()


async def test_asking_again_while_the_ranked_game_runs_leads_to_its_room(stage: Stage) -> None:
    seat = await begin(stage, "ann")
    await seat.says(next_act(seat))
    code = await stage.dailies.play(await stage.player("ann"), TODAY, "mini")
    assert code == seat.code
    elsewhere = await stage.enter(code, "ann")
    await elsewhere.says(next_act(elsewhere))
    assert elsewhere.replica.mine.n == 2
    assert elsewhere.replica.mine == seat.replica.mine


async def test_a_second_ranked_attempt_is_refused_wherever_it_comes_from(stage: Stage) -> None:
    player = await stage.player("ann")
    rooms = [await stage.dailies.play(player, TODAY, "mini") for _ in range(2)]
    first, second = [await stage.enter(code, "ann") for code in rooms]
    await first.says(Start())
    await second.says(Start())
    assert second.refusal == "daily_played"
    await resign(first)
    for command in (Start(), Rematch()):
        await first.says(command)
        assert first.refusal == "daily_played"
    assert await code_of(stage.dailies.play(player, TODAY, "mini")) == "daily_played"


@pytest.mark.parametrize(
    ("date", "variant", "practice", "code"),
    [
        (TOMORROW, "mini", False, "daily_not_open"),
        (TOMORROW, "mini", True, "sealed_daily"),
        ("2999-01-01", "mini", False, "daily_not_found"),
        (YESTERDAY, "mini", False, "daily_not_found"),
        (YESTERDAY, "mini", True, "daily_not_found"),
        (TODAY, "gaps", False, "daily_not_found"),
        (TODAY, "bridge", False, "daily_not_found"),
        ("2023-02-30", "mini", False, "daily_not_found"),
        ("now", "mini", True, "daily_not_found"),
        (TODAY, "mini", True, "sealed_daily"),
    ],
)
async def test_a_start_with_a_forged_date_or_variant_is_refused(
    stage: Stage, date: str, variant: str, practice: bool, code: str
) -> None:
    await stage.dailies.make()
    player = await stage.player("ann")
    assert await code_of(stage.dailies.play(player, date, variant, practice=practice)) == code


async def test_a_game_across_midnight_counts_for_its_own_date(stage: Stage) -> None:
    await stage.clock.advance(window_of(TODAY).closes_at - NOON - 60_000)
    seat = await begin(stage, "ann", zone=LAST_ZONE)
    await stage.clock.advance(DAY_MS // 24)
    await seat.says(next_act(seat))
    assert await play(stage, "ann", TOMORROW, zone=LAST_ZONE)
    game = await resign(seat)
    for date in (TODAY, TOMORROW):
        page = await stage.boards.page(Leaderboard("daily", date, "mini"), PageQuery(limit=50), "ann")
        assert page.size == 1
        assert (page.mine.game == game) == (date == TODAY)
    streak = await stage.boards.page(Leaderboard("streak", "all", "mini"), PageQuery(limit=50), "ann")
    assert streak.mine.value == 2


async def test_a_game_that_still_runs_at_the_reveal_ends_with_it(stage: Stage) -> None:
    seat = await begin(stage, "ann")
    await seat.says(next_act(seat))
    await stage.clock.advance(window_of(TODAY).ends_at - NOON)
    finished = seat.last(Finished)
    assert finished.reveal.commitment == (await daily_of(stage)).commitment
    assert (await daily_of(stage, "ann")).played == 1


async def test_nothing_can_be_set_in_the_room_of_a_daily_and_nobody_else_can_play_there(stage: Stage) -> None:
    seat = await begin(stage, "ann")
    await seat.says(Hint(seat.game))
    assert seat.refusal == "hints_not_allowed"
    await resign(seat)
    await seat.says(SetSettings(Settings(VariantChoice("mini"), 1, None, hints=True)))
    assert seat.refusal == "fixed_room"
    bob = await stage.enter(seat.code, "bob")
    assert bob.bye.code == "room_locked"


async def test_practice_is_on_the_same_deal_again_and_again_and_on_no_board(stage: Stage) -> None:
    ranked = await begin(stage, "ann")
    await ranked.says(next_act(ranked))
    await resign(ranked)
    seat = await begin(stage, "ann", practice=True)
    for _ in range(2):
        assert seat.replica.started.board == ranked.replica.started.board
        assert (seat.replica.race.ranked, seat.replica.race.ends_at) == (False, None)
        await seat.says(next_act(seat))
        game = await resign(seat)
        assert not (await stage.replays.finished_game(game, "ann")).ranked
        await seat.says(Rematch())
    assert (await daily_of(stage)).played == 1


async def test_a_daily_whose_cards_were_seen_counts_last_without_a_move_and_cannot_be_ranked_again(
    stage: Stage,
) -> None:
    await resign(await begin(stage, "ann"))
    gone = await begin(stage, "gone")
    await gone.leaves()
    await play(stage, "bob")
    await stage.rooms.sweep()
    stage.clock.put_back(NOON - window_of(TODAY).ends_at)
    await stage.rooms.sweep()
    await settle()
    page = await stage.boards.page(Leaderboard("daily", TODAY, "mini"), PageQuery(limit=50))
    assert [(row.rank, row.player) for row in page.items] == [(1, "bob"), (2, "ann"), (2, "gone")]
    streak = await stage.boards.page(Leaderboard("streak", "all", "mini"), PageQuery(limit=50))
    assert [row.player for row in streak.items] == ["bob"]
    stage.clock.put_back(DAY_MS // 8)
    with refused("daily_played"):
        await stage.dailies.play(await stage.player("ann"), TODAY, "mini")


async def test_past_dailies_can_be_practised_by_anyone(stage: Stage) -> None:
    await stage.dailies.make()
    await stage.clock.advance(window_of(TODAY).ends_at - NOON)
    seat = await begin(stage, "bob", practice=True)
    await seat.says(next_act(seat))
    game = await resign(seat)
    finished = seat.last(Finished)
    assert finished.reveal
    assert (await stage.replays.finished_game(game)).record


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
