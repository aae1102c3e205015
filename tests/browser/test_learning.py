"""How somebody new learns the game: the board on the first page, the tips in the first game, the rules."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from tests.browser.guest import DESKTOP, EASY_DEAL, FACES, LYING, PHONE, TINY, Guest, Guests
from tests.browser.page_checks import SIZES, covers_nothing, is_accessible, is_well, looks_finished, resize

MAX_ROW_HEIGHT = 60
TRY_MOVES = (3, 9, 17, 14)
"""The slots of the cards that solve the board of the first page, in an order that solves it."""
LINES = "(element) => element.getClientRects().length"
LINES_OF_TEXTS = """(elements) => elements.map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
TABLET, NARROW_LYING = (768, 1024), (740, 360)
WIDEST = """
window.widest = 0;
(function look() {
  window.widest = Math.max(window.widest, document.documentElement?.scrollWidth ?? 0);
  requestAnimationFrame(look);
})();
"""
"""The width of the page in the frame in which it was widest."""
ALL_LIE = "() => document.querySelector('.try').getAnimations({ subtree: true }).length === 0"
MOVES_SOMETHING = "() => document.querySelector('dialog').getAnimations({ subtree: true }).length > 0"


@pytest.mark.parametrize(("size", "where"), [(PHONE, "above it"), (TINY, "above it"), (DESKTOP, "on its left")])
async def test_the_first_page_is_a_board_whose_end_teaches_the_rule(
    guests: Guests, size: tuple[int, int], where: str
) -> None:
    guest = await guests.one(size, newcomer=True)
    await guest.open("/")
    says = guest.page.locator(".says")
    await expect(says).to_contain_text(f"same suit as the card {where}, one higher")
    board = guest.page.locator(".try .stage")
    await expect(board).to_be_in_viewport(ratio=1)
    before = await board.bounding_box()
    for slot in TRY_MOVES:
        await guest.page.locator(".try .slot").nth(slot).click()
        assert await board.bounding_box() == before, "what is said moves the board"
    await expect(says).to_contain_text("Solved!")
    await is_accessible(guest)


async def test_cards_on_their_way_to_their_places_never_widen_the_first_page(guests: Guests) -> None:
    guest = await guests.one(PHONE, moving=True, init=WIDEST)
    await guest.open("/")
    await expect(guest.page.locator(".try .slot.playable").first).to_be_visible()
    await guest.page.wait_for_function(ALL_LIE)
    assert await guest.page.evaluate("window.widest") == PHONE[0]


@pytest.mark.parametrize("language", ["de-DE", "pl-PL"])
async def test_the_ways_on_from_the_first_page_are_a_line_each(guests: Guests, language: str) -> None:
    guest = await guests.one(PHONE, language=language)
    await guest.open("/")
    for size in (TABLET, NARROW_LYING, PHONE, DESKTOP):
        await resize(guest, *size)
        assert await guest.page.locator(".ways .btn").evaluate_all(LINES_OF_TEXTS) == [1, 1, 1], size


async def test_the_first_page_has_one_main_button_and_a_running_game_takes_its_place(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    main = guest.page.locator(".main")
    await guest.open("/")
    await expect(main).to_have_text(["Play today's Mini"])
    await guest.press("Practice game")
    await guest.begun()
    await guest.open("/")
    await expect(guest.page.locator(".resume")).to_have_text("Continue your game: Mini")
    await guest.page.locator(".resume").click()
    await guest.begun()
    await guest.give_up()
    await expect(guest.page.locator(".facts")).to_be_visible()
    await guest.open("/")
    await guest.rests()
    await expect(main).to_have_text(["Start"])


async def _tip(guest: Guest, n: int, text: str) -> None:
    await expect(guest.page.get_by_role("region", name="How to play")).to_contain_text(text)
    await expect(guest.page.get_by_role("region", name="How to play")).to_contain_text(f"Tip {n} of 3")
    await expect(guest.page.locator("#live")).to_contain_text(text)


async def test_three_tips_in_the_first_game_go_by_keys_and_come_once(guests: Guests) -> None:
    guest = await guests.one(newcomer=True)
    page, tips = guest.page, guest.page.locator(".coach")
    await guest.plays_deal(EASY_DEAL, "mini")
    await _tip(guest, 1, "You can move the outlined cards")
    await is_accessible(guest)
    await page.get_by_role("button", name="Next").focus()
    await page.keyboard.press("Enter")
    await _tip(guest, 2, "same suit as the card on its left, one higher")
    await resize(guest, *PHONE)
    await _tip(guest, 2, "same suit as the card above it, one higher")
    for size in SIZES:
        await resize(guest, *size)
        await looks_finished(guest)
        await expect(tips).to_be_in_viewport(ratio=1)
    await guest.first_move()
    await _tip(guest, 3, "grows from a 2 at the top to the 7")
    await page.keyboard.press("Escape")
    await expect(tips).to_have_count(0)
    await guest.press("More")
    await guest.press("New deal")
    await page.get_by_role("dialog").get_by_role("button", name="New deal").click()
    await guest.begun()
    await page.wait_for_load_state("networkidle")
    await expect(tips).to_have_count(0)


async def test_tips_cover_no_card_of_a_game_whose_clock_runs(guests: Guests) -> None:
    guest = await guests.one(PHONE, newcomer=True)
    await guest.open("/practice?v=addiction")
    for n in range(1, 4):
        await expect(guest.page.locator(".coach")).to_contain_text(f"Tip {n} of 3")
        for width, height in SIZES:
            await resize(guest, width, height)
            await looks_finished(guest)
            await covers_nothing(guest, ".coach")
        await guest.page.locator(".coach .btn").last.click()
    await expect(guest.page.locator(".coach")).to_have_count(0)


async def test_the_board_of_a_lobby_teaches_and_the_race_has_no_tips(guests: Guests) -> None:
    host, friend = await guests.one(), await guests.one(PHONE, newcomer=True)
    await host.create_room()
    await host.is_joined_by(friend)
    await expect(friend.page.locator(".warm-up .coach")).to_contain_text("Tip 1 of 3")
    await is_accessible(friend)
    await friend.press("I'm ready")
    await host.starts_with(friend)
    await friend.first_move(tap=True)
    await expect(friend.page.locator(".coach")).to_have_count(0)


async def test_the_rules_open_from_everywhere(guests: Guests) -> None:
    guest = await guests.one()
    await guest.open("/")
    await guest.reads_the_rules()
    await guest.create_room()
    await guest.opens_the_menu()
    await guest.reads_the_rules()
    await guest.press("Start alone")
    await guest.begun()
    await guest.press("More")
    await guest.reads_the_rules()
    await guest.page.keyboard.press("?")
    rules = guest.page.get_by_role("dialog")
    await expect(rules).to_contain_text("S: shuffle")
    await expect(rules.get_by_role("link", name="Scoring")).to_have_attribute("target", "_blank")
    await guest.page.keyboard.press("Escape")
    await guest.give_up()
    await expect(guest.page.locator(".headline")).to_be_visible()
    await guest.reads_the_rules()


async def test_a_dialog_is_not_seen_before_its_style_is_there(guests: Guests) -> None:
    guest, may_load = await guests.one(), asyncio.Event()

    async def hold(route: Route) -> None:
        await may_load.wait()
        await route.continue_()

    await guest.page.route("**/ui/dialog.css", hold)
    await guest.open("/")
    await guest.press("How to play")
    dialog = guest.page.locator("dialog")
    await expect(dialog).to_have_count(1)
    await expect(dialog).to_be_hidden()
    may_load.set()
    await expect(dialog).to_be_visible()
    await guest.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)


