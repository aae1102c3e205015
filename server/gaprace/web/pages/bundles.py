"""All that a page needs at first, in one script and one style sheet; and the rest in one script for each later step.

Module by module, a browser asks forty times, six at a time; on a slow phone each takes half a second. The bundles are
made of the same files that the folder has, when they are first asked for; `?modules` behind an address loads these one
by one, for debugging.

`/client/@VERSION/~WAY.LANGUAGE.js` has what somebody needs who comes in at WAY, `~WAY.css` its styles, and
`~WAY.LANGUAGE/PATH` the module PATH, with all that it imports and the way in does not have already.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from posixpath import dirname, join
from typing import NamedTuple

from starlette.datastructures import URL, QueryParams

from gaprace.web.pages.assets import VERSION_PREFIX, Asset, Assets, asset_as_it_is
from gaprace.web.pages.factories import NotBundled, factory
from gaprace.web.pages.local_names import with_short_names
from gaprace.web.pages.module_graph import ModuleGraph

MAIN, LOADER, BASE_STYLE = "main.js", "ui/bundle.js", "ui/base.css"
NAV = "ui/nav.js"
"""The navigation, on all but the boards of a race and of replays."""
WITHOUT_NAV = {"r", "w", "g", "compare", "d?line"}
ROOM, ROOM_ROUTES = "room/screen.js", ("r", "w")
PHASES_WITH_NAV = {"lobby", "finding", "result"}
AT_ONCE = {
    "home/screen.js": ("daily/today.js",),
    "room/result-screen.js": ("room/coach.js", "room/highlights.js"),
}
"""What a screen loads by itself as soon as it is shown."""
MODULES = "modules"
BUNDLE_PREFIX = "~"
_NAME = re.compile(r"~(?P<way>[\w-]+)(?:\.(?P<language>[a-z]{2}))?(?:\.(?P<type>js|css)|/(?P<module>.+))")
_RELATIVE_URL = re.compile(r'url\("(?![/a-z]+:|/)')


class Way(NamedTuple):
    """A way into the site: the modules that are needed at first there, and their texts and style sheets."""

    entries: tuple[str, ...]
    texts: tuple[str, ...]
    styles: tuple[str, ...]


class Bundles:
    """The bundles of one version of the client's files."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._graph = ModuleGraph(assets)
        self._made: dict[str, Asset] = {}
        self._factories: dict[str, str] = {}
        self.languages = sorted({path.split("/")[1] for path in assets.paths("/base.js") if path.startswith("i18n/")})
        self._routes = self._graph.table(MAIN, "ROUTES")
        self.ways = {way_name(route): self._way(route) for route in self._routes}
        for phase, modules in self._graph.table(ROOM, "PHASES").items():
            for route in ROOM_ROUTES:
                self.ways[way_name(route, phase)] = self._way(route, phase, modules)

    def _way(self, route: str, phase: str = "", modules: tuple[str, ...] = ()) -> Way:
        has_nav = phase in PHASES_WITH_NAV or route not in WITHOUT_NAV
        entries = [*self._routes[route], *modules, *([NAV] if has_nav else [])]
        entries += [module for entry in entries for module in AT_ONCE.get(entry, ())]
        needs = self._graph.needs(tuple(entries))
        styles = [need for need in needs if need.endswith(".css")]
        texts = [need for need in needs if not need.endswith(".css")]
        return Way((MAIN, *entries), ("base", *texts), (BASE_STYLE, *styles))

    def way_of(self, url: URL, phase: str = "") -> str:
        """Return the way in by which an address leads, "" if to nowhere. `phase` is that of a room."""
        route, query = url.path.split("/")[1], QueryParams(url.query)
        route = next((f"{route}?{name}" for name in query if f"{route}?{name}" in self._routes), route)
        name = way_name(route, phase)
        return name if name in self.ways else way_name(route) if route in self._routes else ""

    def find(self, name: str, *, is_current: bool) -> Asset | None:
        """Return the bundle of a name, or `None`. An earlier version may have other ways: a module comes whole then."""
        with suppress(NotBundled):
            return self._find(name, is_current=is_current)
        return None

    def _find(self, name: str, *, is_current: bool) -> Asset | None:
        found = _NAME.fullmatch(name)
        way = self.ways.get(found["way"]) if found else None
        if found is None or way is None:
            return None
        if found["type"] == "css":
            return self._cached(name, ".css", lambda: self._style(way))
        language, module = found["language"], found["module"]
        if language not in self.languages or (module and module not in self._graph):
            return None
        if module is None:
            return self._cached(name, ".js", lambda: self._script(way, language))
        known = way if is_current else None
        return self._cached(f"{name} {is_current}", ".js", lambda: self._chunk(module, known, language))

    def _cached(self, name: str, suffix: str, make: Callable[[], str]) -> Asset:
        if name not in self._made:
            self._made[name] = asset_as_it_is(make().encode(), suffix)
        return self._made[name]

    def _modules(self, way: Way, language: str) -> list[str]:
        return self._graph.closure((*(f"i18n/{language}/{part}.js" for part in way.texts), *way.entries))

    def _script(self, way: Way, language: str) -> str:
        loader = self._assets.find(LOADER)
        if loader is None:
            raise NotBundled(f"{LOADER} is missing.")
        start = loader.content.decode().replace("export ", "", 1)
        return f'{start}\nrun({self._table(self._modules(way, language))},import.meta.url,"{MAIN}");'

    def _chunk(self, module: str, way: Way | None, language: str) -> str:
        known = self._modules(way, language) if way else []
        modules = [path for path in self._graph.closure((module,)) if path not in known]
        return f"export default{self._table(modules)};"

    def _table(self, modules: Iterable[str]) -> str:
        return "{" + ",\n".join(map(self._factory, modules)) + "}"

    def _factory(self, path: str) -> str:
        if path not in self._factories:
            asset = self._assets.find(path)
            self._factories[path] = factory(path, with_short_names(asset.content) if asset else b"")
        return self._factories[path]

    def _style(self, way: Way) -> str:
        return "\n".join(map(self._sheet, way.styles))

    def _sheet(self, path: str) -> str:
        asset = self._assets.find(path)
        return _RELATIVE_URL.sub(f'url("{join(dirname(path), "")}', asset.content.decode()) if asset else ""


