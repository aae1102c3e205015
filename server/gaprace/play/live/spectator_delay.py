"""How late the spectators of a race see its boards (`play.live.publications` holds back what is not due). Pure.

The room of friends, which is not listed, is watched live unless its host sets a delay. Where strangers race, spectators
could help a player.
"""

from gaprace.play.live.settings import is_solo
from gaprace.wire import Settings

MIN_RANKED_DELAY_S = 30
"""How late spectators of a listed, ranked race see its boards at least: too late for a player whom they help."""
MIN_PUBLIC_DELAY_S = 15
"""How late spectators of another listed race see boards at least that the players do not see."""


def spectator_delay_s(settings: Settings, *, is_ranked: bool) -> int:
    """Return the delay of spectators for a race in a room with these settings, in seconds.

    The room of friends, which is not listed, has no minimum, and a solo game needs none, since its player cannot learn
    from anybody.
    """
    if is_solo(settings):
        return settings.spectator_delay_s
    return max(settings.spectator_delay_s, _least_delay_s(settings, is_ranked=is_ranked))


def _least_delay_s(settings: Settings, *, is_ranked: bool) -> int:
    if not settings.listed:
        return 0
    if is_ranked:
        return MIN_RANKED_DELAY_S
    return 0 if settings.boards_open else MIN_PUBLIC_DELAY_S
