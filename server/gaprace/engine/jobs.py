"""The jobs of search processes. Each stops by itself at its limit.

A hint has a limit of time, since a player waits for it, and so has an outlook for spectators, since nobody does. All
others have limits of boards and of CPU time, so that their answers do not depend on other work of the machine.

The jobs import the search and Numba when they run: in the search processes, not in the server, which only names them.
"""
# ruff: noqa: PLC0415

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean
from time import monotonic, process_time
from typing import TYPE_CHECKING

from msgspec import structs

from gaprace.engine.compiled_code import compiling_once, load_or_compile
from gaprace.ports import Judgement, Proof, StoredCertificate
from gaprace.rules.actions import Action, action_text
from gaprace.rules.board import Board, Move
from gaprace.rules.codes import CODE_ALPHABET, CODE_LENGTH
from gaprace.rules.deal import SECRET_BYTES, Deal, opening
from gaprace.rules.draw import CHOSEN
from gaprace.rules.game import Game, History
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.answers import Advice, Appraisal, Mistake, Outlook, Position, Puzzle

if TYPE_CHECKING:
    from gaprace.solver.certificate import Certificate

WARM_UP_BOARDS = 20_000
"""Enough for every loop of the search to be needed once."""
MAX_PROOF_BOARDS = 600_000
"""Boards that a proof may visit: 0.6 s, and some 130 MB."""
MAX_UNDOS = 100
"""Actions that a hint advises to undo at the most."""
SAMPLED_SHUFFLES = 100
"""Shuffles whose mean chance stands for all: its standard error is some 3 points."""


def prepare(cache_dir: str) -> None:
    """Compile the search, or load it as it was compiled, and load the tables."""
    with compiling_once(cache_dir):
        load_or_compile(cache_dir, _run_all)


def _run_all() -> None:
    """Run every loop of the searches once."""
    from gaprace.solver.blocks import moves_along
    from gaprace.solver.cyclic_search import CyclicSearch
    from gaprace.solver.enumeration import Enumeration
    from gaprace.solver.search import BestFirstSearch
    from gaprace.solver.tables import evaluation_for

    for variant in (VARIANTS["mini"], VARIANTS["addiction"]):
        board, evaluation = opening(variant, CODE_ALPHABET[0] * CODE_LENGTH), evaluation_for(variant.columns)
        for search in (BestFirstSearch, CyclicSearch, Enumeration):
            search(board, evaluation).run(WARM_UP_BOARDS)
        moves_along(board, (), evaluation, right_fill=variant.right_fill)


def search_hint(game: Game, time_limit_s: float) -> tuple[Advice | None, tuple[Move, ...]]:
    """Return advice for the next action and, if that begins a line that wins, the line."""
    from gaprace.solver.hint import find_hint
    from gaprace.solver.tables import evaluation_for

    found = find_hint(game, evaluation_for(game.board.columns), should_stop=_is_up(monotonic, time_limit_s))
    return (found.advice, found.line) if found else (None, ())


def search_plan(game: Game, level: int, style: int, cpu_limit_s: float) -> Sequence[Action]:
    """Return the next actions of a bot."""
    from gaprace.solver.bot_levels import plan
    from gaprace.solver.tables import evaluation_for

    return tuple(
        plan(game, evaluation_for(game.board.columns), level, style, should_stop=_is_up(process_time, cpu_limit_s))
    )


def search_certificate(variant: Variant, code: str, cpu_limit_s: float) -> StoredCertificate | None:
    """Return the certificate of a deal that is proven winnable without a shuffle."""
    from gaprace.solver.certificate import certify
    from gaprace.solver.tables import evaluation_for

    evaluation, is_up = evaluation_for(variant.columns), _is_up(process_time, cpu_limit_s)
    return _stored(certify(code, variant, evaluation, boards=MAX_PROOF_BOARDS, should_stop=is_up))


