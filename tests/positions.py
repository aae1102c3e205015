"""Random material for tests: secrets, boards with locked runs, games. Everything comes from the `Random` given."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from gaprace.errors import IllegalAction
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.board import GAP, ROWS, SUITS, Board, card_of, deck, parse_card
from gaprace.rules.codes import CODES, code_of
from gaprace.rules.deal import SECRET_BYTES, Deal
from gaprace.rules.draw import NO_SEED, SEED_BYTES
from gaprace.rules.game import Game, History
from gaprace.rules.variants import VARIANTS, Variant
from tests import VECTORS

KNOWN_DEAL = "0123456789"
"""Of every variant it has moves at once. About one of 800 deals of `mini` begins with four dead gaps."""
SHUFFLING = [variant for variant in VARIANTS.values() if variant.redeal]


def random_variant(random: Random) -> Variant:
    """A row of the table, every other time with a room's changes."""
    variant = random.choice(list(VARIANTS.values()))
    if random.random() < 0.5:
        return variant
    shuffles = random.randint(0, 9) if variant.redeal else 0
    return variant.customised(shuffles=shuffles, right_fill=random.random() < 0.5)


def random_code(random: Random) -> str:
    return code_of(random.randrange(CODES))


def random_deal(random: Random, variant: Variant | None = None) -> Deal:
    return Deal(variant or random_variant(random), random_code(random), random.randbytes(SECRET_BYTES))


def random_drawn_deal(random: Random) -> Deal:
    """A deal of any origin; some of the seats of a drawn one have contributed no seed."""
    variant, secret = random_variant(random), random.randbytes(SECRET_BYTES)
    match random.randrange(3):
        case 0:
            return Deal.chosen(variant, random_code(random), secret)
        case 1:
            return Deal.candidate(variant, secret, random.randrange(20))
        case _:
            seats = random.randint(1, 8)
            return Deal.drawn(
                variant, secret, [random.choice([random.randbytes(SEED_BYTES)] * 3 + [NO_SEED]) for _ in range(seats)]
            )


def board_with_runs(random: Random, columns: int) -> Board:
    """A board of four locked runs of random lengths, complete ones among them, and all else at random."""
    suits = random.sample(range(len(SUITS)), ROWS)
    lengths = [random.choice([0, random.randrange(columns), columns - 1]) for _ in range(ROWS)]
    runs = [[card_of(2 + at, suit) for at in range(length)] for suit, length in zip(suits, lengths, strict=True)]
    loose = [card for card in deck(columns) if not any(card in run for run in runs)] + [GAP] * ROWS
    random.shuffle(loose)
    rows = [run + [loose.pop() for _ in range(columns - len(run))] for run in runs]
    return Board(bytes(card for row in rows for card in row), columns)


def board_of(rows: Sequence[Sequence[str | None]]) -> Board:
    """A board as other programs write it: rows of cards, a ten being `10`, and None for a gap."""
    cards = [parse_card(text.replace("10", "T")) if text else GAP for row in rows for text in row]
    return Board(bytes(cards), len(rows[0]))


@cache
def solvitaire_deals() -> Sequence[tuple[Board, str]]:
    """Deals without redeal, each with the verdict of Solvitaire, in this project's words."""
    verdicts = {"solvable": "winnable", "unsolvable": "unwinnable"}
    deals = json.loads((VECTORS / "solvitaire.json").read_text())
    return [(board_of(deal["rows"]), verdicts[deal["verdict"]]) for deal in deals]


def won_board(columns: int) -> Board:
    rows = [[card_of(rank, suit) for rank in range(2, columns + 1)] + [GAP] for suit in range(ROWS)]
    return Board(bytes(card for row in rows for card in row), columns)


def game_on(board: Board, variant: Variant = VARIANTS["mini"], undoable: Iterable[Board] = ()) -> Game:
    """A game that stands at a board, and the boards that undo returns to."""
    return Game(Deal(variant, KNOWN_DEAL, bytes(SECRET_BYTES)), board, board.locked, undoable=History(undoable))


def random_action(random: Random, game: Game) -> Action:
    """Mostly a legal move, else any verb; resigning is left out."""
    moves = game.legal_moves()
    if moves and random.random() < 0.8:
        return random.choice(moves)
    return random.choice([ControlAction.SHUFFLE, ControlAction.UNDO, ControlAction.REDO])


def random_game(random: Random, deal: Deal, attempts: int) -> Game:
    """A game after a number of attempted actions; refused ones change nothing."""
    game = Game.start(deal)
    for _ in range(attempts):
        try:
            game = game.after(random_action(random, game), game.time_ms + random.randrange(4000))
        except IllegalAction:
            continue
    return game
