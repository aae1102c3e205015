"""Positions that a finished game could have had: the boards of other moves, with what a search knows of them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from msgspec import structs

from gaprace.errors import BadText, IllegalAction, Refusal, quoted
from gaprace.events.replays import Replays
from gaprace.play.study.appraisal import DIGITS
from gaprace.ports import Engine, Proof
from gaprace.rules.actions import Action, ControlAction, action_text, parse_action
from gaprace.rules.board import Move
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Appraisal, Position
from gaprace.wire.http import ExploredMove, ExploredPosition

MAX_LINE = 500
"""Actions of a line, more than any game needs."""
PROOF_WAIT_S = 12.0
"""How long an answer waits for a proof, whose search has only processor time that nothing else wants. After that, it
has no win probability, and the caller may ask again."""
MAX_QUEUED = 2
"""Explorations do not queue behind this many jobs: hints, dailies, analyses and puzzles always find a place."""
WON = Appraisal(1.0)


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
        if game.is_won:
            return _shown(game, WON)
        return await (self._proven(game) if is_proof else self._appraised(game))

    async def _appraised(self, game: Game) -> ExploredPosition:
        variant, left = game.deal.variant, game.shuffles_left
        moves = game.legal_moves()
        after = [Position(game.board.after(move, right_fill=variant.right_fill), left) for move in moves]
        here = Position(game.board, left)
        unknown = [each for each in dict.fromkeys([here, *after]) if not each.board.is_won]
        found = await self._appraisals(unknown, variant)
        if not found:
            return _shown(game, None, [ExploredMove(action_text(move), None) for move in moves])
        known = {**dict(zip(unknown, found, strict=True)), **{each: WON for each in after if each.board.is_won}}
        own = known[here]
        if own.win == 1:
            first = after[moves.index(own.line[0])]
            known[first] = min(known[first], Appraisal(1.0, own.line[1:]), key=_order)
        best_first = sorted(zip(moves, after, strict=True), key=lambda each: _order(known[each[1]]))
        shown = [ExploredMove(action_text(move), _win(known[each])) for move, each in best_first]
        return _shown(game, own, shown)

    async def _proven(self, game: Game) -> ExploredPosition:
        proof = await self._proof(game)
        if proof is None:
            return _shown(game, None)
        position = Position(game.board, game.shuffles_left, proof.verdict)
        if proof.verdict == "winnable":
            return _shown(game, Appraisal(1.0, proof.line))
        found = await self._appraisals([position], game.deal.variant)
        return _shown(game, found[0] if found else None)

    async def _proof(self, game: Game) -> Proof | None:
        """Return the proof; None if others wait before it, or if it takes longer (it goes on for nobody)."""
        if self._is_full("proofs"):
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(PROOF_WAIT_S):
                return await self._engine.prove(game.board, right_fill=game.deal.variant.right_fill)
        return None

    async def _appraisals(self, positions: Sequence[Position], variant: Variant) -> Sequence[Appraisal] | None:
        """Return the win probabilities; None if others wait for hints or bots, or if it takes too long."""
        return None if self._is_full("searches") else await self._engine.appraise(positions, variant, is_awaited=True)

    def _is_full(self, queue: str) -> bool:
        return self._engine.queues.get(queue, 0) >= MAX_QUEUED


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
    game = next((game for number, game in enumerate(Game.replaying(deal, transcript)) if str(number) == at), None)
    if game is None:
        raise Refusal("position_not_found", f"The game has no position {quoted(at)}: positions are numbered from 0.")
    return structs.replace(game, is_resigned=False)


def _explored(text: str, number: int) -> Action:
    action = parse_action(text)
    if number >= MAX_LINE or not (isinstance(action, Move) or action is ControlAction.SHUFFLE):
        raise BadText(
            "bad_action", f"{quoted(text)} cannot be explored: a line has at most {MAX_LINE} moves and shuffles."
        )
    return action


def _order(found: Appraisal) -> tuple[float, int]:
    """Return a key that puts the best first. Of wins, those with a shorter line: the others may go in circles."""
    return -found.win, len(found.line)


def _win(found: Appraisal | None) -> float | None:
    return None if found is None else round(found.win, DIGITS)


def _shown(game: Game, found: Appraisal | None, moves: Sequence[ExploredMove] = ()) -> ExploredPosition:
    line = [action_text(move) for move in found.line] if found else []
    return ExploredPosition(game.board.text, game.shuffles_left, _win(found), line, [*moves])
