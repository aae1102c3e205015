"""The contract of `ports.Store`: series that are decided."""

from dataclasses import replace

from gaprace.ports import Store, StoredSeries, Transaction
from tests.store.material import Alone, a_player, a_room
from tests.store.test_groups import GROUP

SERIES = StoredSeries("s" * 32, "ROOM0001", 3, 5, 3, 1_700_000_300_000, "GROUP")


async def add(store: Store, *every: StoredSeries) -> None:
    for each in every:
        await Alone(store).add_series(each)


async def test_a_series_is_found_by_its_id_and_by_the_races_between_its_first_and_last(store: Store) -> None:
    assert await store.add_room(a_room())
    assert await store.add_room(a_room("ROOM0002"))
    later = replace(SERIES, id="t" * 32, first=7, last=9, group=None)
    elsewhere = replace(SERIES, id="u" * 32, room="ROOM0002", first=1, last=9)
    await add(store, SERIES, later, elsewhere)
    assert [await store.series(each.id) for each in (SERIES, later)] == [SERIES, later]
    for unknown in ("nothing", "\0"):
        assert await store.series(unknown) is None
    found = {number: await store.series_of_race("ROOM0001", number) for number in range(2, 11)}
    assert {number: each.id[0] for number, each in found.items() if each} == {
        **dict.fromkeys((3, 4, 5), "s"),
        **dict.fromkeys((7, 8, 9), "t"),
    }


async def test_the_series_of_a_group_come_latest_first_and_go_with_the_group(store: Store, tx: Transaction) -> None:
    await store.add_player(a_player("ann"))
    assert await store.add_room(a_room())
    ended = [replace(SERIES, id=f"{n:032}", first=n, last=n, ended_at=SERIES.ended_at + n) for n in range(1, 5)]
    await add(store, *ended, replace(SERIES, id="other", last=9, group="OTHER"))
    assert await store.group_series("GROUP", None, 3) == [ended[3], ended[2], ended[1]]
    assert await store.group_series("GROUP", (ended[1].ended_at, ended[1].id), 3) == [ended[0]]
    await tx.save_group(replace(GROUP, code="GROUP"))
    await tx.delete_group("GROUP")
    assert await store.group_series("GROUP", None, 9) == []
    assert await store.series("other")
