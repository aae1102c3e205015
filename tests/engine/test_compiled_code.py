"""Compiled code: kept in one folder, compiled once, and no burden for processes that do not search."""

import asyncio
import os
import sys
from pathlib import Path

from gaprace.engine.compiled_code import code_folder, problem_of
from tests.processes import ROOT

IMPOSSIBLE = "/dev/null/cache"

ONE_LOOP = """
import sys
from gaprace.engine.compiled_code import compiling_once, load_or_compile

def run_all():
    from gaprace.solver.moves import left_ends
    assert left_ends(4) == (1, 6, 11, 16)

with compiling_once(sys.argv[1]):
    load_or_compile(sys.argv[1], run_all)
from gaprace.solver.moves import left_ends
print(sum(left_ends.stats.cache_misses.values()), len(left_ends.signatures))
"""

SERVER = """
import sys
import gaprace.startup, gaprace.doctor
from gaprace.engine.searching import SearchingEngine
SearchingEngine(1)
print([name for name in ("numba", "numpy") if name in sys.modules])
"""


async def output_of(program: str, *arguments: str, home: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment |= {"PYTHONPATH": str(ROOT / "server"), "HOME": str(home), "XDG_CACHE_HOME": str(home)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *arguments, env=environment, cwd=home, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    return output.decode().strip()


def is_empty(folder: Path) -> bool:
    return not [*folder.iterdir()]


async def test_of_processes_that_start_together_one_compiles_and_nothing_else_is_written(tmp_path: Path) -> None:
    cache, home = tmp_path / "cache", tmp_path / "home"
    home.mkdir()
    found = await asyncio.gather(*(output_of(ONE_LOOP, str(cache), home=home) for _ in range(2)))
    assert sorted(found) == ["0 1", "1 1"]
    assert is_empty(home)


async def test_damaged_code_is_compiled_anew(tmp_path: Path) -> None:
    cache, home = tmp_path / "cache", tmp_path / "home"
    home.mkdir()
    assert await output_of(ONE_LOOP, str(cache), home=home) == "1 1"
    kept = sorted(code_folder(str(cache)).glob("**/*.nb?"), key=lambda file: file.suffix)
    assert {file.suffix for file in kept} == {".nbi", ".nbc"}
    for file in kept:
        content = file.read_bytes()
        for damaged in (content[: len(content) // 2], bytes(len(content))):
            file.write_bytes(damaged)
            assert (await output_of(ONE_LOOP, str(cache), home=home)).endswith(" 1")
    assert await output_of(ONE_LOOP, str(cache), home=home) == "0 1"


async def test_a_folder_that_cannot_be_written_is_reported_and_searches_go_on_and_any_other_is_no_problem(
    tmp_path: Path,
) -> None:
    problem = problem_of(IMPOSSIBLE)
    assert IMPOSSIBLE in problem
    assert "set GAPRACE_CACHE_DIR to a folder that can be written" in problem
    assert await output_of(ONE_LOOP, IMPOSSIBLE, home=tmp_path) == "1 1"
    assert is_empty(tmp_path)
    assert problem_of(str(tmp_path / "new")) is None
    assert code_folder(str(tmp_path)).is_relative_to(tmp_path)


async def test_a_server_loads_neither_the_compiler_nor_numpy(tmp_path: Path) -> None:
    assert await output_of(SERVER, home=tmp_path) == "[]"
