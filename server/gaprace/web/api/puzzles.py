"""HTTP routes of puzzles. The docstring of a handler is the description of its route."""

from gaprace.web.api.dailies import ZONE_HELP
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire.http import Puzzle, PuzzleMistakes, PuzzleMove

PUZZLE_COST, LIST_COST = 2, 4


async def get_next_puzzle(context: RequestContext) -> Puzzle:
    """Return the oldest puzzle whose try the caller has not ended, neither of a day nor from an own game."""
    return await context.app.puzzles.next(await context.player_id())


async def get_daily_puzzle(context: RequestContext) -> Puzzle:
    """Return the puzzle of today in the caller's time zone, with the caller's try. Everyone has the same on a date."""
    return await context.app.puzzles.daily(await context.player_id(), context.request.query_params.get("zone", ""))


async def get_puzzle(context: RequestContext) -> Puzzle:
    """Return a puzzle with the caller's try, and with the answer once the try is over."""
    return await context.app.puzzles.view(context.request.path_params["id"], await context.player_id())


async def play_puzzle(context: RequestContext, body: PuzzleMove) -> Puzzle:
    """Make the next move of the caller's try; the first move begins it.

    A try ends with the first move that does not win.
    """
    player = await context.player()
    return await context.app.puzzles.move(player, context.request.path_params["id"], body)


async def list_mistakes(context: RequestContext) -> PuzzleMistakes:
    """Return the puzzles from the caller's lost wins that have been found so far."""
    return await context.app.puzzles.found_mistakes(await context.player())


async def find_mistakes(context: RequestContext) -> PuzzleMistakes:
    """Start a search for lost wins in the caller's last games: GET the same path for the results."""
    return await context.app.puzzles.mistakes(await context.player())


ROUTES = (
    Route("GET", "/api/v1/puzzles/next", get_next_puzzle, cost=PUZZLE_COST),
    Route("GET", "/api/v1/puzzles/daily", get_daily_puzzle, cost=PUZZLE_COST, query={"zone": ZONE_HELP}),
    Route("GET", "/api/v1/puzzles/mistakes", list_mistakes, cost=LIST_COST, caller="player"),
    Route(
        "POST",
        "/api/v1/puzzles/mistakes",
        find_mistakes,
        status=202,
        cost=LIST_COST,
        caller="active",
        scope="play",
        limit=Limit("analyses", "too_many_analyses", "searches"),
    ),
    Route("GET", "/api/v1/puzzles/{id}", get_puzzle, cost=PUZZLE_COST),
    Route("POST", "/api/v1/puzzles/{id}/moves", play_puzzle, cost=PUZZLE_COST, caller="active", scope="play"),
)
