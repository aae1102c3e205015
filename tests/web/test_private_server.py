"""A private server: without an invitation, no route, page, picture, feed or socket shows anything but the door."""

from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from httpx2 import AsyncClient

from gaprace.bot.client import RoomClient
from gaprace.bot.room_url import RoomUrl, new_identity
from gaprace.cli.main import DONE
from gaprace.errors import BotError
from gaprace.web.app import ROUTES
from gaprace.web.http.admission import OPEN_FOLDER, OPEN_PATHS, Invitations
from gaprace.wire import PROTOCOL, Hello, Welcome, bye, encode
from tests.cli.test_admin import run
from tests.store.material import TODAY, play_daily
from tests.web.harness import CODE, MODERATOR, WebHarness, connected, next_event, read_to_end, served, web_harness
from tests.web.rows import path_of

INVITATION, OTHER = "come-in-0123456789", "another_0123456789"
NAME = "Zebra Crossing"
RANDOM_HEADERS = {"x-request-id", "date"}
CLOSED = [route for route in ROUTES if route.path not in OPEN_PATHS and not route.path.startswith(OPEN_FOLDER)]


PRIVATE = {"invitations": (INVITATION, OTHER)}


@pytest.fixture
def settings() -> dict[str, object]:
    return PRIVATE


def told(answer: httpx2.Response) -> tuple[object, ...]:
    headers = {name: value for name, value in answer.headers.items() if name not in RANDOM_HEADERS}
    return answer.status_code, headers, answer.content


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
async def test_without_an_invitation_every_route_answers_as_an_address_that_does_not_exist(
    accept: str, web: WebHarness
) -> None:
    player = (await web.accounts.new_player(NAME)).token
    game = await play_daily(web.store, TODAY, (await web.accounts.new_player(NAME)).id)
    async with web.browser(accept=accept, authorization=f"Bearer {player}") as outsider:
        nowhere = await outsider.get("/api/v1/no/such/route")
        for route in CLOSED:
            path = path_of(route.path, date=TODAY.date, code=CODE, id=game, kind="race")
            answer = await outsider.request(route.method, path, json={})
            expected = nowhere.content.replace(b"/api/v1/no/such/route", path.encode())
            assert (*told(answer)[:1], answer.content) == (403, expected), route.path
            assert {*answer.headers} == {*nowhere.headers}
            assert NAME not in answer.text
            assert "set-cookie" not in answer.headers
    if accept == "application/json":
        assert nowhere.json()["code"] == "invitation_needed"


async def test_what_checks_a_server_needs_no_invitation(browser: AsyncClient) -> None:
    for path in ("/healthz", "/readyz", "/client/ui/base.css"):
        assert (await browser.get(path)).status_code == 200


async def test_the_link_lets_a_browser_in_by_one_tap_and_leads_on(web: WebHarness) -> None:
    async with web.browser(accept="text/html") as guest:
        door = await guest.get("/d/0123456789?v=mini")
        assert door.status_code == 403
        assert 'name="to" value="/d/0123456789?v=mini"' in door.text
        entered = await guest.get("/invitation", params={"code": INVITATION, "to": "/d/0123456789?v=mini"})
        assert (entered.status_code, entered.headers["location"]) == (303, "/d/0123456789?v=mini")
        assert "HttpOnly" in entered.headers["set-cookie"]
        assert INVITATION not in entered.headers["set-cookie"]
        assert (await guest.get("/d/0123456789?v=mini")).status_code == 200


@pytest.mark.parametrize("to", ["//evil.example/", "/\\evil.example", "https://evil.example", "/a b", "x"])
async def test_an_invitation_leads_to_no_other_site(to: str, browser: AsyncClient) -> None:
    entered = await browser.get("/invitation", params={"code": INVITATION, "to": to})
    assert entered.headers["location"] == "/"


