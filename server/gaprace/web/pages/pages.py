"""The pages, and the files of the client.

Every page is the same file with its own head: the client chooses the screen by the URL. A visitor without an identity
becomes a guest.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import Refusal, StoreUnavailable
from gaprace.play.names import typed_code
from gaprace.web.context import AppContext
from gaprace.web.http.middleware import EMBEDDABLE
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import (
    IMMUTABLE,
    MEDIA_TYPES,
    REVALIDATE,
    VERSION_PREFIX,
    Asset,
    Assets,
    asset_of,
    asset_response,
)
from gaprace.web.pages.bundles import BUNDLE_PREFIX, bundles_of, in_thread, language_of, with_bundle
from gaprace.web.pages.embeds import discovery_tag
from gaprace.web.pages.meta_tags import with_host_tags, with_meta_tags
from gaprace.web.pages.offline import service_worker
from gaprace.web.social.lookup import (
    find_arena,
    find_challenge,
    find_daily,
    find_deal,
    find_game,
    find_head_to_head,
    find_player,
    find_race,
    find_room,
)
from gaprace.web.social.previews import GROUP, HOME, LEADERBOARDS, TODAY, Preview

PAGE_FILE = "index.html"
MANIFEST = "app.webmanifest"
HTML = MEDIA_TYPES[".html"]
PAGE_COST, FILE_COST = 2, 0.1
MAKING_COST = 3
"""Of a bundle that is not kept, on top of that of a file."""
_assets: dict[Path, Assets] = {}


def assets_of(folder: Path) -> Assets:
    """Return the files of a folder; they are kept in memory."""
    return _assets.setdefault(folder, Assets(folder))


async def _read_assets(folder: Path) -> Assets:
    """Return the files of a folder; at first they are read in a thread."""
    assets = assets_of(folder)
    if not assets.is_read:
        await in_thread(partial(bundles_of, assets))
    return assets


async def client_file(context: RequestContext) -> Response:
    """Return a file of the client. At an address with its version, `/client/@VERSION/...`, it never changes."""
    assets, path = await _read_assets(context.app.client_dir), context.request.path_params["path"]
    version = ""
    if path.startswith(VERSION_PREFIX):
        version, _, path = path.removeprefix(VERSION_PREFIX).partition("/")
    is_current = bool(version) and version == assets.version()
    is_bundle = path.startswith(BUNDLE_PREFIX)
    asset = await _bundle(context, assets, path, is_current=is_current) if is_bundle else assets.find(path)
    if path == MANIFEST and asset:
        return asset_response(context, _named(asset, context.app.settings.site_name), REVALIDATE)
    return asset_response(context, asset, IMMUTABLE if is_current else REVALIDATE)


async def worker_file(context: RequestContext) -> Response:
    """Return the service worker: the offline files of this version, in a language."""
    assets, request = await _read_assets(context.app.client_dir), context.request
    language = language_of(request.query_params.get("language", ""), bundles_of(assets).languages)
    key = ("service worker", language)
    asset = await in_thread(lambda: assets.derived(key, lambda: service_worker(assets, language)))
    return asset_response(context, asset, REVALIDATE)


def _named(manifest: Asset, site_name: str) -> Asset:
    """Return the manifest of the app with the name of the site, which changes without the files."""
    fields = msgspec.json.decode(manifest.content)
    named = {name: site_name if name in {"name", "short_name"} else value for name, value in fields.items()}
    return asset_of(msgspec.json.encode(named), manifest.suffix)


async def _bundle(context: RequestContext, assets: Assets, name: str, *, is_current: bool) -> Asset | None:
    bundles = bundles_of(assets)
    bundle = bundles.bundle(name, is_current=is_current)
    if bundle is None:
        return None
    if bundles.kept(bundle) is None:
        context.limit(context.app.limits.requests, "too_many_requests", "requests", MAKING_COST)
    return await bundles.find(bundle)


async def _page(context: RequestContext, preview: Preview = HOME, picture_url: str = "", phase: str = "") -> Response:
    """Return the page with the meta tags of `preview`, and the bundle of its address and of the `phase` of its room."""
    assets = await _read_assets(context.app.client_dir)
    page = assets.page(PAGE_FILE)
    if page is not None:
        url = _absolute_url(context, context.request.scope["path"])
        languages = context.request.headers.get("accept-language", "")
        text = await with_bundle(page.content.decode(), context.request.url, assets, languages, phase)
        text = with_host_tags(text, context.app.settings)
        more = discovery_tag(context.client.base_url, context.request.scope["path"])
        page = asset_of(with_meta_tags(text, preview, url, picture_url, more).encode(), ".html")
    response = asset_response(context, page, f"private, {REVALIDATE}")  # private: it may set the visitor's cookie
    headers = context.request.headers
    # Requests of another site's picture or frame come without the cookie; a new one would replace the visitor's own.
    if context.request.method == "GET" and headers.get("sec-fetch-dest", "document") == "document":
        await _welcome(context)
    return response


def _absolute_url(context: RequestContext, path: str) -> str:
    query = context.request.url.query
    return f"{context.client.base_url}{quote(path)}{f'?{query}' if query else ''}"


async def _welcome(context: RequestContext) -> None:
    """Renew the visitor's cookie when that is due, or make a new guest, if one may be created now."""
    with suppress(StoreUnavailable, Refusal):  # the page is useful without
        if await context.find_player() is not None:
            return
        if context.app.limits.identities.wait_s(context.client.address) <= 0:
            context.cookie_token = (await context.new_player(recovery=False)).token


