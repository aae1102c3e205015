"""From nothing to a friend's phone in a race: seconds and megabytes, by each way to run a server.

Each way begins in an empty folder. What it needs is downloaded; then all else happens without a network. Host and
friend have a browser open, and have never been on the site. On a machine with other work, only the seconds of a
processor say something.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import psutil
from playwright.async_api import Browser, expect

from tests.browser.guest import PHONE, Guest, browsing, visiting
from tests.built import wheel_in
from tests.processes import ROOT, free_port

MEGABYTE = 1e6
START_TIMEOUT_S = 300
READY = "I'm ready"
PIP = "python3 -m pip --quiet download --only-binary :all: --dest $CACHE"
NOT_OF_A_READER = {"VIRTUAL_ENV", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
CACHES = ("UV_CACHE_DIR", "PIP_CACHE_DIR", "XDG_CACHE_HOME")
FOUND_IN = ("PIP_FIND_LINKS", "UV_FIND_LINKS")
OFFLINE = {"UV_OFFLINE": "1", "PIP_NO_INDEX": "1"}


@dataclass(frozen=True)
class Way:
    """A way to run a server, for a shell that knows `$WHEEL`, `$SOURCE`, `$PORT`, and `$CACHE` for downloads."""

    download: str
    run: str
    """Installs and serves, without a network."""


WAYS: Mapping[str, Way] = {
    "uvx": Way("uvx --from $WHEEL gaprace --version", "uvx --from $WHEEL gaprace serve --port $PORT"),
    "pip": Way(
        f"{PIP} $WHEEL",
        "python3 -m venv --without-pip env && python3 -m pip --python env install --quiet --no-compile $WHEEL"
        " && env/bin/gaprace serve --port $PORT",
    ),
    "make run": Way(
        "git clone --quiet --depth 1 file://$SOURCE source && cd source"
        f" && {PIP} --requirement requirements.lock --requirement requirements-uv.lock",
        'make --directory source run ARGS="--port $PORT"',
    ),
    "docker run": Way("docker image inspect gaprace", "docker run --rm --publish $PORT:8000 gaprace"),
}


def run() -> None:
    """Print a line for each way."""
    asyncio.run(measure())


async def measure() -> None:
    async with browsing() as browser:
        with TemporaryDirectory() as built:
            wheel = wheel_in(Path(built))
            for name, way in WAYS.items():
                with TemporaryDirectory() as folder:
                    print(f"{name}: {await gone(way, wheel, Path(folder), browser)}", flush=True)


async def gone(way: Way, wheel: Path, folder: Path, browser: Browser) -> str:
    """Go a way in an empty folder, and return its figures."""
    port = free_port()
    names = {"WHEEL": str(wheel), "SOURCE": str(ROOT), "CACHE": str(folder / "cache"), "PORT": str(port)}
    received, began = megabytes_received(), monotonic()
    download = await in_shell(way.download, folder, names)
    await download.communicate()
    if download.returncode:
        return f"cannot be gone here: {way.download}"
    received, downloaded = megabytes_received() - received, monotonic() - began
    async with visiting(browser, f"http://127.0.0.1:{port}") as guests:
        host, friend = await guests.one(newcomer=True), await guests.one(PHONE, newcomer=True)
        began = monotonic()
        async with serving(way, folder, {**names, **OFFLINE, **dict.fromkeys(FOUND_IN, names["CACHE"])}) as server:
            listens, used_s = monotonic(), processor_s(server)
            await get_ready(host, friend)
            ready, race_used_s = monotonic(), processor_s(server) - used_s
            await friend.begun()
            raced = monotonic()
    return (
        f"{received:.0f} MB received in {downloaded:.1f} s; {raced - began:.1f} s from there to a phone in a race:"
        f" it listens after {listens - began:.1f} s ({used_s:.1f} s of a processor), both are ready after another"
        f" {ready - listens:.1f} s (the server takes {race_used_s:.1f} s of a processor),"
        f" and begin after {raced - ready:.1f} s; {megabytes(folder):.0f} MB on the disk"
    )


async def in_shell(command: str, folder: Path, names: Mapping[str, str]) -> asyncio.subprocess.Process:
    """Run a command with nothing of this environment but its programs, which come last."""
    own = str(Path(sys.executable).parent)
    programs = [*(each for each in os.environ["PATH"].split(os.pathsep) if each != own), own]
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OF_A_READER}
    return await asyncio.create_subprocess_shell(
        command,
        cwd=folder,
        env={**kept, "PATH": os.pathsep.join(programs), **dict.fromkeys(CACHES, names["CACHE"]), **names},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )


@asynccontextmanager
async def serving(way: Way, folder: Path, names: Mapping[str, str]) -> AsyncIterator[psutil.Process]:
    """Run a server, and yield its first process once it listens."""
    shell = await in_shell(way.run, folder, names)
    try:
        assert shell.stdout
        async with asyncio.timeout(START_TIMEOUT_S):
            while b"listens on" not in await shell.stdout.readline():
                assert not shell.stdout.at_eof(), f"{way.run} has failed"
        yield psutil.Process(shell.pid)
    finally:
        os.killpg(shell.pid, signal.SIGTERM)
        await shell.communicate()


async def get_ready(host: Guest, friend: Guest) -> None:
    """Let a host open a room on a desktop, a friend follow its link on a phone, and both be ready."""
    await host.open("/race")
    await host.press("Race friends")
    await host.page.wait_for_url("**/r/*")
    await friend.open(host.page.url.removeprefix(host.base))
    await expect(friend.page.locator(".faces .me")).to_be_visible()
    for each in (host, friend):
        await each.press(READY)


def processor_s(process: psutil.Process) -> float:
    """Return the processor time of a process, and of all that it has started."""
    return sum(sum(each.cpu_times()[:4]) for each in (process, *process.children(recursive=True)))


def megabytes_received() -> float:
    """Return what this machine has received, but from itself."""
    cards = psutil.net_io_counters(pernic=True)
    return sum(card.bytes_recv for name, card in cards.items() if name != "lo") / MEGABYTE


def megabytes(folder: Path) -> float:
    """Return what a folder takes; a file with several names counts once."""
    found = {(state.st_dev, state.st_ino): state.st_size for each in folder.rglob("*") for state in [each.lstat()]}
    return sum(found.values()) / MEGABYTE
