"""How long a bot takes for an action."""

from zlib import crc32

from gaprace.wire import BotLevel

PACE_MS = {1: 3_000, 2: 2_600, 3: 2_200, 4: 1_800, 5: 1_500}
"""Mean time of a bot for an action, by level: about that of a person, faster at higher levels."""
_SPREAD = 0.5
"""The time of an action varies by this fraction of the pace in either direction."""


def pause_ms(level: BotLevel, game: str, n: int) -> int:
    """Return the pause of a bot before action `n` of its game: varied, but the same at every server."""
    share = crc32(f"{game}/{n}".encode()) / 0xFFFF_FFFF
    return round(PACE_MS[level] * (1 - _SPREAD + 2 * _SPREAD * share))
