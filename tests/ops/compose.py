"""Both compose files in a real engine: `make compose` builds the image, starts each file as it stands, and races.

It needs Docker with Compose 2.24 or newer, and the ports 80, 443 and 8000. Where no registry can be reached, the images
have to be there under the names in the files.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic
from typing import Any

from tests.ops.test_compose import CLUB, PRODUCTION, SECRETS
from tests.processes import ROOT, command

PROJECT = "gaprace-tried"
OTHER_VOLUME = f"volumes: {{data: {{name: {PROJECT}}}}}"
"""In the file of a club the volume has a name, which may be that of somebody's data."""
NET_BIND_SERVICE = 1 << 10
KILLED = 128 + 9
TIMEOUT_S = 600


@dataclass(frozen=True)
class Installation:
    """What one of the files starts."""

    address: str
    compose: list[str]
    environment: dict[str, str]

    def __call__(self, *arguments: str, check: bool = True) -> str:
        """Let Compose do something, and return what it prints."""
        return run([*self.compose, *arguments], self.environment, check=check)

    def containers(self) -> list[dict[str, Any]]:
        """Return all, also those that have ended."""
        return [json.loads(line) for line in self("ps", "--all", "--format", "json").splitlines()]


def run(arguments: list[str], environment: dict[str, str], *, check: bool = True) -> str:
    """Run a command, and return what it prints. Its errors are seen."""
    done = subprocess.run(
        arguments, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=check, timeout=TIMEOUT_S
    )
    return done.stdout


@contextmanager
def timed(what: str) -> Iterator[None]:
    began = monotonic()
    yield
    print(f"  {what}: {monotonic() - began:.1f} s", flush=True)


@contextmanager
def installed(file: str, address: str, override: str = "") -> Iterator[Installation]:
    """Start what a file says, and remove it with its data."""
    with TemporaryDirectory() as folder:
        more = Path(folder, "override.yml")
        more.write_text(override or "services: {}")
        names = ["--project-name", PROJECT, "--project-directory", str(ROOT), "--file", str(ROOT / file)]
        secrets = {name: token_hex(24) for name in SECRETS}
        of = Installation(address, ["docker", "compose", *names, "--file", str(more)], secrets)
        try:
            of("build", "--quiet")
            with timed("until all are healthy"):
                of("up", "--detach", "--wait")
            yield of
        finally:
            of("down", "--volumes", check=False)


def race(of: Installation, meanwhile: Callable[[], object] = lambda: None) -> str:
    """Let two bots race, do something once they do, and return the address of a game that is left of it."""
    with subprocess.Popen(
        command("bot", of.address, "-n", "2", "--pace", "0.05", "--json"),
        env={**os.environ, **of.environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as bots:
        # Bots that wait say nothing, and reading from a pipe has no time limit of its own.
        limit = Timer(TIMEOUT_S, bots.kill)
        limit.start()
        try:
            assert any(line.startswith("race 1: best") for line in bots.stderr), "the bots have not raced"
            meanwhile()
            result = bots.communicate()[0]
        finally:
            limit.cancel()
            bots.kill()
    first, _ = json.loads(result)["standings"]
    return f"{of.address}api/v1/games/{first['game']}"


def confined(of: Installation) -> None:
    """Nobody may write to an image, is root but for the proxy, or has more than it needs."""
    for each in of.containers():
        name, service = each["Name"], each["Service"]
        if each["State"] != "running":
            assert each["ExitCode"] == 0, name
            continue
        status = dict(line.split(":\t", 1) for line in read_in(name, "/proc/1/status").splitlines())
        is_proxy = service == "caddy"
        assert int(status["CapBnd"], 16) == (NET_BIND_SERVICE if is_proxy else 0), name
        assert status["NoNewPrivs"] == "1", name
        assert (status["Uid"].split()[0] == "0") is is_proxy, name
        mounts = [line.split() for line in read_in(name, "/proc/1/mounts").splitlines()]
        (root,) = [options.split(",") for _, where, _, options, *_ in mounts if where == "/"]
        assert "ro" in root, f"{name} could write to its image"


def read_in(container: str, file: str) -> str:
    """Return what a container has in a file."""
    return run(["docker", "exec", container, "cat", file], {})


def stopped(of: Installation) -> None:
    """Each ends by itself, in its time."""
    with timed("until all have ended"):
        of("stop")
    ended = {each["Name"]: each["ExitCode"] for each in of.containers()}
    assert KILLED not in ended.values(), ended


def works(of: Installation) -> None:
    """A race, a restart, an end and another beginning lose nothing."""
    confined(of)
    findings = json.loads(of("exec", "--no-TTY", "server", "gaprace", "doctor", "--json"))
    assert findings["ok"], findings
    link = json.loads(of("exec", "--no-TTY", "server", "gaprace", "owner", "--json"))["link"]
    assert link.replace("127.0.0.1", "localhost").startswith(f"{of.address}p/admin#"), link
    with timed("a race of two bots"):
        game = race(of)
    with timed("until it serves again, after a restart"):
        of("restart", "server")
        of("up", "--detach", "--wait")
    kept(of, game)
    stopped(of)
    of("down")
    of("up", "--detach", "--wait")
    kept(of, game)


def kept(of: Installation, game: str) -> None:
    """A game is still there."""
    run(["curl", "--silent", "--show-error", "--fail", "--output", os.devnull, game], of.environment)


def main() -> None:
    print(CLUB)
    with installed(CLUB, "http://localhost:8000/", OTHER_VOLUME) as club:
        works(club)
    print(PRODUCTION)
    with installed(PRODUCTION, "https://localhost/") as production, TemporaryDirectory() as folder:
        authority = Path(folder, "root.crt")
        authority.write_text(
            production("exec", "--no-TTY", "caddy", "cat", "/data/caddy/pki/authorities/local/root.crt")
        )
        production.environment.update(SSL_CERT_FILE=str(authority), CURL_CA_BUNDLE=str(authority))
        works(production)
        with timed("a race that one of the two servers leaves"):
            race(production, lambda: run(["docker", "stop", f"{PROJECT}-server-1"], {}))


if __name__ == "__main__":
    main()
