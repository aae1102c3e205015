"""The modules that a page needs at first: the browser is told of all at once and does not find them one by one.

Without it each import is found only when the module that has it was fetched, which costs a round trip a step.
"""

import re
from posixpath import dirname, join, normpath

from starlette.datastructures import URL

from gaprace.web.pages.assets import VERSION_SIGN, Assets

MAIN = "main.js"
SCREENS = {
    "": ("home/screen.js", "daily/today.js", "ui/site-nav.js"),
    "r": ("room/screen.js", "race/predicted-game.js"),
    "w": ("room/screen.js",),
    "g": ("replay/screen.js",),
    "compare": ("replay/compare.js",),
    "d": ("deal/screen.js",),
    "daily": ("daily/screen.js",),
    "boards": ("leaderboard/screen.js",),
    "p": ("profile/screen.js",),
    "how": ("home/how-to-play.js",),
    "verify": ("replay/verify.js",),
}
"""The modules of the routes in the client's `main.js`, by the first part of the path."""
LINE = ("replay/line.js",)
"""The screen of a deal whose address has a line of moves: `/d/CODE?line=...`."""
LOBBY = ("room/lobby.js",)
RACE = ("race/screen.js",)
"""What a room shows at first: its race if one is on, or is about to start since the room has one seat."""
_IMPORT = re.compile(r"""\bfrom\s*"(\.[^"]+\.js)";?""")
"""A static import. A dynamic one, `import("...")`, is not needed at first."""


def with_preloads(page: str, url: URL, assets: Assets, more: tuple[str, ...] = ()) -> str:
    """Return a page with a link to each module that its address needs, and those that `more` needs."""
    first = url.path.split("/")[1]
    screen = LINE if first == "d" and "&line=" in url.query else SCREENS.get(first, ())
    modules = modules_of((*more, *screen, MAIN), assets)
    prefix = f"/client/{VERSION_SIGN}{assets.version()}"
    links = "".join(f'<link rel="modulepreload" href="{prefix}/{module}" />' for module in modules)
    return page.replace("</head>", f"{links}</head>", 1)


def modules_of(entries: tuple[str, ...], assets: Assets) -> list[str]:
    """Return modules and all that they import, from the last entry on."""
    waiting = list(entries)
    found: list[str] = []
    while waiting:
        module = waiting.pop()
        asset = assets.find(module)
        if module in found or asset is None:
            continue
        found.append(module)
        waiting += [normpath(join(dirname(module), name)) for name in _IMPORT.findall(asset.content.decode())]
    return found
