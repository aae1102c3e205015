"""An evening of three: a host, a friend by the link on a phone, and a spectator.

No race waits for who is gone, and there are few things to press, however many people have come.
"""

import re
from functools import partial
from time import monotonic

from playwright.async_api import expect

from gaprace.play.live.absence import WAIT_MS
from gaprace.rules.board import Move
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, FACES, PHONE, Guest, Guests, until
from tests.browser.page_checks import resize

SOON_MS = 2_000
AWAY_S, LAP_S = 60, 10
NEXT_RACE_S = 10
"""With the countdown, and the time in which a result is read."""
AWAY, OUT_SOON = ".avatar.away", re.compile(r"out in \d:\d\d")
WAITING = re.compile(r"Waiting for .*, away: out in 0:\d\d")

LISTEN = """() => {
  window.told = [];
  const live = document.querySelector("#live");
  const hear = () => live.textContent && window.told.push(live.textContent);
  new MutationObserver(hear).observe(live, { childList: true, characterData: true, subtree: true });
}"""
"""Collects the sentences that a screen reader speaks."""
HEARS_OF_WAITING = "() => window.told.some((text) => text.includes('out in'))"


async def gathered(guests: Guests) -> tuple[Guest, Guest, Guest]:
    """The three, in a room before its first race."""
    host, friend = await guests.one(lingers=True), await guests.one(PHONE, lingers=True)
    spectator = await guests.one()
    settings = {"variant": {"name": "mini"}, "code": EASY_DEAL, "away_s": AWAY_S, "lap_s": LAP_S}
    code = await host.post("rooms", settings)
    await host.open(f"/r/{code}")
    await host.is_joined_by(friend)
    await spectator.open(f"/w/{code}")
    await expect(spectator.page.locator(FACES)).to_have_count(2)
    return host, friend, spectator


async def three(guests: Guests) -> tuple[Guest, Guest, Guest]:
    """The three, in a race that has just begun."""
    host, friend, spectator = await gathered(guests)
    await host.press("Start now")
    for guest in (host, friend):
        await guest.begun()
        await expect(guest.page.locator("#live")).to_have_text("The race starts!")
    await friend.first_move()
    await expect(spectator.page.locator(".ranks li")).to_have_count(2)
    return host, friend, spectator


async def test_who_closes_the_tab_is_away_on_every_screen_soon_from_the_lobby_to_the_result(guests: Guests) -> None:
    host, friend, spectator = await gathered(guests)
    room = friend.page.url.removeprefix(friend.base)
    await friend.page.close()
    for guest in (host, spectator):
        await expect(guest.page.locator(AWAY).first).to_be_visible(timeout=SOON_MS)
        await expect(guest.page.locator(".faces")).to_contain_text("Offline")
    await friend.comes_back(room)
    await expect(host.page.locator(AWAY)).to_have_count(0)
    await host.press("Start now")
    for guest, row in ((host, ".lanes > li"), (spectator, ".ranks li")):
        await expect(guest.page.locator(row)).to_have_count(2)
    await friend.page.close()
    for guest, row in ((host, ".lane.out .more"), (spectator, ".rank-row.out .more")):
        await expect(guest.page.locator(row)).to_have_text(OUT_SOON, timeout=SOON_MS)
    await friend.comes_back(room)
    for guest in (host, friend):
        await guest.begun()
    await friend.first_move()
    await host.win()
    for guest in (host, spectator):
        await expect(guest.page.locator(".rank-row.won")).to_have_count(1)
    await friend.page.close()
    for guest in (host, spectator):
        await expect(guest.page.locator(".rank-row.out .more")).to_have_text(OUT_SOON, timeout=SOON_MS)
    for guest in (host, spectator):
        await expect(guest.page.locator(".rematch-status")).to_contain_text("Offline", timeout=LAP_S * 1_000 + SOON_MS)
    await friend.comes_back(room)
    await expect(host.page.locator(f".rematch-status {AWAY}")).to_have_count(0)
    await friend.page.close()
    for guest in (host, spectator):
        await expect(guest.page.locator(f".rematch-status {AWAY}")).to_be_visible(timeout=SOON_MS)


async def test_who_closes_the_tab_in_a_race_is_away_on_every_screen_soon_and_the_others_wait_ten_seconds(
    guests: Guests,
) -> None:
    host, friend, spectator = await three(guests)
    await host.page.close()
    for guest, row in ((friend, ".lane.out .more"), (spectator, ".rank-row.out .more")):
        await expect(guest.page.locator(row)).to_have_text(OUT_SOON, timeout=SOON_MS)
    await friend.page.evaluate(LISTEN)
    await friend.give_up()
    await friend.page.wait_for_function(HEARS_OF_WAITING)
    waits = [text for text in await friend.page.evaluate("window.told") if WAITING.search(text)]
    assert all(re.search(r"out in 0:(0\d|10)$", text) for text in waits), waits
    for guest, element in ((friend, ".message small"), (friend, "h1:not(.visually-hidden)"), (spectator, "h1")):
        await expect(guest.page.locator(element)).to_have_text(WAITING)
    for guest in (friend, spectator):
        await expect(guest.page.locator(".headline")).to_be_visible(timeout=WAIT_MS + SOON_MS)


