"""Who came where in a race."""

from collections.abc import Sequence
from typing import NamedTuple

from gaprace.play.bots import level_of
from gaprace.rules.game import Game
from gaprace.rules.ranking import race_rank, score
from gaprace.wire import Seat, Standing


class Played(NamedTuple):
    """A player's game in a race, with the player's name."""

    seat: Seat
    name: str
    game: Game


def standings(played: Sequence[Played]) -> list[Standing]:
    """Rank the games of a race, best first; equal ones share a rank, and the next rank counts them all."""
    ordered = sorted(played, key=lambda each: race_rank(each.game))
    ranks = [race_rank(each.game) for each in ordered]
    return [_standing(each, ranks.index(race_rank(each.game)) + 1) for each in ordered]


def _standing(played: Played, rank: int) -> Standing:
    game = played.game
    return Standing(
        player=played.seat.player,
        name=played.name,
        game=played.seat.game,
        rank=rank,
        won=game.is_won,
        locked=game.locked,
        score=score(game),
        moves=game.moves,
        shuffles=game.shuffles,
        time_ms=game.time_ms,
        reached_ms=game.reached_ms,
        bot=level_of(played.seat.player),
    )
