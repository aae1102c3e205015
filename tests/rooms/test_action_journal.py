"""The journal: actions in groups, each reported once, and what builds on a refused one never stored."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from gaprace.ports import StoredAction, Written
from gaprace.rooms import action_journal as module
from gaprace.rooms.action_journal import BATCH_SIZE, Journal
from gaprace.rules.actions import action_text
from gaprace.wire import Act, Acted
from tests.memory_store import MemoryStore
from tests.metrics import NoMetrics
from tests.processes import PATIENCE_S
from tests.rooms.stage import Stage, kinds, next_act, settle, solo


class HeldStore(MemoryStore):
    """A store whose answers wait, and are those that the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.groups: list[list[StoredAction]] = []
        self.refused: set[tuple[str, int]] = set()

    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        self.groups.append(list(actions))
        await self.go.wait()
        return [Written.TAKEN if (each.game, each.n) in self.refused else Written.STORED for each in actions]


@pytest.fixture
async def held() -> HeldStore:
    return HeldStore()


@pytest.fixture
async def journal(held: HeldStore) -> AsyncIterator[Journal]:
    """A journal over a store whose answers wait."""
    journal = Journal(held.appender, NoMetrics())
    journal.open()
    yield journal
    await journal.close()


def action(game: str, n: int) -> StoredAction:
    return StoredAction(game, n, "undo", n)


async def test_what_builds_on_a_refused_action_is_reported_refused_in_order_and_never_written(
    journal: Journal, held: HeldStore
) -> None:
    reports: list[tuple[str, int, Written]] = []

    def write(game: str, n: int) -> None:
        journal.write(action(game, n), lambda outcome: reports.append((game, n, outcome)))

    held.refused = {("a", 1), ("a", 2)}
    for game, n in (("a", 1), ("a", 2), ("b", 1)):
        write(game, n)
    await settle()
    for game, n in (("a", 3), ("b", 2), ("a", 4)):
        write(game, n)
    held.go.set()
    await journal.flushed()
    assert [(n, outcome) for game, n, outcome in reports if game == "a"] == [(n, Written.TAKEN) for n in (1, 2, 3, 4)]
    assert [(n, outcome) for game, n, outcome in reports if game == "b"] == [(n, Written.STORED) for n in (1, 2)]
    assert [(each.game, each.n) for group in held.groups for each in group] == [
        ("a", 1),
        ("a", 2),
        ("b", 1),
        ("b", 2),
    ]


async def test_an_action_that_waited_for_the_group_before_does_not_wait_for_others_as_well(
    journal: Journal, held: HeldStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(module, "BATCH_DELAY_S", 3_600.0)
    monkeypatch.setattr(module, "monotonic", lambda: now)
    for n in range(BATCH_SIZE):
        journal.write(action("a", n), lambda _: None)
    await settle()
    journal.write(action("b", 1), lambda _: None)
    now = 3_600.0
    held.go.set()
    await asyncio.wait_for(journal.flushed(), PATIENCE_S)
    assert [len(group) for group in held.groups] == [BATCH_SIZE, 1]


async def test_a_lone_action_is_written_at_once_and_after_a_crowd_the_next_waits_for_others(
    journal: Journal, held: HeldStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH_DELAY_S", 3_600.0)
    held.go.set()
    for n in (1, 2):
        journal.write(action("a", n), lambda _: None)
        await asyncio.wait_for(journal.flushed(), PATIENCE_S)
    for n in (1, 2, 3):
        journal.write(action("b", n), lambda _: None)
    await asyncio.wait_for(journal.flushed(), PATIENCE_S)
    journal.write(action("a", 3), lambda _: None)
    await settle()
    assert [len(group) for group in held.groups] == [1, 1, 3]
    for n in range(BATCH_SIZE - 1):
        journal.write(action("c", n), lambda _: None)
    await asyncio.wait_for(journal.flushed(), PATIENCE_S)
    assert [len(group) for group in held.groups] == [1, 1, 3, BATCH_SIZE]


async def test_when_too_much_waits_for_the_store_new_actions_are_refused_and_none_is_lost(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_QUEUED", 2)
    ann = await solo(stage)
    go = asyncio.Event()
    stage.store.before_append = lambda _: go.wait()
    act = next_act(ann)
    live = ann.room.race.state.games[act.game]
    await ann.says(act)  # is being written
    for n in (2, 3):  # wait
        await ann.says(Act(act.game, n, action_text(live.accepted.legal_moves()[0])))
    await ann.says(Act(act.game, 4, "undo"))
    assert (ann.refusal, live.accepted.number) == ("try_again", 3)
    go.set()
    await settle()
    await stage.journal.flushed()
    await settle()
    assert kinds(ann).count(Acted) == 3
    assert live.committed.number == 3
    await ann.says(Act(act.game, 4, "undo"))
    assert isinstance(ann.heard[-1], Acted)


async def test_a_report_that_fails_costs_no_other_action(journal: Journal, held: HeldStore) -> None:
    held.go.set()
    outcomes: list[Written] = []

    def fail(_: Written) -> None:
        raise ValueError("a mistake")

    journal.write(action("a", 1), fail)
    journal.write(action("b", 1), outcomes.append)
    await journal.flushed()
    assert outcomes == [Written.STORED]


@pytest.mark.parametrize("ticks", range(8))
async def test_an_action_that_comes_at_the_moment_of_closing_does_not_keep_the_journal_open(ticks: int) -> None:
    journal = Journal(MemoryStore().appender, NoMetrics())
    journal.open()
    await settle()
    closing = asyncio.create_task(journal.close())
    for _ in range(ticks):
        await asyncio.sleep(0)
    journal.write(action("a", 1), lambda _: None)
    done, _ = await asyncio.wait({closing}, timeout=module.CLOSE_TIMEOUT_S)
    assert done
