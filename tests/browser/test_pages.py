import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.fifty import COUNT_CELLS, COUNT_TOUCHED, FIFTY_BOARDS
from tests.browser.guest import DESKTOP, LYING, PATIENCE_MS, PHONE, SMALL, TINY, Guest, Guests

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
LARGEST_FIRST_LOAD = 30 * 1024
SIZES = (DESKTOP, PHONE, SMALL, LYING, TINY)
RUN_AXE = """async () => {
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})));
  const { violations } = await axe.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""
OVERFLOWING = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const { left, right, width } = element.getBoundingClientRect();
  return width > 0 && element.checkVisibility() && !element.closest(".sr, #toast, .wide, .card")
    && (right > innerWidth + 1 || left < -1);
}).map((element) => element.outerHTML.slice(0, 120))"""
CUT = """() => [...document.querySelectorAll("button, h1, h2, td, .tag")].filter((element) =>
  element.checkVisibility() && !element.closest(".card, .rival, .sr") && element.scrollWidth > element.clientWidth + 1
).map((element) => element.outerHTML.slice(0, 120))"""
BOXES = """(slots) => slots.map((slot) => slot.getBoundingClientRect()).map(({ width, height }) => [width, height])"""
SMALL_TARGETS = """() => [
  ...document.querySelectorAll("button, a, input, select, summary, .slot")].filter((element) => {
  const { width, height } = element.getBoundingClientRect();
  const isInText = element.closest("p, .rival, label, .row.small") && element.tagName !== "BUTTON";
  return element.checkVisibility() && !isInText && !element.closest(".sr") && (width < 24 || height < 24);
}).map((element) => element.outerHTML.slice(0, 120))"""