def judge_candidate(variant: Variant, code: str) -> Judgement:
    """Return whether a candidate for a daily is certified: the same on every machine, since no clock has a say."""
    from gaprace.solver.certificate import certify_candidate
    from gaprace.solver.tables import evaluation_for

    return Judgement(_stored(certify_candidate(code, variant, evaluation_for(variant.columns))))


def _stored(found: "Certificate") -> StoredCertificate | None:
    from gaprace.solver.certificate import VERSION

    line = " ".join(action_text(move) for move in found.line)
    return StoredCertificate(found.par, found.harder_permille, line, VERSION) if found.is_winnable else None


def search_proof(board: Board, right_fill: bool, cpu_limit_s: float) -> Proof:  # noqa: FBT001  # called by position
    """Return the proof about a board."""
    from gaprace.solver.solve import solve
    from gaprace.solver.tables import evaluation_for

    evaluation, is_up = evaluation_for(board.columns), _is_up(process_time, cpu_limit_s)
    found = solve(board, evaluation, right_fill=right_fill, boards=MAX_PROOF_BOARDS, should_stop=is_up)
    return Proof(found.verdict, found.line)


def search_puzzles(variant: Variant, code: str) -> Sequence[Puzzle]:
    """Return the puzzles along a winning line of a deal."""
    from gaprace.solver.find_puzzles import puzzles_of_deal
    from gaprace.solver.tables import evaluation_for

    return puzzles_of_deal(opening(variant, code), evaluation_for(variant.columns))


def search_mistakes(runs: Sequence[Sequence[Board]]) -> Sequence[Mistake]:
    """Return the puzzles in which a game was lost."""
    from gaprace.solver.find_puzzles import mistakes_of
    from gaprace.solver.tables import evaluation_for

    return mistakes_of(runs, evaluation_for(runs[0][0].columns)) if runs else ()


def appraise(positions: Sequence[Position], variant: Variant) -> Sequence[Appraisal]:
    """Return the win probability of some positions, by a short search of each."""
    from gaprace.solver.chance import chance_of
    from gaprace.solver.tables import evaluation_for

    evaluation = evaluation_for(variant.columns)
    found = [chance_of(each, variant, evaluation) for each in positions]
    return [Appraisal(chance.win, chance.line) for chance in found]


def outlooks(positions: Sequence[Position], variant: Variant, time_limit_s: float) -> tuple[list[Outlook], float]:
    """Return the outlooks of the first positions, of one at least, and the time that this has taken (s).

    It takes as long as it does since others go first: so where they are busy, fewer positions are searched.
    """
    from gaprace.solver.chance import outlook_of
    from gaprace.solver.tables import evaluation_for

    evaluation, found = evaluation_for(variant.columns), list[Outlook]()
    began, is_up = monotonic(), _is_up(monotonic, time_limit_s)
    for position in positions:
        found.append(outlook_of(position, variant, evaluation))
        if is_up():
            break
    return found, monotonic() - began


def appraise_shuffle(position: Position, variant: Variant) -> float:
    """Return the mean win probability after a shuffle of a position: over some that are the same every time."""
    left = position.shuffles_left - 1
    deals = [Deal(variant, "", bytes([number]) * SECRET_BYTES) for number in range(SAMPLED_SHUFFLES)]
    after = [Position(deal.shuffled(position.board, 1), left) for deal in deals]
    return fmean(each.win for each in appraise(after, variant))


def without_secrets(game: Game) -> Game:
    """Return as much of a game as jobs need: not its log, and never the secret of its shuffles."""
    return structs.replace(
        game,
        deal=replace(game.deal, secret=b"", draw=CHOSEN),
        actions=History(),
        redoable=game.redoable[-1:],
        shuffled=(),
    )


def without_history(game: Game) -> Game:
    """Return as much of a game as a hint needs: to copy all boards of a long game takes longer than most hints."""
    return structs.replace(without_secrets(game), undoable=game.undoable[-MAX_UNDOS:])


def _is_up(clock: Callable[[], float], limit_s: float) -> Callable[[], bool]:
    end = clock() + limit_s
    return lambda: clock() > end
