"""The rights of a host, of co-hosts and of everybody else, and who is next."""

import pytest
from msgspec.structs import replace

from gaprace.play.live.hosts import MAX_SITTING_OUT, players_of
from gaprace.play.live.readiness import starts_automatically
from gaprace.play.live.room import RoomState
from gaprace.wire import BotLevel, Settings
from tests.play.live.test_room import race_of, refused, room_of


def led() -> RoomState:
    """Ann hosts, Bob is a co-host, Cat and Dan are not."""
    return room_of("ann", "bob", "cat", "dan").with_cohost("ann", "bob", cohost=True)


def cohosts(room: RoomState) -> list[str]:
    return [member.id for member in room.view.members if member.cohost]


def test_a_cohost_has_the_rights_of_the_host() -> None:
    room = led()
    room.refuse_start("bob")
    assert room.with_settings("bob", Settings(seats=9)).view.settings.seats == 9
    assert len(room.with_bot("bob", 1).view.members) == 5
    assert room.with_kicked("bob", "cat", []).kicked == ("cat",)
    muted = room.with_muted("bob", "cat", muted=True).member("cat")
    assert muted.muted


def test_a_cohost_appoints_nobody_and_stands_over_neither_host_nor_cohost() -> None:
    room = led().with_cohost("ann", "cat", cohost=True)
    for change in (
        lambda: room.with_cohost("bob", "dan", cohost=True),
        lambda: room.with_cohost("bob", "cat", cohost=False),
        lambda: room.with_cohost("bob", "bob", cohost=False),
        lambda: room.with_kicked("bob", "ann", []),
        lambda: room.with_kicked("bob", "cat", []),
        lambda: room.with_muted("bob", "ann", muted=True),
        lambda: room.with_muted("bob", "cat", muted=True),
    ):
        assert refused(change) == "not_host"
    assert cohosts(room.with_kicked("ann", "bob", [])) == ["cat"]


def test_the_host_gives_the_rights_to_another_person_in_the_room_and_takes_them_back() -> None:
    room = led().with_cohost("ann", "bob", cohost=False)
    assert cohosts(room) == []
    assert refused(lambda: room.refuse_start("bob")) == "not_host"
    assert room.with_cohost("ann", "bob", cohost=False) is room
    with_bot = room.with_bot("ann", 3)
    bot = with_bot.view.members[-1].id
    for player, code in (("ann", "bad_role"), (bot, "bad_role"), ("eve", "not_a_member")):
        assert refused(lambda player=player: with_bot.with_cohost("ann", player, cohost=True)) == code


def test_a_host_who_was_away_is_a_cohost_afterwards() -> None:
    after = led().with_next_host(["bob", "cat"])
    assert (after.view.host, cohosts(after)) == ("bob", ["ann"])
    alone = room_of("ann")
    assert alone.with_next_host([]) is alone


def test_when_the_host_leaves_a_cohost_who_is_there_is_next_and_is_none_any_more() -> None:
    room = room_of("ann", "bob", "cat").with_cohost("ann", "cat", cohost=True)
    after = room.left("ann", ["bob", "cat"])
    assert (after.view.host, cohosts(after)) == ("cat", [])
    assert room.left("ann").view.host == "cat"
    assert room.without_deleted("ann", ["bob", "cat"]).view.host == "cat"
    away = led().left("ann", ["cat"])
    assert (away.view.host, cohosts(away)) == ("cat", ["bob"])
    assert cohosts(led().left("bob").joined("bob", "Bob")) == [], "who comes back is a member like others"


# Sitting out


def seated(room: RoomState) -> list[str]:
    return [member.id for member in players_of(room.view)]


def test_a_host_who_sits_out_keeps_the_rights_and_frees_the_seat() -> None:
    room = room_of("ann", "bob", settings=Settings(seats=2))
    assert refused(lambda: room.joined("cat", "Cat")) == "room_full"
    without = room.with_sitting_out("ann", out=True)
    assert (seated(without), without.view.host) == (["bob"], "ann")
    full = without.joined("cat", "Cat")
    assert seated(full) == ["bob", "cat"]
    full.refuse_start("ann")
    assert refused(lambda: full.joined("dan", "Dan")) == "room_full"
    assert refused(lambda: full.with_bot("ann", 1)) == "room_full"


