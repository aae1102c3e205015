"""What is shown within something else: an overlay over a stream, and frames in pages of other sites."""

import re
from asyncio import StreamReader, StreamWriter, start_server
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from playwright.async_api import expect

from tests.browser.guest import DESKTOP, Guests, until
from tests.browser.page_checks import is_accessible, resize
from tests.browser.scenes import WatchScene

CODE = "QX7PLM2K"
IS_ABOVE_THE_CLOCK = """(board) => {
  const clock = document.querySelector(".race-clock");
  return board.getBoundingClientRect().bottom <= clock.getBoundingClientRect().top;
}"""
TOP = "(part) => part.getBoundingClientRect().top"
BACKGROUND = "() => getComputedStyle(document.body).backgroundColor"


@asynccontextmanager
async def other_site(page: str) -> AsyncIterator[str]:
    """Another origin with one page; give its address."""
    body = page.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"

    async def answer(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()

    server = await start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://localhost:{server.sockets[0].getsockname()[1]}/"


async def test_the_clock_of_an_overlay_goes_on_until_the_end_is_shown(guests: Guests) -> None:
    streamer = await guests.one(DESKTOP)
    scene = WatchScene(3, delay_s=20, now_ms=66_000)
    await scene.open(streamer, f"/overlay/{CODE}?parts=clock")
    clock = streamer.page.locator(".overlay-clock .figure")
    await expect(clock).to_contain_text("1:0")
    for part in (".stage", ".ranks", ".ticker"):
        await expect(streamer.page.locator(part)).to_be_hidden()
    scene.play(1, 3, every_ms=23_000)
    scene.end()
    await expect(clock).to_have_text(re.compile(r"^1:(09|1\d)$"), timeout=30_000)
    await expect(clock).to_have_text("\u2605", timeout=30_000)


async def test_an_overlay_is_transparent_does_not_name_the_room_and_fits_whatever_size_it_has(guests: Guests) -> None:
    streamer = await guests.one(DESKTOP)
    scene = WatchScene(10, delay_s=20)
    scene.play(2, 12)
    await scene.open(streamer, f"/overlay/{CODE}")
    page = streamer.page
    await expect(page.locator(".ranks li")).to_have_count(10)
    await expect(page.locator(".overlay-clock").last).to_contain_text("As of 20 s ago")
    await expect(page.get_by_text("So far: Bartholomew the Unready has led")).to_be_visible()
    await expect(page.locator(".stage .slot").first).to_be_visible()
    transparent = "rgba(0, 0, 0, 0)"
    assert await until(partial(page.evaluate, BACKGROUND), lambda color: color == transparent) == transparent
    assert CODE not in await page.inner_text("html")
    assert CODE not in await page.title()
    await is_accessible(streamer)
    for width, height in ((420, 700), (1920, 1080)):
        await resize(streamer, width, height)
        parts = [page.locator(part) for part in (".overlay-clock >> nth=-1", ".ranks", ".feature .board", ".ticker")]
        for part in parts:
            await expect(part).to_be_in_viewport(ratio=0.99)
        tops = [await part.evaluate(TOP) for part in parts]
        assert tops == sorted(tops), "the clock, then the ranking, the board and what happens"


async def test_an_overlay_without_a_race_has_no_empty_boxes(guests: Guests) -> None:
    streamer = await guests.one(DESKTOP)
    await streamer.open("/overlay/NOSUCHRM")
    await expect(streamer.page.get_by_text("There is no room with this code")).to_be_visible()
    assert await streamer.page.locator(".overlay-parts > :visible").count() == 1


async def test_a_replay_stands_in_a_frame_of_another_site_and_every_other_page_refuses_that(guests: Guests) -> None:
    host, reader = await guests.one(), await guests.one()
    path = f"/g/{await host.has_played()}"
    frames = "".join(
        f"<iframe name={name} src='{host.base}{at}' width=640 height=480></iframe>"
        for name, at in (("embed", f"/embed{path}"), ("page", path))
    )

    async with other_site(f"<!doctype html>{frames}") as address:
        await reader.page.goto(address)
        embedded = reader.page.frame_locator("[name=embed]")
        await expect(embedded.get_by_role("slider")).to_be_visible()
        fits = embedded.locator(".thumbnail").evaluate
        assert await until(partial(fits, IS_ABOVE_THE_CLOCK), bool), "the whole board is seen in the usual frame"
        await expect(embedded.locator("#top")).to_be_hidden()
        refused = next(frame for frame in reader.page.frames if frame.name == "page")
        assert refused.url.startswith("chrome-error:")
        async with reader.context.expect_page() as opened:
            await embedded.locator("h1 a").click()
        assert (await opened.value).url == f"{host.base}{path}"
    reader.errors.clear()  # the browser says that a frame was refused
    reader.foreign.clear()


async def test_no_other_screen_is_reached_from_the_page_of_an_error(guests: Guests) -> None:
    reader = await guests.one()
    await reader.open("/embed/g/0000000000000000")
    await expect(reader.page.get_by_role("heading", level=1)).to_have_text("Game not found")
    await expect(reader.page.locator("#nav")).to_be_hidden()
    async with reader.page.expect_popup() as popup:
        await reader.page.get_by_role("link", name="Home").last.click()
    assert (await popup.value).url == f"{reader.base}/"
    assert reader.page.url.endswith("/embed/g/0000000000000000")
