"""The pages: the client's files as they stand, and the first visit, which makes a guest of whoever comes.

Every page is the same file with a head of its own: the client finds out by the address what to show.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import RequestError, StoreUnavailable
from gaprace.play.names import typed_code
from gaprace.web.context import AppContext
from gaprace.web.http.identity import player_of
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, VERSION_SIGN, Asset, Assets, asset_of
from gaprace.web.pages.meta_tags import with_head
from gaprace.web.pages.preloads import LOBBY, RACE, with_preloads
from gaprace.web.social.previews import HOME, LEADERBOARDS, TODAY, Preview
from gaprace.web.social.sharing import daily_shown, deal_shown, game_shown, player_shown, room_shown

FIRST_PAGE = "index.html"
HTML = MEDIA_TYPES[".html"]
FOR_EVER = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"
"""The answer is mostly a 304."""
Shown = Callable[[RequestContext], Awaitable[Preview | None]]
"""What finds out what a link leads to."""
_assets: dict[Path, Assets] = {}


def assets_of(folder: Path) -> Assets:
    """Return the files of a folder, which are kept in memory."""
    return _assets.setdefault(folder, Assets(folder))


async def file(context: RequestContext) -> Response:
    """Return a file of the client. Under its version, `/client/@VERSION/...`, it may be kept for ever."""
    assets, path = assets_of(context.app.client_dir), context.request.path_params["path"]
    version = ""
    if path.startswith(VERSION_SIGN):
        version, _, path = path[1:].partition("/")
    is_current = bool(version) and version == assets.version()
    return served(context, assets.find(path), FOR_EVER if is_current else ASK_EACH_TIME)


async def _page(
    context: RequestContext, preview: Preview | None = None, picture: str = "", modules: tuple[str, ...] = ()
) -> Response:
    """Return the page to play on, with the head of `preview`, and links to `modules` besides those of the address.

    A visitor who comes for the first time becomes a guest.
    """
    page = assets_of(context.app.client_dir).page(FIRST_PAGE)
    if page is not None:
        address = _address(context, context.request.scope["path"])
        assets = assets_of(context.app.client_dir)
        text = with_preloads(page.content.decode(), context.request.url, assets, modules)
        page = asset_of(with_head(text, preview or HOME, address, picture).encode(), ".html")
    # With a cookie in it, it is for nobody else.
    response = served(context, page, f"private, {ASK_EACH_TIME}")
    headers = context.request.headers
    # A cookie that another site's picture or frame asks for would take the place of the one it may not send.
    if context.request.method == "GET" and headers.get("sec-fetch-dest", "document") == "document":
        context.cookie_token = await _token(context)
    return response


def _address(context: RequestContext, path: str) -> str:
    query = context.request.url.query
    return f"{context.client.base_url}{quote(path)}{f'?{query}' if query else ''}"


async def _shared(context: RequestContext, shown: Shown, picture: str = "", modules: tuple[str, ...] = ()) -> Response:
    """Return a page whose link shows what it leads to; `picture` is the path of its picture, if it has one."""
    try:
        preview = await shown(context)
    except StoreUnavailable:
        preview = None  # the page is of use without
    return await _page(context, preview, _address(context, picture) if preview and picture else "", modules)


async def _token(context: RequestContext) -> str | None:
    """Return the visitor's token, so that its cookie lasts a year from now; or a new guest's, if there may be one."""
    people = context.app.accounts
    try:
        player = await player_of(context.request, people)
        if player is not None:
            return people.token_of(player)
        if context.app.limits.identities.wait_s(context.client.address) > 0:
            return None
        return (await people.new_player()).token
    except StoreUnavailable:
        return None  # the page is of use without


def served(context: RequestContext, found: Asset | None, caching: str) -> Response:
    """Answer with an asset, or that the caller has it already; `caching` is the Cache-Control header."""
    if found is None:
        raise RequestError("not_found", "There is no such page.")
    asked = context.request.headers
    headers = {"ETag": found.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if found.etag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    accepted = {each.partition(";")[0].strip() for each in asked.get("accept-encoding", "").split(",")}
    for encoding, content in found.encodings.items():
        if encoding in accepted:
            return Response(content, 200, {**headers, "Content-Encoding": encoding}, media_type=found.media_type)
    return Response(found.content, 200, headers, media_type=found.media_type)


async def first_page(context: RequestContext) -> Response:
    """Return the page to begin on."""
    return await _page(context)


async def room_page(context: RequestContext) -> Response:
    """Return the page to play in a room on."""
    code = context.request.path_params["code"]
    return await _shared(context, room_shown, f"/og/r/{code}.png", await _room_modules(context, code))


async def _room_modules(context: RequestContext, code: str) -> tuple[str, ...]:
    """Return the modules of what a room shows to its players now."""
    try:
        room = await context.app.rooms.view(typed_code(code))
    except StoreUnavailable:
        return ()
    if room is None:
        return ()
    is_racing = room.race is not None and room.race.standings is None
    return RACE if is_racing or room.settings.seats == 1 else LOBBY


async def wall_page(context: RequestContext) -> Response:
    """Return the page to watch a room on."""
    return await _shared(context, room_shown, f"/og/r/{context.request.path_params['code']}.png")


async def replay_page(context: RequestContext) -> Response:
    """Return the page that replays a finished game."""
    return await _shared(context, game_shown, f"/og/g/{context.request.path_params['id']}.png")


async def compare_page(context: RequestContext) -> Response:
    """Return the page that shows two finished games on one deal side by side."""
    return await _shared(context, game_shown, f"/og/g/{context.request.path_params['id']}.png")


async def deal_page(context: RequestContext) -> Response:
    """Return the page of a deal, from which to play it. `?v=mini` names the variant (default: `addiction`)."""
    return await _shared(context, deal_shown, f"/og/d/{context.request.path_params['code']}.png")


async def today_page(context: RequestContext) -> Response:
    """Return the page of today's dailies."""
    return await _page(context, TODAY)


