"""Bots as players: their ids and names, and how fast they play.

A bot has no identity of its own, only a level: the id says which, so that nothing has to be looked up. No person can
have such an id (those are hexadecimal), and no token or recovery code leads to one.
"""

import re
from collections.abc import Collection
from zlib import crc32

from gaprace.wire import BotLevel, Member, PlayerId

LEVELS = range(1, 6)
PACE_MS = {1: 3_000, 2: 2_600, 3: 2_200, 4: 1_800, 5: 1_500}
"""How long an action takes a bot, by level: about what a person takes for a card, the better the faster."""
_SPREAD = 0.5
"""An action takes so much of the pace less, or more."""
BOT_PREFIX = "bot-"
"""What the id of every bot begins with, and no other."""
_ID = re.compile(BOT_PREFIX + r"([1-5])-([1-9][0-9]?)")


def bot_id(level: BotLevel, number: int) -> PlayerId:
    """Return the id of the bot with a number, 1 to 99, among those of a level."""
    return f"{BOT_PREFIX}{level}-{number}"


def level_of(player: PlayerId) -> int:
    """Return a bot's level; 0 for people."""
    parts = _ID.fullmatch(player)
    return int(parts[1]) if parts else 0


def bot_name(player: PlayerId) -> str:
    """Return the name of a bot: `Bot 3`, the next of the same level `Bot 3 (2)`."""
    _, level, number = player.split("-")
    return f"Bot {level}" if number == "1" else f"Bot {level} ({number})"


def next_bot(level: BotLevel, members: Collection[Member]) -> Member:
    """Return the first bot of a level that is not among the members. It is always ready."""
    taken = {member.id for member in members}
    player = next(each for number in range(1, 100) if (each := bot_id(level, number)) not in taken)
    return Member(player, bot_name(player), ready=True, bot=level)


def pause_ms(level: BotLevel, game: str, n: int) -> int:
    """Return how long a bot takes for action `n` of its game: the same in every process, but not always the same."""
    share = crc32(f"{game}/{n}".encode()) / 0xFFFF_FFFF
    return round(PACE_MS[level] * (1 - _SPREAD + 2 * _SPREAD * share))
