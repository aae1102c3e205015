"""Every alert fires when what it is about happens, and none does on a server where nothing is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from gaprace.metrics import PrometheusMetrics
from gaprace.ports import PoolUse
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
        metrics.acknowledged(0.004)
        metrics.loop_lag(0.001)
        metrics.request("/", "GET", 200, 0.003)
    metrics.refused("start", "not_host")
    metrics.connections(10, seated=True)
    metrics.pools({"read": PoolUse(1, 4), "write": PoolUse(0, 4)})
    metrics.storing(3, is_up=True)
    metrics.bus(is_up=True, lag_s=0.001, losses=0)
    metrics.clock(is_right=True)


EVENTS: dict[str, Event] = {
    "GapraceStoreDown": lambda metrics: metrics.storing(1, is_up=False),
    "GapraceActionsWaiting": lambda metrics: metrics.storing(5_000, is_up=True),
    "GapraceSlowAcknowledgements": lambda metrics: [metrics.acknowledged(0.8) for _ in range(20)],
    "GapraceRefusing": lambda metrics: metrics.refused("act", "try_again"),
    "GapraceErrors": lambda metrics: [metrics.request("/", "GET", 503, 0.1) for _ in range(9)],
    "GapraceBusDown": lambda metrics: metrics.bus(is_up=False, lag_s=0.0, losses=1),
    "GapraceClockWrong": lambda metrics: metrics.clock(is_right=False),
    "GapraceEventLoopBlocked": lambda metrics: [metrics.loop_lag(0.4) for _ in range(9)],
    "GapraceDatabasePoolFull": lambda metrics: metrics.pools({"read": PoolUse(4, 4)}),
    "GapraceNearlyFull": lambda metrics: metrics.connections(85, seated=False),
    "GapraceSlowReaders": lambda metrics: [metrics.fell_behind(seated=False) for _ in range(100)],
}
TEXTS = {
    "GapraceDown": lambda text: text.replace('up{job="gaprace"} 1', 'up{job="gaprace"} 0'),
    "GapraceDown, and gone from DNS": lambda text: text.replace('up{job="gaprace"} 1', ""),
}
"""What Prometheus itself reports."""


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
    metrics.race_started(1)
    metrics.race_ended()
    metrics.game_ended(won=True)
    metrics.command("act")
    metrics.journal(1, 0.1)
    metrics.stored("read", 0.1)
    metrics.queues({"proofs": 0})
    metrics.ended("restarting")
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
