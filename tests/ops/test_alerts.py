"""Every alert fires when what it is about happens, and none does on a server where nothing is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from gaprace.metrics import PrometheusMetrics
from gaprace.ports import metrics as figures
from tests.ops.promql import Scrape, evaluate

MONITORING = Path(__file__).parents[2] / "docs" / "monitoring"
RULES: list[dict[str, Any]] = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"][0]["rules"]
ALERTS = {rule["alert"]: rule for rule in RULES}
HEALTHY = '# TYPE up gauge\nup{job="gaprace"} 1\n'

Event = Callable[[PrometheusMetrics], object]
"""Lets something happen."""


def nothing(metrics: PrometheusMetrics) -> None:
    """A server that serves: players act, pages are read, one command is refused for a good reason."""
    for _ in range(200):
        metrics.observe(figures.ACTION_SECONDS, 0.004)
        metrics.observe(figures.LOOP_LAG, 0.001)
        metrics.observe(figures.HTTP_SECONDS, 0.003, "/", "GET", "200")
    metrics.count(figures.REFUSALS, "start", "not_host")
    metrics.count(figures.CONNECTIONS, "player", n=10)
    for pool, used in (("read", 1), ("write", 0)):
        metrics.set(figures.POOL_SIZE, 4, pool)
        metrics.set(figures.POOL_USE, used, pool)
    metrics.set(figures.JOURNAL_WAITING, 3)
    metrics.set(figures.BUS_LAG, 0.001)


EVENTS: dict[str, Event] = {
    "GapraceStoreDown": lambda metrics: metrics.set(figures.STORE_UP, 0),
    "GapraceActionsWaiting": lambda metrics: metrics.set(figures.JOURNAL_WAITING, 5_000),
    "GapraceSlowAcknowledgements": lambda metrics: [metrics.observe(figures.ACTION_SECONDS, 0.8) for _ in range(20)],
    "GapraceRefusing": lambda metrics: metrics.count(figures.REFUSALS, "act", "try_again"),
    "GapraceErrors": lambda metrics: [metrics.observe(figures.HTTP_SECONDS, 0.1, "/", "GET", "503") for _ in range(9)],
    "GapraceBusDown": lambda metrics: metrics.set(figures.BUS_UP, 0),
    "GapraceClockWrong": lambda metrics: metrics.set(figures.CLOCK_RIGHT, 0),
    "GapraceEventLoopBlocked": lambda metrics: [metrics.observe(figures.LOOP_LAG, 0.4) for _ in range(9)],
    "GapraceDatabasePoolFull": lambda metrics: metrics.set(figures.POOL_USE, 4, "read"),
    "GapraceNearlyFull": lambda metrics: metrics.count(figures.CONNECTIONS, "spectator", n=85),
    "GapraceSlowReaders": lambda metrics: [metrics.count(figures.OUTBOX_DROPS, "spectator") for _ in range(100)],
}
TEXTS = {
    "GapraceDown": lambda text: text.replace('up{job="gaprace"} 1', 'up{job="gaprace"} 0'),
    "GapraceDown, and gone from DNS": lambda text: text.replace('up{job="gaprace"} 1', ""),
    "GapraceMemoryHigh": lambda text: re.sub(r"(?m)^(gaprace_memory_max_bytes) .+", r"\1 1000", text),
}
"""What Prometheus itself reports, and what a machine has."""


def fired(metrics: PrometheusMetrics, before: Scrape, change: Callable[[str], str] = str) -> set[str]:
    now = Scrape(change(HEALTHY + metrics.exposition().decode()), before.at + 60)
    return {name for name, rule in ALERTS.items() if evaluate(rule["expr"], before, now)}


def healthy() -> tuple[PrometheusMetrics, Scrape]:
    metrics = PrometheusMetrics(max_connections=100)
    before = Scrape(HEALTHY + metrics.exposition().decode(), 0)
    nothing(metrics)
    return metrics, before


def test_no_alert_fires_on_a_healthy_server() -> None:
    assert fired(*healthy()) == set()


@pytest.mark.parametrize("alert", EVENTS)
def test_an_alert_fires_when_it_should_and_no_other_does(alert: str) -> None:
    metrics, before = healthy()
    EVENTS[alert](metrics)
    assert fired(metrics, before) == {alert}


@pytest.mark.parametrize("alert", TEXTS)
def test_an_alert_on_what_others_report_fires(alert: str) -> None:
    assert fired(*healthy(), TEXTS[alert]) == {alert.partition(",")[0]}


def test_every_alert_is_shown_to_fire_and_explained() -> None:
    assert ALERTS.keys() == EVENTS.keys() | {alert.partition(",")[0] for alert in TEXTS}
    alerts = (MONITORING.parent / "monitoring.md").read_text().partition("## Alerts")[2].partition("\n### ")[0]
    assert re.findall(r"^\| `(Gaprace\w+)` \|", alerts, re.MULTILINE) == list(ALERTS)


def test_alerts_and_dashboard_are_explained_with_panels_that_exist() -> None:
    watching = (MONITORING.parent / "monitoring.md").read_text().partition("\n## The log")[0]
    titles = {panel["title"] for panel in json.loads((MONITORING / "dashboard.json").read_text())["panels"]}
    named = set(re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", watching))
    assert named
    assert named <= titles


def test_rules_and_dashboard_name_metrics_that_exist() -> None:
    metrics, _ = healthy()
    for event in EVENTS.values():
        event(metrics)
    for counter in (
        figures.RACES_STARTED,
        figures.GAMES_STARTED,
        figures.RACES_ENDED,
        figures.ACTIONS,
        figures.BUS_LOSSES,
    ):
        metrics.count(counter)
    for counter, label in ((figures.GAMES_ENDED, "won"), (figures.COMMANDS_TAKEN, "act"), (figures.BYES, "restarting")):
        metrics.count(counter, label)
    metrics.observe(figures.GROUP_SIZE, 1)
    metrics.observe(figures.JOURNAL_SECONDS, 0.1)
    metrics.observe(figures.STORE_SECONDS, 0.1, "read")
    metrics.set(figures.QUEUE_LENGTH, 0, "proofs")
    text = metrics.exposition().decode() + HEALTHY
    known = {name for name, _, _ in Scrape(text, 0).samples()}
    board = json.loads((MONITORING / "dashboard.json").read_text())
    assert [panel["title"] for panel in board["panels"] if not panel.get("description")] == []
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {
        name
        for text in (*asked, *(rule["expr"] for rule in RULES))
        for name in re.findall(r"\b(?:gaprace|process)_\w+", text)
    }
    assert named
    assert named <= known, named - known
