"""The routes of pictures that other sites show as previews of links."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from starlette.responses import Response

from gaprace.errors import Refusal
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import asset_of, asset_response
from gaprace.web.social.lookup import find_daily, find_deal, find_game, find_race, find_room
from gaprace.web.social.previews import MEDIA_TYPE, Preview

CACHE_CONTROL = "public, max-age=600"
"""Ten minutes: names change, and deleted players should disappear soon."""
RETRY_AFTER_S = 2.0
Find = Callable[[RequestContext], Awaitable[Preview | None]]


def _route(path: str, subject: str, about: str, find: Find) -> Route:
    """Return the route of the pictures of a kind of subject."""

    async def picture(context: RequestContext) -> Response:
        return await _picture(context, find)

    picture.__doc__ = f"Return the picture of {about}."
    return Route("GET", f"/og/{path}.png", picture, media_type=MEDIA_TYPE, operation=f"{subject}_picture")


async def _picture(context: RequestContext, find: Find) -> Response:
    preview = await find(context)
    if preview is None:
        raise Refusal("not_found", "Picture not found.")
    cache = context.app.picture_cache
    if not cache.has(preview):
        context.limit(context.app.limits.pictures, "too_many_pictures", "picture requests")
        if cache.is_full:
            message = "Too many pictures are being drawn. Try again in a moment."
            raise Refusal("try_again", message, retry_after_s=RETRY_AFTER_S)
    picture = await cache.picture(
        preview, partial(_drawn, preview, context.app.client_dir, context.app.settings.site_name)
    )
    response = asset_response(context, asset_of(picture, ".png"), CACHE_CONTROL)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites are meant to show it
    return response


def _drawn(preview: Preview, client_dir: Path, site_name: str) -> bytes:
    from gaprace.web.social.pictures import draw_picture  # noqa: PLC0415  # 4 MB that many servers never need

    return draw_picture(preview, client_dir, site_name)


PICTURES = (
    _route(
        "r/{code}",
        "room",
        "a room: face-down cards, or the last board of the finished game in a room with one seat",
        find_room,
    ),
    _route("g/{id}", "game", "a finished game: its last board, or face-down cards while its deal is sealed", find_game),
    _route("race/{id}", "race", "a race: its players and, once it has ended, the results of the first ones", find_race),
    _route("d/{code}", "deal", "a deal: its opening. `?v=mini` names the variant (default: `addiction`)", find_deal),
    _route("daily/{date}", "daily", "a daily: its opening, or face-down cards until it is revealed", find_daily),
)
