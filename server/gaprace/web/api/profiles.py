"""HTTP routes of players: their pages. The docstring of a handler is the description of its route."""

from typing import TypeVar

from gaprace.errors import Refusal
from gaprace.people.played_games import KINDS, read_filter
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import HeadToHead, PlayedGames, PlayerPage, Rivalries

HEAD_TO_HEAD_COST = 4
GAMES_COST = 2
FILTERS = {
    "variant": "Only games of this variant.",
    "kind": f"Only games of one kind: {', '.join(f'`{kind}`' for kind in KINDS)}.",
    "won": "`true`: only wins; `false`: only the others.",
    "with": "Only games of races in which this player was, too: each has `lead` then.",
}
Answer = TypeVar("Answer")


async def get_player(context: RequestContext) -> PlayerPage:
    """Return a player's profile: totals, streak, ratings, form.

    The player's games on sealed deals are for nobody else: not even a total contains them.
    """
    zone = context.request.query_params.get("zone", "")
    page = await context.app.profiles.page(context.request.path_params["id"], await context.player_id(), zone)
    return _found(page)


async def list_player_games(context: RequestContext) -> PlayedGames:
    """Return a player's finished games, newest first. `Accept: application/x-ndjson` asks for one game a line.

    Games on a sealed deal are for nobody else. Of a race of an unlisted room, others see neither the page nor who was
    in it. The next page of lines is in the header `Link`.
    """
    query, me = context.request.query_params, await context.player_id()
    which = read_filter(*(query.get(name) for name in FILTERS))
    return _found(await context.app.played_games.page(context.request.path_params["id"], which, context.page, me))


async def list_rivals(context: RequestContext) -> Rivalries:
    """Return the people whom a player has met most often in the last races, with the results.

    Races of unlisted rooms are included only for these two players.
    """
    return _found(await context.app.head_to_heads.rivals(context.request.path_params["id"], await context.player_id()))


def _found(answer: Answer | None) -> Answer:
    if answer is None:
        raise Refusal("player_not_found", "Player not found. Check the link; the account may have been deleted.")
    return answer


async def get_head_to_head(context: RequestContext) -> HeadToHead:
    """Return the results of two players against each other: their races and dailies, by variant.

    Races of unlisted rooms are included only for these two players.
    """
    params = context.request.path_params
    found = await context.app.head_to_heads.of(params["id"], params["other"], await context.player_id())
    if found is None:
        raise Refusal("player_not_found", "Player not found, or both are the same.")
    return found


ROUTES = (
    Route(
        "GET",
        "/api/v1/players/{id}",
        get_player,
        query={"zone": "The caller's time zone, on the own page: by its dates the streak goes on."},
    ),
    Route(
        "GET",
        "/api/v1/players/{id}/games",
        list_player_games,
        query=FILTERS,
        page_size=20,
        cost=GAMES_COST,
        lines=True,
        revalidates=True,
    ),
    Route("GET", "/api/v1/players/{id}/vs", list_rivals, cost=HEAD_TO_HEAD_COST),
    Route("GET", "/api/v1/players/{id}/vs/{other}", get_head_to_head, cost=HEAD_TO_HEAD_COST),
)
