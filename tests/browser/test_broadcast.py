"""A race as a spectator sees it: the broadcast, on every screen."""

import re
from functools import partial
from typing import get_args

from playwright.async_api import expect

from gaprace.play.live.chat import EVERYBODY
from gaprace.rooms.chat import MAX_LOG_LINES
from gaprace.wire import Audience, Reaction, Said
from tests.browser.guest import DESKTOP, DRAWN, EASY_WIN, FACES, LYING, PHONE, TINY, Guests, until
from tests.browser.page_checks import SIZES, is_accessible, is_well, resize
from tests.browser.scenes import WatchScene

MAX_RISING, MAX_ELEMENTS = 3, 1_000
"""What a phone shows at the most: reactions that rise, and elements of the page."""
WALL = (3840, 2160)
TV = (1920, 1080)
TABLET = (768, 1024)
NARROW_LYING = (740, 360)
SCROLLED = "() => document.documentElement.scrollHeight - innerHeight"
"""How much of the page is below the screen (px)."""
TEXT_SIZES = "(texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize))"
SEEN = "(part) => { const { y, height } = part.getBoundingClientRect(); return (innerHeight - y) / height; }"
"""How much of it is above the lower edge of the screen."""
FILLED = """() => {
  const [stage, board] = [".feature .stage", ".feature .board"].map((name) => document.querySelector(name));
  return Math.max(board.offsetWidth / stage.offsetWidth, board.offsetHeight / stage.offsetHeight);
}"""
"""How much of its place the large board takes, in the direction that has less room."""
IS_SEEN = """(element) => {
  const { bottom, left } = [...element.getClientRects()].at(-1);
  return element.contains(document.elementFromPoint(left + 2, bottom - 6));
}"""
"""Whether the end of a text is on the screen, and nothing lies over it."""
FIRST_WORD_LINES = """(text) => {
  const range = document.createRange();
  range.setStart(text.firstChild, 0);
  range.setEnd(text.firstChild, text.textContent.indexOf(" "));
  return range.getClientRects().length;
}"""
LINES = "(text) => Math.round(text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight))"
HEBREW_IS_INDENTED = """(who) => {
  who.textContent = "נועה";
  const text = document.createRange();
  text.selectNodeContents(who);
  return text.getBoundingClientRect().left - who.getBoundingClientRect().left;
}"""
HIDDEN = "(row) => row.getBoundingClientRect().bottom - row.closest('.ranks').getBoundingClientRect().bottom"
"""How much of a row one has to scroll to (px)."""


NOTE_RISEN = """(element) => {
  window.risen = "";
  const added = (record) => [...record.addedNodes].map((each) => each.textContent).join("");
  const note = (records) => { risen += records.map(added).join(""); };
  new MutationObserver(note).observe(element, { childList: true, subtree: true });
}"""
"""Gathers in `risen` the reactions: they are gone after some seconds."""


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'


