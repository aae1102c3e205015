"""The command `gaprace admin`: moderation over the HTTP API of a running server."""

import argparse
import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gaprace.cli.command import Command, Result

if TYPE_CHECKING:
    from gaprace.bot.room_url import RoomUrl
    from gaprace.wire import Wire

DEFAULT_URL = "http://127.0.0.1:8000"
VARIABLE = "GAPRACE_ADMIN_TOKEN"
_HOURS = "how long, in hours"
_Options = argparse.Namespace
_Parsers = Any


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


def asked(
    options: _Options, path: str, answer: type["Wire"], body: "Wire | None" = None, method: str | None = None
) -> Result:
    """Return the server's response to a moderator's request.

    Raises UsageError `no_admin`. Raises BotError as `bot.room_url.request`.
    """
    import msgspec

    from gaprace.bot.room_url import request

    server, token = _server_and_token(options)
    found: Result = msgspec.to_builtins(
        request(server.base + path, body, answer, token, method, invitation=server.invitation)
    )
    return found


def _reports(options: _Options) -> Result:
    from gaprace.wire.http import ReportList

    return asked(options, "/api/v1/admin/reports", ReportList)


def _log(options: _Options) -> Result:
    from gaprace.wire.http import DecisionList

    return asked(options, f"/api/v1/admin/decisions?after={options.after}", DecisionList)


def _players(options: _Options) -> Result:
    from urllib.parse import quote

    from gaprace.wire.http import PlayerFileList

    return asked(options, f"/api/v1/admin/players?q={quote(options.name, safe='')}", PlayerFileList)


def _invite(options: _Options) -> Result:
    from gaprace.wire.http import Invitation

    return asked(options, f"/api/v1/admin/invitation{f'?hours={options.hours}' if options.hours else ''}", Invitation)


_FIELDS = ("player", "game", "room", "group", "hours", "name", "text", "decision", "session")


def _decide(options: _Options) -> Result:
    import msgspec

    from gaprace.errors import UsageError
    from gaprace.wire.http import Decision, NewDecision

    given = {name: getattr(options, name, None) for name in (*_FIELDS, "reason", "reports")}
    values = {name: value for name, value in given.items() if value is not None}
    try:
        body = msgspec.convert({"action": options.action, **values}, NewDecision)
    except msgspec.ValidationError as error:
        raise UsageError(f"{error}. (see: gaprace admin {options.subcommand} --help)") from None
    return asked(options, "/api/v1/admin/decisions", Decision, body)


# What is shown


def _show(result: Result) -> str:
    if "link" in result:
        return f"{result['link']}" + (f"\nIt ends at {_time(result['until'])} UTC." if result.get("until") else "")
    if "action" in result:
        return _decision_line(result)
    if "reports" in result:
        lines = [line for report in result["reports"] for line in _report_lines(report)]
        flagged = result.get("flagged", ())
        lines += [line for each in flagged for line in _flagged_lines(each)]
        return "\n".join([*lines, f"{result['open']} open reports, {len(flagged)} flagged results."])
    if "players" in result:
        return "\n".join(line for each in result["players"] for line in _player_lines(each)) or "No such player."
    lines = [_decision_line(each) for each in result["items"]]
    more = [f"Earlier ones: gaprace admin log --after {result['next']}"] if result.get("next") else []
    return "\n".join([*lines, *more]) or "Nothing has been decided yet."


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}"


def _decision_line(decision: Result) -> str:
    names = [name for name in ("player", "game", "room", "group") if decision.get(name)]
    about = " ".join(f"{name} {decision[name]}" for name in names)
    parts = [_time(decision["at"]), decision["id"], decision.get("moderator", ""), decision["action"], about]
    ends = [f"until {_time(decision['until'])}"] if decision.get("until") else []
    ends += ["lifted"] if decision.get("lifted_at") else []
    detail = [f"({decision['detail']})"] if decision.get("detail") else []
    answer = [f'\n    answer: "{decision["answer"]}"'] if decision.get("answer") else []
    return " ".join([*filter(None, parts), *detail, *ends]) + f': "{decision["reason"]}"' + "".join(answer)


def _report_lines(report: Result) -> list[str]:
    first = (
        f"{_time(report['at'])} {report['id']} {report['reason']}: {report['name']} ({report['player']}),"
        f" reported by {report['reporter_name']} ({report['reporter']})"
    )
    lines = [first]
    if report["note"]:
        lines.append(f'    "{report["note"]}"')
    if report.get("group"):
        lines.append(f'    group {report["group"]}: "{report["line"]}"')
    elif report.get("line"):
        how = "seen by the server" if report.get("seen") else "as the reporter wrote it"
        where = f" in room {report['room']}" if report.get("room") else ""
        lines.append(f'    said{where}: "{report["line"]}" ({how})')
    if report.get("game"):
        lines.append("    " + _game_line(report["game"]))
    lines.append(f"    {report['reports']} open reports and {report['decisions']} decisions about this player")
    return lines


def _flagged_lines(flagged: Result) -> list[str]:
    state = "" if flagged["left_out"] else " (a note: the result counts)"
    return [f"{flagged['name']} ({flagged['player']}){state}", f"    {_game_line(flagged['game'])}"]


