"""The race as a pure machine: what goes in, what comes out, and which steps are impossible."""

from itertools import product

import pytest
from msgspec.structs import replace

from gaprace.play.live.effects import (
    ActionStored,
    Append,
    Effect,
    EndGame,
    EndRace,
    GameEnded,
    GameHinted,
    RacePeerEvent,
    Reload,
    Reply,
    Scope,
    Send,
    SetTimer,
    Share,
    Timer,
    VisibilityChanged,
)
from gaprace.play.live.live_game import MAX_DEFERRED, RECHECK_INTERVAL_MS, LiveGame
from gaprace.play.live.phases import (
    GAME_TRANSITIONS,
    RACE_TRANSITIONS,
    GamePhase,
    GameStep,
    IllegalTransition,
    RacePhase,
    RaceStep,
)
from gaprace.play.live.race import TAKEOVER_DELAY_MS, LiveRace
from gaprace.play.live.race_facts import RaceFacts, StoredMark, StoredState
from gaprace.play.live.visibility import SeatedViewer, live_view, progress_view, published_view
from gaprace.rules.actions import action_text
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.answers import Advice
from gaprace.wire import Act, Acted, Event, Hinted, Progress, Refused, Seat, Settings, Snapshot, Started
from tests.refusals import refused

DEAL = Deal(VARIANTS["mini"], "0123456789", bytes(32))
OPENING = Game.start(DEAL)
START, LIMIT = 100_000, 160_000
ENDLESS = Settings(lap_s=None)
"""A win of one does not end it for the others."""
SEAT_OF_BOB = Seat("bob", "bob's")
ANN, BOB, CHO = SeatedViewer("ann"), SeatedViewer("bob"), SeatedViewer("cho", is_seated=False)
FIRST = action_text(OPENING.legal_moves()[0])
OTHER = action_text(OPENING.legal_moves()[1])
AFTER = OPENING.after(OPENING.legal_moves()[0], 5)


def drawn(*, boards_open: bool = False, delay_ms: int = 0, ends_at: int | None = LIMIT) -> LiveRace:
    """A race of Ann and Bob that has just been drawn."""
    facts = RaceFacts("race", DEAL, START, ends_at, replace(ENDLESS, boards_open=boards_open), delay_ms)
    return LiveRace(facts, [StoredState(Seat(player, f"{player}'s"), OPENING) for player in ("ann", "bob")])


def running(**options: bool | int | None) -> LiveRace:
    race = drawn(**options)
    race.begin(START)
    race.drain()
    return race


def act(race: LiveRace, n: int, text: str, *, viewer: SeatedViewer = ANN, at: int = START + 5) -> list[Effect]:
    race.act(viewer, Act(f"{viewer.player}'s", n, text), at)
    return race.drain()


def replied(effects: list[Effect]) -> Event:
    """The only effect, which is a reply."""
    (reply,) = effects
    assert isinstance(reply, Reply)
    return reply.event


def refusal(effects: list[Effect]) -> str:
    return replied(effects).code


def kinds(effects: list[Effect], scope: Scope | None = None) -> list[type[Event]]:
    """What is sent, to all or to one scope."""
    return [type(each.event) for each in effects if isinstance(each, Send) and scope in {None, each.scope}]


def state_of(game: LiveGame) -> object:
    return game.phase, game.committed, game.accepted, game.published


# An action, from its client to everyone


def test_an_action_is_stored_before_anything_is_sent_of_it() -> None:
    race = running()
    assert act(race, 1, FIRST) == [Append("ann's", 1, FIRST, 5)]
    game = race.games["ann's"]
    assert (game.accepted.number, game.committed.number, game.published.number) == (1, 0, 0)
    race.stored("ann's", 1, START + 20)
    own, rivals, delayed, share = race.drain()
    assert (own.scope, type(own.event), own.player) == (Scope.PLAYER, Acted, "ann")
    assert (rivals.scope, type(rivals.event), rivals.player) == (Scope.RIVALS, Progress, "ann")
    assert delayed == Send(Scope.DELAYED, own.event)
    assert share == Share(ActionStored("ann's", 1, FIRST, 5))
    assert (game.accepted.number, game.committed.number, game.published.number) == (1, 1, 1)


