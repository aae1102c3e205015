"""The race bar: one's own place, the order, and a view of the neighbours, in races of any size."""

import re
from functools import partial

import pytest
from playwright.async_api import expect

from tests.browser.guest import DESKTOP, EASY_DEAL, LYING, PHONE, SMALL, TINY, Guest, Guests, until
from tests.browser.page_checks import covers_nothing, resize
from tests.browser.scenes import RaceScene

SIZES = (DESKTOP, PHONE, TINY, LYING)
IN_VIEW = """(lanes) => {
  const view = lanes[0].parentElement.getBoundingClientRect();
  return lanes.filter((lane) => {
    const { top, bottom } = lane.getBoundingClientRect();
    return top >= view.top - 1 && bottom <= view.bottom + 1;
  }).map((lane) => lane.querySelector(".who").textContent);
}"""
"""The names on the lanes that are wholly in view."""
CUT = "(names) => names.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
SAY = "(toast, text) => { toast.textContent = text; toast.classList.add('on'); }"
"""Lets a text stay that passes."""


async def racing(
    guests: Guests, players: int, size: tuple[int, int] = DESKTOP, **changes: bool
) -> tuple[RaceScene, Guest]:
    guest = await guests.one(size, **changes)
    await guest.create_room()
    scene = RaceScene(players, variant="mini")
    await scene.open(guest)
    return scene, guest


async def names(guest: Guest) -> list[str]:
    who = guest.page.locator(".lane .who")
    await expect(who.first).to_be_visible()
    return await who.all_inner_texts()


async def test_no_figures_are_told_of_a_rival_who_is_behind_for_having_given_up(guests: Guests) -> None:
    scene, guest = await racing(guests, 2)
    gaps = guest.page.locator(".gaps")
    await guest.first_move()
    scene.progress(1, 20, 2_000)
    await expect(gaps).to_contain_text("behind Gentle Curlew")
    scene.progress(1, 20, 2_000, given_up=True)
    await expect(gaps).to_have_text("In the lead")


async def test_on_a_phone_long_names_are_read_to_their_end_and_news_covers_no_clock_or_card(guests: Guests) -> None:
    scene, guest = await racing(guests, 4, PHONE)
    await guest.first_move(tap=True)
    scene.progress(3, 9, 2_000)
    await expect(guest.page.locator(".lane").first).to_contain_text("Bartholomew the Unready")
    for size in (PHONE, SMALL):
        await resize(guest, *size)
        assert await guest.page.locator(".lane .who").evaluate_all(CUT) == [], size
    toast = guest.page.locator("#toast")
    await toast.evaluate(SAY, "Bartholomew the Unready won: 240 s left")
    for size in SIZES:
        await resize(guest, *size)
        await covers_nothing(guest, "#toast", "a, button, .card, #hud [role=timer], .race-bar")
    await resize(guest, 932, 430)  # a large phone that lies has the bar of a small one
    await expect(guest.page.locator(".side .chat")).to_be_hidden()
    await expect(guest.page.locator(".lane").first).to_be_in_viewport(ratio=1)


async def test_a_tablet_held_upright_has_the_board_upright_beside_many_rivals(guests: Guests) -> None:
    _, guest = await racing(guests, 8, (768, 1024))
    await guest.first_move()
    await expect(guest.page.locator("#hud [role=timer]")).to_contain_text("of 20:00")
    await expect(guest.page.locator(".lane")).to_have_count(8)
    await expect(guest.page.locator(".board")).to_have_css("--tall", "1")


async def test_a_rival_who_has_won_shows_the_time_and_two_winners_stand_by_it(guests: Guests) -> None:
    scene, guest = await racing(guests, 4)
    await guest.first_move()
    scene.progress(1, 24, 19_000, moves=51)
    scene.progress(2, 24, 9_000, moves=54)
    scene.progress(3, 5, 8_000, ended=True)
    lanes = guest.page.locator(".lane")
    await expect(lanes.nth(0)).to_contain_text("Theo")
    await expect(lanes.nth(0)).to_contain_text("0:09")
    await expect(lanes.nth(1)).to_contain_text("Gentle Curlew")
    await expect(lanes.nth(1)).to_contain_text("0:19")
    await expect(lanes.nth(2)).to_contain_text("out")
    await expect(lanes.nth(3)).to_have_class("lane me")


@pytest.mark.parametrize(("rival", "text"), [(None, "You won!"), (1_000, "2nd")])
async def test_the_end_of_ones_own_game_says_the_place_unless_it_is_a_win(
    guests: Guests, rival: int | None, text: str
) -> None:
    guest = await guests.one(lingers=True)
    await guest.create_room()
    scene = RaceScene(3, variant="mini", code=EASY_DEAL)
    await scene.open(guest)
    if rival:
        scene.progress(1, 24, rival)
        await expect(guest.page.locator(".own-place")).to_contain_text("Gentle Curlew won")
    await guest.win()
    await expect(guest.page.locator(".overlay .message")).to_contain_text(re.compile(rf"^{text}\d:\d\d · Others"))


@pytest.mark.parametrize("moving", [False, True])
async def test_an_overtaking_changes_the_order_and_slides_unless_all_is_still(guests: Guests, moving: bool) -> None:
    scene, guest = await racing(guests, 3, moving=moving)
    await guest.first_move()
    scene.progress(1, 9, 1_000)
    scene.progress(2, 8, 1_000)
    await expect(guest.page.locator(".ordinal")).to_contain_text("3rd")
    assert await names(guest) == ["Gentle Curlew", "Theo", "You"]
    await guest.page.evaluate(
        """() => {
          window.slides = 0;
          const { animate } = Element.prototype;
          Element.prototype.animate = function (...args) {
            if (this.matches(".lane")) slides++;
            return animate.apply(this, args);
          };
        }"""
    )
    scene.progress(2, 10, 2_000)
    await expect(guest.page.locator(".lane").first).to_contain_text("Theo")
    assert await names(guest) == ["Theo", "Gentle Curlew", "You"]
    expected = 2 if moving else 0
    assert await until(partial(guest.page.evaluate, "slides"), lambda slides: slides == expected) == expected


async def test_of_fifty_oneself_and_the_neighbours_stay_in_view(guests: Guests) -> None:
    scene, guest = await racing(guests, 50, PHONE)
    await guest.first_move(tap=True)
    before = await guest.page.locator(".stage").bounding_box()
    for rival in range(1, 31):
        scene.progress(rival, 20, 1_000 * rival)
    await expect(guest.page.locator(".ordinal")).to_contain_text("31st")
    await expect(guest.page.locator(".lane")).to_have_count(50)
    order = await names(guest)
    own = order.index("You")
    assert await guest.page.locator(".stage").bounding_box() == before
    in_view = partial(guest.page.locator(".lane").evaluate_all, IN_VIEW)
    for size in SIZES:
        await resize(guest, *size)
        # On the smallest phone there is room for oneself and the next one.
        near = {*order[own - 1 : own + (1 if size == TINY else 2)]}
        assert near <= {*await until(in_view, near.issubset)}, size
    await guest.page.locator(".lanes").evaluate("(lanes) => lanes.scrollTo(0, 0)")
    await expect(guest.page.locator(".lane.me")).to_be_in_viewport(ratio=0.9)
    assert "You" in await until(in_view, lambda seen: "You" in seen)
