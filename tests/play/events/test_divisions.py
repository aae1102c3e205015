"""Divisions: the best go up, the last go down, and nobody is lost."""

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events.divisions import divided, movers

EIGHT = [*"abcdefgh"]


def text(divisions: dict[str, int]) -> str:
    """The members of the divisions, each in alphabetical order."""
    return "/".join("".join(sorted(p for p, d in divisions.items() if d == n)) for n in sorted({*divisions.values()}))


def test_the_first_divisions_follow_the_order_and_who_has_no_place_comes_last() -> None:
    assert text(divided({}, [*"hgfedcb"], EIGHT, 4)) == "efgh/abcd"


def test_the_best_of_a_division_and_the_last_of_the_one_above_change_places() -> None:
    before = divided({}, EIGHT, EIGHT, 4)
    assert text(before) == "abcd/efgh"
    assert text(divided(before, [*"hgbacdef"], EIGHT, 4)) == "abch/defg"
    assert text(divided(before, [*"bac"], EIGHT, 4)) == "abcd/efgh"  # nobody below has a place


def test_who_leaves_is_followed_by_the_next_and_who_comes_begins_at_the_end() -> None:
    before = divided({}, EIGHT, EIGHT, 4)
    assert text(divided(before, [*"abcde"], [*"bcdefghi"], 4)) == "bcde/fghi"


def test_a_quarter_moves() -> None:
    assert [movers(size) for size in (4, 6, 8, 12)] == [1, 1, 2, 3]


PLAYERS = st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), unique=True)


@given(PLAYERS, PLAYERS, PLAYERS, st.sampled_from([4, 6, 8, 12]))
def test_every_member_has_a_division_and_all_but_the_last_are_full(
    old: list[str], order: list[str], members: list[str], size: int
) -> None:
    before = divided({}, order, old, size)
    after = divided(before, order, members, size)
    assert after.keys() == {*members}
    sizes = [[*after.values()].count(each) for each in range(1, max(after.values(), default=0) + 1)]
    assert all(each == size for each in sizes[:-1])
    for each in members:
        if each in before and {*old} == {*members}:
            assert abs(after[each] - before[each]) <= 1
