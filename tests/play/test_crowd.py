"""What everyone in a large room hears of it, and what concerns one member."""

import pytest
from msgspec.structs import replace

from gaprace.play.crowd import Roster, excerpt_of_reveal, is_large, is_quiet
from gaprace.wire import (
    Browse,
    Member,
    Own,
    RaceView,
    Reveal,
    RoomView,
    Seat,
    Series,
    SeriesScore,
    Settings,
    Standing,
    VariantChoice,
)

PLAYERS = [f"p{i}" for i in range(120)]
MEMBERS = [Member(player, f"Name {player}") for player in PLAYERS]
SEATS = [Seat(player, f"g-{player}", f"Name {player}") for player in PLAYERS]


def standing(player: str, rank: int) -> Standing:
    return Standing(player, f"Name {player}", f"g-{player}", rank, False, 3, 3, 9, 0, 1000)


STANDINGS = [standing(player, rank) for rank, player in enumerate(PLAYERS, 1)]


def race(standings: list[Standing] | None = None) -> RaceView:
    return RaceView("r", 1, VariantChoice(), "c", 0, 9, SEATS, ranked=True, standings=standings)


def room(**changes: object) -> RoomView:
    return replace(RoomView("code", 7, Settings(seats=200), "p0", MEMBERS, race()), **changes)


@pytest.mark.parametrize(
    ("seats", "members", "games", "expected"),
    [(50, 50, 50, False), (51, 1, 0, True), (50, 51, 0, True), (8, 8, 51, True), (8, 8, 0, False)],
)
def test_a_room_is_large_by_its_seats_members_or_games(seats: int, members: int, games: int, *, expected: bool) -> None:
    view = room(settings=Settings(seats=seats), members=MEMBERS[:members], race=replace(race(), seats=SEATS[:games]))
    assert is_large(view) is expected


def test_an_excerpt_has_those_who_run_the_room_and_those_who_sit_out() -> None:
    members = [replace(MEMBERS[0], cohost=True), *MEMBERS[1:5], replace(MEMBERS[5], sits_out=True)]
    excerpt = Roster(room(members=members, host="p3")).excerpt({"p1", "p5"})
    assert [member.id for member in excerpt.members] == ["p0", "p3", "p5"]


def test_an_excerpt_counts_what_it_leaves_out() -> None:
    members = [replace(MEMBERS[0], ready=True), *MEMBERS[1:]]
    excerpt = Roster(room(members=members)).excerpt({"p1", "p5", "a spectator"})
    assert excerpt.crowd is not None
    assert (excerpt.crowd.members, excerpt.crowd.ready, excerpt.crowd.present, excerpt.crowd.games) == (120, 1, 2, 120)


def test_an_excerpt_has_no_seats_and_the_best_results() -> None:
    series = Series(3, 1, [SeriesScore(player, 1) for player in PLAYERS])
    excerpt = Roster(room(race=race(STANDINGS), series=series, expected_s={"p1": 5})).excerpt(set())
    assert excerpt.race is not None
    assert (excerpt.race.seats, excerpt.race.standings) == ([], STANDINGS[:50])
    assert excerpt.series is not None
    assert len(excerpt.series.scores) == 50
    assert excerpt.expected_s == {}


def test_an_excerpt_of_a_room_without_a_race_has_none() -> None:
    excerpt = Roster(room(race=None)).excerpt(set())
    assert excerpt.race is None
    assert Roster(room(race=None)).names == {}


def test_a_proof_with_very_many_seeds_is_on_the_page_only() -> None:
    reveal = Reveal("code", "secret", "commitment", origin="drawn", seeds=["5e"] * 50)
    assert excerpt_of_reveal(reveal) == reveal
    assert excerpt_of_reveal(replace(reveal, seeds=["5e"] * 51)) is None


def test_a_member_has_a_seat_and_a_result_of_the_own() -> None:
    roster = Roster(room(race=race(STANDINGS)))
    assert roster.own("p99") == Own(MEMBERS[99], SEATS[99], STANDINGS[99])
    assert roster.own("nobody") == Own()


def test_members_are_found_by_a_part_of_the_name_in_any_case() -> None:
    listed = Roster(room()).listed(Browse("NAME P1", 0), {"p10", "p2"})
    assert (listed.text, listed.offset, listed.total) == ("NAME P1", 0, 31)
    assert [member.id for member in listed.members][:3] == ["p1", "p10", "p11"]
    assert [seat.player for seat in listed.seats] == [member.id for member in listed.members]
    assert listed.present == ["p10"]


def test_members_are_listed_in_pages() -> None:
    roster = Roster(room())
    pages = [roster.listed(Browse("", offset), set()) for offset in (0, 50, 100, 150)]
    assert [member for page in pages for member in page.members] == MEMBERS
    assert [len(page.members) for page in pages] == [50, 50, 20, 0]
    assert {page.total for page in pages} == {120}


def test_coming_and_getting_ready_is_quiet_and_all_else_is_not() -> None:
    def excerpt(view: RoomView) -> RoomView:
        return Roster(view).excerpt(set())

    before, ready = excerpt(room()), [replace(MEMBERS[0], ready=True), *MEMBERS[1:], Member("new", "New")]
    assert is_quiet(before, excerpt(room(version=9, seeds=3, members=ready)))
    for changed in (
        {"race": race(STANDINGS)},
        {"settings": Settings(seats=300)},
        {"host": "p1"},
        {"members": [MEMBERS[0], replace(MEMBERS[1], cohost=True), *MEMBERS[2:]]},
    ):
        assert not is_quiet(before, excerpt(room(**changed)))
