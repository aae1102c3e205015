"""The pages: the client's files as they stand, and the first visit, which makes a guest of whoever comes."""

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic

from starlette.responses import PlainTextResponse, Response

from server.ports import StoreUnavailable
from server.web.calls import Call, Operation
from server.web.identity import player_of
from server.web.problems import Failed

FIRST_PAGE = "index.html"
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What is served, by suffix. Everything else in the folder is for those who work on it."""
PRIVATE_FOLDERS = {"node_modules"}
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A file to serve."""

    content: bytes
    media_type: str
    etag: str
    """Of the content, so that it is the same on every server."""


def client_file(folder: Path, path: str) -> ClientFile | None:
    """Read a file of the client, if `path` is one to be served: no dot at the start of a part, no way out."""
    parts = path.split("/")
    media_type = MEDIA_TYPES.get(Path(path).suffix)
    if media_type is None or not all(map(_PART.fullmatch, parts)) or not PRIVATE_FOLDERS.isdisjoint(parts):
        return None
    file = folder.joinpath(*parts)
    try:
        if not file.resolve().is_relative_to(folder.resolve()):
            return None
        content = file.read_bytes()
    except OSError:  # it is not there, a folder, too long a name ...
        return None
    return ClientFile(content, media_type, f'"{sha256(content).hexdigest()[:32]}"')


async def file(call: Call) -> Response:
    """Give a file of the client."""
    return _served(call, call.request.path_params["path"])


async def first_page(call: Call) -> Response:
    """Give the page to play on. Who comes for the first time becomes a guest."""
    response = _served(call, FIRST_PAGE)
    response.headers["Cache-Control"] = "private, no-cache"  # with a cookie in it, it is for nobody else
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


def _served(call: Call, path: str) -> Response:
    found = client_file(call.parts.client, path)
    if found is None:
        raise Failed("not_found", "There is no such page.")
    headers = {"ETag": found.etag, "Cache-Control": "no-cache"}  # ask each time; the answer is mostly a 304
    if found.etag in call.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.content, 200, headers, media_type=found.media_type)


async def health(_: Call) -> Response:
    """Say that the server answers."""
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


HTML = MEDIA_TYPES[".html"]
PAGES = (
    Operation("GET", "/", first_page, media_type=HTML),
    Operation("GET", "/r/{code}", first_page, media_type=HTML),
    Operation("GET", "/client/{path:path}", file, media_type="*/*", problems=("not_found",)),
    Operation("GET", "/healthz", health, media_type="text/plain"),
)
