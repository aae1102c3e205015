"""The players' tries at puzzles. The server never sends the answer before a try is over.

An open try does not reveal its answer: until the try is over, the puzzle has no id that another player could use, and
it never names the deal or the game from which it was made.
"""

import secrets
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from gaprace.errors import PuzzleError, StoreUnavailable
from gaprace.play.calendar import date_of
from gaprace.play.glicko import Glicko
from gaprace.play.puzzles import Played, TryKind, after_try, is_rated, line_text, played, read_proof, refutation_of
from gaprace.play.settings import choice_of
from gaprace.ports import (
    Clock,
    PuzzlePlayer,
    PuzzleStore,
    PuzzleTry,
    StoredPlayer,
    StoredPuzzle,
    TryEnd,
)
from gaprace.rules.variants import VARIANTS
from gaprace.services.puzzle_export import shown_mistake, shown_rating
from gaprace.wire import VariantChoice
from gaprace.wire.http import (
    Puzzle,
    PuzzleMistakes,
    PuzzleMove,
    PuzzleRating,
    PuzzleSolution,
)

NEXT = "next"
"""Stands for the id of the caller's next puzzle."""
MAX_RATING_OFFSET = 150
"""How far from a rating a puzzle is looked for, so that nobody can tell which one comes."""
MAX_MISTAKES = 100
MAX_CONFLICTS = 5
DAILY_RATING = 1300.0
"""Near which the puzzle of the day is chosen: for everyone, and not obvious."""
VARIANT_OF = {each.columns: each for each in (VARIANTS["mini"].customised(shuffles=0), VARIANTS["strict"])}
"""The rules of puzzles, by columns: without a shuffle."""


class Puzzles:
    """Chooses puzzles for players, and referees their tries."""

    def __init__(self, store: PuzzleStore, clock: Clock) -> None:
        self._store, self._clock = store, clock

    # To read

    async def rating(self, player: StoredPlayer) -> PuzzleRating:
        """Return a player's rating."""
        return shown_rating(await self._puzzle_player(player.id))

    async def view(self, puzzle_id: str, player: str | None) -> Puzzle:
        """Return a puzzle with the caller's try of it.

        Raises:
            PuzzleError: `puzzle_not_found`.

        """
        if puzzle_id == NEXT:
            attempt = await self._store.open_puzzle_try(player) if player else None
            puzzle = await self._found(attempt.puzzle if attempt else "")
            return self._shown(puzzle, attempt, await self._date_of(puzzle.id))
        puzzle = await self._found(puzzle_id)
        attempt = await self._store.puzzle_try(player, puzzle_id) if player else None
        return self._shown(puzzle, attempt, await self._date_of(puzzle_id))

    async def daily(self, player: str | None) -> Puzzle:
        """Return the puzzle of today with the caller's try of it.

        Raises:
            PuzzleError: `no_puzzle`.

        """
        date = self._today
        puzzle_id = await self._store.puzzle_of_day(date) or await self._store.choose_puzzle_of_day(date, DAILY_RATING)
        if puzzle_id is None:
            raise no_puzzle()
        return await self.view(puzzle_id, player)

    async def mistakes(self, player: StoredPlayer) -> PuzzleMistakes:
        """Return a player's lost wins, and request a search of the games since."""
        await self._store.ask_mistakes(player.id, self._clock.now())
        return await self.found_mistakes(player)

    async def found_mistakes(self, player: StoredPlayer) -> PuzzleMistakes:
        """Return a player's lost wins that were found so far."""
        found = await self._store.mistakes(player.id, MAX_MISTAKES)
        known = await self._puzzle_player(player.id)
        states = {each.puzzle: each.state for each in await self._store.puzzle_tries(player.id)}
        shown = [shown_mistake(each, states.get(each.puzzle)) for each in found]
        return PuzzleMistakes(known.asked_at is not None, shown)

    # To try

    async def next(self, player: StoredPlayer) -> Puzzle:
        """Return a player's open puzzle, or a new one near the player's rating.

        Raises:
            PuzzleError: `no_puzzle`.

        """
        attempt = await self._store.open_puzzle_try(player.id)
        if attempt is None:
            known = await self._puzzle_player(player.id)
            puzzle = await self._store.next_puzzle(player.id, rating_near(known.rating.rating))
            if puzzle is None:
                raise no_puzzle()
            begun = PuzzleTry(player.id, puzzle.id, "next", self._clock.now())
            attempt = await self._store.begin_puzzle_try(begun)
        return self._shown(await self._found(attempt.puzzle), attempt, None)

    async def move(self, player: StoredPlayer, puzzle_id: str, body: PuzzleMove) -> Puzzle:
        """Return a puzzle after the next move of a player's try.

        Raises:
            PuzzleError: `puzzle_not_found`; `puzzle_over`; `wrong_number`; `illegal_move`, `bad_action`.

        """
        for _ in range(MAX_CONFLICTS):
            attempt = await self._attempt(player, puzzle_id)
            puzzle = await self._found(attempt.puzzle)
            date = await self._date_of(puzzle.id)
            if _is_repeated(attempt, body):
                return self._shown(puzzle, attempt, date)
            self._refuse_late(attempt, body)
            result = played(puzzle.board, puzzle.columns, puzzle.line, attempt.found, body.move)
            changed = self._after(attempt, result)
            end = await self._end(player, puzzle, changed)
            changed = changed if end is None else _with_rating(changed, end)
            if await self._store.save_puzzle_try(attempt, changed, end):
                return self._shown(await self._found(puzzle.id), changed, date)
        raise StoreUnavailable

    async def _attempt(self, player: StoredPlayer, puzzle_id: str) -> PuzzleTry:
        if puzzle_id == NEXT:
            attempt = await self._store.open_puzzle_try(player.id)
            if attempt is None:
                raise PuzzleError("puzzle_not_found", "You have no open puzzle: POST /api/v1/puzzles/next opens one.")
            return attempt
        known = await self._store.puzzle_try(player.id, puzzle_id)
        return known or await self._begun(player, (await self._found(puzzle_id)).id)

    async def _begun(self, player: StoredPlayer, puzzle: str) -> PuzzleTry:
        is_daily = await self._store.puzzle_of_day(self._today) == puzzle
        is_own = await self._store.is_mistake(player.id, puzzle)
        kind: TryKind = "mistake" if is_own else "daily" if is_daily else "shared"
        return await self._store.begin_puzzle_try(PuzzleTry(player.id, puzzle, kind, self._clock.now()))

    def _refuse_late(self, attempt: PuzzleTry, body: PuzzleMove) -> None:
        if attempt.state != "open":
            raise PuzzleError("puzzle_over", "You have tried this puzzle: its answer is shown.")
        wanted = len(attempt.found.split()) + 1
        if body.n != wanted:
            raise PuzzleError("wrong_number", f"Move {body.n} is not the next one, which is {wanted}.")

    def _after(self, attempt: PuzzleTry, result: Played) -> PuzzleTry:
        ended_at = None if result.state == "open" else self._clock.now()
        found = line_text(result.found)
        return replace(attempt, found=found, wrong=result.wrong, state=result.state, ended_at=ended_at)

    async def _end(self, player: StoredPlayer, puzzle: StoredPuzzle, changed: PuzzleTry) -> TryEnd | None:
        """Return the changes of ratings at the end of a try; None if it is not over, or not rated."""
        if changed.state == "open" or player.program or not is_rated(changed.kind):
            return None
        known, solved = await self._puzzle_player(player.id), changed.state == "solved"
        mine, its = after_try(known.rating, known.tries, puzzle.rating, solved=solved)
        after = replace(known, rating=mine, tries=known.tries + 1, solved=known.solved + solved)
        return TryEnd(known, after, puzzle, its)

    # Shared

    @property
    def _today(self) -> str:
        return date_of(self._clock.now())

    async def _found(self, puzzle_id: str) -> StoredPuzzle:
        puzzle = await self._store.puzzle(puzzle_id)
        if puzzle is None:
            raise PuzzleError("puzzle_not_found", "Puzzle not found: check its address.")
        return puzzle

    async def _puzzle_player(self, player: str) -> PuzzlePlayer:
        return await self._store.puzzle_player(player) or PuzzlePlayer(player)

    async def _date_of(self, puzzle: str) -> str | None:
        return self._today if await self._store.puzzle_of_day(self._today) == puzzle else None

    def _shown(self, puzzle: StoredPuzzle, attempt: PuzzleTry | None, date: str | None) -> Puzzle:
        kind = attempt.kind if attempt else "daily" if date else "shared"
        shown = Puzzle(
            id=NEXT if attempt and _is_next(attempt) else puzzle.id,
            kind=kind,
            rated=is_rated(kind),
            variant=variant_of(puzzle),
            board=puzzle.board,
            state=attempt.state if attempt else "open",
            found=attempt.found.split() if attempt else [],
            date=date,
        )
        return shown if attempt is None or attempt.state == "open" else _with_answer(shown, puzzle, attempt)


