"""HTTP routes of television. The docstring of a handler is the description of its route."""

from starlette.responses import Response

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, REVALIDATE, asset_of, asset_response
from gaprace.web.social.routes import qr_code
from gaprace.wire.http import Programme

_QUERY = {"seen": "The id of a past race that was shown last: another one comes next, if there is one."}


async def programme(context: RequestContext) -> Programme:
    """Return the race to watch now: the most interesting one of the listed rooms, or else a recent close one.

    It is never a race in which the caller plays.
    """
    seen = context.request.query_params.get("seen", "")
    return await context.app.television.programme(await context.player_id(), seen)


async def qr(context: RequestContext) -> Response:
    """Return a QR code (SVG) with the URL of the page of races, for a screen that shows a recorded race."""
    return asset_response(context, asset_of(qr_code(f"{context.client.base_url}/race"), ".svg"), REVALIDATE)


ROUTES = (
    Route("GET", "/api/v1/tv", programme, Programme, query=_QUERY),
    Route("GET", "/tv/qr.svg", qr, media_type=MEDIA_TYPES[".svg"]),
)
