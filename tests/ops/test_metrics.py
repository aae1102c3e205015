"""The metrics of one process: each says what has just happened, and costs next to nothing."""

import asyncio
import dataclasses
import subprocess
import sys

import pytest
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from gaprace.errors import ServerFull
from gaprace.metrics import PrometheusMetrics
from gaprace.ports import StoredAction
from gaprace.ports.metrics import ACTION_SECONDS, BUS_LOSSES, BUS_UP, COMMANDS_TAKEN, LOOP_LAG, QUEUE_LENGTH
from gaprace.rooms import action_journal
from gaprace.rooms.action_journal import Journal
from gaprace.web.app import build_app
from tests.memory_store import MemoryStore
from tests.processes import http_client, until
from tests.rooms.stage import Stage, settle
from tests.rooms.test_action_journal import HeldStore
from tests.rooms.test_referee import next_act, solo
from tests.web.harness import connected, next_event, served, web_harness


def figures(metrics: PrometheusMetrics | str) -> dict[tuple[str, ...], float]:
    """Every sample of a process or of a text, by its name and the values of its labels."""
    text = metrics if isinstance(metrics, str) else metrics.exposition().decode()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_actions_wait_and_the_store_is_down_as_long_as_it_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(action_journal, "RETRY_DELAYS_S", (0.001,))
    store, metrics = MemoryStore(), PrometheusMetrics()
    journal, reported = Journal(store.appender, metrics), asyncio.Event()
    journal.open()
    store.available = False
    journal.write(StoredAction("a", 1, "undo", 1), lambda _: reported.set())
    await until(lambda: not figures(metrics)["gaprace_store_up",])
    assert figures(metrics)["gaprace_journal_waiting",] == 1
    journal.write(StoredAction("b", 1, "undo", 1), lambda _: None)
    await until(lambda: "2 actions wait" in caplog.text)  # one of them is not in the group
    assert "the store is unavailable, 1 action waits, next try in" in caplog.messages[0]
    store.available = True
    await reported.wait()
    await until(lambda: not figures(metrics)["gaprace_journal_waiting",])
    assert figures(metrics)["gaprace_store_up",] == 1
    await journal.close()


async def test_actions_wait_while_the_store_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_journal, "CHECK_INTERVAL_S", 0.001)
    store, metrics = HeldStore(), PrometheusMetrics()
    journal = Journal(store.appender, metrics)
    journal.open()
    for n in (1, 2, 3):
        journal.write(StoredAction("a", n, "undo", n), lambda _: None)
    await until(lambda: figures(metrics)["gaprace_journal_waiting",] == 3)
    store.go.set()
    await journal.close()


async def test_a_race_its_games_and_every_acknowledged_action_are_counted() -> None:
    metrics = PrometheusMetrics()
    async with Stage(metrics=metrics) as stage:
        ann = await solo(stage)
        assert figures(metrics)["gaprace_races_started_total",] == 1
        assert figures(metrics)["gaprace_games_started_total",] == 1
        for _ in range(3):
            await ann.says(next_act(ann))
            await stage.journal.flushed()
            await settle()
        seen = figures(metrics)
        assert seen["gaprace_action_seconds_count",] == 3
        assert 0 < seen["gaprace_action_seconds_sum",] < 60
        assert seen["gaprace_action_seconds_bucket", "+Inf"] == 3
        await ann.says(replace(next_act(ann), action="resign"))
        await stage.journal.flushed()
        await settle()
        assert figures(metrics)["gaprace_games_ended_total", "not_won"] == 1
        assert figures(metrics)["gaprace_races_ended_total",] == 1


def test_latencies_are_the_same_as_those_that_the_library_would_count() -> None:
    metrics = PrometheusMetrics()
    for seconds in (0.001, 0.0011, 0.3, 99):
        metrics.observe(ACTION_SECONDS, seconds)
        metrics.observe(LOOP_LAG, seconds)  # observed by the library itself
    seen = figures(metrics)
    for name, *labels in list(seen):
        if name.startswith("gaprace_action_seconds_") and not name.endswith("_created"):
            same = name.replace("action_seconds", "event_loop_lag_seconds")
            assert seen[name, *labels] == seen[same, *labels], (name, labels)


def test_samples_are_what_was_sampled_last() -> None:
    metrics = PrometheusMetrics(max_connections=70)
    assert (figures(metrics)["gaprace_bus_up",], figures(metrics)["gaprace_clock_right",]) == (1, 1)
    for is_up in (True, False):
        metrics.set(BUS_UP, is_up)
    metrics.count(BUS_LOSSES, n=2)
    metrics.count(BUS_LOSSES, n=3)
    metrics.set(QUEUE_LENGTH, 2, "proofs")
    metrics.count(COMMANDS_TAKEN, "act")
    seen = figures(metrics)
    assert (seen["gaprace_bus_up",], seen["gaprace_bus_losses_total",]) == (0, 5)
    assert seen["gaprace_queue_length", "proofs"] == 2
    assert seen["gaprace_commands_total", "act"] == 1
    assert seen["gaprace_connections_max",] == 70
    assert any(name == "gaprace_build_info" for name, *_ in seen)
    assert any(name == "process_resident_memory_bytes" for name, *_ in seen)


async def test_the_refusals_of_a_full_server_are_counted_from_nought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prometheus does not see the first one otherwise: a rate begins with the second value."""

    async def full(*_: object, **__: object) -> None:
        raise ServerFull("There are too many rooms.", 5)

    def refusals() -> set[float]:
        seen = figures(metrics)
        return {seen["gaprace_refusals_total", "server_full", command] for command in ("hello", "POST /api/v1/rooms")}

    web, metrics = web_harness(max_connections=1), PrometheusMetrics()
    token = (await web.accounts.new_player("Ann")).token
    assert web.context.limits.connections.acquire("somebody")
    monkeypatch.setattr(web.rooms, "create", full)
    app = build_app(dataclasses.replace(web.context, shared=dataclasses.replace(web.context.shared, metrics=metrics)))
    assert refusals() == {0}
    async with served(app) as at, connected(at, token) as socket:
        assert (await next_event(socket)).code == "server_full"
        async with http_client(f"http://{at}", headers={"Authorization": f"Bearer {token}"}) as program:
            assert (await program.post("/api/v1/rooms", json={})).json()["code"] == "server_full"
    assert refusals() == {1}


def test_memory_and_processor_time_are_those_of_all_processes() -> None:
    metrics = PrometheusMetrics()
    before = figures(metrics)
    # The system counts in hundredths of a second, cut off: a little more than a second is at least one.
    busy = "import time; held = b'x' * 200_000_000\nwhile time.process_time() < 1.02: pass\nprint(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as search:
        search.stdout.readline()
        during = figures(metrics)
        search.communicate(b"\n")
    after = figures(metrics)
    assert during["gaprace_memory_bytes",] >= during["process_resident_memory_bytes",] + 200_000_000
    assert after["gaprace_memory_bytes",] < during["gaprace_memory_bytes",] < during["gaprace_memory_max_bytes",]
    for seen in (during, after):
        assert seen["gaprace_processor_seconds_total",] >= before["gaprace_processor_seconds_total",] + 1
