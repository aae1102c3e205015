"""The contract of `ports.Store`: ratings, which change with the end of a race."""

import asyncio
from random import Random

from msgspec import structs

from gaprace.moderation.void_results import compute_anew
from gaprace.play.events.leaderboards import Leaderboard, value_of
from gaprace.play.people.rating import Pairings, Rating, after_race
from gaprace.ports import Moment, PageRequest, Store, StoredGame, StoredResult, StoredSession, Transaction
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import RatingPoint
from tests.positions import random_deal
from tests.store.material import RESULT, a_player, in_sql, meet, play_race

LEADERBOARD = Leaderboard("rating", "all", "addiction")
WON = structs.replace(RESULT, won=True, locked=48, score=58)


async def race(
    store: Store, name: str, results: dict[str, StoredResult | None], *, practice: tuple[str, ...] = (), **how: object
) -> None:
    games = tuple(StoredGame(f"{name}-{player}", player, ranked=player not in practice) for player in results)
    await play_race(store, name, results, games=games, ended_at=5_000, **how)


async def test_ratings_go_up_and_down_and_are_kept_race_by_race(store: Store) -> None:
    for number in range(5):
        await race(store, f"r{number}", {"ann": WON if number < 3 else RESULT, "bob": RESULT if number < 3 else WON})
    ratings = {"ann": Rating(), "bob": Rating()}
    history = []
    for number in range(5):
        met = Pairings([{f"r{earlier}" for earlier in range(number)}] * 2)
        after = after_race(list(ratings.values()), [1, 2] if number < 3 else [2, 1], met)
        ratings = dict(zip(ratings, after, strict=True))
        history.append(RatingPoint(5_000, ratings["ann"].value, ratings["ann"].shown_sigma))
    assert await store.rating_history("ann", "addiction", 100) == history
    assert await store.rating_history("ann", "addiction", 2) == history[-2:]
    assert await store.rating_history("ann", "mini", 2) == []
    assert await store.ratings("ann") == {"addiction": ratings["ann"]}
    assert await store.ratings("bob") == {"addiction": ratings["bob"]}
    assert Rating().value < ratings["ann"].value
    page = await store.leaderboard_page(LEADERBOARD, PageRequest(10), "bob")
    assert (page.size, page.mine) == (2, page.rows[1])
    assert [(row.rank, row.player, row.game, row.rating) for row in page.rows] == [
        (1, "ann", "r4-ann", ratings["ann"]),
        (2, "bob", "r4-bob", ratings["bob"]),
    ]
    assert [value_of("rating", row.key) for row in page.rows] == [each.value for each in ratings.values()]


@in_sql
async def test_the_races_before_a_moment_are_found_for_as_many_players_as_a_race_takes(
    store: Store, tx: Transaction
) -> None:
    await race(store, "r1", {"ann": WON, "zoe": RESULT})
    raced = {"ann": 1, **{f"p{number:04}": 1 for number in range(2_000)}, "zoe": 1}
    before = Moment(5_000, "r2")
    found = await tx.races_before(raced, "addiction", before, 50)
    assert {player: races for player, races in found.items() if races} == {"ann": ["r1"], "zoe": ["r1"]}


async def test_practice_alone_and_unfinished_games_change_no_rating(store: Store) -> None:
    await race(store, "r1", {"ann": WON})
    await race(store, "r2", {"ann": WON, "bob": WON}, practice=("bob",))
    await race(store, "r3", {"ann": WON, "bob": None})
    assert await store.ratings("ann") == await store.ratings("bob") == {}
    await race(store, "r4", {"ann": WON, "bob": RESULT, "cho": WON}, practice=("cho",))
    assert await store.ratings("cho") == {}
    assert (await store.ratings("ann"))["addiction"] == after_race([Rating(), Rating()], [1, 2])[0]


IDLE = structs.replace(RESULT, moves=0)