async def test_who_has_won_reads_how_long_it_takes_and_the_next_race_begins_soon_after_it(guests: Guests) -> None:
    host, friend, spectator = await three(guests)
    await host.win()
    await expect(host.page.locator("#hud")).to_contain_text(re.compile(r"0:\d\d left"))
    await host.page.locator(".still-on").get_by_role("button", name="Rematch").click()
    await expect(spectator.page.locator(".tag.delay")).to_have_text("Live")
    await friend.give_up()
    await expect(friend.page.locator(".headline")).to_be_visible()
    ended_at = monotonic()
    await expect(friend.page.locator("#live")).to_contain_text("Rematch offered by")
    await friend.press("Rematch")
    for guest in (host, friend):
        await guest.begun()
    assert monotonic() - ended_at < NEXT_RACE_S


async def test_a_whole_race_and_its_rematch_by_the_keyboard_alone_are_told_to_a_screen_reader(guests: Guests) -> None:
    host, friend, _ = await gathered(guests)
    page = host.page
    await page.evaluate(LISTEN)
    await host.tabs_to("I'm ready")
    await page.keyboard.press("Enter")
    await friend.press("I'm ready")
    await host.begun()
    await friend.first_move()
    await page.keyboard.press("b")
    for move in EASY_WIN:
        await host.move_by_keys(move)
    await expect(page.locator(".still-on")).to_be_visible()
    await friend.give_up()
    await expect(page.locator(".podium")).to_be_visible()
    await friend.press("Rematch")
    await expect(page.locator(".rematch-status")).to_contain_text("Rematch offered")
    await host.tabs_to("Rematch")
    await page.keyboard.press("Enter")
    await friend.begun()
    await host.begun()
    await expect(page.locator("#live")).to_have_text("The race starts!")
    told = [re.sub(r"\d:\d\d|by \w+ \w+", "_", each) for each in await page.evaluate("window.told")]
    moves = [each for each in told if "to row" in each]
    assert (len(moves), moves[0]) == (len(EASY_WIN), "2 of diamonds to row 2, slot 1")
    assert [each for each in told if each not in moves and not each.isdecimal()] == [
        "The race starts!",
        "You won! _",
        "Others are still playing",
        "You won in _",
        "Rematch offered _. 1 of 2 accepted",
        "2 of 2 accepted",
        "The race starts!",
    ]


MOST = {"lobby": 12, "race": 8, "broadcast": 6, "result": 10}
BOTS = 6
CONTROLS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((each) => !each.closest(".board, .ranks, .ticker") && each.checkVisibility({ visibilityProperty: true }))
  .map((each) => each.ariaLabel || each.innerText)"""
"""All of a page, with its header and its foot, but for the cards of a board and the rows of a ranking, one a player."""


async def shows_few(screen: str, *guests: Guest) -> None:
    for guest in guests:
        await resize(guest, *PHONE)
        await guest.rests()
        controls = await until(partial(guest.page.evaluate, CONTROLS), lambda found: len(found) <= MOST[screen])
        assert 3 < len(controls) <= MOST[screen], controls


async def until_stuck(guest: Guest) -> list[Move]:
    """Return moves of a game on `EASY_DEAL` after which none is left."""
    board, moves = await guest.board(), list[Move]()
    while left := board.legal_moves():
        moves.append(left[-1])
        board = board.after(left[-1])
    return moves


async def test_every_screen_of_an_evening_has_few_controls_on_a_phone(guests: Guests) -> None:
    host, friend = await guests.in_one_room(DESKTOP, PHONE, deal=EASY_DEAL)
    spectator = await guests.one(PHONE)
    await spectator.open(host.page.url.removeprefix(host.base).replace("/r/", "/w/"))
    await shows_few("lobby", host, friend, spectator)
    await resize(host, *DESKTOP)
    for people in range(3, 3 + BOTS):
        await host.press("Add a bot")
        await host.press("Strong")
        await expect(host.page.locator(FACES)).to_have_count(people)
    await shows_few("lobby", host, friend, spectator)
    await host.starts_with(friend)
    await friend.goes_on(await until_stuck(friend))
    await expect(friend.page.locator(".stuck")).to_be_visible()
    await expect(spectator.page.locator(".ticker")).to_be_visible()
    await shows_few("race", host, friend)
    await host.goes_on(EASY_WIN[:-1])
    await host.move(EASY_WIN[-1])
    await expect(host.page.locator(".still-on")).to_be_visible()
    await expect(host.page.locator(".ticker")).to_be_visible()
    await shows_few("race", friend)
    await shows_few("broadcast", host, spectator)
    await friend.give_up()
    for guest in (host, friend, spectator):
        await expect(guest.page.locator(".last canvas").first).to_be_visible()
    await friend.press("Rematch")
    await expect(host.page.locator(".rematch-status")).to_contain_text("Rematch offered")
    await shows_few("result", host, friend, spectator)
