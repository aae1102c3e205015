"""The order of a large race at every instant: the leaders, and the neighbours of a game. Pure.

A race has two orders: the live one, of all stored actions, and the published one, which delayed viewers have seen
(`play.visibility`). Both are maintained incrementally: only a game that has changed moves to its new place.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from gaprace.play.visibility import VisibleGame
from gaprace.rules.game import Game
from gaprace.rules.ranking import Rank, race_rank
from gaprace.wire import MAX_LEADERS, MAX_NEIGHBOURS, GameId, Row

_FIRST = -1
"""Before the number of any game."""

Names = Mapping[GameId, str]
"""The name of each game's player."""


class Shown(Protocol):
    """The state of games by which an order ranks them."""

    def game(self, game: VisibleGame) -> Game:
        """Return the shown state of the game."""

    def has_ended(self, game: VisibleGame) -> bool:
        """Whether the end of the game is shown."""


class _Live:
    def game(self, game: VisibleGame) -> Game:
        return game.committed

    def has_ended(self, game: VisibleGame) -> bool:
        return game.has_ended or game.committed.is_ended


class _Published:
    def game(self, game: VisibleGame) -> Game:
        return game.published

    def has_ended(self, game: VisibleGame) -> bool:
        return game.is_end_published or game.published.is_ended


class Order:
    """The games of a race, best first, as `play.standings` ranks them; equal ones in the order of the seats."""

    def __init__(self, games: Iterable[VisibleGame], shown: Shown) -> None:
        self._games, self._shown = [*games], shown
        self._numbers = {each.seat.game: number for number, each in enumerate(self._games)}
        self._known = [shown.game(each) for each in self._games]
        self._places = sorted((race_rank(each), number) for number, each in enumerate(self._known))
        """Rank and number of each game."""

    def refresh(self) -> None:
        """Move the changed games. Finding them takes one comparison of identities per game."""
        for number, game in enumerate(self._games):
            after = self._shown.game(game)
            if after is not self._known[number]:
                self._move(number, after)

    def _move(self, number: int, after: Game) -> None:
        before, rank = race_rank(self._known[number]), race_rank(after)
        self._known[number] = after
        if rank != before:
            del self._places[bisect_left(self._places, (before, number))]
            insort(self._places, (rank, number))

    def leaders(self, names: Names, count: int = MAX_LEADERS) -> list[Row]:
        """Return the best games."""
        return [*self._rows(0, count, names)]

    def nearby(self, game: GameId, names: Names, each_way: int = MAX_NEIGHBOURS) -> list[Row]:
        """Return a game with those next to it; its own row has the rank."""
        number = self._numbers[game]
        at = bisect_left(self._places, (race_rank(self._known[number]), number))
        return [*self._rows(max(0, at - each_way), at + each_way + 1, names)]

    def _rows(self, start: int, stop: int, names: Names) -> Iterator[Row]:
        places = self._places[start:stop]
        rank, before = 0, None
        for at, (key, number) in enumerate(places, start):
            if key != before:
                rank = at + 1 if before else self._rank(key)
                before = key
            yield self._row(number, rank, names)

    def _rank(self, key: Rank) -> int:
        return bisect_left(self._places, (key, _FIRST)) + 1

    def _row(self, number: int, rank: int, names: Names) -> Row:
        visible, game = self._games[number], self._known[number]
        return Row(
            rank=rank,
            player=visible.seat.player,
            name=names.get(visible.seat.game, ""),
            game=visible.seat.game,
            n=game.number,
            locked=game.locked,
            moves=game.moves,
            shuffles=game.shuffles,
            reached_ms=game.reached_ms,
            ended=self._shown.has_ended(visible),
            won=game.is_won,
        )


class RaceOrders:
    """Both orders of a race."""

    def __init__(self, games: Iterable[VisibleGame]) -> None:
        games = [*games]
        self.live = Order(games, _Live())
        self.published = Order(games, _Published())
