"""What delayed viewers see: everything, in the order in which it happened, each thing by its delay later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.live.effects import Effect, Scope, Send, SetTimer, Timer
from gaprace.play.live.live_game import LiveGame
from gaprace.play.live.publications import Publications
from gaprace.play.live.visibility import acted, published_view
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Acted, Seat, Snapshot, Started

START = 100_000
DELAY = 1_000
DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
OPENING = Game.start(DEAL)
STARTED = Started("race", DEAL.code, OPENING.board.text)


def played(*times: int) -> Game:
    """A game with a move at each of these times (ms after the start)."""
    game = OPENING
    for ms in times:
        game = game.after(game.legal_moves()[0], ms)
    return game


def live_game(name: str = "ann", game: Game = OPENING, ended_at: int | None = None) -> LiveGame:
    return LiveGame(Seat(name, name), game, [], ended_at=ended_at)


def commit(publications: Publications, game: LiveGame, after: Game) -> None:
    game.committed = after
    publications.commit(game, acted(game.id, after))


def timer(instant: int) -> SetTimer:
    return SetTimer(instant, Timer.PUBLICATION)


def shown(effects: list[Effect]) -> list[object]:
    """What was sent to delayed viewers since the last call; timers are left out."""
    sent = [each.event for each in effects if isinstance(each, Send) and each.scope is Scope.DELAYED]
    effects.clear()
    return [*sent]


def test_without_a_delay_everything_is_shown_at_once() -> None:
    effects: list[Effect] = []
    publications, game, one = Publications(START, 0, effects), live_game(), played(5)
    publications.start(STARTED)
    commit(publications, game, one)
    publications.end(game, START + 9)
    assert effects == [
        Send(Scope.DELAYED, STARTED),
        Send(Scope.DELAYED, acted("ann", one)),
        Send(Scope.DELAYED, Snapshot(published_view(game)), "ann"),
    ]
    assert publications.is_layout_published
    assert game.published == one
    assert published_view(game).ended
    read_game, sent = live_game("ann", one, START + 9), list[Effect]()
    publications = Publications(START, 0, sent)
    publications.resume(STARTED, [read_game], START)
    assert (sent, publications.is_layout_published) == ([], True)
    assert (read_game.published, read_game.is_end_published) == (one, True)


def test_with_a_delay_each_thing_is_shown_when_it_is_due() -> None:
    effects: list[Effect] = []
    publications, game, one, two = Publications(START, DELAY, effects), live_game(), played(5), played(5, 7)
    publications.start(STARTED)
    assert effects == [timer(START + DELAY)]
    commit(publications, game, one)
    commit(publications, game, two)
    publications.end(game, START + 9)
    assert effects == [timer(START + DELAY)], "one timer at a time, for the next thing"
    assert shown(effects) == []

    publications.publish_due(START + DELAY - 1)
    assert not publications.is_layout_published
    assert effects == [timer(START + DELAY)]
    publications.publish_due(START + DELAY)
    assert publications.is_layout_published
    assert effects[1:] == [Send(Scope.DELAYED, STARTED), timer(START + DELAY + 5)]
    assert shown(effects) == [STARTED]
    publications.publish_due(START + DELAY + 8)
    assert (game.published, game.is_end_published) == (two, False)
    assert shown(effects) == [acted("ann", one), acted("ann", two)]
    publications.publish_due(START + DELAY + 9)
    assert effects == [Send(Scope.DELAYED, Snapshot(published_view(game)), "ann")], "no timer: nothing is left"
    assert game.is_end_published


def test_what_is_due_before_everything_that_waits_sets_the_timer_anew() -> None:
    effects: list[Effect] = []
    publications, ann, bob = Publications(START, DELAY, effects), live_game(), live_game("bob")
    publications.start(STARTED)
    publications.publish_due(START + DELAY)
    effects.clear()
    commit(publications, ann, played(5_000))
    commit(publications, bob, played(4_000))
    assert effects == [timer(START + DELAY + 5_000), timer(START + DELAY + 4_000)]


def test_what_happened_at_one_instant_is_shown_in_the_order_in_which_it_came() -> None:
    effects: list[Effect] = []
    publications, ann, bob = Publications(START, DELAY, effects), live_game(), live_game("bob")
    for game in (ann, bob, ann, bob):
        commit(publications, game, played(*[5] * (game.committed.number + 1)))
    publications.publish_due(START + DELAY + 5)
    assert [event.game for event in shown(effects) if isinstance(event, Acted)] == ["ann", "bob", "ann", "bob"]


def test_the_end_of_the_race_shows_all_that_is_left_and_later_things_at_once() -> None:
    effects: list[Effect] = []
    publications, game, one = Publications(START, DELAY, effects), live_game(), played(5)
    publications.start(STARTED)
    commit(publications, game, one)
    publications.close()
    assert shown(effects) == [STARTED, acted("ann", one)]
    commit(publications, game, played(5, 6))
    assert shown(effects) == [acted("ann", played(5, 6))]


@pytest.mark.parametrize(
    ("now", "number", "is_ended", "next_at"),
    [
        (START + DELAY - 1, 0, False, START + DELAY),
        (START + DELAY, 0, False, START + DELAY + 5),
        (START + DELAY + 6, 1, False, START + DELAY + 7),
        (START + DELAY + 7, 2, False, START + DELAY + 9),
        (START + DELAY + 9, 2, True, None),
    ],
)
def test_a_race_that_is_read_from_the_store_shows_what_is_due_and_sends_nothing_again(
    now: int, number: int, is_ended: bool, next_at: int | None
) -> None:
    effects: list[Effect] = []
    publications, game = Publications(START, DELAY, effects), live_game("ann", played(5, 7), START + 9)
    publications.resume(STARTED, [game], now)
    assert effects == ([timer(next_at)] if next_at else [])
    assert publications.is_layout_published is (now >= START + DELAY)
    assert (game.published, game.is_end_published) == (played(*(5, 7)[:number]), is_ended)


@given(st.lists(st.tuples(st.sampled_from(["ann", "bob"]), st.integers(0, 3_000)), max_size=8), st.integers(0, 9_000))
def test_a_process_that_reads_the_race_shows_what_the_others_show(moves: list[tuple[str, int]], now: int) -> None:
    times = {name: sorted(ms for by, ms in moves if by == name) for name in ("ann", "bob")}
    served, games = Publications(START, DELAY, []), [live_game(name) for name in times]
    served.start(STARTED)
    for game in games:
        for n in range(len(times[game.id])):
            commit(served, game, played(*times[game.id][: n + 1]))
    served.publish_due(START + now)
    read, games_read = Publications(START, DELAY, []), [live_game(name, played(*times[name])) for name in times]
    read.resume(STARTED, games_read, START + now)
    assert read.is_layout_published == served.is_layout_published
    assert [game.published for game in games_read] == [game.published for game in games]
