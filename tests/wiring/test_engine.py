"""A server without the solver says so, and plays."""

import logging

import pytest

from gaprace.cli.main import BAD_USAGE, main
from gaprace.engine import compiled_code
from gaprace.engine.greedy import GreedyEngine
from gaprace.engine.searching import SearchingEngine
from gaprace.ports import AtOnce
from gaprace.settings import ServerSettings
from gaprace.wiring.adapters import new_engine


def test_an_engine_searches_if_the_solver_is_installed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(new_engine(ServerSettings(), AtOnce()), SearchingEngine)
    monkeypatch.setattr(compiled_code, "SOLVER_MODULES", {"no_such_module"})
    with caplog.at_level(logging.WARNING):
        assert isinstance(new_engine(ServerSettings(), AtOnce()), GreedyEngine)
        assert isinstance(new_engine(ServerSettings(solvers=0), AtOnce()), GreedyEngine)
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [
        "to search, pip install 'gaprace[solver]'."
    ]


def test_a_command_that_needs_the_solver_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("gaprace.cli.solver._answers", missing)
    assert main(["solve", "0123456789"]) == BAD_USAGE
    assert "pip install 'gaprace[solver]'" in capsys.readouterr().err
