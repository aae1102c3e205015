"""Who somebody is: cookies, tokens, names, recovery, over HTTP."""

from dataclasses import replace
from http.cookies import SimpleCookie

import httpx2
import pytest
from httpx2 import AsyncClient

from gaprace.people.tokens import LIFETIME_MS
from gaprace.settings import ServerSettings
from gaprace.web.http.rate_limits import IDENTITY_BURST_MINUTES, RECOVERIES_PER_MINUTE
from gaprace.wire.http import Identity, Me
from tests.rooms.stage import ManualClock
from tests.web.harness import WebHarness, becomes_guest, web_harness
from tests.web.responses import problem, read


def cookie_of(answer: httpx2.Response) -> dict[str, object]:
    cookie = SimpleCookie(answer.headers["set-cookie"])["gaprace"]
    return {"value": cookie.value, **{name: value for name, value in cookie.items() if value}}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# Guests


async def test_the_cookie_is_for_this_server_alone_and_lasts_as_long_as_its_token(browser: AsyncClient) -> None:
    cookie = cookie_of(await becomes_guest(browser))
    cookie.pop("value")
    assert cookie == {"httponly": True, "samesite": "Lax", "path": "/", "max-age": str(LIFETIME_MS // 1000)}


@pytest.mark.parametrize("path", ["/", "/api/v1/me"])
async def test_a_cookie_is_renewed_while_it_is_used(path: str) -> None:
    clock = ManualClock()
    web = WebHarness(clock=clock)
    async with web.browser() as browser:
        first = cookie_of(await becomes_guest(browser))["value"]
        for _ in range(3):
            await clock.advance(LIFETIME_MS - 1000)
            renewed = cookie_of(await browser.get(path))
            assert renewed["value"] != first
            assert renewed["max-age"] == str(LIFETIME_MS // 1000)
        await clock.advance(LIFETIME_MS)
        problem(await browser.get("/api/v1/me"), 401, "no_identity")
    assert len(web.store.database.players) == 1


# https

HTTPS = {"X-Forwarded-Proto": "https"}
SECURE = "__Host-gaprace"


def cookies_of(answer: httpx2.Response) -> dict[str, str]:
    """The cookies that an answer sets, by name, each as it is written."""
    return {line.partition("=")[0]: line for line in answer.headers.get_list("set-cookie")}


def secured(**options: object) -> WebHarness:
    return WebHarness(replace(ServerSettings(), trusted_hops=1), **options)  # type: ignore[arg-type]


async def test_two_servers_on_one_host_leave_each_others_visitors_alone() -> None:
    """Browsers send the cookies of a host to all of its ports."""
    for scheme, prefix in (("http", ""), ("https", "__Host-")):
        jar = dict[str, str]()
        for port in (8433, 8434, 8433):
            async with secured().browser(Host=f"games.lan:{port}", **{"X-Forwarded-Proto": scheme}) as browser:
                sent = "; ".join(f"{name}={value}" for name, value in jar.items())
                (name,) = (made := cookies_of(await becomes_guest(browser, {"Cookie": sent})))
                assert name == f"{prefix}gaprace-{port}"
                jar[name] = made[name].partition(";")[0].partition("=")[2]
                sent = "; ".join(f"{name}={value}" for name, value in jar.items())
                assert (await browser.get("/api/v1/me", headers={"Cookie": sent})).status_code == 200
        assert len(jar) == 2


async def test_who_was_known_at_a_port_over_http_is_known_over_https() -> None:
    clock = ManualClock()
    web = secured(clock=clock)
    token = (await web.accounts.new_player("Ann")).token
    await clock.advance(1000)
    async with web.browser(Host="games.lan", **HTTPS) as browser:
        cookies = f"gaprace-9000=of-a-neighbour; gaprace-8433={token}"
        answer = await browser.get("/api/v1/me", headers={"Cookie": cookies})
        assert read(answer, Me).name == "Ann"
        assert SECURE in cookies_of(answer)


@pytest.mark.parametrize(("hops", "secure"), [(0, False), (1, True)])
async def test_the_cookie_is_secure_over_https(hops: int, secure: bool) -> None:
    async with web_harness(trusted_hops=hops).browser() as browser:
        cookies = cookies_of(await becomes_guest(browser, headers=HTTPS))
    assert list(cookies) == [SECURE if secure else "gaprace"]
    parts = {part.lower() for part in cookies.popitem()[1].split("; ")}
    assert ("secure" in parts) == secure
    assert "path=/" in parts
    assert not any(part.startswith("domain") for part in parts)


async def test_over_https_an_identity_that_a_sibling_domain_has_planted_is_not_taken() -> None:
    clock = ManualClock()
    web = secured(clock=clock)
    async with web.browser() as browser:
        await browser.get("/", headers=HTTPS)
        await clock.advance(1000)
        planted = (await web.accounts.new_player("Eve")).token
        mine = (await web.accounts.new_player("Ann")).token
        for cookies, status in ((f"gaprace={planted}", 401), (f"gaprace={planted}; {SECURE}={mine}", 200)):
            answer = await browser.get("/api/v1/me", headers={**HTTPS, "Cookie": cookies})
            assert answer.status_code == status
        assert read(answer, Me).name == "Ann"


async def test_an_identity_that_was_made_by_the_first_request_over_https_is_not_taken_either() -> None:
    async with secured().browser() as browser:
        planted = read(await browser.post("/api/v1/players", headers=HTTPS), Identity, 201).token
        answer = await browser.get("/api/v1/me", headers={**HTTPS, "Cookie": f"gaprace={planted}"})
        problem(answer, 401, "no_identity")


@pytest.mark.parametrize("path", ["/", "/api/v1/me"])
async def test_a_cookie_from_before_https_goes_on_with_the_prefix(path: str) -> None:
    clock = ManualClock()
    web = secured(clock=clock)
    token = (await web.accounts.new_player("Ann")).token
    await clock.advance(1000)
    async with web.browser() as browser:
        cookies = cookies_of(await browser.get(path, headers={**HTTPS, "Cookie": f"gaprace={token}"}))
        assert list(cookies) == [SECURE, "gaprace"]
        assert "Max-Age=0" in cookies["gaprace"]
        again = {**HTTPS, "Cookie": cookies[SECURE].partition(";")[0]}
        assert read(await browser.get("/api/v1/me", headers=again), Me).name == "Ann"
    assert len(web.store.database.players) == 1


async def test_over_http_the_cookie_goes_on_as_before(web: WebHarness, browser: AsyncClient) -> None:
    token = (await web.accounts.new_player("Ann")).token
    answer = await browser.get("/api/v1/me", headers={"Cookie": f"gaprace={token}"})
    assert read(answer, Me).name == "Ann"
    assert "set-cookie" not in answer.headers
    problem(await browser.get("/api/v1/me", headers={"Cookie": f"{SECURE}={token}"}), 401, "no_identity")


# Bad cookies


@pytest.mark.parametrize("cookie", ["nonsense", "g1.a.1.b", '"', "é", "x" * 5_000, "g1.0000000000000000.1." + "A" * 43])
async def test_a_bad_cookie_is_none(web: WebHarness, cookie: str, browser: AsyncClient) -> None:
    headers = [(b"cookie", f"gaprace={cookie}".encode())]
    answer = await browser.get("/", headers=headers)
    assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    made = await browser.post("/api/v1/players", headers=headers)
    assert cookie_of(made)["value"] != cookie
    assert len(web.store.database.players) == 1


# Programs


async def test_a_program_becomes_a_player(browser: AsyncClient) -> None:
    answer = await browser.post("/api/v1/players", json={"name": "  Ann  "})
    identity = read(answer, Identity, 201)
    browser.cookies.clear()
    me = read(await browser.get("/api/v1/me", headers=bearer(identity.token)), Me)
    assert me == Me(identity.id, "Ann", has_recovery_code=True)
    assert cookie_of(answer)["value"] == identity.token


async def test_a_guest_who_asks_again_stays_the_same_and_counts_once() -> None:
    web = web_harness(identities_per_minute=1)
    async with web.browser() as browser:
        made = read(await becomes_guest(browser), Identity, 201)
        for _ in range(70):
            answer = await becomes_guest(browser)
            assert read(answer, Identity, 201) == Identity(made.id, made.name, "", "", 0)
            assert "set-cookie" not in answer.headers
    assert len(web.store.database.players) == 1


async def test_an_address_may_make_seventy_identities_at_once_and_one_a_minute() -> None:
    web = web_harness(identities_per_minute=1)
    async with web.browser() as program, web.browser("192.0.2.2") as neighbour:
        for _ in range(70):
            read(await program.post("/api/v1/players"), Identity, 201)
        answer = await program.post("/api/v1/players")
        problem(answer, 429, "too_many_identities")
        assert 0 < int(answer.headers["retry-after"]) <= 60
        read(await neighbour.post("/api/v1/players"), Identity, 201)
    assert len(web.store.database.players) == 71


async def test_behind_a_trusted_proxy_the_addresses_of_clients_count() -> None:
    web = web_harness(trusted_hops=1, identities_per_minute=1)
    async with web.browser() as proxy:
        for address in ("198.51.100.1", *["198.51.100.2"] * IDENTITY_BURST_MINUTES):
            answer = await proxy.post("/api/v1/players", headers={"X-Forwarded-For": f"6.6.6.6, {address}"})
            read(answer, Identity, 201)
        again = await proxy.post("/api/v1/players", headers={"X-Forwarded-For": "7.7.7.7, 198.51.100.2"})
        problem(again, 429, "too_many_identities")


async def test_a_bad_token_is_refused_even_beside_a_good_cookie(browser: AsyncClient) -> None:
    await becomes_guest(browser)
    problem(await browser.get("/api/v1/me", headers=bearer("nonsense")), 401, "no_identity")


# Names


async def test_a_name_can_be_changed(web: WebHarness, ann: AsyncClient) -> None:
    me = read(await ann.patch("/api/v1/me", json={"name": "\uff22ea  B"}), Me)
    assert me.name == "Bea B"
    assert read(await ann.get("/api/v1/me"), Me) == me
    assert web.rooms.renames == ["Bea B"]


async def test_an_address_may_change_names_so_often_a_minute(web: WebHarness, ann: AsyncClient) -> None:
    async with await web.program() as neighbour:
        for number in range(60):
            read(await ann.patch("/api/v1/me", json={"name": f"Ann {number}"}), Me)
        for each in (ann, neighbour):
            problem(await each.patch("/api/v1/me", json={"name": "Bea"}), 429, "too_many_requests")
    assert len(web.rooms.renames) == 60


# Recovery


async def test_an_identity_can_be_taken_to_another_browser(web: WebHarness, browser: AsyncClient) -> None:
    async with web.browser() as new:
        code = read(await browser.post("/api/v1/players"), Identity, 201).recovery_code
        me = read(await browser.get("/api/v1/me"), Me)
        answer = await new.post("/api/v1/recover", json={"recovery_code": code.lower()})
        identity = read(answer, Identity)
        assert (identity.id, identity.name) == (me.id, me.name)
        assert cookie_of(answer)["value"] == identity.token
        assert read(await new.get("/api/v1/me"), Me) == me
        assert web.rooms.recoveries == [me.id]
        problem(await browser.get("/api/v1/me"), 401, "no_identity")
        problem(await browser.post("/api/v1/recover", json={"recovery_code": code}), 404, "unknown_recovery_code")
        read(await browser.post("/api/v1/recover", json={"recovery_code": identity.recovery_code}), Identity)


@pytest.mark.parametrize(
    ("path", "code"), [("recover", {"recovery_code": "A" * 20}), ("device-code", {"code": "0" * 10})]
)
async def test_codes_cannot_be_tried_in_great_numbers(path: str, code: dict[str, str], browser: AsyncClient) -> None:
    tries = [await browser.post(f"/api/v1/{path}", json=code) for _ in range(RECOVERIES_PER_MINUTE + 1)]
    assert [each.status_code for each in tries[:-1]] == [404] * RECOVERIES_PER_MINUTE
    problem(tries[-1], 429, "too_many_identities")
