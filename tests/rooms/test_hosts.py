"""A host who sits out, and co-hosts: over connections, restarts and processes."""

from msgspec.structs import replace

from gaprace.wire import Act, Cohost, Hint, Kick, Say, Settings, SitOut, Start
from tests.events.daily_stage import resign
from tests.rooms.stage import RACE, Seat, Stage, next_act, racing

LATE = Settings(RACE.variant, seats=3, limit_minutes=1, code=RACE.code, spectator_delay_s=5)
OPEN = replace(LATE, boards_open=True)


async def watched(stage: Stage, settings: Settings = LATE, other: Stage | None = None) -> tuple[Seat, Seat, Seat]:
    """A race of Bob and Cho that has begun; Ann is the host, who sits out, of another process if one is given."""
    code = await stage.create("ann", settings)
    ann = await (other or stage).enter(code, "ann")
    bob, cho = await stage.enter(code, "bob"), await stage.enter(code, "cho")
    await stage.clock.advance(300)
    await ann.says(SitOut())
    await ann.says(Start())
    await stage.clock.advance(3500)
    return ann, bob, cho


def members(seat: Seat) -> dict[str, tuple[bool, bool]]:
    """Return by member whether it is a co-host, and whether it sits out."""
    return {member.id: (member.cohost, member.sits_out) for member in seat.replica.room.members}


def players(seat: Seat) -> list[str]:
    return [each.player for each in seat.replica.race.seats]


async def test_a_host_who_sits_out_starts_races_and_gets_no_game(stage: Stage) -> None:
    ann, bob, _ = await watched(stage)
    assert players(ann) == players(bob) == ["bob", "cho"]
    assert ann.replica.mine is None
    game = next_act(bob).game
    await ann.says(Act(game, 1, "resign"))
    assert ann.refusal == "not_your_game"
    await ann.says(Say("one minute left"))
    assert [line.text for line in bob.replica.chat] == ["one minute left"]
    await ann.says(Kick("cho"))
    assert list(members(bob)) == ["ann", "bob"]


async def test_who_plays_under_another_name_cannot_sit_out_and_look_on(stage: Stage) -> None:
    code = await stage.create("ann", OPEN)
    ann = await stage.enter(code, "ann", also="bob")
    await stage.enter(code, "bob")
    await ann.says(SitOut())
    await ann.says(Start())
    assert ann.bye.code == "players_cannot_watch"
    again = await stage.enter(code, "ann", also="bob")
    assert again.bye.code == "players_cannot_watch"
    assert (await stage.enter(code, "ann")).bye is None


async def test_a_race_in_which_nobody_would_play_does_not_start(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann"), "ann")
    await ann.says(SitOut())
    await ann.says(Start())
    assert ann.refusal == "no_players"
    await ann.says(SitOut(out=False))
    await ann.says(Start())
    assert players(ann) == ["ann"]


async def test_in_another_process_the_host_sits_out_just_as_well(stages: list[Stage]) -> None:
    ann, bob, cho = await watched(stages[0], OPEN, stages[1])
    assert players(ann) == players(bob) == ["bob", "cho"]
    await bob.says(next_act(bob))
    game = next_act(bob).game
    assert cho.replica.games[game].n == 1
    assert ann.replica.started is None
    await stages[0].clock.advance(5_000)
    assert ann.replica.games[game].n == 1
    await ann.says(Cohost("bob"))
    assert members(bob)["bob"] == (True, False)


async def test_who_gives_up_a_seat_after_a_race_or_takes_it_sees_what_others_there_see(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob", settings=replace(OPEN, hints=True))
    await bob.says(Hint(bob.game))
    for seat in (ann, bob):
        await resign(seat)
    seen = []
    for out in (True, False):
        await ann.says(SitOut(out=out))
        again = await stage.enter(ann.code, "ann")
        assert ann.replica.games == again.replica.games
        seen.append(ann.replica.games[bob.game].hinted)
    assert seen == [False, True]
