from pathlib import Path
from random import Random

import numpy as np
import pytest

from gaprace.solver.encoding import encode_all
from gaprace.solver.evaluation import Evaluation, simple_evaluation
from gaprace.solver.solve import solve
from tests.positions import board_with_runs
from tools.training.__main__ import main as run_training
from tools.training.deals import board_of
from tools.training.effort_scale import PARTS, scale
from tools.training.ranker import Groups, fit_quality, fitted, gradient
from tools.training.sharing import Sharing


def test_training_deals_are_the_same_everywhere_and_differ_by_purpose() -> None:
    assert board_of(3, "training", 7) == board_of(3, "training", 7)
    assert len({board_of(number, purpose, 7) for number in range(4) for purpose in ("training", "test")}) == 8


def test_the_scale_ends_where_deals_are_not_decided() -> None:
    efforts: list[int | None] = [None if number % 4 == 0 else number for number in range(4 * PARTS)]
    steps = scale(efforts)
    assert len(steps) == 3 * PARTS // 4
    assert list(steps) == sorted(steps)


def groups_of(seed: int, count: int) -> Groups:
    """Random boards; the first of each group is the one with most cards locked."""
    random = Random(seed)
    chosen = [
        sorted((board_with_runs(random, 7) for _ in range(4)), key=lambda each: -each.locked) for _ in range(count)
    ]
    rows = encode_all([board for group in chosen for board in group])
    return Groups.of(rows, (count, 4), simple_evaluation(7))


def test_the_slope_is_that_of_the_loss() -> None:
    groups, rng = groups_of(1, 20), np.random.default_rng(1)
    weights = rng.normal(0, 0.1, 2 * 7**3 * 2)
    direction = rng.normal(0, 1, len(weights))
    steps = [fit_quality(weights + step * direction, groups).loss for step in (-1e-4, 1e-4)]
    assert float(gradient(weights, groups) @ direction) == pytest.approx((steps[1] - steps[0]) / 2e-4, rel=1e-3)


def test_numbers_are_shared_as_their_slopes_are_gathered() -> None:
    sharing, rng = Sharing(7), np.random.default_rng(2)
    numbers, slopes = rng.normal(size=len(sharing.penalties)), rng.normal(size=2 * 7**3 * 2)
    assert float(sharing.spread(numbers) @ slopes) == pytest.approx(float(numbers @ sharing.gathered(slopes)))


def test_what_is_fitted_ranks_boards_that_it_has_not_seen() -> None:
    weights = fitted(Sharing(7), groups_of(3, 400), np.zeros(2 * 7**3 * 2), deals=400, seed=0)
    fit = fit_quality(weights, groups_of(4, 100))
    assert fit.accuracy > 0.6
    assert fit.loss < np.log(4)


def short_training(file: Path, *, processes: int) -> Path:
    plan = ["--columns", "7", "--rounds", "2", "--deals", "40", "--width", "32"]
    run_training(["train", str(file), *plan, "--processes", str(processes)])
    return file


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables by two processes, in a file that had others."""
    file = tmp_path_factory.mktemp("trained") / "tables.npz"
    np.savez_compressed(file, allow_pickle=False, pairs_13=np.ones(3, np.int16))
    return short_training(file, processes=2)


def test_a_short_training_writes_tables_that_win_and_that_the_solver_can_read(trained: Path) -> None:
    with np.load(trained) as tables:
        assert tables["pairs_13"].tolist() == [1, 1, 1]
        evaluation = Evaluation(tables["pairs_7"], tables["follows_7"])
    verdicts = [solve(board_of(number, "test", 7), evaluation, boards=20_000).verdict for number in range(8)]
    assert verdicts.count("winnable") >= 2


def test_the_tables_are_the_same_however_many_processes_make_them(trained: Path, tmp_path: Path) -> None:
    first, second = np.load(trained), np.load(short_training(tmp_path / "tables", processes=1))
    assert all((first[name] == second[name]).all() and first[name].any() for name in ("pairs_7", "follows_7"))


def test_a_training_that_wins_no_deal_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "tables.npz"
    small = ["--rounds", "1", "--deals", "2", "--width", "2", "--processes", "1"]
    with pytest.raises(SystemExit, match="none of 2 deals was won: use more deals, or beams wider than 2"):
        run_training(["train", str(file), *small])
    assert not file.exists()


def test_a_file_that_cannot_take_tables_is_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"the folder .* does not exist: create it first"):
        run_training(["train", str(tmp_path / "nowhere" / "tables.npz")])
    with pytest.raises(SystemExit, match="Is a directory"):
        run_training(["train", str(tmp_path)])
    rubbish = tmp_path / "rubbish"
    for content in (b"", b"rubbish", b"PK\x03\x04 rubbish"):
        rubbish.write_bytes(content)
        with pytest.raises(SystemExit, match="does not contain tables: choose another file, or delete this one first"):
            run_training(["train", str(rubbish)])
        assert rubbish.read_bytes() == content


@pytest.mark.parametrize("option", ["--rounds", "--deals", "--width", "--processes", "--columns"])
@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_numbers_that_make_no_sense_are_refused(
    option: str, number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run_training(["train", str(tmp_path / "tables.npz"), option, number])
    assert f"argument {option}: " in capsys.readouterr().err
