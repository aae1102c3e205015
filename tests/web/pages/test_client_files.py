import json
import re
from gzip import decompress
from pathlib import Path
from zipfile import ZipFile

import brotli
import pytest
from httpx2 import AsyncClient
from starlette.datastructures import URL

from gaprace.web.pages.assets import asset_of, unpacked_asset
from gaprace.web.pages.client_files import (
    PAGE,
    ROUTES,
    BuiltFiles,
    ClientFiles,
    SourceTree,
    client_files,
    service_worker,
)
from gaprace.web.pages.document import document, page_name
from tests.web.built_client import CONTENT, VERSION, build_client
from tests.web.harness import CLIENT

PAGES = {
    "404": "",
    " today": "daily",
    "daily": "daily",
    "r": "",
    "r lobby": "r-lobby",
    "race/": "race-",
    "practice": "practice",
}


@pytest.fixture
def built(tmp_path: Path) -> ClientFiles:
    build_client(tmp_path, PAGES)
    return client_files(tmp_path)


def kept(files: ClientFiles, language: str = "de") -> dict[str, object]:
    worker = service_worker(files, language)
    found = re.match(rb"self\.OFFLINE=(\{.*\});\n", worker.content)
    offline: dict[str, object] = json.loads(found[1])
    return offline


def test_a_folder_with_a_manifest_is_a_build_whose_files_are_there_only_compressed(built: ClientFiles) -> None:
    assert isinstance(client_files(CLIENT), SourceTree)
    assert isinstance(built, BuiltFiles)
    found = built.find("daily/3.js")
    assert (found.content, found.suffix) == (CONTENT, ".js")


def test_a_file_is_found_that_a_wheel_has_packed_with_others_and_nothing_beside_it(
    built: ClientFiles, tmp_path: Path
) -> None:
    with ZipFile(tmp_path / "packed.zip", "w") as packed:
        for name in ("r-race/0.js.br", "../secret.js.br"):
            packed.writestr(name, brotli.compress(CONTENT))
    found = built.find("r-race/0.js")
    assert found is built.find("r-race/0.js")
    assert found.content == CONTENT
    assert built.find("../secret.js") is None
    assert built.find("packed.zip") is None


def test_a_page_of_another_version_has_styles_of_this_one_and_no_scripts(built: ClientFiles, tmp_path: Path) -> None:
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui/page.css").write_text("p { margin: 0 }")
    assert built.stand_in("ui/page.css")
    assert built.stand_in("daily/3.js") is None


@pytest.mark.parametrize("path", ["../secret.js", "manifest.json", "daily", "no.js", "", "/etc/passwd", ".x.js"])
def test_what_is_private_or_missing_is_not_found(built: ClientFiles, tmp_path: Path, path: str) -> None:
    (tmp_path.parent / "secret.js").write_text("1;")
    assert built.find(path) is None


def test_a_page_of_a_build_fetches_all_that_it_loads_first_at_once(built: ClientFiles) -> None:
    text = document(built, "daily", "he")
    assert '<html lang="he" dir="rtl" data-texts="daily">' in text
    assert f'href="/client/@{VERSION}/7.css" data-sheets="ui/base.css ui/page.css"' in text
    preloaded = re.findall(r'modulepreload" href="/client/@\w+/([^"]+)"', text)
    assert preloaded == ["daily/1.js", "i18n/he/daily.js"]
    assert f'<script type="module" src="/client/@{VERSION}/daily/3.js"' in text


def test_an_unknown_page_of_a_build_has_all_texts(built: ClientFiles) -> None:
    text = document(built, "nowhere", "en")
    assert 'data-texts=""' in text
    assert f'"/client/@{VERSION}/i18n/en.js"' in text


def test_a_page_of_a_source_tree_fetches_what_all_pages_import() -> None:
    text = document(client_files(CLIENT), "daily", "pl")
    preloaded = re.findall(r'modulepreload" href="/client/@\w+/([^"]+)"', text)
    assert {"routes.js", "ui/dom.js", "net/api.js", "i18n/pl.js"} <= set(preloaded)
    assert "screens/today/daily.js" not in preloaded


