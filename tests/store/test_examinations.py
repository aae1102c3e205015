"""The contract of `ports.Store`: examinations of games that have ended, and the places that flagged games lose."""

from random import Random

from msgspec import structs

from gaprace.play.events.leaderboards import Leaderboard, leaderboards_of
from gaprace.ports import PageRequest, Store, StoredAction, StoredExamination, StoredSession, Transaction
from gaprace.rules.variants import VARIANTS
from tests.plain import plain
from tests.positions import random_deal
from tests.store.material import RESULT, TODAY, WON, Alone, a_daily, a_player, begin_daily, play_daily, play_race

DAILY = Leaderboard("daily", *TODAY)
RATING = Leaderboard("rating", "all", "addiction")
FLAGS = b'[["faster_than_hands",{"moves":20,"ms":9},""]]'


async def flag(store: Store, game: str) -> bool:
    is_saved = await Alone(store).save_examination(game, FLAGS, noted=True)
    await Alone(store).leave_out([game])
    return is_saved


async def clear(store: Store, game: str) -> bool:
    return await Alone(store).clear_examination(game, "Mod", 77)


async def test_ranked_games_are_examined_when_their_race_has_ended(store: Store, other: Store) -> None:
    daily = await play_daily(store, TODAY, "ann")
    await play_race(store, "race", {"bob": RESULT, "cyd": WON})
    await play_race(store, "solo", {"dan": RESULT})
    await play_race(store, "bare", dict.fromkeys(("eve", "fay"), structs.replace(RESULT, moves=0)))
    await play_race(store, "practice", {"gus": RESULT, "hal": RESULT}, ranked=False)
    assert await other.examination(daily) == StoredExamination(daily, DAILY)
    assert await other.examination("race-bob") == StoredExamination("race-bob", RATING)
    await play_race(store, "left", {"ida": RESULT, "jan": structs.replace(RESULT, moves=0)})
    assert await other.examination("left-ida") == StoredExamination("left-ida", RATING)
    for game in ("left-jan", "solo-dan", "bare-eve", "bare-fay", "practice-gus", "no such game", "no such\udcffgame"):
        assert await other.examination(game) is None


async def test_an_examination_is_claimed_by_one_process_until_the_claim_lapses(store: Store, other: Store) -> None:
    assert await store.claim_examination(1_000, 2_000) is None
    await play_race(store, "race", {"ann": RESULT, "bob": RESULT})
    claimed = [await store.claim_examination(1_000, 2_000), await other.claim_examination(1_000, 2_000)]
    assert {each.game for each in claimed if each} == {"race-ann", "race-bob"}
    assert await other.claim_examination(2_000, 3_000) is None
    assert await other.claim_examination(2_001, 3_000)
    for game in ("race-ann", "race-bob"):
        assert await flag(store, game)
        assert not await flag(other, game)
    assert await store.claim_examination(9_000, 9_999) is None


async def test_flagged_games_are_listed_until_they_are_cleared(store: Store) -> None:
    games = [await play_daily(store, TODAY, player) for player in ("ann", "bob")]
    for game in games:
        await flag(store, game)
    assert [each.game for each in await store.noted_examinations(9)] == games
    assert len(await store.noted_examinations(1)) == len(await store.flagged_games(DAILY, 1)) == 1
    listed = {each.game: each for each in await store.flagged_games(DAILY, 9)}
    assert (listed.keys(), listed[games[0]].name, listed[games[0]].flags) == ({*games}, "Ann", FLAGS)
    assert listed[games[1]].result == plain(RESULT)
    assert await store.flagged_games(Leaderboard("daily", "2023-11-15", "addiction"), 9) == []
    assert await clear(store, games[0])
    assert not await clear(store, games[0])
    assert not await clear(store, "no such game")
    assert [each.game for each in await store.flagged_games(DAILY, 9)] == games[1:]
    assert [each.game for each in await store.noted_examinations(9)] == games[1:]
    cleared = await store.examination(games[0])
    assert cleared == StoredExamination(games[0], DAILY, FLAGS, is_done=True, cleared_by="Mod", cleared_at=77)


async def test_a_noted_game_counts_until_it_is_left_out_and_stays_among_its_players_dailies(
    store: Store, tx: Transaction, other: Store
) -> None:
    left_out, game = [await play_daily(store, TODAY, player) for player in ("bob", "ann")]
    await flag(store, left_out)
    assert await tx.daily_games("bob", "addiction") == []
    assert len(await store.daily_games("bob", "addiction")) == 1
    await clear(store, left_out)
    assert len(await tx.daily_games("bob", "addiction")) == 1
    await tx.save_examination(game, FLAGS, noted=True)
    assert len(await tx.daily_games("ann", "addiction")) == 1
    noted = StoredExamination(game, DAILY, FLAGS, is_done=True, is_noted=True)
    assert await other.noted_examinations(9) == [noted]
    assert await other.flagged_games(DAILY, 9) == []
    assert await clear(store, game)
    assert await other.noted_examinations(9) == []
    assert not await flag(store, game)
    assert await other.flagged_games(DAILY, 9) == []


