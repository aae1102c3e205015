"""What axe does not see: contrast of both palettes, the way of the focus, no colours, no motion."""

from functools import partial
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageStat
from playwright.async_api import Page, expect

from tests.browser.guest import DESKTOP, PHONE, SMALL, Guest, Guests, until
from tests.browser.test_race_page import show_series
from tests.positions import KNOWN_DEAL

LINES_AND_TEXTS = """(buttons) => buttons.map((button) => getComputedStyle(button))
  .map(({ borderTopColor, color }) => [borderTopColor, color])"""

CONTRASTS = """() => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const channels = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  };
  const light = (colour) => {
    const [r, g, b] = [...channels(colour)].map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  };
  const root = getComputedStyle(document.documentElement);
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (name) => {
    probe.style.setProperty("color", `var(--${name})`);
    return getComputedStyle(probe).color;
  };
  const pairs = [];
  const pair = (front, back, least) =>
    pairs.push([front, back, least, ratio(colour(front), colour(back))]);
  for (const back of ["page", "panel"]) {
    for (const front of ["ink", "soft", "bad"]) pair(front, back, 4.5);
    for (const front of ["btn-line", "accent", "lock-line"]) pair(front, back, 3);
  }
  pair("on-main", "main", 4.5);
  const ribbon = probe.appendChild(document.createElement("b"));
  probe.className = "locked";
  for (const suit of ["suit-0", "suit-1", "suit-2", "suit-3"]) {
    pair(suit, "card", 4.5);
    ribbon.className = `face ${suit}`;
    const { color, backgroundColor } = getComputedStyle(ribbon);
    pairs.push([suit, "ribbon", 4.5, ratio(color, backgroundColor)]);
  }
  probe.className = "";
  pair("gold-edge", "card", 3);
  pair("gold-edge", "gold", 3);
  for (const suit of ["bright-0", "bright-1", "bright-2", "bright-3"]) pair(suit, "slot", 4.5);
  pair("accent", "slot", 3);
  const style = (selector, pseudo) => getComputedStyle(document.querySelector(selector), pseudo);
  const seen = (name, front, back, least) => pairs.push([name, "as drawn", least, ratio(front, back)]);
  seen("what a gap waits for", style(".wanted").color, style(".slot", "::before").backgroundColor, 4.5);
  for (const selector of [".face", ".locked .face", ".movable .face"])
    if (document.querySelector(selector)) seen(selector, style(selector).color, style(selector).backgroundColor, 4.5);
  seen("a button", style(".controls .btn").color, style(".controls .btn").backgroundColor, 4.5);
  probe.remove();
  return pairs;
}"""
"""What is seen against what, the least contrast by WCAG 2.2 (4.5 for text, else 3), and the contrast that there is."""
FOCUSED = """() => {
  const { activeElement: element } = document;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const y = top + scrollY;
  return { name: element.outerHTML.slice(0, 90), isBody: element === document.body, left, right, top: y,
    bottom: y + bottom - top };
}"""
MOVING = """() => [...document.querySelectorAll("*")].flatMap((element) => ["", "::before", "::after"].map((pseudo) => {
  const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, pseudo);
  const long = (times) => times.split(", ").some((time) => parseFloat(time) > 0.01);
  const isMoving = (animationName !== "none" && long(animationDuration)) || long(transitionDuration);
  return isMoving && element.outerHTML.slice(0, 90) + pseudo;
})).filter(Boolean)"""


async def alone(guests: Guests, *, variant: str = "addiction", **kind: object) -> Guest:
    guest = await guests.one(**kind)  # type: ignore[arg-type]
    await guest.plays_deal(KNOWN_DEAL, variant)
    return guest


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_all_is_seen_well_in_both_palettes_with_four_suits_and_with_two(guests: Guests, dark: bool) -> None:
    guest = await alone(guests, dark=dark)
    for suits in ("4", "2"):
        await guest.page.evaluate("(suits) => { document.documentElement.dataset.suits = suits; }", suits)
        for contrast in ("no-preference", "more"):
            await guest.page.emulate_media(contrast=contrast)  # type: ignore[arg-type]
            pairs = await guest.page.evaluate(CONTRASTS)
            assert len(pairs) >= 27
            faint = [pair for pair in pairs if pair[3] < pair[2]]
            assert faint == [], faint


