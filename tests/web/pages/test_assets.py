import re
from gzip import decompress
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from gaprace.web.pages.assets import Assets, asset_of
from gaprace.web.pages.pages import assets_of
from tests.web.harness import WebHarness

SOURCE = b"""/** What it is. */
import { a } from "./a.js";
"""


def test_what_is_compressed_is_the_same_content() -> None:
    asset = asset_of(SOURCE * 9, ".js")
    assert decompress(asset.encodings["gzip"]) == asset.content
    assert brotli.decompress(asset.encodings["br"]) == asset.content
    assert asset_of(b"png" * 99, ".png").encodings == {}


async def test_a_page_points_to_files_under_their_version_which_may_be_kept() -> None:
    async with WebHarness().browser() as browser:
        page = (await browser.get("/")).text
        found = re.search(r'src="(/client/@\w+/~home\.en\.js)"', page)
        assert found
        kept = await browser.get(found[1])
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
        old = await browser.get("/client/@000000000000/~home.en.js")
        assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
        assert old.text == kept.text


async def test_a_change_of_any_file_changes_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "screens").mkdir()
    (tmp_path / "index.html").write_text('<script src="/client/main.js"></script>')
    (tmp_path / "screens" / "home.js").write_text("1;")
    async with WebHarness(client=tmp_path).browser() as browser:
        before = (await browser.get("/")).text
        assert (await browser.get("/")).text == before
        (tmp_path / "screens" / "home.js").write_text("22;")
        monkeypatch.setattr(assets_of(tmp_path), "_check_at_s", 0.0)  # a second later
        assert (await browser.get("/")).text != before


def test_changes_are_looked_for_once_a_second_however_often_the_version_is_requested(tmp_path: Path) -> None:
    now = [7.0]
    files = Assets(tmp_path, lambda: now[0])
    before = files.version()
    (tmp_path / "main.js").write_text("1;")
    assert files.version() == before
    now[0] += 1
    assert files.version() != before
