"""HTTP's negotiation, as RFC 9110 has it: each rule on a page, a file, a document of the API, or a stream."""

import re

import pytest
from httpx2 import AsyncClient
from starlette.datastructures import Headers

from gaprace.web.app import ROUTES
from gaprace.web.http.clients import accepts, encoding_of, has_already
from gaprace.web.http.event_streams import StreamForm
from tests.web.finished_games import add_finished_game
from tests.web.harness import CODE, WebHarness

TAG = '"abc"'


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("BR", "br"),
        ("br ; q=0.001", "br"),
        ("gzip;q=0, br;q=0", ""),
        ("identity, br;q=0.5", ""),
        ("identity;q=0.5, gzip", "gzip"),
        ("*", "br"),
        ("*;q=0", ""),
        ("br;q=0, *", "gzip"),
        ("x-gzip, brotli", ""),
        ("", ""),
    ],
)
def test_an_encoding_is_chosen_by_its_weight(accepted: str, encoding: str) -> None:
    assert encoding_of(Headers({"accept-encoding": accepted}), ["br", "gzip"]) == encoding


def test_a_header_may_come_in_several_lines() -> None:
    lines = [(b"accept-encoding", b"deflate"), (b"accept-encoding", b"gzip;q=0.2")]
    assert encoding_of(Headers(raw=lines), ["br", "gzip"]) == "gzip"


@pytest.mark.parametrize(
    ("accepted", "is_accepted"),
    [
        ("text/event-stream", True),
        ("Text/Event-Stream;q=0.5", True),
        ("text/event-stream; charset=utf-8; q=0.9, */*;q=0.1", True),
        ("application/json, text/event-stream;q=0.5", False),
        ("text/event-stream;q=0", False),
        ("*/*", False),
        ("text/*", False),
        ("", False),
    ],
)
def test_a_media_type_is_wanted_if_it_is_named_and_nothing_is_preferred(accepted: str, is_accepted: bool) -> None:
    assert accepts(Headers({"accept": accepted}), StreamForm.EVENTS.value) == is_accepted


@pytest.mark.parametrize(
    ("known", "is_known"),
    [
        (TAG, True),
        (f"W/{TAG}", True),
        (f'"x", W/"y,z" , {TAG}', True),
        ("*", True),
        ('"abcd"', False),
        ('"x,abc"', False),
        ("abc", False),
        ("", False),
    ],
)
def test_tags_are_compared_as_a_list_and_weakly(known: str, is_known: bool) -> None:
    assert has_already(Headers({"if-none-match": known}), TAG) == is_known


API = ("games/g1", "dailies", "dailies/commitments", "leaderboards/streak/all/mini")


@pytest.mark.parametrize(
    "path", ["/", "/client/main.js", "/openapi.json", "/docs", *(f"/api/v1/{each}" for each in API)]
)
async def test_what_a_client_has_already_is_not_sent_again(web: WebHarness, path: str, browser: AsyncClient) -> None:
    await add_finished_game(web.store)
    for encoding in ("br", "gzip", "identity"):
        first = await browser.get(path, headers={"Accept-Encoding": encoding})
        tag = first.headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            asked = {"If-None-Match": known, "Accept-Encoding": encoding}
            again = await browser.get(path, headers={**asked, "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"})
            assert (again.status_code, again.content) == (304, b""), known
            for name in ("etag", "cache-control", "vary"):
                assert again.headers.get(name) == first.headers.get(name), name
        other = await browser.get(path, headers={"If-None-Match": '"other"', "Accept-Encoding": encoding})
        assert other.content == first.content


async def test_each_encoding_has_a_tag_of_its_own(browser: AsyncClient) -> None:
    encodings = ("br", "gzip", "identity")
    tags = [(await browser.get("/", headers={"Accept-Encoding": each})).headers["etag"] for each in encodings]
    assert len({*tags}) == len(tags)


async def test_conditions_by_dates_and_ranges_are_left_out_since_nothing_has_them(browser: AsyncClient) -> None:
    whole = await browser.get("/client/main.js")
    assert "last-modified" not in whole.headers
    for headers in ({"If-Modified-Since": "Fri, 31 Dec 2100 23:59:59 GMT"}, {"Range": "bytes=0-3"}):
        answer = await browser.get("/client/main.js", headers=headers)
        assert (answer.status_code, answer.content) == (200, whole.content)


async def test_head_has_the_headers_of_get(browser: AsyncClient) -> None:
    known = {"path": "main.js", "code": CODE, "id": "g1"}
    paths = {
        re.sub(r"\{(\w+).*?\}", lambda name: known.get(name[1], "x"), each.path)
        for each in ROUTES
        if each.method == "GET"
    }
    for path in sorted({*paths, "/nowhere"}):
        got, head = await browser.get(path), await browser.head(path)
        assert head.status_code == got.status_code, path
        for name in ("content-type", "content-length", "etag", "cache-control", "vary", "content-encoding"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


async def test_head_opens_no_stream(browser: AsyncClient) -> None:
    path = re.sub(r"\{code\}", CODE, next(route.path for route in ROUTES if route.events))
    answer = await browser.head(path, headers={"Accept": "text/event-stream"})
    assert not answer.headers["content-type"].startswith("text/event-stream")
