"""Bundles: one script and one style sheet for the first load of a page, and one script for each later import.

Without bundles, a browser would send forty requests for modules, six at a time; on a slow phone each takes half a
second. Bundles are built from the files of the client on first request; a URL with `?modules` loads the modules one by
one, for debugging.

`/client/@VERSION/~WAY.LANGUAGE.js` has the modules for the entry page WAY, `~WAY.css` its styles, and
`~WAY.LANGUAGE/PATH` has the module PATH with all imports that the entry page does not contain.

Building a bundle takes 10 ms on average and 150 ms at most, and there are thousands of them: they are built in a
thread, and cached up to `MAX_KEPT_BYTES`.
"""

import asyncio
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from posixpath import dirname, join
from threading import Lock
from typing import NamedTuple, TypeVar

from cachetools import LRUCache
from starlette.datastructures import URL, QueryParams

from gaprace.web.pages.assets import VERSION_PREFIX, Asset, Assets, asset_as_it_is
from gaprace.web.pages.factories import NotBundled, factory
from gaprace.web.pages.local_names import with_short_names
from gaprace.web.pages.module_graph import ModuleGraph

MAIN, LOADER, BASE_STYLE = "main.js", "ui/bundle.js", "ui/base.css"
NAV = "ui/nav.js"
"""The navigation, on all but the boards of a race and of replays."""
WITHOUT_NAV = {"r", "w", "g", "compare", "d?line", "overlay", "embed"}
ROOM, ROOM_ROUTES = "screens/race/room.js", ("r", "w")
PHASES_WITH_NAV = {"lobby", "finding", "result", "spectate"}
AT_ONCE = {
    "broadcast/spectate.js": ("board/watched-board.js",),
}
"""What a screen loads by itself as soon as it is shown."""
MODULES = "modules"
BUNDLE_PREFIX = "~"
MAX_KEPT_BYTES = 16 << 20
"""Of bundles with their encodings. Those that the ways in need take some 5 MiB."""
_NAME = re.compile(r"~(?P<way>[\w-]+)(?:\.(?P<language>[a-z]{2}))?(?:\.(?P<type>js|css)|/(?P<module>.+))")
_LANGUAGE = re.compile(r"i18n/[a-z]{2}\.js")
_TEXT = re.compile(r"""(?<=[{,])\s*(\w+):\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)(?=\s*[,}])\s*,?""")
"""A text in the module of a language."""
_NAMED, _BEGUN = re.compile(r"""["'](\w+)["']|\btexts\.(\w+)"""), re.compile(r"`(\w+_)\$\{")
"""What may name a text in a module: `"key"`; `prefix_${kind}` stands for all keys that begin so."""
_RELATIVE_URL = re.compile(r'url\("(?![/a-z]+:|/)')
_thread = ThreadPoolExecutor(1, "bundles")
"""Where bundles are made: one at a time, so that they never take more than a core."""
_Made = TypeVar("_Made")


class Way(NamedTuple):
    """An entry page: the modules of its first load, and their style sheets."""

    entries: tuple[str, ...]
    styles: tuple[str, ...]


NOWHERE = Way((), ())


class Bundle(NamedTuple):
    """A bundle: the styles of a way, its script in a language, or a later module with its missing imports."""

    way: str
    """Empty: the module comes with all that it imports."""
    language: str = ""
    module: str = ""