def variant_of(puzzle: StoredPuzzle) -> VariantChoice:
    """Return the rules of a puzzle."""
    return choice_of(VARIANT_OF[puzzle.columns])


def rating_near(rating: float) -> float:
    """Return a rating at random near another one, for a search."""
    return rating + secrets.randbelow(2 * MAX_RATING_OFFSET + 1) - MAX_RATING_OFFSET


def no_puzzle() -> PuzzleError:
    """Return the error that there is no puzzle to try."""
    return PuzzleError("no_puzzle", "No puzzle is ready for you: the server finds more, come back in a minute.")


def _is_next(attempt: PuzzleTry) -> bool:
    return attempt.kind == "next" and attempt.state == "open"


def _is_repeated(attempt: PuzzleTry, body: PuzzleMove) -> bool:
    """Whether a move repeats one of the try."""
    made = [*attempt.found.split(), *([attempt.wrong] if attempt.wrong else [])]
    return body.n <= len(made) and made[body.n - 1] == body.move


def _with_rating(attempt: PuzzleTry, end: TryEnd) -> PuzzleTry:
    before, after = end.player.rating.rating, end.player_after.rating.rating
    return replace(attempt, rating_after=after, change=after - before)


def _with_answer(shown: Puzzle, puzzle: StoredPuzzle, attempt: PuzzleTry) -> Puzzle:
    return replace_struct(
        shown,
        rating=_rounded(puzzle.rating),
        tries=puzzle.tries,
        solution=_solution(puzzle, attempt),
        rating_after=attempt.rating_after and round(attempt.rating_after, 1),
        change=attempt.change and round(attempt.change, 1),
    )


def _rounded(rating: Glicko) -> float:
    return round(rating.rating, 1)


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
