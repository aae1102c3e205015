"""Who may see which board: every kind of viewer at every stage of a race."""

import pytest

from gaprace.play.live.race import LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredState
from gaprace.play.live.visibility import (
    SeatedViewer,
    Sight,
    acted,
    acted_again,
    hinted,
    knows_layout,
    live_view,
    progress,
    progress_view,
    published_view,
    sight_of,
    view_of,
)
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.board import TEXT_OF
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Advice
from gaprace.wire import Acted, Hinted, Progress, Seat, Settings

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
OPENING = Game.start(DEAL)
AFTER = OPENING.after(OPENING.legal_moves()[0], 5)
START = 100_000
ANN, BOB = SeatedViewer("ann"), SeatedViewer("bob")
MEMBER = SeatedViewer("dee")
HOST = SeatedViewer("eve", sits_out=True)
SPECTATOR = SeatedViewer("cho", is_seated=False)
ANN_WATCHING = SeatedViewer("ann", is_seated=False)


def race_of(
    *,
    boards_open: bool = False,
    now: int = START + 1_002,
    is_over: bool = False,
    ended: str = "",
    game: Game = AFTER,
) -> LiveRace:
    """A race of Ann and Bob; Ann's game is `game`, of which delayed viewers have seen the opening."""
    games = {"ann": game, "bob": OPENING}
    states = [StoredState(Seat(name, name), each, START + 5 if name == ended else None) for name, each in games.items()]
    facts = RaceFacts("race", DEAL, START, None, Settings(boards_open=boards_open), 1_000)
    race = LiveRace(facts, states, is_over=is_over)
    race.resume(now)
    return race


@pytest.mark.parametrize(
    ("viewer", "options", "sight"),
    [
        (ANN, {}, Sight.LIVE),
        (BOB, {}, Sight.PROGRESS),
        (BOB, {"game": OPENING}, Sight.LIVE),
        (BOB, {"boards_open": True}, Sight.LIVE),
        (BOB, {"ended": "bob"}, Sight.DELAYED),
        (BOB, {"ended": "bob", "boards_open": True}, Sight.LIVE),
        (BOB, {"is_over": True}, Sight.DELAYED),
        (MEMBER, {}, Sight.DELAYED),
        (MEMBER, {"boards_open": True}, Sight.LIVE),
        (HOST, {}, Sight.DELAYED),
        (HOST, {"boards_open": True}, Sight.DELAYED),
        (HOST, {"now": START - 1, "boards_open": True}, Sight.NOTHING),
        (SPECTATOR, {}, Sight.DELAYED),
        (SPECTATOR, {"boards_open": True}, Sight.DELAYED),
        (ANN_WATCHING, {}, Sight.DELAYED),
        (ANN_WATCHING, {"ended": "ann"}, Sight.DELAYED),
        (ANN, {"ended": "ann"}, Sight.LIVE),
        (ANN, {"now": START - 1}, Sight.NOTHING),
        (BOB, {"now": START - 1, "boards_open": True}, Sight.NOTHING),
        (SPECTATOR, {"now": START - 1}, Sight.NOTHING),
    ],
)
def test_how_much_of_anns_game_is_seen(viewer: SeatedViewer, options: dict[str, object], sight: Sight) -> None:
    race = race_of(**options)
    game = race.games["ann"]
    assert sight_of(race, game, viewer) is sight
    views = {
        Sight.LIVE: live_view(game),
        Sight.PROGRESS: progress_view(game),
        Sight.DELAYED: published_view(game),
        Sight.NOTHING: None,
    }
    assert view_of(race, game, viewer) == views[sight]


def test_progress_shows_no_board_and_only_the_live_view_a_hint() -> None:
    game = race_of().games["ann"]
    game.is_hinted = True
    views = [view(game) for view in (progress_view, published_view, live_view)]
    assert [(each.n, each.board, each.hinted) for each in views] == [
        (1, None, False),
        (0, OPENING.board.text, False),
        (1, AFTER.board.text, True),
    ]


def test_until_the_layout_is_shown_to_spectators_only_those_who_play_know_it() -> None:
    race = race_of(now=START + 999)
    assert [viewer for viewer in (ANN, BOB, MEMBER, HOST, SPECTATOR) if knows_layout(race, viewer)] == [ANN, BOB]
    assert sight_of(race, race.games["ann"], SPECTATOR) is Sight.NOTHING


def test_a_hint_shows_all_of_the_advice() -> None:
    move = OPENING.legal_moves()[0]
    advice = Advice(move, "locks", card=move.card, count=3, wins_in=12)
    assert hinted("ann", 4, advice) == Hinted("ann", 4, action_text(move), "locks", TEXT_OF[move.card], 3, 12)
    shuffle = Advice(ControlAction.SHUFFLE, "shuffle", win=0.31, instead=0.44)
    assert hinted("ann", 4, shuffle) == Hinted("ann", 4, "shuffle", "shuffle", win=0.31, instead=0.44)


def test_progress_is_how_far_a_game_is_after_its_last_action() -> None:
    game = OPENING.after(OPENING.legal_moves()[0], 5)
    while not game.locked:
        game = game.after(game.legal_moves()[0], game.time_ms + 5)
    so_far = {"n": game.number, "locked": game.locked, "moves": game.moves, "reached_ms": game.reached_ms}
    assert progress("ann", game) == Progress(game="ann", shuffles=0, ended=False, won=False, **so_far)
    resigned = progress("ann", game.after(ControlAction.RESIGN, 90_000))
    assert (resigned.ended, resigned.won, resigned.n) == (True, False, game.number + 1)


def test_an_action_that_others_have_followed_is_shown_again_without_a_board() -> None:
    game = AFTER.after(ControlAction.UNDO, 9)
    assert acted_again("ann", game, 2) == acted("ann", game)
    assert acted_again("ann", game, 1) == Acted("ann", 1, action_text(OPENING.legal_moves()[0]), 5)