async def walk(guest: Guest) -> list[dict[str, float | str | bool]]:
    """Go by Tab from the top until the page is left; give what had the focus."""
    await guest.page.locator(".brand").focus()
    stops = [await guest.page.evaluate(FOCUSED)]
    for _ in range(80):
        await guest.page.keyboard.press("Tab")
        stop = await guest.page.evaluate(FOCUSED)
        if stop["isBody"] or stop == stops[0]:
            return stops
        stops.append(stop)
    raise AssertionError("Tab finds no end")


def in_reading_order(stops: list[dict[str, float | str | bool]]) -> None:
    """Each stop lies below the one before it, or to the right of it."""
    wrong = [
        (before["name"], after["name"])
        for before, after in pairwise(stops)
        if after["top"] < before["top"] - 8 and after["left"] < before["right"] - 8  # type: ignore[operator]
    ]
    assert wrong == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_tab_walks_in_reading_order_through_home_lobby_race_and_result(
    guests: Guests, size: tuple[int, int]
) -> None:
    guest = await guests.one(size)
    await guest.open("/")
    await guest.rests()
    at_home = await walk(guest)
    in_reading_order(at_home)
    assert len(at_home) >= 15
    await guest.create_room()
    await expect(guest.page.locator(".invitation")).to_be_visible()
    in_lobby = await walk(guest)
    await guest.press("Start alone")
    await guest.begun()
    in_race = await walk(guest)
    assert sum("slot" in str(stop["name"]) for stop in in_race) == 1, "the board is one stop"
    await guest.give_up()
    await expect(guest.page.get_by_role("heading", name="in place")).to_be_visible()
    in_result = await walk(guest)
    for stops, most in ((in_lobby, 13), (in_race, 9), (in_result, 11)):
        in_reading_order(stops)
        assert size != PHONE or len(stops) <= most, [each["name"] for each in stops]


async def is_somewhere(page: Page) -> None:
    """The focus is on something: it may be moved a frame after what it is moved to has come."""
    focused = await until(partial(page.evaluate, FOCUSED), lambda focused: not focused["isBody"])
    assert not focused["isBody"]


async def test_the_focus_is_never_lost_from_the_first_page_to_a_rematch(guests: Guests) -> None:
    guest = await guests.one(init="localStorage.setItem('gaprace.variant', '\"addiction\"');")
    page = guest.page
    await guest.open("/")
    await page.get_by_role("button", name="Race friends").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Start alone")).to_be_visible()
    await is_somewhere(page)
    await page.get_by_role("button", name="Start alone").focus()
    await page.keyboard.press("Enter")
    await guest.begun()
    await expect(page.locator(".slot:focus")).to_have_count(1)
    await page.get_by_role("button", name="Shuffle").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog").get_by_role("button", name="Shuffle")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Shuffle")).to_be_focused()
    await page.get_by_role("button", name="More").focus()
    await page.keyboard.press("Enter")
    await page.get_by_role("dialog").get_by_role("button", name="Give up").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog").get_by_role("button", name="Give up")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Start alone")).to_be_visible()
    await is_somewhere(page)
    await page.get_by_role("button", name="Start alone").focus()
    await page.keyboard.press("Enter")
    await guest.begun()
    await expect(page.locator(".slot:focus")).to_have_count(1)


async def test_every_page_begins_at_its_top_with_the_focus_on_what_is_new(guests: Guests) -> None:
    guest = await guests.one()
    for page, link, heading in (
        ("/", "Provably fair", "Fingerprints of the next 30 days"),
        ("/how", "Verify a game", "Verify a game"),
    ):
        await guest.open(page)
        await guest.page.get_by_role("link", name=link).last.click()
        await expect(guest.page.get_by_role("heading", name=heading, level=1)).to_be_in_viewport()
        await expect(guest.page.locator("main")).to_be_focused()
        await expect(guest.page.locator(".brand")).to_be_in_viewport(ratio=1)
    room = await guests.one(SMALL)
    await room.create_room()
    await expect(room.page.locator("main")).to_be_focused()
    await expect(room.page.locator(".brand")).to_be_in_viewport(ratio=1)


