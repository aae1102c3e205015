"""The folder of compiled code: every later process loads the code that Numba has compiled once.

Its name has a digest of the solver's sources, since Numba itself would not notice that a loop calls another one that
has changed. Processes that start at the same time wait for the first of them to compile.
"""

import fcntl
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_cache_path

from gaprace.errors import SOLVER_MODULES, reason_of

_log = logging.getLogger(__name__)

COMPILING_S = 13
"""About how long it takes to compile everything."""


def has_solver() -> bool:
    """Whether the extra `solver` is installed."""
    return all(map(find_spec, SOLVER_MODULES))


def code_folder(cache_dir: str) -> Path:
    """Return the folder of the present sources in a cache folder; "": in that of the user."""
    return (Path(cache_dir) if cache_dir else user_cache_path("gaprace", appauthor=False)) / "compiled" / _digest()


def _digest() -> str:
    parts = [part for part in files("gaprace.solver").iterdir() if part.name.endswith(".py")]
    sources = (part.name.encode() + part.read_bytes() for part in sorted(parts, key=lambda part: part.name))
    return sha256(b"".join(sources)).hexdigest()[:16]


def problem_of(cache_dir: str) -> str | None:
    """Return a sentence that says why nothing can be kept in a cache folder, and what to do; None if it can."""
    folder = code_folder(cache_dir)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return (
            f"Compiled code cannot be kept in {folder} ({reason_of(error)}), so each process that searches compiles for"
            f" {COMPILING_S} s: set GAPRACE_CACHE_DIR to a folder that can be written."
        )


@contextmanager
def compiling_once(cache_dir: str) -> Iterator[None]:
    """Use a cache folder for what is compiled from now on, and let no other process compile within this block.

    If the folder cannot be written, the code is compiled and not kept. Call this before the solver is imported.
    """
    import numba  # noqa: PLC0415  # it takes half a second, and the server never needs it

    if problem_of(cache_dir):
        yield
        return
    folder = code_folder(cache_dir)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # see there
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # released at the latest when the process ends
        yield


def load_or_compile(cache_dir: str, run_all: Callable[[], None]) -> None:
    """Call a function that runs every loop once; if that fails, call it again with all loops compiled anew.

    Numba does not sync what it writes, so after a power cut a file can be damaged. It then fails in many ways.
    """
    try:
        run_all()
    except Exception:
        code = [*code_folder(cache_dir).glob("**/*.nb?")]
        if not code:
            raise
        _log.warning("Compiled code in %s cannot be loaded and is compiled anew.", code_folder(cache_dir))
        for file in code:
            file.unlink(missing_ok=True)
        run_all()