async def test_of_a_race_that_the_server_has_disturbed_only_wins_count(store: Store) -> None:
    await race(store, "r1", {"ann": WON, "bob": IDLE}, is_disturbed=True)
    assert await store.ratings("ann") == await store.ratings("bob") == {}
    faster = structs.replace(WON, time_ms=1_000, reached_ms=1_000)
    await race(store, "r2", {"ann": WON, "bob": IDLE, "cho": faster}, is_disturbed=True)
    assert await store.ratings("bob") == {}
    better, worse = after_race([Rating(), Rating()], [1, 2])
    assert (await store.ratings("cho"), await store.ratings("ann")) == ({"addiction": better}, {"addiction": worse})


@in_sql
async def test_who_comes_from_one_network_is_kin_in_the_race_for_ever(store: Store, other: Store) -> None:
    for player, network in (("ann", "n1"), ("bob", "n1"), ("cho", "n2"), ("dee", "")):
        await store.add_player(a_player(player, player.title()))
        await store.note_session(StoredSession(f"s {player}", player, 1, 1, 2, "Firefox", network))
    await race(store, "r1", {"ann": WON, "bob": RESULT})
    assert await store.ratings("ann") == {"addiction": Rating()}
    await race(store, "r2", {"cho": RESULT, "bob": RESULT, "dee": RESULT, "ann": RESULT})
    stored = await other.race("r2")
    assert {game.player: game.kin for game in stored.games} == {"ann": 1, "bob": 1, "cho": 0, "dee": 0}
    await store.forget_sessions(10, 10, 10)
    before = {player: await store.ratings(player) for player in ("ann", "bob", "cho", "dee")}
    await store.transact(lambda tx: compute_anew(tx, "addiction", Moment(0, ""), 9))
    assert {player: await other.ratings(player) for player in before} == before
    page = await other.leaderboard_page(LEADERBOARD, PageRequest(10))
    assert page.size == 4


async def test_variants_are_rated_apart(store: Store) -> None:
    await race(store, "r1", {"ann": WON, "bob": RESULT})
    await race(store, "r2", {"ann": RESULT, "bob": WON}, deal=random_deal(Random(2), VARIANTS["mini"]))
    better, worse = after_race([Rating(), Rating()], [1, 2])
    assert await store.ratings("ann") == {"addiction": better, "mini": worse}
    assert (await store.leaderboard_page(Leaderboard("rating", "all", "mini"), PageRequest(10))).rows[0].player == "bob"


async def test_races_that_end_at_once_with_the_same_players_all_count(store: Store, other: Store) -> None:
    names = ["ann", "bob", "cho", "dee"]
    await race(store, "first", {"ann": WON, "cho": RESULT})
    await meet(store, *names)
    results = {name: structs.replace(WON, time_ms=place) for place, name in enumerate(names)}
    await asyncio.gather(
        *(
            race(each, f"r{number}", dict([*results.items()][number % 3 :] + [*results.items()][: number % 3]))
            for number, each in enumerate([store, other] * 4)
        )
    )
    counts = {name: (await store.ratings(name))["addiction"].races for name in names}
    assert counts == {"ann": 9, "bob": 8, "cho": 9, "dee": 8}
    assert (await store.leaderboard_page(LEADERBOARD, PageRequest(10))).size == 4


async def test_programs_are_rated_apart_from_people_and_have_no_history(store: Store, other: Store) -> None:
    people = [StoredGame(f"race-{name}", name, ranked=True) for name in ("ann", "bob")]
    programs = [StoredGame(f"race-{name}", name, ranked=False, among_programs=True) for name in ("p1", "p2")]
    results: dict[str, StoredResult | None] = {"ann": WON, "bob": RESULT, "p1": RESULT, "p2": WON}
    played = await play_race(store, "race", results, games=(*people, *programs))
    stored = await other.race(played.id)
    assert [game.among_programs for game in stored.games] == [False, False, True, True]
    for kind, players in (("rating", ["ann", "bob"]), ("programs", ["p2", "p1"])):
        page = await other.leaderboard_page(Leaderboard(kind, "all", "addiction"), PageRequest(9))
        assert [row.player for row in page.rows] == players
        assert all(row.rating and row.rating.races == 1 for row in page.rows)
    assert len(await other.rating_history("ann", "addiction", 9)) == 1
    assert await other.rating_history("p2", "addiction", 9) == []
    assert (await other.ratings("p2"))["addiction"].races == 1
