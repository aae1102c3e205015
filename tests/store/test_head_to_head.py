"""The contract of `ports.Store`: what two players have played against each other."""

from dataclasses import replace
from random import Random

from msgspec import structs

from gaprace.ports import DailyKey, SharedRace, Store
from gaprace.rules.variants import VARIANTS
from tests.plain import plain
from tests.positions import random_deal
from tests.store.material import RESULT, TODAY, WON, a_player, begin_daily, play_daily, play_race

IDLE = structs.replace(RESULT, moves=0, locked=0)


async def test_two_strangers_share_nothing(store: Store) -> None:
    await store.add_player(a_player("ann"))
    for other in ("bob", "ann", "\0"):
        assert await store.shared_races("ann", other, 9) == []
        assert await store.shared_dailies("ann", other) == []


async def test_shared_races_are_the_ended_ones_with_a_move_of_both_newest_first(store: Store) -> None:
    mini = random_deal(Random(1), VARIANTS["mini"])
    await play_race(store, "a", {"ann": WON, "bob": RESULT, "cho": WON}, ended_at=1_700_000_300_000)
    await play_race(store, "b", {"bob": WON, "ann": RESULT}, deal=mini, ended_at=1_700_000_400_000, ranked=False)
    await play_race(store, "c", {"ann": WON, "cho": RESULT})
    await play_race(store, "d", {"ann": WON, "bob": IDLE})
    await play_race(store, "e", {"ann": WON, "bob": RESULT, "dee": None})
    shared = [
        SharedRace(
            mini.variant, 1_700_000_400_000, plain(RESULT), plain(WON), "b", is_listed=False, rival=("bob", "Bob")
        ),
        SharedRace(
            VARIANTS["addiction"],
            1_700_000_300_000,
            plain(WON),
            plain(RESULT),
            "a",
            is_listed=False,
            rival=("bob", "Bob"),
        ),
    ]
    assert await store.shared_races("ann", "bob", 99) == shared
    turned = [replace(each, mine=each.theirs, theirs=each.mine, rival=("ann", "Ann")) for each in shared]
    assert await store.shared_races("bob", "ann", 99) == turned
    assert len(await store.shared_races("ann", "bob", 1)) <= 1


async def test_all_rivals_of_a_player_are_people(store: Store) -> None:
    await store.add_player(replace(a_player("bot-1"), program=True))
    await play_race(store, "a", {"ann": WON, "bob": RESULT, "cho": WON, "bot-1": WON})
    await play_race(store, "b", {"ann": WON})
    met = await store.shared_races("ann", None, 99)
    assert {(each.rival, each.race) for each in met} == {(("bob", "Bob"), "a"), (("cho", "Cho"), "a")}
    await store.delete_player("cho", "gone", 1)
    assert [each.rival for each in await store.shared_races("ann", None, 99)] == [("bob", "Bob")]


async def test_shared_dailies_are_those_that_both_have_ended_newest_first(store: Store) -> None:
    mini, before = DailyKey(TODAY.date, "mini"), DailyKey("2023-11-13", "addiction")
    for daily in (before, mini, TODAY):
        await play_daily(store, daily, "ann", WON)
    for daily in (before, TODAY):
        await play_daily(store, daily, "bob", RESULT)
    await begin_daily(store, mini, "bob")
    shared = await store.shared_dailies("ann", "bob")
    assert [each.daily for each in shared] == [TODAY, before]
    assert {(each.mine, each.theirs, each.race) for each in shared} == {(plain(WON), plain(RESULT), None)}
    assert {each.ended_at for each in shared} == {max(WON.ended_at, RESULT.ended_at)}
    assert [each.daily for each in await store.shared_dailies("bob", "ann")] == [TODAY, before]
