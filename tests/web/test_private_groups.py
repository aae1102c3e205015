"""A private group looks to outsiders like one that does not exist, by every route, page, picture and socket."""

from itertools import count
from random import Random

import httpx2
import pytest

from gaprace.ports import StoredSeries
from gaprace.web.app import ROUTES
from gaprace.web.http.routes import Route
from gaprace.wire import SetSettings, Settings, Start
from gaprace.wire.http import Group, GroupChange, NewArena, NewChallenge, NewGroup
from tests.events.daily_stage import TODAY, make_move, play, resign
from tests.rooms.stage import NOON, Stage
from tests.web.harness import WebHarness, web_of
from tests.web.rows import BODIES, path_of
from tests.web.stream_reader import EVENTS

NAME, ARENA = "Zebra Crossing", "Quagga Friday"
SERIES = "5" * 32
PARTS = ("{group}", "{code}", "{challenge}", "{arena}", "/races/{id}", "/race/{id}", "{series}")
OF_GROUPS = [route for route in ROUTES if any(part in route.path for part in PARTS)]
"""Routes whose address has a group, its room, its challenge or its arena; those of deals have a code, too."""
RANDOM_HEADERS = {"x-request-id", "set-cookie", "etag", "content-length"}
"""Headers that differ with each answer, or with the address that was asked for."""
READS = [route for route in ROUTES if route.method == "GET"]


class Private:
    """Ann's private group, in whose room she sits; Bob was removed from it, and Cho is a stranger."""

    def __init__(self, stage: Stage, web: WebHarness, group: Group, room: str, *events: str) -> None:
        """Take the codes of its challenge and of its arena, too."""
        self.stage, self.web, self.room = stage, web, room
        self.challenge, self.arena = events
        self.code, self.invitation = group.code, group.invitation
        self._addresses = (f"192.0.2.{n}" for n in count(1))

    @property
    def secrets(self) -> tuple[str, ...]:
        return NAME, ARENA, self.code, self.invitation, self.room, self.challenge, self.arena

    async def ask(self, name: str, route: Route, *, there: bool, accept: str = "*/*") -> httpx2.Response:
        """Ask a route for the group and its room, or for ones that do not exist. Each request has its own address."""
        values = {"group": self.code if there else "ZZZZZZZZZZ", "code": self.room if there else "ZZZZZZZZ"}
        values |= {"challenge": self.challenge if there else "Z" * 12, "arena": self.arena if there else "Z" * 12}
        race = values["challenge"] if "race" in route.path else "ann"
        values |= {"player": "ann", "id": race, "other": "ann", "part": "room", "secret": "x" * 22}
        values |= {"series": SERIES if there else "Z" * 32, "kind": "daily", "period": TODAY}
        headers = {"Accept": accept}
        if name:
            headers["Authorization"] = f"Bearer {self.web.accounts.new_token(await self.stage.player(name)).token}"
        body = {**BODIES, "DeleteGroup": {"name": NAME}}[route.body.__name__] if route.body else None
        async with self.web.browser(next(self._addresses), **headers) as client:
            return await client.request(route.method, path_of(route.path, **values), json=body)

    def told(self, answer: httpx2.Response) -> tuple[object, ...]:
        """All that an answer tells, without what was asked for."""
        text = answer.text
        codes = self.challenge, self.arena, self.code, self.room
        for asked in (SERIES, *codes, "Z" * 32, "Z" * 12, "Z" * 10, "Z" * 8):
            text = text.replace(asked, "?")
        shown = {name: value for name, value in answer.headers.items() if name not in RANDOM_HEADERS}
        return answer.status_code, shown, text


@pytest.fixture
async def it(stage: Stage) -> Private:
    web = web_of(stage)
    groups = web.context.groups
    await play(stage, "ann")
    group = await groups.create(await stage.player("ann"), NewGroup(NAME))
    await groups.join(await stage.player("bob"), group.invitation)
    await groups.remove(await stage.player("ann"), group.code, "bob")
    room = await web.context.group_rooms.room(await stage.player("ann"), group.code)
    await stage.enter(room, "ann")
    new = NewChallenge(variant="mini", group=group.code)
    made = await web.context.challenges.create(await stage.player("ann"), new)
    seat = await stage.enter(await web.context.challenges.play(await stage.player("ann"), made.code), "ann")
    await seat.says(Start())
    await make_move(seat, Random(1))
    await resign(seat)
    stage.store.database.series[SERIES] = StoredSeries(SERIES, room, 1, 1, 3, 1, group.code)
    arena = NewArena(ARENA, NOON, variant="mini", group=group.code)
    event = await web.context.arenas.create(await stage.player("ann"), arena)
    return Private(stage, web, group, room, made.code, event.code)


