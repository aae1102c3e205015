"""The server with a stopwatch: the time of each player's action from the receipt of its frame to its acknowledgement.

`python -m tests.bench.timed_server FILE serve ...` writes JSON when it ends: [when, seconds] of each one, `when` by
`time.monotonic`, which all processes of a machine share.
"""

import atexit
import json
import sys
from pathlib import Path
from time import monotonic

from gaprace.cli.main import main
from gaprace.metrics import PrometheusMetrics
from gaprace.ports.metrics import ACTION_SECONDS, Histogram


def measured(result: Path) -> None:
    """Have every acknowledgement timed, and the times written at the end."""
    times: list[tuple[float, float]] = []
    observe = PrometheusMetrics.observe

    def timed(metrics: PrometheusMetrics, metric: Histogram, value: float, *labels: str) -> None:
        if metric is ACTION_SECONDS:
            times.append((monotonic(), value))
        observe(metrics, metric, value, *labels)

    PrometheusMetrics.observe = timed  # type: ignore[method-assign, assignment]
    atexit.register(lambda: result.write_text(json.dumps(times)))


if __name__ == "__main__":
    measured(Path(sys.argv.pop(1)))
    sys.exit(main())
