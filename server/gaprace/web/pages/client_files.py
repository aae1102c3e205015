"""The files of the client, and which of them a page loads first.

A source tree is served as it is: a page loads `main.js`, and that loads the rest. An installed package has what
`client/bundle/build.js` makes of it: scripts and texts for each page, and a manifest that lists them. `client_files` is
the only place that distinguishes the two.

The service worker keeps the client as a whole: one page, `PAGE`, is served for all addresses that need no server.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from time import monotonic
from typing import Protocol
from zipfile import ZipFile

import msgspec

from gaprace.web.pages.assets import COMPRESSED, MEDIA_TYPES, Asset, asset_of, unpacked_asset

MAIN, BASE_STYLE = "main.js", "ui/base.css"
MANIFEST = "manifest.json"
PACKED = "packed.zip"
"""The compressed files of a wheel, by their paths, as `hatch_build.py` puts them together."""
NOT_FOUND = "404"
"""The page of the manifest for all addresses that are no page."""
PRIVATE_FOLDERS = {"node_modules", "bundle"}
CHECK_INTERVAL_S = 1.0
"""How often changes of a source tree are looked for: it takes a millisecond."""
_PATH_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_IMPORT = re.compile(r'^(?:import\b|\}).*"(\.[^"]+\.js)";$', re.MULTILINE)
_TEXTS = re.compile(r"i18n/[a-z]{2}\.js")
_VERSION_DIGITS = 12
Stamp = tuple[int, int]
"""When a file was changed, in ns, and its size. A file with the same stamp is the same file."""


class FirstLoad(msgspec.Struct, frozen=True):
    """The files that a page loads first, by their paths."""

    style: str
    sheets: tuple[str, ...]
    """The style sheets that are part of `style`."""
    scripts: tuple[str, ...]
    """The first one runs, and imports the others."""
    texts: str = ""
    """The name of the file, in each language's folder, with the first texts of the page; "": all texts are in one."""


class ClientFiles(Protocol):
    """The files of one version of the client."""

    @property
    def version(self) -> str:
        """The version of all files together; it is the same on every server."""

    def find(self, path: str) -> Asset | None:
        """Return a file, or `None` if it does not exist or is private: outside the folder, hidden, of another type."""

    def stand_in(self, path: str) -> Asset | None:
        """Return the file that a page of another version can use in place of its own, or `None`."""

    def first_load(self, page: str) -> FirstLoad:
        """Return the first load of a page: of a route of the client, with the phase of its room if it has one."""

    def pages(self) -> frozenset[str]:
        """Return the names of pages whose first load is known."""

    def offline(self) -> tuple[str, ...]:
        """Return the files that work without a network, but for the texts."""


@cache
def client_files(folder: Path) -> ClientFiles:
    """Return the files in a folder, which are kept in memory."""
    return BuiltFiles(folder) if (folder / MANIFEST).exists() else SourceTree(folder)


def texts_path(language: str, part: str = "") -> str:
    """Return the path of the texts of a language, or of a part of them."""
    return f"i18n/{language}/{part}.js" if part else f"i18n/{language}.js"


