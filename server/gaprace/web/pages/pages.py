"""The pages, and the files of the client.

Every page is the same file with its own head: the client chooses the screen by the URL. To look at one creates nothing:
an identity begins with the first action that needs one.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from html import escape
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote, unquote, urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gaprace.errors import Refusal, StoreUnavailable
from gaprace.play.events.zones import known_zone
from gaprace.play.people.names import typed_code
from gaprace.web.context import AppContext
from gaprace.web.http.clients import accepts
from gaprace.web.http.middleware import EMBEDDABLE, IMMUTABLE
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, REVALIDATE, Asset, asset_of, asset_response
from gaprace.web.pages.client_files import client_files, service_worker
from gaprace.web.pages.document import document, page_name, with_host_tags, with_meta_tags
from gaprace.web.pages.language import language_of
from gaprace.web.social import lookup
from gaprace.web.social.previews import GROUP, HOME, LEADERBOARDS, TODAY, Preview
from gaprace.wire.http import LANGUAGES

MANIFEST = "app.webmanifest"
HTML = MEDIA_TYPES[".html"]
PAGE_COST, FILE_COST = 2, 0.1


async def client_file(context: RequestContext) -> Response:
    """Return a file of the client. At the address with its version, `/client/@VERSION/...`, it never changes."""
    files, path = client_files(context.app.client_dir), context.request.path_params["path"]
    version = ""
    if path.startswith("@"):
        version, _, path = path[1:].partition("/")
    asset = files.find(path) if version in {"", files.version} else files.stand_in(path)
    if path == MANIFEST and asset:
        return asset_response(context, _named(asset, context.app.settings.site_name), REVALIDATE)
    return asset_response(context, asset, IMMUTABLE if version == files.version else REVALIDATE)


async def worker_file(context: RequestContext) -> Response:
    """Return the service worker, with the list of the pages and files that work without a network in a language."""
    wanted = context.request.query_params.get("language", "")
    language = wanted if wanted in LANGUAGES else LANGUAGES[0]
    return asset_response(context, service_worker(client_files(context.app.client_dir), language), REVALIDATE)


def _named(manifest: Asset, site_name: str) -> Asset:
    """Return the manifest of the app with the name of the site, which changes without the files."""
    fields = msgspec.json.decode(manifest.content)
    named = {name: site_name if name in {"name", "short_name"} else value for name, value in fields.items()}
    return asset_of(msgspec.json.encode(named), manifest.suffix)


async def _page(context: RequestContext, preview: Preview = HOME, picture_url: str = "", phase: str = "") -> Response:
    """Return the page with the meta tags of `preview`, and the first load of its address and its room's `phase`."""
    files, request = client_files(context.app.client_dir), context.request
    text = document(
        files, page_name(request.url, phase, files.pages()), language_of(request, context.app.settings.language)
    )
    page = None
    if text is not None:
        url = _absolute_url(context, request.scope["path"])
        more = _early_request(request) if phase == TODAY_PHASE else ""
        tagged = with_meta_tags(with_host_tags(text, context.app.settings), preview, url, picture_url, more)
        page = asset_of(tagged.encode(), ".html")
    response = asset_response(context, page, f"private, {REVALIDATE}")  # private: it may renew the player's cookie
    response.headers.add_vary_header("Accept-Language")
    if context.request.method == "GET":
        with suppress(StoreUnavailable, Refusal):  # the page is useful without
            await context.find_player()
    return response


def _absolute_url(context: RequestContext, path: str) -> str:
    query = context.request.url.query
    return f"{context.client.base_url}{quote(path)}{f'?{query}' if query else ''}"


Find = Callable[[RequestContext], Awaitable[Preview | None]]


TODAY_COOKIE, TODAY_PHASE = "gaprace-today", "today"
"""A browser that shows today on the home page, and not what a visitor sees, has a cookie with its time zone
(`client/ui/preferences.js`)."""


async def _today(context: RequestContext) -> str:
    """Return the phase of today if the browser says so."""
    return TODAY_PHASE if TODAY_COOKIE in context.request.cookies else ""


def _early_request(request: Request) -> str:
    """Return the link by which the browser asks for today's dailies at once, and not only when its scripts run."""
    zone = known_zone(unquote(request.cookies[TODAY_COOKIE]))
    url = f"/api/v1/dailies?{urlencode({'zone': zone})}"
    return f'<link rel="preload" as="fetch" crossorigin href="{escape(url)}" />'


async def _spectate(_: RequestContext) -> str:
    """Return the phase of a room that is watched."""
    return "spectate"


async def _phase(context: RequestContext) -> str:
    """Return the phase that the players of a room see first: a row of `PHASES` in `screens/race/phases.js`, or ""."""
    code = context.request.path_params["code"]
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


