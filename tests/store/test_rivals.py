"""The contract of `ports.RivalStore`."""

from random import Random

from msgspec import structs

from gaprace.play.live.rivals import MIN_AGE_MS
from gaprace.play.seals import Shown
from gaprace.ports import RecordedBy, SeenDeal, Store, StoredGame, StoredMistake, StoredPuzzle, Transaction
from gaprace.rooms.endings import end_race
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal
from tests.store.material import RESULT, TODAY, a_player, a_room, end_game, play_daily, play_race


async def test_a_seen_deal_is_noted_once_for_each_player_and_goes_with_the_player(store: Store) -> None:
    await store.add_player(a_player("ann", "Ann"))
    await store.add_seen(["ann", "bob"], ["AAAA", "BBBB"], 5)
    await store.add_seen(["ann"], ["BBBB", "CCCC"], 7)
    await store.add_seen([], ["DDDD"], 9)
    assert await store.seen_deals("ann") == [SeenDeal("AAAA", 5), SeenDeal("BBBB", 5), SeenDeal("CCCC", 7)]
    await store.delete_player("ann", "gone", 10)
    assert await store.seen_deals("ann") == []
    assert await store.seen_deals("bob") == [SeenDeal("AAAA", 5), SeenDeal("BBBB", 5)]


async def test_the_deals_of_a_puzzle_are_those_of_the_games_in_which_it_was_missed(store: Store) -> None:
    puzzle, other = (StoredPuzzle(name, 7, name, "6D@27", b"", 1, 1) for name in ("one", "two"))
    for each in (puzzle, other):
        await store.add_puzzle(each)
    race = await play_race(store, "one", {"ann": RESULT})
    await store.add_mistakes("one-ann", [StoredMistake("ann", puzzle.id, "one-ann", 1, "6D@27")])
    assert await store.puzzle_deals(puzzle.id) == [race.deal.code]
    assert await store.puzzle_deals(other.id) == []


async def rival_games(store: Store, people: tuple[str, ...] = ("zoe",), apart: tuple[str, ...] = ()) -> set[str]:
    found = await store.rival_games(VARIANTS["addiction"], people, apart, ENDED + MIN_AGE_MS)
    return {each.game for each in found}


ENDED = 1_700_000_200_000
"""When the races of `play_race` end."""
PLAYED = structs.replace(RESULT, given_up=False)


async def test_rivals_are_valid_games_of_people_that_ended_a_day_ago_or_before(store: Store) -> None:
    await play_race(store, "one", {"ann": PLAYED, "bob": PLAYED})
    await play_race(store, "late", {"ann": PLAYED}, ended_at=ENDED + 1)
    await play_race(store, "other", {"ann": PLAYED}, deal=random_deal(Random("other"), VARIANTS["gaps"]))
    await play_race(store, "practice", {"ann": PLAYED}, ranked=False)
    await play_race(store, "unplayed", {"ann": structs.replace(PLAYED, moves=0)})
    await play_race(store, "left", {"ann": structs.replace(PLAYED, given_up=True)})
    await play_daily(store, TODAY, "ann", PLAYED)
    assert await rival_games(store) == {"one-ann", "one-bob"}
    [mine] = [
        each
        for each in await store.rival_games(VARIANTS["addiction"], ["zoe"], [], ENDED + MIN_AGE_MS)
        if each.player == "ann"
    ]
    rating = (await store.ratings("ann"))["addiction"].value
    assert (mine.name, mine.recorded_as, mine.date, mine.rating) == ("Ann", "name", "2023-11-14", rating)


async def test_no_rival_is_on_a_deal_that_anybody_in_the_race_has_seen_in_any_variant(store: Store) -> None:
    one = await play_race(store, "one", {"ann": PLAYED, "bob": PLAYED})
    two = await play_race(store, "two", {"cho": PLAYED})
    assert await rival_games(store, ("zoe", "bob")) == {"two-cho"}
    same = Deal.chosen(VARIANTS["strict"], two.deal.code, b"s" * 32)
    await play_race(store, "other", {"yan": PLAYED}, deal=same, ranked=False)
    assert await rival_games(store, ("zoe", "yan")) == {"one-ann", "one-bob"}
    await store.add_seen(["zoe"], [one.deal.code], 1)
    assert await rival_games(store) == {"two-cho"}


