"""Somebody who has never been here does only what the screen says: how many taps it takes, what is read on the way."""

import re

from playwright.async_api import Locator, Route, expect

from tests.browser.guest import PHONE, TINY, Guest, Guests
from tests.positions import KNOWN_DEAL

FOCUS_BAR = "() => getComputedStyle(document.getElementById('main')).outlineStyle"
OUTLINED = ".slot.playable:not(:has(.wanted))"
"""What can be seen as outlined: a card that can move."""


class Newcomer:
    """Taps what is on the screen without scrolling, and counts the taps."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.taps = guest, 0

    async def reads(self, *texts: str | re.Pattern[str]) -> None:
        """Each text is on the screen, without scrolling."""
        for text in texts:
            await expect(self.guest.page.get_by_text(text).first).to_be_in_viewport()

    async def taps_on(self, target: Locator) -> None:
        await expect(target).to_be_in_viewport()
        box = await target.bounding_box()
        self.taps += 1
        await self.guest.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    async def presses(self, name: str) -> None:
        await self.taps_on(self.guest.page.get_by_role("button", name=name, exact=True))


async def deal_known(route: Route) -> None:
    """A deal by chance may have moves of 2s alone, which ask for one of several gaps."""
    await route.fallback(post_data={**route.request.post_data_json, "code": KNOWN_DEAL})


async def test_the_first_tap_on_the_first_page_is_a_move_and_the_second_one_leads_to_a_game(guests: Guests) -> None:
    guest = await guests.one(TINY, newcomer=True)
    visitor = Newcomer(guest)
    board = guest.page.locator(".try")
    await guest.page.route("**/api/v1/rooms", deal_known)
    await guest.open("/")
    await visitor.reads("A gap takes one card: same suit as the card above it, one higher. Tap an outlined card.")
    await visitor.taps_on(board.locator(OUTLINED).first)
    await visitor.reads(re.compile("Now there is a gap for the|That column is done"))
    await expect(guest.page.get_by_role("button", name="Play today's Mini")).to_be_visible()
    practice = guest.page.get_by_role("button", name="Practice game")
    await practice.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    await visitor.presses("Practice game")
    await guest.begun()
    await visitor.reads("You can move the outlined cards. Tap one.")
    await guest.page.wait_for_function(
        "() => !document.querySelector('.stage').getAnimations({ subtree: true }).length"
    )
    await visitor.taps_on(guest.page.locator(f".stage {OUTLINED}:not([aria-label^='2 '])").first)
    await guest.shows_moves(1)
    assert visitor.taps == 3
    await visitor.reads(re.compile("takes only the .*: same suit as the card above it, one higher|Each column grows"))


async def test_an_invitation_takes_two_taps_to_the_race_and_says_what_it_is_and_how_it_goes(guests: Guests) -> None:
    host, friend = await guests.one(), await guests.one(PHONE, newcomer=True)
    code = await host.create_room()
    invited = Newcomer(friend)
    await friend.open(f"/r/{code}")
    invited.taps += 1  # on the link, wherever it was sent
    await invited.reads(
        f"{await host.name()} invites you to a race",
        "Build each column down from 2, one suit per column. "
        "A gap takes one card: same suit as the card above it, one higher.",
        "Starts when everyone is ready or the host starts it.",
    )
    await expect(friend.page.locator(".rules-line")).to_contain_text("Mini")
    await expect(friend.page.locator(".page .main")).to_have_text(["I'm ready"])
    assert await friend.page.evaluate(FOCUS_BAR) == "none", "no bar under the header"
    question = friend.page.get_by_role("textbox", name="Your name?")
    await expect(question).not_to_be_empty()
    await question.fill("Mia")
    await invited.presses("I'm ready")
    await expect(host.page.locator(".faces")).to_contain_text("Mia")
    await host.starts_with(friend)
    assert invited.taps == 2
    await invited.reads("No move yet")
    await friend.first_move(tap=True)
    await invited.reads("In the lead")
