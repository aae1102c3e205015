"""The contract of `ports.RivalStore`."""

from gaprace.ports import SeenDeal, Store, StoredMistake
from tests.puzzles import add_puzzles
from tests.store.material import RESULT, a_player, play_race


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
    puzzle, other = (await add_puzzles(store, 2))[:2]
    race = await play_race(store, "one", {"ann": RESULT})
    await store.add_mistakes("one-ann", [StoredMistake("ann", puzzle.id, "one-ann", 1, "6D@27")])
    assert await store.puzzle_deals(puzzle.id) == [race.deal.code]
    assert await store.puzzle_deals(other.id) == []
