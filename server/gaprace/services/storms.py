"""Storms: puzzles against the clock. The ids of the puzzles are hidden from the player until the storm is over."""

import secrets
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from gaprace.errors import PuzzleError, StoreUnavailable
from gaprace.play.calendar import date_of, week_of
from gaprace.play.puzzles import Played, line_text, played
from gaprace.play.storm import ALL_TIME, Storm, examine, shows_results, wanted_rating
from gaprace.ports import Clock, PuzzleTry, Store, StoredPlayer, StoredPuzzle, StormBest
from gaprace.rooms.timers import Timers
from gaprace.services.puzzles import MAX_CONFLICTS, no_puzzle, rating_near, variant_of
from gaprace.wire import http
from gaprace.wire.http import (
    FlaggedRow,
    PuzzleMove,
    PuzzleState,
    StormBoard,
    StormPuzzle,
    StormRace,
    StormRaceRow,
    StormReview,
    StormRow,
)

MAX_ROWS = 50
"""Rows of a leaderboard."""
MAX_DUE = 50
CHECK_INTERVAL_MS = 15_000
"""Interval between checks for storms that are over and were not examined."""
_ID_BYTES = 8


class Storms:
    """Runs storms."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._timers = Timers(clock)

    def open(self) -> None:
        """Start the background examination of ended storms."""
        self._timers.every(CHECK_INTERVAL_MS, self.end_due, "ending storms")

    def close(self) -> None:
        """Stop that."""
        self._timers.stop()

    async def end_due(self) -> None:
        """Examine the storms that are over."""
        while due := await self._store.due_storms(self._clock.now(), MAX_DUE):
            for storm in due:
                await self._end(storm)

    async def _end(self, storm: Storm) -> None:
        """Examine a storm that is over, and rank it unless a rule flags it or its player is a program."""
        player, flags = await self._store.player(storm.player), examine(storm)
        examined = replace(storm, flags=" ".join(flags))
        counts = examined.counts and player and not player.program
        best = StormBest(storm.player, storm.solved, storm.scored_at) if counts else None
        await self._store.end_storm(storm, examined.flags or "", best)

    # To play

    async def begin(self, player: StoredPlayer) -> http.Storm:
        """Begin a storm: its clock runs from now on.

        Raises:
            PuzzleError: `no_puzzle`.

        """
        puzzle = await self._store.next_puzzle(player.id, rating_near(wanted_rating(0)))
        if puzzle is None:
            raise no_puzzle()
        storm = Storm.begin(_new_id(), player.id, puzzle.id, self._clock.now())
        await self._store.add_storm(storm, self._served(storm))
        return await self._shown(storm)

    async def join(self, player: StoredPlayer, storm_id: str) -> http.Storm:
        """Begin a storm on the puzzles of another one, or return the player's earlier one on them.

        Raises:
            PuzzleError: `storm_not_found`.

        """
        first = await self._first(storm_id)
        mine = await self._store.storm_on(first.sequence, player.id)
        if mine is None:
            puzzle, *_ = await self._store.storm_puzzles(first.sequence)
            mine = Storm.begin(_new_id(), player.id, puzzle, self._clock.now(), first.sequence)
            if not await self._store.add_storm(mine, self._served(mine)):  # another tab came first
                mine = await self._store.storm_on(first.sequence, player.id) or mine
        return await self._shown(mine)

    async def view(self, player: StoredPlayer, storm_id: str) -> http.Storm:
        """Return a storm of a player.

        Raises:
            PuzzleError: `storm_not_found`.

        """
        return await self._shown(await self._found(player, storm_id))

    async def move(self, player: StoredPlayer, storm_id: str, body: PuzzleMove) -> http.Storm:
        """Return a storm after a move; a repeated or late move changes nothing.

        Raises:
            PuzzleError: `storm_not_found`; `wrong_number`; `illegal_move`, `bad_action`.

        """
        for _ in range(MAX_CONFLICTS):
            storm = await self._found(player, storm_id)
            if body.n <= storm.n or storm.is_over(self._clock.now()):
                return await self._shown(storm)
            if body.n != storm.n + 1:
                raise PuzzleError("wrong_number", f"Move {body.n} is not the next one, which is {storm.n + 1}.")
            if moved := await self._moved(storm, body.move):
                return await self._shown(*moved)
        raise StoreUnavailable

    async def _moved(self, storm: Storm, move: str) -> tuple[Storm, PuzzleState] | None:
        """Store a move; None if another one came first."""
        puzzle = await self._puzzle_of(storm)
        result = played(puzzle.board, puzzle.columns, puzzle.line, storm.found, move)
        if result.state == "open":
            changed = storm.after(result, line_text(result.found), "", self._clock.now())
            return (changed, "open") if await self._store.move_storm(storm, changed) else None
        following = await self._following(storm, wanted_rating(storm.solved + (result.state == "solved")))
        changed = storm.after(result, "", following, self._clock.now())
        served = self._served(changed) if following else None
        stored = await self._store.move_storm(storm, changed, self._ended(storm, result), served)
        return (changed, result.state) if stored else None

    async def _following(self, storm: Storm, rating: float) -> str:
        """Return the next puzzle of a storm: that of its sequence, or a new one; empty if there is none."""
        known = await self._store.storm_puzzles(storm.sequence)
        if storm.position + 1 < len(known):
            return known[storm.position + 1]
        puzzle = await self._store.next_puzzle(storm.player, rating_near(rating))
        return puzzle.id if puzzle else ""

    def _served(self, storm: Storm) -> PuzzleTry:
        return PuzzleTry(storm.player, storm.puzzle, "storm", self._clock.now())

    def _ended(self, storm: Storm, result: Played) -> PuzzleTry:
        served = PuzzleTry(storm.player, storm.puzzle, "storm", storm.begun_at)
        found, now = line_text(result.found), self._clock.now()
        return replace(served, found=found, wrong=result.wrong, state=result.state, ended_at=now)

    async def _found(self, player: StoredPlayer, storm_id: str) -> Storm:
        storm = await self._store.storm(storm_id)
        if storm is None or storm.player != player.id:
            raise PuzzleError("storm_not_found", "You have no storm with this id: POST /api/v1/storms starts one.")
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
            if storm.flags is None:
                await self._end(storm)
            best = await self._store.storm_place(ALL_TIME, storm.player)
            review = await self._review(storm)
            return replace_struct(shown, review=review, best=best[1].score if best else None)
        puzzle = await self._puzzle_of(storm)
        return replace_struct(shown, puzzle=StormPuzzle(variant_of(puzzle), puzzle.board, storm.found.split()))

    async def _review(self, storm: Storm) -> list[StormReview]:
        puzzles = await self._store.storm_puzzles(storm.sequence)
        states: list[PuzzleState] = [each.state for each in storm.moves if each.state != "open"]
        seen = puzzles[: len(states) + bool(storm.puzzle)]
        return [StormReview(*each) for each in zip(seen, [*states, "open"], strict=False)]

    # A race on the same puzzles

    async def race(self, storm_id: str, me: str | None) -> StormRace:
        """Return the results of all players on the puzzles of a storm, once the caller's own storm is over.

        Raises:
            PuzzleError: `storm_not_found`.

        """
        first, now = await self._first(storm_id), self._clock.now()
        mine = await self._store.storm_on(first.sequence, me) if me else None
        storms = await self._store.storms_on(first.sequence, MAX_ROWS)
        names = await self._store.names([first.player, *(each.player for each in storms)])
        shown = storms if shows_results(mine, now) else []
        rows = [_race_row(each, storms, names, now) for each in shown]
        return StormRace(
            first.id,
            first.player,
            names.get(first.player, ""),
            len(storms),
            await self._shown(mine) if mine else None,
            rows,
        )

    async def _first(self, storm_id: str) -> Storm:
        storm = await self._store.storm(storm_id)
        if storm is None or not storm.is_ranked or not await self._store.storm_puzzles(storm_id):
            raise PuzzleError(
                "storm_not_found", "There is no storm with this address: check it, or play a storm of your own."
            )
        return storm

    # The leaderboard

    async def board(self, period: str, player: str | None) -> StormBoard:
        """Return the best storms of all time (`all`), or of this week (`week`)."""
        period = ALL_TIME if period == ALL_TIME else week_of(date_of(self._clock.now()))
        bests = await self._store.storm_bests(period, MAX_ROWS)
        mine = await self._store.storm_place(period, player) if player else None
        names = await self._store.names([each.player for each in bests] + ([player] if player else []))
        rows = [_row(rank, each, names) for rank, each in enumerate(bests, 1)]
        return StormBoard(period, rows, _row(*mine, names) if mine else None, await self._flagged(period))

    async def _flagged(self, period: str) -> list[FlaggedRow]:
        """Return the latest storms of a period that are left out of the ranks."""
        storms = [each for each in await self._store.flagged_storms(MAX_ROWS) if period in each.periods]
        names = await self._store.names([each.player for each in storms])
        return [FlaggedRow(each.player, names.get(each.player, ""), each.rules, score=each.solved) for each in storms]


def _new_id() -> str:
    return secrets.token_hex(_ID_BYTES)


def _race_row(storm: Storm, storms: list[Storm], names: dict[str, str], now: int) -> StormRaceRow:
    better = sum((-each.solved, each.failed) < (-storm.solved, storm.failed) for each in storms)
    is_void, name = storm.voided_by is not None, names.get(storm.player, "")
    return StormRaceRow(
        better + 1, storm.player, name, storm.solved, storm.failed, storm.is_over(now), storm.rules, is_void
    )


def _row(rank: int, best: StormBest, names: dict[str, str]) -> StormRow:
    return StormRow(rank, best.player, names.get(best.player, ""), best.score, best.at)