@pytest.mark.parametrize(
    ("url", "phase", "name"),
    [
        ("/daily", "", "daily"),
        ("/", "today", " today"),
        ("/", "", ""),
        ("/race/1234", "", "race/"),
        ("/r/ABCDEFGH", "lobby", "r lobby"),
        ("/r/ABCDEFGH", "gone", "r"),
        ("/nowhere", "", "nowhere"),
    ],
)
def test_a_page_is_named_by_the_rules_of_the_router(built: ClientFiles, url: str, phase: str, name: str) -> None:
    assert page_name(URL(url), phase, built.pages()) == name


def test_a_build_keeps_the_files_of_its_manifest_and_the_texts_of_a_language(built: ClientFiles) -> None:
    prefix = f"/client/@{VERSION}/"
    assert kept(built) == {
        "version": VERSION,
        "language": "de",
        "page": PAGE,
        "routes": [*ROUTES],
        "files": [prefix + path for path in ("others/1.js", "icon.svg", "i18n/de.js", "i18n/de/practice.js")],
    }


def test_a_source_tree_keeps_all_its_files_with_the_texts_of_one_language() -> None:
    files = kept(client_files(CLIENT))["files"]
    assert isinstance(files, list)
    names = {name.split("/", 3)[3] for name in files}
    assert {"main.js", "screens/today/practice.js", "ui/base.css", "i18n/index.js", "i18n/de.js"} <= names
    assert not {"i18n/en.js", "bundle/build.js", "package.json"} & names


async def test_the_service_worker_is_asked_for_each_time_and_speaks_english_by_default(browser: AsyncClient) -> None:
    for query in ("", "?language=xx", "?language=../../etc"):
        answer = await browser.get(f"/service-worker.js{query}")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
        assert '"language":"en"' in answer.text


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("fr, en;q=0.5, pl-PL;q=0.8", "pl"),
        ("de;q=0, pl;q=0.1", "pl"),
        ("de;q=0, *", "en"),
        ("he-IL, en;q=0.5", "he"),
        ("den, pl;q=0.5", "pl"),
        ("DE_at", "de"),
        ("*", "en"),
    ],
)
async def test_a_page_is_in_the_language_of_the_settings_or_that_which_the_browser_prefers(
    asked: str, language: str, browser: AsyncClient
) -> None:
    answer = await browser.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{language}" dir="{"rtl" if language == "he" else "ltr"}"' in answer.text
    assert "accept-language" in answer.headers["vary"].lower()
    chosen = {"Accept-Language": asked, "Cookie": "gaprace-language=he"}
    assert '<html lang="he" dir="rtl"' in (await browser.get("/", headers=chosen)).text


async def test_a_page_points_to_files_under_their_version_which_may_be_kept(browser: AsyncClient) -> None:
    page = (await browser.get("/")).text
    found = re.search(r'src="(/client/@\w+/main\.js)"', page)
    kept = (await browser.get(found[1])).headers
    assert kept["cache-control"] == "public, max-age=31536000, immutable"
    assert (await browser.get("/client/main.js")).headers["cache-control"] == "no-cache"
    old = await browser.get("/client/@000000000000/main.js")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")


def test_changes_are_looked_for_once_a_second_however_often_the_version_is_requested(tmp_path: Path) -> None:
    now = [7.0]
    files = SourceTree(tmp_path, lambda: now[0])
    before = files.version
    (tmp_path / "main.js").write_text("1;")
    assert files.version == before
    now[0] += 1
    assert files.version != before


SOURCE = b"""/** What it is. */
import { a } from "./a.js";
"""


def test_what_is_compressed_is_the_same_content() -> None:
    asset = asset_of(SOURCE * 9, ".js")
    assert decompress(asset.encodings["gzip"]) == asset.content
    assert brotli.decompress(asset.encodings["br"]) == asset.content
    assert asset_of(b"png" * 99, ".png").encodings == {}


def test_what_a_build_has_compressed_is_served_as_it_lies_there() -> None:
    compressed = brotli.compress(SOURCE * 9)
    asset = unpacked_asset(compressed, ".js")
    assert asset == asset_of(SOURCE * 9, ".js", compressed)
    assert asset.encodings["br"] is compressed
    assert decompress(asset.encodings["gzip"]) == SOURCE * 9
