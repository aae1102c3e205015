from server.solver_training.calibrate import PARTS, scale
from server.solver_training.deals import board_of


def test_training_deals_are_the_same_everywhere_and_differ_by_purpose() -> None:
    assert board_of(3, "training", 7) == board_of(3, "training", 7)
    assert len({board_of(number, purpose, 7) for number in range(4) for purpose in ("training", "test")}) == 8


def test_the_scale_ends_where_deals_are_not_decided() -> None:
    efforts: list[int | None] = [None if number % 4 == 0 else number for number in range(4 * PARTS)]
    steps = scale(efforts)
    assert len(steps) == 3 * PARTS // 4
    assert list(steps) == sorted(steps)
