"""The files of the client that work offline, for its service worker (`client/worker/service-worker.js`).

One page, `/practice`, is served for all URLs that need no server: its bundle has the shell, and this module lists the
files that its screens load later, from the module graph of the bundles. So the list is always complete, and belongs to
one version.
"""

from collections.abc import Iterator

import msgspec

from gaprace.web.pages.assets import VERSION_PREFIX, Asset, Assets, asset_as_it_is
from gaprace.web.pages.bundles import BUNDLE_PREFIX, NAV, Bundles, bundles_of

WORKERS = ("worker/service-worker.js", "worker/push.js")
"""The parts of the service worker, which are one script."""
OFFLINE_WAY = "practice"
OFFLINE_PAGE = f"/{OFFLINE_WAY}"
OFFLINE_ROUTES = ("practice", "how", "verify", "d", "")
"""The first parts of paths whose screens need no server; that of the home page leads to the others."""
_FILES = ("icon.svg", "icon-192.png", "ui/numbers.woff2")
_NETWORK_ONLY = (
    "net/",
    "push/",
    "room/",
    "screens/race/",
    "screens/you/",
)
"""Folders of what is of no use without a server, so that nothing of it is loaded ahead."""


class Offline(msgspec.Struct, frozen=True):
    """The files in the cache of the service worker."""

    version: str
    language: str
    page: str
    """The page that stands for all of `routes`, by its bundle."""
    routes: tuple[str, ...]
    files: tuple[str, ...]
    """Addresses of files, all of this version."""


def service_worker(assets: Assets, language: str) -> Asset | None:
    """Return the service worker of the current version, or `None` if the client has none."""
    scripts = [script for each in WORKERS if (script := assets.find(each))]
    if not scripts:
        return None
    bundles = bundles_of(assets)
    prefix = f"/client/{VERSION_PREFIX}{assets.version()}/"
    files = tuple(dict.fromkeys(prefix + each for each in _paths(bundles, language)))
    offline = msgspec.json.encode(Offline(assets.version(), language, OFFLINE_PAGE, OFFLINE_ROUTES, files))
    return asset_as_it_is(b"self.OFFLINE=" + offline + b";\n" + b"\n".join(each.content for each in scripts), ".js")


def _paths(bundles: Bundles, language: str) -> Iterator[str]:
    """Yield the paths of all files for the offline pages."""
    way = bundles.ways[OFFLINE_WAY]
    bundle = f"{BUNDLE_PREFIX}{OFFLINE_WAY}.{language}"
    yield from (f"{BUNDLE_PREFIX}{OFFLINE_WAY}.css", f"{bundle}.js", *_FILES)
    modules = bundles.later(OFFLINE_ROUTES, _NETWORK_ONLY)
    styles = bundles.graph.styles(tuple(bundles.graph.closure((*way.entries, *modules, NAV))))
    known_modules = bundles.graph.closure(way.entries)
    yield from (f"{bundle}/{module}" for module in modules if module not in known_modules)
    yield from (style for style in styles if style not in way.styles)
