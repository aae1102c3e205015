import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.rules.board import (
    GAP,
    TEXT_OF,
    Board,
    Move,
    card_of,
    deck,
    parse_board,
    parse_card,
    parse_slot_content,
    rank_of,
    suit_of,
)
from tests.positions import won_board
from tests.refusals import refused
from tests.strategies import boards

OPENING = "3S--2D3D2C--6D/6H--3H7S5S4D7D/5H5C7H2H2S6C7C/6S3C5D4C4H4S--"
any_board = st.sampled_from([7, 10, 13]).flatmap(boards)


def mini(text: str) -> Board:
    return parse_board(text, 7)


def moves_of(board: Board, *, right_fill: bool = False) -> list[str]:
    return [f"{TEXT_OF[card]}@{gap}" for card, gap in board.legal_moves(right_fill=right_fill)]


@given(any_board)
def test_a_board_reads_back_from_its_text(board: Board) -> None:
    assert parse_board(board.text, board.columns) == board


def test_a_gap_takes_the_next_card_of_its_left_neighbours_suit() -> None:
    assert moves_of(mini(OPENING)) == ["4S@1", "3C@5", "7H@8", "5S@27"]


def test_a_gap_at_the_left_end_takes_any_2_also_from_another_left_end() -> None:
    board = mini("--2C3C4C5C6C7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--")
    assert moves_of(board) == ["2C@0", "2D@0", "2H@0", "2S@0"]


def test_right_of_the_top_rank_or_of_a_gap_nothing_goes() -> None:
    board = mini("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S--7S")
    assert board.dead_gaps() == [6, 13, 20]
    assert moves_of(board) == ["7S@26"]
    assert mini("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--").is_stuck()


def test_with_the_right_fill_a_gap_also_takes_the_card_below_its_right_neighbour() -> None:
    board = mini("2C--4D5C6C7C3C/2D3D4C5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S--7S")
    assert moves_of(board) == ["3C@1", "7S@26"]
    assert moves_of(board, right_fill=True) == ["3C@1", "3D@1", "7S@26", "6S@26"]
    both_ask = mini("2C--4C5C6C7C3C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--")
    assert moves_of(both_ask, right_fill=True).count("3C@1") == 1
    of_a_run = mini("2C3C--4C5C6C7C/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S7S--")
    assert moves_of(of_a_run, right_fill=True) == ["4C@2", "3C@2"], "even a locked card"


def test_the_right_fill_does_not_wrap_rows_nor_reach_the_left_end() -> None:
    board = mini("2C3C4C5C6C7C--/4D3D2D5D6D7D--/--4H3H5H6H7H2H/2S3S4S5S6S7S--")
    assert [move for move in moves_of(board, right_fill=True) if move.endswith("@6")] == []
    assert [move for move in moves_of(board, right_fill=True) if move.endswith("@14")] == [
        "2C@14",
        "2D@14",
        "2H@14",
        "2S@14",
    ]


def test_locked_is_a_run_from_2_at_the_left_end_in_one_suit() -> None:
    board = mini("2C3C4D5C6C7C--/3D2D4C5D6D7D--/--2H3H4H5H6H7H/2S3S4S5S6S7S--")
    assert board.locked_runs() == [2, 0, 0, 6]
    assert board.locked == 8
    assert not board.is_won


@pytest.mark.parametrize("columns", [4, 7, 13])
def test_a_won_board_is_all_locked_and_has_no_move_left(columns: int) -> None:
    board = won_board(columns)
    assert board.is_won
    assert board.locked == 4 * (columns - 1)
    assert board.is_stuck()
    assert board.dead_gaps() == [columns - 1, 2 * columns - 1, 3 * columns - 1, 4 * columns - 1]


@given(any_board, st.booleans())
def test_every_legal_move_fills_the_gap_and_leaves_one_and_only_a_2_or_the_right_fill_breaks_a_run(
    board: Board, right_fill: bool
) -> None:
    for move in board.legal_moves(right_fill=right_fill):
        after, left = board.after(move, right_fill=right_fill), board.cells.index(move.card)
        assert after.cells[move.to] == move.card
        assert after.cells[left] == GAP
        assert sorted(after.cells) == sorted(board.cells)
        row, column = divmod(left, board.columns)
        assert right_fill or column >= board.locked_in_row(row) or TEXT_OF[move.card][0] == "2"


@given(any_board, st.booleans(), st.integers(-3, 60), st.integers(0, 100))
def test_what_is_not_listed_is_refused_and_says_why(board: Board, right_fill: bool, slot: int, pick: int) -> None:
    cards = [card for card in board.cells if card != GAP]
    move = Move(cards[pick % len(cards)], slot)
    legal = board.legal_moves(right_fill=right_fill)
    assert board.allows(move, right_fill=right_fill) == (move in legal)
    assert not board.allows(Move(GAP, slot), right_fill=right_fill)
    if move not in legal:
        with refused("illegal_move", slot):
            board.after(move, right_fill=right_fill)


@given(any_board, st.booleans())
def test_stuck_is_every_gap_dead(board: Board, right_fill: bool) -> None:
    stuck = board.is_stuck(right_fill=right_fill)
    assert stuck == (len(board.dead_gaps(right_fill=right_fill)) == 4)
    assert stuck == (not board.legal_moves(right_fill=right_fill))


# Cards


def test_the_deck_runs_clubs_diamonds_hearts_spades_each_upward() -> None:
    texts = [TEXT_OF[card] for card in deck(13)]
    assert texts[:3] == ["2C", "3C", "4C"]
    assert texts[11:13] == ["KC", "2D"]
    assert texts[-1] == "KS"
    assert len(set(texts)) == 48


def test_every_card_reads_back_from_its_text_and_knows_its_rank_and_suit() -> None:
    assert all(parse_slot_content(text) == card for card, text in TEXT_OF.items())
    assert parse_card("TH") == card_of(10, 2)
    assert (rank_of(parse_card("TH")), suit_of(parse_card("TH"))) == (10, 2)
    assert parse_slot_content("--") == GAP
