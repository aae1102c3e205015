"""The contract of `ports.Store`: reports, decisions, and results that are void or valid again."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from gaprace.clock import SystemClock
from gaprace.errors import StoreUnavailable
from gaprace.moderation.void_results import VoidResults, set_void
from gaprace.play.events.leaderboards import Leaderboard, leaderboards_of
from gaprace.ports import (
    DailyKey,
    GameFilter,
    Moment,
    PageRequest,
    RatedRace,
    Store,
    StoredGame,
    StoredReport,
    Transaction,
    Voiding,
)
from gaprace.store.sql_store import SqlTransaction
from gaprace.wire.http import Decision
from tests import steps
from tests.memory_store import MemoryStore
from tests.store.material import (
    RESULT,
    TODAY,
    WON,
    Alone,
    a_player,
    begin_daily,
    end_game,
    in_sql,
    play_daily,
    play_race,
)

REPORT = StoredReport("r1", 1_000, "ann", "bob", "name Bob", "name", "", "Bob")
DECISION = Decision("d1", 2_000, "mod", "warn", "Be kind.", player="bob")
PLAYERS = [f"p{number}" for number in range(6)]
RACES = 12
START = 1_700_000_200_000
RATINGS = Leaderboard("rating", "all", "addiction")
BOARDS = leaderboards_of("addiction", TODAY.date)


async def void(store: Store, game: str, decision: str = "d1") -> None:
    async def work(tx: Transaction) -> None:
        await set_void(tx, [await tx.countable_game(game)], decision)

    await store.transact(work)


async def restore(store: Store, decision: str = "d1") -> None:
    async def work(tx: Transaction) -> None:
        await set_void(tx, await tx.void_games(decision, 100), None)

    await store.transact(work)


def a_job(store: Store) -> VoidResults:
    """Works in batches so small that there are several."""
    return VoidResults(store, SystemClock(), batch_size=3)


async def finish(store: Store) -> None:
    await steps.finish(a_job(store))
    assert await store.voidings() == []
    assert await store.recomputing() == []


async def rows(store: Store, leaderboards: Iterable[Leaderboard]) -> dict[Leaderboard, object]:
    """The rows of leaderboards, which have as many as are counted."""
    found: dict[Leaderboard, object] = {}
    for each in leaderboards:
        page = await store.leaderboard_page(each, PageRequest(100))
        assert page.size == len(page.rows)
        found[each] = page.rows
    return found


async def ratings(store: Store) -> dict[str, object]:
    """The leaderboard of ratings, of which every row agrees with its player's rating."""
    page = await store.leaderboard_page(RATINGS, PageRequest(100))
    assert page.size == len(page.rows)
    for row in page.rows:
        assert (await store.ratings(row.player))["addiction"] == row.rating
    return {row.player: (row.key, row.rating, row.game) for row in page.rows}


async def games_of(store: Store) -> list[str]:
    """The games of an `evening`, in the order of the races."""
    return sorted([game for player in PLAYERS for game in await store.game_ids(player)])


# Reports and decisions


async def test_the_same_report_is_stored_once(store: Store, other: Store) -> None:
    assert await store.add_report(REPORT) == REPORT
    assert await other.add_report(replace(REPORT, id="r2", at=5_000, note="again")) == REPORT
    second = replace(REPORT, id="r3", subject="game g")
    assert await store.add_report(second) == second
    assert await other.open_reports(10) == [REPORT, second]
    assert await other.open_reports(1) == [REPORT]
    assert await store.count_open_reports() == 2
    assert await store.count_reports_by("ann", 1_000) == 2
    assert await store.count_reports_by("ann", 1_001) == 0
    assert await other.reports_by("ann") == [REPORT, second]
    assert await other.reports_by("bob") == []
    assert await store.reports(["r3", "unknown"]) == [second]
    assert await store.reports([]) == []


async def test_a_decision_settles_reports_and_is_kept(store: Store, tx: Transaction, other: Store) -> None:
    await store.add_report(REPORT)
    await store.add_report(replace(REPORT, id="r2", subject="game g"))
    await tx.add_decision(DECISION, ["r1", "unknown"])
    assert [each.id for each in await other.open_reports(10)] == ["r2"]
    assert [await other.decision(each) for each in ("d1", "d2", "\0")] == [DECISION, None, None]


