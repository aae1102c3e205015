"""Storms: puzzles against the clock. A puzzle of a storm has no id for its player before the storm is over."""

import secrets
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from gaprace.errors import PuzzleError, StoreUnavailable
from gaprace.play.calendar import date_of, week_of
from gaprace.play.puzzles import Played, line_text, played
from gaprace.play.storm import ALL_TIME, Storm, wanted_rating
from gaprace.ports import Clock, PuzzleTry, Store, StoredPlayer, StoredPuzzle, StormBest
from gaprace.services.puzzles import MAX_CONFLICTS, no_puzzle, variant_of
from gaprace.wire import http
from gaprace.wire.http import PuzzleMove, PuzzleState, StormBoard, StormPuzzle, StormReview, StormRow

MAX_ROWS = 50
"""Rows of the leaderboard."""
_ID_BYTES = 8


class Storms:
    """Runs storms."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def begin(self, player: StoredPlayer) -> http.Storm:
        """Begin a storm: its clock runs from now on.

        Raises:
            PuzzleError: `no_puzzle`.

        """
        puzzle = await self._store.next_puzzle(player.id, wanted_rating(0))
        if puzzle is None:
            raise no_puzzle()
        storm = Storm.begin(secrets.token_hex(_ID_BYTES), player.id, puzzle.id, self._clock.now())
        await self._store.add_storm(storm, self._served(player, puzzle))
        return await self._shown(storm)

    async def view(self, player: StoredPlayer, storm_id: str) -> http.Storm:
        """Return a storm of a player.

        Raises:
            PuzzleError: `storm_not_found`.

        """
        return await self._shown(await self._found(player, storm_id))

    async def move(self, player: StoredPlayer, storm_id: str, body: PuzzleMove) -> http.Storm:
        """Return a storm after a move; one whose number was taken before, or that comes too late, changes nothing.

        Raises:
            PuzzleError: `storm_not_found`; `wrong_number`; `illegal_move`, `bad_action`.

        """
        for _ in range(MAX_CONFLICTS):
            storm = await self._found(player, storm_id)
            if body.n <= storm.n or storm.is_over(self._clock.now()):
                return await self._shown(storm)
            if body.n != storm.n + 1:
                raise PuzzleError("wrong_number", f"Move {body.n} is not the next one, which is {storm.n + 1}.")
            if moved := await self._moved(player, storm, body.move):
                return await self._shown(*moved)
        raise StoreUnavailable

    async def _moved(self, player: StoredPlayer, storm: Storm, move: str) -> tuple[Storm, PuzzleState] | None:
        """Store a move; None if another one came first."""
        puzzle = await self._puzzle_of(storm)
        result = played(puzzle.board, puzzle.columns, puzzle.line, storm.found, move)
        if result.state == "open":
            changed = storm.after(result, line_text(result.found), "")
            return (changed, "open") if await self._store.move_storm(storm, changed, None, None, None) else None
        rating = wanted_rating(storm.solved + (result.state == "solved"))
        following = await self._store.next_puzzle(player.id, rating)
        changed = storm.after(result, "", following.id if following else "")
        best = None if player.program else self._best(storm, changed)
        served = self._served(player, following) if following else None
        stored = await self._store.move_storm(storm, changed, self._ended(storm, result), served, best)
        return (changed, result.state) if stored else None

    def _best(self, storm: Storm, changed: Storm) -> StormBest | None:
        return StormBest(storm.player, changed.solved, self._clock.now()) if changed.solved > storm.solved else None

    def _served(self, player: StoredPlayer, puzzle: StoredPuzzle) -> PuzzleTry:
        return PuzzleTry(player.id, puzzle.id, "storm", self._clock.now())

    def _ended(self, storm: Storm, result: Played) -> PuzzleTry:
        served = PuzzleTry(storm.player, storm.puzzle, "storm", storm.begun_at)
        found, now = line_text(result.found), self._clock.now()
        return replace(served, found=found, wrong=result.wrong, state=result.state, ended_at=now)

    async def _found(self, player: StoredPlayer, storm_id: str) -> Storm:
        storm = await self._store.storm(storm_id)
        if storm is None or storm.player != player.id:
            raise PuzzleError("storm_not_found", "You have no storm with this id: POST /api/storms begins one.")
        return storm

    async def _puzzle_of(self, storm: Storm) -> StoredPuzzle:
        puzzle = await self._store.puzzle(storm.puzzle)
        if puzzle is None:
            raise AssertionError("puzzles are never deleted")
        return puzzle

    async def _shown(self, storm: Storm, last: PuzzleState | None = None) -> http.Storm:
        over = storm.is_over(self._clock.now())
        shown = http.Storm(storm.id, storm.ends_at, storm.n, storm.solved, storm.failed, over, last)
        if over:
            best = await self._store.storm_place(ALL_TIME, storm.player)
            review = await self._review(storm)
            return replace_struct(shown, review=review, best=best[1].score if best else None)
        puzzle = await self._puzzle_of(storm)
        return replace_struct(shown, puzzle=StormPuzzle(variant_of(puzzle), puzzle.board, storm.found.split()))

    async def _review(self, storm: Storm) -> list[StormReview]:
        tries = await self._store.puzzle_tries(storm.player)
        its = [each for each in tries if each.kind == "storm" and storm.begun_at <= each.begun_at <= storm.ends_at]
        return [StormReview(each.puzzle, each.state) for each in its]

    # The leaderboard

    async def board(self, period: str, player: str | None) -> StormBoard:
        """Return the best storms of all time (`all`), or of this week (`week`)."""
        period = ALL_TIME if period == ALL_TIME else week_of(date_of(self._clock.now()))
        bests = await self._store.storm_bests(period, MAX_ROWS)
        mine = await self._store.storm_place(period, player) if player else None
        names = await self._store.names([each.player for each in bests] + ([player] if player else []))
        rows = [_row(rank, each, names) for rank, each in enumerate(bests, 1)]
        return StormBoard(period, rows, _row(*mine, names) if mine else None)


def _row(rank: int, best: StormBest, names: dict[str, str]) -> StormRow:
    return StormRow(rank, best.player, names.get(best.player, ""), best.score, best.at)
