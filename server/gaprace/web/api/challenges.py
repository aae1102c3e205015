"""HTTP routes of challenges. The docstring of a handler is the description of its route."""

from gaprace.web.api.rooms import PLAYS, created
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Limit, Route
from gaprace.wire.http import Challenge, ChallengeList, NewChallenge, RoomCreated

CHALLENGE_COST, LIST_COST = 2, 4
_CHALLENGE = "/api/v1/challenges/{challenge}"


async def create_challenge(context: RequestContext, body: NewChallenge) -> Challenge:
    """Create a challenge. The link to share is `/challenge/{code}`; the members of a group see it in their lists."""
    player = await context.player()
    return await context.app.challenges.create(player, body)


async def list_challenges(context: RequestContext) -> ChallengeList:
    """Return the challenges of the caller and of the caller's groups: open ones, and those of the last seven days."""
    return await context.app.challenges.of_player((await context.player()).id)


async def get_challenge(context: RequestContext) -> Challenge:
    """Return a challenge; with its results once it has ended or, if it is for fun, after the caller's own game."""
    return await context.app.challenges.view(context.code("challenge"), await context.player_id())


async def enter_challenge(context: RequestContext) -> Challenge:
    """Take a place in a challenge, to play later."""
    return await context.app.challenges.enter(await context.player(), context.code("challenge"))


async def leave_challenge(context: RequestContext) -> Challenge:
    """Give back the caller's place, unless the game has begun."""
    return await context.app.challenges.leave(await context.player(), context.code("challenge"))


async def play_challenge(context: RequestContext) -> RoomCreated:
    """Return the room for the caller's game of a challenge. Its clock runs from the start in that room.

    While the game is running, it is the room of that game.
    """
    player = await context.player()
    return created(context, await context.app.challenges.play(player, context.code("challenge")))


async def list_group_challenges(context: RequestContext) -> ChallengeList:
    """Return the latest challenges of a group, the latest first."""
    group = context.code("group")
    return await context.app.challenges.of_group(group, await context.player_id())


_MADE = Limit("groups", "too_many_challenges", "new challenges")
ROUTES = (
    Route("POST", "/api/v1/challenges", create_challenge, **PLAYS, limit=_MADE),
    Route("GET", "/api/v1/challenges", list_challenges, cost=LIST_COST, caller="player"),
    Route("GET", _CHALLENGE, get_challenge, cost=CHALLENGE_COST),
    Route("POST", f"{_CHALLENGE}/places", enter_challenge, cost=CHALLENGE_COST, caller="active", scope="play"),
    Route("DELETE", f"{_CHALLENGE}/places/me", leave_challenge, cost=CHALLENGE_COST, caller="player", scope="play"),
    Route("POST", f"{_CHALLENGE}/games", play_challenge, **PLAYS),
    Route("GET", "/api/v1/groups/{group}/challenges", list_group_challenges, cost=LIST_COST),
)
