"""The subject of a page, as far as everybody may see it, for its meta tags and its picture."""

from gaprace.errors import BadText
from gaprace.play.events.calendar import is_date
from gaprace.play.live.settings import is_solo
from gaprace.rules.codes import parse_code
from gaprace.rules.variants import DEFAULT_VARIANT, Variant, variant_named
from gaprace.web.http.requests import RequestContext
from gaprace.web.social import previews


async def find_room(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the room at the address."""
    room = await context.app.rooms.view(context.code("code"))
    if room is None:
        return None
    shown = is_solo(room.settings) and room.race and room.race.reveal and room.race.standings
    return previews.room_preview(room, await context.app.summaries.game(shown[0].game) if shown else None)


async def find_game(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the finished game at the address."""
    game = await context.app.summaries.game(context.request.path_params["id"])
    return previews.game_preview(game) if game else None


async def find_race(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the race at the address: while it runs, of its players alone."""
    race = await context.app.summaries.race(context.request.path_params["id"])
    return previews.race_preview(race) if race else None


async def find_challenge(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the challenge at the address; nothing is revealed about a challenge of a group."""
    challenge = await context.app.summaries.challenge(context.code("challenge"))
    return previews.challenge_preview(*challenge) if challenge else None


async def find_deal(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the deal at the address: its code, and `v`, the variant."""
    deal = _deal_of(context)
    return previews.deal_preview(*deal, await context.app.summaries.opening(*deal)) if deal else None


def _deal_of(context: RequestContext) -> tuple[Variant, str] | None:
    """Return variant and code of the address, or `None` if one of them is invalid."""
    try:
        variant = variant_named(context.request.query_params.get("v", DEFAULT_VARIANT))
        return variant, parse_code(context.request.path_params["code"])
    except BadText:
        return None


async def find_arena(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the arena at the address; nothing is revealed about an arena of a group."""
    arena = await context.app.summaries.arena(context.code("arena"))
    return previews.arena_preview(arena) if arena else None


async def find_daily(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the daily of the date in the address."""
    date = context.request.path_params["date"]
    if not is_date(date):
        return None
    return previews.daily_preview(date, await context.app.summaries.daily_opening(date, DEFAULT_VARIANT))


async def find_player(context: RequestContext) -> previews.Preview | None:
    """Return the preview of the player at the address."""
    totals = await context.app.profiles.totals(context.request.path_params["id"])
    return previews.player_preview(*totals) if totals else None


async def find_head_to_head(context: RequestContext) -> previews.Preview | None:
    """Return the preview of two players against each other."""
    params = context.request.path_params
    names = [totals[0] for key in ("id", "other") if (totals := await context.app.profiles.totals(params[key]))]
    return previews.head_to_head_preview(*names) if len(names) == len(params) else None
