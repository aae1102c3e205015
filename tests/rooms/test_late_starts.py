"""A race in which some start later: they see nothing and may do nothing before their own start."""

import dataclasses

import pytest
from msgspec.structs import replace

from gaprace.ports import StoredGame
from gaprace.rooms import new_race
from gaprace.rules.actions import action_text
from gaprace.rules.board import Move
from gaprace.wire import (
    Act,
    Acted,
    AddBot,
    Leave,
    Member,
    Progress,
    SetSettings,
    Settings,
    Snapshot,
    Start,
    Started,
    VariantChoice,
)
from tests.browser.guest import EASY_DEAL, EASY_WIN
from tests.rooms.stage import Seat, Stage

FRIENDS = Settings(VariantChoice("mini"), seats=3, limit_minutes=20)
COUNTDOWN_MS = 3_500
WAIT_MS = 12_000


@pytest.fixture(autouse=True)
def late_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone but Bob starts later than the race."""
    new_game = new_race._new_game

    def new_late_game(player: str, member: Member | None, *, is_ranked: bool) -> StoredGame:
        game = new_game(player, member, is_ranked=is_ranked)
        return game if player == "bob" else dataclasses.replace(game, waits_ms=WAIT_MS)

    monkeypatch.setattr(new_race, "_new_game", new_late_game)


async def begin(host: Seat) -> None:
    """Begin a race on the easy deal."""
    assert host.replica.room
    await host.says(SetSettings(replace(host.replica.room.settings, code=EASY_DEAL)))
    await host.says(Start())
    await host.stage.clock.advance(COUNTDOWN_MS)


async def act(seat: Seat, move: Move) -> None:
    game = seat.replica.mine
    assert game
    await seat.says(Act(game.game, game.n + 1, action_text(move)))


async def wins(seat: Seat, moves: int = len(EASY_WIN), every_ms: int = 1_000) -> None:
    """Make the last moves of the line that wins, one every so many milliseconds."""
    for move in EASY_WIN[-moves:]:
        await seat.stage.clock.advance(every_ms)
        await act(seat, move)


async def a_room_of_two(stage: Stage) -> tuple[str, Seat, Seat]:
    code = await stage.create("ann", FRIENDS)
    return code, await stage.enter(code, "ann"), await stage.enter(code, "bob")


def waits_of(seat: Seat) -> dict[str, int]:
    assert seat.replica.race
    return {each.player: each.waits_ms for each in seat.replica.race.seats}


async def test_who_starts_later_sees_and_does_nothing_until_then() -> None:
    async with Stage() as stage:
        code, ann, bob = await a_room_of_two(stage)
        await begin(ann)
        assert waits_of(bob) == {"ann": WAIT_MS, "bob": 0}
        assert bob.replica.started
        assert (ann.replica.started, ann.replica.games) == (None, {})
        assert ann.replica.race
        assert ann.replica.race.unranked == "chosen_deal"
        await act(bob, EASY_WIN[0])
        assert not any(isinstance(event, Progress | Snapshot) for event in ann.heard[-3:])
        own = next(seat.game for seat in ann.replica.race.seats if seat.player == "ann")
        await ann.says(Act(own, 1, action_text(EASY_WIN[0])))
        assert ann.refusal == "starts_later"
        assert ann.replica.started is None
    async with Stage(stage.store.database, stage.clock) as again:
        ann, bob = await again.enter(code, "ann"), await again.enter(code, "bob")
        assert (ann.replica.started, bool(bob.replica.started)) == (None, True)
        await again.clock.advance(WAIT_MS - 1)
        assert ann.replica.started is None
        await again.clock.advance(1)
        assert ann.replica.started
        assert ann.replica.games == (await again.enter(code, "ann")).replica.games
        await wins(ann)
        await wins(bob, len(EASY_WIN) - 1)
        assert ann.replica.race
        standings = ann.replica.race.standings
        assert standings
        assert standings[0].time_ms == WAIT_MS + 1_000 * len(EASY_WIN), "the clock of the race runs for all"
        assert waits_of(ann) == {"ann": WAIT_MS, "bob": 0}
        (race,) = again.store.database.races.values()
        assert {game.player: game.waits_ms for game in race.games} == {"ann": WAIT_MS, "bob": 0}


@pytest.mark.parametrize("boards_open", [False, True])
async def test_nobody_else_sees_the_cards_before_the_last_player_has_started(boards_open: bool) -> None:
    async with Stage() as stage:
        code, ann, bob = await a_room_of_two(stage)
        assert ann.replica.room
        await ann.says(SetSettings(replace(ann.replica.room.settings, boards_open=boards_open)))
        early = await stage.enter(code, "cho", watch=True)
        await begin(ann)
        await act(bob, EASY_WIN[0])
        others = [early, await stage.enter(code, "dee", watch=True), await stage.enter(code, "eve")]
        await stage.clock.advance(WAIT_MS - 1)
        for other in others:
            assert other.replica.race
            assert other.replica.race.spectator_delay_s == WAIT_MS / 1_000
            assert (other.bye, other.replica.started, other.replica.boards) == (None, None, {})
            assert not any(isinstance(event, Progress | Snapshot | Acted | Started) for event in other.heard)
        await stage.clock.advance(1)
        assert all(other.replica.started for other in [ann, *others])


async def test_a_player_who_leaves_before_the_own_start_has_given_up() -> None:
    async with Stage() as stage:
        code, ann, bob = await a_room_of_two(stage)
        await begin(ann)
        await ann.says(Leave())
        assert bob.replica.race
        game = next(each for each in bob.replica.games.values() if each.player == "ann")
        assert (game.ended, game.locked) == (True, bob.replica.games[next(iter(bob.replica.games))].locked)
        await wins(bob)
        watching = await stage.enter(code, "cho")
        assert watching.replica.race
        assert watching.replica.race.standings
        assert [each.player for each in watching.replica.race.standings] == ["bob", "ann"]


async def test_a_bot_waits_for_its_own_start_too() -> None:
    async with Stage() as stage:
        bob = await stage.enter(await stage.create("bob", FRIENDS), "bob")
        await bob.says(AddBot(5))
        await begin(bob)
        (bot,) = [game for game in bob.replica.games if game != (bob.replica.mine and bob.replica.mine.game)]
        await stage.clock.advance(WAIT_MS)
        assert bob.replica.games[bot].n == 0
        await stage.clock.advance(20_000)
        assert bob.replica.games[bot].n > 0
