"""What tests of dailies do on a stage again and again."""

from random import Random

import msgspec

from gaprace.events.dailies import Dailies
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.rules.board import TEXT_OF
from gaprace.rules.record import verify
from gaprace.wire import Act, Start
from gaprace.wire.http import Daily, FinishedGame, Record
from tests.rooms.stage import NOON, Seat, Stage

LAST_ZONE = "Etc/GMT+12"
"""Where a date ends last."""
TODAY = date_of(NOON)
TOMORROW = date_of(NOON + DAY_MS)
"""It has begun in the first time zones."""
NEXT = date_of(NOON + 2 * DAY_MS)
"""It has not begun anywhere."""
YESTERDAY = date_of(NOON - DAY_MS)


async def begin(
    stage: Stage, name: str, date: str = TODAY, variant: str = "mini", *, zone: str = "", practice: bool = False
) -> Seat:
    """Ask for a game of a daily, enter its room, and start."""
    player = await stage.player(name)
    return await start(stage, await stage.dailies.play(player, date, variant, zone=zone, practice=practice), name)


async def start(stage: Stage, code: str, name: str) -> Seat:
    """Come into a room, and start its race."""
    seat = await stage.enter(code, name)
    await seat.says(Start())
    return seat


async def play(
    stage: Stage, name: str, date: str = TODAY, variant: str = "mini", *, zone: str = "", moves: int = 1
) -> str:
    """Play the ranked game of a daily; give the game's id."""
    return await play_on(await begin(stage, name, date, variant, zone=zone), moves)


async def play_on(seat: Seat, moves: int) -> str:
    """Make some moves, each after a while, and give up; give the game's id."""
    random = Random(seat.player.name)
    for _ in range(moves):
        await seat.stage.clock.advance(random.randrange(1, 5000))
        await make_move(seat, random)
    return await resign(seat)


async def make_move(seat: Seat, random: Random | None = None) -> None:
    """Make a move; a deal without one is shuffled first, since a game without a move is no result."""
    random = random or Random(1)
    act = some_act(seat, random)
    await seat.says(act)
    if act.action == "shuffle":
        await seat.says(some_act(seat, random))


def some_act(seat: Seat, random: Random) -> Act:
    """A legal move, or a shuffle where there is none."""
    mine = seat.replica.mine
    moves = seat.replica.boards[mine.game].legal_moves()
    move = random.choice(moves) if moves else None
    return Act(mine.game, mine.n + 1, f"{TEXT_OF[move.card]}@{move.to}" if move else "shuffle")


async def resign(seat: Seat) -> str:
    mine = seat.replica.mine
    await seat.says(Act(mine.game, mine.n + 1, "resign"))
    assert seat.replica.mine.ended
    return mine.game


async def daily_of(stage: Stage, me: str | None = None, date: str = TODAY) -> Daily:
    return await one_of(stage.dailies, date, "mini", me)


async def one_of(dailies: Dailies, date: str, variant: str, me: str | None = None) -> Daily:
    found = await dailies.of_date(date, me)
    return next(each for each in found.dailies if each.variant == variant)


def verified(game: FinishedGame) -> Record:
    """The record of a game, which proves what is said of it."""
    proved = verify(msgspec.to_builtins(game.record))
    assert proved["ok"]
    for name in ("won", "locked", "score", "moves", "shuffles", "time_ms"):
        assert proved[name] == getattr(game, name)
    return game.record
