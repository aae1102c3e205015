"""What other sites are shown of a link: the meta tags of its page, and its picture."""

import re
from html.parser import HTMLParser
from pathlib import Path

import httpx2
import pytest
from httpx2 import AsyncClient
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gaprace.events.summaries import GameSummary
from gaprace.play.events.calendar import date_of
from gaprace.play.events.windows import window_of
from gaprace.ports import ShownBoards
from gaprace.rooms.endings import stored_result_of
from gaprace.rules.deal import opening
from gaprace.rules.game import Game
from gaprace.rules.results import fields_of
from gaprace.rules.variants import VARIANTS
from gaprace.web.http import rate_limits
from gaprace.web.pages.document import with_meta_tags
from gaprace.web.social.pictures import draw_picture
from gaprace.web.social.previews import (
    Lane,
    PictureCache,
    Preview,
    daily_preview,
    deal_preview,
    game_preview,
    race_preview,
)
from gaprace.web.social.qr_codes import qr_code
from gaprace.wire import Member, RaceView, Reveal, RoomView, Seat, Settings, Standing, VariantChoice
from tests.positions import won_board
from tests.rooms.stage import NOON, ManualClock
from tests.store.material import RESULT, WON, a_daily, play_daily, play_race
from tests.web.built_client import build_client
from tests.web.finished_games import add_finished_game
from tests.web.harness import BASE, CLIENT, CODE, WebHarness
from tests.web.responses import problem


