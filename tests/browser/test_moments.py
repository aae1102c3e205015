"""What a player sees and hears at the moments of a game: hints, shuffles, wins, starts; and how sharp it is."""

import re
from collections.abc import Callable
from functools import partial

from playwright.async_api import expect

from tests.browser.guest import DESKTOP, EASY_DEAL, EASY_WIN, PHONE, TINY, Guest, Guests, until
from tests.browser.page_checks import is_well, resize
from tests.positions import KNOWN_DEAL

SLOWLY = """() => {
  window.flights = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args);
    flights.push(animation.effect.getComputedTiming().endTime);
    animation.playbackRate = 0.02;
    return animation;
  };
}"""
"""Every animation by script takes fifty times as long; `flights` has what each was meant to take (ms)."""
GATHERED = """() => {
  for (const animation of document.getAnimations()) if (!("transitionProperty" in animation)) animation.finish();
}"""
FLYING = """() => document.getAnimations().filter((each) => !("transitionProperty" in each)).length"""
MAX_SHUFFLE_MS = 600


async def flying(guest: Guest, is_so: Callable[[int], bool]) -> int:
    """Return the number of cards in the air, once it is so: they set off a frame after the page has heard."""
    return await until(partial(guest.page.evaluate, FLYING), is_so)


async def test_a_shuffle_is_short_and_the_first_tap_ends_it_and_counts(guests: Guests) -> None:
    guest = await guests.one(PHONE, moving=True)
    await guest.plays_deal(KNOWN_DEAL)
    await guest.points_at_the_board()
    assert await flying(guest, lambda cards: cards == 0) == 0, "the cards are dealt"
    await guest.page.evaluate(SLOWLY)
    before = await guest.board()
    await guest.press("Shuffle")
    await guest.page.get_by_role("dialog").get_by_role("button", name="Shuffle").click()
    await guest.shows_another(before.cells)
    gathering = await guest.page.evaluate("Math.max(...flights.splice(0))")
    await guest.page.evaluate(GATHERED)
    await guest.page.wait_for_function("() => flights.length > 40")
    assert gathering + await guest.page.evaluate("Math.max(...flights)") <= MAX_SHUFFLE_MS
    assert await flying(guest, lambda cards: cards > 40) > 40
    await guest.first_move(tap=True)
    assert await flying(guest, lambda cards: cards == 0) == 0
    await expect(guest.page.locator(".board.shuffling")).to_have_count(0)


async def test_a_row_that_is_complete_lights_up_and_a_win_ends_with_a_cascade_that_a_tap_ends(guests: Guests) -> None:
    guest = await guests.one(PHONE, moving=True)
    await guest.starts_alone(EASY_DEAL)
    await guest.points_at_the_board()
    assert await flying(guest, lambda cards: cards == 0) == 0, "the cards are dealt"
    await guest.page.evaluate(SLOWLY)
    for move in EASY_WIN[:4]:
        await guest.move(move, tap=True)
    assert await guest.page.evaluate(FLYING) == 0
    await guest.move(EASY_WIN[4], tap=True)
    assert await flying(guest, lambda cards: cards == 6) == 6, "the cards of the row of clubs"
    await guest.win(tap=True, made=5)
    await expect(guest.page.locator("canvas.cascade")).to_be_visible()
    await guest.page.mouse.click(5, 100)
    await expect(guest.page.locator("canvas.cascade")).to_have_count(0)
    await expect(guest.page.get_by_role("heading", name="You won")).to_be_visible()


async def test_nothing_of_it_is_seen_by_those_who_want_no_motion(guests: Guests) -> None:
    guest = await guests.one(PHONE)
    await guest.starts_alone(EASY_DEAL)
    await guest.points_at_the_board()
    assert await flying(guest, lambda cards: cards == 0) == 0, "the cards are dealt"
    await guest.page.evaluate(SLOWLY)
    await guest.win(tap=True)
    await expect(guest.page.get_by_role("heading", name="You won")).to_be_visible()
    assert await guest.page.evaluate("flights") == []


SEEN = """() => {
  window.seen = new Set();
  window.sights = new Set();
  const look = () => {
    const main = document.getElementById("main");
    const isGame = location.pathname.startsWith("/r/") && main.querySelector(".race .stage");
    seen.add(isGame ? "game" : main.querySelector(".home") ? "home" : `other: ${main.innerText.slice(0, 60)}`);
    requestAnimationFrame(look);
  };
  const note = () => {
    if (document.querySelector("main .face-down")) sights.add("deck");
    const isDealt = (each) => each.effect.getTiming().delay && each.effect.target.matches("main .card:not(.face-down)");
    if (document.getAnimations().some(isDealt)) sights.add("dealt");
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
  look();
}"""
"""`seen` tells what stood on the page, frame by frame; `sights`: whether there was a deck, and whether it was dealt."""
PRESS = """(button) => {
  button.click();
  return button.getAttribute("aria-busy");
}"""


