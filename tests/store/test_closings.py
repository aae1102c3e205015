"""The contract of `ports.ScoreStore`, with the service that closes dailies on it."""

import asyncio
from random import Random

import pytest
from msgspec import structs

from gaprace.events.daily_closings import CLAIM_TIMEOUT_MS, CLOSING_DELAY_MS, Closings
from gaprace.moderation.void_results import replace_daily_places
from gaprace.play.events.closed_daily import THOUSAND, DailyScore
from gaprace.play.events.duplicate import duplicate_scores
from gaprace.play.events.leaderboards import Leaderboard, deals_of, value_of
from gaprace.play.events.windows import window_of
from gaprace.ports import AtOnce, DailyKey, PageRequest, Store, StoredResult, Transaction
from gaprace.rules.variants import VARIANTS
from tests.rooms.stage import ManualClock
from tests.steps import finish
from tests.store.material import RESULT, begin_daily, end_game, play_daily

WEEK = [DailyKey(f"2023-11-{day}", "addiction") for day in range(13, 20)]
"""A week from Monday on."""
MONDAY = WEEK[0]
OF_WEEK = Leaderboard("duplicate", "2023-W46", "addiction")
OF_MONTH = Leaderboard("duplicate", "2023-11", "addiction")
PLAYERS = [f"p{number:02}" for number in range(6)]


def a_result(random: Random) -> StoredResult:
    won = random.random() < 0.4
    locked = 48 if won else random.randrange(47)
    return structs.replace(RESULT, won=won, locked=locked, time_ms=random.randrange(60_000, 900_000))


def closings(store: Store, day: DailyKey = WEEK[-1], batch_size: int = 200) -> Closings:
    """A process whose clock stands at the closing of a daily."""
    clock = ManualClock()
    clock.put_back(clock.now() - window_of(day.date).ends_at - CLOSING_DELAY_MS)
    return Closings(store, clock, AtOnce(), batch_size)


async def play_week(store: Store) -> dict[DailyKey, dict[str, StoredResult]]:
    """Let all play on all days; the first one leaves out three, and the second one five."""
    random = Random("week")
    played = {day: {player: a_result(random) for player in PLAYERS} for day in WEEK}
    for day in WEEK[:3]:
        del played[day][PLAYERS[0]]
    for day in WEEK[:5]:
        del played[day][PLAYERS[1]]
    for day, results in played.items():
        for player, result in results.items():
            await play_daily(store, day, player, result)
    return played


async def scores_of(store: Store, day: DailyKey) -> dict[str, DailyScore]:
    return await store.daily_scores(day, PLAYERS)


async def board(store: Store, leaderboard: Leaderboard) -> dict[str, tuple[float, int]]:
    rows = (await store.leaderboard_page(leaderboard, PageRequest(100))).rows
    sizes = await store.leaderboard_sizes([leaderboard])
    assert sizes[leaderboard] == len(rows)
    return {row.player: (value_of("duplicate", row.key), deals_of(row.key)) for row in rows}


def naive_scores(results: dict[str, StoredResult]) -> dict[str, float]:
    scores = duplicate_scores([*results.values()], VARIANTS["addiction"])
    return {player: round(THOUSAND * score) / THOUSAND for player, score in zip(results, scores, strict=True)}


async def test_a_week_is_scored_and_ranked_by_the_means_of_its_days(store: Store, other: Store) -> None:
    played = await play_week(store)
    await finish(closings(store))
    naive = {day: naive_scores(results) for day, results in played.items()}
    for day, results in played.items():
        found = await scores_of(other, day)
        assert {player: each.score / THOUSAND for player, each in found.items()} == naive[day]
        field = (await other.fields([day]))[day]
        assert field.games == len(results)
        assert 0 < field.difficulty.error < 200
    own = {player: [naive[day][player] for day in WEEK if player in naive[day]] for player in PLAYERS}
    assert await board(other, OF_WEEK) == {
        player: (pytest.approx(sum(sorted(its)[-5:]) / len(its[-5:]), abs=0.0006), len(its))
        for player, its in own.items()
        if len(its) >= 3
    }
    assert await board(other, OF_MONTH) == {
        player: (pytest.approx(sum(its) / (len(its) + 2), abs=0.0006), len(its))
        for player, its in own.items()
        if len(its) >= 5
    }


async def test_a_daily_is_closed_after_its_reveal_and_without_a_field_if_nobody_played_it(store: Store) -> None:
    await play_daily(store, MONDAY, "p00")
    await begin_daily(store, WEEK[1], "p00")
    early = closings(store, MONDAY)
    early._clock.put_back(1)  # a millisecond before
    await finish(early)
    assert await scores_of(store, MONDAY) == {}
    await finish(closings(store, MONDAY))
    assert (await scores_of(store, MONDAY)).keys() == {"p00"}
    assert await scores_of(store, WEEK[1]) == {}
    await finish(closings(store))
    assert (await store.fields(WEEK)).keys() == {MONDAY}
    assert await store.claim_closing(1 << 50, 1 << 51) is None


