"""The server with a stopwatch: where the processor time of its event loop goes with each move, stage by stage.

`python -m tests.bench.staged_server FILE serve ...` writes a JSON object of microseconds a move when it ends.
"""

import atexit
import json
import sys
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from time import process_time_ns, thread_time_ns
from typing import Any

from gaprace.cli.main import main
from gaprace.play.live.race import LiveRace
from gaprace.rooms import broadcast
from gaprace.rooms.action_journal import Journal
from gaprace.web.ws.conversation import CommandReader
from gaprace.web.ws.protocol import WebSocketConnection


class Stopwatch:
    """Counts the time of one thread for the innermost stage that runs."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.moves = 0
        self._stage = "loop"
        self._since = self._began = self._began_all = 0

    def stage(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return work that is counted as a stage."""

        @wraps(work)
        def counted(*args: Any, **options: Any) -> Any:  # noqa: ANN401
            before = self._enter(name)
            try:
                return work(*args, **options)
            finally:
                self._enter(before)

        return counted

    def _enter(self, name: str) -> str:
        now, before = thread_time_ns(), self._stage
        self.times[before] += now - self._since
        self._stage, self._since = name, now
        return before

    def move(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return work that is counted as the decision on a move. The time before the first one does not count."""
        decided = self.stage("decide", work)

        @wraps(work)
        def counted(*args: Any, **options: Any) -> Any:  # noqa: ANN401
            if not self.moves:
                self.times.clear()
                self._began = self._since = thread_time_ns()
                self._began_all = process_time_ns()
            self.moves += 1
            return decided(*args, **options)

        return counted

    def figures(self) -> dict[str, float]:
        """Return microseconds a move by stage; what other threads take is the store's."""
        loop, process = thread_time_ns() - self._began, process_time_ns() - self._began_all
        times = {**self.times, "store": process - loop}
        return {name: ns / 1000 / max(1, self.moves) for name, ns in times.items()}


def measured(result: Path) -> None:
    """Have every stage counted, and the figures written at the end."""
    watch = Stopwatch()
    for owner, name, stage in (
        (WebSocketConnection, "data_received", "receive"),
        (CommandReader, "read_command", "decode"),
        (Journal, "_report", "report"),
        (broadcast, "encode", "encode"),
        (WebSocketConnection, "send", "send"),
    ):
        setattr(owner, name, watch.stage(stage, getattr(owner, name)))
    LiveRace.act = watch.move(LiveRace.act)  # type: ignore[method-assign]
    atexit.register(lambda: result.write_text(json.dumps(watch.figures())))


if __name__ == "__main__":
    measured(Path(sys.argv.pop(1)))
    sys.exit(main())
