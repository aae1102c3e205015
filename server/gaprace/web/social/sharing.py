"""What a link leads to, as anybody may see it: for the head of its page, and for its picture."""

import datetime as dt
import re

from gaprace.errors import BadText
from gaprace.play.names import typed_code
from gaprace.rules.deal import parse_code
from gaprace.rules.variants import DEFAULT_VARIANT, Variant, variant_named
from gaprace.web.http.operations import Call
from gaprace.web.social.previews import Preview, daily_preview, deal_preview, game_preview, player_preview, room_preview

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


async def room_shown(call: Call) -> Preview | None:
    """Show the room of the address."""
    room = await call.parts.rooms.view(typed_code(call.request.path_params["code"]))
    if room is None:
        return None
    over = room.race.standings if room.race and room.race.reveal else None
    return room_preview(room, await call.parts.glimpses.game(over[0].game) if over else None)


async def game_shown(call: Call) -> Preview | None:
    """Show the finished game of the address."""
    glimpse = await call.parts.glimpses.game(call.request.path_params["id"])
    return game_preview(glimpse) if glimpse else None


async def deal_shown(call: Call) -> Preview | None:
    """Show the deal of the address: its code, and `v`, the variant."""
    deal = deal_of(call)
    return deal_preview(*deal, await call.parts.glimpses.opening(*deal)) if deal else None


def deal_of(call: Call) -> tuple[Variant, str] | None:
    """Return variant and code of the address, if they are such."""
    try:
        variant = variant_named(call.request.query_params.get("v", DEFAULT_VARIANT))
        return variant, parse_code(call.request.path_params["code"])
    except BadText:
        return None


async def daily_shown(call: Call) -> Preview | None:
    """Show the daily of the date in the address."""
    date = call.request.path_params["date"]
    if not is_date(date):
        return None
    return daily_preview(date, await call.parts.glimpses.daily_opening(date, DEFAULT_VARIANT))


async def player_shown(call: Call) -> Preview | None:
    """Show the player of the address."""
    totals = await call.parts.players.totals(call.request.path_params["id"])
    return player_preview(*totals) if totals else None


def is_date(text: str) -> bool:
    """Whether a text is a date such as `2026-11-21`."""
    try:
        return bool(_DATE.fullmatch(text) and dt.date.fromisoformat(text))
    except ValueError:
        return False