async def test_the_leader_is_large_and_what_happens_is_said_until_somebody_wins(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = WatchScene(3, delay_s=20)
    scene.play(0, 9)
    scene.play(1, 3)
    await scene.open(watcher)
    page = watcher.page
    await expect(page.locator("#hud .delay")).to_have_text("As of 20 s ago")
    await expect(page.locator(".plate h2")).to_have_text("Gentle Curlew")
    await expect(page.get_by_role("log")).to_contain_text("So far: Gentle Curlew has led since")
    scene.play(1, 12)
    await expect(page.get_by_role("log")).to_contain_text("Comeback! Theo was 6 cards behind and leads")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await page.keyboard.press("2")
    await expect(page.locator(".plate h2")).to_have_text("Gentle Curlew")
    await resize(watcher, *TABLET)
    await expect(page.get_by_role("button", name="Follow the action")).to_be_visible()
    assert await page.locator(".plate .who").evaluate("(name) => name.scrollWidth <= name.clientWidth")
    await resize(watcher, *DESKTOP)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("toolbar", name="Caster's tools")).to_be_visible()
    await page.keyboard.press("c")
    await expect(page.locator(".compare .board")).to_have_count(2)
    await expect(page.locator(".caster-gap")).to_have_text("Theo: leads by 6 cards")
    await page.keyboard.press("Escape")
    await expect(page.locator(".compare")).to_have_count(0)
    await page.keyboard.press("r")
    await expect(page.locator("#hud .delay")).to_have_text("Back in time")
    await page.get_by_role("button", name="Half speed").click()
    await expect(page.get_by_role("button", name="Half speed")).to_have_attribute("aria-pressed", "true")
    await is_well(watcher, (PHONE, DESKTOP))
    await page.get_by_role("group", name="Back in time").get_by_role("button", name="Live").click()
    await expect(page.locator("#hud .delay")).to_have_text("As of 20 s ago")
    await expect(page.get_by_role("group", name="Back in time")).to_have_count(0)
    scene.play(1, len(EASY_WIN) - 15)
    await expect(page.locator(".moment.won")).to_contain_text("wins in 0:20")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await expect(page.get_by_role("log")).to_contain_text("Theo wins in 0:20")


async def test_before_the_first_race_a_spectator_sees_who_is_there_and_how_to_join(guests: Guests) -> None:
    host, friend = await guests.one(), await guests.one(PHONE)
    watcher = await guests.one(TV)
    code = await host.create_room()
    await watcher.open(f"/w/{code}")
    page = watcher.page
    await expect(page.get_by_role("status").first).to_contain_text("No race yet.")
    await expect(page.get_by_role("heading", name="Players (1 of 8)")).to_be_visible()
    await expect(page.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=1)
    await friend.open(f"/r/{code}")
    await friend.press("I'm ready")
    line = page.locator(FACES, has_text=await friend.name())
    await expect(line).to_contain_text("Ready")
    await expect(page.get_by_text("Best of 3")).to_be_visible()
    await is_well(watcher)
    await host.press("Start now")
    await expect(page.locator(".feature .slot").first).to_be_visible()
    await expect(page.get_by_role("heading", name="Players (")).to_have_count(0)


