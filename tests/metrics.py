"""Metrics of a server whose figures no test looks at."""

from gaprace.ports import Metrics


class NoMetrics(Metrics):
    """Records nothing."""