async def test_the_rules_lie_as_the_board_does_and_move_unless_that_is_unwanted(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    rules = guest.page.get_by_role("dialog")
    await guest.open("/")
    await guest.press("How to play")
    await expect(rules).to_contain_text("as the card above it")
    await expect(rules).to_contain_text("Build each column down from 2")
    assert not await guest.page.evaluate(MOVES_SOMETHING)
    await is_well(guest)
    await resize(guest, *LYING)
    await expect(rules).to_contain_text("as the card on its left")
    await guest.page.emulate_media(reduced_motion="no-preference")
    await guest.page.wait_for_function(MOVES_SOMETHING)


async def test_the_bright_button_of_a_room_fits_who_is_there_and_faces_and_invitation_are_seen_at_once(
    guests: Guests,
) -> None:
    host = await guests.one(PHONE)
    await host.open("/")
    await host.press("Race friends")
    bright = host.page.locator(".page .actions .main")
    await expect(bright).to_have_text(["Invite"])
    await expect(host.page.locator(".rules-line")).to_contain_text("Mini")
    for seen in (host.page.locator(FACES), host.page.get_by_role("img", name="QR code")):
        await expect(seen).to_be_in_viewport(ratio=1)
    friend = await guests.one()
    await friend.open(host.page.url.removeprefix(host.base))
    await expect(bright).to_have_text(["Start now"])


async def test_who_is_done_and_who_comes_late_are_told_what_goes_on(guests: Guests) -> None:
    host, friend, late = await guests.one(), await guests.one(PHONE), await guests.one(PHONE)
    code = await host.create_room()
    await friend.open(f"/r/{code}")
    name = await friend.name()
    await host.starts_with(friend)
    await host.give_up()
    await expect(host.page.get_by_role("heading", level=1)).to_have_text(f"You are out. Still racing: {name}")
    # The styles of one's own race are there as well.
    rows = host.page.locator(".ranks li .rank-row, .ranks li.rank-row")
    await expect(rows).to_have_count(2)
    assert max(await rows.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")) < MAX_ROW_HEIGHT
    await friend.give_up()
    await expect(friend.page.locator(".headline")).to_have_text(re.compile("^(1st|2nd) of 2$"))
    await host.press("Rematch")
    await friend.press("Rematch")
    await friend.begun()
    await late.open(f"/r/{code}")
    await expect(late.page.get_by_role("heading", level=1)).to_have_text("Race in progress: you're in for the next one")


async def test_the_list_of_public_races_keeps_names_whole_on_the_smallest_screen(guests: Guests) -> None:
    host, visitor = await guests.one(), await guests.one(TINY, language="de-DE")
    await host.create_room()
    await host.press("Change")
    await host.page.get_by_text("More settings").click()
    await host.page.get_by_label("Public").check()
    await host.press("Save")
    name = await host.name()
    await visitor.open("/race")
    entry = visitor.page.locator(".list li", has_text=name)
    await expect(entry).to_be_visible()
    assert await entry.locator("b").evaluate(LINES) <= len(name.split())
    await looks_finished(visitor)
