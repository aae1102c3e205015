"""What one address has once taken of what all share (rooms, memory, searches, the disk), and what has to be seen now.

Other attacks of outside programs are tests of what they went for, in `tests/web/` and beside it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.attack.visitor import Visitor
from tests.processes import SEARCHING, ServerProcess

MAX_ROOMS = 800
SWEEP_S = 65
"""After this time a server has let go of the rooms that nobody is in."""
SETTINGS = {"GAPRACE_MAX_ROOMS": str(MAX_ROOMS), "GAPRACE_LOG_LEVEL": "warning"}
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
STORED = {
    "sqlite": "SELECT page_count * page_size, (SELECT count(*) FROM games) FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database()), (SELECT count(*) FROM games)",
}
MINI = {"variant": {"name": "mini"}}


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
