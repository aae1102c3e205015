"""The contract of `ports.Store`: the statistics of players, what is exported of them, and what two have in common."""

from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import window_of
from gaprace.play.people.figures import BestGame, Figures, Milestone, Totals
from gaprace.ports import (
    DailyKey,
    GameFilter,
    OwnPlace,
    PageRequest,
    Rival,
    SharedRace,
    Store,
    StoredGame,
    StoredResult,
)
from gaprace.rules.variants import VARIANTS
from tests.plain import plain
from tests.positions import random_deal
from tests.store.material import RESULT, TODAY, WON, a_player, begin_daily, play_daily, play_race

ADDICTION = VARIANTS["addiction"]
LATER = RESULT.ended_at + DAY_MS


# Statistics


async def test_a_player_without_games_has_no_statistics_and_shares_nothing(store: Store) -> None:
    await store.add_player(a_player("ann"))
    assert await store.figures("ann", 8, LATER) == Figures()
    assert await store.figures("nobody", 8, LATER) == Figures()
    assert await store.ended_games("ann", GameFilter(), 20) == []
    assert await store.game_ids("ann") == []
    assert await store.own_places("ann") == []
    for other in ("bob", "ann", "\0"):
        assert await store.shared_races("ann", other, 9) == await store.shared_dailies("ann", other) == []


async def test_statistics_count_ranked_games_that_have_ended_by_variant(store: Store) -> None:
    mini = {"deal": random_deal(Random(1), VARIANTS["mini"])}
    await play_race(store, "a", {"ann": structs.replace(WON, time_ms=9_000), "bob": RESULT})
    await play_race(
        store, "b", {"ann": structs.replace(WON, time_ms=8_000, score=28), "bob": structs.replace(WON, time_ms=1)}
    )
    await play_race(store, "c", {"ann": structs.replace(RESULT, score=40), "bob": RESULT})
    await play_race(store, "d", {"ann": structs.replace(WON, time_ms=7, score=58)}, ranked=False)
    await play_race(store, "e", {"ann": None})
    await play_race(store, "f", {"ann": structs.replace(RESULT, score=-3)}, **mini)
    figures = await store.figures("ann", 8, LATER)
    addiction, mini_figures = figures.variants.values()
    assert (addiction.games, addiction.wins) == (3, 2)
    assert addiction.fastest == BestGame(8_000, "b-ann")
    assert addiction.best == BestGame(40, "c-ann")
    assert (mini_figures.games, mini_figures.wins) == (1, 0)
    assert mini_figures.fastest is None
    assert mini_figures.best == BestGame(-3, "f-ann")
    assert [*figures.variants] == ["addiction", "mini"]
    assert figures.totals == Totals(4, 2, 40 + WON.score + 28 - 3, 9_000 + 8_000 + 2 * RESULT.time_ms)


async def test_of_equally_good_games_the_shorter_and_then_the_earlier_is_the_best(store: Store) -> None:
    times = [("a", 500, 3), ("b", 300, 2), ("c", 300, 1), ("d", 400, 0)]
    for name, time_ms, ended_at in times:
        await play_race(store, name, {"ann": structs.replace(WON, time_ms=time_ms, ended_at=ended_at)})
    (figures,) = (await store.figures("ann", 8, LATER)).variants.values()
    assert figures.best == BestGame(WON.score, "c-ann")
    assert figures.fastest == BestGame(300, "c-ann")


# Recent games


