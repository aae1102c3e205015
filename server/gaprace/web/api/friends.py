"""HTTP routes of friends. The docstring of a handler is the description of its route."""

from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import FriendList, FriendNewsList, Invite, ShowToFriends, SuggestionList

SUGGESTIONS_COST = 4


async def list_friends(context: RequestContext) -> FriendList:
    """Return the players whom the caller follows, with the current activity of friends (who follow the caller, too)."""
    return await context.app.friends.of(await context.player())


async def list_news(context: RequestContext) -> FriendNewsList:
    """Return news of friends who show them: their challenges, the best in yesterday's dailies, late personal bests.

    There is nothing of a daily before its reveal, unless the caller has played it.
    """
    return await context.app.news.of(await context.player())


async def suggest_friends(context: RequestContext) -> SuggestionList:
    """Return players whom the caller may want to follow: by a follow, two races or a common group."""
    return await context.app.friends.suggestions(await context.player())


async def follow_player(context: RequestContext) -> FriendList:
    """Follow a player, who is a friend once both follow each other. Return all who are followed."""
    player = await context.player()
    await context.app.friends.follow(player, context.request.path_params["player"])
    return await context.app.friends.of(player)


async def unfollow_player(context: RequestContext) -> FriendList:
    """Follow a player no longer. Return all who are followed."""
    player = await context.player()
    await context.app.friends.unfollow(player, context.request.path_params["player"])
    return await context.app.friends.of(player)


async def share_presence(context: RequestContext, body: ShowToFriends) -> FriendList:
    """Set whether friends, and nobody else, see what the caller does. It is off at first."""
    player = await context.player()
    await context.app.friends.show(player, shows=body.shows)
    return await context.app.friends.of(player)


async def note_presence(context: RequestContext) -> FriendList:
    """Note that the caller is here, if friends may see that; return the friends. Call it every quarter of a minute."""
    player = await context.player()
    await context.app.friends.note(player)
    return await context.app.friends.of(player)


async def invite_to_room(context: RequestContext, body: Invite) -> FriendList:
    """Invite a friend to a room: the friend sees it for ten minutes, with a notification. Return the friends."""
    player = await context.player()
    await context.app.friends.invite(player, body.player, context.code("code"))
    return await context.app.friends.of(player)


ROUTES = (
    Route("GET", "/api/v1/friends", list_friends, caller="player", scope="account"),
    Route("GET", "/api/v1/friends/news", list_news, caller="player", scope="account", cost=SUGGESTIONS_COST),
    Route(
        "GET", "/api/v1/friends/suggestions", suggest_friends, caller="player", scope="account", cost=SUGGESTIONS_COST
    ),
    Route("PUT", "/api/v1/friends/{player}", follow_player, caller="player"),
    Route("DELETE", "/api/v1/friends/{player}", unfollow_player, caller="player"),
    Route("PUT", "/api/v1/me/presence", share_presence, caller="player"),
    Route("POST", "/api/v1/me/presence", note_presence, caller="player"),
    Route("POST", "/api/v1/rooms/{code}/invitations", invite_to_room, status=201, caller="active"),
)
