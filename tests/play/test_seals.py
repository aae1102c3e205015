"""What is sealed, for whom, and until when."""

import pytest

from gaprace.play.calendar import DAY_MS, instant_text, opens_at, reveals_at
from gaprace.play.seals import (
    MIN_RANKED_DELAY_S,
    Shown,
    may_be_searched,
    may_find_race,
    may_see_play,
    shown_of_game,
    spectator_delay_s,
)
from gaprace.wire import Settings

DATE = "2026-11-21"
BEFORE, AFTER = reveals_at(DATE) - 1, reveals_at(DATE)


@pytest.mark.parametrize(
    ("date", "viewer", "now", "sees"),
    [
        (DATE, "ann", BEFORE, True),
        (DATE, "bob", BEFORE, False),
        (DATE, None, BEFORE, False),
        (DATE, "bob", AFTER, True),
        (DATE, None, AFTER, True),
        (None, None, BEFORE, True),
    ],
)
def test_until_the_reveal_a_daily_is_seen_by_its_own_player(
    date: str | None, viewer: str | None, now: int, sees: bool
) -> None:
    assert may_see_play(date, "ann", viewer, now) is sees


@pytest.mark.parametrize(
    ("is_over", "date", "viewer", "now", "shown"),
    [
        (False, None, "ann", AFTER, Shown.SEAT),
        (False, DATE, "ann", AFTER, Shown.SEAT),
        (True, None, None, BEFORE, Shown.PLAY),
        (True, DATE, "ann", BEFORE, Shown.PLAY),
        (True, DATE, "bob", BEFORE, Shown.RESULT),
        (True, DATE, None, BEFORE, Shown.RESULT),
        (True, DATE, None, AFTER, Shown.PLAY),
    ],
)
def test_the_page_of_a_race_shows_results_at_its_end_and_play_once_that_is_not_sealed(
    is_over: bool, date: str | None, viewer: str | None, now: int, shown: Shown
) -> None:
    assert shown_of_game(is_race_over=is_over, date=date, owner="ann", viewer=viewer, now=now) is shown


def test_pages_lead_to_races_of_listed_rooms_and_only_players_to_the_others() -> None:
    players = {"ann", "bob"}
    assert [may_find_race(players, viewer, is_listed=False) for viewer in ("ann", "cho", None)] == [True, False, False]
    assert [may_find_race(players, viewer, is_listed=True) for viewer in ("ann", "cho", None)] == [True, True, True]


def test_until_the_reveal_nothing_searches_a_daily() -> None:
    assert [may_be_searched(DATE, BEFORE), may_be_searched(DATE, AFTER), may_be_searched(None, BEFORE)] == [
        False,
        True,
        True,
    ]


def test_spectators_of_a_ranked_race_have_a_least_delay() -> None:
    chosen = [0, MIN_RANKED_DELAY_S - 1, MIN_RANKED_DELAY_S + 1]
    ranked = [spectator_delay_s(Settings(spectator_delay_s=each), is_ranked=True) for each in chosen]
    assert ranked == [MIN_RANKED_DELAY_S, MIN_RANKED_DELAY_S, MIN_RANKED_DELAY_S + 1]
    assert [spectator_delay_s(Settings(spectator_delay_s=each), is_ranked=False) for each in chosen] == chosen
    assert spectator_delay_s(Settings(seats=1), is_ranked=True) == 0


def test_an_instant_is_written_in_utc() -> None:
    assert instant_text(reveals_at(DATE)) == "02:00 UTC on 2026-11-22"
    assert instant_text(opens_at(DATE) + DAY_MS - 60_000) == "23:59 UTC on 2026-11-21"
