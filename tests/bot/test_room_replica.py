from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.bot.room_replica import Desynced, RoomReplica
from gaprace.errors import IllegalAction
from gaprace.play.live import visibility
from gaprace.play.live.live_game import LiveGame
from gaprace.play.live.settings import choice_of
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.wire import (
    Acted,
    Finished,
    GameView,
    Member,
    Present,
    RaceView,
    Refused,
    Reveal,
    Room,
    RoomView,
    Seat,
    Settings,
    Snapshot,
    Started,
    Starting,
    Welcome,
    You,
)
from tests.positions import random_action, random_deal

MINE, THEIRS = Seat("me", "my-game"), Seat("you", "your-game")


def race_on(deal: Deal, number: int = 1) -> RaceView:
    return RaceView(
        f"race-{number}", number, choice_of(deal.variant), deal.commitment, 1000, None, [MINE, THEIRS], ranked=True
    )


def started_on(deal: Deal) -> Started:
    return Started("race-1", deal.code, deal.opening().text)


def welcome(race: RaceView | None = None, version: int = 1) -> Welcome:
    members = [Member("me", "Me"), Member("you", "You")]
    room = RoomView("ROOM", version, Settings(), "me", members, race)
    return Welcome(You("me", "Me", seated=True), room, 500, Present(["me"], 0), 0)


def replica_of(deal: Deal) -> RoomReplica:
    replica = RoomReplica()
    for event in (welcome(), Starting(race_on(deal), 500), started_on(deal)):
        replica.apply(event)
    return replica


def whole(seat: Seat, game: Game) -> GameView:
    return visibility.live_view(LiveGame(seat, game, []))


@given(st.integers(0, 2**32))
def test_a_replica_fed_with_every_action_equals_the_servers_view(seed: int) -> None:
    random = Random(seed)
    deal = random_deal(random)
    replica, game = replica_of(deal), Game.start(deal)
    assert replica.games[MINE.game] == whole(MINE, game)
    for _ in range(60):
        try:
            game = game.after(random_action(random, game), game.time_ms + random.randrange(50))
        except IllegalAction:
            continue
        replica.apply(visibility.acted(MINE.game, game))
        assert replica.mine == whole(MINE, game)
        assert replica.boards[MINE.game] == game.board
        assert {view.game: view.n for view in replica.games.values()} == {MINE.game: game.number, THEIRS.game: 0}


@given(st.integers(0, 2**32))
def test_progress_hides_a_board_and_a_snapshot_shows_it_again(seed: int) -> None:
    random = Random(seed)
    deal = random_deal(random)
    replica, game = replica_of(deal), Game.start(deal)
    game = game.after(game.legal_moves()[0], 5)
    replica.apply(visibility.progress(THEIRS.game, game))
    assert replica.games[THEIRS.game] == visibility.progress_view(LiveGame(THEIRS, game, []))
    assert THEIRS.game not in replica.boards
    with pytest.raises(Desynced):
        replica.apply(visibility.acted(THEIRS.game, game.after(game.legal_moves()[0], 6)))
    replica.apply(Snapshot(whole(THEIRS, game)))
    assert replica.boards[THEIRS.game] == game.board


@pytest.fixture
def deal() -> Deal:
    return random_deal(Random(1))


def test_a_missing_number_a_wrong_checksum_and_an_impossible_move_are_desyncs(deal: Deal) -> None:
    replica, opening = replica_of(deal), Game.start(deal)
    first = visibility.acted(MINE.game, opening.after(opening.legal_moves()[0], 5))
    for wrong in (
        Acted(MINE.game, 2, first.action, 5, first.checksum),
        Acted(MINE.game, 1, first.action, 5, 12345),
        Acted(MINE.game, 1, "2C@99", 5, first.checksum),
        Acted(MINE.game, 1, "shuffle", 5, first.checksum),
        Acted(MINE.game, 1, "fly", 5, first.checksum),
    ):
        with pytest.raises(Desynced):
            replica.apply(wrong)
        assert replica.mine == whole(MINE, opening)
    replica.apply(first)
    replica.apply(Acted(MINE.game, 1, first.action, 5))  # sent twice
    assert replica.mine.n == 1


def test_a_refusal_carries_the_servers_state_of_the_game(deal: Deal) -> None:
    replica, game = replica_of(deal), Game.start(deal)
    game = game.after(game.legal_moves()[0], 5)
    view = whole(MINE, game)
    replica.apply(Refused("act", "wrong_number", "No.", n=1, game=view))
    assert replica.mine == view


def test_a_room_of_an_older_version_changes_nothing() -> None:
    replica = RoomReplica()
    replica.apply(welcome(version=5))
    for version, newest in ((4, 5), (6, 6), (5, 6)):
        replica.apply(Room(welcome(version=version).room))
        assert replica.room.version == newest


def test_a_start_is_applied_once_and_the_end_of_a_race_and_the_next_one_begins_empty(deal: Deal) -> None:
    replica, opening = replica_of(deal), Game.start(deal)
    assert replica.is_racing
    replica.apply(visibility.acted(MINE.game, opening.after(opening.legal_moves()[0], 5)))
    replica.apply(started_on(deal))
    assert replica.mine.n == 1
    replica.apply(Finished("race-1", [], Reveal("c", "s", "m")))
    assert not replica.is_racing
    assert replica.games
    replica.apply(Starting(race_on(deal, 2), 9000))
    assert replica.is_racing
    assert (replica.games, replica.boards, replica.started) == ({}, {}, None)
