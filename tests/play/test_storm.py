from collections.abc import Iterable
from dataclasses import replace

from gaprace.play.puzzles import Played, TryState
from gaprace.play.storm import (
    MIN_THOUGHTLESS,
    PENALTY_MS,
    STORM_MS,
    Storm,
    best_storms,
    examine,
    shows_results,
    wanted_rating,
)

NOW = 1_763_800_000_000


def played_storm(moves: Iterable[tuple[int, TryState]]) -> Storm:
    """A storm with moves, each after a pause in ms."""
    storm, now = Storm.begin("s", "ann", "first", NOW), NOW
    for pause, state in moves:
        now += pause
        storm = storm.after(Played(state, ()), "", "next", now)
    return storm


def test_a_storm_lasts_three_minutes() -> None:
    storm = Storm.begin("s", "ann", "first", NOW)
    assert STORM_MS == 180_000
    assert not storm.is_over(NOW + STORM_MS - 1)
    assert storm.is_over(NOW + STORM_MS)


def test_a_solved_puzzle_scores_and_a_failed_one_costs_time() -> None:
    storm = Storm.begin("s", "ann", "first", NOW)
    going = storm.after(Played("open", ()), "2C@0", "", NOW + 1_500)
    assert (going.n, going.found, going.puzzle, going.solved) == (1, "2C@0", "first", 0)
    solved = going.after(Played("solved", ()), "", "second", NOW + 2_000)
    assert (solved.n, solved.found, solved.puzzle, solved.solved, solved.failed) == (2, "", "second", 1, 0)
    failed = solved.after(Played("failed", (), "2C@0"), "", "third", NOW + 4_000)
    assert (failed.n, failed.puzzle, failed.solved, failed.failed) == (3, "third", 1, 1)
    assert storm.ends_at - failed.ends_at == PENALTY_MS
    assert failed.moves == [(1_500, "open"), (2_000, "solved"), (4_000, "failed")]
    assert (failed.position, failed.scored_at) == (2, NOW + 2_000)


def test_it_is_over_when_there_is_no_puzzle_left() -> None:
    assert Storm.begin("s", "ann", "first", NOW).after(Played("solved", ()), "", "", NOW).is_over(NOW)


def test_it_counts_for_all_time_and_for_its_week_and_gets_harder() -> None:
    assert Storm.begin("s", "ann", "first", NOW).periods == ("all", "2025-W47")
    assert wanted_rating(0) < wanted_rating(1) < wanted_rating(20)


def test_only_the_first_storm_on_its_puzzles_is_ranked_and_results_are_sealed_until_the_own_one_is_over() -> None:
    first = Storm.begin("s", "ann", "first", NOW)
    second = Storm.begin("t", "bob", "first", NOW, first.sequence)
    assert (first.is_ranked, second.is_ranked, second.sequence) == (True, False, "s")
    assert not shows_results(None, NOW)
    assert not shows_results(second, NOW + STORM_MS - 1)
    assert shows_results(second, NOW + STORM_MS)


def test_what_counts_is_examined_and_neither_flagged_nor_void() -> None:
    open_ = played_storm([(2_000, "solved")])
    over = replace(open_, flags="")
    flagged = replace(open_, flags="no_thought")
    assert [each.counts for each in (open_, over, flagged)] == [False, True, False]
    cleared = replace(flagged, cleared_by="anna")
    assert (cleared.counts, cleared.rules, flagged.rules) == (True, [], ["no_thought"])
    assert not replace(over, voided_by="decision").counts
    assert not replace(cleared, voided_by="decision").counts
    assert not replace(over, sequence="another").counts
    assert not replace(over, solved=0).counts


def test_the_best_storms_are_those_with_most_solved_and_of_equals_the_earlier() -> None:
    week = 7 * 24 * 3_600_000
    first, early, late = (
        replace(played_storm([(2_000, "solved")]), id=name, sequence=name, flags="", solved=solved, begun_at=NOW + at)
        for name, solved, at in (("first", 4, 0), ("early", 3, week), ("late", 3, week + 10))
    )
    best = best_storms([late, first, replace(early, id="void", solved=9, voided_by="decision"), early])
    assert {period: storm.id for period, storm in best.items()} == {
        "all": "first",
        first.periods[1]: "first",
        early.periods[1]: "early",
    }
    assert best_storms([]) == {}


# Examined


def test_a_storm_that_a_person_plays_has_no_flags() -> None:
    assert examine(played_storm([])) == []
    assert (
        examine(played_storm([(2_500 + 900 * (n % 4), "failed" if n % 7 == 3 else "solved") for n in range(60)])) == []
    )
    quick_lines: list[tuple[int, TryState]] = [(2_000, "open"), (300, "open"), (400, "solved")]
    assert examine(played_storm(quick_lines * 20)) == []


def test_moves_faster_than_hands_are_flagged() -> None:
    assert "faster_than_hands" in examine(played_storm([(50, "solved")] * 10))
    assert "faster_than_hands" not in examine(played_storm([(50, "solved")] * 9))


def test_moves_like_a_clock_are_flagged() -> None:
    assert examine(played_storm([(3_000 + n % 3, "solved") for n in range(21)])) == ["pauses_too_even"]


def test_puzzles_that_are_solved_in_a_row_without_a_thought_are_flagged() -> None:
    quick = [(300 + 170 * (n % 5), "solved") for n in range(MIN_THOUGHTLESS)]
    assert examine(played_storm(quick)) == ["no_thought"]  # type: ignore[arg-type]
    assert examine(played_storm([*quick[1:], (1_001, "solved"), *quick[1:]])) == []  # type: ignore[list-item]
    assert examine(played_storm([*quick[1:], (300, "failed"), *quick[1:]])) == []  # type: ignore[list-item]