class Head(HTMLParser):
    """The meta tags of a page as other sites read them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title = ""
        self.elements: list[str] = []
        self.tags: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        values = dict(attrs)
        name = values.get("property") or values.get("name")
        if tag == "meta" and name:
            assert name not in self.tags, name
            self.tags[name] = values["content"] or ""

    def handle_data(self, data: str) -> None:
        if self.elements[-1:] == ["title"] and data.strip():
            self.title += data


async def head_of(web: WebHarness, path: str) -> Head:
    async with web.browser() as browser:
        answer = await browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return Head(answer.text)


def drawn(preview: Preview) -> bytes:
    return draw_picture(preview, CLIENT)


async def picture_of(web: WebHarness, path: str) -> httpx2.Response:
    async with web.browser() as browser:
        return await browser.get(path)


def a_room(web: WebHarness, name: str = "Ann", settings: Settings | None = None, **changes: object) -> None:
    view = RoomView(CODE, 1, settings or Settings(), "p1", [Member("p1", name)], **changes)  # type: ignore[arg-type]

    async def shown(code: str, _player: str | None = None) -> RoomView | None:
        return view if code == CODE else None

    web.rooms.view = shown  # type: ignore[method-assign]


def a_race(*, is_over: bool, is_revealed: bool = True) -> RaceView:
    seats = [Seat("p1", "g1"), Seat("p2", "g2")]
    standings = [
        Standing(**fields_of(RESULT), player=seat.player, name="", game=seat.game, rank=rank)
        for rank, seat in enumerate(seats, 1)
    ]
    reveal = Reveal("0123456789", "00", "00") if is_revealed else None
    over = {"standings": standings, "reveal": reveal} if is_over else {}
    return RaceView("r1", 1, VariantChoice(), "00", 0, None, seats, ranked=True, **over)  # type: ignore[arg-type]


# Meta tags


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Gaprace"),
        ("/how", "Gaprace"),
        ("/race", "Gaprace"),
        ("/daily", "The daily \u00b7 Gaprace"),
        ("/daily/2026-11-21", "The daily of 21 November 2026 \u00b7 Gaprace"),
        ("/daily/2026-02-30", "Gaprace"),
        ("/boards", "Leaderboards \u00b7 Gaprace"),
        ("/boards/daily/2026-11-21/mini", "Leaderboards \u00b7 Gaprace"),
        ("/d/0123456789", "Deal 0123456789 \u00b7 Gaprace"),
        ("/d/o123-4567-89?v=mini", "Deal 0123456789 \u00b7 Gaprace"),
        ("/d/0123456789?v=bridge", "Gaprace"),
        ("/d/short", "Gaprace"),
        ("/p/nobody", "Gaprace"),
        ("/g/nothing", "Gaprace"),
        ("/race/nothing", "Gaprace"),
        ("/r/ZZZZZZZZ", "Gaprace"),
        ("/w/ZZZZZZZZ", "Gaprace"),
    ],
)
async def test_every_page_has_a_title_of_its_own(web: WebHarness, path: str, title: str) -> None:
    head = await head_of(web, path)
    assert head.title == title
    assert head.tags["og:title"] == title.removesuffix(" \u00b7 Gaprace")
    assert head.tags["description"] == head.tags["og:description"]
    assert head.tags["og:url"] == BASE + path
    assert head.tags["og:locale"] == "en_US", "the language of the words"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/g/g1", "/og/g/g1.png"),
        ("/daily/2026-11-21", "/og/daily/2026-11-21.png"),
        ("/d/0123456789?v=mini", "/og/d/0123456789.png?v=mini"),
        (f"/r/{CODE}", f"/og/r/{CODE}.png"),
        (f"/w/{CODE}", f"/og/r/{CODE}.png"),
    ],
)
async def test_a_link_with_a_board_has_a_picture_and_it_is_there(web: WebHarness, path: str, shown: str) -> None:
    await add_finished_game(web.store)
    tags = (await head_of(web, path)).tags
    assert tags["og:image"] == BASE + shown
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["twitter:card"] == "summary_large_image"
    answer = await picture_of(web, shown)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == tags["og:image:type"] == "image/png"


@pytest.mark.parametrize("path", ["/", "/boards", "/d/short", "/g/nothing"])
async def test_a_link_without_a_board_has_none(web: WebHarness, path: str) -> None:
    assert "og:image" not in (await head_of(web, path)).tags


async def test_a_finished_game_names_its_player_and_its_result(web: WebHarness) -> None:
    game = await add_finished_game(web.store)
    head = await head_of(web, "/g/g1")
    assert head.title == f"Ann got {game.board.locked} of 48 cards in place \u00b7 Gaprace"
    assert f"{game.moves} moves" in head.tags["og:description"]
    assert "Addiction" in head.tags["og:description"]


async def test_a_game_whose_race_runs_shows_nothing(web: WebHarness) -> None:
    await add_finished_game(web.store, is_over=False)
    assert (await head_of(web, "/g/g1")).title == "Gaprace"
    problem(await picture_of(web, "/og/g/g1.png"), 404, "not_found")


async def test_a_race_names_its_winner_and_draws_the_first_players(web: WebHarness) -> None:
    results = {
        "ann": RESULT,
        "bob": WON,
        **{f"p{number}": structs.replace(RESULT, locked=number) for number in range(9)},
    }
    await play_race(web.store, "r", results)
    head = await head_of(web, "/race/r")
    assert head.title == "Bob won the race in 3:20 \u00b7 Gaprace"
    assert head.tags["og:description"] == "Addiction \u00b7 11 players"
    assert head.tags["og:image"] == f"{BASE}/og/race/r.png"
    preview = race_preview(await web.context.summaries.race("r"))
    assert preview.lanes[:2] == (Lane("1. Bob", "3:20", 1), Lane("2. Ann", "31/48", 31 / 48))
    assert [lane.result for lane in preview.lanes[2:]] == ["8/48", "7/48", "6/48", "5/48"]
    assert (await picture_of(web, "/og/race/r.png")).content == drawn(preview)


@pytest.mark.parametrize(
    ("moves", "title"), [(1, "Ann came first with 31 cards"), (0, "Nobody made a move")], ids=["nobody won", "no move"]
)
async def test_a_race_in_which_nobody_won_has_a_first_player_if_there_was_a_move(
    web: WebHarness, moves: int, title: str
) -> None:
    results = {"ann": structs.replace(RESULT, moves=moves), "bob": structs.replace(RESULT, locked=1, moves=moves)}
    await play_race(web.store, "r", results)
    assert (await head_of(web, "/race/r")).title == f"{title} \u00b7 Gaprace"


async def test_a_running_race_shows_its_players_and_nothing_of_how_it_stands(web: WebHarness) -> None:
    await play_race(web.store, "r", {"ann": WON, "bob": None})
    head = await head_of(web, "/race/r")
    assert head.title == "A race in progress \u00b7 Gaprace"
    assert head.tags["og:description"] == "Addiction \u00b7 2 players"
    assert head.tags["og:image"] == f"{BASE}/og/race/r.png"
    lanes = (Lane("Ann", "", 0), Lane("Bob", "", 0))
    shown = Preview("A race in progress", "Addiction \u00b7 2 players", lanes=lanes)
    assert (await picture_of(web, "/og/race/r.png")).content == drawn(shown)
    await play_race(web.store, "s", {"bob": None, "ann": RESULT})
    assert (await head_of(web, "/race/s")).tags["og:description"] == head.tags["og:description"]


async def test_a_game_of_a_race_says_its_place(web: WebHarness) -> None:
    boards = ShownBoards(won_board(13).text, ())
    await play_race(web.store, "r", {"ann": structs.replace(RESULT, boards=boards), "bob": WON, "cho": RESULT})
    assert (await head_of(web, "/g/r-ann")).tags["og:description"].startswith("2nd of 3 \u00b7 Addiction")


async def test_a_player_shows_games_and_wins(web: WebHarness) -> None:
    await add_finished_game(web.store, name="Ann")
    head = await head_of(web, "/p/p1")
    assert head.title == "Ann \u00b7 Gaprace"
    assert head.tags["og:description"] == "1 game \u00b7 0 wins"
    await web.store.delete_player("p1", "deleted player", 1)
    assert (await head_of(web, "/p/p1")).title == "Gaprace"


async def test_a_page_is_served_while_the_store_is_down(web: WebHarness) -> None:
    web.store.available = False
    assert (await head_of(web, "/g/g1")).title == "Gaprace"


async def test_pages_differ_in_their_meta_tags_only(browser: AsyncClient) -> None:
    first, deal = [(await browser.get(path)).text for path in ("/", "/d/0123456789")]
    assert first.partition("<link")[2] == deal.partition("<link")[2]
    assert first.count("<title>") == deal.count("<title>") == 1
    written = (CLIENT / "index.html").read_text()
    assert written.count("<title>") == written.count('<meta name="description"') == 1


# Rooms


@pytest.mark.parametrize(
    ("path", "room", "texts"),
    [
        (f"/r/{CODE}", {}, "r-lobby"),
        (f"/r/{CODE}", {"fills_at": 1}, "r-finding"),
        (f"/r/{CODE}", {"settings": Settings(seats=1)}, "r-race"),
        (f"/r/{CODE}", {"race": a_race(is_over=False)}, "r-race"),
        (f"/r/{CODE}", {"race": a_race(is_over=True)}, "r-result"),
        (f"/w/{CODE}", {}, "w-spectate"),
        ("/r/NOSUCH00", {}, "r"),
    ],
)
async def test_a_room_comes_with_what_it_shows(tmp_path: Path, path: str, room: dict[str, object], texts: str) -> None:
    phases = {
        name: name.replace(" ", "-") for name in ("r", "r lobby", "r finding", "r race", "r result", "w spectate")
    }
    build_client(tmp_path, {**phases, "404": ""})
    web = WebHarness(client=tmp_path)
    a_room(web, **room)  # type: ignore[arg-type]
    async with web.browser() as browser:
        page = (await browser.get(path)).text
    assert re.findall(r'data-texts="([^"]*)"', page) == [texts]


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ({}, "Tap to join \u00b7 Addiction \u00b7 1 of 8 players"),
        ({"race": a_race(is_over=False)}, "Tap to join \u00b7 Addiction \u00b7 1 of 8 players \u00b7 race in progress"),
        ({"race": a_race(is_over=True)}, "Tap to join \u00b7 Addiction \u00b7 1 of 8 players"),
    ],
    ids=["before a race", "in a race", "after a race"],
)
async def test_a_room_names_its_host_and_shows_no_cards(web: WebHarness, room: dict[str, object], line: str) -> None:
    await add_finished_game(web.store, name="Bea")
    a_room(web, **room)  # type: ignore[arg-type]
    head = await head_of(web, f"/r/{CODE}")
    assert (head.title, head.tags["og:description"]) == ("Ann wants to race you \u00b7 Gaprace", line)
    shown = await picture_of(web, f"/og/r/{CODE}.png")
    assert shown.content == drawn(Preview("wants to race you", line, "Ann"))


async def test_a_solo_room_shows_how_its_game_ended(web: WebHarness) -> None:
    game = await add_finished_game(web.store, name="Bea")
    a_room(web, settings=Settings(seats=1), race=a_race(is_over=True))
    head = await head_of(web, f"/r/{CODE}")
    assert head.title.startswith(f"Bea got {game.board.locked} of 48")
    shown = await picture_of(web, f"/og/r/{CODE}.png")
    statement = head.tags["og:title"].removeprefix("Bea ")
    assert shown.content == drawn(Preview(statement, head.tags["og:description"], "Bea", game.board))


async def test_a_solo_room_whose_deal_is_not_revealed_shows_no_cards(web: WebHarness) -> None:
    await add_finished_game(web.store)
    a_room(web, settings=Settings(seats=1), race=a_race(is_over=True, is_revealed=False))
    head = await head_of(web, f"/r/{CODE}")
    assert head.title == "Ann is playing \u00b7 Gaprace"
    assert head.tags["og:description"] == "Addiction"


async def test_a_room_has_a_qr_code_of_its_link_with_the_address_that_the_client_used(web: WebHarness) -> None:
    a_room(web)
    shown = await picture_of(web, f"/r/{CODE.lower()}/qr.svg")
    assert shown.headers["content-type"] == "image/svg+xml"
    assert shown.content == qr_code(f"{BASE}/r/{CODE}") != qr_code(f"{BASE}/r/ABCDEFGJ")
    problem(await picture_of(web, "/r/ZZZZZZZZ/qr.svg"), 404, "room_not_found")


# Pictures


async def test_a_deal_shows_its_opening(web: WebHarness) -> None:
    answer = await picture_of(web, "/og/d/0123456789.png?v=mini")
    mini = VARIANTS["mini"]
    assert answer.content == drawn(deal_preview(mini, "0123456789", opening(mini, "0123456789")))


@pytest.mark.parametrize("is_revealed", [False, True])
async def test_a_daily_its_games_and_its_deal_are_face_down_until_it_is_revealed(is_revealed: bool) -> None:
    clock = ManualClock()
    web = WebHarness(clock=clock)
    daily = a_daily(date_of(NOON))
    game = Game.start(daily.deal)
    await web.store.add_daily(daily)
    played = await play_daily(web.store, daily.key, "ann", stored_result_of(game, NOON))
    clock.put_back(NOON - window_of(daily.key.date).ends_at + (0 if is_revealed else 1))
    board = daily.deal.opening() if is_revealed else None
    of_game = game_preview(GameSummary("Ann", daily.deal.variant, stored_result_of(game, NOON), board, daily.key.date))
    for path, preview in (
        (f"/og/daily/{daily.key.date}.png", daily_preview(daily.key.date, board)),
        (f"/og/d/{daily.deal.code}.png", deal_preview(daily.deal.variant, daily.deal.code, board)),
        (f"/og/g/{played}.png", of_game),
    ):
        assert (await picture_of(web, path)).content == drawn(preview)


async def test_a_picture_may_be_shown_on_other_sites_and_cached_for_ten_minutes(
    web: WebHarness, browser: AsyncClient
) -> None:
    first = await picture_of(web, "/og/d/0123456789.png")
    assert first.headers["cross-origin-resource-policy"] == "cross-origin"
    assert first.headers["cache-control"] == "public, max-age=600"
    assert "set-cookie" not in first.headers
    again = await browser.get("/og/d/0123456789.png", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/og/g/nothing.png",
        "/og/race/nothing.png",
        "/og/d/short.png",
        "/og/d/0123456789.png?v=bridge",
        "/og/daily/2026-02-30.png",
        "/og/daily/today.png",
        "/og/r/ZZZZZZZZ.png",
        "/og/d/0123456789.jpg",
    ],
)
async def test_an_address_that_leads_nowhere_has_no_picture(web: WebHarness, path: str) -> None:
    problem(await picture_of(web, path), 404, "not_found")


async def test_new_pictures_are_limited_by_address_and_cached_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "PICTURES_PER_MINUTE", 2)
    web = WebHarness()
    paths = [f"/og/daily/2026-11-0{day}.png" for day in (1, 2, 3)]
    async with web.browser() as browser, web.browser(address="192.0.2.2") as neighbour:
        assert [(await browser.get(path)).status_code for path in paths[:2]] == [200, 200]
        problem(await browser.get(paths[2]), 429, "too_many_pictures")
        assert (await neighbour.get(paths[2])).status_code == 200
        assert [(await browser.get(path)).status_code for path in paths] == [200, 200, 200]


async def test_while_too_many_pictures_are_pending_the_answer_is_to_retry(
    web: WebHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PictureCache, "is_full", True)
    answer = await picture_of(web, "/og/d/0123456789.png")
    problem(answer, 503, "try_again")
    assert int(answer.headers["retry-after"]) > 0


PAGE = '<head><meta name="description" content="usual" /><title>A &amp; B</title><link></head><body>body</body>'
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=60)


@given(name=TEXTS, statement=TEXTS, line=TEXTS, address=TEXTS, picture=TEXTS)
def test_any_text_stays_a_text_and_is_read_again_as_it_was(
    name: str, statement: str, line: str, address: str, picture: str
) -> None:
    preview = Preview(statement, line, name)
    read = Head(with_meta_tags(PAGE, preview, address, picture))
    title = preview.title or "A & B"
    assert read.title.strip() == (f"{title} \u00b7 A & B" if preview.title else title).strip()
    assert (read.tags["og:title"], read.tags["og:image:alt"]) == (title, title)
    assert read.tags["og:site_name"] == "A & B"
    assert read.tags["description"] == read.tags["og:description"] == line
    assert (read.tags["og:url"], read.tags["og:image"]) == (address, picture)
    assert set(read.elements) == {"head", "title", "meta", "link", "body"}
    assert read.elements.count("title") == 1
