"""The pages: the client's files as they stand, and the first visit, which makes a guest of whoever comes."""

from pathlib import Path
from time import monotonic

from starlette.responses import PlainTextResponse, Response

from server.ports import StoreUnavailable
from server.web.assets import MEDIA_TYPES, VERSION_SIGN, Asset, Assets
from server.web.calls import Call, Operation
from server.web.identity import player_of
from server.web.problems import Failed

FIRST_PAGE = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"
"""The answer is mostly a 304."""
_assets: dict[Path, Assets] = {}


def assets_of(folder: Path) -> Assets:
    """Give the files of a folder, which are kept in memory."""
    return _assets.setdefault(folder, Assets(folder))


async def file(call: Call) -> Response:
    """Give a file of the client. Under its version, `/client/@VERSION/...`, it may be kept for ever."""
    assets, path = assets_of(call.parts.client), call.request.path_params["path"]
    version = ""
    if path.startswith(VERSION_SIGN):
        version, _, path = path[1:].partition("/")
    is_current = bool(version) and version == assets.version()
    return _served(call, assets.find(path), FOR_EVER if is_current else ASK_EACH_TIME)


async def first_page(call: Call) -> Response:
    """Give the page to play on. Who comes for the first time becomes a guest."""
    # With a cookie in it, it is for nobody else.
    response = _served(call, assets_of(call.parts.client).page(FIRST_PAGE), f"private, {ASK_EACH_TIME}")
    headers = call.request.headers
    # A cookie that another site's picture or frame asks for would take the place of the one it may not send.
    if call.request.method == "GET" and headers.get("sec-fetch-dest", "document") == "document":
        call.token = await _token(call)
    return response


async def _token(call: Call) -> str | None:
    """Give the visitor's token, so that its cookie lasts a year from now; or a new guest's, if there may be one."""
    people = call.parts.people
    try:
        player = await player_of(call.request, people)
        if player is not None:
            return people.token_of(player)
        if call.parts.limits.identities.wait_s(call.caller.address, monotonic()) > 0:
            return None
        return (await people.new_player()).token
    except StoreUnavailable:
        return None  # the page is of use without


def _served(call: Call, found: Asset | None, caching: str) -> Response:
    if found is None:
        raise Failed("not_found", "There is no such page.")
    asked = call.request.headers
    headers = {"ETag": found.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if found.etag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.compressed is not None and "gzip" in asked.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.compressed, 200, headers, media_type=found.media_type)
    return Response(found.content, 200, headers, media_type=found.media_type)


async def wall_page(call: Call) -> Response:
    """Give the page to watch a room on."""
    return await first_page(call)


async def replay_page(call: Call) -> Response:
    """Give the page that replays a finished game."""
    return await first_page(call)


async def how_page(call: Call) -> Response:
    """Give the page with the rules."""
    return await first_page(call)


async def verify_page(call: Call) -> Response:
    """Give the page that proves a finished game."""
    return await first_page(call)


async def health(_: Call) -> Response:
    """Say that the server answers."""
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


HTML = MEDIA_TYPES[".html"]
PAGES = (
    Operation("GET", "/", first_page, media_type=HTML),
    Operation("GET", "/r/{code}", first_page, media_type=HTML),
    Operation("GET", "/w/{code}", wall_page, media_type=HTML),
    Operation("GET", "/g/{id}", replay_page, media_type=HTML),
    Operation("GET", "/how", how_page, media_type=HTML),
    Operation("GET", "/verify", verify_page, media_type=HTML),
    Operation("GET", "/client/{path:path}", file, media_type="*/*", problems=("not_found",)),
    Operation("GET", "/healthz", health, media_type="text/plain"),
)
