"""The client's files as browsers get them: without comments and needless space, compressed, under a versioned address.

The version is made from the contents, so it is the same on every server, and what is served under it never changes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from gzip import compress
from hashlib import sha256
from pathlib import Path
from time import monotonic

import brotli  # type: ignore[import-untyped]

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What is served, by suffix. Everything else in the folder is for those who work on it."""
PRIVATE_FOLDERS = {"node_modules"}
VERSION_SIGN = "@"
LOOK_S = 1.0
"""How often all files are looked at: it takes ten milliseconds, and anybody may ask as often as they like."""
_COMPRESSED = {".css", ".html", ".js", ".svg", ".webmanifest"}
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)[ \t]*\n?|/\*\* @(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE)
"""Comments that begin a line, and types within one."""
_INDENTATION = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
"""No text of the client goes over several lines."""
_NEEDLESS_LINE_ENDS = re.compile(r"(?<=[\[{(,;=?:&|+>])\n|\n(?=[\]}).,;?:])")
"""In JavaScript: where a statement cannot end, or has ended by its semicolon."""
_NEEDLESS_SPACE = re.compile(r"\s*([{};,>])\s*|(?<=:) ")
"""In a style sheet."""
_VERSION_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Asset:
    """A file to serve."""

    content: bytes
    encodings: dict[str, bytes]
    """The content by each encoding that makes it smaller; the best is first."""
    media_type: str
    etag: str
    """Of the content, so that it is the same on every server."""


def asset_of(content: bytes, suffix: str) -> Asset:
    """Make what is served of a file's content."""
    if suffix == ".js":
        lines = _INDENTATION.sub("", _COMMENTS.sub("", content.decode()))
        content = _NEEDLESS_LINE_ENDS.sub("", lines).encode()
    elif suffix == ".css":
        content = _NEEDLESS_SPACE.sub(r"\1", _COMMENTS.sub("", content.decode())).replace(";}", "}").encode()
    elif suffix == ".html":
        content = _INDENTATION.sub("", content.decode()).encode()
    digest = sha256(content).hexdigest()[:32]
    return Asset(content, _encodings(content, suffix), MEDIA_TYPES[suffix], f'"{digest}"')


def _encodings(content: bytes, suffix: str) -> dict[str, bytes]:
    """Return the content by Brotli, which only files are worth the time of, and by gzip."""
    found = {}
    if suffix in _COMPRESSED and suffix != ".html":
        found["br"] = brotli.compress(content, mode=brotli.MODE_TEXT, quality=11)
    if suffix in _COMPRESSED:
        found["gzip"] = compress(content, 9, mtime=0)
    return {name: encoded for name, encoded in found.items() if len(encoded) < len(content)}


class Assets:
    """The files of one folder. A file that changes on the disk is read again."""

    def __init__(self, folder: Path, seconds: Callable[[], float] = monotonic) -> None:
        self._folder, self._seconds = folder, seconds
        self._version, self._look_at = "", 0.0
        self._known: dict[str, tuple[tuple[int, int], Asset]] = {}
        self._pages: dict[tuple[str, str], Asset] = {}

    def find(self, path: str) -> Asset | None:
        """Return a file, if `path` is one to be served: no dot at the start of a part, no way out."""
        parts = path.split("/")
        if Path(path).suffix not in MEDIA_TYPES or not all(map(_PART.fullmatch, parts)):
            return None
        file = self._folder.joinpath(*parts)
        try:
            if not PRIVATE_FOLDERS.isdisjoint(parts) or not file.resolve().is_relative_to(self._folder.resolve()):
                return None
            return self._read(path, file)
        except OSError:  # it is not there, a folder, too long a name ...
            return None

    def _read(self, path: str, file: Path) -> Asset:
        stat = file.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._known.get(path)
        if known is None or known[0] != stamp:
            known = self._known[path] = (stamp, asset_of(file.read_bytes(), file.suffix))
        return known[1]

    def version(self) -> str:
        """Return the version of all files together, as it was within the last `LOOK_S`."""
        if self._seconds() >= self._look_at:
            self._version, self._look_at = self._version_now(), self._seconds() + LOOK_S
        return self._version

    def _version_now(self) -> str:
        whole = sha256()
        for path in sorted(self._paths()):
            asset = self.find(path)
            whole.update(f"{path} {asset.etag if asset else ''}\n".encode())
        return whole.hexdigest()[:_VERSION_DIGITS]

    def _paths(self) -> list[str]:
        """Return what may be served; the folders of packages are not looked into."""
        found = [file for file in self._folder.glob("*.*") if file.is_file()]
        for folder in self._folder.glob("[a-z]*/"):
            if folder.name not in PRIVATE_FOLDERS:
                found += folder.rglob("*.*")
        return [file.relative_to(self._folder).as_posix() for file in found]

    def page(self, path: str) -> Asset | None:
        """Return a page whose links to `/client/` carry the version."""
        found = self.find(path)
        if found is None:
            return None
        key = (found.etag, self.version())
        if key not in self._pages:
            versioned = found.content.replace(b'"/client/', f'"/client/{VERSION_SIGN}{key[1]}/'.encode())
            self._pages = {key: asset_of(versioned, Path(path).suffix)}
        return self._pages[key]
