"""The pages of the API, its addresses, validators and limits, and pages of other origins that use it."""

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from httpx2 import AsyncClient

from gaprace.error_codes import CLOSE_REASONS, ERRORS
from gaprace.web.api.reference import http_page, http_part, socket_page
from tests.web.api.documents import ASYNCAPI, OPENAPI
from tests.web.harness import WebHarness, web_harness

ORIGIN = "https://race.example.org"


class Page(HTMLParser):
    """A page whose elements are closed in order, with its ids and links."""

    VOID = {"meta", "link", "br"}  # noqa: RUF012

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


PARTS = [*(tag["name"] for tag in OPENAPI["tags"] if tag["name"] != "pages"), "objects", "", "socket"]


@cache
def text_of(part: str) -> str:
    if part == "socket":
        return socket_page(ASYNCAPI)
    return http_part(OPENAPI, part) or "" if part else http_page(OPENAPI)


@cache
def page_of(part: str) -> Page:
    return Page(text_of(part))


@pytest.mark.parametrize("part", PARTS)
def test_a_page_is_whole_and_leads_only_to_what_is_there(part: str) -> None:
    text, page = text_of(part), page_of(part)
    assert len(page.ids) == len(set(page.ids))
    assert [link for link in page.links if link.startswith("#") and link[1:] not in page.ids] == []
    assert [link for link in page.links if not link.startswith(("#", "/"))] == []
    assert "<script" not in text
    for link in page.links:
        path, _, place = link.partition("#")
        other = path.removeprefix("/docs").removeprefix("/")
        if path.startswith("/docs") and other in PARTS:
            assert not place or place in page_of(other).ids, link


def test_the_first_pages_have_the_codes_that_problems_name_and_few_elements() -> None:
    for part in ("", "socket"):
        assert ERRORS.keys() <= set(page_of(part).ids)
    assert all(text_of(part).count("<") // 2 < 5_000 for part in PARTS if part != "objects")
    assert http_part(OPENAPI, "nothing") is None


def test_the_pages_have_every_operation_message_and_close_code() -> None:
    http, socket = text_of(""), text_of("socket")
    assert set(re.findall(r"<code>(/[^<]*)</code>", http)) >= set(OPENAPI["paths"])
    assert {f"message-{tag}" for tag in ASYNCAPI["components"]["messages"]} <= set(page_of("socket").ids)
    assert all(f"<code>{row.close}</code>" in socket for row in CLOSE_REASONS.values())


async def test_the_pages_are_served_with_their_style(browser: AsyncClient) -> None:
    for path in ("/docs", "/docs/socket", "/docs/rooms", "/docs/objects"):
        answer = await browser.get(path)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        (style,) = [link for link in Page(answer.text).links if link.endswith(".css")]
        assert (await browser.get(style)).headers["content-type"].startswith("text/css")
    assert (await browser.get("/asyncapi.json")).json() == ASYNCAPI


async def test_answers_say_what_is_left_to_an_address() -> None:
    async with web_harness(requests_per_minute=3).browser() as reader:
        answers = [await reader.get("/api/v1/rooms") for _ in range(4)]
        assert [answer.headers["ratelimit"] for answer in answers] == [
            '"requests";r=2;t=20',
            '"requests";r=1;t=40',
            '"requests";r=0;t=60',
            '"requests";r=0;t=60',
        ]
        assert answers[-1].status_code == 429
        assert answers[0].headers["ratelimit-policy"] == '"requests";q=3;w=60'
        well = await reader.get("/healthz")
        assert (well.status_code, "ratelimit" in well.headers) == (200, False), "it is not limited"


async def test_a_page_of_an_allowed_origin_may_use_the_api_with_a_token() -> None:
    web = web_harness(origins=frozenset({ORIGIN}))
    async with web.browser(Origin=ORIGIN) as page:
        asked = await page.options(
            "/api/v1/players",
            headers={"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"},
        )
        assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (204, ORIGIN)
        assert "POST" in asked.headers["access-control-allow-methods"]
        assert "Content-Type" in asked.headers["access-control-allow-headers"]
        made = await page.post("/api/v1/players", json={"name": "Ann"})
        assert (made.status_code, made.headers["access-control-allow-origin"]) == (201, ORIGIN)
        assert "access-control-allow-credentials" not in made.headers
        refused = await page.get("/api/v1/me", headers={"Authorization": "Bearer no"})
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, ORIGIN)


async def test_pages_of_other_origins_may_ask_and_not_read_answers() -> None:
    for web in (WebHarness(), web_harness(origins=frozenset({ORIGIN}))):
        async with web.browser(Origin="https://evil.example") as page:
            asked = await page.options("/api/v1/rooms", headers={"Access-Control-Request-Method": "GET"})
            got = await page.get("/api/v1/rooms")
            assert (asked.status_code, got.status_code) == (204, 200)
            for answer in (asked, got):
                assert "access-control-allow-origin" not in answer.headers
