"""The command `gaprace admin`: moderation over the HTTP API of a running server."""

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gaprace.cli.command import Command, Result, show_fields

if TYPE_CHECKING:
    from gaprace.bot.room_url import RoomUrl
    from gaprace.wire import Wire

DEFAULT_URL = "http://127.0.0.1:8000"
VARIABLE = "GAPRACE_ADMIN_TOKEN"
_PATH = "/api/v1/admin"
_Options = argparse.Namespace
_Parsers = Any
_DECISIONS = {
    "warn": ("warn a player", "player"),
    "rename": ("rename a player; the name is fixed for 30 days", "player", "--name"),
    "mute": ("stop a player from chatting", "player", "--hours"),
    "suspend": ("stop a player from playing", "player", "--hours"),
    "ban": ("stop a player from playing, and void all results", "player", "--hours"),
    "ban-address": ("ban the network of a player for a while", "player", "--hours"),
    "erase": ("delete a player for good, on request; the games stay, without the name", "player"),
    "sign-out": ("sign a player out of one browser or program", "player", "session"),
    "void": ("void a result: leaderboards and ratings are computed anew", "game"),
    "lift": ("lift an earlier decision, and restore the results that it voided", "decision"),
    "close-room": ("close a room; its race ends as it stands", "room"),
    "rename-group": ("rename a group; the name is fixed for 30 days", "group", "--name"),
    "announce": ("show a text to everyone", "text", "--hours"),
    "dismiss": ("close reports, and clear flagged games", "--game"),
}
"""The effect of each decision, and its fields (`wire.http.NewDecision`)."""
_HELP = {
    "player": "the player's id",
    "session": "the id of the session, as gaprace admin players shows it",
    "game": "the id of the game, as in its address /g/GAME",
    "decision": "the id of the decision, as in the log",
    "room": "the room's code",
    "group": "the group's code, as in the report",
    "text": "the text",
    "--game": "a flagged game, to let it count again",
    "--hours": "how long, in hours; without it, a ban is for good",
    "--name": "the new name (default: a generated one)",
}


def admin(options: _Options) -> Result:
    """Moderate a running server: reports, decisions, and the log of decisions."""
    run: Callable[[_Options], Result] = options.run_admin
    return run(options)


# Requests


def _server_and_token(options: _Options) -> tuple["RoomUrl", str]:
    from gaprace.bot.room_url import RoomUrl
    from gaprace.errors import UsageError
    from gaprace.settings import read_settings

    token = os.environ.get(VARIABLE) or next(iter(read_settings(os.environ).admin_tokens), "")
    if not token:
        raise UsageError(f"Set {VARIABLE} to one of the server's GAPRACE_ADMIN_TOKENS, NAME:SECRET.", "no_admin")
    return RoomUrl.parse(options.url), token


def asked(options: _Options, path: str, body: "Wire | None" = None, method: str | None = None) -> Result:
    """Return the server's response to a moderator's request, to a path below that of moderators.

    Raises UsageError `no_admin`. Raises BotError as `bot.room_url.request`.
    """
    from gaprace.bot.room_url import request

    server, token = _server_and_token(options)
    url = f"{server.base}{_PATH}/{path}"
    return request(url, body, dict[str, Any], token, method, invitation=server.invitation)


def read_body(options: _Options, kind: type["Wire"], values: Result, command: str) -> "Wire":
    """Return a body with the values that are given. Raises UsageError: they do not fit."""
    import msgspec

    from gaprace.errors import UsageError

    try:
        return msgspec.convert({name: value for name, value in values.items() if value}, kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"{error}. (see: gaprace {command} {options.subcommand} --help)") from None


def _decide(options: _Options) -> Result:
    from gaprace.wire.http import NewDecision

    given = {name: getattr(options, name, None) for name in NewDecision.__struct_fields__}
    return asked(options, "decisions", read_body(options, NewDecision, given, "admin"))


# The command line


def _add_subcommands(parser: argparse.ArgumentParser) -> None:
    parsers = parser.add_subparsers(required=True, metavar="WHAT", dest="subcommand")
    _add(parsers, "reports", "show the open reports, with the evidence", lambda options: asked(options, "reports"))
    log = _add(
        parsers, "log", "show the log of decisions", lambda options: asked(options, f"decisions?after={options.after}")
    )
    log.add_argument("--after", default="", metavar="CURSOR", help="show earlier decisions: `next` of those shown")
    players = _add(
        parsers,
        "players",
        "find players, and the decisions about them",
        lambda options: asked(options, f"players?q={quote(options.name, safe='')}"),
    )
    players.add_argument("name", help="a name, a name with a tag (Fox#7K2Q), or an id")
    invite = _add(
        parsers,
        "invite",
        "print an invitation link to a private server",
        lambda options: asked(options, f"invitation{f'?hours={options.hours}' if options.hours else ''}"),
    )
    invite.add_argument("--hours", type=int, help="how long (default: until its code is removed from the settings)")
    for name, (meaning, *fields) in _DECISIONS.items():
        _add_decision(parsers, name, meaning, fields)


def _add_decision(parsers: _Parsers, name: str, meaning: str, fields: list[str]) -> None:
    parser = _add(parsers, name, meaning, _decide)
    parser.set_defaults(action=name.replace("-", "_"))
    for field in fields:
        if field == "--hours":
            parser.add_argument(field, type=int, required=name != "ban", help=_HELP[field])
        else:
            parser.add_argument(field, help=_HELP[field])
    parser.add_argument("--reason", required=True, help="the reason, which the player concerned reads")
    parser.add_argument(
        "--report",
        dest="reports",
        action="append",
        metavar="ID",
        help="a report that this decision closes; may be repeated",
    )


def _add(parsers: _Parsers, name: str, meaning: str, run: Callable[[_Options], Result]) -> argparse.ArgumentParser:
    parser = add_subcommand(parsers, name, meaning)
    parser.set_defaults(run_admin=run)
    return parser


def add_subcommand(parsers: _Parsers, name: str, meaning: str) -> argparse.ArgumentParser:
    """Return the parser of a command that asks a running server."""
    parser: argparse.ArgumentParser = parsers.add_parser(name, help=meaning, description=f"{meaning.capitalize()}.")
    parser.add_argument("--url", default=DEFAULT_URL, help="the server's address (default: %(default)s)")
    # Without a default: that of the command itself would be lost.
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object")
    return parser


ADMIN_COMMANDS = (Command("admin", admin, show_fields, (_add_subcommands,)),)