async def test_one_screen_says_who_leads_by_how_much_and_what_just_happened(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = WatchScene(10, now_ms=20_000)
    for player in range(10):
        scene.play(player, 3 + player, every_ms=100)
    await scene.open(watcher)
    page = watcher.page
    plate, news = page.locator(".plate"), page.get_by_role("log")
    leader = scene.seats[9].name
    await expect(plate.locator(".who")).to_have_text(leader)
    await expect(plate).to_contain_text(re.compile(r"leads by \d+ card"))
    await expect(news).to_contain_text(leader)
    await page.get_by_role("button", name="Audience").click()
    await expect(page.get_by_role("complementary", name="Audience")).to_be_visible()
    assert await page.locator(".ranks .who").first.evaluate(HEBREW_IS_INDENTED) < 1
    last = page.locator(".ranks li").last
    await expect(last).to_be_in_viewport(ratio=1)
    assert await until(partial(last.evaluate, HIDDEN), lambda hidden: hidden <= 0) <= 0
    await is_well(watcher)
    for size in (TINY, LYING, NARROW_LYING):
        await resize(watcher, *size)
        await expect(plate).to_be_in_viewport(ratio=1)
        assert await until(partial(page.evaluate, FILLED), lambda filled: filled > 0.9) > 0.9
        stage = page.locator(".feature .stage")
        assert await until(partial(stage.evaluate, SEEN), lambda part: part > 0.9) > 0.9


async def test_the_last_seconds_are_shown_on_the_smallest_screen_with_a_way_to_skip_them(guests: Guests) -> None:
    watcher = await guests.one(TINY)
    scene = WatchScene(3, delay_s=20)
    scene.play(1, 3)
    await scene.open(watcher)
    page = watcher.page
    plate = page.locator(".plate")
    await expect(plate).to_be_visible()
    scene.end()
    await expect(page.get_by_role("button", name="Skip to the result")).to_be_visible()
    assert await page.locator("h1").evaluate(LINES) <= 2
    assert await page.locator("h1").evaluate(FIRST_WORD_LINES) == 1
    await expect(plate).to_be_in_viewport(ratio=1)
    await is_well(watcher, (TINY, PHONE))


async def test_the_countdown_fits_beside_the_delay_on_the_smallest_screen(guests: Guests) -> None:
    watcher = await guests.one(TINY)
    await WatchScene(3, delay_s=30, now_ms=-55_000).open(watcher)
    await expect(watcher.page.get_by_role("timer")).to_contain_text("Starts in 0:")
    # A phone zooms out to what sticks out: its window is wider then.
    assert await watcher.page.evaluate("document.documentElement.scrollWidth") == TINY[0]
    await is_well(watcher, (TINY, PHONE))


async def test_a_spectator_whose_connection_is_lost_reads_nothing_of_moves(guests: Guests) -> None:
    watcher = await guests.one(PHONE)
    scene = WatchScene(3)
    await scene.open(watcher)
    await expect(watcher.page.locator(".ranks li")).to_have_count(3)
    await watcher.context.set_offline(True)
    await scene.route.close()
    await expect(watcher.page.locator(".connection-state")).to_have_text("Connection lost. Reconnecting…")


async def test_the_audience_chats_and_reacts_in_a_column_and_in_a_drawer(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = WatchScene(3, delay_s=20)
    await scene.open(watcher)
    page = watcher.page
    audience = page.get_by_role("complementary", name="Audience")
    await page.get_by_role("button", name="Audience").click()
    await expect(audience).to_be_visible()
    line = Said("0" * 15 + "1", "Mia", 1_000, "go Theo", audience=True)
    scene.send(Audience([line]))
    await expect(audience.get_by_role("list", name="Audience")).to_contain_text("Mia go Theo")
    await page.locator(".rising").evaluate(NOTE_RISEN)
    await audience.get_by_role("button", name="Applause").evaluate("(button) => { button.click(); button.click(); }")
    await page.wait_for_function("() => risen === '👏2'")
    await audience.get_by_role("textbox").fill("go Ana")
    await page.keyboard.press("Enter")
    await expect(audience.get_by_role("list", name="Audience")).to_contain_text("Eve go Ana")
    await is_accessible(watcher)
    await resize(watcher, *PHONE)
    await expect(audience).to_be_hidden()
    scene.send(Audience([Said("0" * 15 + "2", "Otto", 1_001, "wow", audience=True)]))
    toggle = page.get_by_role("button", name="Audience")
    await expect(toggle).to_contain_text("1")
    await toggle.click()
    await expect(audience.get_by_role("heading", name="Audience")).to_be_focused()


async def test_a_hundred_people_fill_no_phone_and_do_not_speak_over_the_race(guests: Guests) -> None:
    watcher = await guests.one(PHONE)
    scene = WatchScene(8, delay_s=20)
    await scene.open(watcher)
    page = watcher.page
    await page.get_by_role("button", name="Audience").click()
    audience = page.get_by_role("complementary", name="Audience")
    lines = audience.get_by_role("list", name="Audience").get_by_role("listitem")
    ticker = page.get_by_role("log")
    await expect(ticker).to_be_attached()
    spoken = await ticker.text_content()
    for tick in range(60):  # more than the server admits in half a minute
        said = [
            Said(f"{5 * tick + i:016x}", f"Mia {tick}", 1_000 + tick, f"{tick} {i} " + 290 * "x", audience=True)
            for i in range(EVERYBODY.lines)
        ]
        everybody = dict.fromkeys(get_args(Reaction), 2_000)
        scene.send(Audience(said, everybody))
    await expect(lines.last).to_contain_text("59 4 x")
    await expect(lines).to_have_count(MAX_LOG_LINES)
    end = lines.last.locator("bdi").last
    assert await until(partial(end.evaluate, IS_SEEN), bool), "the latest line is read without scrolling"
    await lines.first.scroll_into_view_if_needed()
    await page.evaluate(DRAWN)
    scene.send(Audience([Said("f" * 16, "Mia", 2_000, "one more", audience=True)], everybody))
    await expect(lines.last).to_contain_text("one more")
    await page.evaluate(DRAWN)
    assert not await lines.last.evaluate(IS_SEEN), "what is read back stays"
    assert await page.locator(".rising > *").count() <= MAX_RISING
    assert await page.locator("*").count() < MAX_ELEMENTS
    assert await audience.get_by_role("list", name="Audience").get_attribute("aria-live") == "off"
    assert await ticker.text_content() == spoken


async def test_thirty_games_fit_on_every_screen(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    scene = WatchScene(30)
    for player in range(30):
        scene.play(player, player % 12)
    await scene.open(watcher)
    await expect(watcher.page.locator(".ranks li")).to_have_count(30)
    await expect(watcher.page.locator(".stage .slot").first).to_be_visible()
    await is_well(watcher)
    for size in (DESKTOP, WALL):
        await resize(watcher, *size)
        await expect(watcher.page.locator(".tiles canvas").first).to_be_visible()
        assert await until(partial(watcher.page.evaluate, SCROLLED), lambda more: more <= 0) <= 0
    sizes = await watcher.page.locator("#nav a, .broadcast-head .btn, .audience h2").evaluate_all(TEXT_SIZES)
    assert min(sizes) > 20, "on a wall, everything is to be read from afar"
    await resize(watcher, *TABLET)
    await expect(watcher.page.locator(".feature .board")).to_have_css("--tall", "1")
    assert await until(partial(watcher.page.evaluate, FILLED), lambda filled: filled > 0.9) > 0.9


async def test_tv_shows_a_race_that_runs_with_a_way_in_and_keys_for_a_choice(guests: Guests) -> None:
    watcher = await guests.one(DESKTOP)
    page = watcher.page
    await page.route("**/api/v1/tv*", lambda route: route.fulfill(json={"live": "ROOM", "past": None}))
    await page.route("**/qr.svg", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    scene = WatchScene(3)
    scene.play(1, 3)
    await scene.open(watcher, "/tv")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await expect(page.get_by_role("img", name="QR code to join")).to_be_visible()
    await expect(page.get_by_role("log")).to_contain_text("So far: Theo has led since")
    await page.keyboard.press("2")
    await expect(page.locator(".plate h2")).to_have_text("Gentle Curlew")
    await page.keyboard.press("Escape")
    await expect(page.locator(".plate h2")).to_have_text("Theo")
    await is_accessible(watcher)
    for size in (TV, WALL):
        await resize(watcher, *size)
        assert await until(partial(page.evaluate, SCROLLED), lambda more: more <= 0) <= 0


async def test_tv_without_a_race_fills_the_screen_with_a_way_to_one(guests: Guests) -> None:
    watcher = await guests.one(TV)
    page = watcher.page
    await page.route("**/api/v1/tv*", lambda route: route.fulfill(json={"live": None, "past": None}))
    await page.route("**/qr.svg", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    await watcher.open("/tv")
    waits = page.get_by_role("status").filter(has_text="No race to show yet")
    await expect(waits.get_by_role("link", name="Race now")).to_be_visible()
    await expect(waits.get_by_role("img", name="QR code to join")).to_be_visible()
    assert await waits.evaluate("(waits) => waits.offsetHeight / innerHeight") > 0.8
    assert await page.evaluate(SCROLLED) <= 0
    await is_well(watcher, (TV, *SIZES))
