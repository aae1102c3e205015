"""Who may enter an event, when, and what its room is for."""

from dataclasses import replace
from random import Random

from gaprace.play.events.calendar import midnight_of
from gaprace.play.events.event import Entry, daily_event
from gaprace.play.events.windows import window_of
from tests.positions import random_deal
from tests.refusals import refused

DATE = "2026-11-21"
DAILY = daily_event(DATE, "mini", random_deal(Random(1)))


def test_a_ranked_game_of_a_daily_begins_on_its_date_only() -> None:
    DAILY.refuse_entry("ann", midnight_of(DATE))
    DAILY.refuse_entry("ann", window_of(DATE).closes_at - 1)
    with refused("daily_not_open", DATE):
        DAILY.refuse_entry("ann", window_of(DATE).closes_at)


def test_a_player_has_one_game_of_an_event() -> None:
    played = replace(DAILY, entries=(Entry("ann", 1, "game"), Entry("bob", 1)))
    played.refuse_entry("bob", midnight_of(DATE))
    with refused("daily_played"):
        played.refuse_entry("ann", midnight_of(DATE))
    with refused("challenge_played"):
        replace(played, kind="challenge").refuse_entry("ann", midnight_of(DATE))


def test_what_ends_early_is_over_then_and_all_else_at_its_close() -> None:
    ended = replace(DAILY, kind="challenge", ends_early=True, ended_at=midnight_of(DATE))
    with refused("challenge_over"):
        ended.refuse_entry("ann", midnight_of(DATE))
    with refused("round_over", "Round 2"):
        replace(ended, kind="round", label="2").refuse_entry("ann", midnight_of(DATE))


def test_a_daily_is_sealed_for_everybody_until_its_reveal() -> None:
    assert [DAILY.seal.holds("ann", window_of(DATE).ends_at - ms) for ms in (1, 0)] == [True, False]


def test_the_room_of_a_game_says_what_it_is_for() -> None:
    room, practice = DAILY.room(), DAILY.room(practice=True)
    assert (room.code, room.kind, room.label, room.parent) == (f"{DATE}-mini", "daily", DATE, "mini")
    assert [(each.ranked, each.practice) for each in (room, practice)] == [(True, False), (False, True)]
