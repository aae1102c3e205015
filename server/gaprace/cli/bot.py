"""The command `gaprace bot`: bots join a room, play one race to its end, and leave.

The standings go to standard output, progress and notes to standard error.
"""

import argparse
import asyncio
import os
import shutil
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from gaprace.cli.command import Command, Result
from gaprace.errors import quoted
from gaprace.outgoing_text import for_terminal

if TYPE_CHECKING:
    from gaprace.bot.party import PartyPlan
    from gaprace.bot.room_replica import RoomReplica
    from gaprace.bot.room_url import RoomUrl
    from gaprace.ports import Engine
    from gaprace.wire import RaceView

DEFAULT_PACE_S = 1.0
MAX_PACE_S = 3600.0
TERMINAL_INTERVAL_S, LOG_INTERVAL_S = 0.25, 5.0
"""How often the line of progress is written: over itself on a terminal, else as a new line if it has changed."""


def bot(options: argparse.Namespace) -> Result:
    """Run bots that join a room and play one race."""
    import msgspec

    from gaprace.bot.party import PartyPlan
    from gaprace.bot.room_url import RoomUrl
    from gaprace.engine.greedy import GreedyEngine
    from gaprace.engine.searching import SearchingEngine
    from gaprace.settings import read_settings

    plan = PartyPlan(RoomUrl.parse(options.url), options.bots, options.pace, options.level, options.seed)
    engine = SearchingEngine(1, read_settings(os.environ).cache_dir) if options.level > 1 else GreedyEngine()
    try:
        race = asyncio.run(_play(plan, engine))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    result: Result = msgspec.to_builtins(race)
    return result


def _add_bot_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "url",
        metavar="ROOM_URL",
        help="link of a room, http://HOST/r/CODE; with a server's address, the bots open a room and print its link",
    )
    parser.add_argument(
        "-n", dest="bots", type=_bots, default=1, metavar="BOTS", help="number of bots (default: %(default)s)"
    )
    pace = "mean time between two actions of a bot, in seconds (default: %(default)s)"
    parser.add_argument("--pace", type=_pace_s, default=DEFAULT_PACE_S, metavar="SECONDS", help=pace)
    parser.add_argument("--seed", type=int, metavar="N", help="random seed: bots with the same seed play alike")
    parser.add_argument(
        "--level",
        type=int,
        choices=range(1, 6),
        default=1,
        help="strength, as for bots in rooms: 1 plays without looking ahead, 5 searches longest (default: %(default)s)",
    )


def _bots(text: str) -> int:
    from gaprace.bot.party import MAX_BOTS

    if not text.isdecimal() or not 1 <= int(text) <= MAX_BOTS:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of bots, 1 to {MAX_BOTS}")
    return int(text)


def _pace_s(text: str) -> float:
    try:
        pace_s = float(text)
    except ValueError:
        pace_s = -1.0
    if not 0 <= pace_s <= MAX_PACE_S:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds, 0 to {MAX_PACE_S:.0f}")
    return pace_s


async def _play(plan: "PartyPlan", engine: "Engine") -> "RaceView":
    """Play until the end of the race; on an interrupt or a termination the bots leave first."""
    from gaprace.bot.party import Observer, play

    task = asyncio.current_task()
    with suppress(NotImplementedError):  # on Windows; asyncio.run handles interrupts everywhere
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: task and task.cancel())
    reports = list[asyncio.Task[None]]()
    observer = Observer(
        on_room_opened=_print_link,
        on_first_joined=lambda replica: reports.append(asyncio.create_task(_report(replica))),
        on_bot_failed=lambda error: _print_note(f"gaprace: one bot stopped: {error}"),
    )
    try:
        return await play(plan, engine, observer)
    finally:
        for report in reports:
            report.cancel()
        await engine.close()


# Progress


async def _report(replica: "RoomReplica") -> None:
    """Print the progress of the race now and then."""
    is_terminal, last = sys.stderr.isatty(), ""
    try:
        while True:
            line = _progress_line(replica)
            if is_terminal:
                width = shutil.get_terminal_size().columns - 1
                print(f"\r\x1b[K{for_terminal(line)[:width]}", end="", file=sys.stderr, flush=True)
            elif line != last:
                _print_note(line)
            last = line
            await asyncio.sleep(TERMINAL_INTERVAL_S if is_terminal else LOG_INTERVAL_S)
    finally:
        if is_terminal:
            _print_note("")


def _progress_line(replica: "RoomReplica") -> str:
    room, race = replica.room, replica.race
    if room is None or race is None or race.standings is not None:
        members = room.members if room else []
        return f"{sum(member.ready for member in members)} of {len(members)} players are ready"
    games = list(replica.games.values())
    if not games:
        return f"race {race.number} is about to start: {len(race.seats)} players"
    return (
        f"race {race.number}: best {max(game.locked for game in games)} locked,"
        f" {sum(game.moves for game in games)} moves, {sum(game.ended for game in games)} of {len(games)} games ended"
    )


def _print_link(room: "RoomUrl") -> None:
    _print_note(f"Room opened: {room.link}")


def _print_note(line: str) -> None:
    print(for_terminal(line), file=sys.stderr, flush=True)


# The standings


def _show_standings(race: Result) -> str:
    return "\n".join(map(_standing_line, race.get("standings") or ()))


def _standing_line(standing: Result) -> str:
    outcome = "won" if standing["won"] else f"{standing['locked']} locked"
    return (
        f"{standing['rank']:>3}. {standing['name']:<24}  {outcome:<9}  score {standing['score']:>3}"
        f"  {standing['moves']:>4} moves  {standing['shuffles']} shuffles  {standing['time_ms'] / 1000:7.1f} s"
    )


BOT_COMMANDS = (Command("bot", bot, _show_standings, (_add_bot_options,)),)
