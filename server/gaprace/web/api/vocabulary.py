"""The shared parts of the API documents: the group of each route, and the meaning of the parameters."""

from collections.abc import Mapping
from typing import Any, get_args

from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import LeaderboardKind
from gaprace.wire.paging import MAX_LIMIT

SOCKET_PATH = "/ws/rooms/{code}"
"""The address of a room's socket."""
API = "/api/v1/"
"""The prefix of the API's routes."""

TAGS: Mapping[str, str] = {
    "players": "Players: identities and sign-in.",
    "friends": "Players who follow each other: what they do now, and invitations to a room.",
    "rooms": "Rooms, in which people meet. The race itself runs over the WebSocket of a room.",
    "games": "Finished games and races: their records, replays and analyses.",
    "dailies": "The deals of each date, and the games on them.",
    "challenges": "Deals for friends or a group, which each player plays at any time before the end.",
    "arenas": "Events with a new deal every few minutes, the same for everyone.",
    "leaderboards": "Rankings by result, score, streak and rating.",
    "puzzles": "Positions in which exactly one move wins.",
    "groups": "Groups of players, with leaderboards, a room and seasons of their own.",
    "webhooks": "Messages about groups and the installation to chats and programs (see docs/webhooks.md).",
    "moderation": "Reports, decisions and blocks.",
    "pages": "Pages, pictures and feeds for browsers.",
    "operations": "Health, metrics and this document, for operators.",
}
_TEXT = {"type": "string"}
_DATE = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}

PARAMETERS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "id": ("The id of a game, a race, a player, a session, a decision or a puzzle.", _TEXT),
    "other": ("The id of the other player.", _TEXT),
    "player": ("The id of a player.", _TEXT),
    "code": ("The code of a room or a deal, such as `ABCDEFGH`, in upper or lower case.", _TEXT),
    "group": ("The code of a group.", _TEXT),
    "challenge": ("The code of a challenge.", _TEXT),
    "arena": ("The code of an arena.", _TEXT),
    "series": ("The id of a series.", _TEXT),
    "date": ("A date, such as `2026-11-21`.", _DATE),
    "first": ("The first date.", _DATE),
    "last": ("The last date.", _DATE),
    "variant": ("The name of a variant.", {**_TEXT, "enum": sorted(VARIANTS)}),
    "kind": ("The kind of a leaderboard.", {**_TEXT, "enum": list(get_args(LeaderboardKind))}),
    "period": (
        "A date (`daily`), a week (`2026-W47`) or month (`duplicate`), a month or `all` (`streak`), `all` (others).",
        _TEXT,
    ),
    "at": ("The number of an action; 0 stands for the opening.", {"type": "integer", "minimum": 0}),
    "around": ("", {**_TEXT, "enum": ["me"]}),
    "with": ("", {**_TEXT, "enum": ["people"]}),
    "part": ("A part of a page: of a group, or of this document.", _TEXT),
    "path": ("The path of a file.", _TEXT),
    "webhook": ("The id of a webhook.", _TEXT),
    "device": ("The id of a browser that gets notifications.", _TEXT),
    "secret": ("The secret of a group's feeds.", _TEXT),
}
"""The meaning and schema of every parameter, by its name; that of a query has its meaning from its route."""


def parameter(path: str, name: str, meaning: str = "") -> dict[str, Any]:
    """Return the description of a parameter in the path of a route or, with its meaning, in its query.

    Pages accept any value: the client reports the error.
    """
    general, schema = PARAMETERS.get(name, ("", _TEXT))
    if not path.startswith(API):
        schema = _TEXT
    where = "query" if meaning else "path"
    described = {"name": name, "in": where, "description": meaning or general, "schema": dict(schema)}
    return {**described, "required": True} if where == "path" else described


def paging_parameters(page_size: int) -> list[dict[str, Any]]:
    """Return the descriptions of the parameters of a list in pages."""
    limit = {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": page_size}
    return [
        {"name": "after", "in": "query", "description": "The cursor `next` of another page.", "schema": dict(_TEXT)},
        {"name": "limit", "in": "query", "description": "The number of rows.", "schema": limit},
    ]
