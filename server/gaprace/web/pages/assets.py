"""Files as they are served: with their media type, an ETag, and compressed."""

from dataclasses import dataclass
from functools import cached_property
from gzip import compress
from hashlib import sha256
from http import HTTPStatus

import brotli  # type: ignore[import-untyped]
from starlette.responses import Response

from gaprace.errors import Refusal
from gaprace.web.http.clients import encoding_of, has_already
from gaprace.web.http.requests import RequestContext

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The files that are served, by suffix. All others in the folder are for development."""
_MADE = {".json": "application/json"}
"""The types of answers that are no files of the client, by suffix."""
REVALIDATE = "no-cache"
"""Ask each time; the answer is mostly a 304."""
COMPRESSED = ".br"
"""The suffix of a file that a build has left in place of another one, compressed by Brotli."""
_COMPRESSIBLE = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
_QUALITY = 5
"""The level of Brotli. A page is made for each request: at 5 that takes 0.07 ms, at 11 a hundred times as long."""


@dataclass(frozen=True)
class Asset:
    """A file to serve."""

    content: bytes
    suffix: str
    etag: str
    """Derived from the content, so that it is the same on every server."""
    compressed: bytes | None = None
    """The content by Brotli, if a build has compressed it."""

    @property
    def media_type(self) -> str:
        """Its media type."""
        return MEDIA_TYPES.get(self.suffix) or _MADE[self.suffix]

    @cached_property
    def encodings(self) -> dict[str, bytes]:
        """The content by each encoding that makes it smaller, the best one first."""
        encodings = {}
        if self.suffix in _COMPRESSIBLE:
            encodings["br"] = self.compressed or brotli.compress(self.content, brotli.MODE_TEXT, _QUALITY)
            encodings["gzip"] = compress(self.content, 9, mtime=0)
        return {name: encoded for name, encoded in encodings.items() if len(encoded) < len(self.content)}


def asset_of(content: bytes, suffix: str, compressed: bytes | None = None) -> Asset:
    """Return a file to serve."""
    return Asset(content, suffix, f'"{sha256(content).hexdigest()[:32]}"', compressed)


def unpacked_asset(compressed: bytes, suffix: str) -> Asset:
    """Return a file to serve that is there only as Brotli has compressed it."""
    return asset_of(brotli.decompress(compressed), suffix, compressed)


def asset_response(context: RequestContext, asset: Asset | None, cache_control: str) -> Response:
    """Return the answer with an asset, or a 304 if the client has it already. Raises `not_found`: there is no asset."""
    if asset is None:
        raise Refusal("not_found", "Page not found.")
    requested = context.request.headers
    encoding = encoding_of(requested, [*asset.encodings])
    # Each encoding has a tag of its own, since their bytes differ.
    tag = f'{asset.etag[:-1]}-{encoding}"' if encoding else asset.etag
    headers = {"ETag": tag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if has_already(requested, tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(asset.encodings.get(encoding, asset.content), 200, headers, media_type=asset.media_type)
