from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from gaprace.play.study.analysis import MAX_UNKNOWN, GameAnalysis
from gaprace.rules.actions import action_text
from gaprace.rules.board import Board, Move, parse_board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Verdict
from tests.positions import random_deal, random_game

seeds = st.integers(0, 10_000)


def played(seed: int) -> tuple[Deal, Game]:
    deal = random_deal(Random(seed), VARIANTS["mini"])
    return deal, random_game(Random(seed), deal, 60)


def positions(deal: Deal, game: Game) -> list[Board]:
    """The board after each action."""
    return [each.board for each in Game.replaying(deal, game.transcript)]


class Truth:
    """Made-up verdicts of a game's boards that could be true: no move leads from a lost board to a won one."""

    def __init__(self, deal: Deal, game: Game, random: Random) -> None:
        boards = positions(deal, game)
        self.lost = {board.cells for board in boards if not board.legal_moves() or random.random() < 0.05}
        steps = [
            (before.cells, after.cells)
            for before, after, timed in zip(boards, boards[1:], game.actions, strict=False)
            if isinstance(timed.action, Move)
        ]
        while more := {after for before, after in steps if before in self.lost and after not in self.lost}:
            self.lost |= more

    def verdict(self, board: Board) -> Verdict:
        return "unwinnable" if board.cells in self.lost else "winnable"

    def line(self, board: Board) -> list[Move]:
        return [] if board.cells in self.lost else board.legal_moves()[:1]


@given(seeds)
def test_what_follows_from_a_few_verdicts_are_the_true_verdicts_of_all_positions(seed: int) -> None:
    deal, game = played(seed)
    assume(not game.is_won)
    truth, study, searched = Truth(deal, game, Random(seed)), GameAnalysis(deal, game.transcript), 0
    while board := study.next_board():
        study.learn(board, truth.verdict(board), truth.line(board))
        study = GameAnalysis(deal, game.transcript, study.to_json())  # as another process finds it
        searched += 1
    boards = positions(deal, game)
    shown = study.view("g", is_done=True)
    assert shown.verdicts == [truth.verdict(board) for board in boards]
    assert shown.judged == shown.positions == len(boards)
    assert searched <= len({board.cells for board in boards})
    for loss in shown.losses:
        assert (shown.verdicts[loss.last_winnable], shown.verdicts[loss.n]) == ("winnable", "unwinnable")
    pairs = zip(shown.verdicts, shown.verdicts[1:], strict=False)
    assert len(shown.losses) == sum(pair == ("winnable", "unwinnable") for pair in pairs)


def moves_only(count: int) -> tuple[Deal, Game]:
    """Return the first game found that begins with `count` moves, each from a new board."""
    for seed in range(1000):
        deal = random_deal(Random(seed), VARIANTS["addiction"])
        game, entered = Game.start(deal), set[bytes]()
        while game.number < count:
            entered.add(game.board.cells)
            fresh = [move for move in game.legal_moves() if game.board.after(move).cells not in entered]
            if not fresh:
                break
            game = game.after(fresh[0], 0)
        if game.number == count:
            return deal, game
    raise AssertionError("there is none")


def test_a_game_lost_by_one_move_takes_few_searches_and_tells_what_would_have_kept_it() -> None:
    deal, game = moves_only(20)
    boards = positions(deal, game)
    study, searched = GameAnalysis(deal, game.transcript), 0
    keep = boards[12].legal_moves()[0]
    while board := study.next_board():
        at = boards.index(board)
        line = [timed.action for timed in game.actions[at:12] if isinstance(timed.action, Move)]
        study.learn(board, "winnable" if at <= 12 else "unwinnable", [*line, keep] if at <= 12 else ())
        searched += 1
    shown = study.view("g", is_done=True)
    assert searched <= 5
    assert [(loss.n, loss.last_winnable) for loss in shown.losses] == [(13, 12)]
    assert shown.verdicts.count("winnable") == 13


def test_a_loss_behind_unknown_positions_says_how_far_it_is_known() -> None:
    deal, game = moves_only(3)
    boards = positions(deal, game)
    study = GameAnalysis(deal, game.transcript)
    study.learn(boards[1], "unknown")
    study.learn(boards[2], "unknown")
    study.learn(boards[0], "winnable", [game.actions[0].action])
    study.learn(boards[3], "unwinnable")
    shown = study.view("g", is_done=True)
    assert shown.verdicts == ["winnable", "unknown", "unknown", "unwinnable"]
    assert [(loss.n, loss.last_winnable) for loss in shown.losses] == [(3, 0)]


class Arranged(Deal):
    """A deal one move from a win."""

    def opening(self) -> Board:
        return parse_board("2C3C4C5C6C--7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--", 7)


def test_every_position_before_a_win_is_winnable_without_a_search() -> None:
    study = GameAnalysis(Arranged(VARIANTS["mini"], "0123456789", bytes(32)), "7C@5:0")
    assert study.next_board() is None
    assert study.view("g", is_done=True).verdicts == ["winnable", "winnable"]


def test_a_winning_line_may_fill_gaps_from_the_right_where_the_room_allows_it() -> None:
    deal = random_deal(Random(4), VARIANTS["mini"].customised(right_fill=True))
    opening = deal.opening()
    from_right = next(move for move in opening.legal_moves(right_fill=True) if move not in opening.legal_moves())
    boards = [opening, opening.after(from_right, right_fill=True)]
    then = boards[1].legal_moves(right_fill=True)[0]
    study = GameAnalysis(deal, f"{action_text(from_right)}:0")
    study.learn(opening, "winnable", [from_right, then])
    assert study.view("g", is_done=True).verdicts == ["winnable", "winnable"]


def test_the_search_gives_up_after_many_unknown_boards() -> None:
    deal, game = moves_only(20)
    study, searched = GameAnalysis(deal, game.transcript), 0
    while board := study.next_board():
        study.learn(board, "unknown")
        searched += 1
    assert searched == min(MAX_UNKNOWN, 21)
    assert study.view("g", is_done=True).verdicts == ["unknown"] * 21
    assert study.view("g", is_done=True).losses == []


def test_while_it_is_not_done_it_says_how_far_it_is() -> None:
    deal, game = moves_only(4)
    study = GameAnalysis(deal, game.transcript)
    assert study.view("g", is_done=False).judged == 0
    study.learn(positions(deal, game)[4], "unwinnable")
    shown = study.view("g", is_done=False)
    assert (shown.state, shown.judged, shown.positions) == ("running", 1, 5)
