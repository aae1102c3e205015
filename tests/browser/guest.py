"""Someone at a browser: sees what is on the page, and does what a person does."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import TypeVar
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, Request, Response, WebSocket, async_playwright, expect

from gaprace.client import AsyncClient
from gaprace.rules.actions import action_text, parse_transcript
from gaprace.rules.board import Board, Move, parse_board
from tests.browser.chromium import FLAGS, find

EASY_DEAL = "1VTQTWEG1K"
EASY_WIN = [
    move
    for move, _ in parse_transcript(
        "2D@7:0 3C@15:0 4C@16:0 5C@17:0 7C@19:0 6S@10:0 4H@23:0 5H@24:0 2S@0:0 3S@1:0 "
        "6H@25:0 7H@26:0 4S@2:0 5S@3:0 6S@4:0 7S@5:0 3D@8:0 4D@9:0 5D@10:0 6D@11:0"
    )
    if isinstance(move, Move)
]
"""Of `mini`: won in twenty moves, without a shuffle."""
DESKTOP, PHONE, SMALL, LYING, TINY = (1280, 800), (390, 844), (360, 640), (844, 390), (320, 568)
VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => console.error("CSP: " + event.violatedDirective));
"""
HAS_PLAYED = "localStorage.setItem('gaprace.lessons', 'true'); localStorage.setItem('gaprace.named', 'true');"
NOTHING_LATER = """
const { setTimeout: later } = window;
window.setTimeout = (action, ms, ...rest) => (ms < 2000 ? later(action, ms, ...rest) : 0);
"""
"""What is fetched ahead, seconds after a page is there, is not part of its first load."""
CLIENT = Path(__file__).parents[2] / "client"


def hurried(delay: str, module: str) -> str:
    """A script with which a delay of a module of the client takes a fifth of its time."""
    found = re.search(rf"const {delay} = (\d+);", (CLIENT / module).read_text())
    assert found, f"{module} has no {delay}"
    return f"""(() => {{
      const {{ setTimeout: later }} = window;
      window.setTimeout = (action, ms, ...rest) => later(action, ms === {found[1]} ? ms / 5 : ms, ...rest);
    }})();"""


LEAVES_THE_LAST_BOARD_SOON = hurried("LINGER_MS", "screens/race/room.js")
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
DRAWN_OFTEN = f"async () => {{ for (let times = 0; times < 8; times++) await ({DRAWN})(); }}"
"""A page that has asked for nothing since then has all that it wants."""
FACES = ".faces > [data-key]"
"""Those who are in a room, in its lobby."""
IS_DEALT = """() => document.querySelector(".race .slot.playable")
  || document.querySelectorAll(".race .slot.dead").length === 4"""
"""A deal may have no move: about 1 of 750 of the small variant begins with four dead gaps."""
HAS_POINTER = "() => document.querySelector('.board').onpointermove !== null"
BOARD = """(slots) => slots.map((slot) => slot.getAttribute("aria-label"))"""
CLICK_SLOTS = """(numbers) => {
  for (const number of numbers) document.querySelectorAll(".stage .slot")[number].click();
}"""
PATIENCE_MS = 60_000
"""How long something may take on a machine that is busy: it is waited for, not slept for."""
LOOK_INTERVAL_MS = 50
MOST_TABS = 60
T = TypeVar("T")
_CARD = re.compile(r"(\w+) of (\w+)")
_HARMLESS = re.compile(
    r"WebSocket connection|Failed to load resource|ERR_INTERNET_DISCONNECTED|Cross-Origin-Opener-Policy header has been"
)
_RANKS = {"10": "T", "jack": "J", "queen": "Q", "king": "K"}


