"""The command `gaprace flags`: list games with flags, and clear them.

It works on the database, also while servers run: anyone with access to the database may decide.
"""

import argparse
import getpass
import os

from gaprace.cli.command import Command, Result


def flags(options: argparse.Namespace) -> Result:
    """List the games with flags, left out of the ranks or noted only, or let one of them count for good."""
    from gaprace.event_loop import run
    from gaprace.settings import read_settings

    url = read_settings(os.environ, database_url=options.database_url).database_url
    return run(_cleared(url, options.clear, options.by) if options.clear else _listed(url))


async def _listed(url: str) -> Result:
    from gaprace.moderation.examinations import flags_of
    from gaprace.wiring.databases import open_examinations

    async with open_examinations(url) as examinations:
        found = await examinations.noted()
    games = [
        {
            "game": each.game,
            "leaderboard": each.leaderboard.text,
            "left_out": each.is_flagged,
            "flags": [{"rule": flag.rule, "message": flag.message} for flag in flags_of(each.flags)],
        }
        for each in found
    ]
    return {"games": games}


async def _cleared(url: str, game: str, by: str) -> Result:
    from gaprace.wiring.databases import open_examinations

    async with open_examinations(url) as examinations:
        is_cleared = await examinations.clear(game, by or getpass.getuser())
    return {"ok": is_cleared, "game": game}


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", metavar="GAME", help="let this game count for good")
    parser.add_argument(
        "--by", metavar="NAME", default="", help="the name of the reviewer (default: the current user of this machine)"
    )
    parser.add_argument("--database-url", metavar="URL", help="as for gaprace migrate")


def _line(game: Result) -> str:
    state, messages = "left out" if game["left_out"] else "a note", (flag["message"] for flag in game["flags"])
    return f"{game['game']} ({game['leaderboard']}, {state}): {' '.join(messages)}"


def _show(result: Result) -> str:
    if "game" in result:
        outcome = "counts" if result["ok"] else "has no flags, or was cleared before"
        return f"{result['game']} {outcome}"
    lines = [_line(each) for each in result["games"]]
    return "\n".join(lines) or "no flagged games"


FLAGS_COMMANDS = (Command("flags", flags, _show, _add_options),)
