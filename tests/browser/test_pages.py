import re
from functools import partial

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.fifty_boards import ARE_CALM, COUNT_CELLS, COUNT_TOUCHED, FIFTY_BOARDS
from tests.browser.guest import DESKTOP, EASY_DEAL, LYING, PHONE, SMALL, TINY, Guests, until
from tests.browser.page_checks import (
    LOOKS,
    PATHS,
    SIZES,
    covers_nothing,
    is_accessible,
    is_complete,
    is_seen_whole,
    is_well,
    looks_finished,
    resize,
)
from tests.positions import KNOWN_DEAL

DRAWN = """() => [...document.querySelectorAll("canvas")].every((canvas) => canvas.toDataURL().length > 2000)"""
BOXES = """(slots) => slots.map((slot) => slot.getBoundingClientRect()).map(({ width, height }) => [width, height])"""
BACKGROUND = "(element) => getComputedStyle(element).background"
WELL_PATHS = (
    "/",
    "/race",
    "/how",
    "/verify",
    "/daily",
    "/boards",
    "/p/me",
    "/group",
    "/puzzles",
    "/arena/new",
    "/r/NOSUCH00",
    "/g/none",
    "/nowhere",
)
"""Those that other tests do not look at in passing."""
CHOICES = (
    ("Table", ".looks-sample", ["green", "blue", "wine", "slate"]),
    ("Card backs", ".looks-sample .back", ["stripes", "diamonds", "dots"]),
    ("Cards in place", ".looks-sample .suit-2", ["plain", "bold"]),
)
"""What can be chosen: its label, the part of the sample that shows it, and the choices."""
SHOW_A_LONG_TOAST = """() => {
  const toast = document.getElementById("toast");
  toast.classList.add("on");
  toast.textContent = "Keeps 4 gaps playable. ".repeat(3);
}"""
FITS = """(isTall) => {
  const canvas = document.querySelector(".race-grid canvas");
  const { width, height } = canvas.getBoundingClientRect();
  return Math.abs(canvas.width / width / devicePixelRatio - 1) < 0.01 && height > width === isTall;
}"""
"""Whether a small board has as many pixels as the screen has there, and lies so. It follows its size a frame later."""
NOTHING_TO_SHARE_WITH = """
for (const name of ["clipboard", "share"]) Object.defineProperty(navigator, name, { value: undefined });
"""
ALL_SLOTS_LIE_WELL = """() => [...document.querySelectorAll(".stage .slot")].every((slot) => {
    const { left, top, right, bottom, width, height } = slot.getBoundingClientRect();
    return bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5
      && Math.min(left, top) >= 0 && Math.min(width, height) >= 24;
})"""
"""Every slot is on the screen, and large enough to hit. A new size takes the page some frames on a busy machine."""


async def test_every_slot_can_be_hit_and_has_a_name_and_no_toast_lies_over_a_card(guests: Guests) -> None:
    guest = await guests.one()
    await guest.plays("Addiction")
    await guest.page.evaluate(SHOW_A_LONG_TOAST)
    for width, height in SIZES:
        await resize(guest, width, height)
        await expect(guest.page.locator(".board")).to_have_css("--tall", "1" if height > width else "0")
        await guest.page.wait_for_function(ALL_SLOTS_LIE_WELL)
        boxes = await guest.page.locator(".stage .slot").evaluate_all(BOXES)
        assert len(boxes) == 52
        if (width, height) == TINY:
            assert min(wide for wide, _ in boxes) >= 77.5
            assert min(high for _, high in boxes) >= 33
        labels = await guest.labels()
        assert len(set(labels)) == 52
        line = "column" if height > width else "row"
        assert all(re.fullmatch(rf".+, {line} \d, slot \d+", label) for label in labels)
        await covers_nothing(guest, "#toast")
    await is_well(guest)


async def test_pages_are_well(guests: Guests) -> None:
    guest = await guests.one()
    for path in WELL_PATHS:
        await guest.open(path)
        await expect(guest.page.locator("h1")).to_be_visible()
        await guest.rests()
        await is_well(guest)
        await guest.page.emulate_media(**LOOKS["contrast"])
        await is_accessible(guest)


