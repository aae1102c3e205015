"""What one address and one identity may hold of what all share."""

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.fair_shares import SHARES, Holdings, Share, Shared, allowed

WHOLE = 20_000


def fill(holdings: Holdings, address: str, *, identities: bool = True) -> int:
    """Take all that an address can get, with a new identity each time; return how many."""
    before = len(holdings)
    while holdings.may_take(address, identity := f"{address}/{len(holdings) if identities else 0}"):
        holdings.take(f"room {len(holdings)}", address, identity)
    return len(holdings) - before


def test_one_address_takes_a_ninth_of_the_rooms_and_a_class_of_sixty_opens_its_own() -> None:
    rooms = Holdings(SHARES["rooms"], WHOLE)
    assert fill(rooms, "attacker") == WHOLE // 9
    assert fill(rooms, "attacker") == 0
    for pupil in range(60):
        assert rooms.may_take("school", f"pupil {pupil}")
        rooms.take(f"class {pupil}", "school", f"pupil {pupil}")


def test_twenty_addresses_take_all_they_can_and_another_opens_the_rooms_of_a_class() -> None:
    rooms = Holdings(SHARES["rooms"], WHOLE)
    for number in range(20):
        fill(rooms, f"attacker {number}")
    assert fill(rooms, "school") >= 60


def test_one_identity_gets_less_than_an_address_but_several_rooms_of_a_small_server() -> None:
    for whole, most in ((WHOLE, WHOLE // 65), (100, SHARES["rooms"].least)):
        assert fill(Holdings(SHARES["rooms"], whole), "home", identities=False) == most
    assert not Holdings(Share(1, 1), 10).may_take("home", "ann", taken=10), "what others hold counts"
    assert allowed(0.5, 0) == allowed(0.5, -5) == 0


def test_what_is_given_back_can_be_taken_again_and_nothing_is_remembered_of_it() -> None:
    rooms = Holdings(Share(1, 1), 1)
    rooms.take("a", "home", "ann")
    rooms.take("a", "elsewhere", "bob")  # whoever has it keeps it
    assert not rooms.may_take("elsewhere", "bob")
    rooms.give_back("a")
    rooms.give_back("a")
    assert len(rooms) == len(rooms._of_address) == len(rooms._of_identity) == 0
    assert rooms.may_take("elsewhere", "bob")


def test_all_that_is_held_comes_up_in_turn() -> None:
    rooms = Holdings(Share(1, 1), 10)
    for key in "abc":
        rooms.take(key, "home", "ann")
    assert [rooms.next(2), rooms.next(2), rooms.next(5)] == [["a", "b"], ["c", "a"], ["b", "c", "a"]]


@given(st.sampled_from([*SHARES]), st.integers(1, 10_000), st.booleans())
def test_a_share_never_empties_the_whole_while_others_have_none(kind: Shared, whole: int, of_address: bool) -> None:
    part = SHARES[kind].address if of_address else SHARES[kind].identity
    held = 0
    while held < allowed(part, whole - held):
        held += 1
    assert held <= max(1, whole * part / (1 + part) + 1)