async def until(look: Callable[[], Awaitable[T]], is_so: Callable[[T], bool]) -> T:
    """Look until it is so, or for as long as a busy machine may take; return what was seen last.

    A page is laid out and drawn some time after it has heard of something.
    """
    until_s = monotonic() + PATIENCE_MS / 1_000
    for _ in range(PATIENCE_MS // LOOK_INTERVAL_MS):
        if is_so(seen := await look()) or monotonic() > until_s:
            return seen
        await asyncio.sleep(LOOK_INTERVAL_MS / 1_000)
    return await look()


class Guest:
    """One browser context with one page."""

    def __init__(self, context: BrowserContext, page: Page, base: str) -> None:
        self.context, self.page, self.base = context, page, base
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self._unanswered: set[int] = set()
        self._fetching: set[Request] = set()
        self._asked = 0
        self._attend(page)
        page.on("websocket", self._listen)

    def _attend(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("request", self._ask)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: self._fetching.discard(request))  # noqa: PLW0108  # Playwright takes no built-in

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and not _HARMLESS.search(text):
            self.errors.append(text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._count(frame, sent=True))
        socket.on("framereceived", lambda frame: self._count(frame, sent=False))

    def _count(self, frame: str | bytes, *, sent: bool) -> None:
        """Which of the actions that were sent have no answer yet."""
        message = json.loads(frame)
        if sent and message["t"] == "act":
            self._unanswered.add(message["n"])
        elif message["t"] in {"acted", "refused"}:
            self._unanswered.discard(message.get("n"))

    def _ask(self, request: Request) -> None:
        if request.is_navigation_request():
            self._fetching.clear()  # of what the page before has still wanted nothing more is heard
        self._fetching.add(request)
        self._asked += 1
        if not request.url.startswith((self.base, "data:")):
            self.foreign.append(request.url)

    # Going about

    async def open(self, path: str) -> None:
        await self.page.goto(self.base + path)

    async def rests(self) -> None:
        """Wait until the page has fetched all that it wants now: sooner than Playwright's `networkidle`."""

        async def is_quiet() -> bool:
            asked = self._asked
            await self.page.evaluate(DRAWN_OFTEN)
            return not self._fetching and self._asked == asked

        assert await until(is_quiet, bool), self._fetching

    async def weigh(self, seen: str) -> dict[str, int]:
        """Open the page where one is as if for the first time, until `seen` is there and nothing more comes.

        Gives the bytes on the wire, by path, of scripts, styles and pages.
        """
        page = await self.context.new_page()
        self._attend(page)
        await page.add_init_script(NOTHING_LATER)
        devtools = await self.context.new_cdp_session(page)
        await devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        loaded: dict[str, int] = {}
        page.on("response", lambda response: loaded.update(_weight(response)))
        await page.goto(self.page.url)
        await expect(page.locator(seen).first).to_be_visible()
        await page.wait_for_load_state("networkidle")
        await page.close()
        return loaded

    async def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        await self.page.get_by_role("button", name=name, exact=exact).first.click()

    async def copies(self, button: str) -> str:
        """Press what copies a text to the clipboard, and give that."""
        await self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await self.press(button)
        await expect(self.page.locator("#toast")).to_contain_text("Copied")
        text: str = await self.page.evaluate("navigator.clipboard.readText()")
        return text

    async def copies_link(self, button: str) -> str:
        """The same with a text that ends with a link to a page of the site; give its path."""
        return (await self.copies(button)).rpartition(self.base)[2]

    async def comes_back(self, path: str) -> None:
        """Open another tab, after one was closed."""
        self.page = await self.context.new_page()
        self._attend(self.page)
        self.page.on("websocket", self._listen)
        await self.open(path)

    async def token(self) -> str:
        """What a program has that does something as this player."""
        (cookie,) = [each for each in await self.context.cookies(self.base) if each["name"] == cookie_of(self.base)]
        return str(cookie["value"])

    async def post(self, path: str, body: object) -> str:
        """Make a room by the API, and give its code."""
        answer = await self.context.request.post(
            f"{by_address(self.base)}/api/v1/{path}",
            data=body,
            headers={"Authorization": f"Bearer {await self.token()}"},
        )
        assert answer.status == HTTPStatus.CREATED
        code: str = (await answer.json())["code"]
        return code

    async def create_room(self, variant: str = "mini", deal: str = "") -> str:
        """Come into a new room as its host, and give its code. `test_teams.py` fills in the form of a room."""
        code = await self.post("rooms", {"variant": {"name": variant}, "best_of": 3, "code": deal or None})
        await self.open(f"/r/{code}")
        await expect(self.page.locator(".invitation")).to_be_visible()
        return code

    async def is_joined_by(self, *friends: "Guest") -> None:
        """Have friends come into the own room by its link, one after the other."""
        for people, friend in enumerate(friends, 2):
            await friend.open(self.page.url.removeprefix(self.base))
            await expect(self.page.locator(FACES)).to_have_count(people)
            await expect(friend.page.locator(FACES)).to_have_count(people)

    async def plays(self, variant: str) -> None:
        """Begin a game alone from the first page."""
        await self.open("/")
        await self.press(re.compile(f"^{variant}"))
        await self.begun()

    async def plays_deal(self, code: str, variant: str = "addiction") -> None:
        """Begin a game alone on a deal."""
        await self.open(f"/d/{code}?v={variant}")
        await self.press("Play solo")
        await self.begun()

    async def starts_alone(self, deal: str) -> None:
        """Begin a race of one on a small deal in a new room."""
        await self.create_room(deal=deal)
        await self.press("Start alone")
        await self.begun()

    async def starts_with(self, *others: "Guest") -> None:
        """Start the race of the own room, and wait until everybody's cards are dealt."""
        await self.press("Start now")
        for guest in (self, *others):
            await guest.begun()

    async def has_played(self, *actions: str, deal: str = "") -> str:
        """Play a small game alone as a program does, and give its id: for what comes after a game."""
        code = await self.post("rooms", {"variant": {"name": "mini"}, "seats": 1, "code": deal or None})
        return await self.plays_in(code, *actions)

    async def has_played_the_daily(self, date: str) -> None:
        """Play the small daily of a date as a program does."""
        await self.plays_in(await self.post(f"dailies/{date}/mini/games", {"zone": "UTC"}))

    async def plays_in(self, room: str, *actions: str) -> str:
        """Make these moves, or some move, in a room of one player, and give up; give the id of the game."""
        me = AsyncClient(by_address(self.base), await self.token())
        async with await me.room(room) as own:
            await own.race()
            game = own.game.game
            for action in actions or [*map(action_text, own.legal_moves()[:1]), "shuffle"][:1]:
                await own.act(action)
            await own.act("resign")
            await own.results()
        return game

    async def name(self) -> str:
        """Return the own name: of the own face in a room, on the own page, else in the field, once it is there."""
        shown = self.page.locator(".faces .me + b, .you h1 bdi")
        field = self.page.get_by_role("textbox", name="Your name", exact=True)
        await expect(shown.or_(field).first).to_be_visible()
        if not await field.count():
            return await shown.inner_text()
        await expect(field).not_to_be_empty()
        return await field.input_value()

    async def opens_account(self, *, rare: bool = False) -> None:
        """Open what only the owner may do, on the own page; `rare`: what is seldom done, too."""
        await self.page.locator("summary", has_text="Settings and devices").click()
        if rare:
            await self.page.locator("summary", has_text=re.compile("^More$")).click()

    async def opens_the_menu(self) -> None:
        """Open what is seldom done in a lobby."""
        await self.page.get_by_role("button", name="More", exact=True).click()
        await expect(self.page.get_by_role("dialog").get_by_label("Your name", exact=True)).not_to_be_empty()

    async def is_called(self, name: str) -> None:
        """Take a name in a lobby."""
        await self.opens_the_menu()
        await self.page.get_by_label("Your name", exact=True).fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator("#toast")).to_contain_text(name)
        await self.page.keyboard.press("Escape")

    async def sees_all_numbers(self) -> None:
        """Open what a result of several folds up."""
        summary = self.page.locator(".result summary")
        await summary.wait_for()
        if await self.page.locator(".result details:not([open])").count():
            await summary.click()

    async def begun(self) -> None:
        """Wait until the cards of a game are dealt."""
        await self.page.wait_for_function(IS_DEALT)
        await expect(self.page.locator(".overlay .countdown")).to_have_count(0)

    async def points_at_the_board(self) -> None:
        """Bring a pointer to the board, and wait for what comes with the first one: effects, fingers and drags."""
        await self.page.locator(".board").hover()
        await self.page.wait_for_function(HAS_POINTER)

    async def reads_the_rules(self) -> None:
        """Open the rules, from whatever is on the screen, and close them."""
        await self.press("How to play")
        await expect(self.page.get_by_role("dialog").get_by_role("heading", name="How to play")).to_be_visible()
        await self.page.keyboard.press("Escape")
        await expect(self.page.get_by_role("dialog")).to_have_count(0)

    async def give_up(self) -> None:
        await self.press("More")
        await self.press("Give up")
        await self.page.get_by_role("dialog").get_by_role("button", name="Give up").click()

    # Playing

    async def labels(self) -> list[str]:
        """What each slot of the board is called."""
        labels: list[str] = await self.page.locator(".stage .slot").evaluate_all(BOARD)
        return labels

    async def board(self) -> Board:
        """The board, from nothing but the names of its slots."""
        labels = await self.labels()
        texts = [_text_of(label) for label in labels]
        columns = len(texts) // 4
        rows = ["".join(texts[row * columns : (row + 1) * columns]) for row in range(4)]
        return parse_board("/".join(rows), columns)

    async def shows(self, cells: bytes) -> None:
        """Wait until the board is this one."""
        board = await until(self.board, lambda board: board.cells == cells)
        assert board.cells == cells

    async def shows_another(self, cells: bytes) -> None:
        """Wait until the board is dealt, and is not this one."""

        async def dealt() -> bytes:
            return (await self.board()).cells if await self.page.evaluate(IS_DEALT) else cells

        assert await until(dealt, lambda board: board != cells) != cells

    async def settled(self) -> None:
        """Wait until the server has answered every action."""

        async def unanswered() -> set[int]:
            return self._unanswered

        assert not await until(unanswered, lambda actions: not actions)

    async def shows_moves(self, count: int) -> None:
        """Wait until the header counts this many moves: the board is painted before."""
        await expect(self.page.locator("#hud")).to_contain_text(re.compile(rf"\b{count}\s+moves?"), use_inner_text=True)

    async def click_slot(self, slot: int, *, tap: bool = False) -> None:
        place = self.page.locator(".stage .slot").nth(slot)
        await (place.tap() if tap else place.click())

    async def move(self, move: Move, *, tap: bool = False) -> None:
        """Make a move as a person does: the card, and its gap if it has several."""
        board = await self.board()
        await self.click_slot(board.cells.index(move.card), tap=tap)
        if (await self.board()).cells == board.cells:
            await self.click_slot(move.to, tap=tap)
        after = board.after(move).cells
        assert (await self.board()).cells == after, "the board does not show the move at once"

    async def move_by_keys(self, move: Move) -> None:
        """Make a move by arrows and Enter, from wherever the focus is on the board."""
        board = await self.board()
        await self._go_to(board.cells.index(move.card), board.columns)
        await self.page.keyboard.press("Enter")
        if (await self.board()).cells == board.cells:
            await self._go_to(move.to, board.columns)
            await self.page.keyboard.press("Enter")
        assert (await self.board()).cells == board.after(move).cells

    async def _go_to(self, slot: int, columns: int) -> None:
        keys = ["Control+Home", *["ArrowDown"] * (slot // columns), *["ArrowRight"] * (slot % columns)]
        for key in keys:
            await self.page.keyboard.press(key)
        focused = await self.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert focused == (await self.labels())[slot]

    async def tabs_to(self, name: str) -> None:
        """Go by Tab until what has this name has the focus."""
        wanted = self.page.get_by_role("button", name=name, exact=True).and_(self.page.locator(":focus"))
        for _ in range(MOST_TABS):
            await self.page.keyboard.press("Tab")
            if await wanted.count():
                return
        raise AssertionError(f"Tab does not come to {name}")

    async def first_move(self, *, tap: bool = False) -> None:
        await self._has_a_move()
        board = await self.board()
        await self.move(board.legal_moves()[0], tap=tap)

    async def _has_a_move(self) -> None:
        """Shuffle, if the board has no move."""
        playable = self.page.locator(".stage .slot.playable")
        if not await playable.count():
            await self.page.keyboard.press("s")
        await expect(playable.first).to_be_attached()

    async def move_a_card(self) -> None:
        """Make some move, in whatever language the page is."""
        await self._has_a_move()
        await self.page.locator(".stage .slot.playable:not(:has(.wanted))").first.click()
        targets = self.page.locator(".stage .slot.target")
        if await targets.count():  # a two has several gaps
            await targets.first.click()

    async def win(self, *, tap: bool = False, made: int = 0) -> None:
        """Win `EASY_DEAL` after so many moves of its line; the last move as a person makes it."""
        await self.goes_on(EASY_WIN[made:-1])
        await self.move(EASY_WIN[-1], tap=tap)

    async def goes_on(self, moves: list[Move]) -> None:
        """Make moves by a script that clicks."""
        board, slots = await self.board(), list[int]()
        for move in moves:
            slots.append(board.cells.index(move.card))
            if sum(each.card == move.card for each in board.legal_moves()) > 1:
                slots.append(move.to)
            board = board.after(move)
        await self.page.evaluate(CLICK_SLOTS, slots)
        await self.shows(board.cells)


def _weight(response: Response) -> dict[str, int]:
    if response.headers.get("content-type", "").partition(";")[0] not in {"text/html", "text/css", "text/javascript"}:
        return {}
    return {urlsplit(response.url).path: int(response.headers.get("content-length", 0))}


def _text_of(label: str) -> str:
    found = _CARD.match(label)
    if found is None:
        return "--"
    rank, suit = found.groups()
    return _RANKS.get(rank, rank) + suit[0].upper()


@asynccontextmanager
async def browsing(*flags: str) -> AsyncIterator[Browser]:
    """A Chromium, with more flags."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=[*FLAGS, *flags])
        yield browser
        await browser.close()


@asynccontextmanager
async def visiting(browser: Browser, base: str) -> AsyncIterator["Guests"]:
    """Who visits in a test. At the end none of them may have seen an error."""
    guests = Guests(browser, base)
    try:
        yield guests
        guests.assert_content()
    finally:
        await guests.leave()


def by_address(base: str) -> str:
    """Return the address of a server for requests that are not the browser's: these know no names but real ones."""
    host = urlsplit(base).hostname or ""
    return base.replace(host, "127.0.0.1") if host.endswith(".test") else base


def cookie_of(base: str) -> str:
    """The name of the cookie of a server, which has its port."""
    return f"gaprace-{urlsplit(base).port}"


class Guests:
    """Everyone who visits in one test."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser, self._base = browser, base
        self._all: list[Guest] = []

    async def one(
        self,
        size: tuple[int, int] = DESKTOP,
        *,
        dark: bool = False,
        language: str = "en-US",
        zone: str | None = None,
        init: str = "",
        moving: bool = False,
        lingers: bool = False,
        newcomer: bool = False,
        keeps: bool = False,
    ) -> Guest:
        """Let somebody come; at anything but a desktop, with fingers.

        Only a newcomer has no identity yet, and gets tips in the first game.

        Only a browser that `keeps` has a service worker: in the others, a test sees every request.

        The last board of a game stays for half a second, unless it `lingers`, or somebody wants motion.
        """
        touch = size != DESKTOP
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            locale=language,
            timezone_id=zone,
            reduced_motion="no-preference" if moving else "reduce",
            service_workers="allow" if keeps else "block",
        )
        context.set_default_timeout(PATIENCE_MS)
        script = VIOLATIONS + ("" if moving or lingers else LEAVES_THE_LAST_BOARD_SOON)
        script += "" if newcomer else HAS_PLAYED
        await context.add_init_script(script + init)
        if not newcomer:
            await self._become_guest(context)
        guest = Guest(context, await context.new_page(), self._base)
        self._all.append(guest)
        return guest

    async def in_one_room(self, *sizes: tuple[int, int], deal: str = "", variant: str = "mini") -> list[Guest]:
        """Let some come into a new room; the first one is its host."""
        host, *others = [await self.one(size) for size in sizes]
        await host.create_room(variant, deal)
        await host.is_joined_by(*others)
        return [host, *others]

    async def _become_guest(self, context: BrowserContext) -> None:
        """Create a player, whose cookie the browser context keeps."""
        here = by_address(self._base)
        answer = await context.request.post(f"{here}/api/v1/players", data={"recovery": False})
        if here != self._base:
            token = (await answer.json())["token"]
            await context.add_cookies([{"name": cookie_of(self._base), "value": token, "url": self._base}])

    def assert_content(self) -> None:
        """No error, no violation of the security policy, no request to anywhere else."""
        for guest in self._all:
            assert guest.errors == [], guest.errors
            assert guest.foreign == []

    async def leave(self) -> None:
        for guest in self._all:
            await guest.context.close()