async def test_recent_games_come_newest_first_with_what_they_were_raced_against(store: Store) -> None:
    await play_race(store, "a", {"ann": structs.replace(RESULT, ended_at=10), "bob": WON, "cid": RESULT})
    await play_race(store, "b", {"ann": structs.replace(WON, ended_at=30), "bob": None})
    await play_race(store, "c", {"ann": structs.replace(RESULT, ended_at=20)}, ranked=False)
    await play_race(store, "d", {"ann": None, "bob": RESULT})
    recent = await store.ended_games("ann", GameFilter(), 20)
    assert [(each.id, each.ranked, each.ended_at, each.players) for each in recent] == [
        ("b-ann", True, 30, 2),
        ("c-ann", False, 20, 1),
        ("a-ann", True, 10, 3),
    ]
    running, alone, raced = recent
    assert running.rivals is None
    assert alone.rivals == ()
    assert raced.rivals == (Rival("bob", "Bob", plain(WON)), Rival("cid", "Cid", plain(RESULT)))
    assert [each.kind for each in recent] == ["race", "solo", "race"]
    assert raced.result == plain(RESULT)
    assert raced.variant == ADDICTION
    assert {each.daily for each in recent} == {None}
    assert [each.id for each in await store.ended_games("ann", GameFilter(), 2)] == ["b-ann", "c-ann"]


async def test_games_are_filtered_by_variant_kind_outcome_and_company(store: Store) -> None:
    mini = random_deal(Random(1), VARIANTS["mini"])
    await play_race(store, "a", {"ann": structs.replace(WON, ended_at=10), "bob": RESULT, "cid": RESULT})
    await play_race(store, "b", {"ann": structs.replace(RESULT, ended_at=20), "bob": RESULT}, deal=mini)
    await play_race(store, "c", {"ann": structs.replace(WON, ended_at=30)}, deal=mini)
    await play_race(store, "d", {"ann": structs.replace(RESULT, ended_at=40), "cid": None, "bot-1-1": RESULT})
    daily = await play_daily(store, TODAY, "ann", structs.replace(RESULT, ended_at=50))

    async def found(**which: object) -> list[str]:
        return [each.id for each in await store.ended_games("ann", GameFilter(**which), 9)]

    assert await found() == [daily, "d-ann", "c-ann", "b-ann", "a-ann"]
    assert await found(variant="mini") == ["c-ann", "b-ann"]
    assert await found(kind="race") == ["d-ann", "b-ann", "a-ann"]
    assert await found(kind="daily") == [daily]
    assert await found(kind="solo", won=False) == []
    assert await found(won=True) == ["c-ann", "a-ann"]
    assert await found(rival="bob", won=False) == ["b-ann"]
    assert await found(rival="cid", after=(40, "d-ann")) == ["a-ann"]
    assert await found(rival="bot-1-1") == ["d-ann"]
    assert await found(rival="bob", listed=True) == await found(rival="\0") == []
    reveal = window_of(TODAY.date).ends_at
    assert await found(kind="daily", open_by=reveal - 1) == []
    assert await found(kind="daily", open_by=reveal) == [daily]


async def test_a_recent_game_of_a_daily_or_of_custom_rules_says_so(store: Store) -> None:
    game = await play_daily(store, TODAY, "ann")
    custom = random_deal(Random(2), ADDICTION.customised(shuffles=9))
    await play_race(store, "a", {"ann": structs.replace(RESULT, ended_at=1)}, ranked=False, deal=custom)
    daily, other = await store.ended_games("ann", GameFilter(), 20)
    assert (daily.id, daily.daily, daily.kind) == (game, TODAY, "daily")
    assert other.variant == custom.variant


# Milestones


async def test_milestones_are_the_first_ranked_wins_of_their_kind(store: Store) -> None:
    await play_race(store, "lost", {"ann": structs.replace(RESULT, ended_at=1)})
    await play_race(store, "practice", {"ann": structs.replace(WON, shuffles=0, ended_at=2)}, ranked=False)
    await play_race(store, "later", {"ann": structs.replace(WON, shuffles=0, ended_at=5)})
    await play_race(store, "last", {"ann": structs.replace(WON, shuffles=0, ended_at=6)})
    await play_race(store, "first", {"ann": structs.replace(WON, ended_at=4)})
    figures = await store.figures("ann", 8, LATER)
    assert (figures.win, figures.without_shuffle) == (Milestone("first-ann", 4), Milestone("later-ann", 5))
    assert figures.giant is None


