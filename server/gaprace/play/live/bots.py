"""Bots as members of a room: their ids, names and styles.

A bot has no account, only a level, which is part of its id, so no lookup is needed. The ids of people are hexadecimal,
so they never equal the id of a bot, and no token or recovery code belongs to one.
"""

import re
from collections.abc import Collection
from zlib import crc32

from gaprace.play.people.names import BOT_NAMES, marked
from gaprace.wire import BotLevel, GameId, Member, PlayerId, RoomCode

LEVELS = range(1, 6)
RECORDED = 6
"""The level of recorded rivals: their actions are those of a stored game, see `play.live.rivals`."""
ANONYMOUS = "A player"
"""The name of a recorded rival whose player does not want to be named, or is deleted."""
BOT_PREFIX = "bot-"
"""The prefix of every bot's id, and of no other."""
_ID = re.compile(BOT_PREFIX + r"([1-6])-([1-9][0-9]?)")


def bot_id(level: int, number: int) -> PlayerId:
    """Return the id of bot number 1 to 99 of a level."""
    return f"{BOT_PREFIX}{level}-{number}"


def level_of(player: PlayerId) -> int:
    """Return the level of a bot; 0 for a person."""
    parts = _ID.fullmatch(player)
    return int(parts[1]) if parts else 0


def bot_name(player: PlayerId) -> str:
    """Return the name of a bot, which follows from its number alone: `Juno (bot)`. Recorded rivals have none here."""
    if level_of(player) == RECORDED:
        return ANONYMOUS
    return marked(BOT_NAMES[(int(player.rpartition("-")[2]) - 1) % len(BOT_NAMES)])


def next_bot(level: BotLevel, room: RoomCode, members: Collection[Member]) -> Member:
    """Return a bot of a level as a ready member, with a name that no member of the room has.

    The first name differs between rooms.
    """
    taken = {member.name for member in members}
    player = next(each for each in bots_of(level, room) if bot_name(each) not in taken)
    return Member(player, bot_name(player), ready=True, bot=level)


def bots_of(level: BotLevel, code: str) -> list[PlayerId]:
    """Return a bot of a level for each name, in an order that differs between rooms and arenas."""
    first, count = crc32(code.encode()), len(BOT_NAMES)
    return [bot_id(level, 1 + (first + step) % count) for step in range(count)]


def style_of(game: GameId) -> int:
    """Return the style of a bot in a game: the same at every server, different in every game."""
    return crc32(game.encode())


PACE_MS = {1: 3_000, 2: 2_600, 3: 2_200, 4: 1_800, 5: 1_500}
"""Mean time of a bot for an action, by level: about that of a person, faster at higher levels."""
_SPREAD = 0.5
"""The time of an action varies by this fraction of the pace in either direction."""


def pause_ms(level: BotLevel, game: str, n: int) -> int:
    """Return the pause of a bot before action `n` of its game: varied, but the same at every server."""
    share = crc32(f"{game}/{n}".encode()) / 0xFFFF_FFFF
    return round(PACE_MS[level] * (1 - _SPREAD + 2 * _SPREAD * share))
