"""Who may do what in a group, and what happens when somebody joins or leaves."""

from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from gaprace.errors import Refusal
from gaprace.play.people.group_roles import (
    ABOUT_MS,
    MAX_MEMBERS,
    MEMBER_ROLES,
    Membership,
    Step,
    heir,
    joined,
    member_for,
    refuse_removal,
    removed,
    with_role,
)
from gaprace.wire.http import GroupRole
from tests.refusals import refused

ROLES: tuple[GroupRole, ...] = get_args(GroupRole)
NEW = Membership("G", "new", "member", 5_000)


def a(role: GroupRole, player: str = "", joined_at: int = 1_000) -> Membership:
    return Membership("G", player or role, role, joined_at)


def refusal(of: Membership | None, step: Step, *, private: bool = True) -> str:
    try:
        assert member_for(step, of, private=private) is of
    except Refusal as error:
        return error.code
    return ""


def test_each_role_may_do_what_the_table_says() -> None:
    allowed = {role: {step for step in get_args(Step) if not refusal(a(role), step)} for role in ROLES}
    leading = {"see", "edit", "admit", "remove"}
    assert allowed == {
        "owner": {*leading, "appoint", "hand_over", "delete"},
        "co_owner": leading,
        "member": {"see"},
        "pending": set(),
        "removed": set(),
    }


def test_a_private_group_looks_to_outsiders_like_none() -> None:
    outsiders = (None, a("pending"), a("removed"))
    assert {refusal(each, "see") for each in outsiders} == {"group_not_found"}
    assert {refusal(each, "edit", private=False) for each in outsiders} == {"group_members_only"}
    assert refusal(a("member"), "edit") == "group_owners_only"
    assert refusal(a("co_owner"), "delete") == "group_owners_only"


def test_somebody_joins_at_once_or_waits_for_an_owner() -> None:
    assert joined(None, NEW, approval=False, size=1) == NEW
    assert joined(None, NEW, approval=True, size=1) == replace(NEW, role="pending")
    for role in set(ROLES) - {"removed"}:
        assert joined(a(role), NEW, approval=True, size=MAX_MEMBERS) == a(role)


def test_who_was_removed_and_who_finds_no_place_cannot_join() -> None:
    with refused("removed_from_group"):
        joined(a("removed"), NEW, approval=False, size=1)
    assert joined(None, NEW, approval=False, size=MAX_MEMBERS - 1)
    with refused("group_full"):
        joined(None, NEW, approval=False, size=MAX_MEMBERS)


def test_roles_change_along_the_table_and_no_other_way() -> None:
    changed = set()
    for by, of, role in product(MEMBER_ROLES, ROLES, ROLES):
        try:
            after_by, after = with_role(a(by, "by"), a(of, "of"), role)
        except Refusal:
            continue
        assert after == replace(a(of, "of"), role=role)
        assert after_by == (a("co_owner", "by") if role == "owner" else a(by, "by"))
        changed.add((by, of, role))
    let_in = {(by, of, "member") for by in ("owner", "co_owner") for of in ("pending", "removed")}
    appointed = {("owner", "member", "co_owner"), ("owner", "co_owner", "member")}
    assert changed == let_in | appointed | {("owner", "member", "owner"), ("owner", "co_owner", "owner")}


def test_nobody_changes_the_own_role() -> None:
    with refused("bad_role"):
        with_role(a("owner"), replace(a("member"), player="owner"), "owner")


def test_owners_remove_members_and_only_the_owner_co_owners() -> None:
    possible = set()
    for by, of in product(MEMBER_ROLES, ROLES):
        try:
            refuse_removal(a(by, "by"), a(of, "of"))
        except Refusal:
            continue
        possible.add((by, of))
    others = {"member", "pending", "removed"}
    assert possible == {("owner", each) for each in others | {"co_owner"}} | {("co_owner", each) for each in others}
    with pytest.raises(Refusal):
        refuse_removal(a("co_owner"), a("co_owner"))


def test_a_removed_member_is_kept_out_and_a_refused_one_may_ask_again() -> None:
    there = replace(a("member"), shows_presence=True, seen_at=7)
    assert removed(there) == replace(a("member"), role="removed")
    assert removed(a("pending")) is None


def test_the_heir_is_a_co_owner_else_a_member_who_joined_first() -> None:
    members = [a("member", "m1", 1), a("co_owner", "c2", 9), a("co_owner", "c1", 8), a("pending", "p", 0)]
    assert heir(members) == a("co_owner", "c1", 8)
    assert heir([members[0], members[3]]) == members[0]
    assert heir([a("pending"), a("removed")]) is None
    assert heir([]) is None


def test_a_member_is_about_who_shows_it_and_was_seen_lately() -> None:
    there = replace(a("member"), shows_presence=True, seen_at=10_000)
    assert there.is_about(10_000 + ABOUT_MS - 1)
    assert not there.is_about(10_000 + ABOUT_MS)
    assert not replace(there, shows_presence=False).is_about(10_000)
    assert not replace(there, seen_at=None).is_about(10_000)
    assert not replace(there, role="removed").is_about(10_000)
