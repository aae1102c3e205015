"""Positions that a finished game could have had: the boards of other moves, with what a search knows of them."""

import asyncio
from collections.abc import Awaitable, Sequence
from itertools import islice
from typing import TypeVar

from gaprace.errors import BadText, IllegalAction, Refusal, quoted
from gaprace.events.replays import Replays
from gaprace.ports import Engine
from gaprace.rules.actions import Action, ControlAction, action_text, parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.position import Appraisal, Position
from gaprace.wire.http import ExploredMove, ExploredPosition

MAX_LINE = 500
"""Actions of a line, more than any game needs."""
DIGITS = 3
APPRAISAL_WAIT_S, PROOF_WAIT_S = 3.0, 12.0
"""How long an answer waits for a search, which has only processor time that nothing else wants. After that, it has no
win probability, and the caller may ask again."""
MAX_QUEUED = 2
"""Explorations do not queue behind this many jobs: dailies, analyses and puzzles always find a place."""
WON = Appraisal(1.0)

Answer = TypeVar("Answer")


class Explorations:
    """Answers questions about positions of finished games whose deal is not sealed."""

    def __init__(self, replays: Replays, engine: Engine) -> None:
        """Use `replays` to find finished games and to check who may see them."""
        self._replays, self._engine = replays, engine

    async def position(self, game_id: str, me: str | None, at: str, line: str, *, is_proof: bool) -> ExploredPosition:
        """Return what is known of the position that a line leads to from position `at` of a game.

        With `is_proof`, a longer search looks for a win, and for a proof that there is none.
        Raises Refusal `no_solver`, `position_not_found`, or with the code of the rules for an action that is none, or
        not allowed.
        """
        _, race, result = await self._replays.analysable(game_id, me)
        if not self._engine.searches:
            raise Refusal("no_solver", "This server has no search processes: moves have no win probability here.")
        game = await asyncio.to_thread(_reached, race.deal, result.transcript, at, line)
        return await (self._proven(game) if is_proof else self._appraised(game))

    async def _appraised(self, game: Game) -> ExploredPosition:
        variant, left = game.deal.variant, game.shuffles_left
        moves = game.legal_moves()
        after = [Position(game.board.after(move, right_fill=variant.right_fill), left) for move in moves]
        here = Position(game.board, left)
        open_positions = [each for each in dict.fromkeys([here, *after]) if not each.board.is_won]
        found = await self._appraisals(open_positions, variant) if open_positions else ()
        known = {} if found is None else dict(zip(open_positions, found, strict=True))
        wins = {each: WON if each.board.is_won else known.get(each) for each in [here, *after]}
        shown = [ExploredMove(action_text(move), _win(wins[each])) for move, each in zip(moves, after, strict=True)]
        return _shown(game, wins[here], sorted(shown, key=lambda each: -(each.win or 0)))

    async def _proven(self, game: Game) -> ExploredPosition:
        if game.is_won:
            return _shown(game, WON)
        if self._is_busy:
            return _shown(game, None)
        proof = await _within(PROOF_WAIT_S, self._engine.prove(game.board, right_fill=game.deal.variant.right_fill))
        if proof is None:
            return _shown(game, None)
        position = Position(game.board, game.shuffles_left, proof.verdict)
        if proof.verdict == "winnable":
            return _shown(game, Appraisal(1.0, proof.line))
        found = await self._appraisals([position], game.deal.variant)
        return _shown(game, found[0] if found else None)

    async def _appraisals(self, positions: Sequence[Position], variant: Variant) -> Sequence[Appraisal] | None:
        if self._is_busy:
            return None
        return await _within(APPRAISAL_WAIT_S, self._engine.appraise(positions, variant))

    @property
    def _is_busy(self) -> bool:
        return self._engine.queues.get("proofs", 0) >= MAX_QUEUED


async def _within(seconds: float, search: Awaitable[Answer | None]) -> Answer | None:
    """Return what a search finds, or None if it takes longer; it then goes on for nobody."""
    try:
        async with asyncio.timeout(seconds):
            return await search
    except TimeoutError:
        return None


def _reached(deal: Deal, transcript: str, at: str, line: str) -> Game:
    """Return the game at position `at` of a transcript, after the actions of a line."""
    game = game_at(deal, transcript, at)
    try:
        for number, text in enumerate(line.split(".") if line else ()):
            game = game.after(_explored(text, number), game.time_ms)
    except (BadText, IllegalAction) as error:
        raise Refusal(error.code, error.message) from None
    return game


def game_at(deal: Deal, transcript: str, at: str) -> Game:
    """Return the game at a position; one that was resigned can be played on.

    Raises Refusal `position_not_found`.
    """
    number = int(at) if at.isascii() and at.isdecimal() and len(at) <= len(str(len(transcript))) else -1
    games = list(islice(Game.replaying(deal, transcript), number + 1)) if number >= 0 else []
    if len(games) <= number or number < 0:
        raise Refusal("position_not_found", f"The game has no position {quoted(at)}: positions are numbered from 0.")
    return games[-2] if len(games) > 1 and games[-1].is_resigned else games[-1]


def _explored(text: str, number: int) -> Action:
    action = parse_action(text)
    if number >= MAX_LINE or not (isinstance(action, Move) or action is ControlAction.SHUFFLE):
        raise BadText(
            "bad_action", f"{quoted(text)} cannot be explored: a line has at most {MAX_LINE} moves and shuffles."
        )
    return action


def _win(found: Appraisal | None) -> float | None:
    return None if found is None else round(found.win, DIGITS)


def _shown(game: Game, found: Appraisal | None, moves: list[ExploredMove] | None = None) -> ExploredPosition:
    line = [action_text(move) for move in found.line] if found else []
    return ExploredPosition(game.board.text, game.shuffles_left, _win(found), line, moves or [])
