"""The draw of a room's next race, without a process around it."""

import pytest

from gaprace.play.live.commitment import NextDraw
from gaprace.play.live.room import RoomState, new_room, room_from_json, room_to_json
from gaprace.rules.deal import Deal
from gaprace.rules.draw import NO_SEED
from gaprace.rules.variants import VARIANTS
from gaprace.wire import EventRoom, Member, Seed, Settings, VariantChoice
from tests.play.live.test_room import room_of

SECRET, LATER = bytes(range(32)), b"l" * 32
MINI = Settings(VariantChoice("mini"), seats=4)
ONE, TWO = "01" * 16, "02" * 16


def a_room(settings: Settings = MINI) -> RoomState:
    return room_of("ann", "bob", settings=settings).with_bots([1]).committed(SECRET)


def seeded(room: RoomState, **seeds: str) -> RoomState:
    return room.with_seeds({player: Seed(room.view.commitment or "", seed) for player, seed in seeds.items()})


def test_the_first_seed_of_each_member_counts_and_nobody_elses() -> None:
    room = seeded(seeded(a_room(), ann=ONE), ann=TWO, bob=TWO, eve=ONE)
    assert room.draw.seeds == {"ann": ONE, "bob": TWO}
    assert room.view.seeds == 2
    assert room.with_seeds({"bob": Seed("0" * 64, ONE)}) is room
    assert room_from_json(room_to_json(room)) == room


def test_a_commitment_stands_until_the_rules_change() -> None:
    room = seeded(a_room(), ann=ONE)
    assert room.committed(LATER) is room
    other = room.with_settings("ann", Settings(VariantChoice("mini", shuffles=3), seats=4)).committed(LATER)
    assert other.draw == NextDraw(VariantChoice("mini", shuffles=3), LATER.hex())
    assert (other.view.seeds, other.view.commitment != room.view.commitment) == (0, True)


def test_who_leaves_or_sits_out_takes_the_seed_along() -> None:
    room = seeded(a_room(), ann=ONE, bob=TWO)
    assert room.left("bob").draw.seeds == {"ann": ONE}
    assert room.with_sitting_out("ann", out=True).draw.seeds == {"bob": TWO}


def test_the_seeds_stand_in_the_order_of_the_seats() -> None:
    draw = seeded(a_room(), bob=TWO, ann=ONE).draw
    seeds = [bytes.fromhex(TWO), NO_SEED, bytes.fromhex(ONE)]
    assert draw.deal(["bob", "bot", "ann"]) == Deal.drawn(VARIANTS["mini"], SECRET, seeds)
    assert draw.deal(["bob"]) == Deal.drawn(VARIANTS["mini"], SECRET, [bytes.fromhex(TWO)])
    assert draw.deal(["bob"]).commitment == draw.commitment


def test_a_chosen_deal_takes_no_seeds() -> None:
    room = a_room(Settings(VariantChoice("mini"), code="0123456789"))
    assert seeded(room, ann=ONE) is room
    assert room.draw.deal(["ann"]) == Deal.chosen(VARIANTS["mini"], "0123456789", SECRET)
    assert room.draw.deal(["ann"]).commitment == room.view.commitment
    assert room.has_all_seeds({"ann", "bob"})


def test_people_who_are_there_are_waited_for_and_bots_are_not() -> None:
    room = seeded(a_room(), ann=ONE)
    assert room.has_all_seeds({"ann"})
    assert not room.has_all_seeds({"ann", "bob"})


@pytest.mark.parametrize("certified", [False, True])
def test_what_is_for_one_deal_or_certified_at_the_start_is_not_committed_to_ahead(certified: bool) -> None:
    host, daily = Member("ann", "Ann"), EventRoom("2026-11-21-mini", "daily", ranked=True, ends_at=1)
    settings = Settings(VariantChoice("mini"), certified=certified)
    room = new_room("ROOM0001", host, settings, event=None if certified else daily).committed(SECRET)
    assert (room.draw, room.view.commitment) == (None, None)
