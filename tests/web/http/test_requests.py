"""The HTTP routes: what they answer, and how each of them fails."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from time import perf_counter

import pytest
from httpx2 import AsyncClient

from gaprace.play.events.calendar import date_of
from gaprace.web.app import ROUTES
from gaprace.web.http import bodies
from gaprace.web.http.middleware import TYPED
from gaprace.web.http.routes import REFUSAL_PAUSE_S
from gaprace.wire import RoomView, Settings
from gaprace.wire.http import Me, RoomCreated
from tests.web.finished_games import add_finished_game
from tests.web.harness import BASE, CODE, WebHarness, web_harness
from tests.web.responses import problem, read

PARAMETER = re.compile(r"\{.+?\}")
"""Of the path of a route."""


# Rooms and games


async def test_a_room_is_created_and_its_links_are_told(web: WebHarness, ann: AsyncClient) -> None:
    for body, settings in (({"seats": 2}, Settings(seats=2)), ({}, Settings())):
        code = (created := read(await ann.post("/api/v1/rooms", json=body), RoomCreated, 201)).code
        assert created == RoomCreated(code, f"{BASE}/r/{code}", f"ws://race.test/ws/rooms/{code}")
        assert (await web.rooms.view(code)).settings == settings


async def test_who_wants_to_race_now_gets_a_room(web: WebHarness, ann: AsyncClient) -> None:
    created = read(await ann.post("/api/v1/races", json={"variant": "gaps"}), RoomCreated, 201)
    assert created.url == f"{BASE}/r/{created.code}"
    assert (await web.rooms.view(created.code)).settings.variant.name == "gaps"
    problem(await ann.post("/api/v1/races", json={"variant": "bridge"}), 400, "bad_settings")


async def test_a_room_can_be_read_by_its_code_typed_loosely(browser: AsyncClient) -> None:
    assert read(await browser.get(f"/api/v1/rooms/{CODE}"), RoomView).code == CODE
    assert read(await browser.get("/api/v1/rooms/abcd-efgh"), RoomView).code == CODE
    problem(await browser.get("/api/v1/rooms/ZZZZZZZZ"), 404, "room_not_found")
    problem(await browser.get("/api/v1/rooms/%01%ff"), 404, "room_not_found")


# Addresses in texts


@pytest.mark.parametrize(
    "after", [".", ")", ").", "/", "?!", "\u2019", '."', "*", "...", "//", "~", "\u200b", "\uff09", "\u6765"]
)
async def test_the_punctuation_after_a_link_leads_to_its_page(web: WebHarness, after: str) -> None:
    async with web.browser(Accept="text/html") as browser:
        answer = await browser.get(f"/R/{CODE}{after}".replace("?", "%3F"), params={"t": "1"})
        assert (answer.status_code, answer.headers["location"]) == (302, f"/r/{CODE}?t=1")
        assert (await browser.get(answer.headers["location"])).status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "*/*"], ids=["a browser", "a preview"])
async def test_an_address_that_people_type_leads_to_the_page_it_means(web: WebHarness, accept: str) -> None:
    async with web.browser(Accept=accept) as browser:
        for typed, page in {**TYPED, "/Groups": "/group"}.items():
            answer = await browser.get(typed, params={"t": "1"})
            assert (answer.status_code, answer.headers["location"]) == (302, f"{page}?t=1")
            assert (await browser.get(page)).status_code == 200
    async with web.browser(Accept="application/json") as program:
        assert (await program.get("/groups")).status_code == 404


@pytest.mark.parametrize(
    ("path", "accept"), [("/", "text/html"), ("/api/v1/rooms/X.", "*/*"), ("//a.org/", "text/html")]
)
async def test_other_addresses_stay_as_they_are(web: WebHarness, path: str, accept: str) -> None:
    async with web.browser(Accept=accept) as browser:
        assert "location" not in (await browser.get(f"{BASE}{path}")).headers


# Limits


async def test_an_address_may_create_ten_rooms_at_once_and_two_a_minute_and_is_told_where_each_is() -> None:
    web = web_harness(rooms_per_minute=2)
    async with await web.program() as program, await web.program(address="192.0.2.2") as neighbour:
        for _ in range(10):
            made = await program.post("/api/v1/rooms")
            assert made.headers["location"] == f"/api/v1/rooms/{read(made, RoomCreated, 201).code}"
        answer = await program.post("/api/v1/rooms")
        problem(answer, 429, "too_many_rooms")
        assert 0 < int(answer.headers["retry-after"]) <= 60
        read(await neighbour.post("/api/v1/rooms"), RoomCreated, 201)
    assert len(web.store.database.rooms) == 11


async def test_what_is_rationed_is_rooms_and_quick_races_not_playing_alone_a_ghost_or_the_daily() -> None:
    web = web_harness(rooms_per_minute=1)
    today = date_of(web.clock.now())
    await add_finished_game(web.store)
    async with await web.program() as program:
        for _ in range(8):
            read(await program.post("/api/v1/rooms", json={"seats": 1}), RoomCreated, 201)
            read(await program.post("/api/v1/rooms", json={"ghost": "g1"}), RoomCreated, 201)
            read(await program.post(f"/api/v1/dailies/{today}/mini/games", json={}), RoomCreated, 201)
        read(await program.post("/api/v1/races", json={"variant": "gaps"}), RoomCreated, 201)
        for _ in range(4):
            read(await program.post("/api/v1/rooms", json={"seats": 2}), RoomCreated, 201)
        for path, body in (("/api/v1/rooms", {"seats": 2}), ("/api/v1/races", {"variant": "mini"})):
            problem(await program.post(path, json=body), 429, "too_many_rooms")


async def test_a_player_who_changes_addresses_has_one_quota() -> None:
    web = web_harness(rooms_per_minute=1)
    token = (await web.accounts.new_player("Ann")).token
    for number in range(6):
        async with web.browser(f"192.0.2.{number}", Authorization=f"Bearer {token}") as program:
            answer = await program.post("/api/v1/rooms", json={"seats": 2})
            assert (answer.status_code == 201) == (number < 5)


async def test_who_goes_on_beyond_the_limit_is_answered_late() -> None:
    web = web_harness(requests_per_minute=1)
    async with web.browser() as browser:
        assert (await browser.get("/how")).status_code == 200
        since = perf_counter()
        problem(await browser.get("/how"), 429, "too_many_requests")
        assert perf_counter() - since > REFUSAL_PAUSE_S / 2


# Bodies


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "body", [b"{", b"nonsense", b"\xff", b'{"name": "\xff"}', b'{"name": "\\ud800"}', b"[" * 16_000]
)
async def test_a_body_that_is_no_json_is_refused(body: bytes, browser: AsyncClient) -> None:
    problem(await browser.post("/api/v1/players", content=body, headers=JSON), 400, "bad_body")


@pytest.mark.parametrize("body", ['{"name": 5}', '{"name": "Ann", "age": 5}', "[]", "null", '"Ann"', "1" * 5_000])
async def test_a_body_that_does_not_fit_is_refused(body: str, browser: AsyncClient) -> None:
    answer = await browser.post("/api/v1/players", content=body, headers=JSON)
    assert "not valid" in problem(answer, 400, "bad_body").message


async def test_a_body_with_nul_in_a_text_is_refused_and_one_that_speaks_of_it_is_not(ann: AsyncClient) -> None:
    for text in (r"\u0000", r"a\\\u0000"):
        answer = await ann.patch("/api/v1/me", content=f'{{"name": "{text}"}}', headers=JSON)
        assert "not valid" in problem(answer, 400, "bad_body").message
    read(await ann.patch("/api/v1/me", json={"name": r"a\u0000"}), Me)


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data", 415),
        ("", 415),
        ("Application/JSON; charset=utf-8", 201),
    ],
)
async def test_a_body_has_to_be_called_json(content_type: str, status: int, browser: AsyncClient) -> None:
    answer = await browser.post("/api/v1/players", content="{}", headers={"Content-Type": content_type})
    assert answer.status_code == status


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity, gzip"])
async def test_a_compressed_body_is_refused_for_what_it_is(encoding: str, browser: AsyncClient) -> None:
    headers = {**JSON, "Content-Encoding": encoding}
    answer = await browser.post("/api/v1/players", content=b"\x1f\x8b", headers=headers)
    assert "compressed" in problem(answer, 415, "bad_content_type").message
    plain = {**JSON, "Content-Encoding": "identity"}
    assert (await browser.post("/api/v1/players", content=b"{}", headers=plain)).status_code == 201


async def test_a_body_from_a_file_may_begin_with_the_mark_of_its_editor(browser: AsyncClient) -> None:
    for body in (b'\xef\xbb\xbf{"name": "Ann"}', b"\xef\xbb\xbf"):
        assert (await browser.post("/api/v1/players", content=body, headers=JSON)).status_code == 201


async def test_a_body_may_have_16_kib(browser: AsyncClient) -> None:
    body = b'{"name": "Ann"' + b" " * (16 * 1024)
    fits = await browser.post("/api/v1/players", content=body[: 16 * 1024 - 1] + b"}", headers=JSON)
    assert fits.status_code == 201
    too_large = await browser.post("/api/v1/players", content=body[: 16 * 1024] + b"}", headers=JSON)
    problem(too_large, 413, "body_too_large")


async def test_a_body_without_a_length_is_read_as_far_as_allowed(browser: AsyncClient) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1024
            assert sent <= 32 * 1024
            yield b" " * 1024

    problem(await browser.post("/api/v1/players", content=endless(), headers=JSON), 413, "body_too_large")


async def test_a_body_that_does_not_come_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, browser: AsyncClient
) -> None:
    monkeypatch.setattr(bodies, "BODY_TIMEOUT_S", 0.01)

    async def stuck() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    problem(await browser.post("/api/v1/players", content=stuck(), headers=JSON), 408, "too_slow")


# What fails otherwise


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/rooms", "/api/v1/", "/api/v1/rooms/", "/api/v1/rooms/A/B", "/r/", "/ws/rooms/A"]
)
async def test_an_unknown_page_is_a_problem(path: str, browser: AsyncClient) -> None:
    problem(await browser.get(path), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/v1/rooms", {"GET", "HEAD", "POST"}),
        ("PUT", "/api/v1/me", {"GET", "HEAD", "PATCH", "DELETE"}),
        ("GET", "/api/v1/players", {"POST"}),
        ("POST", "/", {"GET", "HEAD"}),
        ("PUT", "/api/v1/puzzles/daily", {"GET", "HEAD"}),
        ("GET", "/api/v1/groups/ABCDEFGH/members/me", {"PUT", "DELETE"}),
        ("BREW", "/client/page.css", {"GET", "HEAD"}),
    ],
)
async def test_a_method_that_is_not_for_a_page_is_a_problem(
    method: str, path: str, allowed: set[str], browser: AsyncClient
) -> None:
    answer = await browser.request(method, path)
    problem(answer, 405, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) == {"OPTIONS"} | allowed
    told = await browser.options(path)
    assert (told.status_code, told.headers["allow"]) == (204, answer.headers["allow"])


async def test_a_mistake_of_ours_is_told_without_details_and_noted_on_one_line(
    web: WebHarness, caplog: pytest.LogCaptureFixture, browser: AsyncClient
) -> None:
    async def mistaken(*_: object) -> None:
        raise ZeroDivisionError("the secret is 5")

    web.rooms.view = mistaken
    told = problem(await browser.get("/api/v1/rooms/A%0AERROR%20forged"), 500, "internal_error").message
    (record,) = caplog.records
    number = told.split()[-1].rstrip(".")
    assert "secret" not in told
    assert number in record.getMessage()
    assert "\n" not in record.getMessage()
    assert record.levelno == logging.ERROR
    assert record.exc_info


async def test_when_the_store_is_away_one_may_try_again(web: WebHarness, ann: AsyncClient) -> None:
    web.store.available = False
    answer = await ann.get("/api/v1/me")
    problem(answer, 503, "try_again")
    assert answer.headers["retry-after"] == "1"


# Headers


@pytest.mark.parametrize("path", ["/", "/client/page.css", "/api/v1/rooms", "/nothing", "/api/v1/me", "/openapi.json"])
async def test_every_answer_keeps_browsers_careful(path: str, browser: AsyncClient) -> None:
    headers = (await browser.get(path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"


async def test_the_scripts_of_a_page_have_no_headers_that_are_about_documents(browser: AsyncClient) -> None:
    [path] = re.findall(r'src="(/client/@\w+/main\.js)"', (await browser.get("/")).text)
    headers = (await browser.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert not {"content-security-policy", "x-frame-options", "ratelimit"} & {*headers}
    assert sum(len(name) + len(value) + 4 for name, value in headers.raw) < 400


@pytest.mark.parametrize("file", ["index.html", "icon.svg"])
async def test_a_file_that_a_browser_can_show_is_never_framed(file: str, browser: AsyncClient) -> None:
    [version] = re.findall(r'src="(/client/@\w+/)main\.js"', (await browser.get("/")).text)
    answer = await browser.get(version + file)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert answer.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


async def test_the_pages_that_are_made_for_it_may_be_framed_and_no_others(browser: AsyncClient) -> None:
    made = {f"/embed/{each}" for each in ("race/0123456789abcdef", "g/0123456789abcdef", "daily/today")}
    for path in {PARAMETER.sub("0123456789abcdef", route.path) for route in ROUTES if route.method == "GET"} | made:
        headers = (await browser.get(path)).headers
        ancestors = "*" if path.startswith("/embed/") else "'none'"
        assert f"frame-ancestors {ancestors};" in f"{headers['content-security-policy']};", path
        assert headers.get("x-frame-options") == (None if ancestors == "*" else "DENY"), path
        assert "unsafe" not in headers["content-security-policy"]


async def test_answers_with_data_are_not_kept_by_caches(browser: AsyncClient) -> None:
    for path in ("/api/v1/rooms", "/api/v1/me", f"/api/v1/rooms/{CODE}"):
        assert (await browser.get(path)).headers["cache-control"] == "no-store"