async def test_decisions_are_read_page_by_page_the_latest_first(store: Store, tx: Transaction) -> None:
    made = [structs.replace(DECISION, id=f"d{n}", at=1_000 * (n // 2), player=f"p{n % 2}") for n in range(5)]
    for decision in made:
        await tx.add_decision(decision, [])
    latest = made[::-1]
    assert await store.decisions(10) == latest
    assert await store.decisions(2) == latest[:2]
    assert await store.decisions(2, (latest[1].at, latest[1].id)) == latest[2:4]
    assert await store.decisions(10, player="p1") == [made[3], made[1]]


async def test_a_decision_is_read_answered_and_lifted_once(store: Store, tx: Transaction, other: Store) -> None:
    await tx.add_decision(DECISION, [])
    assert await store.count_unread_decisions("bob") == 1
    for at in (3_000, 4_000):
        await store.read_decision("d1", at)
    assert await store.count_unread_decisions("bob") == 0
    assert await other.answer_decision("d1", "I am sorry.", 5_000)
    assert not await store.answer_decision("d1", "Or not.", 6_000)
    assert not await store.answer_decision("d2", "?", 6_000)
    assert await tx.lift_decision("d1", 7_000)
    assert not await Alone(other).lift_decision("d1", 8_000)
    changes = {"read_at": 3_000, "answer": "I am sorry.", "answered_at": 5_000, "lifted_at": 7_000}
    assert await other.decision("d1") == structs.replace(DECISION, **changes)


async def test_an_announcement_holds_until_its_end(store: Store, tx: Transaction) -> None:
    said = structs.replace(DECISION, action="announce", player=None, until=9_000, detail="Maintenance at ten.")
    await tx.add_decision(said, [])
    assert await store.announcement(8_999) == said
    assert await store.announcement(9_000) is None
    await tx.lift_decision("d1", 3_000)
    assert await store.announcement(4_000) is None


async def test_a_player_is_found_by_name_and_sanctioned(store: Store, tx: Transaction) -> None:
    for number, name in enumerate(["Fox", "fox", "Foxy"]):
        await store.add_player(replace(a_player(f"p{number}", name), created_at=number))
    assert [each.id for each in await store.find_players("FOX", 10)] == ["p1", "p0"]
    assert [each.id for each in await store.find_players("FOX", 1)] == ["p1"]
    await tx.sanction("p0", "muted_until", 5_000)
    await tx.rename_player("p0", "Owl")
    found = await store.player("p0")
    assert (found.name, found.suspended_until, found.muted_until, found.name_fixed_until) == ("Owl", None, 5_000, None)
    await tx.sanction("p0", "muted_until", None)
    assert (await store.find_players("owl", 1))[0].muted_until is None


async def test_the_decisions_that_are_not_lifted_stand(store: Store, tx: Transaction, other: Store) -> None:
    await store.add_player(a_player("ann"))
    made = [structs.replace(DECISION, id=each, player="ann", action="suspend") for each in ("s1", "s2")]
    for each in (*made, structs.replace(DECISION, id="other", player="bob")):
        await tx.add_decision(each, ())
    await tx.lift_decision("s1", 3_000)
    assert await Alone(other).standing_decisions("ann") == made[1:]


# Void dailies


async def test_a_void_daily_earns_no_place_until_it_is_valid_again(store: Store, tx: Transaction, other: Store) -> None:
    yesterday = DailyKey("2023-11-13", "addiction")
    await play_daily(store, yesterday, "ann", RESULT)
    bad = await play_daily(store, TODAY, "ann", WON)
    await play_daily(store, TODAY, "bob", structs.replace(RESULT, score=5))
    before = await rows(store, BOARDS)
    await void(store, bad)
    after = await rows(other, BOARDS)
    players = {each: [row.player for row in after[each]] for each in BOARDS}
    assert players[Leaderboard("daily", TODAY.date, "addiction")] == ["bob"]
    assert players[Leaderboard("streak", "all", "mini")] == ["ann", "bob"]
    found = await other.finished_game(bad)
    assert (found[0].ranked, found[0].voided_by) == (False, "d1")
    assert [each.void for each in await other.ended_games("ann", GameFilter(), 5)].count(True) == 1
    assert await tx.countable_game(bad) is None
    await restore(other)
    assert await rows(store, BOARDS) == before


async def test_a_game_without_a_result_cannot_be_void(store: Store, tx: Transaction) -> None:
    _, race = await begin_daily(store, TODAY, "ann")
    assert await tx.countable_game(race.games[0].id) is None
    assert await tx.countable_game("unknown") is None
    assert await tx.has_running_games("ann")
    assert not await tx.has_running_games("bob")


# Ratings that are computed anew


async def evening(store: Store, races: int, *, unranked: frozenset[str] = frozenset()) -> None:
    """Races of two to four of six players, each at another time; the games in `unranked` count for nothing."""
    random = Random("an evening")
    for number in range(races):
        players = random.sample(PLAYERS, random.randint(2, 4))
        locked = {each: random.randrange(48) for each in players}
        ended = structs.replace(RESULT, ended_at=RESULT.ended_at + number)
        results = {each: structs.replace(ended, locked=its, score=its) for each, its in locked.items()}
        name = f"race{number:03}"
        ids = {each: f"{name}-{each}" for each in players}
        games = tuple(StoredGame(game, each, ranked=game not in unranked) for each, game in ids.items())
        await play_race(store, name, dict(results), games=games, ended_at=START + number)


@in_sql
async def test_ratings_are_as_if_void_games_had_never_counted(store: Store) -> None:
    await evening(store, RACES)
    clean = MemoryStore()
    gone = frozenset((await games_of(store))[::7])
    await evening(clean, RACES, unranked=gone)
    before = await ratings(store)
    for number, game in enumerate(sorted(gone)):
        await void(store, game, f"d{number}")
    await finish(store)
    assert await ratings(store) == await ratings(clean)
    for number in range(len(gone)):
        await restore(store, f"d{number}")
    await finish(store)
    assert await ratings(store) == before


@in_sql
async def test_batches_become_smaller_where_the_store_does_not_answer_in_time(store: Store) -> None:
    await evening(store, RACES)
    await void(store, (await games_of(store))[0])
    sizes: list[int] = []
    found = SqlTransaction.rated_races

    async def slow(tx: SqlTransaction, variant: str, since: Moment, limit: int) -> list[RatedRace]:
        sizes.append(limit - 1)
        if limit - 1 > FEASIBLE:
            raise StoreUnavailable("It has not answered in time.")
        return await found(tx, variant, since, limit)

    job = VoidResults(store, SystemClock(), batch_size=4 * FEASIBLE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqlTransaction, "rated_races", slow)
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await job.step()
        assert await job.step() is not None
        with pytest.raises(StoreUnavailable):
            await job.step()
        assert sizes == [4 * FEASIBLE, 2 * FEASIBLE, FEASIBLE, FEASIBLE + 1]
    await finish(store)


FEASIBLE = 4
"""Races in a batch that the store can do."""


@in_sql
async def test_what_one_process_began_another_finishes_with_a_race_that_has_ended_meanwhile(
    store: Store, other: Store
) -> None:
    await evening(store, RACES)
    bad = (await games_of(store))[0]
    await void(store, bad)
    assert await a_job(store).step() is not None
    assert await store.recomputing() == ["addiction"]
    late = {"p0": WON, "p1": RESULT}
    await play_race(store, "late", dict(late), ended_at=1_700_000_900_000)
    await finish(other)
    clean = MemoryStore()
    await evening(clean, RACES, unranked=frozenset({bad}))
    await play_race(clean, "late", dict(late), ended_at=1_700_000_900_000)
    assert await ratings(store) == await ratings(clean)


@in_sql
async def test_a_ban_makes_all_results_void_and_none_later(store: Store, tx: Transaction, other: Store) -> None:
    await evening(store, RACES)
    daily = await play_daily(store, TODAY, "p2", WON)
    _, running = await begin_daily(store, DailyKey("2023-11-15", "addiction"), "p2")
    before = await ratings(store)
    await tx.add_voiding(Voiding("ban", "p2", restores=False))
    await steps.finish(a_job(store))
    assert "p2" not in await ratings(other)
    assert daily not in [each.game for each in await store.daily_games("p2", "addiction")]
    assert await store.voidings() == [Voiding("ban", "p2", restores=False)], "a game still runs"
    assert await end_game(store, running.games[0].id, 0, WON)
    await finish(other)
    assert await store.daily_games("p2", "addiction") == []
    await tx.add_voiding(Voiding("ban", "p2", restores=True))
    await finish(store)
    assert await ratings(store) == before
    assert len(await store.daily_games("p2", "addiction")) == 2
