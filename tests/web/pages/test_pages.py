from html.parser import HTMLParser
from pathlib import Path

import pytest
from httpx2 import AsyncClient

from gaprace.web.pages.pages import TODAY_COOKIE
from tests.web.harness import CLIENT, WebHarness
from tests.web.responses import problem
from tests.web.stream_reader import reading


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    client = tmp_path / "client"
    files = {
        "index.html": "<!doctype html>",
        "main.js": "export{};",
        "rules/board.js": "export{};",
        "page.css": "p{}",
        "icon.svg": "<svg/>",
        "icon.png": "png",
        "app.webmanifest": "{}",
        "package.json": "{}",
        "package-lock.json": "{}",
        "biome.json": "{}",
        "notes.txt": "",
        ".npmrc": "",
        ".hidden.js": "",
        ".git/config.js": "",
        "node_modules/tsc/index.js": "",
        "rules/node_modules/x.js": "",
        "bundle/build.js": "",
        "folder.js/inside.js": "",
        "UPPER.JS": "",
    }
    for name, content in files.items():
        file = client / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    (tmp_path / "secret.js").write_text("secret")
    (client / "link.js").symlink_to(tmp_path / "secret.js")
    return client


@pytest.fixture
def web(folder: Path) -> WebHarness:
    return WebHarness(client=folder)


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("main.js", "text/javascript; charset=utf-8"),
        ("rules/board.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("icon.png", "image/png"),
        ("app.webmanifest", "application/manifest+json"),
    ],
)
async def test_the_clients_files_are_served_as_what_they_are(
    folder: Path, path: str, media_type: str, browser: AsyncClient
) -> None:
    answer = await browser.get(f"/client/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert answer.content == (folder / path).read_bytes()
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "package.json",
        "package-lock.json",
        "biome.json",
        "notes.txt",
        ".npmrc",
        ".hidden.js",
        ".git/config.js",
        "node_modules/tsc/index.js",
        "rules/node_modules/x.js",
        "bundle/build.js",
        "folder.js",
        "folder.js/",
        "rules",
        "",
        "UPPER.JS",
        "link.js",
        "nothing.js",
        "main.js/x.js",
        "../secret.js",
        "%2e%2e/secret.js",
        "..%2fsecret.js",
        "%2e%2e%2fsecret.js",
        "rules/../../secret.js",
        "rules/%2e%2e/%2e%2e/secret.js",
        "..%5csecret.js",
        "..\\secret.js",
        "/secret.js",
        "//etc/passwd.js",
        "%2fetc%2fpasswd.js",
        "é.js",
        "%ff.js",
        "x" * 5_000 + ".js",
        "a/" * 500 + "b.js",
        "~/x.js",
        "C:/x.js",
    ],
)
async def test_nothing_else_is_served(web: WebHarness, path: str) -> None:
    # As it is written: the client library would tidy it up.
    async with reading(web.app, f"/client/{path}", accept="*/*") as answer:
        await answer.to_end()
    assert answer.status == 404
    assert '"not_found"' in answer.text
    assert "secret" not in answer.text


async def test_a_file_that_has_changed_is_sent_again(folder: Path, browser: AsyncClient) -> None:
    first = await browser.get("/client/main.js")
    assert first.headers["cache-control"] == "no-cache"
    (folder / "main.js").write_text("changed")
    changed = await browser.get("/client/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (changed.status_code, changed.text) == (200, "changed")


async def test_a_page_is_cached_for_its_visitor_alone(browser: AsyncClient) -> None:
    assert (await browser.get("/")).headers["cache-control"] == "private, no-cache"


async def test_without_a_client_there_is_no_page(tmp_path: Path) -> None:
    async with WebHarness(client=tmp_path / "missing").browser() as browser:
        problem(await browser.get("/"), 404, "not_found")


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.links += [value for name, value in attrs if name in {"href", "src"} and value]


async def test_what_the_first_page_points_to_is_there_and_it_has_nothing_that_the_security_policy_forbids() -> None:
    page = _Links()
    page.feed((CLIENT / "index.html").read_text())
    assert "style" not in page.tags
    assert not [name for name in page.attributes if name == "style" or name.startswith("on")]
    assert len(page.links) >= 4
    async with WebHarness().browser() as browser:
        for link in page.links:
            assert (await browser.get(link)).status_code == 200, link


@pytest.mark.parametrize(
    ("cookies", "asked"),
    [
        ({}, []),
        ({TODAY_COOKIE: "Europe%2FBerlin"}, ["/api/v1/dailies?zone=Europe%2FBerlin"]),
        ({TODAY_COOKIE: "%22%3E"}, ["/api/v1/dailies?zone=UTC"]),
    ],
)
async def test_the_page_of_today_asks_for_its_dailies_at_once(cookies: dict[str, str], asked: list[str]) -> None:
    page = _Links()
    async with WebHarness().browser() as browser:
        browser.cookies.update(cookies)
        page.feed((await browser.get("/")).text)
    assert [link for link in page.links if link.startswith("/api/")] == asked


async def test_an_unknown_address_gets_a_browser_a_page_and_a_program_an_object(browser: AsyncClient) -> None:
    page = await browser.get("/nowhere/at/all", headers={"Accept": "text/html,*/*;q=0.8"})
    told = await browser.get("/nowhere/at/all")
    assert (page.status_code, page.text) == (404, "<!doctype html>")
    assert "set-cookie" not in page.headers
    problem(told, 404, "not_found")
