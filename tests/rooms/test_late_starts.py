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
    Leave,
    Member,
    SetSettings,
    Settings,
    Start,
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

    def new_late_game(player: str, member: Member | None, recorded: str | None, *, is_ranked: bool) -> StoredGame:
        game = new_game(player, member, recorded, is_ranked=is_ranked)
        return game if player == "bob" else dataclasses.replace(game, waits_ms=WAIT_MS)

    monkeypatch.setattr(new_race, "_new_game", new_late_game)


async def begin(host: Seat) -> None:
    """Begin a race on the easy deal."""
    await host.says(SetSettings(replace(host.replica.room.settings, code=EASY_DEAL)))
    await host.says(Start())
    await host.stage.clock.advance(COUNTDOWN_MS)


async def act(seat: Seat, move: Move) -> None:
    game = seat.replica.mine
    await seat.says(Act(game.game, game.n + 1, action_text(move)))


async def wins(seat: Seat, moves: int = len(EASY_WIN), every_ms: int = 1_000) -> None:
    """Make the last moves of the line that wins, one every so many milliseconds."""
    for move in EASY_WIN[-moves:]:
        await seat.stage.clock.advance(every_ms)
        await act(seat, move)


async def a_room_of_two(stage: Stage) -> tuple[str, Seat, Seat]:
    code = await stage.create("ann", FRIENDS)
    return code, await stage.enter(code, "ann"), await stage.enter(code, "bob")


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
        assert watching.replica.race.standings
        assert [each.player for each in watching.replica.race.standings] == ["bob", "ann"]
