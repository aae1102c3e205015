"""What others write stays text, and what other sites do comes to nothing: in a real browser."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from gaprace.wire import Settings
from tests.browser.guest import EASY_DEAL, PATIENCE_MS, Guest, Guests
from tests.browser.test_people import say
from tests.browser.test_race import both_ready
from tests.processes import ServerProcess

NAMES = ("<svg onload=harm=1>", '"><img src onerror=h=1>')
TEXT = "<img src=x onerror='harm=1'><script>harm=1</script><a href=\"javascript:harm=1\">x</a>{{harm=1}}"
HARM = """() => typeof harm !== "undefined"
  || document.querySelector("[onload],[onerror],[onclick],iframe,script:not([src]),a[href^='javascript']") !== null"""
ADDRESSES = (
    "/r/%3Csvg%20onload=harm=1%3E",
    "/p/%22%3E%3Cimg%20src%20onerror=harm=1%3E",
    "/d/0123456789?v=%3Csvg%20onload=harm=1%3E",
    "/d/0123456789?v=mini#%3Csvg%20onload=harm=1%3E",
    "/g/javascript:harm=1",
    "/boards/%3Csvg%20onload=harm=1%3E/all/mini",
    "/boards/streak/%3Csvg%20onload=harm=1%3E/mini",
    "/daily/%3Csvg%20onload=harm=1%3E",
    "/%3Csvg%20onload=harm=1%3E",
    "/d/0123456789?v=mini&line=%3Csvg%20onload=harm=1%3E",
    "/?%3Cscript%3Eharm=1%3C/script%3E",
)


async def named(guests: Guests, name: str) -> Guest:
    guest = await guests.one()
    await guest.context.request.patch(f"{guest.base}/api/v1/me", data={"name": name})
    return guest


async def shows(guest: Guest, *texts: str) -> None:
    """It is there to be read, as it was written, and has done nothing."""
    for text in texts:
        await expect(guest.page.get_by_text(text).locator("visible=true").first).to_be_visible()
    assert not await guest.page.evaluate(HARM)


async def test_names_and_chat_stay_text_from_the_lobby_to_the_replay(guests: Guests) -> None:
    host, friend, third = await named(guests, NAMES[0]), await named(guests, NAMES[1]), await guests.one()
    code = await host.create_room(deal=EASY_DEAL)
    await host.is_joined_by(friend)
    await say(friend, TEXT)
    for guest in (host, friend):
        await shows(guest, *NAMES, TEXT)
    await third.open(f"/w/{code}")
    await both_ready(host, friend)
    await shows(host, NAMES[1])
    await shows(third, *NAMES)
    await host.win()
    await friend.give_up()
    for guest in (host, friend, third):
        await expect(guest.page.locator("table tbody tr")).to_have_count(2, timeout=PATIENCE_MS)
        await shows(guest, *NAMES)
    for kind in ("g", "p"):
        link = host.page.locator(f"table a[href^='/{kind}/']").first
        if await link.count():
            await third.open(await link.get_attribute("href") or "")
            await shows(third, NAMES[0])
            assert NAMES[0] in await third.page.title()


async def test_addresses_stay_text(guests: Guests) -> None:
    guest = await guests.one()
    for address in ADDRESSES:
        await guest.open(address)
        await guest.rests()
        assert not await guest.page.evaluate(HARM), address


# Another site, in the browser of somebody who is known here

PAGE = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n\r\n<title>Elsewhere</title>"
SOCKET = """(url) => new Promise((resolve) => {
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send('{"t":"hello","protocol":2}');
  socket.onclose = ({ code }) => resolve(code);
})"""
ASK = """([method, url, body]) => fetch(url, {
  method, body, mode: "no-cors", credentials: "include", headers: { "Content-Type": "text/plain" },
}).then(() => 0, () => 0)"""
FORM = """([url, body]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: url, enctype: "text/plain" });
  const [name, value] = body.split("=");
  form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""
EMBED = """(url) => new Promise((resolve) => {
  const frame = Object.assign(document.createElement("iframe"), { src: url });
  frame.onload = () => resolve(frame.contentDocument === null);
  document.body.append(frame);
})"""


@pytest_asyncio.fixture(loop_scope="session", params=["127.0.0.1", "living-room.test"])
async def visitor(request: pytest.FixtureRequest, browser: Browser, server: ServerProcess) -> AsyncIterator[Page]:
    """Somebody who has been here, and is on a page of another port of this host, or of another site."""
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(server.base)
    await page.evaluate("() => fetch('/api/v1/players', { method: 'POST' })")
    before = await who(page)
    async with await asyncio.start_server(_serve_page, "127.0.0.1", 0) as elsewhere:
        await page.goto(f"http://{request.param}:{elsewhere.sockets[0].getsockname()[1]}/")
        yield page
    await page.goto(server.base)
    assert await who(page) == before
    await context.close()


async def _serve_page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(PAGE)
    writer.close()


async def who(page: Page) -> dict[str, str]:
    me: dict[str, str] = await page.evaluate("() => fetch('/api/v1/me').then((answer) => answer.json())")
    assert me["id"]
    return me


async def test_another_site_opens_no_socket_shows_nothing_in_a_frame_and_sends_nothing(
    visitor: Page, server: ServerProcess
) -> None:
    room = await server.room((await server.people(1))[0], Settings())
    assert await visitor.evaluate(SOCKET, room.socket) == 4403
    async with visitor.expect_response(f"{server.base}/") as embedded:
        await visitor.evaluate(EMBED, f"{server.base}/")
    policy = (await (await embedded.value).all_headers())["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    shown = [await frame.evaluate("() => document.body.innerText") for frame in visitor.frames[1:]]
    assert not any("Gaprace" in text for text in shown)
    url = f"{server.base}/api/v1/players"  # would take the place of who one is
    await visitor.evaluate(ASK, ["POST", url, "{}"])
    async with visitor.expect_navigation(url=url, timeout=PATIENCE_MS) as landing:
        await visitor.evaluate(FORM, [url, '{"name":"=x"}'])
    answer = await landing.value
    assert answer.status == 403
    assert "set-cookie" not in await answer.all_headers()
