"""The client's files as they are served: compressed and minified, at versioned URLs.

The version is derived from the contents, so it is the same on every server, and the content of a versioned URL never
changes.
"""

import os
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from gzip import compress
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import brotli  # type: ignore[import-untyped]
from starlette.responses import Response

from gaprace.errors import Refusal
from gaprace.web.http.negotiation import encoding_of, has_already
from gaprace.web.http.requests import RequestContext
from gaprace.web.pages.minify import minified, minified_style

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
MINIFIERS = {".js": minified, ".css": minified_style}
PRIVATE_FOLDERS = {"node_modules"}
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
"""Ask each time; the answer is mostly a 304."""
VERSION_PREFIX = "@"
CHECK_INTERVAL_S = 1.0
"""How often changes are looked for. It takes a millisecond, and a visitor may cause it as often as they like."""
_COMPRESSIBLE = {".css", ".html", ".js", ".svg", ".webmanifest"}
_FILE_QUALITY = 11
_PAGE_QUALITY = 5
"""Of Brotli. Pages are made for each request: at 5 that takes 0.07 ms, at 11 a hundred times as long."""
_PATH_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_VERSION_DIGITS = 12
_Derived = TypeVar("_Derived")
Stamp = tuple[int, int]
"""When a file was changed, in ns, and its size. A file with the same stamp is the same file."""


@dataclass(frozen=True)
class Asset:
    """A file to serve."""

    content: bytes
    suffix: str
    etag: str
    """Derived from the content, so that it is the same on every server."""

    @property
    def media_type(self) -> str:
        """Its media type."""
        return MEDIA_TYPES[self.suffix]

    @cached_property
    def encodings(self) -> dict[str, bytes]:
        """The content by each encoding that makes it smaller, the best one first."""
        encodings = {}
        if self.suffix in _COMPRESSIBLE:
            quality = _PAGE_QUALITY if self.suffix == ".html" else _FILE_QUALITY
            encodings["br"] = brotli.compress(self.content, mode=brotli.MODE_TEXT, quality=quality)
            encodings["gzip"] = compress(self.content, 9, mtime=0)
        return {name: encoded for name, encoded in encodings.items() if len(encoded) < len(self.content)}


def asset_of(content: bytes, suffix: str) -> Asset:
    """Return a file as it is served: minified if it is a script or a style sheet."""
    return asset_as_it_is(MINIFIERS.get(suffix, bytes)(content), suffix)


def asset_as_it_is(content: bytes, suffix: str) -> Asset:
    """Return content to serve that is not minified, or is so already."""
    return Asset(content, suffix, f'"{sha256(content).hexdigest()[:32]}"')


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


def _stamp_of(stat: os.stat_result) -> Stamp:
    return stat.st_mtime_ns, stat.st_size


def _files_in(folder: Path, prefix: str = "") -> Iterator[tuple[str, Stamp]]:
    """Yield path and stamp of all files that may be served."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name in PRIVATE_FOLDERS:
                continue
            if entry.is_dir():
                yield from _files_in(folder / entry.name, f"{prefix}{entry.name}/")
            elif os.path.splitext(entry.name)[1] in MEDIA_TYPES:  # noqa: PTH122 (pathlib takes ten times as long)
                yield f"{prefix}{entry.name}", _stamp_of(entry.stat())


class Assets:
    """The files of one folder. A file that changes on disk is read again."""

    def __init__(self, folder: Path, clock_s: Callable[[], float] = monotonic) -> None:
        self._folder, self._clock_s = folder, clock_s
        self._version, self._check_at_s = "", 0.0
        self._stamps: Mapping[str, Stamp] = {}
        """Of the files of that version."""
        self._derived: dict[Hashable, Any] = {}
        """What was made of the files of that version."""
        self._cache: dict[str, tuple[Stamp, Asset]] = {}
        """By path, with the time of change and the size of the file that was read."""
        self._pages: dict[tuple[str, str], Asset] = {}
        """By ETag of the file and version."""

    def find(self, path: str) -> Asset | None:
        """Return a file, or `None` if it does not exist or is private: outside the folder, hidden, of another type."""
        context = path.split("/")
        if Path(path).suffix not in MEDIA_TYPES or not all(map(_PATH_PART.fullmatch, context)):
            return None
        file = self._folder.joinpath(*context)
        try:
            if not PRIVATE_FOLDERS.isdisjoint(context) or not file.resolve().is_relative_to(self._folder.resolve()):
                return None
            return self._read(path, file)
        except OSError:  # it does not exist, is a folder, has too long a name ...
            return None

    def _read(self, path: str, file: Path) -> Asset:
        stamp = _stamp_of(file.stat())
        cached = self._cache.get(path)
        if cached is None or cached[0] != stamp:
            cached = self._cache[path] = (stamp, asset_of(file.read_bytes(), file.suffix))
        return cached[1]

    @property
    def is_read(self) -> bool:
        """Whether the files were read, which takes half a second."""
        return bool(self._version)

    def version(self) -> str:
        """Return the version of all files together, at most `CHECK_INTERVAL_S` old."""
        if self._clock_s() >= self._check_at_s:
            stamps = dict(_files_in(self._folder)) if self._folder.is_dir() else {}
            if stamps != self._stamps:
                self._version, self._stamps, self._derived = self._version_of(stamps), stamps, {}
            self._check_at_s = self._clock_s() + CHECK_INTERVAL_S
        return self._version

    def _version_of(self, paths: Iterable[str]) -> str:
        digest = sha256()
        for path in sorted(paths):
            asset = self.find(path)
            digest.update(f"{path} {asset.etag if asset else ''}\n".encode())
        return digest.hexdigest()[:_VERSION_DIGITS]

    def paths(self, end: str) -> list[str]:
        """Return the paths of the files whose names end so."""
        self.version()
        return sorted(path for path in self._stamps if path.endswith(end))

    def derived(self, key: Hashable, make: Callable[[], _Derived]) -> _Derived:
        """Return what `make` derives from the files; it is kept under `key` until a file changes."""
        self.version()
        if key not in self._derived:
            self._derived[key] = make()
        made: _Derived = self._derived[key]
        return made

    def page(self, path: str) -> Asset | None:
        """Return a page with the version in all its links to `/client/`, or `None` if it does not exist."""
        found = self.find(path)
        if found is None:
            return None
        key = (found.etag, self.version())
        if key not in self._pages:
            versioned = found.content.replace(b'"/client/', f'"/client/{VERSION_PREFIX}{key[1]}/'.encode())
            self._pages = {key: asset_of(versioned, Path(path).suffix)}
        return self._pages[key]
