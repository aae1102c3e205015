"""How other sites learn what they may show in a frame."""

import pytest

from gaprace.web.pages.embeds import discovery_tag, embed_path
from tests.web.harness import WebHarness


@pytest.fixture
def web() -> WebHarness:
    return WebHarness()


@pytest.mark.parametrize(
    ("path", "embedded"),
    [
        ("/race/0123456789abcdef", "/embed/race/0123456789abcdef"),
        ("/g/0123456789abcdef", "/embed/g/0123456789abcdef"),
        ("/daily/2026-11-21", "/embed/daily/2026-11-21"),
        ("/group/ABCDEFGH", "/embed/group/ABCDEFGH"),
        ("/r/ABCDEFGH", ""),
        ("/w/ABCDEFGH", ""),
        ("/g/%22%3E%3Cscript", ""),
        ("/group/ABCDEFGH/room", ""),
        ("/", ""),
    ],
)
def test_races_replays_dailies_and_groups_can_be_embedded(path: str, embedded: str) -> None:
    assert embed_path(path) == embedded
    assert bool(discovery_tag("http://gap.test", path)) == bool(embedded)


async def test_a_page_says_how_to_embed_it_and_the_answer_is_a_frame_that_fits(web: WebHarness) -> None:
    async with web.browser() as browser:
        base = str(browser.base_url).rstrip("/")
        page = (await browser.get("/daily/2026-11-21", headers={"Accept": "text/html"})).text
        assert "application/json+oembed" in page
        query = {"url": f"{base}/daily/2026-11-21", "maxwidth": "300", "maxheight": "99999999"}
        answer = (await browser.get("/oembed", params=query)).json()
    assert (answer["type"], answer["version"], answer["width"], answer["height"]) == ("rich", "1.0", 300, 640)
    assert answer["html"].startswith(f'<iframe src="{base}/embed/daily/2026-11-21" width="300" height="640" ')


@pytest.mark.parametrize(
    "url",
    ["", "http://elsewhere.test/daily/2026-11-21", "/r/ABCDEFGH", "javascript:alert(1)", "http://[::1/g/x"],
)
async def test_nothing_else_can_be_embedded(web: WebHarness, url: str) -> None:
    async with web.browser() as browser:
        answer = await browser.get("/oembed", params={"url": url})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
