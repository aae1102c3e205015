"""Where somebody is signed in, by which devices and programs, how that ends, and addresses that are banned."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from httpx2 import AsyncClient
from starlette.types import Message, Receive, Scope, Send

from gaprace.people.accounts import MAX_SESSIONS, MOVE_INTERVAL_MS, NOTE_INTERVAL_MS
from gaprace.people.tokens import LIFETIME_MS, RENEWAL_MS
from gaprace.play.people.moderation import HOUR_MS, MAX_ADDRESS_BAN_HOURS
from gaprace.upkeep.retention import Lifetimes
from gaprace.web.http.authentication import COOKIE
from gaprace.wire import PROTOCOL, Bye, Hello, Welcome
from tests.rooms.stage import ManualClock
from tests.web.harness import BASE, MODERATOR, WebHarness, becomes_guest, connected, next_event
from tests.web.responses import id_of, problem

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
BOT = {"User-Agent": "my-bot/2 by hand"}
HOME, CAFE = "192.0.2.7", "198.51.100.9"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def settings() -> dict[str, object]:
    return {"admin_tokens": (MODERATOR,), "trusted_hops": 1}


@asynccontextmanager
async def guest(web: WebHarness, address: str = HOME) -> AsyncIterator[AsyncClient]:
    """Somebody who has come by a browser."""
    async with web.browser(address) as browser:
        await becomes_guest(browser)
        yield browser


async def sessions_of(client: AsyncClient) -> list[dict[str, Any]]:
    answer = await client.get("/api/v1/me/sessions")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["sessions"])


async def decide(client: AsyncClient, action: str, **more: object) -> httpx2.Response:
    return await client.post("/api/v1/admin/decisions", json={"action": action, "reason": "Because.", **more})


# Sessions


async def test_a_player_sees_the_own_sessions_and_ends_one(web: WebHarness, clock: ManualClock) -> None:
    ann = await web.accounts.new_player("Ann", recovery=False)
    player = await web.store.player(ann.id)
    async with (
        web.browser(HOME, Authorization=f"Bearer {ann.token}", **{"User-Agent": FIREFOX}) as here,
        web.browser(CAFE, Authorization=f"Bearer {web.accounts.new_token(player).token}", **BOT) as there,
    ):
        await clock.advance(NOTE_INTERVAL_MS)
        await sessions_of(here)
        await clock.advance(5_000)
        shown = await sessions_of(there)
        assert [(each["device"], each.get("current", False)) for each in shown] == [
            ("my-bot/2", True),
            ("Firefox on Linux", False),
        ]
        assert "network" not in shown[0]
        path = f"/api/v1/me/sessions/{shown[0]['id']}"
        assert [each["device"] for each in (await here.delete(path)).json()["sessions"]] == ["Firefox on Linux"]
        assert web.rooms.recoveries == [ann.id]
        assert (await there.get("/api/v1/me")).status_code == 401
        assert (await here.delete(path)).json()["code"] == "session_not_found"
        assert (await here.get("/api/v1/me")).status_code == 200


async def test_a_renewed_cookie_and_a_new_token_belong_to_the_same_session(web: WebHarness, clock: ManualClock) -> None:
    async with guest(web) as ann:
        (first,) = await sessions_of(ann)
        await clock.advance(RENEWAL_MS)
        before = ann.cookies["gaprace"]
        (second,) = await sessions_of(ann)
        assert ann.cookies["gaprace"] != before
        answer = await ann.post("/api/v1/me/token")
        token = answer.json()["token"]
        assert (answer.json()["ends_at"], "set-cookie" in answer.headers) == (clock.now() + LIFETIME_MS, False)
        async with web.browser(Authorization=f"Bearer {token}") as program:
            assert [each["id"] for each in await sessions_of(program)] == [first["id"]] == [second["id"]]
        await ann.delete(f"/api/v1/me/sessions/{first['id']}")
        async with web.browser(Authorization=f"Bearer {token}") as program:
            assert (await program.get("/api/v1/me")).status_code == 401


async def test_signing_out_everywhere_leaves_the_own_session_only(web: WebHarness) -> None:
    identity = await web.accounts.new_player("Ann")
    player = await web.store.player(identity.id)
    for _ in range(2):
        async with web.browser(Authorization=f"Bearer {web.accounts.new_token(player).token}") as other:
            await sessions_of(other)
    async with web.browser(Authorization=f"Bearer {identity.token}") as ann:
        assert len(await sessions_of(ann)) == 3
        token = (await ann.post("/api/v1/me/sign-out")).json()["token"]
    async with web.browser(Authorization=f"Bearer {token}") as ann:
        assert [each["current"] for each in await sessions_of(ann)] == [True]


async def test_signing_out_others_sends_the_new_token_before_connections_are_closed(web: WebHarness) -> None:
    """The other tabs of the same browser come back at once, and need its new cookie by then."""
    closed_before_the_answer = list[bool]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        async def watched(message: Message) -> None:
            closed_before_the_answer.append(bool(web.rooms.recoveries))
            await send(message)

        await web.app(scope, receive, watched)

    identity = await web.accounts.new_player("Ann")
    transport = httpx2.ASGITransport(app)
    async with AsyncClient(transport=transport, base_url=BASE, cookies={COOKIE: identity.token}) as ann:
        assert (await ann.post("/api/v1/me/sign-out")).status_code == 200
        assert web.rooms.recoveries == [identity.id]
    assert closed_before_the_answer == [False, False]  # head and body


async def test_a_session_is_noted_now_and_then(web: WebHarness, clock: ManualClock) -> None:
    async with guest(web) as ann, web.browser(CAFE) as moved:
        (first,) = await sessions_of(ann)
        await clock.advance(NOTE_INTERVAL_MS - 1)
        assert (await sessions_of(ann))[0]["seen_at"] == first["seen_at"]
        await clock.advance(1)
        (noted,) = await sessions_of(ann)
        assert noted["seen_at"] == clock.now()
        moved.cookies.update(ann.cookies)
        await clock.advance(MOVE_INTERVAL_MS)
        (elsewhere,) = await sessions_of(moved)
        assert elsewhere["seen_at"] == clock.now()
        assert elsewhere["began_at"] == first["began_at"]


# Addresses


async def test_nobody_plays_from_a_banned_address_until_the_end(
    web: WebHarness, clock: ManualClock, moderator: AsyncClient
) -> None:
    async with guest(web) as ann, guest(web, CAFE) as bob:
        made = await decide(moderator, "ban_address", player=await id_of(ann), hours=48)
        assert made.status_code == 201, made.text
        async with web.browser(HOME) as newcomer:
            refused = await newcomer.post("/api/v1/players", json={})
            assert (refused.status_code, refused.json()["code"]) == (403, "network_banned")
            page = await newcomer.get("/")
            assert (page.status_code, "set-cookie" in page.headers) == (200, False)
        assert (await ann.post("/api/v1/rooms", json={})).json()["code"] == "network_banned"
        assert (await bob.post("/api/v1/rooms", json={})).status_code == 201
        assert (await ann.get("/api/v1/me")).status_code == 200
        await clock.advance(48 * HOUR_MS)
        assert (await ann.post("/api/v1/rooms", json={})).status_code == 201


async def test_a_ban_of_an_address_is_lifted_and_needs_an_address_and_an_end(
    web: WebHarness, moderator: AsyncClient
) -> None:
    async with guest(web) as ann, guest(web, "127.0.0.1") as local:
        made = (await decide(moderator, "ban_address", player=await id_of(ann), hours=48)).json()
        assert (await decide(moderator, "lift", decision=made["id"])).status_code == 201
        assert (await ann.post("/api/v1/rooms", json={})).status_code == 201
        for player, more in (
            (await id_of(ann), {}),
            (await id_of(ann), {"hours": MAX_ADDRESS_BAN_HOURS + 1}),
            (await id_of(local), {"hours": 1}),
        ):
            refused = await decide(moderator, "ban_address", player=player, **more)
            assert (refused.status_code, refused.json()["code"]) == (400, "bad_decision")


async def test_no_address_is_stored_in_the_clear_nor_its_hash_for_ever(web: WebHarness, moderator: AsyncClient) -> None:
    async with guest(web) as ann:
        await decide(moderator, "ban_address", player=await id_of(ann), hours=1)
    assert HOME not in repr(vars(web.store.database))
    networks = {each.network for each in web.store.database.sessions.values()}
    assert len(networks) == 1
    assert web.context.networks.hash_of(HOME) in networks
    now = web.clock.now() + Lifetimes().network_ms
    await web.store.forget_sessions(now - LIFETIME_MS, now - Lifetimes().network_ms + 1, now)
    assert [each.network for each in web.store.database.sessions.values()] == [""]
    assert not web.store.database.banned_networks


async def test_who_comes_from_a_banned_address_may_watch(web: WebHarness, moderator: AsyncClient, at: str) -> None:
    async with guest(web) as ann:
        token = (await ann.post("/api/v1/me/token")).json()["token"]
        await decide(moderator, "ban_address", player=await id_of(ann), hours=1)
    for watch, kind in ((False, Bye), (True, Welcome)):
        hello = Hello(PROTOCOL, watch=watch)
        async with connected(at, token, hello=hello, **{"X-Forwarded-For": HOME}) as connection:
            event = await next_event(connection)
            assert isinstance(event, kind)
            if isinstance(event, Bye):
                assert (event.code, event.retry) == ("network_banned", False)


# Moderators


async def test_a_moderator_sees_sessions_and_signs_a_player_out(web: WebHarness, moderator: AsyncClient) -> None:
    async with guest(web) as ann, guest(web) as bob, guest(web, CAFE) as cho:
        files = [
            (await moderator.get("/api/v1/admin/players", params={"q": await id_of(each)})).json()["players"][0]
            for each in (ann, bob, cho)
        ]
        marks = [each["sessions"][0]["network"] for each in files]
        assert marks[0] == marks[1] != marks[2]
        player, session = files[0]["id"], files[0]["sessions"][0]["id"]
        wrong = await decide(moderator, "sign_out", player=player, session="unknown")
        assert wrong.json()["code"] == "session_not_found"
        assert (await decide(moderator, "sign_out", player=player, session=session)).status_code == 201
        assert (await ann.get("/api/v1/me")).status_code == 401
        assert (await bob.get("/api/v1/me")).status_code == 200
        assert web.rooms.recoveries == [player]
        log = (await moderator.get("/api/v1/admin/decisions")).json()["items"]
        assert [(each["action"], each["detail"]) for each in log] == [("sign_out", session)]


# Devices by a code, and programs by a token


PHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15", "Origin": BASE}
MAKE, USE, SESSIONS = "/api/v1/me/device-code", "/api/v1/device-code", "/api/v1/me/sessions"


async def test_a_link_of_one_device_signs_another_in_and_the_first_is_told(web: WebHarness, ann: AsyncClient) -> None:
    async with web.browser(**PHONE) as phone:
        made = await ann.post(MAKE)
        assert made.status_code == 201
        code, link, qr = (made.json()[name] for name in ("code", "link", "qr"))
        assert link == f"{BASE}/device#{code}"
        assert qr.startswith("<svg")
        before = {each["id"] for each in (await ann.get(SESSIONS)).json()["sessions"]}
        signed = await phone.post(USE, json={"code": code})
        assert (signed.json()["id"], signed.json()["recovery_code"]) == ((await ann.get("/api/v1/me")).json()["id"], "")
        assert "gaprace=" in signed.headers["set-cookie"]
        (added,) = [each for each in (await ann.get(SESSIONS)).json()["sessions"] if each["id"] not in before]
        assert added["device"] == "Safari on iPhone"
        assert (await phone.get("/api/v1/me")).json()["name"] == "Ann"
        await ann.delete(f"{SESSIONS}/{added['id']}")
        assert (await phone.get("/api/v1/me")).status_code == 401


async def token_for(player: AsyncClient, scope: str, name: str = "My bot") -> str:
    answer = await player.post("/api/v1/me/tokens", json={"name": name, "scope": scope})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def test_a_token_is_listed_under_its_name_and_can_be_revoked(web: WebHarness, ann: AsyncClient) -> None:
    token = await token_for(ann, "play", "My\u202ebot")
    async with web.browser(Authorization=f"Bearer {token}", **{"User-Agent": "curl/8"}) as program:
        assert (await program.get("/api/v1/me")).status_code == 200
        listed = {each["device"]: each["id"] for each in (await ann.get("/api/v1/me/sessions")).json()["sessions"]}
        assert "My bot (play)" in listed
        await ann.delete(f"/api/v1/me/sessions/{listed['My bot (play)']}")
        problem(await program.get("/api/v1/me"), 401, "no_identity")


async def test_a_token_is_not_widened_by_changing_its_text(web: WebHarness, ann: AsyncClient) -> None:
    token = await token_for(ann, "read")
    for forged in (token.replace(".read.", ".play."), token.replace(".read.", ".")):
        async with web.browser(Authorization=f"Bearer {forged}") as program:
            problem(await program.get("/api/v1/me"), 401, "no_identity")


async def test_tokens_need_a_name_a_known_scope_and_there_are_not_too_many(ann: AsyncClient) -> None:
    for body, code in [
        ({"name": "\u200b", "scope": "read"}, "bad_name"),
        ({"name": "x" * 41, "scope": "read"}, "bad_body"),
        ({"name": "x", "scope": "account"}, "bad_body"),
    ]:
        problem(await ann.post("/api/v1/me/tokens", json=body), 400, code)
    await ann.get("/api/v1/me")  # notes the player's own session
    for _ in range(MAX_SESSIONS - 1):
        await token_for(ann, "read")
    answer = await ann.post("/api/v1/me/tokens", json={"name": "x", "scope": "read"})
    problem(answer, 409, "too_many_tokens")
