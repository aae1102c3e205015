"""The routes of the pictures that links show on other sites."""

from starlette.responses import Response

from gaprace.errors import RequestError
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import asset_of
from gaprace.web.pages.pages import Shown, served
from gaprace.web.social.pictures import MEDIA_TYPE
from gaprace.web.social.sharing import daily_shown, deal_shown, game_shown, room_shown

KEPT_ELSEWHERE = "public, max-age=600"
"""Names change, people have themselves deleted: nobody should keep a picture for long."""
BUSY_S = 2.0


async def room_picture(context: RequestContext) -> Response:
    """Return the picture of a room: the board that won its last race, or cards that lie face down."""
    return await _picture(context, room_shown)


async def game_picture(context: RequestContext) -> Response:
    """Return the picture of a finished game: its last board, face down while its deal is sealed."""
    return await _picture(context, game_shown)


async def deal_picture(context: RequestContext) -> Response:
    """Return the picture of a deal: its opening. `?v=mini` says which variant, `addiction` if it is not given."""
    return await _picture(context, deal_shown)


async def daily_picture(context: RequestContext) -> Response:
    """Return the picture of a daily, face down until it is revealed."""
    return await _picture(context, daily_shown)


async def _picture(context: RequestContext, shown: Shown) -> Response:
    preview = await shown(context)
    if preview is None:
        raise RequestError("not_found", "There is no such picture.")
    gallery = context.app.image_cache
    if not gallery.has(preview):
        context.limit(context.app.limits.pictures, "too_many_pictures", "requests for new pictures")
        if gallery.is_full:
            raise RequestError("try_again", "Too many pictures are being drawn: try again.", retry_after_s=BUSY_S)
    asset = asset_of(await gallery.picture(preview), ".png")
    response = served(context, asset, KEPT_ELSEWHERE)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # it is there to be shown on other sites
    return response


PICTURES = tuple(
    Route("GET", path, handler, media_type=MEDIA_TYPE, problems=("not_found", "too_many_pictures"))
    for path, handler in (
        ("/og/r/{code}.png", room_picture),
        ("/og/g/{id}.png", game_picture),
        ("/og/d/{code}.png", deal_picture),
        ("/og/daily/{date}.png", daily_picture),
    )
)
