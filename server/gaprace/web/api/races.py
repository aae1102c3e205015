"""HTTP routes of races and series. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import RacePage, SeriesPage

RACE_COST = 3
TRANSCRIPT_PER_COST = 50_000
"""Characters of transcripts that count as much as a plain request, besides the cost of the route."""


async def race(context: RequestContext) -> RacePage:
    """Return a race: its standings, every game move by move, and the score over the races of its room.

    While the race is running, only its players are returned. Until a daily is revealed, the moves of a game are visible
    only to its player. A race with many or long games counts as several requests for the rate limit.
    """
    page = await context.app.race_pages.page(context.request.path_params["id"], await context.player_id())
    size = sum(len(game.transcript or "") for game in page.games)
    context.limit(context.app.limits.requests, "too_many_requests", "requests", size / TRANSCRIPT_PER_COST)
    return page


async def series(context: RequestContext) -> SeriesPage:
    """Return a decided series: its winner, the score by race, and the totals."""
    return await context.app.series_pages.page(context.request.path_params["series"], await context.player_id())


ROUTES = (
    Route("GET", "/api/v1/races/{id}", race, RacePage, revalidates=True, cost=RACE_COST),
    Route("GET", "/api/v1/series/{series}", series, SeriesPage, cost=RACE_COST),
)
