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


def docker(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser("docker")
    commands = parser.add_subparsers(dest="command", required=True)
    tag = commands.add_parser("tag")
    tag.add_argument("image")
    tag.add_argument("name")
    commands.add_parser("push").add_argument("name")
    compose = commands.add_parser("compose")
    compose.add_argument("--file", action="append", default=[])
    actions = compose.add_subparsers(dest="action", required=True)
    actions.add_parser("up").add_argument("--detach", action="store_true")
    actions.add_parser("config").add_argument("--lock-image-digests", action="store_true")
    for name in ("logs", "stop", "start", "build"):
        action = actions.add_parser(name)
        action.add_argument("--follow", action="store_true")
        action.add_argument("service")
    execute = actions.add_parser("exec")
    execute.add_argument("-T", action="store_true")
    execute.add_argument("service")
    execute.add_argument("run", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    if options.command == "compose":
        in_compose(options)


def in_compose(options: argparse.Namespace) -> None:
    files = [yaml.safe_load(Path(name).read_text()) for name in options.file or ["docker-compose.yml"]]
    if options.action == "config":
        print(yaml.safe_dump({"services": {name: {} for name in files[0]["services"]}}))
    elif options.action == "up":
        assert all(each["services"].keys() == files[0]["services"].keys() for each in files)
    else:
        assert options.service in files[0]["services"], options.service
    if options.action == "exec":
        sys.stdout.flush()
        os.execvp(options.run[0], options.run)  # noqa: S606  # the command of the document


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


if __name__ == "__main__":
    {"docker": docker, "kubectl": kubectl, "make": make}[sys.argv[1]](sys.argv[2:])
