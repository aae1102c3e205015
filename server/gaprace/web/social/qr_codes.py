"""The routes of QR codes: of rooms, arenas, players, and of the page on which the code of a room is typed."""

from io import BytesIO

from starlette.responses import Response

from gaprace.errors import Refusal
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.web.pages.assets import MEDIA_TYPES, REVALIDATE, asset_of, asset_response

_BORDER = 3
"""Light modules around the code. With the margin of the page they are the four that the standard asks for."""


async def room_qr_code(context: RequestContext) -> Response:
    """Return the link of a room as a QR code in SVG. The link has the address that the client used."""
    code = context.code("code")
    if await context.app.rooms.view(code, await context.player_id()) is None:
        raise Refusal("room_not_found", "Room not found. Check the code; the room may have closed.")
    return asset_response(context, asset_of(qr_code(f"{context.client.base_url}/r/{code}"), ".svg"), REVALIDATE)


async def arena_qr_code(context: RequestContext) -> Response:
    """Return the link of an arena as a QR code in SVG. The link has the address that the client used."""
    code = context.code("arena")
    await context.app.arenas.shown(code, await context.player_id())  # those for whom it is not there learn nothing
    return asset_response(context, asset_of(qr_code(f"{context.client.base_url}/arena/{code}"), ".svg"), REVALIDATE)


async def player_qr_code(context: RequestContext) -> Response:
    """Return the link with which a player is followed as a QR code in SVG, with the address that the client used."""
    player = context.request.path_params["id"]
    if await context.app.profiles.totals(player) is None:
        raise Refusal("player_not_found", "Player not found. Check the link; the account may have been deleted.")
    link = f"{context.client.base_url}/p/{player}?follow"
    return asset_response(context, asset_of(qr_code(link), ".svg"), REVALIDATE)


def qr_code(link: str) -> bytes:
    """Return a QR code in SVG: dark on light in every colour scheme, and as large as the page makes it."""
    import segno  # noqa: PLC0415  # few visitors come by a code

    svg = BytesIO()
    segno.make(link, micro=False, error="m").save(
        svg, kind="svg", xmldecl=False, border=_BORDER, light="#fff", omitsize=True
    )
    return svg.getvalue()


QR_CODES = (
    Route("GET", "/r/{code}/qr.svg", room_qr_code, media_type=MEDIA_TYPES[".svg"]),
    Route("GET", "/p/{id}/qr.svg", player_qr_code, media_type=MEDIA_TYPES[".svg"]),
    Route("GET", "/arena/{arena}/qr.svg", arena_qr_code, media_type=MEDIA_TYPES[".svg"]),
)
