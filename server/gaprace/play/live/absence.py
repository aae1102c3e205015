"""When the games of players who are away end: after the room's `away_s`, or sooner. Bots are never away."""

from collections.abc import Callable, Collection

from gaprace.play.live.race import LiveRace
from gaprace.wire import PlayerId

WAIT_MS = 10_000
"""How long players whose games have all ended wait for those who are away."""


def away_until(race: LiveRace, present: Collection[PlayerId], since: Callable[[PlayerId], int]) -> dict[PlayerId, int]:
    """Return the instants at which the games of players who are not `present` end as given up, by player.

    `since` returns when a player last connected or disconnected. A player who acts is not away, so the loss of a peer's
    message does not end the game of a player who is connected to that peer. If all players who are present have ended
    their games, they wait for at most `WAIT_MS` from then on.
    """
    if race.away_s is None:
        return {}
    idle_since = {player: max(since(player), at) for player, at in race.acted_at().items()}
    there = idle_since.keys() & present
    away = race.running_players & (idle_since.keys() - there)
    until = {player: idle_since[player] + 1000 * race.away_s for player in away}
    if not there or there & race.running_players:
        return until
    waiting_since = max(idle_since[player] for player in there)
    return {player: min(at, max(idle_since[player], waiting_since) + WAIT_MS) for player, at in until.items()}
