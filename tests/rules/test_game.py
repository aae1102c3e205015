from dataclasses import replace
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.errors import IllegalAction
from gaprace.rules.actions import ControlAction, parse_action
from gaprace.rules.board import GAP, Board, Move, deck, parse_board, parse_card
from gaprace.rules.codes import code_of
from gaprace.rules.deal import Deal
from gaprace.rules.game import MAX_STEPS, Game, Step
from gaprace.rules.variants import VARIANTS, Variant
from tests.positions import game_on, random_game
from tests.strategies import deals, games, randoms

ONE_MOVE_TO_WIN = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7H--/2S3S4S5S6S--7S", 7)
TWO_MOVES_TO_WIN = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H--7H/2S3S4S5S6S--7S", 7)
STUCK = parse_board("2C3C4C5C6C7C--/2D3D4D5D6D7D--/2H3H4H5H6H7S--/2S3S4S5S6S7H--", 7)
MINI = VARIANTS["mini"]
STRICT = MINI.customised(shuffles=0)
ANY_TIME = replace(MINI, redeal=VARIANTS["addiction"].redeal)


def play(game: Game, *actions: str) -> Game:
    for text in actions:
        game = game.after(parse_action(text), game.time_ms + 1000)
    return game


def refusal(game: Game, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        play(game, action)
    assert caught.value.at == game.number + 1
    return caught.value.code


@given(games)
def test_a_game_rebuilt_from_its_transcript_is_the_game_that_was_played_and_its_boards_are_those_at_any_pace(
    game: Game,
) -> None:
    assert Game.replay(game.deal, game.transcript) == game
    slower = Game.start(game.deal)
    for action, ms in game.actions:
        slower = slower.after(action, ms + 7)
    assert (slower.board, slower.undoable, slower.shuffled) == (game.board, game.undoable, game.shuffled)


@given(games)
def test_undo_after_any_action_that_is_allowed_restores_the_board_and_redo_brings_it_back(game: Game) -> None:
    for action in [*game.legal_moves(), ControlAction.SHUFFLE]:
        try:
            after = game.after(action, game.time_ms)
        except IllegalAction:
            assert (action, game.allows_shuffle) == (ControlAction.SHUFFLE, False)
            continue
        assert action is not ControlAction.SHUFFLE or game.allows_shuffle
        if after.is_ended:
            continue
        undone = after.after(ControlAction.UNDO, after.time_ms)
        assert undone.board == game.board
        assert undone.undoable == game.undoable
        assert (undone.moves, undone.shuffles) == (after.moves, after.shuffles)
        assert undone.after(ControlAction.REDO, undone.time_ms).board == after.board


hostile_actions = st.one_of(
    st.sampled_from(list(ControlAction)),
    st.builds(Move, st.sampled_from(deck(13)), st.integers(-2, 60)),
    st.just(Move(GAP, 0)),
)


@given(deals, st.lists(st.tuples(hostile_actions, st.integers(-10, 5000)), max_size=60), randoms)
def test_no_sequence_of_actions_breaks_an_invariant(
    deal: Deal, attempts: list[tuple[ControlAction | Move, int]], random: Random
) -> None:
    game = random_game(random, deal, 20)
    cards = sorted(deal.opening().cells)
    for action, later in attempts:
        before, ended = game, game.is_ended
        try:
            game = game.after(action, game.time_ms + later)
        except IllegalAction:
            assert game is before
            continue
        assert not ended
        assert game.number == before.number + 1
        assert game.time_ms >= before.time_ms
        assert sorted(game.board.cells) == cards
        assert before.shuffles <= game.shuffles <= deal.variant.shuffles
        assert before.moves <= game.moves <= game.number
    assert Game.replay(deal, game.transcript) == game


@pytest.mark.parametrize(("last", "is_won"), [("7S@26", True), ("resign", False)])
def test_a_win_and_a_resignation_end_the_game_though_a_shuffle_is_left(last: str, is_won: bool) -> None:
    before = game_on(ONE_MOVE_TO_WIN, ANY_TIME)
    assert before.allows_shuffle
    game = play(before, last)
    assert (game.is_ended, game.is_won, game.time_ms, game.legal_moves()) == (True, is_won, 1000, [])
    assert (game.shuffles_left, game.allows_shuffle) == (1, False)
    assert {refusal(game, action) for action in ("undo", "redo", "shuffle", "resign", "7S@27")} == {"game_over"}


@pytest.mark.parametrize(
    ("board", "variant", "action", "code"),
    [
        (ONE_MOVE_TO_WIN, MINI, "undo", "nothing_to_undo"),
        (ONE_MOVE_TO_WIN, MINI, "redo", "nothing_to_redo"),
        (ONE_MOVE_TO_WIN, MINI, "2C@6", "illegal_move"),
        (ONE_MOVE_TO_WIN, MINI, "shuffle", "not_stuck"),
        (STUCK, STRICT, "shuffle", "no_shuffle_left"),
        (STUCK, replace(STRICT, redeal=None), "shuffle", "no_redeal"),
    ],
)
def test_what_a_game_does_not_allow_is_refused(board: Board, variant: Variant, action: str, code: str) -> None:
    assert refusal(game_on(board, variant), action) == code


def test_hopeless_is_stuck_without_a_shuffle_left() -> None:
    assert game_on(STUCK, STRICT).is_hopeless
    assert not game_on(STUCK).is_hopeless
    assert not game_on(ONE_MOVE_TO_WIN, STRICT).is_hopeless
    won = play(game_on(ONE_MOVE_TO_WIN, STRICT), "7S@26")
    assert won.is_stuck
    assert not won.is_hopeless


def test_an_undone_shuffle_stays_spent_and_its_redo_spends_nothing_more() -> None:
    game = Game.start(Deal(VARIANTS["addiction"], "0123456789", bytes(32)))
    once = play(game, "shuffle")
    back = play(once, "undo")
    assert (back.board, back.shuffles) == (game.board, 1)
    again = play(back, "redo")
    assert (again.board, again.shuffles) == (once.board, 1)
    second = play(back, "shuffle")
    assert second.shuffles == 2
    assert second.board == game.deal.shuffled(game.board, 2) != once.board
    assert refusal(play(second, "shuffle"), "shuffle") == "no_shuffle_left"


def test_a_new_move_clears_what_could_be_redone() -> None:
    game = game_on(TWO_MOVES_TO_WIN)
    undone = play(game, "7H@19", "undo")
    again = play(undone, "redo", "undo")
    assert (again.moves, again.time_ms) == (1, 4000), "undone moves count, and neither undo nor redo"
    assert refusal(play(undone, "7S@26"), "redo") == "nothing_to_redo"
    assert play(undone, "redo").board == play(game, "7H@19").board


def test_the_locked_cards_count_from_the_action_that_made_them_so_many() -> None:
    game = game_on(TWO_MOVES_TO_WIN)
    assert (game.locked, game.reached_ms) == (22, 0)
    there = play(game, "7H@19")
    assert (there.locked, there.reached_ms) == (23, 1000)
    assert play(there, "undo").reached_ms == 2000
    assert play(there, "undo", "redo").reached_ms == 3000
    assert play(there, "resign").reached_ms == 1000
    assert play(there, "undo", "redo").steps == (Step(1000, 23), Step(2000, 22), Step(3000, 23))


def test_a_game_remembers_no_more_than_its_latest_steps() -> None:
    game = play(game_on(TWO_MOVES_TO_WIN), "7H@19")
    for _ in range(MAX_STEPS):
        game = play(game, "undo", "redo")
    assert len(game.steps) == MAX_STEPS
    assert game.steps[-1] == (game.time_ms, 23)


@given(games)
def test_an_action_that_locks_and_frees_nothing_leaves_since_when_the_locked_cards_are_there(game: Game) -> None:
    steps = list(accumulate(game.actions, lambda so_far, each: so_far.after(*each), initial=Game.start(game.deal)))
    changes = [after.time_ms for before, after in pairwise(steps) if before.locked != after.locked]
    assert game.reached_ms == (changes[-1] if changes else 0)
    assert [step.ms for step in game.steps] == changes[-MAX_STEPS:]
    assert not game.steps or game.steps[-1].locked == game.locked


def test_time_never_goes_back() -> None:
    game = play(game_on(TWO_MOVES_TO_WIN), "7H@19")
    with pytest.raises(IllegalAction) as caught:
        game.after(Move(parse_card("7S"), 26), 999)
    assert (caught.value.code, caught.value.at) == ("time_goes_back", 2)
    with pytest.raises(IllegalAction):
        game_on(ONE_MOVE_TO_WIN).after(ControlAction.RESIGN, -1)


def test_a_shuffle_may_win() -> None:
    """With five slots free, one shuffle in a few dozen lays the last card right: the game is then won."""
    almost = ONE_MOVE_TO_WIN
    anywhere = Variant("addiction", 7, 9, VARIANTS["addiction"].redeal)
    for seed in range(200):
        game = Game(Deal(anywhere, code_of(0), seed.to_bytes(32, "big")), almost, almost.locked)
        shuffled = game.after(ControlAction.SHUFFLE, 1)
        if shuffled.is_won:
            assert shuffled.is_ended
            return
    pytest.fail("no shuffle put the last card in place")
