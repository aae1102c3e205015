"""Finished games are raced against, on their own deals."""

from gaprace.wire import Act, Finished, Rematch, SetSettings, Settings, VariantChoice
from tests.events.daily_stage import daily_of, make_move, play, resign, start, verified
from tests.refusals import code_of
from tests.rooms.stage import Seat, Stage


async def ghost_room(stage: Stage, name: str, game: str, settings: Settings | None = None) -> Seat:
    room = await stage.replays.room_against(await stage.player(name), game, settings or Settings())
    return await start(stage, room.code, name)


async def test_a_ghost_is_raced_alone_on_its_own_deal_with_its_shuffles_as_practice(stage: Stage) -> None:
    ann = await start(stage, await stage.create("ann", Settings(VariantChoice("addiction", 5), 1, None)), "ann")
    assert ann.replica.started
    await ann.says(Act(ann.game, 1, "shuffle"))
    shuffled = ann.replica.boards[ann.game]
    await make_move(ann)
    game = await resign(ann)
    bob = await ghost_room(stage, "bob", game)
    for _ in range(2):
        assert (bob.replica.room.ghost, bob.replica.room.settings.seats) == (game, 1)
        assert bob.replica.started.board == ann.replica.started.board
        assert not bob.replica.race.ranked
        await bob.says(Act(bob.game, 1, "shuffle"))
        assert bob.replica.boards[bob.game] == shuffled
        await make_move(bob)
        mine = await resign(bob)
        seen = await stage.replays.finished_game(mine)
        assert not seen.ranked
        assert verified(seen).secret == verified(await stage.replays.finished_game(game)).secret
        await bob.says(Rematch())
    await bob.says(SetSettings(Settings(VariantChoice("mini"), 1, None)))
    assert bob.refusal == "fixed_room"


async def test_a_ghost_of_a_sealed_daily_is_raced_by_its_own_player_only_and_without_hints(stage: Stage) -> None:
    game = await play(stage, "ann", moves=2)
    bob = await stage.player("bob")
    assert await code_of(stage.replays.room_against(bob, game, Settings())) == "sealed_daily"
    await play(stage, "bob")
    assert await code_of(stage.replays.room_against(bob, game, Settings())) == "sealed_daily"
    seat = await ghost_room(stage, "ann", game, Settings(hints=True))
    assert seat.replica.started
    assert not seat.replica.room.event.ranked
    assert not seat.replica.room.settings.hints
    watcher = await stage.enter(seat.code, "cho", watch=True)
    assert watcher.bye.code == "sealed_daily"
    await make_move(seat)
    against = await resign(seat)
    assert (await stage.replays.finished_game(against, "ann")).record is None
    assert await code_of(stage.replays.finished_game(against, "cho")) == "sealed_daily"
    finished = seat.last(Finished)
    assert finished.reveal is None
    assert (await daily_of(stage)).played == 2


async def test_there_is_no_ghost_of_a_game_that_runs_or_is_unknown(stage: Stage) -> None:
    ann = await start(stage, await stage.create("ann", Settings(seats=1, limit_minutes=None)), "ann")
    for game in (ann.game, "unknown"):
        bob = await stage.player("bob")
        assert await code_of(stage.replays.room_against(bob, game, Settings())) == "game_not_found"
