"""How a page has to be, wherever it is looked at: whole, large enough to hit, accessible, and light to load."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Literal, TypedDict
from urllib.parse import urlsplit

from playwright.async_api import Route, expect

from tests.browser.guest import DESKTOP, DRAWN, LYING, PHONE, SMALL, TINY, Guest, until
from tests.positions import KNOWN_DEAL

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
MAX_FIRST_LOAD = 30 * 1024
SIZES = (DESKTOP, PHONE, SMALL, LYING, TINY)
LIGHT_PATHS = ("/", "/race", "/how", "/verify", "/practice", "/daily", "/boards", "/p/me", f"/d/{KNOWN_DEAL}")
"""The pages on which people come in, perhaps by a slow network."""
PATHS = (
    *LIGHT_PATHS,
    "/practice?v=mini",
    "/commitments",
    "/puzzles",
    "/device",
    "/group",
    "/challenge/new",
    "/arena/new",
    f"/d/{KNOWN_DEAL}?line=2D@7",
    "/r/NOSUCH00",
    "/g/none",
    "/nowhere",
    "/tv",
    "/overlay/NOSUCH00",
    "/embed/race/none",
)
"""Every page that opens by itself."""
LANGUAGES = ("en", "de", "pl", "he")
GAPS_IN_TEXTS = "() => document.body.innerText.match(/undefined|NaN|[{}]/g)"


class Media(TypedDict):
    color_scheme: Literal["light", "dark"]
    forced_colors: Literal["active", "none"]
    contrast: Literal["more", "no-preference"]


LIGHT: Media = {"color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}
LOOKS: dict[str, Media] = {
    "light": LIGHT,
    "dark": {**LIGHT, "color_scheme": "dark"},
    "contrast": {**LIGHT, "contrast": "more"},
    "forced": {**LIGHT, "color_scheme": "dark", "forced_colors": "active"},
}
AXE_LOOKS = {DESKTOP: ("light",), PHONE: ("dark",)}
"""Where colours are forced, axe finds no more than otherwise; with more contrast it looks at each page once."""
RUN_AXE = """async () => {
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})));
  const { violations } = await axe.run({
    resultTypes: ["violations"], // finding words for the rest takes longer
    preload: false, // no rule that is on reads style sheets or media
    // Colours that the system forces are not those that axe computes.
    rules: { "color-contrast": { enabled: !matchMedia("(forced-colors: active)").matches } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""
OVERFLOWING = """(wide) => [...document.querySelectorAll("body *")].filter((element) => {
  const { left, right, width } = element.getBoundingClientRect();
  return width > 0 && element.checkVisibility() && !element.closest(".visually-hidden, #toast, .scroll-x, .card")
    && (right > wide + 1 || left < -1);
}).map((element) => element.outerHTML.slice(0, 120))"""
CUT = """(_wide) => [...document.querySelectorAll("button, h1, h2, td, .tag")].filter((element) =>
  element.checkVisibility() && !element.closest(".card, .racer, .visually-hidden")
    && element.scrollWidth > element.clientWidth + 1
).map((element) => element.outerHTML.slice(0, 120))"""
SMALL_TARGETS = """(_wide) => [
  ...document.querySelectorAll("button, a, input, select, summary, .slot")].filter((element) => {
  const { width, height } = element.getBoundingClientRect();
  const isInText = element.closest("p, .racer, label, .row.small") && element.tagName !== "BUTTON";
  return element.checkVisibility() && !isInText && !element.closest(".visually-hidden") && (width < 24 || height < 24);
}).map((element) => element.outerHTML.slice(0, 120))"""
TOO_WIDE = """(wide) => [document.documentElement.scrollWidth].filter((width) => width > wide)"""
COVERED = """([cover, what]) => {
  const { top, right, bottom, left } = document.querySelector(cover).getBoundingClientRect();
  return [...document.querySelectorAll(what)].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && box.top < bottom - 1 && box.bottom > top + 1 && box.left < right - 1 && box.right > left + 1;
  }).map((each) => each.outerHTML.slice(0, 80));
}"""
HIDDEN_HEIGHT = "({ clientHeight, scrollHeight }) => scrollHeight - clientHeight"
FAULTS = f"(wide) => [{OVERFLOWING}, {CUT}, {SMALL_TARGETS}, {TOO_WIDE}].flatMap((faults) => faults(wide))"


async def looks_finished(guest: Guest) -> None:
    """Nothing sticks out, nothing is cut off, nothing is too small to hit."""

    wide = guest.page.viewport_size["width"]  # not `innerWidth`: a page that is too wide for a phone widens that

    look = partial(guest.page.evaluate, FAULTS, wide)
    faults = await until(look, lambda faults: not faults)  # it may be laid out anew just now
    assert faults == [], faults


async def covers_nothing(guest: Guest, cover: str, what: str = ".stage .slot") -> None:
    """Nothing that a selector finds lies under an element, once the page is laid out."""
    look = partial(guest.page.evaluate, COVERED, [cover, what])
    assert await until(look, lambda covered: not covered) == [], guest.page.viewport_size


async def is_seen_whole(guest: Guest, opened: str) -> None:
    """What is open above the page is read without scrolling on a phone that lies."""
    await resize(guest, *LYING)
    hidden = partial(guest.page.locator(opened).evaluate, HIDDEN_HEIGHT)
    assert await until(hidden, lambda height: height <= 0) <= 0


async def resize(guest: Guest, width: int, height: int) -> None:
    await guest.page.set_viewport_size({"width": width, "height": height})
    # The two lengths may arrive one after the other.
    await guest.page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    await guest.page.evaluate(DRAWN)


async def failing_once(guest: Guest, path: str) -> Iterator[int]:
    """Let the first request for a file fail; return a count that goes on from the requests so far."""
    tries = count()

    async def answer(route: Route) -> None:
        await (route.fallback() if next(tries) else route.abort())

    await guest.page.route(re.compile(re.escape(path)), answer)
    return tries


async def violations(guest: Guest) -> list[str]:
    """Return what axe finds on the page now."""
    if not await guest.page.evaluate("() => 'axe' in window"):  # half a megabyte: once for each document
        await guest.page.evaluate(AXE.read_text())
    found: list[str] = await guest.page.evaluate(RUN_AXE)
    return found


async def is_accessible(guest: Guest) -> None:
    # Something may begin to move or come into view just while it looks.
    found = await until(partial(violations, guest), lambda found: not found)
    assert found == [], found


async def is_well(guest: Guest, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """At every size; and by axe, on a desktop in light, and on a phone in dark."""
    for size in sizes:
        await resize(guest, *size)
        await looks_finished(guest)
        for look in AXE_LOOKS.get(size, ()):
            await guest.page.emulate_media(**LOOKS[look])
            await is_accessible(guest)


async def is_complete(guest: Guest) -> None:
    """Nothing is missing of the page and its texts."""
    await expect(guest.page.locator("#main")).not_to_be_empty()
    await guest.rests()
    await looks_finished(guest)
    assert await guest.page.evaluate(GAPS_IN_TEXTS) is None, guest.page.url


async def is_light(guest: Guest, seen: str) -> set[str]:
    """What the address where somebody is loads first is little, in each language. Return the paths of it all."""
    loaded = await guest.weigh(seen)
    assert min(loaded.values()) > 0
    for language in LANGUAGES:
        said = {path: await _size_in(guest, path, language) for path in loaded if "/i18n/" in path or "." not in path}
        assert said, "the page and its texts"
        weight = sum({**loaded, **said}.values())
        assert weight <= MAX_FIRST_LOAD, (language, sorted((size, path) for path, size in {**loaded, **said}.items()))
        print(urlsplit(guest.page.url).path, seen, language, weight)
    return {*loaded}


async def _size_in(guest: Guest, path: str, language: str) -> int:
    """Return the bytes on the wire of a page, or of texts, in a language."""
    url = guest.base + path.replace("/i18n/en/", f"/i18n/{language}/")
    answer = await guest.context.request.get(url, headers={"Accept-Language": language, "Accept-Encoding": "br"})
    return int(answer.headers["content-length"])
