"""Bots in a room, where games parted, and moves that win: what the client makes of searches."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from gaprace.rules.actions import action_text, parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.variants import VARIANTS
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, FACES, LYING, PHONE, Guest, Guests, visiting
from tests.browser.page_checks import is_well
from tests.built import BundledServer
from tests.databases import sqlite_database
from tests.processes import SEARCHING, ServerProcess


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def thinking_server(
    bundles: Path, sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("thinking")) as url:
        async with BundledServer(bundles, url, SEARCHING) as server:
            yield server


@pytest_asyncio.fixture(loop_scope="session")
async def thinking_guests(browser: Browser, thinking_server: ServerProcess) -> AsyncIterator[Guests]:
    """Guests of a server that searches."""
    async with visiting(browser, thinking_server.base) as guests:
        yield guests


async def play(guest: Guest, *texts: str) -> None:
    for text in texts:
        move = parse_action(text)
        assert isinstance(move, Move)
        await guest.move(move)


async def who_plays_alone(guests: Guests, *texts: str) -> Guest:
    """A guest who has made these moves on the easy deal."""
    guest = await guests.one(PHONE)
    await guest.starts_alone(EASY_DEAL)
    await play(guest, *texts)
    return guest


LOST = ("2D@7", "3C@15", "7S@24")
"""With the third move the easy deal is lost."""


async def who_has_lost(guests: Guests) -> tuple[Guest, str]:
    """A guest, and the address of the game that the guest has lost."""
    guest = await guests.one(PHONE)
    return guest, f"/g/{await guest.has_played(*LOST, deal=EASY_DEAL)}"


async def test_a_host_adds_a_bot_races_against_it_and_sends_it_away(guests: Guests) -> None:
    host = await guests.one()
    await host.create_room()
    members = host.page.locator(FACES)
    for level in ("Strong", "Beginner"):
        await host.press("Add a bot")
        await is_well(host, (DESKTOP, PHONE))
        await host.page.get_by_role("dialog").get_by_role("button", name=level).click()
        await expect(members.last).to_contain_text(re.compile(rf"\(bot\)\s*{level}"))
    await host.opens_the_menu()
    await host.page.get_by_role("dialog").get_by_role("button", name="Remove").last.click()
    await host.page.keyboard.press("Escape")
    await expect(members).to_have_count(2)
    await is_well(host, (DESKTOP, PHONE))
    await host.starts_with()
    await expect(host.page.locator(".lane:not(.me)").first).to_contain_text(re.compile(r"moves: \d+"))
    await expect(host.page.locator(".lane:not(.me)").first).not_to_contain_text("moves: 0,")


async def test_a_link_to_a_line_of_moves_shows_that_they_win(guests: Guests) -> None:
    guest = await guests.one()
    line = ".".join(map(action_text, EASY_WIN))
    await guest.open(f"/d/{EASY_DEAL}?v=mini&line={line}")
    await expect(guest.page.get_by_text("20 moves win")).to_be_visible()
    await guest.page.keyboard.press("End")
    await expect(guest.page.get_by_text("20/20 ")).to_be_visible()
    await expect(guest.page.locator("#hud")).to_contain_text("24/24")
    await is_well(guest, (DESKTOP, PHONE))


async def test_a_replay_shows_where_the_game_was_lost_and_what_would_have_kept_it(thinking_guests: Guests) -> None:
    guest = await who_plays_alone(thinking_guests, *LOST)
    await guest.press("Undo")
    await play(guest, "4C@16", "7S@24")
    await guest.give_up()
    await guest.page.locator("a[href^='/g/']").first.click()
    await guest.press("Where was it lost?")
    await guest.press("Lost at action 3 (1/2)")
    await expect(guest.page.get_by_role("slider")).to_have_value("2")
    said = guest.page.get_by_role("status")
    await expect(said.filter(has_text="2/7 · 3 of clubs · winnable")).to_be_visible()
    lost = said.filter(has_text="would have kept the win. 7 of spades to column 4, slot 4 lost it.")
    await expect(lost).to_be_visible()
    await is_well(guest, (DESKTOP, PHONE, LYING))
    await guest.press("Forward one action")
    await expect(said.filter(has_text="3/7 · 7 of spades · needs a shuffle")).to_be_visible()
    await guest.page.get_by_role("button", name="Lost at action 6 (2/2)").press("Enter")
    await expect(guest.page.get_by_role("slider")).to_have_value("5")
    await expect(
        said.filter(has_text=re.compile(r"lost it\. This cost \d+ points\. .*Better: .+wins in"))
    ).to_be_visible()
    await expect(guest.page.get_by_text(re.compile(r"Accuracy: \d+"))).to_be_visible()
    await is_well(guest, (DESKTOP, PHONE, LYING))
    await guest.press("To the start")
    await guest.page.get_by_role("button", name=re.compile(r"Action 6 cost \d+ points")).press("Enter")
    await expect(guest.page.get_by_role("slider")).to_have_value("5")
    await guest.page.reload()
    await guest.press("Where was it lost?")
    await expect(guest.page.get_by_role("button", name="Lost at action 3 (1/2)")).to_be_visible()


async def test_a_result_says_which_move_lost_the_game_and_lets_it_go_on_from_there(thinking_guests: Guests) -> None:
    guest = await who_plays_alone(thinking_guests, *LOST)
    await guest.give_up()
    advice = guest.page.get_by_role("status").filter(has_text="a shuffle was needed: 7 of spades to column 4, slot 4. ")
    await expect(advice).to_be_visible()
    await is_well(guest, (DESKTOP, PHONE))
    await guest.page.get_by_role("link", name="Show that position").click()
    await expect(guest.page.get_by_role("slider")).to_have_value("2")
    await expect(guest.page.get_by_role("button", name="Lost at action 3")).to_be_visible()
    await guest.page.go_back()
    await guest.press("Try again from there")
    await guest.begun()
    board = Deal(VARIANTS["mini"], EASY_DEAL, bytes(32)).opening()
    await guest.shows(board.after(EASY_WIN[0]).after(EASY_WIN[1]).cells)
    await guest.shows_moves(2)
    await expect(guest.page.locator(".lane:not(.me)")).to_contain_text("Ghost of")
    for move in EASY_WIN[2:]:
        await guest.move(move, tap=True)
    await expect(guest.page.locator(".headline")).to_contain_text("You won")
    await expect(guest.page.get_by_role("heading", name="Ghost race: Mini")).to_be_visible()


async def test_a_solo_game_without_a_move_is_not_kept_and_offers_no_replay(guests: Guests) -> None:
    guest = await guests.one()
    await guest.plays("Mini")
    await guest.give_up()
    await expect(guest.page.locator(".headline")).to_be_visible()
    await expect(guest.page.locator("a[href^='/g/']")).to_have_count(0)


async def test_a_server_without_a_solver_says_so_when_it_is_asked_where_a_game_was_lost(guests: Guests) -> None:
    guest = await guests.one()
    await guest.open(f"/g/{await guest.has_played()}")
    await guest.press("Where was it lost?")
    await expect(guest.page.locator("#toast")).to_contain_text("does not analyse games")
    await expect(guest.page.get_by_role("button", name="Where was it lost?")).to_be_enabled()


async def test_other_moves_of_a_lost_game_are_tried_until_one_wins(thinking_guests: Guests) -> None:
    guest, game = await who_has_lost(thinking_guests)
    await guest.open(game)
    await guest.page.get_by_role("slider").press("Home")
    await guest.press("Play")
    await guest.press("What if …?")
    await guest.press("Back to the game")
    await expect(guest.page.get_by_role("slider")).to_be_visible()
    assert not await guest.page.get_by_role("button", name="Pause", exact=True).count(), "it goes on meanwhile"
    await guest.page.get_by_role("slider").press("End")
    await guest.press("What if …?")
    said = guest.page.get_by_role("status")
    moves = guest.page.get_by_role("group", name="Moves").get_by_role("button")
    await expect(moves.first).to_have_accessible_name(re.compile(r"to column \d, slot \d, (\d+ ?%|wins|lost)"))
    await is_well(guest, (DESKTOP, PHONE, LYING))
    for _ in range(2):
        await guest.press("Back one action")
    await expect(said.filter(has_text="2/4 · 5/24")).to_be_visible()
    await expect(moves.filter(has_text="7 of spades")).to_have_accessible_name(re.compile("played$"))
    await guest.press("Find the win")
    await expect(said.filter(has_text=re.compile(r"wins in \d+ moves"))).to_be_visible()
    await guest.press("Forward one action")
    await expect(said.filter(has_text=re.compile(r"^wins · 2/4 \+ 1 ·"))).to_be_visible()
    await guest.page.evaluate(
        "() => { navigator.canShare = () => true; navigator.share = async (it) => (window.shared = it); }"
    )
    await guest.press("Share")
    address = await guest.page.evaluate("() => window.shared.url")
    await guest.press("As a picture")
    await guest.page.wait_for_function("() => window.shared.files?.[0].type === 'image/png'")
    assert address in await guest.page.evaluate("() => window.shared.text")
    board = await guest.board()
    await guest.page.goto(address)
    await expect(guest.page.get_by_role("button", name="Back to the game")).to_be_visible()
    await guest.shows(board.cells)
    await guest.press("Back to the game")
    await expect(guest.page.get_by_role("slider")).to_have_value("2")


async def swipe(guest: Guest, dx: int, dy: int = 0) -> None:
    """Draw a finger over the moves to try."""
    box = await guest.page.locator(".position-text p").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = await guest.context.new_cdp_session(guest.page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        *(("touchMove", [{"x": x + dx * part / 4, "y": y + dy * part / 4}]) for part in range(1, 5)),
        ("touchEnd", []),
    ):
        await devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def test_on_a_phone_who_has_lost_finds_the_win_with_a_finger(thinking_guests: Guests) -> None:
    guest, game = await who_has_lost(thinking_guests)
    await guest.open(game)
    await guest.page.get_by_role("slider").press("End")
    await guest.press("What if …?")
    said, moves = guest.page.get_by_role("status"), guest.page.get_by_role("group", name="Moves").get_by_role("button")
    await expect(moves.first).to_have_accessible_name(re.compile(r", (\d+ ?%|wins|lost)"))
    for _ in range(2):
        await swipe(guest, 90)
    await expect(said.filter(has_text="2/4 · 5/24")).to_be_visible()
    best = moves.and_(guest.page.locator(".best"))
    for number in range(len(EASY_WIN) - 2):
        await expect(best).to_have_accessible_name(re.compile(", wins, best"))
        await best.click()  # a tap right after a swipe ends the browser's fling, and is no click
        await expect(said.filter(has_text=f"2/4 + {number + 1} · ")).to_be_visible()
        if (await guest.board()).is_won:
            break
    assert (await guest.board()).is_won
    await expect(guest.page.get_by_role("button", name="Find the win")).to_have_count(0)
    await swipe(guest, 90)
    await swipe(guest, -90)
    assert (await guest.board()).is_won
    await swipe(guest, 20)
    assert (await guest.board()).is_won


async def test_a_swipe_down_leads_to_another_move_that_was_tried(thinking_guests: Guests) -> None:
    guest, game = await who_has_lost(thinking_guests)
    await guest.open(f"{game}?at=2&line=4C@16")
    said = guest.page.get_by_role("status")
    await expect(said.filter(has_text="2/4 + 1 · ")).to_be_visible()
    await swipe(guest, 0, -90)
    await expect(said.filter(has_text="3/4 · ")).to_be_visible()
    await swipe(guest, 0, 90)
    await expect(said.filter(has_text="2/4 + 1 · ")).to_be_visible()


async def test_the_win_that_was_found_is_played_on_against_the_own_game(thinking_guests: Guests) -> None:
    guest, game = await who_has_lost(thinking_guests)
    await guest.open(f"{game}?at=1&line=3C@15")
    await guest.press("Play on")
    await expect(guest.page.locator(".explorer")).to_have_count(0)  # its board looks begun, too
    await guest.begun()
    board = Deal(VARIANTS["mini"], EASY_DEAL, bytes(32)).opening()
    await guest.shows(board.after(EASY_WIN[0]).after(EASY_WIN[1]).cells)
