"""The route of clips. A clip is available to everybody who may see the replays of its games."""

import re
from collections.abc import Sequence

from starlette.responses import Response

from gaprace.errors import RequestError, quoted
from gaprace.ports import StoredRace
from gaprace.web.clips.encoders import FORMATS
from gaprace.web.clips.timeline import DEFAULT_LENGTH_S, LENGTHS_S, MAX_GAMES, MAX_RANGE_MS, Clip, ClippedGame
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route

CACHE_CONTROL = "private, max-age=600"
"""Ten minutes, as for pictures; private, since players may have clips of what is sealed to others."""
RETRY_AFTER_S = 5.0
CLIP_COST = 3
_DIGITS = re.compile(r"[0-9]{1,8}")


async def clip(context: RequestContext) -> Response:
    """Return finished games on one deal as an animation, side by side on one clock: a GIF, or a smaller WebP.

    A range that is longer than the clip is sped up. Games are visible under the same rules as their replays.
    """
    wanted = await _wanted(context)
    studio = context.app.clips
    if not studio.has(wanted):
        context.limit(context.app.limits.clips, "too_many_clips", "clips")
    file = await studio.file(wanted)
    if file is None:
        message = "Too many clips are being made. Try again in a moment."
        raise RequestError("try_again", message, retry_after_s=RETRY_AFTER_S)
    return Response(file, headers={"Cache-Control": CACHE_CONTROL}, media_type=FORMATS[wanted.format].media_type)


async def _wanted(context: RequestContext) -> Clip:
    """Return the clip that a request asks for.

    Raises:
        RequestError: `bad_clip`.
        RoomError: as `Replays.found`.

    """
    query, extension = context.request.query_params, context.request.path_params["format"]
    if extension not in FORMATS:
        raise RequestError("bad_clip", f"{quoted(extension)} is not a clip format: use {' or '.join(FORMATS)}.")
    from_ms = _number(query.get("from"), "from", 0)
    to_ms = _number(query["to"], "to", 0) if "to" in query else None
    if to_ms is not None and to_ms <= from_ms:
        raise RequestError("bad_clip", f"A clip from {from_ms} to {to_ms} is empty: choose a later end.")
    length_s = _number(query.get("length"), "length", DEFAULT_LENGTH_S)
    if length_s not in LENGTHS_S:
        lengths = ", ".join(map(str, LENGTHS_S))
        raise RequestError("bad_clip", f"{length_s} is not a clip length: use one of {lengths} (seconds).")
    games = await _games(context, query.get("games", ""))
    return Clip(games, extension, from_ms, to_ms, length_s, context.app.settings.site_name)


def _number(text: str | None, name: str, default: int) -> int:
    if text is None:
        return default
    if not _DIGITS.fullmatch(text) or int(text) > MAX_RANGE_MS:
        raise RequestError(
            "bad_clip", f"{quoted(text)} is not a value of {name}: use a number from 0 to {MAX_RANGE_MS}."
        )
    return int(text)


async def _games(context: RequestContext, ids: str) -> tuple[ClippedGame, ...]:
    wanted = ids.split(",") if ids else []
    if not 1 <= len(set(wanted)) == len(wanted) <= MAX_GAMES:
        raise RequestError(
            "bad_clip", f"{quoted(ids)} does not name one to {MAX_GAMES} different games: join their ids by commas."
        )
    me = await context.player_id()
    found = [await context.app.replays.found(game, me) for game in wanted]
    _refuse_different_deals([race for _, race, _ in found])
    names = await context.app.replays.names_of(game for game, _, _ in found)
    return tuple(ClippedGame(names.get(game.player, ""), race.deal, result.transcript) for game, race, result in found)


def _refuse_different_deals(races: Sequence[StoredRace]) -> None:
    if any(race.deal != races[0].deal for race in races):
        raise RequestError("bad_clip", "These games are on different deals: only games on one deal fit into a clip.")


ROUTES = (
    Route(
        "GET",
        "/api/clips/{format}",
        clip,
        media_type="image/gif",
        problems=("bad_clip", "game_not_found", "sealed_daily", "sealed_challenge", "too_many_clips", "try_again"),
        query={
            "games": f"The ids of one to {MAX_GAMES} finished games on one deal, joined by commas.",
            "from": "The first instant that is shown, in milliseconds since the start of the games; 0 without it.",
            "to": "The last instant; without it, the end of the last game.",
            "length": f"How long the clip may be, in seconds: one of {', '.join(map(str, LENGTHS_S))}.",
        },
        cost=CLIP_COST,
    ),
)
