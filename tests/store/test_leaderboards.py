"""The contract of `ports.Store`: places on leaderboards, which follow from the ranked games of dailies."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gaprace.play.events.leaderboards import EarnedPlace, Leaderboard, value_of
from gaprace.ports import Cursor, DailyKey, PageRequest, Store, StoredPlace, StoredResult
from gaprace.store.leaderboards import SqlLeaderboardSteps
from gaprace.store.sql_store import SqlStore
from tests.databases import opened_store, sqlite_database
from tests.many_results import fill
from tests.plain import plain
from tests.store.material import RESULT, TODAY, begin_daily, end_game, play_daily

LEADERBOARD = Leaderboard("daily", *TODAY)
FIRST = date(2023, 11, 1)


def day(number: int) -> DailyKey:
    return DailyKey((FIRST + timedelta(days=number)).isoformat(), "addiction")


def a_result(random: Random) -> StoredResult:
    """One of few results, so that many are equal."""
    won = random.random() < 0.4
    score = random.choice([48, 58]) if won else random.choice([-15, 12, 13])
    return structs.replace(
        RESULT,
        won=won,
        score=score,
        time_ms=random.choice([60_000, 60_001, 9_000_000]),
        moves=random.choice([0, 79, 80]),
    )


def naive_order(results: dict[str, StoredResult]) -> list[tuple[int, str]]:
    """(rank, player), by the rules as they are written. A game without a move comes last."""

    def rank(player: str) -> tuple[object, ...]:
        result = results[player]
        if not result.moves:
            return (True, -result.score)
        return (False, not result.won, -result.score, result.time_ms, result.moves)

    ranks = sorted(rank(player) for player in results)
    return sorted((1 + ranks.index(rank(player)), player) for player in results)


def places(rows: tuple[StoredPlace, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in rows]


async def whole(store: Store, leaderboard: Leaderboard) -> tuple[StoredPlace, ...]:
    return (await store.leaderboard_page(leaderboard, PageRequest(1000))).rows


async def test_a_leaderboard_is_in_the_order_of_the_rules_ties_and_all(store: Store, other: Store) -> None:
    random = Random("boards")
    results = {f"p{number:02}": a_result(random) for number in range(50)}
    games = {player: await play_daily(store, TODAY, player, result) for player, result in results.items()}
    await store.rename_player("p00", "Anna")
    rows = await whole(other, LEADERBOARD)
    assert places(rows) == naive_order(results)
    assert len({row.rank for row in rows}) < len(rows)
    for row in rows:
        assert row.game == games[row.player]
        assert row.name == ("Anna" if row.player == "p00" else row.player.title())
        assert value_of("daily", row.key) == row.result.score
        assert row.result == plain(results[row.player])


async def test_pages_forward_backward_and_around_show_the_same_rows_and_ranks(store: Store) -> None:
    random = Random("pages")
    players = [f"p{number:02}" for number in range(20)]
    for player in players:
        await play_daily(store, TODAY, player, structs.replace(a_result(random), moves=random.choice([79, 80])))
    rows = await whole(store, LEADERBOARD)
    for limit in (1, 3, 7, 100):
        assert await forward(store, LEADERBOARD, limit) == rows
        assert await backward(store, limit, end_of(rows)) == rows[:-1]
        for player in players:
            page = await store.leaderboard_page(LEADERBOARD, PageRequest(limit, around=True), player)
            assert page.mine in page.rows
            at = rows.index(page.rows[0])
            assert rows[at : at + len(page.rows)] == page.rows
            assert (page.has_before, page.has_after) == (at > 0, at + len(page.rows) < len(rows))


async def forward(store: Store, leaderboard: Leaderboard, limit: int) -> tuple[StoredPlace, ...]:
    """All rows, page by page."""
    page = await store.leaderboard_page(leaderboard, PageRequest(limit))
    seen = page.rows
    assert not page.has_before
    while page.has_after:
        page = await store.leaderboard_page(leaderboard, PageRequest(limit, after=end_of(page.rows)))
        assert page.has_before
        seen += page.rows
    return seen


async def backward(store: Store, limit: int, cursor: Cursor) -> tuple[StoredPlace, ...]:
    """All rows before a cursor, page by page."""
    page = await store.leaderboard_page(LEADERBOARD, PageRequest(limit, before=cursor))
    seen = page.rows
    while page.has_before:
        page = await store.leaderboard_page(
            LEADERBOARD, PageRequest(limit, before=Cursor(page.rows[0].key, page.rows[0].player))
        )
        assert page.has_after
        seen = page.rows + seen
    return seen


def end_of(rows: tuple[StoredPlace, ...]) -> Cursor:
    return Cursor(rows[-1].key, rows[-1].player)


async def test_pages_neither_skip_nor_repeat_rows_while_results_arrive(store: Store, other: Store) -> None:
    random = Random("arriving")
    for number in range(12):
        await play_daily(store, TODAY, f"early{number:02}", a_result(random))
    early = [row.player for row in await whole(store, LEADERBOARD)]
    seen: list[str] = []
    cursor = None
    for turn in range(100):
        page = await store.leaderboard_page(LEADERBOARD, PageRequest(2, after=cursor))
        seen += [row.player for row in page.rows]
        if not page.has_after:
            break
        cursor = end_of(page.rows)
        await play_daily(other, TODAY, f"late{turn:02}", a_result(random))
    assert len(set(seen)) == len(seen)
    assert [player for player in seen if player.startswith("early")] == early


async def test_one_sees_ones_own_row_wherever_it_is_and_a_cursor_may_be_of_no_row(store: Store) -> None:
    empty = Leaderboard("streak", "all", "mini")
    page = await store.leaderboard_page(empty, PageRequest(50), "nobody")
    assert (page.size, page.rows, page.has_before, page.has_after, page.mine) == (0, (), False, False, None)
    assert await store.leaderboard_sizes([empty, LEADERBOARD]) == {empty: 0, LEADERBOARD: 0}
    for number in range(5):
        await play_daily(store, TODAY, f"p{number}", structs.replace(RESULT, score=number))
    page = await store.leaderboard_page(LEADERBOARD, PageRequest(2), "p0")
    assert places(page.rows) == [(1, "p4"), (2, "p3")]
    assert (page.mine.rank, page.mine.player) == (5, "p0")
    nobody = await store.leaderboard_page(LEADERBOARD, PageRequest(2, around=True), "nobody")
    assert (nobody.rows, nobody.mine) == (page.rows, None)
    rows = await whole(store, LEADERBOARD)
    after = await store.leaderboard_page(LEADERBOARD, PageRequest(5, after=Cursor(rows[0].key, "zzz")))
    assert after.rows == rows[1:]
    before = await store.leaderboard_page(LEADERBOARD, PageRequest(5, before=Cursor(2**62, "")))
    assert (before.rows, before.has_after) == (rows, False)


async def hinted(store: Store) -> None:
    _, race = await begin_daily(store, TODAY, "ann")
    await store.mark_hinted(race.games[0].id)
    await end_game(store, race.games[0].id, 0, structs.replace(RESULT, won=True))


@pytest.mark.parametrize(
    "unranked",
    [
        lambda store: play_daily(store, TODAY, "ann", ranked=False),
        hinted,
        lambda store: begin_daily(store, TODAY, "ann"),
    ],
    ids=["practice", "with a hint", "running"],
)
async def test_a_game_that_is_not_ranked_or_has_not_ended_is_on_no_leaderboard(
    store: Store, unranked: Callable[[Store], object]
) -> None:
    await unranked(store)
    others = [Leaderboard("streak", period, "mini") for period in ("2023-11", "all")]
    assert set((await store.leaderboard_sizes([LEADERBOARD, *others])).values()) == {0}


async def test_streaks_follow_from_all_dailies_of_a_player(store: Store, other: Store) -> None:
    """Compared with what follows from all results: by month, and of all time."""
    random = Random("months")
    played: dict[str, dict[int, tuple[str, StoredResult]]] = {}
    order = [(number, player) for number in range(24, 36) for player in ("ann", "bob", "cho")]
    random.shuffle(order)  # a game may end after one of a later date
    for number, player in order:
        if random.random() < 0.75:
            result = a_result(random)
            game = await play_daily(random.choice([store, other]), day(number), player, result)
            played.setdefault(player, {})[number] = (game, result)
    for period, days in {"2023-11": range(30), "2023-12": range(30, 61), "all": range(61)}.items():
        rows = await whole(store, Leaderboard("streak", period, "mini"))
        made = {row.player: (row.game, value_of("streak", row.key)) for row in rows}
        counted = {
            player: {number: each for number, each in games.items() if number in days and each[1].moves}
            for player, games in played.items()
        }
        assert made.keys() == {player for player, games in counted.items() if streak_of(games)}
        for player, (game, value) in made.items():
            assert value == streak_of(counted[player])
            assert game in {each for each, _ in counted[player].values()}


def streak_of(games: Iterable[int]) -> int | None:
    """The longest run of numbers, in which one may be missing, and two for every seven that are there."""
    longest, length, saved, last = 0, 0, 1, None
    for number in sorted(games):
        missing = number - last - 1 if last is not None else 0
        length, saved = (0, 1) if missing > saved else (length, saved - missing)
        length, last = length + 1, number
        saved = min(saved + (length % 7 == 0), 2)
        longest = max(longest, length)
    return longest or None


async def test_games_of_one_player_that_end_at_once_all_count(store: Store, other: Store) -> None:
    running = [await begin_daily(store, day(number), "ann") for number in range(8)]
    won = structs.replace(RESULT, won=True, score=58)
    await asyncio.gather(
        *(end_game(each, race.games[0].id, 0, won) for each, (_, race) in zip([store, other] * 4, running, strict=True))
    )
    (row,) = await whole(store, Leaderboard("streak", "all", "mini"))
    assert value_of("streak", row.key) == 8


async def test_many_players_that_end_at_once_are_all_counted(store: Store, other: Store) -> None:
    """All players share the counts of a leaderboard: none may be lost, and no two may wait for each other."""
    results = {f"p{number:02}": structs.replace(RESULT, won=True, time_ms=number % 3) for number in range(16)}
    running = {player: (await begin_daily(store, TODAY, player))[1] for player in results}
    await asyncio.gather(
        *(
            end_game(each, race.games[0].id, 0, results[player])
            for each, (player, race) in zip([store, other] * 8, running.items(), strict=True)
        )
    )
    page = await other.leaderboard_page(LEADERBOARD, PageRequest(50))
    assert page.size == 16
    assert places(page.rows) == naive_order(results)
    last = await store.leaderboard_page(Leaderboard("streak", "2023-11", "mini"), PageRequest(1), "p07")
    assert last.size == 16
    assert last.mine.rank == 1


async def test_the_games_of_a_players_dailies_come_by_date(store: Store) -> None:
    for number in (3, 1, 2):
        await play_daily(store, day(number), "ann", structs.replace(RESULT, score=number))
    await play_daily(store, DailyKey(TODAY.date, "mini"), "ann")
    await begin_daily(store, day(4), "ann")
    found = await store.daily_games("ann", "addiction")
    assert [(each.date, each.result.score) for each in found] == [(day(number).date, number) for number in (1, 2, 3)]
    assert found[0].result.reached_ms == RESULT.reached_ms


# Any keys at all, on SQLite

NEAR = [0, 1, 1 << 26, (1 << 26) - 1, 1 << 40, (1 << 40) - 1, (1 << 40) + (1 << 26), (1 << 56) - 1]
keys_of_rows = st.lists(st.sampled_from(NEAR) | st.integers(0, (1 << 56) - 1), min_size=1, max_size=30)
leaderboards = (Leaderboard("streak", "all", f"v{number}") for number in count())


@pytest.fixture(scope="module")
def filled_url(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("boards")) as url:

        async def fill_at() -> None:
            async with opened_store(url) as store:
                await fill(store, 60)

        asyncio.run(fill_at())
        yield url


@settings(max_examples=60)
@given(earlier=keys_of_rows, later=keys_of_rows, limit=st.integers(1, 12))
def test_order_ranks_and_pages_are_those_of_a_naive_sort(
    filled_url: str, earlier: list[int], later: list[int], limit: int
) -> None:
    """Also when places are replaced by others, better or worse."""

    async def compare_at() -> None:
        async with opened_store(filled_url) as store:
            await compare(store, next(leaderboards), [earlier, later], limit)

    asyncio.run(compare_at())


async def compare(store: SqlStore, leaderboard: Leaderboard, turns: list[list[int]], limit: int) -> None:
    stored: dict[str, int] = {}
    for keys in turns:
        stored |= {f"p{number:07}": key for number, key in enumerate(keys)}
        earned = [EarnedPlace(leaderboard, p, stored[p], p.replace("p", "g")) for p in stored]
        async with store.database.write() as connection:
            await SqlLeaderboardSteps(store.database, connection).save_places(earned)
    ordered = sorted((key, player) for player, key in stored.items())
    ranked = [(1 + sum(other < key for other, _ in ordered), player) for key, player in ordered]
    assert places(await forward(store, leaderboard, limit)) == ranked
    for player in [*stored][:: len(stored) // 3 + 1]:
        page = await store.leaderboard_page(leaderboard, PageRequest(limit, around=True), player)
        assert page.size == len(ordered)
        assert page.mine in page.rows
        first = ranked.index(places(page.rows)[0])
        assert places(page.rows) == ranked[first : first + len(page.rows)]