class Bundles:
    """The bundles of one version of the client's files."""

    def __init__(self, assets: Assets, max_kept_bytes: int = MAX_KEPT_BYTES) -> None:
        self._assets = assets
        self.graph = ModuleGraph(assets)
        self._lock = Lock()
        self._kept: LRUCache[Bundle, Asset] = LRUCache(max_kept_bytes, getsizeof=_size_of)
        """Behind `_lock`, since a thread makes what the event loop looks for."""
        self._factories: dict[str, str] = {}
        self.languages = [path[5:7] for path in assets.paths(".js") if _LANGUAGE.fullmatch(path)]
        self._routes = self.graph.table(MAIN, "ROUTES")
        self.ways = {way_name(route): self._way(route) for route in self._routes}
        for phase, modules in self.graph.table(ROOM, "PHASES").items():
            for route in ROOM_ROUTES:
                self.ways[way_name(route, phase)] = self._way(route, phase, modules)

    def _way(self, route: str, phase: str = "", modules: tuple[str, ...] = ()) -> Way:
        has_nav = phase in PHASES_WITH_NAV or route not in WITHOUT_NAV
        entries = [*self._routes[route], *modules, *([NAV] if has_nav else [])]
        entries += [module for entry in entries for module in AT_ONCE.get(entry, ())]
        return Way((MAIN, *entries), (BASE_STYLE, *self.graph.styles(tuple(entries))))

    def later(self, routes: tuple[str, ...], without: tuple[str, ...]) -> list[str]:
        """Return the modules of some routes, and those that they may load later, except the folders `without`."""
        screens = tuple(dict.fromkeys(module for route in routes for module in self._routes.get(route, ())))
        return [*dict.fromkeys((*screens, *self.graph.later((NAV, *screens), without)))]

    def way_of(self, url: URL, phase: str = "") -> str:
        """Return the way of a URL, "" if there is none. `phase` is that of a room."""
        first, _, more = url.path[1:].partition("/")
        possible = [*(f"{first}?{name}" for name in QueryParams(url.query)), *([f"{first}/"] if more else [])]
        route = next((each for each in possible if each in self._routes), first)
        name = way_name(route, phase)
        return name if name in self.ways else way_name(route) if route in self._routes else ""

    def bundle(self, name: str, *, is_current: bool) -> Bundle | None:
        """Return the bundle with a name, or `None`.

        An earlier version may have had other ways: its modules come with all imports.
        """
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        way, language, module = found["way"], found["language"] or "", found["module"] or ""
        if module:
            is_known = module in self.graph and language in self.languages and (way in self.ways or not is_current)
            return (Bundle(way, language, module) if is_current else Bundle("", "", module)) if is_known else None
        is_known = way in self.ways and (found["type"] == "css" or language in self.languages)
        return Bundle(way, language if found["type"] == "js" else "") if is_known else None

    def kept(self, bundle: Bundle) -> Asset | None:
        """Return a bundle, if it is cached."""
        with self._lock:
            return self._kept.get(bundle)

    async def find(self, bundle: Bundle) -> Asset | None:
        """Return a bundle, built in a thread unless it is cached, or `None` if it cannot be built."""
        return self.kept(bundle) or await in_thread(lambda: self.make(bundle))

    def make(self, bundle: Bundle) -> Asset | None:
        """Build and cache a bundle with its encodings; return None if a module cannot be bundled."""
        if kept := self.kept(bundle):
            return kept  # by another request that waited for the thread
        try:
            text = self._text(bundle)
        except NotBundled:
            return None
        asset = asset_as_it_is(text.encode(), ".js" if bundle.language or bundle.module else ".css")
        with self._lock:
            if _size_of(asset) <= self._kept.maxsize:
                self._kept[bundle] = asset
        return asset

    def _text(self, bundle: Bundle) -> str:
        way = self.ways.get(bundle.way, NOWHERE)
        if bundle.module:
            return self._chunk(bundle, self._modules(way, bundle.language))
        return self._script(way, bundle.language) if bundle.language else self._style(way)

    def _modules(self, way: Way, language: str) -> list[str]:
        return self.graph.closure((f"i18n/{language}.js", *way.entries))

    def _script(self, way: Way, language: str) -> str:
        loader = self._assets.find(LOADER)
        if loader is None:
            raise NotBundled(f"{LOADER} is missing.")
        start = with_short_names(loader.content).decode().replace("export ", "", 1)
        modules = self._modules(way, language)
        table = self._table(modules[1:], self._factory_of(modules[0], self._texts(language, modules[1:]).encode()))
        return f'{start}\nrun({table},import.meta.url,"{MAIN}");'

    def _chunk(self, bundle: Bundle, known: list[str]) -> str:
        modules = [path for path in self.graph.closure((bundle.module,)) if path not in known]
        texts = self._texts(bundle.language, modules) if bundle.language else ""
        return f"export default{self._table(modules)};\n{texts.replace('export default', 'export const texts=', 1)}"

    def _table(self, modules: Iterable[str], *more: str) -> str:
        return "{" + ",\n".join([*more, *map(self._factory, modules)]) + "}"

    def _texts(self, language: str, modules: Iterable[str]) -> str:
        """Return the module of a language with those texts alone that some modules may say."""
        named: set[str] = set()
        begun: set[str] = set()
        for path in modules:
            content = found.content.decode() if (found := self._assets.find(path)) else ""
            named.update(quoted or of_texts for quoted, of_texts in _NAMED.findall(content))
            begun.update(_BEGUN.findall(content))
        prefixes = tuple(begun)
        asset = self._assets.find(f"i18n/{language}.js")
        return _TEXT.sub(
            lambda text: text[0] if text[1] in named or text[1].startswith(prefixes) else "",
            asset.content.decode() if asset else "",
        )

    def _factory(self, path: str) -> str:
        if path not in self._factories:
            asset = self._assets.find(path)
            self._factories[path] = self._factory_of(path, asset.content if asset else b"")
        return self._factories[path]

    @staticmethod
    def _factory_of(path: str, content: bytes) -> str:
        return factory(path, with_short_names(content))

    def _style(self, way: Way) -> str:
        return "\n".join(map(self._sheet, way.styles))

    def _sheet(self, path: str) -> str:
        asset = self._assets.find(path)
        return _RELATIVE_URL.sub(f'url("{join(dirname(path), "")}', asset.content.decode()) if asset else ""


def way_name(route: str, phase: str = "") -> str:
    """Return the name of a way for URLs."""
    name = route.replace("?", "-").replace("/", "-more") or "home"
    return f"{name}-{phase}" if phase else name


def bundles_of(assets: Assets) -> Bundles:
    """Return the bundles of the current version of the files."""
    return assets.derived("bundles", lambda: Bundles(assets))


async def in_thread(make: Callable[[], _Made]) -> _Made:
    """Return the result of a function that takes too long for the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_thread, make)


async def with_bundle(page: str, url: URL, assets: Assets, accept_language: str, phase: str = "") -> str:
    """Return a page that loads the bundle of its address, unless it asks for the modules."""
    bundles = bundles_of(assets)
    way = bundles.way_of(url, phase)
    if not way or MODULES in QueryParams(url.query):
        return page
    prefix = f"/client/{VERSION_PREFIX}{assets.version()}/"
    language = language_of(accept_language, bundles.languages)
    if await bundles.find(Bundle(way, language)) is None:
        return page
    styles = " ".join(bundles.ways[way].styles)
    with_style = f'href="{prefix}{BUNDLE_PREFIX}{way}.css" data-sheets="{styles}"'
    script = f"{prefix}{BUNDLE_PREFIX}{way}.{language}.js"
    return page.replace(f'href="{prefix}{BASE_STYLE}"', with_style, 1).replace(prefix + MAIN, script, 1)


def language_of(accepted: str, languages: list[str]) -> str:
    """Return the language that the client will probably choose, as in `client/i18n/index.js`."""
    codes = [each.strip()[:2] for each in accepted.split(",")]
    return next((code for code in codes if code in languages), "en")


def _size_of(asset: Asset) -> int:
    return sum(map(len, (asset.content, *asset.encodings.values())))
