"""Histories: immutable to everyone, though they share their items."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from gaprace.rules.game import History


class Histories(RuleBasedStateMachine):
    """Any number of histories that lead on from each other, beside tuples with the same items."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[tuple[History[int], tuple[int, ...]]] = [(History(), ())]

    @rule(at=st.integers(0), item=st.integers())
    def lead_on(self, at: int, item: int) -> None:
        history, items = self.all[at % len(self.all)]
        self.all.append((history.with_next(item), (*items, item)))

    @rule(at=st.integers(0))
    def go_back(self, at: int) -> None:
        history, items = self.all[at % len(self.all)]
        self.all.append((history.without_last(), items[:-1]))

    @invariant()
    def all_are_what_they_were(self) -> None:
        for history, items in self.all:
            assert tuple(history) == items
            assert len(history) == len(items)
            assert history == items
            assert hash(history) == hash(items)


TestHistories = Histories.TestCase
# Each step compares all histories: the time grows with the square of the steps, and a few make every kind of relation.
TestHistories.settings = settings(stateful_step_count=16)


def test_it_is_read_as_any_sequence_is() -> None:
    history = History("abc").with_next("d")
    assert [history[0], history[-1], history[3], history[-4]] == ["a", "d", "d", "a"]
    assert history[1:3] == ["b", "c"]
    assert history[-1:] == History("d")
    assert history.without_last() != history
    assert history != 4
    for outside in (4, -5):
        with pytest.raises(IndexError, match=str(outside)):
            history[outside]
    shorter = history.without_last()
    with pytest.raises(IndexError):
        shorter[3]


def test_it_is_sent_to_a_process_without_what_others_have_added() -> None:
    begun = History(range(3))
    begun.with_next(3)
    assert pickle.loads(pickle.dumps(begun)) == (0, 1, 2)  # noqa: S301 - of this test
    assert len(pickle.dumps(begun)) == len(pickle.dumps(History(range(3))))


class Pausing(list[int]):
    """A list at which two threads append at the same time: each first waits for the other."""

    together = Barrier(2)

    def append(self, item: int) -> None:
        self.together.wait()
        super().append(item)


def test_two_threads_that_lead_on_from_one_history_do_not_meet() -> None:
    begun = History([0])
    begun._items = Pausing(begun)
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(begun.with_next, (1, 2))
    assert (one, two, begun) == ([0, 1], [0, 2], [0])
    assert one.with_next(3) == [0, 1, 3]
