"""The deal of a running ranked race is sealed for all others, is watched late, and nobody is put out of it."""

from functools import partial

import pytest
from msgspec.structs import replace

from gaprace.rules.variants import VARIANTS
from gaprace.wire import (
    Acted,
    Finished,
    Kick,
    Leave,
    Notice,
    Progress,
    Ready,
    Said,
    Say,
    SetSettings,
    Settings,
    Start,
    VariantChoice,
    Welcome,
)
from tests.events.daily_stage import make_move, resign
from tests.refusals import code_of
from tests.rooms.stage import Seat, Stage, racing

RANKED = Settings(VariantChoice("mini"), seats=4, limit_minutes=5)


race = partial(racing, settings=RANKED)


def deal_of(seat: Seat) -> str:
    return seat.replica.started.code


# The deal


@pytest.mark.parametrize("seats", [1, 4])
async def test_the_deal_of_a_running_ranked_race_is_of_no_use_until_its_last_game_has_ended(
    stage: Stage, seats: int
) -> None:
    players = await race(stage, *["ann", "bob"][:seats], settings=Settings(RANKED.variant, seats, 5))
    code = deal_of(players[0])
    other = await stage.enter(await stage.create("cho", Settings(seats=1, limit_minutes=None)), "cho")
    for each in players:
        for variant in ("mini", "strict"):
            helped = Settings(VariantChoice(variant), 1, None, hints=True, code=code)
            assert await code_of(stage.create("cho", helped)) == "sealed_deal"
            await other.says(SetSettings(helped))
            assert other.refusal == "sealed_deal"
        assert await stage.summaries.opening(VARIANTS["mini"], code) is None
        await make_move(each)
        assert await code_of(stage.replays.finished_game(each.game, "cho")) == "game_not_found"
        await resign(each)
    assert await stage.create("cho", helped)
    assert await stage.summaries.opening(VARIANTS["mini"], code)


async def test_a_room_that_has_the_code_already_begins_no_race_on_it(stage: Stage) -> None:
    ann, _ = await race(stage, "ann", "bob")
    cho = await stage.enter(await stage.create("cho", Settings(RANKED.variant, 1, None)), "cho")
    chosen = Settings(RANKED.variant, 1, None, code=deal_of(ann), hints=True)
    await cho.room.change(lambda state: state.with_settings("cho", chosen))
    await cho.says(Start())
    assert cho.refusal == "sealed_deal"
    assert cho.replica.started is None


async def test_a_race_on_a_chosen_deal_is_not_ranked_and_seals_nothing(stage: Stage) -> None:
    ann, _ = await race(stage, "ann", "bob", settings=Settings(RANKED.variant, 4, 5, code="0123456789"))
    assert (ann.replica.race.ranked, ann.replica.race.unranked) == (False, "chosen_deal")
    assert await stage.create("cho", Settings(RANKED.variant, 1, None, code="0123456789", hints=True))


# Who watches


async def test_progress_only_shows_no_board_to_a_player_also_after_resigning_at_once(stage: Stage) -> None:
    ann, bob = await race(stage, "ann", "bob", settings=replace(RANKED, listed=True))
    await make_move(ann)
    assert bob.replica.games[ann.game].board is None
    await resign(bob)
    seen = bob.replica.games[ann.game]
    assert seen.board is None or seen.n == 0
    again = await stage.enter(ann.code, "bob")
    await make_move(ann)
    for each in (bob, again):
        assert not [event for event in each.heard if isinstance(event, Acted) and event.game == ann.game]
    assert [event.n for event in bob.heard if isinstance(event, Progress)] == [1]


# Who is removed


async def test_who_is_removed_from_a_ranked_race_plays_on_to_the_own_result(stage: Stage) -> None:
    ann, bob = await race(stage, "ann", "bob")
    await ann.says(Say("see you"))
    await ann.says(Kick("bob"))
    assert bob.bye is None
    assert [event.code for event in bob.heard if isinstance(event, Notice)] == ["removed"]
    assert ann.members == ["ann"]
    await make_move(bob)
    await bob.leaves()
    await stage.clock.advance(10_000)
    back = await stage.enter(ann.code, "bob")
    welcome = back.last(Welcome)
    assert (welcome.you.seated, welcome.chat, welcome.present.members) == (True, [], ["ann"])
    await make_move(back)
    assert (back.replica.mine.n, back.replica.mine.ended) == (2, False)
    await make_move(ann)
    await resign(ann)
    assert ann.replica.is_racing
    await make_move(back)
    await resign(back)
    finished = back.last(Finished)
    assert {each.player for each in finished.standings} == {"ann", "bob"}
    assert back.bye.code == "kicked"
    assert (await stage.enter(ann.code, "bob")).bye
    stored = stage.store.database.races[ann.replica.race.id]
    assert all(game.ranked for game in stored.games)


async def test_who_is_removed_from_a_ranked_race_has_no_part_in_the_room(stage: Stage) -> None:
    ann, bob = await race(stage, "ann", "bob")
    await ann.says(Kick("bob"))
    await ann.says(Say("at last"))
    assert not [event for event in bob.heard if isinstance(event, Said)]
    await bob.says(Say("hello?"))
    assert bob.refusal == "not_a_member"
    for command in (Start(), Kick("ann")):
        await bob.says(command)
        assert bob.refusal == "not_host"
    await bob.says(Ready())
    assert bob.refusal == "race_running"
    watching = await stage.enter(ann.code, "bob", watch=True)
    assert watching.bye
    await bob.says(Leave())
    assert ann.replica.games[bob.game].ended


async def test_who_is_removed_during_the_countdown_or_on_another_process_gets_the_own_game(stages: list[Stage]) -> None:
    code = await stages[0].create("ann", RANKED)
    ann, bob = await stages[0].enter(code, "ann"), await stages[1].enter(code, "bob")
    await ann.says(Start())
    await ann.says(Kick("bob"))
    await stages[0].clock.advance(10_000)
    assert bob.bye is None
    assert not bob.replica.mine.ended
    await make_move(bob)
    assert ann.replica.games[bob.game].n == 1


async def test_who_is_removed_from_a_race_that_is_not_ranked_is_out(stage: Stage) -> None:
    ann, bob = await race(stage, "ann", "bob", settings=Settings(RANKED.variant, 4, 5, code="0123456789"))
    await ann.says(Kick("bob"))
    assert bob.bye.code == "kicked"
    assert ann.replica.games[bob.game].ended