def test_delayed_viewers_get_it_when_it_is_due_and_at_once_when_the_race_is_over() -> None:
    race = running(delay_ms=1_000)
    act(race, 1, FIRST)
    race.stored("ann's", 1, START + 100)
    assert kinds(race.drain(), Scope.DELAYED) == []
    due = SetTimer(START + 1_000, Timer.PUBLICATION)
    race.timer_due(due, due.at)
    started, following = race.drain()
    assert isinstance(started.event, Started)
    assert following == SetTimer(START + 1_005, Timer.PUBLICATION), (
        "the delay counts from the action, not from its storing"
    )
    assert race.games["ann's"].published.number == 0
    race.close()
    shown, changed = race.drain()
    assert (shown.scope, type(shown.event), changed) == (Scope.DELAYED, Acted, VisibilityChanged())


def test_a_refusal_waits_until_all_that_it_shows_is_stored() -> None:
    race = running()
    act(race, 1, FIRST)
    assert act(race, 2, "KS@0") == []
    race.stored("ann's", 1, START)
    refused = replied(race.drain()[-1:])
    assert (refused.code, refused.n, refused.game.n) == ("illegal_move", 2, 1)


def test_an_action_sent_again_is_answered_once_it_is_stored_and_stored_once() -> None:
    race = running()
    act(race, 1, FIRST)
    assert act(race, 1, FIRST) == []
    race.stored("ann's", 1, START)
    assert isinstance(replied(race.drain()[-1:]), Acted)


@pytest.mark.parametrize(
    ("viewer", "game", "code", "message"),
    [
        (ANN, "nobody's", "game_not_found", "The race of this room has no such game: it may be an earlier one."),
        (BOB, "ann's", "not_your_game", "This game is another player's."),
        (CHO, "ann's", "not_playing", "You are watching this room: join it as a player to play the next race."),
    ],
)
def test_only_the_own_game_can_be_played(viewer: SeatedViewer, game: str, code: str, message: str) -> None:
    race = running()
    for command in (lambda: race.act(viewer, Act(game, 1, FIRST), START), lambda: race.hint(viewer, game, START)):
        with refused(code, message):
            command()
    assert race.drain() == []


def test_before_the_start_instant_nothing_can_be_played_and_at_that_instant_the_layout_comes_first() -> None:
    race = drawn()
    race.begin(START - 3_000)
    assert race.drain() == [SetTimer(START, Timer.START), SetTimer(LIMIT, Timer.LIMIT)]
    with refused("no_race", "The race has not started yet."):
        act(race, 1, FIRST, at=START - 1)
    layout, delayed, append = act(race, 1, FIRST, at=START)
    assert layout == Send(Scope.LIVE, race.started)
    assert delayed == Send(Scope.DELAYED, race.started)
    assert isinstance(append, Append)
    race.timer_due(SetTimer(START, Timer.START), START)
    assert race.drain() == []


def test_an_action_at_the_limit_is_late_though_no_timer_has_gone_off_yet() -> None:
    race = running()
    late = replied(act(race, 1, FIRST, at=LIMIT))
    assert (late.code, late.message) == ("time_up", "The time is up: the race has ended.")
    assert act(race, 1, FIRST, at=LIMIT - 1) == [Append("ann's", 1, FIRST, LIMIT - 1 - START)]


def test_while_the_journal_is_full_new_actions_are_refused_and_old_ones_answered() -> None:
    race = running()
    act(race, 1, FIRST)
    race.stored("ann's", 1, START)
    race.drain()
    race.act(ANN, Act("ann's", 2, "undo"), START + 9, can_store=False)
    refused = replied(race.drain())
    assert refused.code == "try_again"
    assert refused.message == "The server cannot store actions right now: try again in a moment."
    race.act(ANN, Act("ann's", 1, FIRST), START + 9, can_store=False)
    assert isinstance(replied(race.drain()), Acted)


# A number ahead of this process


