"""Public summaries of games, deals and dailies, for link previews. They show nothing that is sealed."""

from dataclasses import dataclass

from gaprace.play.calendar import is_sealed
from gaprace.ports import Clock, DailyKey, Result, Store
from gaprace.rooms.sealed_deals import is_sealed_code
from gaprace.rules.board import Board, parse_board
from gaprace.rules.deal import Deal, opening
from gaprace.rules.variants import Variant
from gaprace.services.boards import FinishedBoards


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game, summed up."""

    name: str
    """The player's current name."""
    variant: Variant
    result: Result
    board: Board | None
    """The board at the end; None while the deal is sealed."""
    daily: str | None = None
    """The date of the daily whose deal it is."""


class PublicSummaries:
    """Reads what anyone with a link may see."""

    def __init__(self, store: Store, clock: Clock, boards: FinishedBoards) -> None:
        self._store = store
        self._clock = clock
        self._boards = boards

    async def game(self, game_id: str) -> GameSummary | None:
        """Return a finished game; None while its race is running.

        Raises:
            ServerFull: see `FinishedBoards.of`.

        """
        found = await self._store.finished_game(game_id)
        game, race = found or (None, None)
        if game is None or race is None or race.ended_at is None or game.result is None:
            return None
        names = await self._store.names([game.player])
        board = None if self._is_sealed(race.daily) else await self._last_board(race.deal, game.id, game.result)
        date = race.daily.date if race.daily else None
        return GameSummary(names.get(game.player, ""), race.deal.variant, game.result, board, date)

    async def _last_board(self, deal: Deal, game_id: str, result: Result) -> Board:
        boards = await self._boards.of(game_id, deal, result)
        return parse_board(boards.last, deal.variant.columns)

    async def opening(self, variant: Variant, code: str) -> Board | None:
        """Return the opening of a deal; None while it is sealed."""
        return None if await is_sealed_code(self._store, self._clock.now(), code) else opening(variant, code)

    async def daily_opening(self, date: str, variant: str) -> Board | None:
        """Return the opening of a daily; None until it is revealed."""
        dailies = await self._store.dailies(date, date)
        deals = [daily.deal for daily in dailies if daily.key.variant == variant and not self._is_sealed(daily.key)]
        return deals[0].opening() if deals else None

    def _is_sealed(self, daily: DailyKey | None) -> bool:
        return daily is not None and is_sealed(daily.date, self._clock.now())
