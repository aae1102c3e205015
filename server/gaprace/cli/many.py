"""Many positions: one a line of standard input, a JSON object for each on standard output, in the same order."""

import json
import multiprocessing
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from gaprace.cli.command import Result
from gaprace.errors import GapraceError

Answer = Callable[[str], Result]
WAITING_PER_JOB = 2
"""Positions that are read ahead, so that no process waits for the next one."""
BAR_WIDTH = 30


def answer_lines(answer: Answer, jobs: int, prepare: Callable[[], None]) -> None:
    """Print the answer to each position on standard input, found by some processes. Empty lines are passed over.

    A position that is wrong gets an object with its `error`, and the others go on.
    """
    lines = (line.strip("\ufeff \t\r\n") for line in sys.stdin)  # editors of Windows write a mark at the beginning
    positions: Iterable[str] = filter(None, lines)
    bar = Bar(0)
    if sys.stderr.isatty() and not sys.stdin.isatty():
        positions = [*positions]
        bar = Bar(len(positions))
    for result in answers(answer, positions, jobs, prepare):
        bar.clear()
        print(json.dumps(result), flush=True)
        bar.step()
    bar.clear()


def answers(answer: Answer, positions: Iterable[str], jobs: int, prepare: Callable[[], None]) -> Iterator[Result]:
    """Yield the answer to each position, in their order, found by some processes."""
    if jobs == 1:
        prepare()
        yield from (_answer(answer, position) for position in positions)
        return
    spawn, waiting = multiprocessing.get_context("spawn"), deque[Future[Result]]()
    with ProcessPoolExecutor(jobs, spawn, initializer=prepare) as executor:
        for position in positions:
            waiting.append(executor.submit(_answer, answer, position))
            if len(waiting) > jobs * WAITING_PER_JOB:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _answer(answer: Answer, position: str) -> Result:
    try:
        return {"position": position} | answer(position)
    except GapraceError as error:
        return {"position": position, "error": {"code": error.code, "message": error.message}}


class Bar:
    """A progress bar on a terminal; nothing without a total."""

    def __init__(self, total: int) -> None:
        self._done, self._total = 0, total

    def clear(self) -> None:
        """Take the bar away, so that something else can be printed."""
        if self._total:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def step(self) -> None:
        """Count one more, and show the bar."""
        self._done += 1
        if self._total:
            filled = BAR_WIDTH * self._done // self._total
            line = f"[{'#' * filled}{' ' * (BAR_WIDTH - filled)}] {self._done} of {self._total}"
            print(line[: shutil.get_terminal_size().columns - 1], end="", file=sys.stderr, flush=True)
