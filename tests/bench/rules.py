"""How fast the rules are: one core, plain Python, CPU seconds of this process."""

from random import Random
from statistics import median
from time import process_time

from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal

DEALS = 50
PLAYED = 100_000
ROUNDS = 5


def moves_on_boards(deals: list[Deal]) -> float:
    """Legal moves + one of them made, on boards: a second."""
    openings = [deal.opening() for deal in deals]
    board, made, started = openings[0], 0, process_time()
    while made < PLAYED:
        moves = board.legal_moves()
        if moves:
            board = board.after(moves[made % len(moves)])
            made += 1
        else:
            board = openings[made % DEALS]
    return PLAYED / (process_time() - started)


def actions_in_games(deals: list[Deal]) -> float:
    """The same in whole games, with log, undo and the check for the end: a second."""
    starts = [Game.start(deal) for deal in deals]
    game, made, started = starts[0], 0, process_time()
    while made < PLAYED // 4:
        moves = game.legal_moves()
        if moves:
            game = game.after(moves[made % len(moves)], made)
            made += 1
        else:
            game = starts[made % DEALS]
    return PLAYED // 4 / (process_time() - started)


def shuffles(deals: list[Deal]) -> float:
    board, started = deals[0].opening(), process_time()
    for number in range(1, 2001):
        board = deals[number % DEALS].shuffled(board, number)
    return 2000 / (process_time() - started)


def run() -> None:
    random = Random("benchmark")
    deals = [random_deal(random, VARIANTS["addiction"]) for _ in range(DEALS)]
    for measure in (moves_on_boards, actions_in_games, shuffles):
        rates = sorted(measure(deals) for _ in range(ROUNDS))
        print(f"{measure.__name__:>17}/s  median {median(rates):9.0f}  min {rates[0]:9.0f}  max {rates[-1]:9.0f}")