def test_a_number_that_only_the_store_can_explain_has_the_game_read_before_it_is_refused() -> None:
    race = running()
    second = action_text(AFTER.legal_moves()[0])
    assert act(race, 2, second) == [Reload("ann's")]
    race.loaded(StoredState(Seat("ann", "ann's"), AFTER), START + 9)
    *events, append = race.drain()
    assert (append.n, append.action) == (2, second)
    assert kinds(events) == [Acted, Progress, Acted]


def test_a_wrong_number_has_the_game_read_once_a_second_at_most() -> None:
    race = running()
    assert act(race, 9, FIRST) == [Reload("ann's")]
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), START + 9)
    assert refusal(race.drain()) == "wrong_number"
    assert refusal(act(race, 9, FIRST, at=START + 5 + RECHECK_INTERVAL_MS - 1)) == "wrong_number"
    assert act(race, 9, FIRST, at=START + 5 + RECHECK_INTERVAL_MS) == [Reload("ann's")]


# The store says otherwise


def refused_and_loaded(stored: Game) -> list[Effect]:
    """What follows when the store refuses Ann's first two actions, and holds another game."""
    race = running()
    act(race, 1, FIRST)
    act(race, 2, "undo")
    race.refused("ann's", 1, START)
    assert race.drain() == [], "the second one is still on its way"
    race.refused("ann's", 2, START)
    assert race.drain() == [Reload("ann's")]
    race.loaded(StoredState(Seat("ann", "ann's"), stored), START)
    return race.drain()


def test_what_the_store_refuses_is_read_and_answered_with_the_true_game() -> None:
    other = OPENING.after(OPENING.legal_moves()[1], 3)
    effects = refused_and_loaded(other)
    events = [effect.event for effect in effects if isinstance(effect, Send) and effect.scope is Scope.PLAYER]
    assert [type(event) for event in events] == [Acted, Refused, Refused]
    assert [(each.n, each.code) for each in events if isinstance(each, Refused)] == [
        (1, "wrong_number"),
        (2, "wrong_number"),
    ]


def test_what_was_stored_though_the_answer_was_lost_is_sent_as_stored() -> None:
    events = [effect.event for effect in refused_and_loaded(AFTER) if isinstance(effect, Send)]
    assert sum(isinstance(event, Refused) for event in events) == 1


def test_an_answer_that_waited_for_an_action_that_the_store_refuses_is_a_refusal() -> None:
    race = running()
    act(race, 1, FIRST)
    act(race, 1, FIRST)
    race.refused("ann's", 1, START)
    race.drain()
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), START)
    assert [type(effect.event) for effect in race.drain() if isinstance(effect, Reply | Send)] == [Refused, Refused]


def test_what_builds_on_a_refused_action_can_never_be_stored() -> None:
    race = running()
    act(race, 1, FIRST)
    act(race, 2, "undo")
    race.refused("ann's", 1, START)
    before = state_of(race.games["ann's"])
    with pytest.raises(IllegalTransition, match="COMMIT is impossible"):
        race.stored("ann's", 2, START)
    assert state_of(race.games["ann's"]) == before


def test_answers_of_the_store_come_in_the_order_of_the_actions() -> None:
    race = running()
    act(race, 1, FIRST)
    act(race, 2, "undo")
    for answer in (race.stored, race.refused):
        with pytest.raises(IllegalTransition, match="is impossible for action 2 of game ann's, which is OPEN"):
            answer("ann's", 2, START)
    assert race.games["ann's"].committed.number == 0


def test_while_a_game_is_read_actions_wait_and_not_too_many() -> None:
    race = running()
    race.hear(ActionStored("ann's", 7, "undo", 9), START)
    assert race.drain() == [Reload("ann's")]
    for _ in range(MAX_DEFERRED):
        assert act(race, 1, FIRST) == []
    with refused("try_again", "The game is being read from the store: try again in a moment."):
        act(race, 1, FIRST)
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), START)
    assert race.drain() == [Append("ann's", 1, FIRST, 5)]


