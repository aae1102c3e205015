"""Work in the idle class of the processor."""

import os
import threading

import pytest

from gaprace.engine.idle_thread import in_idle_thread

HAS_CLASS = hasattr(os, "SCHED_IDLE")
"""Only Linux has it."""


def policy() -> int:
    return os.sched_getscheduler(0) if HAS_CLASS else 0


def test_work_gets_only_what_nothing_else_wants_and_its_process_stays_as_it_is() -> None:
    before = policy()
    assert in_idle_thread(policy) == (os.SCHED_IDLE if HAS_CLASS else 0)
    assert policy() == before


def test_where_the_system_forbids_the_class_the_work_is_done_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", forbid, raising=False)
    assert in_idle_thread(lambda: 7) == 7


def test_a_failure_is_raised_and_no_thread_is_left() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        in_idle_thread(fail)
    assert threading.active_count() == before