@pytest.mark.parametrize(
    ("rival", "is_first"),
    [
        (RESULT, True),
        (structs.replace(WON, reached_ms=WON.reached_ms + 1), True),
        (WON, True),
        (structs.replace(WON, reached_ms=WON.reached_ms - 1), False),
        (structs.replace(WON, moves=WON.moves - 1), False),
        (None, False),
    ],
    ids=["lost", "slower", "equal", "faster", "fewer moves", "still plays"],
)
async def test_a_race_of_many_is_won_by_the_first_once_it_is_over(
    store: Store, rival: StoredResult | None, is_first: bool
) -> None:
    await store.add_player(replace(a_player("bot"), program=True))
    await play_race(store, "a", {"ann": structs.replace(WON, ended_at=1), "bob": RESULT, "cid": rival, "bot": RESULT})
    assert (await store.figures("ann", 3, LATER)).giant == (Milestone("a-ann", 1) if is_first else None)
    assert (await store.figures("ann", 4, LATER)).giant is None, "bots make no race one of many"


# All of it, for the person


async def test_a_person_gets_all_of_their_games_and_nothing_of_others(store: Store) -> None:
    race = await play_race(store, "b", {"ann": WON, "bob": RESULT}, starts_at=2_000)
    running = await play_race(store, "a", {"ann": None, "bob": None}, starts_at=3_000, ranked=False)
    daily = await play_daily(store, TODAY, "ann", RESULT)
    ids = await store.game_ids("ann")
    assert ids == ["b-ann", "a-ann", daily]
    won, plays, of_daily = await store.own_games("ann", ["b-bob", "unknown", *reversed(ids)])
    assert (won.id, won.room, won.deal, won.starts_at, won.daily) == ("b", race.room, race.deal, 2_000, None)
    assert won.games == (StoredGame("b-ann", "ann", ranked=True, result=WON),)
    assert plays.deal == running.deal
    assert plays.games == (StoredGame("a-ann", "ann", ranked=False),)
    assert of_daily.daily == TODAY
    assert await store.own_games("ann", []) == []


async def test_a_person_gets_their_places_and_what_they_played_stays_without_their_name(store: Store) -> None:
    game = await play_daily(store, DailyKey("2023-11-14", "mini"), "ann", WON)
    await play_daily(store, DailyKey("2023-11-14", "mini"), "bob", WON)
    places = await store.own_places("ann")
    names = [place.leaderboard.text for place in places]
    assert names == sorted(names)
    assert {"daily/2023-11-14/mini", "streak/all/mini", "streak/2023-11/mini"} <= {*names}
    assert all(isinstance(place, OwnPlace) and place.game == game for place in places)
    await store.delete_player("ann", "gone", 7)
    assert await store.finished_game(game) is not None
    page = await store.leaderboard_page(Leaderboard("streak", "all", "mini"), PageRequest(10))
    assert {each.name for each in page.rows} == {"gone", "Bob"}


# Head to head

IDLE = structs.replace(RESULT, moves=0, locked=0)


async def test_shared_races_are_the_ended_ones_with_a_move_of_both_newest_first(store: Store) -> None:
    mini = random_deal(Random(1), VARIANTS["mini"])
    await play_race(store, "a", {"ann": WON, "bob": RESULT, "cho": WON}, ended_at=3)
    await play_race(store, "b", {"bob": WON, "ann": RESULT}, deal=mini, ended_at=4, ranked=False)
    await play_race(store, "c", {"ann": WON, "cho": RESULT})
    await play_race(store, "d", {"ann": WON, "bob": IDLE})
    await play_race(store, "e", {"ann": WON, "bob": RESULT, "dee": None})
    shared = [
        SharedRace(mini.variant, 4, plain(RESULT), plain(WON), "b", is_listed=False, rival=("bob", "Bob")),
        SharedRace(ADDICTION, 3, plain(WON), plain(RESULT), "a", is_listed=False, rival=("bob", "Bob")),
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
