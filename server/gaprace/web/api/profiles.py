"""What the HTTP routes do for people who look at each other, take what is theirs, and go."""

from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from gaprace.errors import RequestError
from gaprace.play.names import DELETED
from gaprace.web.http.operations import BODY_PROBLEMS, JSON, Call, Operation
from gaprace.wire.http import DeleteMe, Export, Me, PlayerPage


async def player(call: Call) -> PlayerPage:
    """Return the page of a player: figures, streaks, ratings, recent games."""
    page = await call.parts.players.page(call.request.path_params["id"])
    if page is None:
        raise RequestError("player_not_found", "There is no such player.")
    return page


async def export(call: Call) -> Response:
    """Get all that is stored about oneself, as a file."""
    me = await call.player()
    call.count(call.parts.limits.exports, "too_many_exports", "exports")
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="gaprace-{me.id}.json"',
    }
    pieces = call.parts.players.export(me)
    first = await anext(pieces)  # before the answer begins: the store may be away
    return StreamingResponse(_all(first, pieces), headers=headers, media_type=JSON)


async def _all(first: bytes, others: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in others:
        yield piece


async def delete(call: Call, body: DeleteMe) -> Me:
    """Be deleted, for good: this identity ends everywhere, running games are resigned, rooms are left.

    The games stay, as those of a deleted player.
    """
    me = await call.player()
    await call.parts.people.delete(me, body.name)
    await call.parts.rooms.deleted(me.id)
    call.token = ""
    return Me(me.id, DELETED)


PLAYERS = (
    Operation("GET", "/api/players/{id}", player, PlayerPage, problems=("player_not_found",)),
    Operation("GET", "/api/me/export", export, Export, problems=("no_identity", "too_many_exports")),
    Operation("DELETE", "/api/me", delete, Me, DeleteMe, problems=(*BODY_PROBLEMS, "wrong_name", "no_identity")),
)