def _game_line(game: Result) -> str:
    won = "won" if game["won"] else f"{game['locked']} locked"
    fastest = f", fastest ten in {game['fastest_ten_ms']} ms" if game.get("fastest_ten_ms") is not None else ""
    state = "void" if game.get("void") else "counts" if game.get("ranked") else "practice"
    return (
        f"game {game['id']}: {won} with {game['moves']} moves in {game['time_ms']} ms,"
        f" {game['ms_per_action']} ms an action{fastest} ({state}){_flags_text(game)}"
    )


def _flags_text(game: Result) -> str:
    by = [f"(cleared by {game['cleared_by']})"] if game.get("cleared_by") else []
    return "".join(f"\n        {text}" for text in [*(flag["message"] for flag in game.get("flags", ())), *by])


def _player_lines(player: Result) -> list[str]:
    sanctions = player["sanctions"]
    held = [f"{name.removesuffix('_until')} until {_time(until)}" for name, until in sanctions.items() if until]
    lines = [f"{player['name']}#{player['tag']} {player['id']} since {_time(player['created_at'])}"]
    lines += [f"    {', '.join(held)}"] if held else []
    lines += [f"    {_session_line(each)}" for each in player["sessions"]]
    return lines + [f"    {_decision_line(each)}" for each in player["decisions"]]


def _session_line(session: Result) -> str:
    network = f", network {session['network']}" if session.get("network") else ""
    return f"session {session['id']}: {session['device']}, seen {_time(session['seen_at'])}{network}"


# The command line


def _add_options(parser: argparse.ArgumentParser) -> None:
    parsers = parser.add_subparsers(required=True, metavar="WHAT", dest="subcommand")
    _add(parsers, "reports", "show the open reports, with the evidence", _reports)
    log = _add(parsers, "log", "show the log of decisions", _log)
    log.add_argument("--after", default="", metavar="CURSOR", help="show earlier decisions")
    players = _add(parsers, "players", "find players, and the decisions about them", _players)
    players.add_argument("name", help="a name, a name with a tag (Fox#7K2Q), or an id")
    invite = _add(parsers, "invite", "print an invitation link to a private server", _invite)
    invite.add_argument("--hours", type=int, help=f"{_HOURS} (default: until its code is removed from the settings)")
    _add_player_actions(parsers)
    void = _add_action(parsers, "void", "void a result: leaderboards and ratings are computed anew")
    void.add_argument("game", metavar="GAME", help="the id of the game, as in its address /g/GAME")
    lift = _add_action(parsers, "lift", "lift an earlier decision, and restore the results that it voided")
    lift.add_argument("decision", metavar="DECISION", help="the id of the decision, as in the log")
    room = _add_action(parsers, "close-room", "close a room; its race ends as it stands")
    room.add_argument("room", metavar="ROOM", help="the room's code")
    group = _add_action(parsers, "rename-group", "rename a group; the name is fixed for 30 days")
    group.add_argument("group", metavar="GROUP", help="the group's code, as in the report")
    group.add_argument("--name", help="the new name (default: a generated one)")
    announce = _add_action(parsers, "announce", "show a text to everyone")
    announce.add_argument("text", metavar="TEXT", help="the text")
    announce.add_argument("--hours", type=int, required=True, help=_HOURS)
    dismiss = _add_action(parsers, "dismiss", "close reports, and clear flagged games")
    dismiss.add_argument("--game", metavar="GAME", help="a flagged game, to let it count again")


def _add_player_actions(parsers: _Parsers) -> None:
    _add_player_action(parsers, "warn", "warn a player")
    rename = _add_player_action(parsers, "rename", "rename a player; the name is fixed for 30 days")
    rename.add_argument("--name", help="the new name (default: a generated one)")
    for action, meaning in (("mute", "stop a player from chatting"), ("suspend", "stop a player from playing")):
        _add_player_action(parsers, action, meaning).add_argument("--hours", type=int, required=True, help=_HOURS)
    ban = _add_player_action(parsers, "ban", "stop a player from playing, and void all results")
    ban.add_argument("--hours", type=int, help=f"{_HOURS} (default: for good)")

    address = _add_player_action(parsers, "ban-address", "ban the network of a player for a while")
    address.add_argument("--hours", type=int, required=True, help=_HOURS)
    _add_player_action(parsers, "erase", "delete a player for good, on request; the games stay, without the name")
    session = _add_player_action(parsers, "sign-out", "sign a player out of one browser or program")
    session.add_argument("session", metavar="SESSION", help="the id of the session, as gaprace admin players shows it")


def _add_player_action(parsers: _Parsers, name: str, meaning: str) -> argparse.ArgumentParser:
    parser = _add_action(parsers, name, meaning)
    parser.add_argument("player", metavar="PLAYER", help="the player's id")
    return parser


def _add_action(parsers: _Parsers, name: str, meaning: str) -> argparse.ArgumentParser:
    parser = _add(parsers, name, meaning, _decide)
    parser.set_defaults(action=name.replace("-", "_"))
    parser.add_argument("--reason", required=True, help="the reason, which the player concerned reads")
    parser.add_argument(
        "--report",
        dest="reports",
        action="append",
        metavar="ID",
        help="a report that this decision closes; may be repeated",
    )
    return parser


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


ADMIN_COMMANDS = (Command("admin", admin, _show, _add_options),)