def test_news_that_come_while_a_game_is_read_have_it_read_again() -> None:
    race = running()
    race.compare(StoredMark("ann's", 2, has_ended=False, is_hinted=False), START)
    race.compare(StoredMark("ann's", 3, has_ended=False, is_hinted=False), START)
    assert race.drain() == [Reload("ann's")]
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), START)
    assert race.drain() == [Reload("ann's")]
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), START)
    assert race.drain() == []


# Peers


def test_a_peers_action_is_followed_if_it_is_the_next_one() -> None:
    race = running()
    race.hear(ActionStored("ann's", 1, FIRST, 5), START)
    assert kinds(race.drain()) == [Acted, Progress, Acted]


@pytest.mark.parametrize(
    ("event", "follows"),
    [
        (ActionStored("ann's", 1, FIRST, 5), []),
        (ActionStored("ann's", 2, "undo", 9), []),
        (ActionStored("ann's", 1, FIRST, 6), [Reload("ann's")]),
        (ActionStored("ann's", 0, FIRST, 5), [Reload("ann's")]),
    ],
)
def test_a_peers_action_that_differs_from_the_known_one_has_the_game_read(
    event: ActionStored, follows: list[Effect]
) -> None:
    race = running()
    race.hear(ActionStored("ann's", 1, FIRST, 5), START)
    race.hear(ActionStored("ann's", 2, "undo", 9), START)
    race.drain()
    race.hear(event, START)
    assert race.drain() == follows


@pytest.mark.parametrize(
    "event",
    [
        ActionStored("ann's", 2, "undo", 9),
        ActionStored("ann's", 1, "KS@0", 9),
        GameEnded("ann's", 0),
        GameEnded("ann's", 4),
        GameHinted("ann's"),
    ],
)
def test_what_does_not_follow_from_what_is_known_is_read_from_the_store(event: RacePeerEvent) -> None:
    race = running()
    race.hear(event, LIMIT)
    assert race.drain() == [Reload("ann's")]
    game = race.games["ann's"]
    assert (game.has_ended, game.is_hinted, game.committed.number) == (False, False, 0)


def test_a_peers_action_is_not_followed_while_an_own_one_is_on_its_way() -> None:
    race = running()
    act(race, 1, FIRST)
    race.hear(ActionStored("ann's", 1, OTHER, 5), START)
    assert race.drain() == []
    assert race.games["ann's"].committed.number == 0
    race.refused("ann's", 1, START)
    assert race.drain() == [Reload("ann's")]


def test_a_peer_with_a_clock_that_is_ahead_starts_the_race_once_the_store_confirms_it() -> None:
    race = drawn()
    race.begin(START - 100)
    race.drain()
    race.hear(ActionStored("ann's", 1, FIRST, 5), START - 50)
    assert race.drain() == [Reload("ann's")]
    race.loaded(StoredState(race.games["ann's"].seat, AFTER), START - 40)
    assert kinds(race.drain())[0] is Started


def test_a_peer_ends_a_game_that_is_played_there_unless_it_is_late() -> None:
    race, late = running(), SetTimer(LIMIT + TAKEOVER_DELAY_MS, Timer.END_GAME, "bob's")
    race.timer_due(SetTimer(LIMIT, Timer.LIMIT), LIMIT, {"bob"})
    assert race.drain() == [
        EndGame("ann's", OPENING),
        late,
    ]
    race.timer_due(late, late.at)
    assert race.drain() == [EndGame("bob's", OPENING)]


# Ends


def test_at_the_limit_a_game_ends_only_after_all_that_is_on_its_way_is_answered() -> None:
    race = running()
    act(race, 1, FIRST)
    race.timer_due(SetTimer(LIMIT, Timer.LIMIT), LIMIT)
    assert race.drain() == [EndGame("bob's", OPENING)]
    race.stored("ann's", 1, LIMIT)
    (end,) = [effect for effect in race.drain() if isinstance(effect, EndGame)]
    assert (end.game, end.final.number) == ("ann's", 1)