async def test_the_card_that_has_the_focus_is_seen(guests: Guests) -> None:
    guest = await alone(guests)
    await guest.page.keyboard.press("b")
    for _ in range(5):  # there are four gaps
        await guest.page.keyboard.press("ArrowRight")
        focused = guest.page.locator(".slot:focus-visible")
        if "gap" not in (await focused.get_attribute("aria-label") or ""):
            picture = Image.open(BytesIO(await focused.screenshot())).convert("L")
            assert ImageStat.Stat(picture).mean[0] > 150, "a light card, not the dark slot below it"
            return
    raise AssertionError("no card has the focus")


async def test_without_colours_cards_gaps_and_what_can_move_are_told_apart_by_their_shape(guests: Guests) -> None:
    guest = await alone(guests, variant="montana")
    await guest.page.emulate_media(forced_colors="active")
    shapes = await guest.page.evaluate("""() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      return {
        card: style(".card:not(.movable, .locked) .face").boxShadow,
        locked: style(".card.locked .face").boxShadow,
        movable: style(".card.movable .face").boxShadow,
        gap: style(".slot.playable .wanted").visibility,
        outline: style(".stage").borderTopStyle,
      };
    }""")
    assert len({shapes["card"], shapes["locked"], shapes["movable"]}) == 3
    assert (shapes["gap"], shapes["outline"]) == ("visible", "solid")
    pairs = await guest.page.evaluate(CONTRASTS)
    drawn = [pair for pair in pairs if pair[1] == "as drawn"]
    assert len(drawn) >= 4
    faint = [pair for pair in drawn if pair[3] < pair[2]]
    assert faint == [], faint


async def test_without_colours_the_page_where_one_is_and_ones_own_row_are_marked_by_lines(guests: Guests) -> None:
    guest = await guests.one()
    await show_series(guest)
    await guest.page.emulate_media(forced_colors="active")
    for part, line in (("#nav [aria-current]", "textDecorationLine"), ("tr.me", "outlineStyle")):
        marked = await guest.page.locator(part).evaluate(f"(element) => getComputedStyle(element).{line}")
        assert marked in {"underline", "solid"}, part


async def test_with_more_contrast_every_button_has_a_line_around_it_on_the_felt_too(guests: Guests) -> None:
    guest = await guests.one()
    await guest.page.emulate_media(contrast="more")
    await guest.open("/")
    buttons = guest.page.locator(".felt .btn:not(.main, .quiet)")
    assert await until(buttons.count, lambda count: count >= 2) >= 2
    lines = await buttons.evaluate_all(LINES_AND_TEXTS)
    assert all(line == text for line, text in lines), "as bright as the text"


async def test_nothing_moves_for_those_who_want_it_so(guests: Guests) -> None:
    guest = await alone(guests)
    await guest.press("Hint")
    await expect(guest.page.locator(".card.hint")).to_have_count(1)
    moving = partial(guest.page.evaluate, MOVING)
    assert await until(moving, lambda found: not found) == []
    await guest.page.emulate_media(reduced_motion="no-preference")
    assert len(await until(moving, lambda found: len(found) > 40)) > 40
    await guest.page.evaluate("() => { document.documentElement.dataset.motion = 'off'; }")
    assert await until(moving, lambda found: not found) == []


async def test_taps_land_while_cards_still_fly(guests: Guests) -> None:
    guest = await alone(guests, size=PHONE, moving=True)
    board = await guest.board()
    moves = []
    for move in board.legal_moves():
        if move.card in {each.card for each in moves} or len(board.after(move).legal_moves()) < 1:
            continue
        moves.append(move)
    first, *others = [move for move in moves if len([m for m in board.legal_moves() if m.card == move.card]) == 1]
    after = board.after(first)
    second = next(move for move in others if move in after.legal_moves())
    await guest.click_slot(board.cells.index(first.card), tap=True)
    assert (await guest.board()).cells == after.cells
    await guest.click_slot(after.cells.index(second.card), tap=True)
    assert (await guest.board()).cells == after.after(second).cells
