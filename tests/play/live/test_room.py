"""A room through any history of changes, and the rules of its host, seats and settings."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaprace.errors import Disconnected, Refusal
from gaprace.play.live.hosts import MAX_SITTING_OUT, players_of
from gaprace.play.live.readiness import starts_automatically
from gaprace.play.live.room import RoomState, new_room, room_from_json, room_to_json
from gaprace.play.people.names import DELETED
from gaprace.wire import EventRoom, Member, RaceView, Reveal, Seat, Settings, VariantChoice
from tests.play.standings import a_standing
from tests.refusals import is_sentence

NAMES = ("ann", "bob", "cat", "dan")
people = st.sampled_from(NAMES)
present = st.sets(people).map(sorted)


def room_of(*players: str, settings: Settings | None = None) -> RoomState:
    room = new_room("CODE", Member(players[0], players[0].title()), settings or Settings())
    for player in players[1:]:
        room = room.joined(player, player.title())
    return room


def race_of(*players: str, number: int = 1) -> RaceView:
    seats = [Seat(player, f"{player}-{number}") for player in players]
    return RaceView(f"race-{number}", number, VariantChoice(), "", 0, None, seats, ranked=True)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises((Refusal, Disconnected)) as caught:
        call()
    assert isinstance(caught.value, Disconnected) or is_sentence(caught.value.message)
    return caught.value.code


CHANGES = st.one_of(
    st.builds(lambda player: lambda room: room.joined(player, player.title()), people),
    st.builds(lambda player, there: lambda room: room.left(player, there), people, present),
    st.builds(lambda player, there: lambda room: room.without_deleted(player, there), people, present),
    st.builds(lambda there: lambda room: room.with_next_host(there), present),
    st.builds(lambda player, ready: lambda room: room.with_ready(player, ready=ready), people, st.booleans()),
    st.builds(
        lambda player, seats: lambda room: room.with_settings(player, Settings(seats=seats)), people, st.integers(1, 5)
    ),
    st.builds(lambda player, level: lambda room: room.with_bot(player, level), people, st.integers(1, 5)),
    st.builds(lambda host, player, there: lambda room: room.with_kicked(host, player, there), people, people, present),
    st.builds(lambda host, player: lambda room: room.with_muted(host, player, muted=True), people, people),
    st.builds(
        lambda host, player, cohost: lambda room: room.with_cohost(host, player, cohost=cohost),
        people,
        people,
        st.booleans(),
    ),
    st.builds(lambda player, out: lambda room: room.with_sitting_out(player, out=out), people, st.booleans()),
    st.just(lambda room: room.with_race(race_of(*(member.id for member in players_of(room.view))))),
    st.just(lambda room: room.with_race_over([], None)),
)


@given(st.lists(CHANGES, max_size=30))
def test_through_any_history_a_room_stays_sound(changes: list[Callable[[RoomState], RoomState]]) -> None:
    room = room_of("ann")
    for change in changes:
        try:
            after = change(room)
        except (Refusal, Disconnected):
            continue
        ids = [member.id for member in after.view.members]
        assert len(ids) == len(set(ids))
        assert len(players_of(after.view)) <= after.view.settings.seats
        assert len(ids) - len(players_of(after.view)) <= MAX_SITTING_OUT
        assert not any(member.cohost for member in after.view.members if member.bot or member.id == after.view.host)
        assert not any(member.sits_out for member in after.view.members if member.bot or member.ready)
        humans = [member.id for member in after.view.members if not member.bot]
        assert after.view.host in humans if humans else after.view.host is None
        assert not set(after.kicked) & set(ids)
        assert all(member.ready for member in after.view.members if member.bot)
        assert room_from_json(room_to_json(after)) == after
        # Versions only rise; what has one version is one state.
        assert after.view.version > room.view.version or after.view == room.view
        room = after


def test_joining_again_keeps_the_seat_and_takes_a_new_name() -> None:
    assert room_of("ann").view.version == 1
    room = room_of("ann", "bob")
    assert room.joined("bob", "Bob") is room
    renamed = room.joined("bob", "Robert")
    assert [member.name for member in renamed.view.members] == ["Ann", "Robert"]


def test_a_kicked_player_a_locked_room_and_a_full_one_keep_new_members_out() -> None:
    room = room_of("ann", "bob").with_kicked("ann", "bob", ["ann"])
    assert refused(lambda: room.joined("bob", "Bob")) == "kicked"
    locked = room.with_settings("ann", Settings(locked=True))
    assert refused(lambda: locked.joined("cat", "Cat")) == "room_locked"
    full = room.with_settings("ann", Settings(seats=1))
    assert refused(lambda: full.joined("cat", "Cat")) == "room_full"
    assert locked.joined("ann", "Ann") is locked


def test_when_the_host_leaves_a_connected_member_is_next_before_one_who_sits_longer() -> None:
    room = room_of("ann", "bob", "cat")
    assert room.left("ann", ["cat"]).view.host == "cat"
    assert room.left("ann").view.host == "bob"
    assert room.left("bob").view.host == "ann"
    assert room.without_deleted("ann", ["cat"]).view.host == "cat"
    assert room.with_kicked("ann", "ann", ["cat"]).view.host == "cat"


def test_only_the_host_may_change_things() -> None:
    room = room_of("ann", "bob")
    for change in (
        lambda: room.refuse_start("bob"),
        lambda: room.with_settings("bob", Settings()),
        lambda: room.with_bot("bob", 1),
        lambda: room.with_kicked("bob", "ann", []),
        lambda: room.with_muted("bob", "ann", muted=True),
    ):
        assert refused(change) == "not_host"


def test_a_race_starts_automatically_once_two_and_all_who_are_present_are_ready() -> None:
    room = room_of("ann", "bob", "cat").with_ready("ann", ready=True)
    assert not starts_automatically(room.view, ["ann"])
    both = room.with_ready("bob", ready=True)
    assert starts_automatically(both.view, ["ann", "bob"])
    assert not starts_automatically(both.view, ["ann", "bob", "cat"])
    assert not starts_automatically(both.with_race(race_of("ann", "bob")).view, ["ann", "bob"])
    solo = room_of("ann", settings=Settings(seats=1)).with_ready("ann", ready=True)
    assert starts_automatically(solo.view, ["ann"])


def test_while_a_race_is_running_only_what_does_not_touch_it_may_change() -> None:
    racing = room_of("ann", "bob").with_race(race_of("ann", "bob"))
    assert refused(lambda: racing.with_settings("ann", Settings(seats=4))) == "race_running"
    assert refused(lambda: racing.with_ready("bob", ready=True)) == "race_running"
    assert refused(lambda: racing.refuse_start("ann")) == "race_running"
    listed = racing.with_settings("ann", Settings(listed=True, locked=True))
    assert listed.view.settings.listed
    over = racing.with_race_over([a_standing("ann")], None)
    over.refuse_start("ann")
    assert over.running_race is None


def test_the_host_mutes_a_member_and_unmutes_again() -> None:
    muted = room_of("ann", "bob").with_muted("ann", "bob", muted=True)
    assert [member.muted for member in muted.view.members] == [False, True]
    assert muted.with_muted("ann", "bob", muted=True) is muted
    assert not muted.with_muted("ann", "bob", muted=False).view.members[1].muted
    assert refused(lambda: muted.with_muted("ann", "cat", muted=True)) == "not_a_member"


def test_new_settings_make_everyone_unready_but_a_listing_does_not() -> None:
    ready = room_of("ann", "bob").with_ready("bob", ready=True)
    assert not any(member.ready for member in ready.with_settings("ann", Settings(hints=True)).view.members)
    assert ready.with_settings("ann", Settings(listed=True)).view.members[1].ready


def test_a_room_made_for_one_deal_has_fixed_settings() -> None:
    daily = new_room(
        "CODE", Member("ann", "Ann"), Settings(seats=1), event=EventRoom("2026-11-21-mini", "daily", True, 1)
    )
    ghost = new_room("CODE", Member("ann", "Ann"), Settings(seats=1), ghost="game")
    for room in (daily, ghost):
        assert refused(lambda room=room: room.with_settings("ann", Settings(listed=True))) == "fixed_room"


def test_a_race_begins_with_all_unready_but_the_bots_and_ends_with_its_standings_and_reveal() -> None:
    room = room_of("ann", "bob", settings=Settings(code="0123456789"))
    assert refused(lambda: room.with_race_over([], None)) == "no_race"
    racing = room.with_bot("ann", 1).with_ready("bob", ready=True).with_race(race_of("ann", "bob"))
    assert [member.ready for member in racing.view.members] == [False, False, True]
    assert racing.view.settings.code is None, "a chosen deal is for one race"
    reveal = Reveal("0123456789", "00" * 32, "11" * 32)
    over = racing.with_race_over([a_standing("ann")], reveal).view.race
    assert (over.standings, over.reveal) == ([a_standing("ann")], reveal)


def test_nobody_can_take_fewer_seats_than_there_are_members() -> None:
    room = room_of("ann", "bob", "cat")
    assert refused(lambda: room.with_settings("ann", Settings(seats=2))) == "bad_settings"
    assert refused(lambda: room.with_settings("ann", Settings(seats=3)).with_bot("ann", 1)) == "room_full"


def test_a_deleted_player_loses_the_seat_and_the_name_in_the_standings() -> None:
    racing = room_of("ann", "bob").with_race(race_of("ann", "bob"))
    over = racing.with_race_over([a_standing("bob"), a_standing("ann")], None)
    without = over.without_deleted("bob")
    assert without.view.version > over.view.version
    assert without.view.race.standings
    assert [each.name for each in without.view.race.standings] == [DELETED, "Ann"]
    assert [each.name for each in without.view.race.seats] == ["Ann", DELETED]
    assert [member.id for member in without.view.members] == ["ann"]
    assert without.without_deleted("bob") is without
    gone = over.left("bob")
    assert gone.without_deleted("bob").view.version > gone.view.version
