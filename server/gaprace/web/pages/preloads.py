"""Preload links for the modules that a page needs at first.

Without them, the browser finds an import only after it has fetched the module that has it: a round trip for each step.
"""

import re
from posixpath import dirname, join, normpath

from starlette.datastructures import URL

from gaprace.web.pages.assets import VERSION_PREFIX, Assets

MAIN = "main.js"
NAV = "ui/nav.js"
"""The navigation, on all but the boards of a race and of replays."""
SCREENS = {
    "": ("home/screen.js", "daily/today.js", NAV),
    "race": ("meet/screen.js", NAV),
    "r": ("room/screen.js", "race/predicted-game.js"),
    "w": ("room/screen.js",),
    "g": ("replay/screen.js",),
    "compare": ("replay/compare.js",),
    "d": ("deal/screen.js", NAV),
    "daily": ("daily/screen.js", NAV),
    "commitments": ("daily/commitments.js", NAV),
    "boards": ("leaderboard/screen.js", NAV),
    "p": ("profile/screen.js", NAV),
    "group": ("group/screen.js", NAV),
    "how": ("learn/how-to-play.js", NAV),
    "verify": ("replay/verify.js", NAV),
}
"""The modules of the routes in the client's `main.js`, by the first part of the path."""
RACE_PAGE = ("meet/screen.js", "race-page/screen.js", NAV)
"""The screen of `/race/ID`; `/race` alone is where races are started."""
HEAD_TO_HEAD = ("profile/screen.js", "profile/head-to-head.js", NAV)
"""The screen of `/p/ID/vs/ID`."""
LINE = ("replay/line.js",)
"""The screen of a deal whose address has a line of moves: `/d/CODE?line=...`."""
LOBBY = ("room/lobby.js", NAV)
RACE = ("race/screen.js",)
RESULT = ("room/result-screen.js", NAV)
"""What a room shows at first: a race if one is in progress, or will start at once because the room has one seat; the
result of the last race; the lobby before the first."""
_IMPORT = re.compile(r"""\bfrom\s*"(\.[^"]+\.js)";?""")
"""A static import. Dynamic ones, `import("...")`, are for later."""


def with_preloads(page: str, url: URL, assets: Assets, more: tuple[str, ...] = ()) -> str:
    """Return a page with a link to each module that its address or `more` needs."""
    entries = (*more, *_screen(url), MAIN)
    links = assets.derived(entries, lambda: _links(entries, assets))
    return page.replace("</head>", f"{links}</head>", 1)


def _screen(url: URL) -> tuple[str, ...]:
    """Return the modules of the screen at an address."""
    first, *rest = url.path.split("/")[1:]
    if first == "d" and "&line=" in url.query:
        return LINE
    if first == "p" and "vs" in rest:
        return HEAD_TO_HEAD
    return RACE_PAGE if first == "race" and rest else SCREENS.get(first, ())


def _links(entries: tuple[str, ...], assets: Assets) -> str:
    prefix = f"/client/{VERSION_PREFIX}{assets.version()}"
    return "".join(f'<link rel="modulepreload" href="{prefix}/{module}" />' for module in modules_of(entries, assets))


def modules_of(entries: tuple[str, ...], assets: Assets) -> list[str]:
    """Return modules and all that they import, beginning with the last entry."""
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
