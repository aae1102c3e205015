from gzip import decompress

import brotli  # type: ignore[import-untyped]

from gaprace.web.pages.assets import asset_of, unpacked_asset

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
