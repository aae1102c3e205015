"""How long a tap that moves a card waits for the next paint (INP), beside a tap on a page that is nothing but a button.

The waits are those of Event Timing (https://www.w3.org/TR/event-timing/), which come in steps of 8 ms. The page with
one button says what the machine takes by itself; the time of the main thread does not depend on how busy that is.

On an explored board, also how far apart frames are while the win probabilities of moves arrive.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from tempfile import TemporaryDirectory

from playwright.async_api import CDPSession, Locator

from gaprace.rules.board import rank_of
from tests.bench.client import metered, spent_s
from tests.browser.guest import FACES, PHONE, Guest, Guests, browsing
from tests.processes import SEARCHING, ServerProcess

TAPS = 64
RIVALS = 7
SLOWER = (6, 1)
"""Times slower than this processor; a phone comes first, since that is what the target is for."""
PAUSE_MS = 350
"""Before each tap, so that none waits for the animation of the one before, nor for the limit of commands."""
STEP_MS = 8
TWO = 2
WORK = {"ScriptDuration", "LayoutDuration", "RecalcStyleDuration"}
BUTTON = "<meta name=viewport content='width=device-width'><button style='width: 200px; height: 200px'>0</button>"
COUNT = "(button) => { button.onclick = () => { button.textContent++; }; }"
OBSERVE = """() => {
  window.waits = {};
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.waits[interactionId] = Math.max(window.waits[interactionId] ?? 0, duration);
  }).observe({ type: "event", durationThreshold: 16 });
}"""
WAITS = "() => Object.values(window.waits)"
PAINTED = "() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))"
STEPS = 40
"""Positions that are looked at, back and forth."""
COMPILED_MS = 100_000
"""How long the first search may take, for which the loops of the solver are compiled."""
FRAMES = """() => {
  window.frames = [];
  const note = (at) => { window.frames.push(at); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""
LATE_MS = 1000 / 60 + 2
"""A frame later than this is missing, with the accuracy of the clock."""
TAKE_BACK = """() => {
  const undo = document.querySelector(".controls .btn");
  undo.click();
  return !undo.disabled;
}"""


@dataclass(frozen=True)
class Taps:
    """`waits`: ms from each tap to the next paint; `work`: ms of script, style and layout for each."""

    waits: list[float]
    work: list[float]

    def __str__(self) -> str:
        p98 = sorted(self.waits)[int(len(self.waits) * 0.98)]
        return (
            f"{median(self.waits):.0f} ms to the next paint, p98 {p98:.0f} ms; "
            f"{median(self.work):.1f} ms of script, style and layout ({len(self.work)} taps)"
        )


async def tap(guest: Guest, target: Locator, devtools: CDPSession) -> float:
    """Tap in the middle of an element; return the ms of work. (`Locator.tap` would run tests in the page.)"""
    box = await target.bounding_box()
    assert box
    await guest.page.wait_for_timeout(PAUSE_MS)
    before = await spent_s(devtools, WORK)
    await guest.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await guest.page.evaluate(PAINTED)
    return 1000 * (await spent_s(devtools, WORK) - before)


async def the_button(guest: Guest) -> Locator:
    return guest.page.locator("button")


async def a_card(guest: Guest) -> Locator:
    """Find a card that a single tap moves; where there is none, take moves back until there is, or move a 2."""
    while True:
        board = await guest.board()
        # A 2 may have several gaps: then it waits for a second tap.
        cards = [move.card for move in board.legal_moves() if rank_of(move.card) > TWO]
        if cards:
            return guest.page.locator(".stage .slot").nth(board.cells.index(cards[0]))
        if await guest.page.evaluate(TAKE_BACK):
            await guest.shows_another(board.cells)
        else:
            await guest.first_move(tap=True)


async def one_button(guest: Guest) -> None:
    await guest.page.set_content(BUTTON)
    await guest.page.locator("button").evaluate(COUNT)


async def game(guest: Guest) -> None:
    await guest.plays("Addiction")


async def race(guest: Guest) -> None:
    await guest.create_room("addiction")
    for number in range(RIVALS):
        await guest.press("Add a bot")
        await guest.page.get_by_role("dialog").locator(".level").first.click()
        await guest.page.locator(FACES).nth(number + 1).wait_for()
    await guest.press("Start now")
    await guest.begun()


PLACES: dict[str, tuple[Callable[[Guest], Awaitable[None]], Callable[[Guest], Awaitable[Locator]]]] = {
    f"a race of {RIVALS + 1}": (race, a_card),
    "a game": (game, a_card),
    "a page with one button": (one_button, the_button),
}
"""Where to tap: what costs most comes first, since all of it together takes minutes."""


async def measured(guest: Guest, target: Callable[[Guest], Awaitable[Locator]], slower: int, taps: int) -> Taps:
    """Tap that often with a processor that many times slower."""
    devtools = await metered(guest)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    await guest.page.evaluate(OBSERVE)
    work = [await tap(guest, await target(guest), devtools) for _ in range(taps)]
    await guest.page.wait_for_timeout(PAUSE_MS)
    waits: list[float] = await guest.page.evaluate(WAITS)
    # What is painted at once is not reported.
    return Taps(waits + [STEP_MS] * (taps - len(waits)), work)


async def explored(guest: Guest, slower: int) -> str:
    """Look at the positions of a game, whose bars arrive meanwhile; return how far apart the frames were."""
    await game(guest)
    for _ in range(STEPS // 2):
        await (await a_card(guest)).tap()
        await guest.page.wait_for_timeout(PAUSE_MS)
    await guest.give_up()
    await guest.page.locator("a[href^='/g/']").first.click()
    await guest.page.get_by_role("slider").press("Home")
    await guest.press("What if …?")
    await guest.page.locator(".explored-moves button").first.wait_for(timeout=COMPILED_MS)
    await guest.press("Forward one action")
    devtools = await guest.context.new_cdp_session(guest.page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    await guest.page.evaluate(FRAMES)
    for step in range(STEPS):
        await guest.page.keyboard.press("ArrowRight" if step < STEPS // 2 else "ArrowLeft")
        await guest.page.wait_for_timeout(PAUSE_MS)
    at: list[float] = await guest.page.evaluate("() => window.frames")
    apart = sorted(after - before for before, after in pairwise(at))
    late = sum(each > LATE_MS for each in apart)
    p98 = apart[int(len(apart) * 0.98)]
    return f"{late} of {len(apart)} frames late, p98 {p98:.1f} ms, the longest {apart[-1]:.0f} ms"


async def measure(taps: int) -> None:
    async with browsing() as browser:
        with TemporaryDirectory() as folder:
            async with ServerProcess(f"sqlite:///{folder}/race.db") as server:
                for slower in SLOWER:
                    for name, (go, target) in PLACES.items():
                        guests = Guests(browser, server.base)
                        guest = await guests.one(PHONE, moving=True)
                        await go(guest)
                        found = await measured(guest, target, slower, taps)
                        print(f"{name}, {slower}x slower CPU: {found}", flush=True)
                        await guests.leave()
            async with ServerProcess(f"sqlite:///{folder}/explored.db", settings=SEARCHING) as server:
                for slower in SLOWER:
                    guests = Guests(browser, server.base)
                    apart = await explored(await guests.one(PHONE, moving=True), slower)
                    print(f"an explored board, {slower}x slower CPU: {apart}", flush=True)
                    await guests.leave()


def run(taps: int = TAPS) -> None:
    asyncio.run(measure(taps))
    print("(wanted: under 100 ms with a 6x slower CPU)")
