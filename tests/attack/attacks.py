"""The attacks that outside programs have tried, each as it once succeeded, and what has to be seen."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlsplit

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.attack.visitor import Visitor
from tests.processes import SEARCHING, ServerProcess

ORIGIN = "https://friend.example"
"""An origin that the server allows."""
MAX_ROOMS = 800
SWEEP_S = 65
"""After this time a server has let go of the rooms that nobody is in."""
SETTINGS = {"GAPRACE_ORIGINS": ORIGIN, "GAPRACE_MAX_ROOMS": str(MAX_ROOMS), "GAPRACE_LOG_LEVEL": "warning"}
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
STORED = {
    "sqlite": "SELECT page_count * page_size, (SELECT count(*) FROM games) FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database()), (SELECT count(*) FROM games)",
}
MINI = {"variant": {"name": "mini"}}
LOOKS = (
    "/",
    "/how",
    "/boards",
    "/group",
    "/arena",
    "/puzzles",
    "/embed/daily/today",
    "/og/daily/2026-01-01.png",
    "/docs",
)


@dataclass
class Site:
    """A fresh installation: what is in front of it, and its servers."""

    base: str
    servers: Sequence[ServerProcess]
    _visitors: list[Visitor] = field(default_factory=list)
    _addresses: "count[int]" = field(default_factory=lambda: count(1))

    def address(self) -> str:
        number = next(self._addresses)
        return f"203.{number // 62_500}.{number // 250 % 250}.{number % 250 + 1}"

    def visitor(self, address: str = "") -> Visitor:
        """Somebody without an identity, at a new address unless it is given."""
        self._visitors.append(Visitor(self.base, address or self.address()))
        return self._visitors[-1]

    async def guest(self, address: str = "", name: str = "Eve") -> Visitor:
        return await self.visitor(address).becomes(name)

    def log(self) -> str:
        return "".join(server.errors for server in self.servers)

    async def stored(self) -> tuple[int, int]:
        """The size of the database (bytes), and the games in it."""
        url = make_url(self.servers[0].database_url)
        kind = url.get_backend_name()
        engine = create_async_engine(url.set(drivername=DRIVERS[kind]))
        async with engine.connect() as connection:
            size, games = (await connection.execute(text(STORED[kind]))).one()
        await engine.dispose()
        return size, games

    async def close(self) -> None:
        await asyncio.gather(*(each.close() for each in self._visitors))


Attack = Callable[[Site], Awaitable[tuple[bool, str]]]
"""Tries something; returns whether what is expected was seen, and what was seen."""
ATTACKS: dict[str, tuple[str, dict[str, str], Attack]] = {}
"""By name, each with the expectation and the settings of its servers."""


def attack(name: str, expected: str, **settings: str) -> Callable[[Attack], Attack]:
    def add(each: Attack) -> Attack:
        ATTACKS[name] = expected, {**SETTINGS, **settings}, each
        return each

    return add


async def new_room(visitor: Visitor, **settings: object) -> str:
    return str((await visitor.told("POST", "/api/v1/rooms", {**MINI, **settings}))["code"])


@attack("a token that reads runs a room", "every command is refused")
async def token_runs_room(site: Site) -> tuple[bool, str]:
    host = await site.guest()
    code = await new_room(host, seats=4)
    reader = site.visitor(host.address)
    reader.token = (await host.told("POST", "/api/v1/me/tokens", {"name": "bot", "scope": "read"}))["token"]
    tries = [
        {"t": "settings", "settings": {**MINI, "seats": 9}},
        {"t": "addbot", "level": 1},
        {"t": "say", "text": "hi"},
        {"t": "kick", "player": host.id},
        {"t": "mute", "player": host.id, "muted": True},
        {"t": "cohost", "player": host.id, "cohost": True},
        {"t": "sitout", "out": True},
        {"t": "react", "reaction": "wow"},
    ]
    async with host.in_room(code), reader.in_room(code, watch=True) as socket:
        answers = {await socket.answer(**each) for each in tries}
    return answers == {"token_scope"}, ", ".join(sorted(answers))


@attack("one address takes all rooms", "others, and a class of sixty behind one address, still open theirs")
async def takes_rooms(site: Site) -> tuple[bool, str]:
    home, opened, refusal = site.address(), 0, ""
    for _ in range(6):
        eve = await site.guest(home)
        while (answer := await eve.ask("POST", "/api/v1/rooms", {"seats": 1})).status_code == 201:
            opened += 1
        refusal = answer.json()["code"]
    school = site.address()
    pupils = await asyncio.gather(*(site.guest(school, f"Pupil {number}") for number in range(60)))
    answers = await asyncio.gather(*(each.ask("POST", "/api/v1/rooms", {"seats": 2}) for each in pupils))
    rooms = [each.status_code for each in answers].count(201)
    other = await (await site.guest()).ask("POST", "/api/v1/rooms", {"seats": 1})
    seen = f"{opened} of {MAX_ROOMS}, then {refusal}; class {rooms} of 60; another {other.status_code}"
    return opened < MAX_ROOMS / 2 and rooms == 60 and other.status_code == 201, seen


@attack("a throw-away identity scouts the daily", "it is last, and who follows has a mark")
async def scouts(site: Site) -> tuple[bool, str]:
    home = site.address()
    date = (await site.visitor().told("GET", "/api/v1/dailies"))["date"]
    path = f"/api/v1/dailies/{date}/mini/games"
    scout, follower, stranger = await site.guest(home), await site.guest(home), await site.guest()
    for visitor, moves in ((scout, 0), (follower, 1), (stranger, 1)):
        await visitor.plays((await visitor.told("POST", path))["code"], moves)
    for _ in range(50):
        page = await scout.told("GET", f"/api/v1/leaderboards/daily/{date}/mini")
        rows = {row["player"]: row for row in page["items"]}
        marks = [rows[each.id].get("scouted", False) for each in (scout, follower, stranger)]
        if marks[1]:
            break
        await asyncio.sleep(0.2)
    again = (await scout.ask("POST", path)).json()["code"]
    rank = rows[scout.id]["rank"]
    return marks == [False, True, False] and (rank, again) == (
        3,
        "daily_played",
    ), f"rank {rank} of 3, marks {marks}, {again}"


@attack("a cookie acts for a page of an allowed origin", "refused, and no header lets the page read")
async def foreign_cookie(site: Site) -> tuple[bool, str]:
    eve = site.visitor()
    answer = await eve.ask("POST", "/api/v1/players", {"name": "Eve"})
    cookie = answer.headers["set-cookie"].partition(";")[0]
    changed = await eve.ask("PATCH", "/api/v1/me", {"name": "Mallory"}, Cookie=cookie, Origin=ORIGIN)
    lets = changed.headers.get("access-control-allow-credentials", "none")
    return changed.status_code in {401, 403} and lets == "none", f"{changed.status_code}, credentials: {lets}"


@attack("eight races against own identities", "the rating does not move")
async def farms(site: Site) -> tuple[bool, str]:
    home = site.address()
    eve = await site.guest(home, "Farmer")
    before = await eve.told("GET", f"/api/v1/players/{eve.id}")
    for _ in range(8):
        other = await site.guest(home)
        code = await new_room(eve, seats=2)
        async with eve.in_room(code) as mine, other.in_room(code) as theirs:
            for socket in (mine, theirs):
                await socket.says(t="ready")
            seats = {seat["player"]: seat["game"] for seat in (await mine.hears("starting"))["race"]["seats"]}
            await asyncio.gather(mine.hears("started"), theirs.hears("started"))
            await theirs.says(t="act", game=seats[other.id], n=1, action="resign")
            await mine.says(t="act", game=seats[eve.id], n=1, action="resign")
            await mine.hears("finished")
    after = await eve.told("GET", f"/api/v1/players/{eve.id}")
    ratings = [each.get("ratings") for each in (before, after)]
    moved = [each["value"] for each in after.get("ratings", ()) if each["value"] != 1000]
    return not moved, f"before {ratings[0]}, after {ratings[1]}"


@attack("looking at pages creates players", "no cookie is set, and robots.txt excludes what robots should not visit")
async def looks(site: Site) -> tuple[bool, str]:
    visitor = site.visitor()
    answers = [await visitor.ask("GET", path, Accept="text/html,*/*") for path in LOOKS for _ in range(5)]
    cookies = sum("set-cookie" in each.headers for each in answers)
    robots = (await visitor.ask("GET", "/robots.txt")).status_code
    return cookies == 0 and robots == 200, f"{cookies} cookies of {len(answers)} looks, robots.txt {robots}"


@attack("twenty requests, then the client is gone", "nothing in the log")
async def vanishes(site: Site) -> tuple[bool, str]:
    before, at = site.log(), urlsplit(site.base)
    for _ in range(20):
        _, writer = await asyncio.open_connection(at.hostname, at.port)
        writer.write(b"GET /api/v1/dailies HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20 + b"GET /cut")
        await writer.drain()
        writer.transport.abort()
    await asyncio.sleep(1)
    lines = site.log()[len(before) :].splitlines()
    return not lines, f"{len(lines)} lines {lines[:1] or ''}"


@attack("A and B are ready, and C leaves", "the race starts")
async def waits(site: Site) -> tuple[bool, str]:
    ann, bob, cyd = [await site.guest() for _ in range(3)]
    code = await new_room(ann, seats=4)
    async with ann.in_room(code) as first, bob.in_room(code) as second, cyd.in_room(code) as third:
        await first.says(t="ready")
        await second.says(t="ready")
        await third.says(t="leave")
        since = time.monotonic()
        await first.hears("starting")
    return True, f"after {time.monotonic() - since:.1f} s"


@attack("a sealed challenge is read from the profile", "its totals are as before")
async def reads_totals(site: Site) -> tuple[bool, str]:
    ann, bob = await site.guest(), await site.guest()
    code = (await ann.told("POST", "/api/v1/challenges", {"variant": "mini"}))["code"]
    profile = f"/api/v1/players/{bob.id}"
    before = await ann.told("GET", profile)
    await bob.plays((await bob.told("POST", f"/api/v1/challenges/{code}/games"))["code"], 3)
    after = await ann.told("GET", profile)
    changed = [name for name in after if after[name] != before.get(name)]
    return not changed, f"changed: {changed}"


@attack("hundreds of rooms are opened and left", "a room that was left keeps less than 8 kB")
async def leaves_rooms(site: Site) -> tuple[bool, str]:
    async def opens(number: int) -> None:
        eve = await site.guest()
        code = await new_room(eve, seats=2)
        async with eve.in_room(code) as socket:
            await socket.says(t="say", text=f"line {number}")
            await socket.says(t="leave")

    sizes = []
    for _ in range(3):  # the first two times, the server is warming up
        for start in range(0, 240, 8):
            await asyncio.gather(*(opens(number) for number in range(start, start + 8)))
        await asyncio.sleep(SWEEP_S)
        sizes.append(sum(server.resident_bytes() for server in site.servers))
    kept = (sizes[2] - sizes[1]) / 240
    return kept < 8_000, f"{kept / 1000:.1f} kB a room"


@attack("names and lines of stacked marks", "refused, or cut")
async def stacks_marks(site: Site) -> tuple[bool, str]:
    eve = site.visitor()
    codes = [
        (await eve.ask("POST", "/api/v1/players", {"name": name})).json().get("code", "taken")
        for name in ("Z" + "\u0335" * 19, "A\u17b4B")
    ]
    await eve.becomes()
    code = await new_room(eve, seats=2)
    async with eve.in_room(code) as socket:
        await socket.says(t="say", text="Z" + "\u0335" * 200)
        event = await socket.hears("said", "refused")
    marks = event.get("text", "").count("\u0335")
    return "taken" not in codes and marks < 20, f"names {codes}, {marks} marks in a line"


@attack("push to an address without https", "refused")
async def plain_push(site: Site) -> tuple[bool, str]:
    eve = await site.guest()
    keys = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
    body = {"endpoint": "http://push.example/1", "keys": keys, "kinds": []}
    answer = await eve.ask("PUT", "/api/v1/me/push", body)
    return answer.status_code == 400, f"{answer.status_code}"


@attack("a removed member has the old invitation", "the code of the private group is not told")
async def old_invitation(site: Site) -> tuple[bool, str]:
    ann, bob = await site.guest(), await site.guest()
    group = await ann.told("POST", "/api/v1/groups", {"name": "Club"})
    await bob.told("POST", f"/api/v1/groups/{group['invitation']}/members", {"invitation": group["invitation"]})
    await ann.told("DELETE", f"/api/v1/groups/{group['code']}/members/{bob.id}")
    answer = await bob.ask("GET", f"/api/v1/groups/{group['invitation']}")
    return group[
        "code"
    ] not in answer.text, f"{answer.status_code}, the code is {'told' if group['code'] in answer.text else 'not told'}"


@attack("a race of a private group's challenge", "strangers learn no code of it")
async def private_race(site: Site) -> tuple[bool, str]:
    ann, stranger = await site.guest(), await site.guest()
    group = (await ann.told("POST", "/api/v1/groups", {"name": "Club"}))["code"]
    code = (await ann.told("POST", "/api/v1/challenges", {"variant": "mini", "group": group}))["code"]
    game = await ann.plays((await ann.told("POST", f"/api/v1/challenges/{code}/games"))["code"])
    answers = [await stranger.ask("GET", f"/api/v1/games/{game}")]
    answers += [await stranger.ask("GET", f"/api/v1/races/{code}"), await stranger.ask("GET", f"/g/{game}")]
    told = [answer.url.path for answer in answers[::2] if code in answer.text or group in answer.text]
    return not told, f"{[answer.status_code for answer in answers]}, told by {told}"


@attack("large cookies of neighbours", "the socket takes what HTTP takes")
async def large_cookie(site: Site) -> tuple[bool, str]:
    eve = await site.guest()
    code, at = await new_room(eve, seats=2), urlsplit(site.base)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    writer.write(
        f"GET /ws/rooms/{code} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"X-Forwarded-For: {eve.address}\r\nAuthorization: Bearer {eve.token}\r\n"
        f"Cookie: big={'x' * 7_000}; other={'y' * 7_000}\r\n\r\n".encode()
    )
    status = (await reader.readline()).decode().strip()
    writer.close()
    return " 101 " in status, status


@attack("a connection is kept and used again after 6 s", "it answers")
async def keeps_alive(site: Site) -> tuple[bool, str]:
    at = urlsplit(site.base)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    statuses = []
    for pause in (6, 0):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        statuses.append(head.split()[1])
        length = int(head.partition("content-length:")[2].split()[0])
        await reader.readexactly(length)
        await asyncio.sleep(pause)
    writer.close()
    return statuses == ["200", "200"], f"{statuses}"


@attack("links with punctuation, odd methods, errors", "the room; the right methods; the address as asked")
async def odd_links(site: Site) -> tuple[bool, str]:
    eve = await site.guest()
    code = await new_room(eve, seats=2)
    pages = [await eve.ask("GET", f"/r/{code}{end}", Accept="text/html") for end in (".", ")", "/")]
    where = [each.headers.get("location") for each in pages]
    allow = (await eve.ask("OPTIONS", "/api/v1/arenas/0/players/me")).headers.get("allow", "")
    missing = (await eve.ask("GET", "/api/v1/rooms/NONE")).json().get("instance", "/api/v1/rooms/NONE")
    made = await eve.ask("POST", "/api/v1/rooms", {"seats": 2})
    fine = where == [f"/r/{code}"] * 3 and "DELETE" in allow and missing.startswith("/api/v1/")
    return (
        fine and "location" in made.headers,
        f"{where[0]}, {allow}, {missing}, Location {made.headers.get('location')}",
    )


@attack("an organiser removes the winner after the end", "refused, and the table stays")
async def removes_winner(site: Site) -> tuple[bool, str]:
    ann, bob = await site.guest(), await site.guest()
    body = {
        "name": "Arena",
        "starts_at": int(time.time() * 1000) + 600_000,
        "minutes": 1,
        "rounds": 1,
        "variant": "mini",
    }
    path = f"/api/v1/arenas/{(await ann.told('POST', '/api/v1/arenas', body))['code']}"
    for player in (ann, bob):
        await player.told("POST", f"{path}/players", {})
    await ann.told("POST", f"{path}/start")
    for _ in range(50):
        started = await bob.ask("POST", f"{path}/games")
        if started.is_success:
            break
        await asyncio.sleep(0.2)
    await bob.plays(started.json()["code"], 2)
    await ann.plays((await ann.told("POST", f"{path}/games"))["code"], 1)
    for _ in range(100):
        if (await ann.told("GET", path)).get("ended_at"):
            break
        await asyncio.sleep(1)
    before = await ann.told("GET", f"{path}/table")
    answer = await ann.ask("PUT", f"{path}/players/{bob.id}", {"role": "removed"})
    same = before == await ann.told("GET", f"{path}/table") and len(before["items"]) == 2
    return (
        not answer.is_success and same,
        f"{answer.status_code} {answer.json().get('code')}, table {'same' if same else 'changed'}",
    )


@attack("twelve identities of one address queue analyses", "others wait for those under way, no more", **SEARCHING)
async def queues(site: Site) -> tuple[bool, str]:
    async def plays(visitor: Visitor, variant: str = "mini") -> str:
        game = await visitor.plays(await new_room(visitor, seats=1, variant={"name": variant}), 12)
        return f"/api/v1/games/{game}/analysis"

    async def is_done(path: str) -> bool:
        return (await ann.told("GET", path))["state"] == "done"

    async def waits(path: str) -> float:
        since = time.monotonic()
        await ann.told("POST", path)
        while not await is_done(path):  # noqa: ASYNC110  # from outside there is nothing to await
            await asyncio.sleep(0.05)
        return time.monotonic() - since

    home, ann = site.address(), await site.guest()
    await waits(await plays(ann))  # the searches are compiled
    alone, last = await waits(await plays(ann)), await plays(ann)
    crowd = [await site.guest(home, f"Eve {number}") for number in range(12)]
    paths = [await plays(each, "addiction") for each in crowd]
    for visitor, path in zip(crowd, paths, strict=True):
        await visitor.told("POST", path)
    before = sum([await is_done(path) for path in paths])
    waited = await waits(last)
    served = sum([await is_done(path) for path in paths]) - before
    seen = f"{alone:.1f} s alone, now {waited:.1f} s; {served} of {12 - before} went first"
    return served <= 2 * len(site.servers), seen


@attack(
    "an address begins games all day",
    "30 games a minute, those of bots among them, less than 200 MB a day; others begin theirs",
    TESTS_DAY_MINUTES="10",
)
async def fills_disk(site: Site) -> tuple[bool, str]:
    """A day of ten minutes: the games of so many may be begun at once."""

    async def opens(visitor: Visitor, bots: int) -> str:
        code = await new_room(visitor, variant={"name": "addiction"}, seats=1 + bots)
        async with visitor.in_room(code) as socket:
            for _ in range(bots):
                await socket.says(t="addbot", level=1)
                await socket.hears("room")
        return code

    async def plays(visitor: Visitor, code: str) -> None:
        async with some:
            while await visitor.plays(code):
                pass

    home, some = site.address(), asyncio.Semaphore(2)  # whose commands come at the rate of an address
    guests = [await site.guest(home) for _ in range(12)]
    crowd = [(eve, await opens(eve, 9 * (number % 2))) for number, eve in enumerate(guests)]
    begun = await site.stored()
    await asyncio.gather(*(plays(*each) for each in crowd))
    burst, since = await site.stored(), time.monotonic()
    while time.monotonic() < since + 60:
        await asyncio.gather(*(plays(*each) for each in crowd))
        await asyncio.sleep(1)
    kept, other = await site.stored(), await site.guest()
    goes_on = await other.plays(await new_room(other, seats=1))
    a_minute = 60 * (kept[1] - burst[1]) / (time.monotonic() - since)
    each, servers = (kept[0] - begun[0]) / (kept[1] - begun[1]), len(site.servers)
    a_day = each * a_minute * 24 * 60 / 1e6
    # some of what was left for races with bots comes on top of 30 a minute
    seen = f"{burst[1] - begun[1]} games, then {a_minute:.0f} a minute, {each / 1000:.1f} kB each: {a_day:.0f} MB a day"
    return 0 < a_minute <= 50 * servers and a_day < 200 * servers and bool(goes_on), seen
