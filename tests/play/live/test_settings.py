"""The settings of a room: canonical forms, and what may change during a race."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from gaprace.play.live.settings import (
    checked,
    choice_of,
    is_solo,
    may_change_while_racing,
    replace_settings,
    variant_of,
    why_unranked,
)
from gaprace.rules.variants import DEFAULT_VARIANT, VARIANTS
from gaprace.wire import EventRoom, RoomView, Settings, VariantChoice
from gaprace.wire.http import NewRoom
from tests.refusals import refused

SOLO = Settings(seats=1, limit_minutes=None)
choices = st.builds(
    VariantChoice,
    name=st.sampled_from([name for name, variant in VARIANTS.items() if variant.redeal]),
    shuffles=st.none() | st.integers(0, 9),
    right_fill=st.none() | st.booleans(),
)
settings = st.builds(
    Settings,
    variant=choices,
    seats=st.integers(2, 50),
    limit_minutes=st.integers(1, 120),
    **{each.name: st.booleans() for each in fields(Settings) if each.type is bool},
)


@given(choices)
def test_a_choice_and_its_variant_round_trip_and_name_only_what_differs(choice: VariantChoice) -> None:
    variant = variant_of(choice)
    canonical = choice_of(variant)
    assert variant_of(canonical) == variant
    assert choice_of(variant_of(canonical)) == canonical
    assert (canonical == VariantChoice(choice.name)) is not variant.is_custom


@given(settings)
def test_checked_settings_are_canonical_and_mean_the_same(given_settings: Settings) -> None:
    canonical = checked(given_settings)
    assert checked(canonical) == canonical
    assert variant_of(canonical.variant) == variant_of(given_settings.variant)
    assert canonical.variant == choice_of(variant_of(given_settings.variant))
    assert replace_settings(canonical, variant=given_settings.variant) == given_settings


def test_what_is_not_chosen_is_the_default_and_what_is_typed_is_made_canonical() -> None:
    assert variant_of(VariantChoice()) == VARIANTS[DEFAULT_VARIANT]
    assert checked(Settings(code="o1l-3456789")).code == "0113456789"
    assert type(replace_settings(NewRoom(seats=3, ghost="game"), seats=4)) is Settings
    assert is_solo(SOLO)
    assert checked(SOLO) == SOLO


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (Settings(VariantChoice("patience")), "'patience' is not a variant"),
        (Settings(VariantChoice("gaps", shuffles=10)), "choose 0 to 9"),
        (Settings(VariantChoice("strict", shuffles=1)), "choose another variant"),
        (Settings(code="short"), "'short' is not a deal code"),
        (Settings(limit_minutes=None), "Only a solo room"),
    ],
)
def test_settings_that_are_not_possible_are_refused_with_the_reason(bad: Settings, told: str) -> None:
    with refused("bad_settings", told):
        checked(bad)


@given(settings, settings)
def test_during_a_race_only_the_listing_and_the_lock_may_change(before: Settings, after: Settings) -> None:
    same = replace_settings(after, listed=before.listed, locked=before.locked)
    assert may_change_while_racing(before, after) is (same == before)
    assert may_change_while_racing(before, replace_settings(before, listed=after.listed, locked=after.locked))


# Why a race is not ranked


def a_room(settings: Settings, **purpose: object) -> RoomView:
    return RoomView("ROOM0001", 1, settings, "ann", [], **purpose)


@pytest.mark.parametrize(
    ("room", "reason"),
    [
        (a_room(Settings()), None),
        (a_room(Settings(certified=True, boards_open=True)), None),
        (a_room(Settings(code="0123456789")), "chosen_deal"),
        (a_room(Settings(VariantChoice(shuffles=1))), "custom_rules"),
        (a_room(Settings(hints=True)), "hints"),
        (a_room(replace_settings(SOLO, hints=True)), None),
        (a_room(SOLO, ghost="g1"), "practice"),
        (a_room(SOLO, event=EventRoom("2026-11-21-mini", "daily", ranked=False, ends_at=1)), "practice"),
        (a_room(SOLO, event=EventRoom("2026-11-21-mini", "daily", ranked=True, ends_at=1)), None),
    ],
)
def test_a_race_is_ranked_if_it_is_new_to_all_and_nobody_can_be_helped(room: RoomView, reason: str | None) -> None:
    assert why_unranked(room) == reason
