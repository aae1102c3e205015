"""How strong and how fast the solver is: one core, CPU seconds of this process (`solver=200`: with 200 deals).

`solver --long=200` only searches, for up to 60 s a deal, and prints the memory of the process, too.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time

from gaprace.cli.survey import wilson
from gaprace.engine.jobs import MAX_PROOF_BOARDS, prepare
from gaprace.engine.searching import CERTIFICATE_SEARCH_S
from gaprace.errors import IllegalAction
from gaprace.rules.board import parse_board
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.settings import read_settings
from gaprace.solver.certificate import certify
from gaprace.solver.greedy import advise
from gaprace.solver.hint import find_hint
from gaprace.solver.lines import replayed
from gaprace.solver.search import BestFirstSearch
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from tests.positions import random_code, random_deal

STRICT = VARIANTS["strict"]
BUDGETS_S = (0.1, 1.0, 10.0)
LONG_BUDGETS_S = (*BUDGETS_S, 60.0)
PUBLISHED_WINNABLE = 0.86
"""Blake and Gent 2019."""
SPEED_BOARDS = 100_000, 3_000_000
HINT_GAMES, DAILIES = 5, 20


def stop_after(seconds: float) -> Callable[[], bool]:
    end = process_time() + seconds
    return lambda: process_time() >= end


def speed(random: Random, boards: int) -> None:
    """Print the speed of a search that does not end before."""
    while True:
        search = BestFirstSearch(random_deal(random, STRICT).opening(), evaluation_for(13))
        began = process_time()
        search.run(boards)
        if search.boards == boards:
            print(f"the first {boards} boards: {boards / (process_time() - began):9.0f} boards/s")
            return


def strength(random: Random, deals: int, budgets_s: Sequence[float]) -> None:
    found: list[tuple[str, float]] = []
    for _ in range(deals):
        board, began = random_deal(random, STRICT).opening(), process_time()
        solution = solve(board, evaluation_for(13), should_stop=stop_after(budgets_s[-1]))
        found.append((solution.verdict, process_time() - began))
        assert replayed(board, solution.line).is_won is (solution.verdict == "winnable")
    for budget in budgets_s:
        kinds = [kind if seconds <= budget else "unknown" for kind, seconds in found]
        won, lost = kinds.count("winnable"), kinds.count("unwinnable")
        low, _ = wilson(won, deals)
        _, high = wilson(deals - lost, deals)
        print(
            f"within {budget:4} s: {(won + lost) / deals:6.1%} of {deals} decided, {won} winnable, {lost} unwinnable;"
            f" so {low:.1%} to {high:.1%} can be won (95 %, unknowns both ways; published: {PUBLISHED_WINNABLE:.0%})"
        )


def bot_positions(random: Random) -> Iterator[Game]:
    """Every fifth position of games that follow greedy advice, with a move at random now and then."""
    for _ in range(HINT_GAMES):
        game = Game.start(random_deal(random, VARIANTS["addiction"]))
        while game.number < 150 and (advice := advise(game, {board.cells for board in game.undoable})):
            moves = game.legal_moves()
            action = random.choice(moves) if moves and random.random() < 0.2 else advice.action
            try:
                game = game.after(action, game.number)
            except IllegalAction:
                break
            if game.number % 5 == 0 and not game.is_ended:
                yield game


def hints(random: Random) -> None:
    times, winning = [], 0
    for game in bot_positions(random):
        began = process_time()
        found = find_hint(game, evaluation_for(13))
        times.append(process_time() - began)
        winning += found is not None and bool(found.line)
    times.sort()
    late = times[int(0.95 * len(times))]
    print(
        f"a hint: median {median(times) * 1000:.0f} ms, p95 {late * 1000:.0f} ms, worst {times[-1] * 1000:.0f} ms;"
        f" {winning / len(times):.0%} of {len(times)} positions get a winning line"
    )


def dailies(random: Random) -> None:
    times, tried = [], 0
    for _ in range(DAILIES):
        began = process_time()
        while True:
            tried += 1
            code, stop = random_code(random), stop_after(CERTIFICATE_SEARCH_S)
            if certify(code, STRICT, evaluation_for(13), boards=MAX_PROOF_BOARDS, should_stop=stop).is_winnable:
                break
        times.append(process_time() - began)
    print(
        f"a certified daily: median {median(times):.1f} s, worst {max(times):.1f} s,"
        f" {tried / DAILIES:.1f} candidates each"
    )


def against_another_solver() -> None:
    deals = json.loads((Path(__file__).parents[1] / "vectors" / "solvitaire.json").read_text())
    same = different = 0
    for deal in deals:
        rows = ["".join((card or "--").replace("10", "T") for card in row) for row in deal["rows"]]
        kind = solve(parse_board("/".join(rows), 13), evaluation_for(13), should_stop=stop_after(10)).verdict
        expected = "winnable" if deal["verdict"] == "solvable" else "unwinnable"
        same += kind == expected
        different += kind not in {expected, "unknown"}
    print(f"Solvitaire's verdicts: {same} of {len(deals)} found too, {different} contradicted")


def run(deals: int = 20) -> None:
    prepare(read_settings(os.environ).cache_dir)
    for boards in SPEED_BOARDS:
        speed(Random("speed"), boards)
    random = Random("solver benchmark")
    strength(random, deals, BUDGETS_S)
    hints(random)
    dailies(random)
    against_another_solver()


def run_long(deals: int = 100) -> None:
    prepare(read_settings(os.environ).cache_dir)
    strength(Random("solver benchmark"), deals, LONG_BUDGETS_S)
    print(f"memory: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")
