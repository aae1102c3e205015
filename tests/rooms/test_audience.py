"""The audience of a room: it chats and reacts, and no player gets any of it before the own game has ended."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from gaprace.play.live.chat import EVERYBODY, SLOW_INTERVAL_MS
from gaprace.ports import StoredBlock
from gaprace.rooms.audience import AUDIENCE_TICK_MS
from gaprace.rooms.peers import ANNOUNCE_INTERVAL_MS
from gaprace.wire import (
    Audience,
    Mute,
    React,
    Say,
    SetSettings,
    Start,
    encode,
)
from tests.events.daily_stage import resign
from tests.rooms.stage import NOON, Seat, Stage, racing


def texts(seat: Seat) -> list[str]:
    """The lines of the audience that a client shows."""
    return [line.text for line in seat.replica.audience.lines]


def heard(seat: Seat) -> list[Audience]:
    return [event for event in seat.heard if isinstance(event, Audience)]


async def watchers(stage: Stage, code: str, *names: str) -> list[Seat]:
    seats = [await stage.enter(code, name, watch=True) for name in names]
    await stage.clock.advance(AUDIENCE_TICK_MS)
    return seats


async def noisy(stage: Stage, seats: Sequence[Seat]) -> None:
    """Do everything that an audience can do."""
    for seat in seats:
        await seat.says(Say(f"Ann wins, says {seat.player.name}"))
        await seat.says(React("fire", 20))
    await stage.clock.advance(2 * AUDIENCE_TICK_MS)


# Fair


def record(seat: Seat, patch: pytest.MonkeyPatch) -> list[tuple[int, bytes]]:
    """Keep all bytes that a connection gets from now on, each with its time."""
    sent: list[tuple[int, bytes]] = []
    send = seat.send

    def recorded(message: bytes) -> bool:
        sent.append((seat.stage.clock.now(), message))
        return send(message)

    patch.setattr(seat, "send", recorded)
    return sent


async def test_a_player_gets_all_of_it_once_the_own_game_has_ended_and_no_longer_in_the_next_race(stage: Stage) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    (cho,) = await watchers(stage, ann.code, "cho")
    await cho.says(Say("go Bob"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(cho) == ["go Bob"]
    await ann.says(React("clap"))
    assert ann.refusal == "still_playing"
    await resign(ann)
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(ann) == ["go Bob"]
    assert (texts(bob), heard(bob)) == ([], [])
    await resign(bob)
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(bob) == ["go Bob"]
    await ann.says(Start())
    await stage.clock.advance(AUDIENCE_TICK_MS)
    count = len(heard(ann))
    await cho.says(Say("again"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert len(heard(ann)) == count
    assert texts(cho) == ["go Bob", "again"]


# Chat and reactions


async def test_a_thousand_reactions_are_one_small_message(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    cho, dee = await watchers(stage, ann.code, "cho", "dee")
    before = len(cho.heard)
    for _ in range(25):
        await cho.says(React("clap", 20))
        await dee.says(React("wow", 20))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    (event,) = cho.heard[before:]
    assert event == Audience([], {"clap": 500, "wow": 500})
    assert len(encode(event)) < 100


async def test_who_comes_later_reads_what_was_said_and_nobody_else_sees_it_twice(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    (cho,) = await watchers(stage, ann.code, "cho")
    await cho.says(Say("hello"))
    early = await stage.enter(ann.code, "dee", watch=True)
    await stage.clock.advance(AUDIENCE_TICK_MS)
    late = await stage.enter(ann.code, "eve", watch=True)
    assert texts(cho) == texts(early) == texts(late) == ["hello"]
    assert late.replica.audience == cho.replica.audience
    assert cho.replica.chat == []


async def test_nobody_can_write_more_than_people_read(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    crowd = await watchers(stage, ann.code, *(f"fan{n}" for n in range(EVERYBODY.lines + 1)))
    for seat in crowd:
        await seat.says(Say("me too"))
    assert crowd[-1].refusal == "audience_busy"
    await stage.clock.advance(EVERYBODY.interval_ms - 1)
    await crowd[-1].says(Say("not yet"))
    await stage.clock.advance(1)
    await crowd[-1].says(Say("at last"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(crowd[0]) == ["me too"] * EVERYBODY.lines + ["at last"]


async def test_the_host_slows_the_audience_and_switches_it_off_also_while_the_race_runs(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    (cho,) = await watchers(stage, ann.code, "cho")
    chosen = ann.replica.room.settings
    await ann.says(SetSettings(replace(chosen, audience="slow")))
    await cho.says(Say("one"))
    await stage.clock.advance(SLOW_INTERVAL_MS - 1)
    await cho.says(Say("two"))
    assert cho.refusal == "chat_too_fast"
    await stage.clock.advance(1)
    await cho.says(Say("three"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(cho) == ["one", "three"]
    await ann.says(SetSettings(replace(chosen, audience="off")))
    for command in (Say("four"), React("clap")):
        await cho.says(command)
        assert cho.refusal == "audience_off"


async def test_a_spectator_whom_the_host_mutes_or_blocks_says_nothing_and_the_players_do_not_notice(
    stage: Stage,
) -> None:
    ann, bob = await racing(stage, "ann", "bob")
    cho, dee = await watchers(stage, ann.code, "cho", "dee")
    await resign(ann)
    before = len(bob.heard)
    for nobody in (Mute("cho"), Mute("\0", muted=False)):
        await ann.says(nobody)
        assert ann.refusal == "not_a_member"
    await cho.says(Say("hey"))
    await bob.says(Mute("cho"))
    assert bob.refusal == "not_host"
    await ann.says(Mute("cho"))
    await stage.store.add_block(StoredBlock("ann", "dee", NOON))
    for seat in (cho, dee):
        await seat.says(Say("hello"))
        assert seat.refusal == "muted"
    await ann.says(Mute("cho", muted=False))
    await cho.says(Say("hello again"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(dee) == ["hey", "hello again"]
    assert len(bob.heard) == before + 1


async def test_a_host_who_plays_cannot_find_out_by_muting_whether_a_spectator_has_written(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    (cho,) = await watchers(stage, ann.code, "cho")
    answers = []
    for line in ("", "Ann is stuck"):
        if line:
            await cho.says(Say(line))
            await stage.clock.advance(AUDIENCE_TICK_MS)
        for mute in (Mute("cho"), Mute("cho", muted=False)):
            await ann.says(mute)
            answers.append(encode(ann.heard[-1]))
    assert ann.refusal == "still_playing"
    assert answers[:2] == answers[2:]
    await cho.says(Say("Ann moves"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert texts(cho) == ["Ann is stuck", "Ann moves"]


async def test_what_was_said_can_be_reported_and_goes_with_a_deleted_player(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    cho, _ = await watchers(stage, ann.code, "cho", "dee")
    await cho.says(Say("you fool"))
    await stage.clock.advance(AUDIENCE_TICK_MS)
    assert stage.rooms.has_said(ann.code, "cho", "you fool")
    ann.room.disconnect_deleted("cho")
    late = await stage.enter(ann.code, "eve", watch=True)
    assert texts(late) == []


async def test_audiences_of_two_processes_are_one(stages: list[Stage]) -> None:
    ann, _ = await racing(stages[0], "ann", "bob")
    code = ann.code
    cho = await stages[0].enter(code, "cho", watch=True)
    dee = await stages[1].enter(code, "dee", watch=True)
    await stages[0].clock.advance(AUDIENCE_TICK_MS)
    await cho.says(Say("hello"))
    await dee.says(Say("hi"))
    await dee.says(React("heart", 3))
    await stages[0].clock.advance(2 * AUDIENCE_TICK_MS)
    assert sorted(texts(cho)) == sorted(texts(dee)) == ["hello", "hi"]
    assert sum(event.reactions.get("heart", 0) for event in heard(cho)) == 3
    eve = await stages[1].enter(code, "eve", watch=True)
    assert sorted(texts(eve)) == ["hello", "hi"]
    await stages[0].clock.advance(ANNOUNCE_INTERVAL_MS)
    assert (heard(ann), texts(ann)) == ([], [])