async def test_the_last_examinations_of_a_player_are_those_of_the_latest_games(store: Store, tx: Transaction) -> None:
    for number in range(4):
        ended = structs.replace(RESULT, ended_at=RESULT.ended_at + number)
        await play_race(store, f"r{number}", {"ann": ended, "bob": ended})
    for number in (0, 2, 3):
        await flag(store, f"r{number}-ann")
    assert [each.game for each in await tx.last_examinations("ann", 2)] == ["r3-ann", "r2-ann"]


async def test_players_with_a_flagged_game_on_a_leaderboard_are_known(store: Store, tx: Transaction) -> None:
    await play_race(store, "race", {"ann": RESULT, "bob": RESULT})
    await flag(store, "race-ann")
    for flagged in ({"ann"}, set()):
        assert await tx.flagged_players(RATING, ["ann", "bob", "cyd"]) == flagged
        assert await tx.flagged_players(DAILY, ["ann", "bob", "cyd"]) == set()
        await clear(store, "race-ann")


async def test_removed_places_are_counted_no_more(store: Store, tx: Transaction) -> None:
    for player, time_ms in (("ann", 1_000), ("bob", 2_000), ("cyd", 3_000)):
        await play_daily(store, TODAY, player, structs.replace(RESULT, time_ms=time_ms))
    await tx.remove_places("ann", leaderboards_of("addiction", TODAY.date))
    await tx.remove_places("nobody", [DAILY])
    await tx.remove_places("bob", [])
    page = await store.leaderboard_page(DAILY, PageRequest(9), "cyd")
    assert [(row.rank, row.player) for row in page.rows] == [(1, "bob"), (2, "cyd")]
    assert (page.size, page.mine and page.mine.rank) == (2, 2)
    assert (await store.leaderboard_page(Leaderboard("streak", "all", "mini"), PageRequest(9))).size == 2


async def test_earlier_games_of_a_daily_are_those_of_its_leaders(store: Store) -> None:
    scores = {"ann": 10, "bob": 30, "cyd": 20}
    games = {
        player: await play_daily(store, TODAY, player, structs.replace(RESULT, score=n)) for player, n in scores.items()
    }
    deal, later = (await store.add_daily(a_daily(*TODAY))).deal, RESULT.ended_at + 1
    assert {each.id for each in await store.earlier_games(DAILY, deal, "dan", later, 2)} == {games["bob"], games["cyd"]}
    found = await store.earlier_games(DAILY, deal, "bob", later, 9)
    assert {each.id for each in found} == {games["ann"], games["cyd"]}
    assert {each.transcript for each in found} == {RESULT.transcript}
    assert not await store.earlier_games(DAILY, deal, "dan", RESULT.ended_at, 9)


async def test_scouts_are_kin_who_saw_the_cards_earlier_and_have_never_moved(store: Store) -> None:
    unplayed, of = structs.replace(RESULT, moves=0), TODAY.event
    for player, network in (("looked", "home"), ("played", "home"), ("mover", "home"), ("far", "away"), ("me", "home")):
        await store.add_player(a_player(player, player))
        await store.note_session(StoredSession(player, player, 1, 1, 2, "Firefox", network))
    await play_daily(store, TODAY, "far", unplayed)
    await play_daily(store, TODAY, "looked", unplayed)
    await play_daily(store, TODAY, "played", unplayed)
    _, race = await begin_daily(store, TODAY, "mover")
    await begin_daily(store, TODAY, "me")
    later = race.starts_at + 1
    assert await store.scouts(of, "me", later) == 3
    assert await store.scouts(of, "me", race.starts_at) == 0
    assert await store.scouts(of, "far", later) == 0
    await store.appender.append_actions([StoredAction(race.games[0].id, 1, "6D@27", 5)])
    await play_race(store, "race", {"played": RESULT, "other": RESULT})
    assert await store.scouts(of, "me", later) == 1


async def test_earlier_games_of_a_race_are_those_on_its_deal(store: Store) -> None:
    deal = random_deal(Random("shared"), VARIANTS["addiction"])
    await play_race(store, "race", {"ann": RESULT, "bob": WON}, deal=deal)
    await play_race(store, "again", {"cyd": structs.replace(RESULT, moves=0)}, deal=deal)
    await play_race(store, "other", {"dan": RESULT})
    later = RESULT.ended_at + 1
    found = await store.earlier_games(RATING, deal, "ann", later, 9)
    assert [each.id for each in found] == ["race-bob"]
    assert len(await store.earlier_games(RATING, deal, "eve", later, 9)) == 2
    assert [each.id for each in await store.earlier_games(RATING, deal, "eve", later, 1)] == ["race-bob"]