async def daily_page(context: RequestContext) -> Response:
    """Return the page of the dailies of a date."""
    return await _shared(context, daily_shown, f"/og/daily/{context.request.path_params['date']}.png")


async def boards_page(context: RequestContext) -> Response:
    """Return the page of the leaderboards."""
    return await _page(context, LEADERBOARDS)


async def board_page(context: RequestContext) -> Response:
    """Return the page of a leaderboard."""
    return await _page(context, LEADERBOARDS)


async def player_page(context: RequestContext) -> Response:
    """Return the page of a player."""
    return await _shared(context, player_shown)


async def how_page(context: RequestContext) -> Response:
    """Return the page with the rules."""
    return await _page(context)


def lost_page(app: AppContext, request: Request) -> Response | None:
    """Return the page for an address under which there is nothing, if a browser is to show it."""
    page = assets_of(app.client_dir).page(FIRST_PAGE)
    if page is None or HTML not in request.headers.get("accept", ""):
        return None
    return Response(page.content, HTTPStatus.NOT_FOUND, {"Cache-Control": "no-store"}, media_type=HTML)


async def verify_page(context: RequestContext) -> Response:
    """Return the page that proves a finished game."""
    return await _page(context)


_BY_PATH = {
    "/": first_page,
    "/r/{code}": room_page,
    "/w/{code}": wall_page,
    "/g/{id}": replay_page,
    "/compare/{id}/{other}": compare_page,
    "/d/{code}": deal_page,
    "/daily": today_page,
    "/daily/{date}": daily_page,
    "/boards": boards_page,
    "/boards/{kind}/{period}/{variant}": board_page,
    "/p/{id}": player_page,
    "/how": how_page,
    "/verify": verify_page,
}
PAGES = (
    *(Route("GET", path, page, media_type=HTML) for path, page in _BY_PATH.items()),
    Route("GET", "/client/{path:path}", file, media_type="*/*", problems=("not_found",), is_exempt=True),
)
