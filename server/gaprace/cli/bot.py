"""The command `gaprace bot`: bots join a room, play one race to its end, and leave.

The standings go to standard output, everything else to standard error. Exit status: 0 a race was played, 1 it could
not be, 2 bad usage, 130 interrupted.
"""

import argparse
import asyncio
import contextlib
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from random import Random, SystemRandom

import msgspec

from gaprace.bot.plan import Planner
from gaprace.bot.player import Player
from gaprace.bot.racer import Chooses, Racer
from gaprace.bot.room_replica import RoomReplica
from gaprace.bot.room_url import RoomUrl, new_identity, new_room
from gaprace.errors import BotError
from gaprace.play.bots import LEVELS
from gaprace.ports import Engine
from gaprace.rules.variants import Variant
from gaprace.wire import RaceView, Settings, Standing

DONE, FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
MAX_PLAYERS = 50
LEAST_SEATS = 8
PACE_S = 1.0
TERMINAL_EVERY_S, OTHERWISE_EVERY_S = 0.25, 5.0
"""How often the line of progress is written."""
NAMES = (
    "Ada Alba Anton Arlo Basil Bruno Cleo Clio Cora Dora Edda Eddy Elmo Enzo Fay Finn Flora Fritz Gus Hal Hugo "
    "Ida Igor Iris Ivo Jade Juno Kit Lars Leo Lola Lux Mae Max Milo Mona Nell Nino Olga Otis Otto Pia Quinn "
    "Remy Rita Rolf Sami Theo Uma Zoe"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "address",
        metavar="ROOM_URL",
        help="a room's link, http://HOST/r/CODE; with a server's address, the bots open a room and print its link",
    )
    parser.add_argument(
        "-n", dest="players", type=_players, default=1, metavar="PLAYERS", help="how many bots (default: %(default)s)"
    )
    parser.add_argument(
        "--pace", type=_pace, default=PACE_S, metavar="SECONDS", help="time for a move (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same boards are played alike with the same seed")
    parser.add_argument(
        "--level",
        type=int,
        choices=LEVELS,
        help="how strong they play, as bots in rooms do: 1 takes what looks best at once, 5 searches longest"
        " (default: a few moves are looked ahead)",
    )


def run(options: argparse.Namespace, engine: Engine) -> int:
    """Play, print, and give the exit status."""
    as_json = bool(getattr(options, "json", False))
    try:
        race = asyncio.run(_until_told_to_stop(options, engine))
    except BotError as error:
        _object(error, as_json=as_json)
        return BAD_USAGE if error.code == "bad_address" else FAILED
    except (KeyboardInterrupt, asyncio.CancelledError):
        return INTERRUPTED
    _print_standings(race, as_json=as_json)
    return DONE


def _players(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_PLAYERS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bots, 1 to {MAX_PLAYERS}")
    return int(text)


def _pace(text: str) -> float:
    try:
        pace_s = float(text)
    except ValueError:
        pace_s = -1.0
    if not 0 <= pace_s <= 3600:  # noqa: PLR2004  # an hour
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 to 3600")
    return pace_s


# Playing


async def _until_told_to_stop(options: argparse.Namespace, engine: Engine) -> RaceView:
    """Play; an interrupt (asyncio.run sees to that one) or a request to terminate makes the bots leave first."""
    task = asyncio.current_task()
    with contextlib.suppress(NotImplementedError):  # not on every platform
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: task and task.cancel())
    try:
        return await _play(RoomUrl.at(options.address), options, engine)
    finally:
        await engine.close()


async def _play(door: RoomUrl, options: argparse.Namespace, engine: Engine) -> RaceView:
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    names = Random(f"{seed}/names").sample(NAMES.split(), options.players)  # noqa: S311  # bots need no secrets
    racers: list[Racer] = []
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(_all_leave, racers)
        for name in names:
            token = (await new_identity(door, f"{name} (bot)")).token
            if not door.code:
                door = await new_room(door, _demo_settings(options.players), token)
                _note(f"A room is open: {door.link}")
            random = Random(f"{seed}/{name}")  # noqa: S311
            player = Player(door, token)
            player.begin()
            racers.append(Racer(player, random, options.pace, _choosing(options.level, engine, random)))
            await player.welcomed()
        reporting = asyncio.create_task(_report(racers[0].player.replica))
        stack.callback(reporting.cancel)
        return await _raced(racers)


def _choosing(level: int | None, engine: Engine, random: Random) -> Callable[[Variant], Chooses] | None:
    """Return what lets bots play as those of a level do in rooms."""
    if level is None:
        return None
    style = random.getrandbits(16)
    return lambda variant: Planner(variant, level, style, engine).choose


async def _raced(racers: Sequence[Racer]) -> RaceView:
    """Let all play; if some cannot play to the end, the others still do."""
    party = [racer.player.replica.you.id for racer in racers if racer.player.replica.you]
    outcomes = await asyncio.gather(*(racer.race(party) for racer in racers), return_exceptions=True)
    races = [outcome for outcome in outcomes if isinstance(outcome, RaceView)]
    errors = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    for error in errors if races else errors[1:]:
        _note(f"gaprace: one bot stopped: {error}")
    if not races:
        raise errors[0]
    return next((race for race in races if race.standings), races[0])


async def _all_leave(racers: Sequence[Racer]) -> None:
    await asyncio.gather(*(racer.player.leave() for racer in racers))


def _demo_settings(players: int) -> Settings:
    return Settings(seats=max(players, LEAST_SEATS), listed=True)


# Printing


async def _report(replica: RoomReplica) -> None:
    """Write the line of progress now and then: over itself on a terminal."""
    last = ""
    while True:
        line = _progress_line(replica)
        if sys.stderr.isatty():
            print(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}", end="", file=sys.stderr, flush=True)  # noqa: T201
        elif line != last:
            _note(line)
        last = line
        await asyncio.sleep(TERMINAL_EVERY_S if sys.stderr.isatty() else OTHERWISE_EVERY_S)


def _progress_line(replica: RoomReplica) -> str:
    room, race = replica.room, replica.race
    if room is None or race is None or race.standings is not None:
        ready = sum(member.ready for member in room.members) if room else 0
        return f"{ready} of {len(room.members) if room else 0} are ready"
    games = list(replica.games.values())
    if not games:
        return f"race {race.number} is about to start, {len(race.seats)} players"
    return (
        f"race {race.number}: best {max(game.locked for game in games)} locked,"
        f" {sum(game.moves for game in games)} moves, {sum(game.ended for game in games)} of {len(games)} ended"
    )


def _print_standings(race: RaceView, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(race).decode(), flush=True)  # noqa: T201
        return
    if sys.stderr.isatty():
        _note("")
    for standing in race.standings or ():
        print(_standing_line(standing), flush=True)  # noqa: T201


def _standing_line(standing: Standing) -> str:
    outcome = "won" if standing.won else f"{standing.locked} locked"
    return (
        f"{standing.rank:>3}. {standing.name:<24}  {outcome:<9}  score {standing.score:>3}  {standing.moves:>4} moves"
        f"  {standing.shuffles} shuffles  {standing.time_ms / 1000:7.1f} s"
    )


def _note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def _object(error: BotError, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode({"error": {"code": error.code, "message": error.message}}).decode(), flush=True)  # noqa: T201
    else:
        _note(f"gaprace: {error} [{error.code}]")