async def test_another_process_goes_on_where_one_has_stopped(store: Store, other: Store) -> None:
    await play_week(store)
    one, two = closings(store, batch_size=2), closings(other, batch_size=2)
    assert await one.step() is not None
    assert await one.step() is not None
    stopped = await scores_of(store, MONDAY)
    assert len(stopped) == 4
    await finish(two)
    assert await scores_of(store, MONDAY) == stopped, "it is claimed"
    two._clock._now += CLAIM_TIMEOUT_MS + 1  # no sleeper waits for it
    await finish(two)
    done = {day: await scores_of(store, day) for day in WEEK}
    assert done[MONDAY].items() >= stopped.items()
    assert len(done[WEEK[-1]]) == len(PLAYERS)
    await finish(one)
    assert {day: await scores_of(store, day) for day in WEEK} == done


async def test_two_processes_at_once_store_what_one_would(store: Store, tx: Transaction, other: Store) -> None:
    await play_week(store)
    await asyncio.gather(*(finish(closings(each, batch_size=3)) for each in (store, other)))
    for each in (store, other):
        await finish(closings(each))
    both = [await board(store, each) for each in (OF_WEEK, OF_MONTH)]
    await tx.reopen_closings("addiction", MONDAY.date)
    await finish(closings(other))
    assert [await board(store, each) for each in (OF_WEEK, OF_MONTH)] == both


async def test_a_result_that_counts_no_more_changes_all_scores_of_its_day(
    store: Store, tx: Transaction, other: Store
) -> None:
    played = await play_week(store)
    await finish(closings(store))
    before = {day: await scores_of(store, day) for day in WEEK}
    gone = before[MONDAY]["p05"].game
    await tx.set_void([gone], "d1")
    await store.transact(lambda tx: replace_daily_places(tx, "p05", "addiction", [MONDAY.date]))
    await finish(closings(other))
    del played[MONDAY]["p05"]
    found = await scores_of(store, MONDAY)
    assert {player: each.score / THOUSAND for player, each in found.items()} == naive_scores(played[MONDAY])
    tuesday, was = await scores_of(store, WEEK[1]), before[WEEK[1]]
    assert {player: each.score for player, each in tuesday.items()} == {each: was[each].score for each in was}
    assert tuesday["p05"].strength != was["p05"].strength
    assert (await board(store, OF_WEEK))["p05"][1] == 6
    await tx.set_void([gone], None)
    await store.transact(lambda tx: replace_daily_places(tx, "p05", "addiction", [MONDAY.date]))
    await finish(closings(store))
    assert {day: await scores_of(store, day) for day in WEEK} == before


async def test_a_closing_that_is_opened_again_meanwhile_is_given_up(store: Store, tx: Transaction) -> None:
    await play_week(store)
    one = closings(store, batch_size=2)
    await one.step()
    await tx.reopen_closings("addiction", MONDAY.date)
    await one.step()
    assert len(await scores_of(store, MONDAY)) == 2
    await finish(one)
    assert len(await scores_of(store, MONDAY)) == len(PLAYERS) - 2


async def test_a_player_who_falls_below_the_least_number_of_deals_leaves_the_boards(
    store: Store, tx: Transaction
) -> None:
    await play_week(store)
    await finish(closings(store))
    assert (await board(store, OF_WEEK))["p00"][1] == 4
    for day in WEEK[3:5]:
        gone = (await scores_of(store, day))["p00"].game
        await tx.set_void([gone], "d1")
        await store.transact(lambda tx, day=day: replace_daily_places(tx, "p00", "addiction", [day.date]))
    await finish(closings(store))
    assert "p00" not in await board(store, OF_WEEK)


async def test_a_game_that_ends_after_its_daily_was_closed_still_counts(store: Store) -> None:
    _, race = await begin_daily(store, MONDAY, "late")
    await play_daily(store, MONDAY, "p00")
    await finish(closings(store))
    late = structs.replace(RESULT, ended_at=window_of(MONDAY.date).ends_at + CLOSING_DELAY_MS + 1)
    await end_game(store, race.games[0].id, 0, late)
    await finish(closings(store))
    assert (await store.fields([MONDAY]))[MONDAY].games == 2


async def test_a_players_form_has_the_last_dailies_of_each_variant(store: Store) -> None:
    await play_week(store)
    await play_daily(store, DailyKey(MONDAY.date, "mini"), "p05")
    await finish(closings(store))
    form = await store.form("p05", 3)
    assert [*form] == [DailyKey(MONDAY.date, "mini"), *WEEK[-3:]]
    assert form[WEEK[-1]] == (await scores_of(store, WEEK[-1]))["p05"]
    errors = [score.error for score in (await store.form("p05", 99)).values() if score][1:]
    assert errors == sorted(errors, reverse=True), "the more dailies, the more is known"
    assert await store.form("nobody", 9) == {}
