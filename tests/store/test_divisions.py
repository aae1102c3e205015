"""The contract of `ports.DivisionStore`."""

from gaprace.ports import Store, Transaction
from tests.store.material import meet
from tests.store.test_events import GROUP
from tests.store.test_groups import save


async def test_the_divisions_of_a_month_are_stored_once_and_go_with_the_player_and_the_group(
    store: Store, tx: Transaction
) -> None:
    await save(store)
    await meet(store, "ann", "bob")
    assert await store.last_divisions(GROUP.code, "mini", "2026-11") is None
    await store.save_divisions(GROUP.code, "mini", "2026-10", {"ann": 1, "bob": 2})
    await store.save_divisions(GROUP.code, "mini", "2026-10", {"ann": 3})
    assert await store.last_divisions(GROUP.code, "mini", "2026-11") == ("2026-10", {"ann": 1, "bob": 2})
    assert await store.last_divisions(GROUP.code, "addiction", "2026-11") is None
    await store.save_divisions(GROUP.code, "mini", "2026-11", {"ann": 2})
    assert await store.last_divisions(GROUP.code, "mini", "2026-11") == ("2026-11", {"ann": 2})
    assert await store.last_divisions(GROUP.code, "mini", "2026-09") is None
    await store.delete_player("ann", "gone", 1)
    assert await store.last_divisions(GROUP.code, "mini", "2026-12") == ("2026-10", {"bob": 2})
    await tx.delete_group(GROUP.code)
    assert await store.last_divisions(GROUP.code, "mini", "2026-12") is None