class Page(NamedTuple):
    """A page of the client."""

    path: str
    about: str
    """Its description in the API documents."""
    preview: Preview | Find = HOME
    """The preview of its link, or the function that finds it."""
    picture: str = ""
    """The path of the picture of what was found, with the parameters of `path`."""
    phase: Callable[[RequestContext], Awaitable[str]] | None = None
    """Returns the phase of its room, or the part of the page that a player sees first."""
    headers: Mapping[str, str] = {}

    async def show(self, context: RequestContext) -> Response:
        """Return the page."""
        phase = await self.phase(context) if self.phase else ""
        found = self.preview if isinstance(self.preview, Preview) else await _found(self.preview, context)
        path = self.picture.format_map(context.request.path_params) if found else ""
        response = await _page(context, found or HOME, _absolute_url(context, path) if path else "", phase)
        response.headers.update(self.headers)
        return response

    def route(self) -> Route:
        """Return its route. The operation is named by the words of the path."""

        async def show(context: RequestContext) -> Response:
            return await self.show(context)

        words = [word for word in self.path.split("/") if word and not word.startswith("{")]
        show.__name__ = f"{'_'.join(words) or 'home'}_page"
        show.__doc__ = f"Return {self.about}."
        return Route("GET", self.path, show, media_type=HTML, cost=PAGE_COST)


async def _found(find: Find, context: RequestContext) -> Preview | None:
    try:
        return await find(context)
    except StoreUnavailable:
        return None  # the page is useful without


def not_found_page(context: AppContext, request: Request) -> Response | None:
    """Return the page for an unknown address, or `None` if the client does not accept HTML."""
    text = document(client_files(context.client_dir), request.url.path, language_of(request, context.settings.language))
    if text is None or not accepts(request.headers, HTML):
        return None
    tagged = with_host_tags(text, context.settings)
    return Response(tagged, HTTPStatus.NOT_FOUND, {"Cache-Control": "no-store"}, media_type=HTML)


_PAGES = (
    Page("/", "the home page", phase=_today),
    Page("/race", "the page for starting or joining a race"),
    Page(
        "/race/{id}",
        "the page of a race: its standings, and all of its boards on one clock",
        lookup.find_race,
        "/og/race/{id}.png",
    ),
    Page("/race/series/{series}", "the page of a decided series. Its meta tags do not name the players"),
    Page("/tv", "the page of television: the most interesting race, for a large screen"),
    Page("/r/{code}", "the page of a room, to play in it", lookup.find_room, "/og/r/{code}.png", _phase),
    Page("/w/{code}", "the page of a room, to watch it", lookup.find_room, "/og/r/{code}.png", _spectate),
    Page("/overlay/{code}", "the page of a room as an overlay for a stream. It does not reveal the code of the room"),
    Page(
        "/embed/{kind}/{id}",
        "a page for a frame in any other site: a race, a replay, a daily or a group (`client/screens/race/embed.js`)",
        headers=EMBEDDABLE,
    ),
    Page("/g/{id}", "the page that replays a finished game", lookup.find_game, "/og/g/{id}.png"),
    Page(
        "/d/{code}",
        "the page of a deal, from which to play it. `?v=mini` names the variant (default: `addiction`)",
        lookup.find_deal,
        "/og/d/{code}.png",
    ),
    Page("/daily", "the page of today's dailies", TODAY),
    Page("/daily/{date}", "the page of the dailies of a date", lookup.find_daily, "/og/daily/{date}.png"),
    Page("/commitments", "the page with the commitments to future dailies", TODAY),
    Page("/boards", "the page of all leaderboards", LEADERBOARDS),
    Page("/boards/{kind}/{period}/{variant}", "the page of one leaderboard", LEADERBOARDS),
    Page("/p/{id}", "the page of a player", lookup.find_player),
    Page("/device", "the page that signs a device in with the code that another one shows"),
    Page("/p/{id}/vs/{other}", "the page of two players against each other", lookup.find_head_to_head),
    Page("/challenge", "the page of the visitor's challenges"),
    Page(
        "/challenge/{challenge}",
        "the page of a challenge: the invitation, and the results once they are not sealed any more",
        lookup.find_challenge,
    ),
    Page("/arena", "the page of the arenas"),
    Page(
        "/arena/{arena}",
        "the page of an arena, before, during and after it; or, for `new`, the form for a new one",
        lookup.find_arena,
    ),
    Page("/group", "the page of the visitor's groups"),
    Page(
        "/group/{group}",
        "the page of a group, by its code or its invitation. Its meta tags reveal nothing about a private group",
        GROUP,
    ),
    Page(
        "/group/{group}/{part}",
        "the page of a date in a group, or, for `room`, the page that leads to the group's room",
        GROUP,
    ),
    Page("/practice", "the page of a practice game, which runs only in the browser"),
    Page("/how", "the page with the rules"),
    Page("/verify", "the page that verifies a finished game"),
    Page("/puzzles", "the page of puzzles"),
    Page("/puzzles/{id}", "the page of a puzzle"),
)
PAGES = (
    *(page.route() for page in _PAGES),
    Route(
        "GET",
        "/service-worker.js",
        worker_file,
        media_type=MEDIA_TYPES[".js"],
        query={"language": "The language of the page, `en` by default."},
    ),
    Route("GET", "/client/{path:path}", client_file, media_type="*/*", cost=FILE_COST),
)
