"""Stand-ins for programs that manage machines, which tests do not have: they refuse what those could not do.

`docker compose exec` runs the command here, beside the servers and the database of the test; `make` shows what it
would do.
"""

import argparse
import os
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
LOG = '{"level": "info", "message": "request"}\n{"level": "warning", "message": "the bus is down"}'


def docker(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("docker")
    commands = parser.add_subparsers(dest="command", required=True)
    inspect = commands.add_parser("image").add_subparsers(required=True).add_parser("inspect")
    inspect.add_argument("--format", required=True)
    inspect.add_argument("images", nargs="+")
    tag = commands.add_parser("tag")
    tag.add_argument("image")
    tag.add_argument("name")
    commands.add_parser("push").add_argument("name")
    build = commands.add_parser("build")
    build.add_argument("--tag", required=True)
    build.add_argument("context", type=Path)
    container = commands.add_parser("run")
    container.add_argument("--detach", action="store_true")
    container.add_argument("--publish", required=True)
    container.add_argument("--volume", required=True)
    container.add_argument("image")
    compose = commands.add_parser("compose")
    compose.add_argument("--file", action="append", default=[])
    actions = compose.add_subparsers(dest="action", required=True)
    up = actions.add_parser("up")
    up.add_argument("--detach", action="store_true")
    up.add_argument("--build", action="store_true")
    cp = actions.add_parser("cp")
    cp.add_argument("source")
    cp.add_argument("target")
    logs = actions.add_parser("logs")
    logs.add_argument("--follow", action="store_true")
    logs.add_argument("--since")
    logs.add_argument("--no-log-prefix", action="store_true")
    for action in (logs, *map(actions.add_parser, ("stop", "build", "pull"))):
        action.add_argument("services", nargs="+")
    for name, option in (("exec", "-T"), ("run", "--rm")):
        execute = actions.add_parser(name)
        execute.add_argument(option, action="store_true")
        execute.add_argument("services", nargs=1)
        execute.add_argument("run", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    services = yaml.safe_load((ROOT / "docker-compose.production.yml").read_text())["services"]
    if options.command == "image":
        assert all(any(image in str(each["image"]) for each in services.values()) for image in options.images)
    elif options.command == "compose":
        assert set(getattr(options, "services", ())) <= services.keys()
        in_compose(options)


def in_compose(options: argparse.Namespace) -> None:
    if options.action == "logs":
        print(LOG)
    elif options.action in {"exec", "run"}:
        sys.stdout.flush()
        os.execvp(options.run[0], options.run)  # noqa: S606  # the command of the document


def systemctl(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("systemctl")
    parser.add_argument("action", choices=("enable", "start", "stop", "restart"))
    parser.add_argument("--now", action="store_true")
    parser.add_argument("unit", choices=("gaprace", "gaprace@8001", "gaprace*"))
    parser.parse_args(arguments)


def journalctl(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("journalctl")
    parser.add_argument("--unit", choices=("gaprace*",), required=True)
    parser.add_argument("--since", required=True)
    parser.add_argument("--output", choices=("cat",), required=True)
    # As of the real one: a dash may begin a value.
    parser.parse_args([each.replace("-15min", "15min ago") for each in arguments])
    print(LOG)


def useradd(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("useradd")
    parser.add_argument("--system", action="store_true")
    parser.add_argument("--home-dir", required=True)
    parser.add_argument("--shell", required=True)
    parser.add_argument("name")
    parser.parse_args(arguments)


def setpriv(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("setpriv")
    parser.add_argument("--reuid", required=True)
    parser.add_argument("--regid", required=True)
    parser.add_argument("--clear-groups", action="store_true")
    parser.add_argument("run", nargs=argparse.REMAINDER)
    run = parser.parse_args(arguments).run
    os.execv(run[0], run)  # noqa: S606  # the command of the document


def kubectl(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("kubectl")
    parser.add_subparsers(required=True).add_parser("apply").add_argument("--kustomize", type=Path, required=True)
    folder = parser.parse_args(arguments).kustomize
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    names = [
        *kustomization["resources"],
        *(name for each in kustomization["secretGenerator"] for name in each["files"]),
    ]
    for name in names:
        assert (folder / name).read_text().strip(), name


def make(arguments: list[str]) -> None:
    os.execv("/usr/bin/make", ["make", "--dry-run", f"--directory={ROOT}", *arguments])  # noqa: S606  # GNU make


def uvx(arguments: list[str]) -> None:
    print("uvx", *arguments)


PROGRAMS = {each.__name__: each for each in (docker, kubectl, make, systemctl, journalctl, useradd, setpriv, uvx)}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](sys.argv[2:])
