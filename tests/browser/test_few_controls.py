"""How much there is to press on the screens of an evening on a phone: few things, however many people have come."""

from functools import partial

import pytest
from playwright.async_api import expect

from gaprace.rules.board import Move
from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, FACES, PHONE, Guest, Guests, until
from tests.browser.page_checks import resize

pytestmark = pytest.mark.asyncio(loop_scope="session")

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
    host, friend, spectator = await guests.one(), await guests.one(PHONE), await guests.one(PHONE)
    code = await host.create_room(deal=EASY_DEAL)
    await friend.open(f"/r/{code}")
    await spectator.open(f"/w/{code}")
    await expect(host.page.locator(FACES)).to_have_count(2)
    await shows_few("lobby", host, friend, spectator)
    await resize(host, *DESKTOP)
    for people in range(3, 3 + BOTS):
        await host.press("Add a bot")
        await host.press("Strong")
        await expect(host.page.locator(FACES)).to_have_count(people)
    await shows_few("lobby", host, friend, spectator)
    await host.press("Start now")
    for guest in (host, friend):
        await guest.begun()
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