class _Folder:
    """The files in a folder that may be served. A file that changes on disk is read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._cache: dict[str, tuple[Stamp, Asset]] = {}
        """Assets by path, each with the stamp of the file that was read."""

    def find(self, path: str) -> Asset | None:
        parts = path.split("/")
        if Path(path).suffix not in MEDIA_TYPES or not all(map(_PATH_PART.fullmatch, parts)):
            return None
        file = self.folder.joinpath(*parts)
        try:
            if not PRIVATE_FOLDERS.isdisjoint(parts) or not file.resolve().is_relative_to(self.folder.resolve()):
                return None
            if not file.exists() and self._packed and (name := path + COMPRESSED) in self._packed.NameToInfo:
                return self._unpacked(path, name)
            return self._read(path, file if file.exists() else file.with_name(file.name + COMPRESSED))
        except OSError:  # it does not exist, is a folder, has too long a name ...
            return None

    @cached_property
    def _packed(self) -> ZipFile | None:
        """The archive of all files in a wheel: on a disk, two thousand small ones take three times as much."""
        return ZipFile(self.folder / PACKED) if (self.folder / PACKED).exists() else None

    def _unpacked(self, path: str, name: str) -> Asset:
        if path not in self._cache and self._packed:
            self._cache[path] = ((0, 0), unpacked_asset(self._packed.read(name), Path(path).suffix))
        return self._cache[path][1]

    def _read(self, path: str, file: Path) -> Asset:
        stamp = _stamp_of(file.stat())
        cached = self._cache.get(path)
        if cached is None or cached[0] != stamp:
            made = unpacked_asset if file.suffix == COMPRESSED else asset_of
            cached = self._cache[path] = (stamp, made(file.read_bytes(), Path(path).suffix))
        return cached[1]

    def stamps(self) -> dict[str, Stamp]:
        """Return the stamps of all files, by path."""
        return dict(_files_in(self.folder)) if self.folder.is_dir() else {}


class SourceTree:
    """The modules as they stand in the repository."""

    def __init__(self, folder: Path, clock_s: Callable[[], float] = monotonic) -> None:
        self._folder, self._clock_s = _Folder(folder), clock_s
        self.find = self.stand_in = self._folder.find
        self._version, self._check_at_s = "", 0.0
        self._stamps: Mapping[str, Stamp] = {}
        """The stamps of the files of that version."""
        self._scripts: tuple[str, ...] = ()
        """The scripts that every page imports in that version."""

    @property
    def version(self) -> str:
        """The version, at most `CHECK_INTERVAL_S` old."""
        if self._clock_s() >= self._check_at_s:
            stamps = self._folder.stamps()
            if stamps != self._stamps or not self._version:
                self._version, self._stamps = _digest(stamps), stamps
                self._scripts = tuple(self._closure(MAIN))
            self._check_at_s = self._clock_s() + CHECK_INTERVAL_S
        return self._version

    def _closure(self, path: str) -> list[str]:
        """Return a module and all that it imports."""
        found = [path]
        for module in found:
            asset = self.find(module)
            imports = _IMPORT.findall(asset.content.decode()) if asset else ()
            paths = [normpath(join(dirname(module), name)) for name in imports]
            found += [each for each in dict.fromkeys(paths) if each not in found]
        return found

    def first_load(self, page: str) -> FirstLoad:  # noqa: ARG002
        """Return the first load of all pages. The styles of a page come with its modules."""
        return FirstLoad(BASE_STYLE, (BASE_STYLE,), self._scripts)

    def pages(self) -> frozenset[str]:
        return frozenset()

    def offline(self) -> tuple[str, ...]:
        """Return the whole client."""
        return tuple(path for path in sorted(self._stamps) if not _TEXTS.fullmatch(path))


class _Manifest(msgspec.Struct, frozen=True):
    """The manifest that `client/bundle/build.js` writes."""

    version: str
    pages: dict[str, FirstLoad]
    offline: tuple[str, ...]


class BuiltFiles:
    """The bundles of an installed package."""

    def __init__(self, folder: Path) -> None:
        self.find = _Folder(folder).find
        self._manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=_Manifest)

    @property
    def version(self) -> str:
        return self._manifest.version

    def stand_in(self, path: str) -> Asset | None:
        """See `ClientFiles`. The scripts of each version are numbered anew."""
        return None if path.endswith(".js") else self.find(path)

    def first_load(self, page: str) -> FirstLoad:
        pages = self._manifest.pages
        return pages.get(page, pages[NOT_FOUND])

    def pages(self) -> frozenset[str]:
        return frozenset(self._manifest.pages)

    def offline(self) -> tuple[str, ...]:
        return self._manifest.offline


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


def _digest(stamps: Mapping[str, Stamp]) -> str:
    return sha256(repr(sorted(stamps.items())).encode()).hexdigest()[:_VERSION_DIGITS]


PARTS = ("worker/service-worker.js", "worker/push.js")
"""They are one script."""
ROUTE = "practice"
PAGE = f"/{ROUTE}"
ROUTES = (ROUTE, "how", "verify", "d", "")
"""The first parts of the paths of pages that need no server; that of the home page leads to the others."""


class Offline(msgspec.Struct, frozen=True):
    """The files and pages that the service worker keeps."""

    version: str
    language: str
    page: str
    """The page that stands for all of `routes`."""
    routes: tuple[str, ...]
    files: tuple[str, ...]
    """Addresses of files, all of this version."""


def service_worker(files: ClientFiles, language: str) -> Asset | None:
    """Return the service worker in a language, or `None` if there is no client."""
    scripts = [found.content for each in PARTS if (found := files.find(each))]
    if not scripts:
        return None
    prefix = f"/client/@{files.version}/"
    texts = {texts_path(language), texts_path(language, files.first_load(ROUTE).texts)}
    paths = (*files.offline(), *sorted(texts))
    offline = Offline(files.version, language, PAGE, ROUTES, tuple(prefix + path for path in paths))
    return asset_of(b"self.OFFLINE=" + msgspec.json.encode(offline) + b";\n" + b"\n".join(scripts), ".js")
