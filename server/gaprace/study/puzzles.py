"""The players' tries at puzzles. The server never sends the answer before a try is over.

A puzzle never names the deal or the game from which it was made.
"""

from dataclasses import replace

from msgspec.structs import replace as replace_struct

from gaprace.errors import Refusal, StoreUnavailable
from gaprace.play.events.zones import date_in
from gaprace.play.live.settings import choice_of
from gaprace.play.study.puzzles import PlayedMove, line_text, played, read_proof, refutation_of
from gaprace.ports import Clock, PuzzleTry, Store, StoredMistake, StoredPlayer, StoredPuzzle
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import (
    Puzzle,
    PuzzleMistake,
    PuzzleMistakes,
    PuzzleMove,
    PuzzleSolution,
    PuzzleState,
)

MAX_MISTAKES = 100
MAX_CONFLICTS = 5
VARIANT_OF = {each.columns: each for each in (VARIANTS["mini"].customised(shuffles=0), VARIANTS["strict"])}
"""The rules of puzzles, by columns: without a shuffle."""


class Puzzles:
    """Chooses puzzles for players, and referees their tries."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    # To read

    async def view(self, puzzle_id: str, player: str | None) -> Puzzle:
        """Return a puzzle with the caller's try of it."""
        return await self._view(await self._found(puzzle_id), player)

    async def next(self, player: str | None) -> Puzzle:
        """Return the next puzzle that is new to the caller, or the one whose try has begun. Raises `no_puzzle`."""
        puzzle = await self._store.next_puzzle(player)
        if puzzle is None:
            raise _no_puzzle()
        return await self._view(puzzle, player)

    async def daily(self, player: str | None, zone: str = "") -> Puzzle:
        """Return the puzzle of today in a time zone with the caller's try of it. Raises `no_puzzle`."""
        date = date_in(zone, self._clock.now())
        puzzle_id = await self._store.puzzle_of_day(date) or await self._store.choose_puzzle_of_day(date)
        if puzzle_id is None:
            raise _no_puzzle()
        return await self.view(puzzle_id, player)

    async def mistakes(self, player: StoredPlayer) -> PuzzleMistakes:
        """Return a player's lost wins, and request a search of the games since."""
        await self._store.ask_mistakes(player.id, self._clock.now())
        return await self.found_mistakes(player)

    async def found_mistakes(self, player: StoredPlayer) -> PuzzleMistakes:
        """Return a player's lost wins that were found so far."""
        found = await self._store.mistakes(player.id, MAX_MISTAKES)
        states = {each.puzzle: each.state for each in await self._store.puzzle_tries(player.id)}
        shown = [_shown_mistake(each, states.get(each.puzzle)) for each in found]
        return PuzzleMistakes(await self._store.is_searching(player.id), shown)

    # To try

    async def move(self, player: StoredPlayer, puzzle_id: str, body: PuzzleMove) -> Puzzle:
        """Return a puzzle after the next move of a player's try; the first one begins it."""
        puzzle = await self._found(puzzle_id)
        for _ in range(MAX_CONFLICTS):
            attempt = await self._attempt(player.id, puzzle.id)
            if _is_repeated(attempt, body):
                return await self._view(puzzle, player.id)
            _refuse_late(attempt, body)
            result = played(puzzle.board, puzzle.columns, puzzle.line, attempt.found, body.move)
            if await self._store.save_puzzle_try(attempt, self._after(attempt, result)):
                return await self.view(puzzle.id, player.id)
        raise StoreUnavailable

    async def _attempt(self, player: str, puzzle: str) -> PuzzleTry:
        known = await self._store.puzzle_try(player, puzzle)
        return known or await self._store.begin_puzzle_try(PuzzleTry(player, puzzle, self._clock.now()))

    def _after(self, attempt: PuzzleTry, result: PlayedMove) -> PuzzleTry:
        ended_at = None if result.state == "open" else self._clock.now()
        found = line_text(result.found)
        return replace(attempt, found=found, wrong=result.wrong, state=result.state, ended_at=ended_at)

    # Shared

    async def _found(self, puzzle_id: str) -> StoredPuzzle:
        puzzle = await self._store.puzzle(puzzle_id)
        if puzzle is None:
            raise Refusal("puzzle_not_found", "Puzzle not found: check its address.")
        return puzzle

    async def _view(self, puzzle: StoredPuzzle, player: str | None) -> Puzzle:
        attempt = await self._store.puzzle_try(player, puzzle.id) if player else None
        if player and (codes := await self._store.puzzle_deals(puzzle.id)):
            await self._store.add_seen([player], codes, self._clock.now())
        shown = Puzzle(
            id=puzzle.id,
            variant=choice_of(VARIANT_OF[puzzle.columns]),
            board=puzzle.board,
            state=attempt.state if attempt else "open",
            found=attempt.found.split() if attempt else [],
            date=puzzle.date,
            own=player is not None and await self._store.is_mistake(player, puzzle.id),
        )
        if attempt is None or attempt.state == "open":
            return shown
        return replace_struct(shown, tries=puzzle.tries, solution=_solution(puzzle, attempt))


def _no_puzzle() -> Refusal:
    return Refusal("no_puzzle", "No puzzle is ready for you: the server finds more, come back in a minute.")


def _refuse_late(attempt: PuzzleTry, body: PuzzleMove) -> None:
    if attempt.state != "open":
        raise Refusal("puzzle_over", "You have tried this puzzle: its answer is shown.")
    wanted = len(attempt.found.split()) + 1
    if body.n != wanted:
        raise Refusal("wrong_number", f"Move {body.n} is not the next one, which is {wanted}.")


def _is_repeated(attempt: PuzzleTry, body: PuzzleMove) -> bool:
    """Whether a move repeats one of the try."""
    made = [*attempt.found.split(), *([attempt.wrong] if attempt.wrong else [])]
    return body.n <= len(made) and made[body.n - 1] == body.move


def _solution(puzzle: StoredPuzzle, attempt: PuzzleTry) -> PuzzleSolution:
    proof = read_proof(puzzle.proof)
    refuted = refutation_of(proof, len(attempt.found.split()), attempt.wrong) if attempt.state == "failed" else None
    return PuzzleSolution(
        line=puzzle.line.split(),
        win=proof.win,
        boards=puzzle.boards,
        wrong=refuted.move if refuted else None,
        refutation=refuted.line if refuted else [],
        refutation_boards=refuted.boards if refuted else None,
        refutation_locked=refuted.locked if refuted else None,
    )


def _shown_mistake(mistake: StoredMistake, state: PuzzleState | None) -> PuzzleMistake:
    """Return a mistake with the state of its try, if there is one."""
    return PuzzleMistake(mistake.puzzle, mistake.game, mistake.at, state or "open")