async def looks_finished(guest: Guest) -> None:
    """Nothing sticks out, nothing is cut off, nothing is too small to hit."""
    for _ in range(PATIENCE_MS // 50):  # it may be laid out anew just now
        faults = [fault for kind in (OVERFLOWING, CUT, SMALL_TARGETS) for fault in await guest.page.evaluate(kind)]
        if not faults:
            break
        await guest.page.wait_for_timeout(50)
    assert faults == []
    assert await guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


NOTHING_TO_SHARE_WITH = """
for (const name of ["clipboard", "share"]) Object.defineProperty(navigator, name, { value: undefined });
"""
ALL_SLOTS_LIE_WELL = """() => [...document.querySelectorAll(".stage .slot")].every((slot) => {
    const { left, top, right, bottom, width, height } = slot.getBoundingClientRect();
    return bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5
      && Math.min(left, top) >= 0 && Math.min(width, height) >= 24;
})"""
"""Every slot is on the screen, and large enough to hit. A new size takes the page some frames on a busy machine."""


async def resize(guest: Guest, width: int, height: int) -> None:
    await guest.page.set_viewport_size({"width": width, "height": height})
    # The two lengths may arrive one after the other.
    await guest.page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    await guest.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


async def is_accessible(guest: Guest) -> None:
    await guest.page.evaluate(AXE.read_text())
    assert await guest.page.evaluate(RUN_AXE) == []


async def is_well(guest: Guest, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """At every size; and, on desktop and phone, by axe."""
    for width, height in sizes:
        await resize(guest, width, height)
        await looks_finished(guest)
        if (width, height) in {DESKTOP, PHONE}:
            await is_accessible(guest)


async def is_light(guest: Guest, seen: str) -> None:
    """All scripts, styles and pages of the address where somebody is, when it is where they come in."""
    loaded = await guest.weigh(seen)
    assert min(loaded.values()) > 0
    assert sum(loaded.values()) <= LARGEST_FIRST_LOAD, sorted((size, path) for path, size in loaded.items())
    print(urlsplit(guest.page.url).path, seen, sum(loaded.values()))


async def test_the_first_load_is_small_wherever_somebody_comes_in_and_in_the_longer_language(guests: Guests) -> None:
    host, watcher = await guests.one(), await guests.one()
    friend = await guests.one(PHONE, language="de-DE")
    code = await host.create_room()
    await friend.open(f"/r/{code}")
    for guest in (host, friend):
        await is_light(guest, ".list li")
    await host.press("Start now")
    for guest in (host, friend):
        await guest.begun()
        await is_light(guest, ".slot.act")
    await watcher.open(f"/w/{code}")
    await is_light(watcher, "canvas")
    await host.give_up()
    await friend.press("Mehr")
    await friend.press("Aufgeben")
    await friend.page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    await friend.page.locator("td a[href^='/g/']").first.click()
    await is_light(friend, "[type=range]")
    for path in ("/", "/how", "/verify"):
        await friend.open(path)
        await is_light(friend, "h1")


async def test_files_under_their_version_are_kept_for_ever(guests: Guests) -> None:
    guest = await guests.one()
    async with guest.page.expect_response(re.compile(r"/client/@[0-9a-f]{12}/main\.js")) as found:
        await guest.open("/")
    headers = (await found.value).headers
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_every_slot_can_be_hit_and_has_a_name(guests: Guests, dark: bool) -> None:
    guest = await guests.one(dark=dark)
    await guest.open("/")
    await guest.press("Addiction")
    await guest.begun()
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
        assert all(re.fullmatch(r"row \d, slot \d+: .+", label) for label in labels)
    await is_well(guest)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/how", "/verify", "/r/NOSUCH00", "/g/none", "/nowhere"])
async def test_pages_are_well(guests: Guests, path: str, dark: bool) -> None:
    guest = await guests.one(dark=dark)
    await guest.open(path)
    await expect(guest.page.locator("h1")).to_be_visible()
    await guest.page.wait_for_load_state("networkidle")
    await is_well(guest)


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
async def test_a_race_is_well_from_lobby_to_replay(guests: Guests, language: str) -> None:
    dark = language == "de-DE"
    host = await guests.one()
    code = await host.create_room()
    guest = await guests.one(PHONE, dark=dark, language=language)
    watcher = await guests.one(PHONE, dark=not dark, language=language)
    await guest.open(f"/r/{code}")
    await expect(guest.page.locator(".list li")).to_have_count(2)
    await is_well(guest)
    await is_well(host)
    await watcher.open(f"/w/{code}")
    await expect(watcher.page.locator("h1")).to_be_visible()
    await is_well(watcher)
    await host.press("Start now")
    await guest.page.wait_for_selector(".count")
    await looks_finished(guest)
    await guest.begun()
    await host.begun()
    await is_well(guest)
    await expect(watcher.page.locator("canvas:visible")).to_have_count(2)
    await is_well(watcher)
    await watcher.page.locator("button.rival").first.click()
    await is_well(watcher)
    await guest.page.locator(".ctl button").last.click()
    await guest.page.wait_for_selector("dialog[open]")
    await is_well(guest)
    await guest.page.locator("dialog .stack button").first.click()
    await guest.page.locator("dialog[open] .main").click()
    await guest.page.wait_for_selector(".wall")
    await is_well(guest)
    await host.give_up()
    await guest.page.wait_for_selector("table")
    await is_well(guest)
    await is_well(watcher)
    await guest.page.locator("td a").first.click()
    await guest.page.wait_for_selector("[type=range]")
    await is_well(guest)


async def test_with_two_rivals_the_cards_of_a_small_phone_stay_large_and_nothing_sticks_out(guests: Guests) -> None:
    host, small, other = [await guests.one(size) for size in (DESKTOP, TINY, SMALL)]
    code = await host.create_room("addiction")
    for guest in (small, other):
        await guest.open(f"/r/{code}")
        await expect(guest.page.get_by_text("(you)")).to_be_visible()
    await host.press("Start now")
    for guest in (small, other, host):
        await guest.begun()
        await expect(guest.page.locator(".rivals > li")).to_have_count(2)
        await guest.first_move(tap=guest is not host)
    await small.page.wait_for_function(ALL_SLOTS_LIE_WELL)
    boxes = await small.page.locator(".stage .slot").evaluate_all(BOXES)
    assert min(wide for wide, _ in boxes) >= 77.5
    assert min(high for _, high in boxes) >= 33
    for size in (DESKTOP, (1024, 768)):
        await resize(host, *size)
        await host.page.wait_for_function(ALL_SLOTS_LIE_WELL)
        await looks_finished(host)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_what_opens_above_a_page_is_accessible(guests: Guests, dark: bool) -> None:
    guest = await guests.one(PHONE, dark=dark, init=NOTHING_TO_SHARE_WITH)
    dialog = guest.page.get_by_role("dialog")
    await guest.create_room("addiction")
    await guest.press("Share")
    await expect(dialog.get_by_role("textbox")).to_have_value(re.compile(r"Race me .* http://\S+/r/\w+$"))
    await is_accessible(guest)
    await looks_finished(guest)
    await guest.page.keyboard.press("Escape")
    await guest.page.get_by_text("Change", exact=True).click()
    await expect(guest.page.get_by_label("Seats")).to_be_visible()
    await is_accessible(guest)
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
    await expect(guest.page.locator(".card.sel")).to_have_count(1)
    await is_accessible(guest)


async def test_small_boards_follow_a_change_of_the_suits_colours(guests: Guests) -> None:
    guest = await guests.one()
    await guest.open("/")
    await guest.press("Mini")
    await guest.begun()
    await guest.give_up()
    canvas = guest.page.locator("canvas")
    await expect(canvas).to_be_visible()
    before = await canvas.evaluate("(canvas) => canvas.toDataURL()")
    await guest.press("Settings")
    await guest.page.get_by_label("Suits").select_option("2")
    assert await canvas.evaluate("(canvas) => canvas.toDataURL()") != before
    await guest.page.get_by_label("Suits").select_option("4")
    assert await canvas.evaluate("(canvas) => canvas.toDataURL()") == before


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_settings_take_effect_and_last(guests: Guests, dark: bool) -> None:
    guest = await guests.one(PHONE, dark=dark)
    await guest.open("/")
    await guest.press("Settings")
    await is_well(guest)
    await guest.page.locator("label:has-text('Colours') select").first.select_option("light" if dark else "dark")
    await guest.page.get_by_label("Language").select_option("de")
    await expect(guest.page.get_by_role("heading", name="Allein spielen")).to_be_visible()
    await guest.page.reload()
    await expect(guest.page.get_by_role("heading", name="Allein spielen")).to_be_visible()
    scheme = await guest.page.evaluate("getComputedStyle(document.documentElement).colorScheme")
    assert scheme == ("light" if dark else "dark")


async def test_ranks_are_translated(guests: Guests) -> None:
    guest = await guests.one(language="de-DE")
    await guest.open("/")
    await guest.press("Addiction")
    await guest.begun()
    faces = await guest.page.locator(".card b").all_inner_texts()
    assert sorted({face for face in faces if face.isalpha()}) == ["B", "D", "K"]
    labels = await guest.labels()
    assert any("Herz Dame" in label for label in labels)
    assert len(set(labels)) == 52
    assert all(re.fullmatch(r"Reihe \d, Platz \d+: .+", label) for label in labels)


async def test_of_fifty_small_boards_only_changed_cells_are_drawn_once_a_frame(guests: Guests) -> None:
    guest = await guests.one()
    await guest.open("/")
    await expect(guest.page.get_by_role("heading", name="Same deal")).to_be_visible()
    await guest.page.evaluate(FIFTY_BOARDS)
    await expect(guest.page.locator("canvas")).to_have_count(50)
    await guest.page.evaluate(COUNT_CELLS)
    for changed in (2, 2, 2):  # a card goes, and comes back: two cells of each board
        before = await guest.page.evaluate("cells")
        await guest.page.evaluate("update50(); update50(); update50()")  # three at once, between two frames
        await guest.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert await guest.page.evaluate("cells") - before == changed * 50


async def test_of_a_board_only_what_a_tap_changes_is_touched(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.open("/")
    await guest.press("Addiction")
    await guest.begun()
    board = await guest.board()
    move = board.legal_moves()[-1]
    await guest.page.evaluate(COUNT_TOUCHED)
    await guest.move(move, tap=True)
    touched = await guest.page.evaluate("touched.size")
    # The card, its two slots, the gaps whose wishes change, and the cards that can move now or no longer.
    assert 3 <= touched <= 40
