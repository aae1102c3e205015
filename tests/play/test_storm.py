from gaprace.play.puzzles import Played
from gaprace.play.storm import PENALTY_MS, STORM_MS, Storm, wanted_rating

NOW = 1_763_800_000_000


def test_a_storm_lasts_three_minutes() -> None:
    storm = Storm.begin("s", "ann", "first", NOW)
    assert STORM_MS == 180_000
    assert not storm.is_over(NOW + STORM_MS - 1)
    assert storm.is_over(NOW + STORM_MS)


def test_a_solved_puzzle_scores_and_a_failed_one_costs_time() -> None:
    storm = Storm.begin("s", "ann", "first", NOW)
    going = storm.after(Played("open", ()), "2C@0", "")
    assert (going.n, going.found, going.puzzle, going.solved) == (1, "2C@0", "first", 0)
    solved = going.after(Played("solved", ()), "", "second")
    assert (solved.n, solved.found, solved.puzzle, solved.solved, solved.failed) == (2, "", "second", 1, 0)
    failed = solved.after(Played("failed", (), "2C@0"), "", "third")
    assert (failed.n, failed.puzzle, failed.solved, failed.failed) == (3, "third", 1, 1)
    assert storm.ends_at - failed.ends_at == PENALTY_MS


def test_it_is_over_when_there_is_no_puzzle_left() -> None:
    assert Storm.begin("s", "ann", "first", NOW).after(Played("solved", ()), "", "").is_over(NOW)


def test_it_counts_for_all_time_and_for_its_week_and_gets_harder() -> None:
    assert Storm.begin("s", "ann", "first", NOW).periods == ("all", "2025-W47")
    assert wanted_rating(0) < wanted_rating(1) < wanted_rating(20)