@pytest.mark.parametrize("code", ["", "x" * 20, INVITATION[:-1], f"99999999999.{'0' * 64}"])
async def test_any_other_code_shows_the_door(code: str, web: WebHarness, browser: AsyncClient) -> None:
    refused = await browser.get("/invitation", params={"code": code})
    assert (refused.status_code, refused.headers.get("set-cookie")) == (403, None)
    for sent, status in ((code, 403), (OTHER, 200)):
        async with web.browser(**{"Gaprace-Invitation": sent}) as program:
            assert (await program.get("/api/v1/rooms")).status_code == status


async def test_bots_and_the_client_for_programs_come_in_by_their_address(at: str) -> None:
    with pytest.raises(BotError) as refused:
        await new_identity(RoomUrl.parse(f"http://{at}/"))
    assert refused.value.code == "invitation_needed"
    server = RoomUrl.parse(f"http://{at}/?invitation={INVITATION}")
    token = (await new_identity(server)).token
    async with RoomClient(server.room(CODE), token) as bot:
        assert bot.is_connected


async def test_a_code_that_is_removed_from_the_settings_lets_nobody_in_any_more(browser: AsyncClient) -> None:
    async with web_harness(invitations=(OTHER,)).browser() as later:
        await browser.get("/invitation", params={"code": INVITATION})
        later.cookies.update(browser.cookies)
        assert (await browser.get("/api/v1/rooms")).status_code == 200
        assert (await later.get("/api/v1/rooms")).status_code == 403


async def test_a_socket_needs_an_invitation_too(at: str, token: str) -> None:
    for code in (CODE, "ZZZZZZZZ"):
        async with connected(at, token, code=code) as outsider:
            assert await read_to_end(outsider) == [encode(bye("invitation_needed")).decode()]
            assert outsider.close_code == 4417
    async with connected(at, token, hello=Hello(PROTOCOL), **{"Gaprace-Invitation": INVITATION}) as guest:
        assert isinstance(await next_event(guest), Welcome)


@pytest.mark.parametrize("settings", [PRIVATE | {"admin_tokens": (MODERATOR,)}])
async def test_a_moderator_makes_invitations_that_end(web: WebHarness, at: str) -> None:
    status, shown = await run("admin", "invite", f"--url=http://{at}")
    assert (status, shown.split()[:2]) == (DONE, ["link:", f"http://{at}/invitation?code={INVITATION}"])
    status, shown = await run("admin", "invite", "--hours", "1", f"--url=http://{at}")
    assert (status, "until: 20" in shown) == (DONE, True)
    (code,) = parse_qs(urlsplit(shown.split()[1]).query)["code"]
    async with web.browser(Authorization=f"Bearer {MODERATOR}") as moderator:
        assert (await moderator.get("/api/v1/admin/invitation")).json()["code"] == INVITATION
    invitations = Invitations(web.settings)
    now = web.clock.now()
    assert invitations.pass_for(code, now) == invitations.pass_for(INVITATION, now)
    assert invitations.pass_for(code, now + 3_700_000) is None
    assert invitations.pass_for("9" + code, now) is None
    async with served(web_harness(admin_tokens=(MODERATOR,)).app) as open_to_all:
        assert "is not private" in (await run("admin", "invite", f"--url=http://{open_to_all}"))[1]


async def test_the_door_speaks_the_languages_of_the_client(web: WebHarness) -> None:
    async with web.browser(accept="text/html", **{"accept-language": "he-IL,he;q=0.9"}) as guest:
        door = (await guest.get("/")).text
    assert '<html lang="he" dir="rtl">' in door
    assert "האתר הזה פרטי" in door


@pytest.mark.parametrize("settings", [PRIVATE | {"imprint_url": "https://a.org/imprint", "site_name": "Club <1>"}])
async def test_the_door_links_to_the_imprint(web: WebHarness) -> None:
    async with web.browser(accept="text/html") as guest:
        door = (await guest.get("/")).text
    assert "https://a.org/imprint" in door
    assert "<title>Club &lt;1&gt;</title>" in door
