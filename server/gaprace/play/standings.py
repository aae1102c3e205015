"""The standings of a race."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gaprace.play.bots import level_of
from gaprace.play.names import DELETED
from gaprace.rules.game import Game
from gaprace.rules.ranking import Raced, Rank, is_played, race_rank, score
from gaprace.wire import PlayerId, RaceView, Seat, Standing


class Played(NamedTuple):
    """A player's game in a race, with the player's name."""

    seat: Seat
    name: str
    game: Game


def standings(played: Sequence[Played]) -> list[Standing]:
    """Rank the games of a race, best first; equal games share a rank, and the ranks after them are skipped."""
    ordered = sorted(played, key=lambda each: race_rank(each.game))
    ranks = ranks_of([each.game for each in ordered])
    return [_standing(each, rank) for each, rank in zip(ordered, ranks, strict=True)]


def ranks_of(games: Sequence[Raced]) -> list[int]:
    """Return the rank of each game of a race, in their order; equal ones share a rank, and the next counts them all."""
    ranks = [race_rank(game) for game in games]
    first: dict[Rank, int] = {}
    for place, rank in enumerate(sorted(ranks), 1):
        first.setdefault(rank, place)
    return [first[rank] for rank in ranks]


def winners_of(games: Mapping[PlayerId, Raced]) -> list[PlayerId]:
    """Return the players of rank 1, several if they are level; nobody, if nobody made a move."""
    ranks = ranks_of([*games.values()])
    return [player for (player, game), rank in zip(games.items(), ranks, strict=True) if rank == 1 and is_played(game)]


def without_name(race: RaceView, player: PlayerId) -> RaceView:
    """Return a race without the name of a deleted player."""
    seats = [replace(each, name=DELETED) if each.player == player else each for each in race.seats]
    places = race.standings and [
        replace(each, name=DELETED) if each.player == player else each for each in race.standings
    ]
    return replace(race, seats=seats, standings=places)


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
        team=played.seat.team,
    )
