"""What worker processes do. Each job keeps its time by itself.

The search and NumPy are loaded where they are used: in the workers, not in the server, which only names these jobs.
"""
# ruff: noqa: PLC0415

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from gaprace.ports import Judgement, StoredCertificate
from gaprace.rules.actions import Action, action_text
from gaprace.rules.board import Board, Move
from gaprace.rules.deal import CODE_ALPHABET, CODE_LENGTH, opening
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.advice import Advice

_WARMING_BOARDS = 2_000
PROOF_BOARDS = 1_000_000
"""What a proof looks into at the most: some 240 MB."""


def prepare() -> None:
    """Load the tables, and search once on each width of board: the first time takes longest."""
    from gaprace.solver.search import BestFirstSearch
    from gaprace.solver.tables import evaluation_for

    for variant in (VARIANTS["mini"], VARIANTS["addiction"]):
        board = opening(variant, CODE_ALPHABET[0] * CODE_LENGTH)
        BestFirstSearch(board, evaluation_for(variant.columns)).run(_WARMING_BOARDS)


def think_of_hint(game: Game, within_s: float) -> tuple[Advice | None, tuple[Move, ...]]:
    """Advise the next action, with the line that wins if it begins one."""
    from gaprace.solver.hint import find_hint
    from gaprace.solver.tables import evaluation_for

    found = find_hint(game, evaluation_for(game.board.columns), should_stop=_after(within_s))
    return (found.advice, found.line) if found else (None, ())


def think_of_plan(game: Game, level: int, style: int, within_s: float) -> Sequence[Action]:
    """Return what a bot does next."""
    from gaprace.solver.plan import plan
    from gaprace.solver.tables import evaluation_for

    return tuple(plan(game, evaluation_for(game.board.columns), level, style, should_stop=_after(within_s)))


def find_certificate(variant: Variant, code: str, within_s: float) -> StoredCertificate | None:
    """Prove a deal winnable."""
    from gaprace.solver.certificate import certify
    from gaprace.solver.tables import evaluation_for

    evaluation = evaluation_for(variant.columns)
    found = certify(code, variant, evaluation, boards=PROOF_BOARDS, should_stop=_after(within_s))
    if not found.is_winnable:
        return None
    line = " ".join(action_text(move) for move in found.line)
    return StoredCertificate(found.par, found.harder_permille, line)


def judge_board(board: Board, right_fill: bool, within_s: float) -> Judgement:  # noqa: FBT001 - called by position
    """Judge a board. The search does not know the right-neighbour fill: with it, a board may be won in other ways."""
    from gaprace.solver.solve import solve
    from gaprace.solver.tables import evaluation_for

    found = solve(board, evaluation_for(board.columns), boards=PROOF_BOARDS, should_stop=_after(within_s))
    if found.verdict == "unwinnable" and right_fill:
        return Judgement("unknown")
    return Judgement(found.verdict, found.line)


def brief(game: Game) -> Game:
    """Return a game with what jobs need of it: not its log, and never the secret of its shuffles."""
    return game._replace(deal=replace(game.deal, secret=b""), actions=(), redoable=game.redoable[-1:])


def _after(seconds: float) -> Callable[[], bool]:
    end = monotonic() + seconds
    return lambda: monotonic() > end