def test_an_action_that_came_in_time_while_its_game_was_read_is_stored_before_the_game_ends() -> None:
    race = running()
    race.hear(ActionStored("ann's", 7, "undo", 9), START)
    act(race, 1, FIRST)
    race.timer_due(SetTimer(LIMIT, Timer.LIMIT), LIMIT)
    race.drain()
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), LIMIT)
    assert race.drain() == [Append("ann's", 1, FIRST, 5)]
    race.stored("ann's", 1, LIMIT)
    assert isinstance(race.drain()[-1], EndGame)


def test_a_race_ends_once_after_all_its_games() -> None:
    race = running()
    race.timer_due(SetTimer(LIMIT, Timer.LIMIT), LIMIT)
    race.end_stored("ann's", LIMIT)
    assert EndRace() not in race.drain()
    race.end_stored("bob's", LIMIT)
    assert race.drain()[-1] == EndRace()
    race.catch_up(LIMIT)
    assert race.drain() == []
    race.close()
    assert race.is_over
    with pytest.raises(IllegalTransition):
        race.close()


def test_an_end_that_the_store_refuses_is_tried_again_after_reading() -> None:
    race = running()
    race.timer_due(SetTimer(LIMIT, Timer.LIMIT), LIMIT)
    race.drain()
    race.end_refused("ann's", LIMIT)
    assert race.drain() == [Reload("ann's")]
    race.loaded(StoredState(Seat("ann", "ann's"), AFTER), LIMIT)
    assert race.drain()[-1] == EndGame("ann's", AFTER)


def test_nothing_new_is_accepted_in_a_game_that_ends_or_has_ended() -> None:
    race = running(ends_at=None)
    race.end_all(START + 9)
    race.drain()
    ending = replied(act(race, 1, FIRST))
    assert (ending.code, ending.message) == ("time_up", "The time is up: this game has ended.")
    race.end_stored("ann's", START + 9)
    race.drain()
    assert refusal(act(race, 1, FIRST)) == "time_up"


def test_a_game_that_is_resigned_ends_and_everything_after_is_over() -> None:
    race = running()
    assert act(race, 1, "resign") == [Append("ann's", 1, "resign", 5)]
    race.stored("ann's", 1, START)
    assert isinstance(race.drain()[-1], EndGame)
    assert refusal(act(race, 2, "undo")) == "game_over"


def test_a_player_who_leaves_resigns_at_the_start_and_after_reading() -> None:
    race = drawn()
    race.begin(START - 1_000)
    race.resign("ann", START - 500)
    race.resign("cho", START - 500)
    race.drain()
    race.timer_due(SetTimer(START, Timer.START), START)
    assert Append("ann's", 1, "resign", 0) in race.drain()
    race.refused("ann's", 1, START)
    race.loaded(StoredState(Seat("ann", "ann's"), AFTER), START + 7)
    assert Append("ann's", 2, "resign", 7) in race.drain()


def test_a_race_that_is_resumed_sends_nothing_again_and_ends_what_is_won() -> None:
    won = replace(OPENING, is_resigned=True)
    games = [StoredState(Seat("ann", "ann's"), won), StoredState(Seat("bob", "bob's"), AFTER)]
    race = LiveRace(RaceFacts("race", DEAL, START, LIMIT, ENDLESS), games)
    race.resume(START + 100)
    assert race.drain() == [SetTimer(LIMIT, Timer.LIMIT), EndGame("ann's", won)]
    over = LiveRace(RaceFacts("race", DEAL, START, LIMIT, ENDLESS), games, is_over=True)
    over.resume(LIMIT)
    assert over.drain() == []
    for instant, has_begun in ((START - 1, False), (START, True)):
        race = drawn()
        race.resume(instant)
        assert race.has_begun is has_begun


def test_when_a_peer_has_ended_the_race_every_game_that_runs_here_is_read() -> None:
    race = running()
    race.end_all(LIMIT, remote=["bob"])
    race.end_stored("ann's", LIMIT)
    race.drain()
    race.catch_up(LIMIT + 1)
    assert race.drain() == [Reload("bob's")]
    race.loaded(StoredState(SEAT_OF_BOB, OPENING, LIMIT), LIMIT + 2)
    assert EndRace() in race.drain()