async def _page_with_preview(
    context: RequestContext,
    find: Callable[[RequestContext], Awaitable[Preview | None]],
    picture_path: str = "",
    phase: str = "",
) -> Response:
    """Return a page whose link is previewed by what `find` returns, with the picture at `picture_path`, if any."""
    try:
        preview = await find(context)
    except StoreUnavailable:
        preview = None  # the page is useful without
    if preview is None:
        return await _page(context, phase=phase)
    return await _page(context, preview, _absolute_url(context, picture_path) if picture_path else "", phase)


async def home_page(context: RequestContext) -> Response:
    """Return the home page."""
    return await _page(context)


async def meet_page(context: RequestContext) -> Response:
    """Return the page for starting or joining a race."""
    return await _page(context)


async def room_page(context: RequestContext) -> Response:
    """Return the page of a room, to play in it."""
    code = context.request.path_params["code"]
    return await _page_with_preview(context, find_room, f"/og/r/{code}.png", await _phase(context, code))


async def _phase(context: RequestContext, code: str) -> str:
    """Return the phase of a room that its players see at first: a row of `PHASES` in `client/room/screen.js`, or ""."""
    try:
        room = await context.app.rooms.view(typed_code(code), await context.player_id())
    except StoreUnavailable:
        return ""
    if room is None:
        return ""
    is_over = room.race is not None and room.race.standings is not None
    if is_over:
        return "result"
    if room.race or room.settings.seats == 1:
        return "race"
    return "finding" if room.fills_at else "lobby"


async def spectator_page(context: RequestContext) -> Response:
    """Return the page of a room, to watch it."""
    picture_path = f"/og/r/{context.request.path_params['code']}.png"
    return await _page_with_preview(context, find_room, picture_path, "spectate")


async def tv_page(context: RequestContext) -> Response:
    """Return the page of television: the most interesting race, for a large screen."""
    return await _page(context)


async def overlay_page(context: RequestContext) -> Response:
    """Return the page of a room as an overlay for a stream. It does not reveal the code of the room."""
    return await _page(context)


async def embedded_page(context: RequestContext) -> Response:
    """Return a page for a frame in any other site: a race, a replay, a daily or a group (`client/embed/views.js`)."""
    response = await _page(context)
    response.headers.update(EMBEDDABLE)
    return response


async def replay_page(context: RequestContext) -> Response:
    """Return the page that replays a finished game."""
    return await _page_with_preview(context, find_game, f"/og/g/{context.request.path_params['id']}.png")


async def race_page(context: RequestContext) -> Response:
    """Return the page of a race: its standings, and all of its boards on one clock."""
    return await _page_with_preview(context, find_race, f"/og/race/{context.request.path_params['id']}.png")


async def series_page(context: RequestContext) -> Response:
    """Return the page of a decided series. Its meta tags do not name the players."""
    return await _page(context)


async def compare_page(context: RequestContext) -> Response:
    """Return the page that shows two finished games of one deal side by side."""
    return await _page_with_preview(context, find_game, f"/og/g/{context.request.path_params['id']}.png")


async def deal_page(context: RequestContext) -> Response:
    """Return the page of a deal, from which to play it. `?v=mini` names the variant (default: `addiction`)."""
    return await _page_with_preview(context, find_deal, f"/og/d/{context.request.path_params['code']}.png")


async def today_page(context: RequestContext) -> Response:
    """Return the page of today's dailies."""
    return await _page(context, TODAY)