async def test_a_solo_game_is_dealt_from_the_deck_at_once_and_its_deal_can_be_had_again(guests: Guests) -> None:
    guest = await guests.one(PHONE, moving=True)
    await guest.open("/")
    button = guest.page.get_by_role("button", name="Addiction")
    await expect(button).to_be_visible()
    await guest.page.evaluate(SEEN)
    assert await button.evaluate(PRESS) == "true", "the button shows at once that something happens"
    await guest.begun()
    board = await guest.board()
    await guest.page.wait_for_function("() => sights.size === 2")
    await guest.page.evaluate("sights.clear()")
    await guest.press("More")
    await guest.press("New deal")
    await guest.page.get_by_role("dialog").get_by_role("button", name="New deal").last.click()
    await guest.shows_another(board.cells)
    await guest.page.wait_for_function("() => sights.size === 2")
    assert set(await guest.page.evaluate("[...seen]")) == {"home", "game"}
    second = (await guest.board()).cells
    await guest.give_up()
    await guest.press("Same deal again")
    await guest.begun()
    assert (await guest.board()).cells == second


LOOKS_ELSEWHERE, LOOKS_HERE = (
    f"""() => {{
      Object.defineProperty(document, "hidden", {{ value: {hidden}, configurable: true }});
      document.dispatchEvent(new Event("visibilitychange"));
    }}"""
    for hidden in ("true", "false")
)


async def racers(guests: Guests) -> tuple[Guest, Guest]:
    """Let two meet in a room, ready to start."""
    host, friend = await guests.one(), await guests.one(PHONE, moving=True)
    await host.create_room(deal=EASY_DEAL)
    await host.is_joined_by(friend)
    return host, friend


async def test_the_start_counts_down_in_the_title_and_sound_is_asked_for_once(source_guests: Guests) -> None:
    host, friend = await racers(source_guests)
    await friend.page.evaluate("""() => {
      window.titles = new Set();
      const title = document.querySelector("title");
      new MutationObserver(() => titles.add(document.title)).observe(title, { childList: true });
      window.locks = 0;
      navigator.wakeLock.request = async () => (locks++, { release: async () => {} });
    }""")
    await host.press("Start now")
    question = friend.page.get_by_role("group", name="Play with sound?")
    await question.get_by_role("button", name="Yes").tap()
    await expect(question).to_have_count(0)
    await friend.begun()
    await expect(friend.page).to_have_title("Mini · Gaprace")
    assert await friend.page.evaluate("locks") == 1
    await friend.page.evaluate(LOOKS_ELSEWHERE)
    await expect(friend.page).to_have_title("▶ Mini · Gaprace")
    await friend.page.evaluate(LOOKS_HERE)
    await expect(friend.page).to_have_title("Mini · Gaprace")
    assert [title for title in await friend.page.evaluate("[...titles]") if re.match(r"\([123]\) ", title)]
    stored = await friend.page.evaluate("JSON.parse(localStorage.getItem('gaprace.prefs')).sound")
    assert stored == "on"
    for guest in (host, friend):
        await guest.give_up()
    await host.press("Rematch")
    await friend.press("Rematch")
    await friend.page.wait_for_selector(".countdown")
    await expect(question).to_have_count(0)
    await expect(host.page.get_by_role("group", name="Play with sound?")).to_have_count(0)


LINES = """(name) => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return text.getClientRects().length;
}"""


async def test_a_result_has_a_podium_and_the_last_seconds_of_both_leaders(guests: Guests) -> None:
    host, friend = await racers(guests)
    await friend.is_called("Bartholomäussonens")
    await host.starts_with(friend)
    await host.win()
    await friend.first_move(tap=True)
    await friend.give_up()
    for guest in (host, friend):
        steps = guest.page.get_by_role("list", name="Podium").get_by_role("listitem")
        await expect(steps).to_have_count(2)
        await expect(steps.first).to_contain_text("★ 0:")
        await resize(guest, *TINY)
        assert await steps.get_by_text("Bartholomäussonens").evaluate(LINES) == 1, "a long name stays in one piece"
        await guest.page.locator(".result .last").scroll_into_view_if_needed()
        film = guest.page.get_by_role("region", name="The last seconds")
        await expect(film.locator("canvas")).to_have_count(2)
        await film.get_by_role("button", name="Again").press("Enter")
        await expect(film.get_by_role("figure").first).to_contain_text("then 24")
        await is_well(guest, (DESKTOP, PHONE))
