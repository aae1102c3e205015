"""A client as `client/bundle/build.js` leaves it, but for its content."""

import json
from collections.abc import Mapping
from pathlib import Path

import brotli  # type: ignore[import-untyped]

from tests.web.harness import CLIENT

VERSION = "0123456789ab"
CONTENT = b"console.log(1);"


def build_client(folder: Path, pages: Mapping[str, str]) -> None:
    """Write it. `pages` have a name, and that of their texts: of these are their scripts."""
    manifest = {
        "version": VERSION,
        "pages": {
            name: {
                "style": "7.css",
                "sheets": ["ui/base.css", "ui/page.css"],
                "scripts": [f"{texts or 'others'}/3.js", f"{texts or 'others'}/1.js"],
                "texts": texts,
            }
            for name, texts in pages.items()
        },
        "offline": ["others/1.js", "icon.svg"],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "index.html").write_text((CLIENT / "index.html").read_text())
    for path in ("daily/3.js", "worker/service-worker.js", "worker/push.js"):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / f"{path}.br").write_bytes(brotli.compress(CONTENT))