async def daily_page(context: RequestContext) -> Response:
    """Return the page of the dailies of a date."""
    return await _page_with_preview(context, find_daily, f"/og/daily/{context.request.path_params['date']}.png")


async def commitments_page(context: RequestContext) -> Response:
    """Return the page with the commitments to future dailies."""
    return await _page(context, TODAY)


async def leaderboards_page(context: RequestContext) -> Response:
    """Return the page of all leaderboards."""
    return await _page(context, LEADERBOARDS)


async def leaderboard_page(context: RequestContext) -> Response:
    """Return the page of one leaderboard."""
    return await _page(context, LEADERBOARDS)


async def player_page(context: RequestContext) -> Response:
    """Return the page of a player."""
    return await _page_with_preview(context, find_player)


async def device_page(context: RequestContext) -> Response:
    """Return the page that signs a device in with the code that another one shows."""
    return await _page(context)


async def challenge_page(context: RequestContext) -> Response:
    """Return the page of a challenge: the invitation, and the results once they are not sealed any more."""
    return await _page_with_preview(context, find_challenge)


async def arena_page(context: RequestContext) -> Response:
    """Return the page of an arena, before, during and after it; or, for `new`, the form for a new one."""
    return await _page_with_preview(context, find_arena)


async def groups_page(context: RequestContext) -> Response:
    """Return the page of the visitor's groups."""
    return await _page(context)


async def group_page(context: RequestContext) -> Response:
    """Return the page of a group, by its code or its invitation. Its meta tags reveal nothing about a private group."""
    return await _page(context, GROUP)


async def group_part_page(context: RequestContext) -> Response:
    """Return the page of a date in a group, or, for `room`, the page that leads to the group's room."""
    return await _page(context, GROUP)


async def head_to_head_page(context: RequestContext) -> Response:
    """Return the page of two players against each other."""
    return await _page_with_preview(context, find_head_to_head)


async def how_page(context: RequestContext) -> Response:
    """Return the page with the rules."""
    return await _page(context)


async def practice_page(context: RequestContext) -> Response:
    """Return the page of a practice game, which runs only in the browser."""
    return await _page(context)


async def puzzles_page(context: RequestContext) -> Response:
    """Return the page of puzzles."""
    return await _page(context)


async def verify_page(context: RequestContext) -> Response:
    """Return the page that verifies a finished game."""
    return await _page(context)


def not_found_page(context: AppContext, request: Request) -> Response | None:
    """Return the page for an unknown address, or `None` if the client does not accept HTML."""
    page = assets_of(context.client_dir).page(PAGE_FILE)
    if page is None or HTML not in request.headers.get("accept", ""):
        return None
    text = with_host_tags(page.content.decode(), context.settings)
    return Response(text, HTTPStatus.NOT_FOUND, {"Cache-Control": "no-store"}, media_type=HTML)


_PAGES_BY_PATH = {
    "/": home_page,
    "/race": meet_page,
    "/race/{id}": race_page,
    "/race/series/{series}": series_page,
    "/tv": tv_page,
    "/r/{code}": room_page,
    "/w/{code}": spectator_page,
    "/overlay/{code}": overlay_page,
    "/embed/{kind}/{id}": embedded_page,
    "/g/{id}": replay_page,
    "/compare/{id}/{other}": compare_page,
    "/d/{code}": deal_page,
    "/daily": today_page,
    "/daily/{date}": daily_page,
    "/commitments": commitments_page,
    "/boards": leaderboards_page,
    "/boards/{kind}/{period}/{variant}": leaderboard_page,
    "/p/{id}": player_page,
    "/device": device_page,
    "/challenge/{challenge}": challenge_page,
    "/arena/{arena}": arena_page,
    "/group": groups_page,
    "/group/{group}": group_page,
    "/group/{group}/{part}": group_part_page,
    "/p/{id}/vs/{other}": head_to_head_page,
    "/practice": practice_page,
    "/how": how_page,
    "/verify": verify_page,
    "/puzzles": puzzles_page,
    "/puzzles/{id}": puzzles_page,
}
PAGES = (
    *(Route("GET", path, page, media_type=HTML, cost=PAGE_COST) for path, page in _PAGES_BY_PATH.items()),
    Route(
        "GET",
        "/service-worker.js",
        worker_file,
        media_type=MEDIA_TYPES[".js"],
        query={"language": "The language of the page, `en` by default."},
    ),
    Route("GET", "/client/{path:path}", client_file, media_type="*/*", cost=FILE_COST),
)