def test_the_seat_can_be_taken_again_if_one_is_free() -> None:
    full = room_of("ann", settings=Settings(seats=2)).with_sitting_out("ann", out=True)
    assert full.with_sitting_out("ann", out=True) is full
    assert seated(full.with_sitting_out("ann", out=False)) == ["ann"]
    for player in ("bob", "cat"):
        full = full.joined(player, player.title())
    assert refused(lambda: full.with_sitting_out("ann", out=False)) == "room_full"
    assert refused(lambda: full.with_settings("ann", Settings(seats=1))) == "bad_settings"


def test_only_host_and_cohosts_sit_out_and_only_between_races() -> None:
    room = led()
    assert refused(lambda: room.with_sitting_out("cat", out=True)) == "not_host"
    assert seated(room.with_sitting_out("bob", out=True)) == ["ann", "cat", "dan"]
    racing = room.with_race(race_of("ann", "bob"))
    assert refused(lambda: racing.with_sitting_out("ann", out=True)) == "race_running"
    assert refused(lambda: racing.with_sitting_out("ann", out=False)) == "race_running"
    watched = room.with_sitting_out("ann", out=True).with_race(race_of("bob", "cat"))
    assert refused(lambda: watched.with_sitting_out("ann", out=False)) == "race_running"


def test_who_has_lost_the_rights_sits_out_until_taking_a_seat() -> None:
    room = led().with_sitting_out("bob", out=True).with_cohost("ann", "bob", cohost=False)
    assert "bob" not in seated(room)
    assert "bob" in seated(room.with_sitting_out("bob", out=False))


def test_who_sits_out_is_not_waited_for_and_cannot_get_ready() -> None:
    room = led().with_ready("ann", ready=True).with_sitting_out("ann", out=True)
    assert refused(lambda: room.with_ready("ann", ready=True)) == "sits_out"
    for player in ("bob", "cat", "dan"):
        room = room.with_ready(player, ready=True)
    there = ["ann", "bob", "cat", "dan"]
    assert starts_automatically(room.view, there)
    assert not starts_automatically(room.view, ["ann", "bob"])


def test_who_sits_out_contributes_nothing_to_the_draw() -> None:
    room = room_of("ann", "bob").committed(bytes(32))
    commitment = room.view.commitment or ""
    assert room.takes_seed("ann", commitment)
    out = room.with_sitting_out("ann", out=True)
    assert not out.takes_seed("ann", commitment)
    assert out.has_all_seeds(["ann"])
    assert not out.has_all_seeds(["ann", "bob"])


@pytest.mark.parametrize(("settings", "fills_at"), [(Settings(seats=1), None), (Settings(seats=4, listed=True), 9)])
def test_nobody_sits_out_in_a_solo_room_or_one_that_fills_by_itself(settings: Settings, fills_at: int | None) -> None:
    room = room_of("ann", settings=settings)
    room = replace(room, view=replace(room.view, fills_at=fills_at))
    assert refused(lambda: room.with_sitting_out("ann", out=True)) == "fixed_room"


def test_the_number_of_those_who_sit_out_is_limited_and_their_room_is_no_solo_room() -> None:
    room = room_of("ann")
    for number in range(MAX_SITTING_OUT):
        player = f"p{number}"
        room = room.joined(player, player).with_cohost("ann", player, cohost=True).with_sitting_out(player, out=True)
        assert refused(lambda room=room: room.with_settings("ann", Settings(seats=1))) == "bad_settings"
    assert refused(lambda: room.with_sitting_out("ann", out=True)) == "room_full"


def test_bots_race_without_their_host_only_when_the_host_starts_it() -> None:
    levels: list[BotLevel] = [1, 2]
    room = room_of("ann").with_bots(levels).with_sitting_out("ann", out=True)
    assert not starts_automatically(room.view, ["ann"])
    room.refuse_start("ann")
