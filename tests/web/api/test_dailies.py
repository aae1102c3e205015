"""The HTTP routes of dailies, leaderboards and what is sealed: what they answer, and with which code each refuses."""

import pytest
from httpx2 import AsyncClient
from msgspec import structs

from gaprace.play.events.calendar import date_of, midnight_of
from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey, ShownBoards
from gaprace.wire import Settings, VariantChoice
from gaprace.wire.http import Commitments, DailyList, LeaderboardPage, RoomCreated
from gaprace.wire.paging import cursor
from tests.rooms.stage import NOON, ManualClock
from tests.store.material import RESULT, a_daily, play_daily
from tests.web.harness import WebHarness
from tests.web.responses import id_of, problem, read

TODAY = date_of(NOON)
MINI = DailyKey(TODAY, "mini")
OPENING = ShownBoards(a_daily(*MINI).deal.opening().text, ())
PLAYED = structs.replace(RESULT, transcript="", moves=1, shuffles=0, score=1, locked=1, boards=OPENING)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


# Dailies


async def test_the_commitments_of_a_month_are_those_of_its_dailies(web: WebHarness, browser: AsyncClient) -> None:
    answer = await browser.get("/api/v1/dailies/commitments")
    ahead = read(answer, Commitments).commitments
    assert len(ahead) == 31 * 2
    assert [(each.date, each.variant) for each in ahead] == sorted({(each.date, each.variant) for each in ahead})
    today = read(await browser.get("/api/v1/dailies"), DailyList).dailies
    later = ahead[-1]
    web.clock.put_back(NOON - midnight_of(later.date))
    there = read(await browser.get("/api/v1/dailies"), DailyList).dailies[1]
    assert [each.commitment for each in ahead[:2]] == [daily.commitment for daily in today]
    assert (later.variant, later.commitment) == (there.variant, there.commitment)
    assert not any(committed.secret.hex() in answer.text for committed in web.store.database.daily_secrets.values())


@pytest.mark.parametrize("path", ["1970-01-01", "2999-01-01", "2023-11-31", "today", "%01"])
async def test_a_daily_that_is_not_there_is_a_problem(path: str, browser: AsyncClient, ann: AsyncClient) -> None:
    problem(await browser.get(f"/api/v1/dailies/{path}"), 404, "daily_not_found")
    problem(await ann.post(f"/api/v1/dailies/{TODAY}/gaps/games"), 404, "daily_not_found")


@pytest.mark.parametrize("date", [TODAY, "today"])
async def test_a_room_to_play_a_daily_in_is_made(web: WebHarness, date: str, ann: AsyncClient) -> None:
    answer = await ann.post(f"/api/v1/dailies/{date}/mini/games")
    room = await web.rooms.view(read(answer, RoomCreated, 201).code)
    assert (room.host, room.settings) == (await id_of(ann), Settings(VariantChoice("mini"), 1, None, locked=True))
    assert room.event == a_daily(*MINI).event.room()


# Leaderboards


async def test_a_board_is_read_page_by_page_with_ones_own_row_and_around_it(
    web: WebHarness, browser: AsyncClient, ann: AsyncClient
) -> None:
    me = await id_of(ann)
    for score, player in enumerate(("p0", "p1", me, "p3", "p4")):
        await play_daily(web.store, MINI, player, structs.replace(PLAYED, score=score), code=f"R{score}")
    board = f"/api/v1/leaderboards/daily/{TODAY}/mini"
    whole = read(await browser.get(board), LeaderboardPage)
    assert [(row.rank, row.value, row.result.score) for row in whole.items] == [
        (1, 4, 4), (2, 3, 3), (3, 2, 2), (4, 1, 1), (5, 0, 0),
    ]  # fmt: skip
    assert (whole.size, whole.next, whole.previous, whole.mine) == (5, None, None, None)
    first = read(await browser.get(f"{board}?limit=2"), LeaderboardPage)
    second = read(await browser.get(f"{board}?limit=2&after={first.next}"), LeaderboardPage)
    back = read(await browser.get(f"{board}?limit=2&after={second.previous}"), LeaderboardPage)
    assert [*first.items, *second.items] == whole.items[:4]
    assert back == first
    top = read(await ann.get(f"{board}?limit=1"), LeaderboardPage)
    around = read(await ann.get(f"{board}?limit=3&around=me"), LeaderboardPage)
    assert (top.mine.rank, top.mine.name, top.mine.player) == (3, "Ann", me)
    assert [row.rank for row in around.items] == [2, 3, 4]
    assert around.items[1] == around.mine == top.mine


async def test_a_row_of_streaks_shows_the_number_and_only_links_to_a_game(
    web: WebHarness, browser: AsyncClient
) -> None:
    game = await play_daily(web.store, MINI, "ann", structs.replace(PLAYED, won=True, moves=5))
    (row,) = read(await browser.get("/api/v1/leaderboards/streak/all/mini"), LeaderboardPage).items
    assert (row.value, row.result) == (1, None)
    assert row.game is None, "its replay is sealed until the reveal"
    web.clock.put_back(NOON - window_of(TODAY).ends_at)
    (row,) = read(await browser.get("/api/v1/leaderboards/streak/all/mini"), LeaderboardPage).items
    assert row.game == game


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("luck/all/mini", "bad_leaderboard"),
        ("daily/all/mini", "bad_leaderboard"),
        ("rating/2026-11/mini", "bad_leaderboard"),
        ("streak/all/bridge", "bad_leaderboard"),
        ("streak/%01/mini", "bad_leaderboard"),
        ("streak/all/mini?after=1", "bad_cursor"),
        (f"streak/all/mini?after={cursor(-1, 'p', False)}", "bad_cursor"),
        (f"streak/all/mini?after={cursor(1 << 62, 'p', False)}", "bad_cursor"),
        ("streak/all/mini?after=" + cursor(1, "\0", False), "bad_cursor"),
        ("streak/all/mini?after=%D9%A1-p", "bad_cursor"),
        ("streak/all/mini?around=you", "bad_cursor"),
        ("streak/all/mini?limit=0", "bad_limit"),
        ("streak/all/mini?limit=101", "bad_limit"),
        ("streak/all/mini?limit=", "bad_limit"),
        ("streak/all/mini?limit=-1", "bad_limit"),
        ("streak/all/mini?limit=%D9%A1", "bad_limit"),
    ],
)
async def test_a_board_or_part_that_cannot_be_is_refused_with_its_code(
    path: str, code: str, browser: AsyncClient
) -> None:
    problem(await browser.get(f"/api/v1/leaderboards/{path}"), 400, code)