def way_name(route: str, phase: str = "") -> str:
    """Return the name of a way in, as it stands in addresses."""
    name = route.replace("?", "-") or "home"
    return f"{name}-{phase}" if phase else name


def bundles_of(assets: Assets) -> Bundles:
    """Return the bundles of the current version of the files."""
    return assets.derived("bundles", lambda: Bundles(assets))


def with_bundle(page: str, url: URL, assets: Assets, accept_language: str, phase: str = "") -> str:
    """Return a page that loads the bundle of its address, unless it asks for the modules."""
    bundles = bundles_of(assets)
    way = bundles.way_of(url, phase)
    if not way or MODULES in QueryParams(url.query):
        return page
    prefix = f"/client/{VERSION_PREFIX}{assets.version()}/"
    script = f"{BUNDLE_PREFIX}{way}.{_language(accept_language, bundles.languages)}.js"
    if bundles.find(script, is_current=True) is None:
        return page
    styles = " ".join(bundles.ways[way].styles)
    with_style = f'href="{prefix}{BUNDLE_PREFIX}{way}.css" data-sheets="{styles}"'
    return page.replace(f'href="{prefix}{BASE_STYLE}"', with_style, 1).replace(prefix + MAIN, prefix + script, 1)


def _language(accepted: str, languages: list[str]) -> str:
    """Return the language that the client will choose, as `client/i18n/index.js` does, for all we know."""
    codes = [each.strip()[:2] for each in accepted.split(",")]
    return next((code for code in codes if code in languages), "en")