async def test_games_of_people_who_said_no_or_are_erased_suspended_or_kept_apart_are_not_used(
    store: Store, tx: Transaction
) -> None:
    await play_race(store, "one", dict.fromkeys(("ann", "bob", "cho", "dee"), PLAYED))
    await store.record_player("ann", "never")
    assert await rival_games(store, apart=("bob",)) == {"one-cho", "one-dee"}
    await store.delete_player("cho", "gone", 1)
    assert await rival_games(store) == {"one-bob", "one-dee"}
    await tx.sanction("dee", "suspended_until", ENDED + MIN_AGE_MS + 1)
    assert await rival_games(store) == {"one-bob"}
    later = [each.game for each in await store.rivals_of("one", ENDED + MIN_AGE_MS)]
    assert later == ["one-bob"], "and nor are they raced later"


async def test_a_game_against_recorded_rivals_may_be_one_too_and_its_rivals_may_not(store: Store) -> None:
    one = await play_race(store, "one", {"ann": PLAYED})
    games = (StoredGame("two-bob", "bob", ranked=False), StoredGame("two-bot", "bot", ranked=False, recorded="one-ann"))
    await play_race(store, "two", {"bob": PLAYED, "bot": PLAYED}, deal=one.deal, games=games)
    assert await rival_games(store) == {"one-ann", "two-bob"}
    names = await store.recorded_by(["one-ann", "two-bob"])
    assert names == {"one-ann": RecordedBy("Ann", "2023-11-14"), "two-bob": RecordedBy("Bob", "2023-11-14")}
    await store.record_player("ann", "anonymous")
    await store.delete_player("bob", "gone", 1)
    assert {each.name for each in (await store.recorded_by(["one-ann", "two-bob"])).values()} == {""}


async def test_a_race_of_a_group_is_missed_by_who_knows_no_card_of_it_and_later_races_on_its_deal_belong_to_it(
    store: Store,
) -> None:
    one = await play_race(store, "one", {"ann": PLAYED, "bob": PLAYED}, group="G")
    two = await play_race(store, "two", {"bob": PLAYED}, group="G", ended_at=ENDED + 1)
    await play_race(store, "other", {"ann": PLAYED}, group="H")
    assert await store.missed_races("G", "zoe", ENDED, 5) == ["two", "one"]
    assert (
        await store.missed_races("G", "zoe", ENDED, 1) == await store.missed_races("G", "zoe", ENDED + 1, 5) == ["two"]
    )
    assert await store.missed_races("G", "ann", ENDED, 5) == ["two"]
    await store.add_seen(["ann"], [two.deal.code], 1)
    assert await store.missed_races("G", "ann", ENDED, 5) == []
    games = (StoredGame("late-zoe", "zoe", ranked=False), StoredGame("late-b6", "b6", ranked=False, recorded="one-ann"))
    late = {"zoe": PLAYED, "b6": PLAYED}
    await play_race(store, "late", late, deal=one.deal, games=games, group="G", ended_at=ENDED + 2)
    await play_race(store, "strangers", {"yan": PLAYED}, deal=one.deal, ended_at=ENDED + 3)
    known = await store.race("one")
    assert known.group == "G"
    assert [each.id for each in await store.later_races(known)] == ["late"]
    assert await store.missed_races("G", "zoe", ENDED, 5) == ["two"]
    assert await store.missed_races("G", "xen", ENDED, 5) == ["two", "one"]
    assert [await store.knows_deal(each, one.deal.code) for each in ("ann", "zoe", "xen")] == [True, True, False]


async def test_nothing_is_told_of_games_on_a_deal_while_recorded_rivals_race_on_it(store: Store) -> None:
    one = await play_race(store, "one", {"ann": PLAYED, "bob": PLAYED})
    rival = StoredGame("two-bot", "bot", ranked=False, recorded="one-ann")
    two = await play_race(store, "two", {"bot": None}, deal=one.deal, games=(rival,))
    assert await rival_games(store) == set()
    assert await store.finished_races(one.room, 1, 1) == await store.listed_races(10, 10) == []
    assert await store.shared_races("ann", "bob", 10) == []
    assert await store.is_raced(one.deal.code)
    seen = await store.race("one")
    found = await store.finished_game("one-ann")
    for seal in (seen.seal, found[1].seal):
        assert (seal.until, seal.shows, seal.is_lifted(ENDED)) == (two.ends_at, Shown.SEAT, False)
    assert await end_game(store, "two-bot", 0, PLAYED)
    assert await end_race(store, a_room(two.room, version=3), "two", ENDED)
    assert len(await store.finished_races(one.room, 1, 1)) == len(await store.shared_races("ann", "bob", 10)) == 1
    assert await rival_games(store) == {"one-ann", "one-bob"}
