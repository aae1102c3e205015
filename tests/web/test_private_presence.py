"""Only friends learn what a player does and whose friend a player is: nobody else's responses depend on either."""

import re
from itertools import count

import pytest

from gaprace.ports import StoredBlock
from gaprace.web.app import ROUTES
from gaprace.web.http.rate_limits import RateLimiter
from gaprace.web.http.routes import Route
from gaprace.wire import Event, Start
from gaprace.wire.http import NewGroup
from tests.events.daily_stage import play
from tests.rooms.stage import Stage
from tests.web.harness import web_of
from tests.web.rows import path_of
from tests.web.stream_reader import reading

OUTSIDERS = ("", "eve", "fay", "gus")
"""Nobody known, one who follows Bob, one whom Bob follows, and a friend whom Bob blocks."""
PARTS = {"id": "bob", "other": "eve", "player": "bob", "kind": "streak", "part": "room"}
VISITOR = re.compile('"you":{"id":"[0-9a-f]{16}","name":""')
RANDOM_HEADERS = {"x-request-id", "set-cookie", "ratelimit", "ratelimit-policy"}
READS = [route for route in ROUTES if route.method == "GET" and route.path not in {"/metrics", "/readyz", "/healthz"}]
OF_PEOPLE = [route for route in READS if route.query and "with" in route.query]
PEOPLE = "?with=people"
STREAMS = [route for route in ROUTES if route.events]


class World:
    """Bob races in a room that is not listed, and is in a group with Eve and Fay."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.web = web_of(stage)
        self.web.context.limits.exports = RateLimiter(1_000)
        self.friends = self.web.context.friends
        self.room = ""
        self.parts = dict(PARTS)
        self._tokens: dict[str, str] = {}
        self._addresses = (f"192.0.2.{n}" for n in count(1))

    async def race(self) -> None:
        await play(self.stage, "bob")
        self.room = await self.stage.create("bob")
        seats = [await self.stage.enter(self.room, name) for name in ("bob", "cho")]
        await seats[0].says(Start())
        for pair in ("eve bob", "bob fay", "bob gus", "gus bob"):
            player, other = [await self.stage.player(name) for name in pair.split()]
            await self.friends.follow(player, other.id)
        await self.stage.store.add_block(StoredBlock("bob", "gus", 1))
        groups = self.web.context.groups
        group = await groups.create(await self.stage.player("bob"), NewGroup("Open Club", private=False))
        for name in ("eve", "fay"):
            await groups.join(await self.stage.player(name), group.code or "")
        self.parts |= zip(("group", "secret"), group.feed.split("/"), strict=True)
        self.parts |= {"code": self.room}

    async def token(self, name: str) -> str:
        if name and name not in self._tokens:
            self._tokens[name] = self.web.accounts.new_token(await self.stage.player(name)).token
        return self._tokens.get(name, "")

    async def told(self, name: str, route: Route, query: str = "") -> tuple[object, ...]:
        token = await self.token(name)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        path = path_of(route.path, **self.parts)
        async with self.web.browser(next(self._addresses), **headers) as client:
            answer = await client.request(route.method, path + query)
        shown = {key: value for key, value in answer.headers.items() if key not in RANDOM_HEADERS}
        return answer.status_code, shown, answer.text

    async def streamed(self, name: str, route: Route) -> tuple[object, ...]:
        path, address = path_of(route.path, **self.parts), next(self._addresses)
        async with reading(self.web.app, path, await self.token(name), address=address) as stream:
            await stream.until(lambda: "}" in stream.text)
        return stream.status, VISITOR.sub("", stream.text)

    async def heard(self, name: str) -> list[Event]:
        seat = await self.stage.enter(self.room, name, watch=True)
        await seat.leaves()
        return seat.heard

    async def all_told(self) -> dict[tuple[str, str], object]:
        told: dict[tuple[str, str], object] = {}
        for name in OUTSIDERS:
            told |= {(name, route.path): await self.told(name, route) for route in READS}
            told |= {(name, f"{route.path} people"): await self.told(name, route, PEOPLE) for route in OF_PEOPLE}
            told |= {(name, f"{route.path} stream"): await self.streamed(name, route) for route in STREAMS}
            told[name, "socket"] = await self.heard(name or "stranger")
        return told


async def test_no_answer_to_anybody_but_a_friend_differs_by_a_presence_an_invitation_or_a_friendship(
    stage: Stage,
) -> None:
    it = World(stage)
    await it.race()
    await it.all_told()  # what is made on the first request
    before = await it.all_told()
    bob, dee = await stage.player("bob"), await stage.player("dee")
    await it.friends.follow(bob, "dee")
    await it.friends.follow(dee, "bob")
    await it.friends.show(bob, shows=True)
    await it.friends.note_all()
    await it.friends.invite(bob, "dee", it.room)
    (seen,) = (await it.friends.of(dee)).friends
    assert (seen.doing, seen.room, seen.invites_to) == ("racing", it.room, it.room)
    after = await it.all_told()
    assert [key for key in before if before[key] != after[key]] == []


@pytest.mark.parametrize("name", OUTSIDERS[1:])
async def test_nobody_but_a_friend_is_told_by_following_or_by_saying_to_be_here(name: str, stage: Stage) -> None:
    it = World(stage)
    await it.race()
    await it.friends.show(await stage.player("bob"), shows=True)
    await it.friends.note_all()
    routes = {f"{route.method} {route.path}": route for route in ROUTES}
    for path in ("PUT /api/v1/friends/{player}", "POST /api/v1/me/presence", "GET /api/v1/friends"):
        if (name, path[:3]) == ("fay", "PUT"):
            continue  # she would become a friend
        status, _, text = await it.told(name, routes[path])
        assert status == 200
        assert "racing" not in str(text)
        assert it.room not in str(text)