def test_a_race_is_due_by_its_limit_until_it_is_over() -> None:
    race = running()
    assert [race.is_due_by(instant) for instant in (LIMIT - 1, LIMIT, LIMIT + 1)] == [False, True, True]
    assert not running(ends_at=None).is_due_by(LIMIT)
    race.end_all(LIMIT)
    for game in race.games:
        race.end_stored(game, LIMIT)
    race.close()
    assert not race.is_due_by(LIMIT)


# Bots


def test_a_bots_action_is_stored_like_that_of_a_person_and_made_once() -> None:
    race = running()
    game = race.games["ann's"]
    race.play(game, 1, OPENING.legal_moves()[0], START + 7)
    assert race.drain() == [Append("ann's", 1, FIRST, 7)]
    race.play(game, 1, OPENING.legal_moves()[0], START + 8)
    assert race.drain() == []


@pytest.mark.parametrize(
    ("n", "at", "can_store", "code"),
    [(1, LIMIT, True, "time_up"), (1, START, False, "try_again"), (2, START, True, "wrong_number")],
)
def test_a_bots_action_is_refused_for_the_same_reasons(n: int, at: int, can_store: bool, code: str) -> None:
    race = running()
    with refused(code):
        race.play(race.games["ann's"], n, OPENING.legal_moves()[0], at, can_store=can_store)
    assert race.drain() == []


# What is said


def test_a_refused_action_is_answered_with_its_number_the_reason_and_the_true_game() -> None:
    race = running()
    sentence = "Action 3 does not follow: the next one of this game is 1."
    race.act(ANN, Act("ann's", 9, FIRST), START)
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING), START)
    race.drain()
    game = live_view(race.games["ann's"])
    assert act(race, 3, FIRST, at=START) == [Reply(ANN, Refused("act", "wrong_number", sentence, n=3, game=game))]


def test_an_action_that_another_one_replaced_is_refused_in_a_sentence() -> None:
    (*_, send) = refused_and_loaded(OPENING.after(OPENING.legal_moves()[1], 5))
    assert (send.scope, send.player, send.event.command, send.event.n) == (Scope.PLAYER, "ann", "act", 2)
    assert send.event.message == "Action 2 does not follow: this game has 1 by now."


# Snapshots


def test_each_viewer_gets_the_layout_and_the_games_as_far_as_they_may_be_seen() -> None:
    race = running(delay_ms=1_000)
    act(race, 1, FIRST)
    race.stored("ann's", 1, START)
    ann, bob = race.games.values()
    assert race.snapshot_for(ANN) == (race.started, [live_view(ann), live_view(bob)])
    assert race.snapshot_for(BOB) == (race.started, [progress_view(ann), live_view(bob)])
    assert race.snapshot_for(CHO) == (None, [])


@pytest.mark.parametrize("boards_open", [False, True])
def test_the_end_of_a_game_shows_rivals_as_much_as_its_actions_and_its_player_the_boards_of_others(
    boards_open: bool,
) -> None:
    race = running(boards_open=boards_open)
    act(race, 1, FIRST)
    race.stored("ann's", 1, START)
    assert kinds(race.drain()) == [Acted, Acted if boards_open else Progress, Acted]
    race.timer_due(SetTimer(LIMIT, Timer.LIMIT), LIMIT)
    race.drain()
    race.end_stored("ann's", LIMIT)
    ann, bob = race.games.values()
    assert race.drain() == [
        Share(GameEnded("ann's", 1)),
        VisibilityChanged(),
        Send(Scope.PLAYER, Snapshot(live_view(ann)), "ann"),
        Send(Scope.RIVALS, Snapshot(live_view(ann) if boards_open else progress_view(ann)), "ann"),
        Send(Scope.DELAYED, Snapshot(published_view(ann)), "ann"),
        Send(Scope.PLAYER, Snapshot(published_view(bob)), "ann"),
    ]


