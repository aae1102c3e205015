"""HTTP routes of finished games, races and analyses. The docstring of a handler is the description of its route."""

from gaprace.events.race_lists import read_race_filter
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire.http import Analysis, ExploredPosition, FinishedGame, RaceList, RacePage, SeriesPage


async def get_game(context: RequestContext) -> FinishedGame:
    """Return a finished game, with its record once the deal is revealed.

    Until a daily is revealed, a game of it is visible only to its player.
    """
    return await context.app.replays.finished_game(context.request.path_params["id"], await context.player_id())


RACE_COST = 3
TRANSCRIPT_PER_COST = 50_000
"""Characters of transcripts that count as much as a plain request, besides the cost of the route."""


async def get_race(context: RequestContext) -> RacePage:
    """Return a race: its standings, every game move by move, and the score over the races of its room.

    While the race is running, only its players are returned. Until a daily is revealed, the moves of a game are visible
    only to its player. A race with many or long games counts as several requests for the rate limit.
    """
    looks = context.request.query_params.get("look") == "1"
    page = await context.app.race_pages.page(context.request.path_params["id"], await context.player_id(), looks=looks)
    size = sum(len(game.transcript or "") for game in page.games)
    context.limit(context.app.limits.requests, "too_many_requests", "requests", size / TRANSCRIPT_PER_COST)
    return page


RACE_FILTERS = {
    "variant": "Only races of this variant.",
    "player": "Only races in which this player was.",
    "since": "Only races that ended at this time (ms since 1970) or later.",
}


async def list_races(context: RequestContext) -> RaceList:
    """Return the races of listed rooms that have ended, latest first. `Accept: application/x-ndjson` asks for lines.

    Those of dailies and other events are not among them. The next page of lines is in the header `Link`.
    """
    which = read_race_filter(*(context.request.query_params.get(name) for name in RACE_FILTERS))
    return await context.app.race_lists.page(which, context.page)


async def get_series(context: RequestContext) -> SeriesPage:
    """Return a decided series: its winner, the score by race, and the totals."""
    return await context.app.series_pages.page(context.request.path_params["series"], await context.player_id())


_PATH = "/api/v1/games/{id}/analysis"


async def request_analysis(context: RequestContext) -> Analysis:
    """Request the analysis of a finished game: for each position, whether moves alone could still win.

    It runs in the background: GET the same path for its progress. Requesting it again is harmless.
    """
    player = await context.player()
    network = context.app.networks.hash_of(context.client.address)
    return await context.app.analyses.request(context.request.path_params["id"], player.id, network)


async def get_analysis(context: RequestContext) -> Analysis:
    """Return the progress of the analysis of a finished game, and its results so far."""
    return await context.app.analyses.view(context.request.path_params["id"], await context.player_id())


EXPLORED_COST, PROOF_COST = 8, 60
"""Some ten short searches, and a proof of up to a second: of otherwise idle processor time."""


async def explore_position(context: RequestContext) -> ExploredPosition:
    """Return a position of a finished game, or one that other actions would have led to, with its win probability.

    Position `at` is the board after that action; 0 is the opening. The deal must not be sealed.
    """
    query, params = context.request.query_params, context.request.path_params
    me, line, is_proof = await context.player_id(), query.get("line", ""), query.get("prove") == "1"
    if is_proof:
        context.limit(context.app.limits.requests, "too_many_requests", "requests", PROOF_COST)
    return await context.app.explorations.position(params["id"], me, params["at"], line, is_proof=is_proof)


ROUTES = (
    Route("GET", "/api/v1/games/{id}", get_game, revalidates=True),
    Route(
        "GET",
        "/api/v1/races",
        list_races,
        query=RACE_FILTERS,
        page_size=20,
        cost=RACE_COST,
        lines=True,
        revalidates=True,
    ),
    Route(
        "GET",
        "/api/v1/races/{id}",
        get_race,
        query={"look": "`1`: the games of a race that the caller missed, too, who then cannot race it any more."},
        revalidates=True,
        cost=RACE_COST,
    ),
    Route("GET", "/api/v1/series/{series}", get_series, cost=RACE_COST),
    Route(
        "POST",
        _PATH,
        request_analysis,
        status=202,
        caller="player",
        scope="play",
        limit=Limit("analyses", "too_many_analyses", "analysis requests"),
    ),
    Route("GET", _PATH, get_analysis),
    Route(
        "GET",
        "/api/v1/games/{id}/positions/{at}",
        explore_position,
        query={
            "line": "Actions from there, joined by dots: `6D@27.shuffle.7D@28`.",
            "prove": "`1`: search longer, for a proof; the moves have no win probabilities then.",
        },
        cost=EXPLORED_COST,
    ),
)
