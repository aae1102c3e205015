"""The command `gaprace` with a wall clock that jumps: it is ahead by the seconds that stand in a file."""

import os
import sys
import time
from pathlib import Path

_file = Path(os.environ["TESTS_CLOCK_FILE"])
_time, _time_ns = time.time, time.time_ns
_NS = 1_000_000_000


def _ahead_s() -> float:
    text = _file.read_text()
    return float(text) if text else 0.0


time.time = lambda: _time() + _ahead_s()
time.time_ns = lambda: _time_ns() + int(_ahead_s() * _NS)

from gaprace.cli.main import main  # noqa: E402  # after the clock was replaced

if __name__ == "__main__":
    sys.exit(main())
