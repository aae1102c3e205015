"""The picture that brings phones into a room: its link as a QR code."""

from io import BytesIO

import segno
from starlette.responses import Response

from gaprace.errors import RequestError
from gaprace.play.names import typed_code
from gaprace.web.http.operations import Call, Operation
from gaprace.web.pages.assets import MEDIA_TYPES, asset_of
from gaprace.web.pages.pages import ASK_EACH_TIME, served

_QUIET_ZONE = 3
"""Light modules about the code: what cameras need, with the page's own margin."""


async def room_code(call: Call) -> Response:
    """Return the link of a room as a QR code, in SVG, by the address that the caller uses."""
    code = typed_code(call.request.path_params["code"])
    if await call.parts.rooms.view(code) is None:
        raise RequestError("room_not_found", "There is no such room: check the code, it may have closed.")
    return served(call, asset_of(qr_picture(f"{call.caller.http}/r/{code}"), ".svg"), ASK_EACH_TIME)


def qr_picture(link: str) -> bytes:
    """Draw a link, dark on light in every colour scheme, as large as its place is."""
    drawing = BytesIO()
    segno.make(link, micro=False, error="m").save(
        drawing, kind="svg", xmldecl=False, border=_QUIET_ZONE, light="#fff", omitsize=True
    )
    return drawing.getvalue()


INVITATIONS = (
    Operation("GET", "/r/{code}/qr.svg", room_code, media_type=MEDIA_TYPES[".svg"], problems=("room_not_found",)),
)
