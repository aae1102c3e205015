"""What is sealed, for whom, and until when."""

import pytest

from gaprace.play.events.calendar import DAY_MS, instant_text, midnight_of
from gaprace.play.events.windows import window_of
from gaprace.play.seals import (
    NO_SEAL,
    Seal,
    Shown,
    may_find_race,
)

DATE = "2026-11-21"
DAILY = Seal(window_of(DATE).ends_at, window_of(DATE).ends_at)
BEFORE, AFTER = window_of(DATE).ends_at - 1, window_of(DATE).ends_at


@pytest.mark.parametrize(
    ("seal", "viewer", "now", "shown"),
    [
        (NO_SEAL, None, BEFORE, Shown.PLAY),
        (DAILY, "ann", BEFORE, Shown.PLAY),
        (DAILY, "bob", BEFORE, Shown.RESULT),
        (DAILY, None, BEFORE, Shown.RESULT),
        (DAILY, "bob", AFTER, Shown.PLAY),
        (DAILY, None, AFTER, Shown.PLAY),
    ],
)
def test_the_play_of_a_daily_is_seen_by_its_own_player_and_by_all_from_the_reveal_on(
    seal: Seal, viewer: str | None, now: int, shown: Shown
) -> None:
    assert seal.shown("ann", viewer, now) is shown


def test_pages_lead_to_races_of_listed_rooms_and_only_players_to_the_others() -> None:
    players = {"ann", "bob"}
    assert [may_find_race(players, viewer, is_listed=False) for viewer in ("ann", "cho", None)] == [True, False, False]
    assert [may_find_race(players, viewer, is_listed=True) for viewer in ("ann", "cho", None)] == [True, True, True]


def test_until_the_reveal_nothing_searches_a_daily() -> None:
    assert [DAILY.is_lifted(BEFORE), DAILY.is_lifted(AFTER), NO_SEAL.is_lifted(BEFORE)] == [False, True, True]


def test_the_end_of_a_challenge_lifts_its_seal_and_not_the_clock() -> None:
    running, ended = Seal(BEFORE, shows=Shown.SEAT), Seal(AFTER, BEFORE, shows=Shown.SEAT)
    seen = [seal.shown("ann", viewer, AFTER + DAY_MS) for seal in (running, ended) for viewer in ("ann", "bob", None)]
    assert seen == [Shown.PLAY, Shown.SEAT, Shown.SEAT, Shown.PLAY, Shown.PLAY, Shown.PLAY]
    assert [running.is_lifted(AFTER), ended.is_lifted(BEFORE)] == [False, True]


def test_a_challenge_for_fun_is_open_to_those_who_have_finished() -> None:
    seal = Seal(AFTER, None, frozenset({"bob"}), Shown.SEAT)
    seen = [seal.shown("ann", viewer, BEFORE) for viewer in ("ann", "bob", "cho", None)]
    assert seen == [Shown.PLAY, Shown.PLAY, Shown.SEAT, Shown.SEAT]
    assert not seal.is_lifted(BEFORE)


def test_an_instant_is_written_in_utc() -> None:
    assert instant_text(window_of(DATE).ends_at) == "14:00 UTC on 2026-11-22"
    assert instant_text(midnight_of(DATE) + DAY_MS - 60_000) == "23:59 UTC on 2026-11-21"