async def test_a_race_is_well_from_lobby_to_replay(source_guests: Guests) -> None:
    host = await source_guests.one()
    code = await host.create_room(deal=EASY_DEAL)
    guest = await source_guests.one(PHONE, language="de-DE")
    watcher = await source_guests.one(PHONE, language="de-DE")
    await host.is_joined_by(guest)
    await is_well(guest)
    await is_well(host)
    await watcher.open(f"/w/{code}")
    await expect(watcher.page.locator("h1")).to_be_visible()
    await is_well(watcher)
    await host.press("Start now")
    await guest.page.wait_for_selector(".countdown")
    await looks_finished(guest)
    await guest.begun()
    await host.begun()
    await is_well(guest)
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await is_well(watcher)
    await watcher.page.locator(".ranks button").last.click()
    await is_well(watcher)
    await guest.page.locator(".controls button").last.click()
    await guest.page.wait_for_selector("dialog[open]")
    await is_well(guest)
    await guest.page.locator("dialog .stack button").first.click()
    await guest.page.locator("dialog[open] .main").click()
    await guest.page.wait_for_selector(".broadcast")
    await is_well(guest)
    await host.give_up()
    await is_well(guest)
    await guest.sees_all_numbers()
    await is_well(guest)
    await is_well(watcher)
    await guest.page.locator("td a").first.click()
    await guest.page.wait_for_selector("[type=range]")
    await is_well(guest)


async def test_with_two_rivals_the_cards_of_a_small_phone_stay_large_and_nothing_sticks_out(guests: Guests) -> None:
    host, small, other = await guests.in_one_room(DESKTOP, TINY, SMALL, variant="addiction")
    await host.starts_with(small, other)
    for guest in (small, other, host):
        await expect(guest.page.locator(".lanes > li")).to_have_count(3)
        await guest.first_move(tap=guest is not host)
    await small.page.wait_for_function(ALL_SLOTS_LIE_WELL)
    boxes = await small.page.locator(".stage .slot").evaluate_all(BOXES)
    assert min(wide for wide, _ in boxes) >= 77.5
    assert min(high for _, high in boxes) >= 33
    for size in (DESKTOP, (1024, 768)):
        await resize(host, *size)
        await host.page.wait_for_function(ALL_SLOTS_LIE_WELL)
        await looks_finished(host)


async def test_on_a_high_phone_open_boards_are_seen_and_every_card_can_be_hit(guests: Guests) -> None:
    host, friend = await guests.one(), await guests.one(PHONE)
    code = await host.post("rooms", {"variant": {"name": "addiction"}, "boards_open": True})
    await host.open(f"/r/{code}")
    await host.is_joined_by(friend)
    await host.starts_with(friend)
    boards = friend.page.locator(".rival-boards canvas:visible")
    await expect(boards).to_have_count(1)
    await expect(boards).to_be_in_viewport(ratio=1)
    await friend.page.wait_for_function(ALL_SLOTS_LIE_WELL)
    await looks_finished(friend)


async def test_what_opens_above_a_page_is_accessible(guests: Guests) -> None:
    guest = await guests.one(PHONE, dark=True, init=NOTHING_TO_SHARE_WITH)
    dialog = guest.page.get_by_role("dialog")
    await guest.create_room("addiction", KNOWN_DEAL)
    await guest.press("Share")
    await expect(dialog.get_by_role("textbox")).to_have_value(re.compile(r"Race me .* http://\S+/r/\w+$"))
    await is_accessible(guest)
    await looks_finished(guest)
    await guest.page.keyboard.press("Escape")
    for opens in ("Change", "More"):
        await guest.press(opens, exact=True)
        await expect(dialog).to_be_visible()
        await is_accessible(guest)
        await looks_finished(guest)
        await guest.page.keyboard.press("Escape")
    await guest.press("Start alone")
    await guest.begun()
    for name in ("Chat", "Shuffle", "More", "Settings"):
        await guest.press(name)
        await expect(dialog).to_be_visible()
        await is_accessible(guest)
        await looks_finished(guest)
        await guest.page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
    await guest.press("More")
    await guest.press("Give up")
    await expect(dialog.get_by_role("heading", name="Give up")).to_be_visible()
    await is_accessible(guest)
    await guest.page.keyboard.press("Escape")
    board = await guest.board()
    await guest.page.evaluate("() => localStorage.setItem('gaprace.prefs', '{\"tap\": \"select\"}')")
    await guest.page.reload()
    await guest.begun()
    await guest.click_slot(board.cells.index(board.legal_moves()[0].card), tap=True)
    await expect(guest.page.locator(".card.selected")).to_have_count(1)
    await is_accessible(guest)


async def test_small_boards_have_every_pixel_lie_as_the_own_board_does_and_follow_a_change_of_the_suits_colours(
    guests: Guests,
) -> None:
    guest = await guests.one(PHONE)
    await guest.plays("Addiction")
    await guest.give_up()
    canvas = guest.page.locator(".race-grid canvas")
    await expect(canvas).to_be_visible()
    for size, is_tall in ((PHONE, True), (DESKTOP, False)):
        await resize(guest, *size)
        await guest.page.wait_for_function(FITS, arg=is_tall)
    await guest.rests()
    await guest.page.wait_for_function(DRAWN)
    drawing = partial(canvas.evaluate, "(canvas) => canvas.toDataURL()")
    before = await drawing()
    await guest.press("Settings")
    await guest.page.get_by_label("Suit colours").select_option("2")
    assert await until(drawing, lambda drawn: drawn != before) != before
    await guest.page.get_by_label("Suit colours").select_option("4")
    assert await until(drawing, lambda drawn: drawn == before) == before