def test_the_end_of_a_game_that_a_peer_has_ended_is_shown_by_the_time_at_which_it_ended() -> None:
    race = running(delay_ms=1_000)
    race.timer_due(SetTimer(START + 1_000, Timer.PUBLICATION), START + 1_000)
    race.drain()
    race.hear(GameEnded("ann's", 0), START + 1_500)
    race.loaded(StoredState(Seat("ann", "ann's"), OPENING, START + 1_400, is_hinted=True), START + 1_600)
    assert race.games["ann's"].is_hinted
    assert SetTimer(START + 2_400, Timer.PUBLICATION) in race.drain()


def test_the_store_is_read_only_if_it_is_further() -> None:
    race = running()
    race.compare(StoredMark("ann's", 0, has_ended=False, is_hinted=False), START)
    assert race.drain() == []
    race.compare(StoredMark("ann's", 1, has_ended=False, is_hinted=False), START)
    race.compare(StoredMark("bob's", 0, has_ended=True, is_hinted=False), START)
    assert race.drain() == [Reload("ann's"), Reload("bob's")]


# Hints


def test_a_hint_is_sent_only_after_it_is_stored_that_there_was_one() -> None:
    race = running()
    race.hint(ANN, "ann's", START)
    race.hint(ANN, "ann's", START)
    (search,) = race.drain()
    race.advised(search, Advice(OPENING.legal_moves()[0], "moves"))
    (mark,) = race.drain()
    assert mark.hinted.n == 0
    race.hint_stored(mark)
    share, own, rivals, hint = race.drain()
    assert share == Share(GameHinted("ann's"))
    assert own.event.game.hinted
    assert rivals.scope is Scope.RIVALS
    assert (type(hint.event), hint.scope, hint.player) == (Hinted, Scope.PLAYER, "ann")
    assert race.games["ann's"].is_hinting is False
    race.hint(ANN, "ann's", START)
    (search,) = race.drain()
    race.advised(search, Advice(OPENING.legal_moves()[0], "moves"))
    assert kinds(race.drain()) == [Hinted]


def test_without_advice_a_hint_is_refused_and_can_be_asked_for_again() -> None:
    race = running()
    race.hint(ANN, "ann's", START)
    (search,) = race.drain()
    race.advised(search, None)
    sentence = "There is nothing left to do in this game."
    assert race.drain() == [Reply(ANN, Refused("hint", "no_hint", sentence))]
    assert race.games["ann's"].is_hinting is False
    race.hint(ANN, "ann's", START)
    assert len(race.drain()) == 1
    race.hint_failed("ann's")
    assert race.games["ann's"].is_hinting is False
    race.hint(ANN, "ann's", START)
    assert len(race.drain()) == 1


def test_a_hint_that_a_peer_gave_is_noted_once() -> None:
    race = running()
    for _ in range(2):
        race.compare(StoredMark("ann's", 0, has_ended=False, is_hinted=True), START)
    assert [effect.scope for effect in race.drain() if isinstance(effect, Send)] == [Scope.PLAYER, Scope.RIVALS]


# The tables

STEPS = [*product(GamePhase, GameStep), *product(RacePhase, RaceStep)]


@pytest.mark.parametrize(("phase", "step"), sorted(STEPS, key=str))
def test_a_step_that_is_in_no_table_raises_and_changes_nothing(
    phase: GamePhase | RacePhase, step: GameStep | RaceStep
) -> None:
    race = running()
    is_of_game = isinstance(phase, GamePhase)
    machine, name = (race.games["ann's"], "game ann's") if is_of_game else (race, "race race")
    following = (GAME_TRANSITIONS if is_of_game else RACE_TRANSITIONS)[phase]
    machine.phase = phase
    if step in following:
        machine._step(step)
        assert machine.phase is following[step]
    else:
        with pytest.raises(IllegalTransition, match=f"{step.name} is impossible for {name}, which is {phase.name}"):
            machine._step(step)
        assert machine.phase is phase


def test_once_ended_a_game_never_begins_again() -> None:
    assert set(GAME_TRANSITIONS[GamePhase.ENDED].values()) == {GamePhase.ENDED}
    assert RACE_TRANSITIONS[RacePhase.OVER] == {}
