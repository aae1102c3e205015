from gzip import decompress
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from gaprace.web.pages.assets import Assets, asset_of
from gaprace.web.pages.pages import assets_of
from tests.web.harness import CLIENT, WebHarness

SOURCE = b"""/** What it is. */
import { a } from "./a.js";

/**
 * Does it.
 * @param {string} b
 */
export function does(b) {
  // Because.
  const c = /** @type {any} */ (b);
  return c + "/* no comment */" + 'http://x' + /[/]\\*/.source;
}
"""


def test_scripts_go_without_comments_indentation_and_needless_line_ends() -> None:
    asset = asset_of(SOURCE, ".js")
    assert asset.content.decode() == (
        'import { a } from "./a.js";export function does(b) {const c = (b);'
        """return c + "/* no comment */" + 'http://x' + /[/]\\*/.source;}\n"""
    )


def test_style_sheets_go_without_needless_space() -> None:
    sheet = b"""/* Why. */
a,
.b > c:is(.d, .e) {
  margin: 0 auto;
  color: light-dark(#fff, #000);
}
@media (min-width: 9px) and (max-width: 99px) {
  .f .g::after {
    content: "";
  }
}
"""
    assert asset_of(sheet, ".css").content == (
        b"a,.b>c:is(.d,.e){margin:0 auto;color:light-dark(#fff,#000)}"
        b'@media (min-width:9px) and (max-width:99px){.f .g::after{content:""}}'
    )


def test_what_is_compressed_is_the_same_content() -> None:
    asset = asset_of(SOURCE * 9, ".js")
    assert decompress(asset.encodings["gzip"]) == asset.content
    assert brotli.decompress(asset.encodings["br"]) == asset.content
    assert asset_of(b"png" * 99, ".png").encodings == {}


async def test_a_page_points_to_files_under_their_version_which_may_be_kept() -> None:
    async with WebHarness().browser() as browser:
        page = (await browser.get("/")).text
        start = page.index("/client/@")
        address = page[start : page.index("main.js") + len("main.js")].rpartition('"')[2]
        kept = await browser.get(address)
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
        old = await browser.get("/client/@000000000000/main.js")
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
        monkeypatch.setattr(assets_of(tmp_path), "_look_at", 0.0)  # a second later
        assert (await browser.get("/")).text != before


def test_all_files_are_looked_at_once_a_second_however_often_somebody_asks(tmp_path: Path) -> None:
    now = [7.0]
    assets = Assets(tmp_path, lambda: now[0])
    before = assets.version()
    (tmp_path / "main.js").write_text("1;")
    assert assets.version() == before
    now[0] += 1
    assert assets.version() != before


@pytest.mark.parametrize("path", sorted(CLIENT.glob("*/*.js")), ids=lambda path: path.name)
def test_no_string_of_the_client_looks_like_a_comment(path: Path) -> None:
    """Stripping works on lines; what it takes away begins like a comment, so no line of a text may."""
    assert "`/**" not in path.read_text()
