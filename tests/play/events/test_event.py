"""Who may enter an event, when, and what its room is for."""

from dataclasses import replace
from random import Random

from gaprace.play.events.calendar import closes_at, opens_at, reveals_at
from gaprace.play.events.event import Entry, daily_event
from tests.positions import random_deal
from tests.refusals import refused

DATE = "2026-11-21"
DAILY = daily_event(DATE, "mini", random_deal(Random(1)))


def test_a_ranked_game_of_a_daily_begins_on_its_date_only() -> None:
    DAILY.refuse_entry("ann", opens_at(DATE))
    DAILY.refuse_entry("ann", closes_at(DATE) - 1)
    with refused("daily_not_open", DATE):
        DAILY.refuse_entry("ann", closes_at(DATE))


def test_a_player_has_one_game_of_an_event() -> None:
    played = replace(DAILY, entries=(Entry("ann", 1, "game"), Entry("bob", 1)))
    played.refuse_entry("bob", opens_at(DATE))
    with refused("daily_played"):
        played.refuse_entry("ann", opens_at(DATE))
    with refused("challenge_played"):
        replace(played, kind="challenge").refuse_entry("ann", opens_at(DATE))


def test_what_ends_early_is_over_then_and_all_else_at_its_close() -> None:
    ended = replace(DAILY, kind="challenge", ends_early=True, ended_at=opens_at(DATE))
    with refused("challenge_over"):
        ended.refuse_entry("ann", opens_at(DATE))
    with refused("round_over", "Round 2"):
        replace(ended, kind="round", label="2").refuse_entry("ann", opens_at(DATE))


def test_a_daily_is_sealed_for_everybody_until_its_reveal() -> None:
    assert [DAILY.seal.holds("ann", reveals_at(DATE) - ms) for ms in (1, 0)] == [True, False]


def test_the_room_of_a_game_says_what_it_is_for() -> None:
    room, practice = DAILY.room(), DAILY.room(practice=True)
    assert (room.code, room.kind, room.label, room.parent) == (f"{DATE}-mini", "daily", DATE, "mini")
    assert [(each.ranked, each.practice) for each in (room, practice)] == [(True, False), (False, True)]