def choice(page: Page, label: str) -> Locator:
    return page.locator(f"label:has-text('{label}') select")


async def test_settings_take_effect_and_last(guests: Guests) -> None:
    guest = await guests.one(PHONE, newcomer=True)
    page = guest.page
    await guest.open("/")
    usual = await page.locator(".felt").evaluate(BACKGROUND)
    await guest.press("Settings")
    await is_well(guest)
    await is_seen_whole(guest, "dialog")
    await page.get_by_text("Tables and cards").click()
    await expect(page.locator(".looks-sample")).to_have_css("display", "flex")
    for label, part, values in CHOICES:
        found = []
        for value in reversed(values):  # the first is what there is without a choice
            await choice(page, label).select_option(value)
            found.append(await page.locator(part).evaluate(BACKGROUND))
            await is_accessible(guest)
        assert len({*found}) == len(values), label
    await choice(page, "Table").select_option("wine")
    await page.reload()
    await expect(page.locator(".felt")).to_be_visible()
    await page.wait_for_function(f"(usual) => ({BACKGROUND})(document.querySelector('.felt')) !== usual", arg=usual)
    await guest.press("Settings")
    await expect(choice(page, "Table")).to_have_value("wine")
    await choice(page, "Theme").first.select_option("light")
    await page.get_by_label("Language").select_option("de")
    await expect(page.get_by_role("heading", name="Allein spielen")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("heading", name="Allein spielen")).to_be_visible()
    assert await page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


async def test_ranks_are_translated(guests: Guests) -> None:
    guest = await guests.one(language="de-DE")
    await guest.plays("Addiction")
    faces = await guest.page.locator(".card b").all_inner_texts()
    assert sorted({face for face in faces if face.isalpha()}) == ["B", "D", "K"]
    labels = await guest.labels()
    assert any("Herz Dame" in label for label in labels)
    assert len(set(labels)) == 52
    assert all(re.fullmatch(r".+, Reihe \d, Feld \d+", label) for label in labels)


async def test_of_fifty_small_boards_only_changed_cells_are_drawn_once_a_frame(source_guests: Guests) -> None:
    guest = await source_guests.one()
    await guest.open("/")
    await expect(guest.page.get_by_role("heading", name="Same deal")).to_be_visible()
    await guest.page.evaluate(FIFTY_BOARDS)
    await expect(guest.page.locator("canvas")).to_have_count(50)
    await guest.rests()
    await guest.page.wait_for_function(DRAWN)
    await guest.page.evaluate(COUNT_CELLS)
    await guest.page.wait_for_function(ARE_CALM)
    for changed in (2, 2, 2):  # a card goes, and comes back: two cells of each board
        before = await guest.page.evaluate("cells")
        await guest.page.evaluate("update50(); update50(); update50()")  # three at once, between two frames
        await guest.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert await guest.page.evaluate("cells") - before == changed * 50


async def test_of_a_board_only_what_a_tap_changes_is_touched(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.plays_deal(KNOWN_DEAL)
    board = await guest.board()
    move = board.legal_moves()[-1]
    await guest.page.evaluate(COUNT_TOUCHED)
    await guest.move(move, tap=True)
    touched = await guest.page.evaluate("touched.size")
    # The card, its two slots, the gaps whose wishes change, and the cards that can move now or no longer.
    assert 3 <= touched <= 40


OTHER_SIZES = (DESKTOP, LYING, TINY)
SIDES = """(slots) => [slots[0], slots[1]].map((slot) => slot.getBoundingClientRect().left)"""


@pytest.mark.parametrize(
    ("language", "direction", "sizes"), [("de", "ltr", ()), ("pl", "ltr", OTHER_SIZES), ("he", "rtl", OTHER_SIZES)]
)
async def test_every_page_looks_finished_in_every_language(
    guests: Guests, language: str, direction: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    guest = await guests.one(PHONE, language=language)
    for path in PATHS:
        await guest.open(path)
        await is_complete(guest)
        await expect(guest.page.locator("html")).to_have_attribute("lang", language)
        await expect(guest.page.locator("html")).to_have_attribute("dir", direction)
        for size in sizes:
            await resize(guest, *size)
            await looks_finished(guest)


async def test_a_board_has_its_left_end_on_the_left_in_hebrew(guests: Guests) -> None:
    guest = await guests.one(language="he")
    await guest.plays("Addiction")
    first, second = await guest.page.locator(".stage .slot").evaluate_all(SIDES)
    assert first < second
    menu = await guest.page.locator("#top .brand").bounding_box()
    assert menu["x"] > DESKTOP[0] / 2
