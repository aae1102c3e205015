"""All games of a player: which of them others may see, in pages, by filters."""

from dataclasses import replace

import pytest
from msgspec import structs

from gaprace.errors import Refusal
from gaprace.people.played_games import PlayedGames, read_filter
from gaprace.play.events.calendar import date_of
from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey, GameFilter, StoredResult
from gaprace.wire.http import Opponent
from gaprace.wire.http import PlayedGames as Page
from gaprace.wire.paging import FIRST_PAGE, PageQuery
from tests.memory_store import MemoryStore
from tests.rooms.stage import NOON, ManualClock
from tests.store.material import RESULT, WON, a_player, play_daily, play_race

FASTER = structs.replace(WON, time_ms=WON.time_ms - 1, reached_ms=WON.reached_ms - 1)


async def seen(store: MemoryStore, me: str | None = "ann", *, query: PageQuery = FIRST_PAGE, rival: str = "") -> Page:
    return await PlayedGames(store, ManualClock()).page("ann", GameFilter(rival=rival), query, me)


async def test_there_are_no_games_without_a_player(store: MemoryStore) -> None:
    await store.add_player(a_player("ann"))
    assert (await seen(store)).items == []
    await store.delete_player("ann", "gone", 1)
    games = PlayedGames(store, ManualClock())
    assert [await games.page(each, GameFilter(), FIRST_PAGE, None) for each in ("ann", "nobody")] == [None, None]


async def test_all_games_come_page_by_page(store: MemoryStore) -> None:
    for number in range(5):
        await play_race(store, f"race{number}", {"ann": structs.replace(RESULT, ended_at=number // 2)})
    found, query = list[str](), PageQuery(limit=2)
    while page := await seen(store, query=query):
        found += [each.game for each in page.items]
        if page.next is None:
            break
        query = PageQuery(page.next, 2)
    assert found == [f"race{number}-ann" for number in (4, 3, 2, 1, 0)]


async def test_a_race_and_its_people_are_found_by_its_player_and_those_of_listed_rooms_by_all(
    store: MemoryStore,
) -> None:
    await play_race(store, "hidden", {"ann": WON, "bob": RESULT})
    await play_race(store, "listed", {"ann": WON, "bob": RESULT}, ended_at=1_700_000_300_000)
    await play_race(store, "alone", {"ann": WON})
    store.database.rooms["room listed"] = replace(store.database.rooms["room listed"], listed=True)
    for me, found in (("ann", {"hidden", "listed"}), ("bob", {"listed"}), (None, {"listed"})):
        games = (await seen(store, me)).items
        assert {game.game for game in games} == {"hidden-ann", "listed-ann", "alone-ann"}
        assert {game.race for game in games if game.rivals == [Opponent("bob", "Bob")]} == found
        assert {game.race for game in games} - {None} == found
    for me, found in (("ann", {"hidden", "listed"}), ("bob", {"hidden", "listed"}), ("cho", {"listed"})):
        assert {(game.race, game.lead) for game in (await seen(store, me, rival="bob")).items} == {
            (race, 1) for race in found
        }


@pytest.mark.parametrize(
    ("results", "rank"),
    [
        ({"ann": WON, "bob": RESULT, "cid": RESULT}, 1),
        ({"ann": WON, "bob": WON, "cid": FASTER}, 2),
        ({"ann": RESULT, "bob": WON, "cid": FASTER}, 3),
        ({"ann": WON}, None),
        ({"ann": WON, "bob": None}, None),
    ],
    ids=["first", "equal seconds", "last", "alone", "the race still runs"],
)
async def test_a_game_has_its_place_in_a_race_of_several(
    store: MemoryStore, results: dict[str, StoredResult | None], rank: int | None
) -> None:
    await play_race(store, "a", results)
    (game,) = (await seen(store)).items
    assert (game.rank, game.players) == (rank, len(results))


async def test_a_sealed_game_is_for_its_player_alone(store: MemoryStore) -> None:
    daily, clock = DailyKey(date_of(NOON), "mini"), ManualClock()
    await play_daily(store, daily, "ann", structs.replace(WON, ended_at=NOON))
    games = PlayedGames(store, clock)
    for instant, others in ((NOON, 0), (window_of(daily.date).ends_at, 1)):
        await clock.advance(instant - clock.now())
        for me, count in (("ann", 1), ("bob", others), (None, others)):
            page = await games.page("ann", GameFilter(), FIRST_PAGE, me)
            assert len(page.items) == count


def test_a_filter_names_what_exists() -> None:
    assert read_filter("mini", "daily", "false", "bob") == GameFilter("mini", "daily", won=False, rival="bob")
    assert read_filter(None, None, None, None) == GameFilter()
    for bad in (("maxi", None, None), ("", None, None), (None, "war", None), (None, None, "yes")):
        with pytest.raises(Refusal, match="is one of") as refusal:
            read_filter(*bad, None)
        assert refusal.value.code == "bad_filter"
