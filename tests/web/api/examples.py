"""The examples of the API documents: one call of each operation, as a test makes it.

`python -m tests.web.api.examples` runs the tests of the API, and writes what they have called to
`server/gaprace/web/api/examples.json`. Named tests only add what is missing there, or does not fit any more.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jsonschema import Draft202012Validator
from starlette.routing import compile_path

from gaprace.web.app import ROUTES_ABOUT
from gaprace.web.http.bodies import JSON
from gaprace.web.http.routes import Route
from tests.processes import ROOT
from tests.web.api.documents import OPENAPI

FILE = ROOT / "server/gaprace/web/api/examples.json"
TESTS = ("tests/web/api", "tests/web/test_access.py", "tests/web/test_seals.py")
LONG, MANY = 1_500, 2
"""Characters of an example, and rows of its lists, that are still read."""

Call = tuple[str, str, int, str, str, str]
"""Method, path, status, media type, body, answer."""


def documented() -> Iterator[Route]:
    """Return all routes that answer with JSON and are for programs."""
    for tag, rows in ROUTES_ABOUT.items():
        if tag not in {"pages", "operations"}:
            yield from (row for row in rows if row.media_type == JSON)


def example_of(route: Route, calls: list[Call]) -> dict[str, Any] | None:
    """Return the longest call that is not too long, or else the shortest one; None without any."""
    pattern = compile_path(route.path)[0]
    others = {row.path for row in documented()} - {route.path}
    found = [
        made
        for method, path, status, kind, body, answer in calls
        if (method, status, kind) == (route.method, route.status, JSON) and pattern.fullmatch(path)
        if path not in others and (made := _read(route, body, answer)) is not None
    ]
    sized = {json.dumps(each, sort_keys=True): each for each in found}
    short = [text for text in sized if len(text) <= LONG]
    return sized[max(short, key=len) if short else min(sized, key=len)] if sized else None


def _read(route: Route, body: str, answer: str) -> dict[str, Any] | None:
    made = {"response": _cut(json.loads(answer))}
    if route.body is not None:
        if not body.startswith("{"):
            return None
        made["request"] = json.loads(body)
    return made if all(_fits(kind, made[part]) for part, kind in kinds(route)) else None


def kinds(route: Route) -> Iterator[tuple[str, str]]:
    """Return the names of the schemas of the parts of an example."""
    if route.response:
        yield "response", route.response.__name__
    if route.body:
        yield "request", route.body.__name__


def _fits(kind: str, value: object) -> bool:
    schema = {"$ref": f"#/components/schemas/{kind}", "components": OPENAPI["components"]}
    return Draft202012Validator(schema).is_valid(value)


def _cut(value: Any) -> Any:  # noqa: ANN401  # any JSON
    if isinstance(value, dict):
        return {name: _cut(each) for name, each in value.items()}
    return [_cut(each) for each in value[:MANY]] if isinstance(value, list) else value


def main() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "calls"
        environment = {**os.environ, "GAPRACE_TEST_EXAMPLES": str(file)}
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(sys.argv[1:] or TESTS)]
        subprocess.run(command, cwd=ROOT, env=environment, check=False)
        calls = [tuple(json.loads(line)) for line in file.read_text().splitlines()]
    before = json.loads(FILE.read_text()) if FILE.exists() else {}
    examples = {}
    for route in documented():
        kept = before.get(route.name)
        is_right = kept is not None and all(_fits(kind, kept.get(part)) for part, kind in kinds(route))
        examples[route.name] = kept if is_right and sys.argv[1:] else example_of(route, calls) or kept
    print("without an example:", [name for name, made in examples.items() if made is None])
    found = {name: made for name, made in sorted(examples.items()) if made is not None}
    FILE.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
