"""Nobody is rated by guests of their own."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from gaprace.play.people.rating import Rating
from gaprace.ports import Store, StoredResult, StoredSession
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from tests.memory_store import MemoryStore
from tests.store.material import RESULT, a_player, play_race

RACES = 12
DEAL = Deal(VARIANTS["addiction"], "0123456789", bytes(32))
AHEAD = structs.replace(
    RESULT, locked=2, moves=1, time_ms=15_000, reached_ms=1_000, transcript="6D@27:1000 resign:15000"
)
BEHIND = structs.replace(AHEAD, locked=1)
AT_ONCE = structs.replace(BEHIND, transcript="6D@27:79 resign:81", time_ms=81, given_up=True)
GUESTS = [f"guest{number}" for number in range(RACES)]


async def farm(store: Store, races: Sequence[Sequence[str]], given_up: StoredResult = BEHIND) -> Rating:
    """Win races against guests who resign; return the rating that comes of it."""
    for number, guests in enumerate(races):
        await play_race(store, f"farm{number}", {"farmer": AHEAD, **dict.fromkeys(guests, given_up)}, deal=DEAL)
    return (await store.ratings("farmer")).get("addiction", Rating())


@pytest.mark.parametrize(
    "races",
    [
        [[guest] for guest in GUESTS],
        [[GUESTS[0]] for _ in GUESTS],
        [[GUESTS[number % 3]] for number in range(RACES)],
        [GUESTS] * RACES,
    ],
    ids=["new guests", "the same guest", "three guests in turn", "all guests at once"],
)
async def test_twelve_races_against_own_guests_who_resign_move_a_rating_by_less_than_a_standard_error(
    races: list[list[str]],
) -> None:
    rating = await farm(MemoryStore(), races)
    assert 0 < rating.value - Rating().value < rating.shown_sigma
    assert rating.is_provisional


async def test_thirty_races_against_thirty_own_guests_of_one_address_move_nothing() -> None:
    store, guests = MemoryStore(), [f"own{number}" for number in range(30)]
    for player in ("farmer", *guests):
        await store.add_player(a_player(player))
        await store.note_session(StoredSession(player, player, 1, 1, 2, "Firefox", "one address"))
    assert await farm(store, [[guest] for guest in guests]) == Rating()
    assert [await store.ratings(guest) for guest in guests] == [{"addiction": Rating()}] * 30


async def test_guests_who_have_raced_each_other_all_day_are_strangers_still() -> None:
    store = MemoryStore()
    for number in range(RACES):
        await play_race(
            store, f"warm{number}", {guest: structs.replace(BEHIND, reached_ms=at) for at, guest in enumerate(GUESTS)}
        )
    known = (await store.ratings(GUESTS[0]))["addiction"]
    assert (known.races, known.opponents, known.is_established) == (RACES, RACES - 1, False)
    rating = await farm(store, [[guest] for guest in GUESTS])
    assert 0 < rating.value - Rating().value < rating.shown_sigma


@pytest.mark.parametrize("given_up", [AT_ONCE, structs.replace(BEHIND, moves=0)], ids=["at once", "without a move"])
async def test_guests_who_do_not_play_on_move_a_rating_no_more_than_others(given_up: StoredResult) -> None:
    plays, leaves = MemoryStore(), MemoryStore()
    races = [[guest] for guest in GUESTS]
    assert await farm(leaves, races, given_up) == await farm(plays, races)
