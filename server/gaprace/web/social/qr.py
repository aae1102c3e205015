"""The picture that brings phones into a room: its link as a QR code."""

from io import BytesIO

import segno
from starlette.responses import Response

from gaprace.errors import RequestError
from gaprace.play.names import typed_code
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, asset_of
from gaprace.web.pages.pages import ASK_EACH_TIME, served

_QUIET_ZONE = 3
"""Light modules about the code: what cameras need, with the page's own margin."""


async def room_code(context: RequestContext) -> Response:
    """Return the link of a room as a QR code, in SVG, by the address that the caller uses."""
    code = typed_code(context.request.path_params["code"])
    if await context.app.rooms.view(code) is None:
        raise RequestError("room_not_found", "There is no such room: check the code, it may have closed.")
    return served(context, asset_of(qr_picture(f"{context.client.base_url}/r/{code}"), ".svg"), ASK_EACH_TIME)


def qr_picture(link: str) -> bytes:
    """Draw a link, dark on light in every colour scheme, as large as its place is."""
    drawing = BytesIO()
    segno.make(link, micro=False, error="m").save(
        drawing, kind="svg", xmldecl=False, border=_QUIET_ZONE, light="#fff", omitsize=True
    )
    return drawing.getvalue()


INVITATIONS = (
    Route("GET", "/r/{code}/qr.svg", room_code, media_type=MEDIA_TYPES[".svg"], problems=("room_not_found",)),
)