@pytest.mark.parametrize("outsider", ["", "cho", "bob"])
async def test_no_answer_and_no_stream_tells_a_private_group_from_one_that_does_not_exist(
    outsider: str, it: Private
) -> None:
    asked = [(route, "*/*") for route in OF_GROUPS] + [(route, EVENTS) for route in OF_GROUPS if route.events]
    for route, accept in asked:
        answers = [await it.ask(outsider, route, there=there, accept=accept) for there in (True, False)]
        there, nowhere = map(it.told, answers)
        assert there == nowhere, (route.method, route.path)
        assert answers[0].status_code in ({401, 404} if accept == EVENTS else range(500))
        if "/api/v1/groups/" in route.path and outsider:
            assert answers[0].json()["code"] == "group_not_found", route.path
    for route in READS:
        answer = await it.ask(outsider, route, there=True)
        address = str(answer.request.url)
        shown = answer.text.replace(address, "")
        told = [secret for secret in it.secrets if secret in shown and secret not in address]
        assert told == [], route.path


@pytest.mark.parametrize("outsider", ["cho", "bob"])
@pytest.mark.parametrize("watch", [False, True])
async def test_the_room_of_a_private_group_is_no_room_to_outsiders(outsider: str, it: Private, *, watch: bool) -> None:
    refused = await it.stage.enter(it.room, outsider, watch=watch)
    nowhere = await it.stage.enter("ZZZZZZZZ", outsider, watch=watch)
    assert (refused.bye, refused.heard) == (nowhere.bye, nowhere.heard)
    assert (await it.stage.enter(it.room, "ann", watch=watch)).bye is None


async def test_who_has_the_link_sees_what_it_leads_to_and_no_more(it: Private) -> None:
    shown = await it.web.context.groups.view(it.invitation, "cho")
    assert (shown.name, shown.size, shown.members, shown.code, shown.invitation) == (NAME, 1, [], None, None)
    assert await it.web.context.groups.view(it.invitation, "bob") == shown, "who was removed learns no more"
    for path in ("dailies/mini", f"dailies/mini/{TODAY}", "results.csv"):
        async with it.web.program_of(await it.stage.player("cho")) as cho:
            assert (await cho.get(f"/api/v1/groups/{it.invitation}/{path}")).json()["code"] == "group_not_found"


async def test_the_page_of_a_game_does_not_name_the_challenge_of_a_private_group(it: Private) -> None:
    (race,) = [each.id for each in it.stage.store.database.races.values() if each.challenge == it.challenge]
    for name, shown in (("ann", it.challenge), ("cho", None), ("", None)):
        page = await it.web.context.race_pages.page(race, name or None)
        assert page.challenge == shown


async def test_who_waits_sees_neither_members_nor_boards(it: Private) -> None:
    ann = await it.stage.player("ann")
    await it.web.context.groups.change(ann, it.code, GroupChange(approval=True))
    async with it.web.program_of(await it.stage.player("dee")) as dee:
        waiting = (await dee.post(f"/api/v1/groups/{it.invitation}/members")).json()
        assert (waiting["role"], waiting.get("members"), waiting.get("invitation")) == ("pending", None, None)
        for path in ("dailies/mini", f"dailies/mini/{TODAY}", "results.csv"):
            assert (await dee.get(f"/api/v1/groups/{it.code}/{path}")).json()["code"] == "group_not_found"
        assert (await dee.post(f"/api/v1/groups/{it.code}/room")).json()["code"] == "group_not_found"


async def test_a_room_of_a_group_cannot_be_listed(it: Private) -> None:
    seat = await it.stage.enter(it.room, "ann")
    await seat.says(SetSettings(Settings(listed=True)))
    assert seat.refusal == "bad_settings"
    assert (await it.stage.rooms.listed()).rooms == []
