"""The service worker: a script of the client, behind the list of what it keeps.

It keeps the client as a whole: one page, `PAGE`, is served for all addresses that need no server.
"""

import msgspec

from gaprace.web.pages.assets import Asset, asset_of
from gaprace.web.pages.client_files import ClientFiles, texts_path

PARTS = ("worker/service-worker.js", "worker/push.js")
"""They are one script."""
ROUTE = "practice"
PAGE = f"/{ROUTE}"
ROUTES = (ROUTE, "how", "verify", "d", "")
"""The first parts of the paths of pages that need no server; that of the home page leads to the others."""


class Offline(msgspec.Struct, frozen=True):
    """What the service worker keeps."""

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
