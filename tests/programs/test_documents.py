"""The two documents of a server, as programs of others use them: a linter finds nothing, and a client comes of them."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest_asyncio

from gaprace.wire import PROTOCOL
from tests.built import NODE
from tests.processes import ROOT, ServerProcess, http_client

NEWER = """
import json
from gaprace.web.http import routes
from gaprace.web.ws.protocol import WebSocketConnection

def more(value):
    if isinstance(value, dict):
        return {name: more(each) for name, each in value.items()} | {"newer": {"newer": [1]}}
    return [more(each) for each in value] if isinstance(value, list) else value

def newer(data):
    return json.dumps(more(json.loads(data))).encode()

encode, send = routes.encode, WebSocketConnection.send
routes.encode = lambda answer: newer(encode(answer))

def send_newer(self, data):
    return send(self, tuple(map(newer, data if isinstance(data, tuple) else (data,))))

WebSocketConnection.send = send_newer
"""
"""Has a server send a new field in every object of every answer and event, as a later version may."""
DOCUMENTS = ("openapi.json", "asyncapi.json")
SPECTRAL = ROOT / "client/node_modules/.bin/spectral"
RULES = 'extends: ["spectral:oas", "spectral:asyncapi"]\n'
MESSAGES = (
    *("--input-file-type", "asyncapi", "--output-model-type", "pydantic_v2.BaseModel"),
    *("--enum-field-as-literal", "all", "--use-one-literal-as-default", "--formatters", "builtin"),
)
"""Each message then has its tag by itself."""
PROGRAM = Path(__file__).with_name("race_of_two.py")


class Site(NamedTuple):
    base: str
    folder: Path
    """With the two documents."""


@pytest_asyncio.fixture
async def site(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Site]:
    settings = {"GAPRACE_CONTACT": "race@example.org"}
    async with ServerProcess(sqlite_url, settings=settings) as server, http_client(server.base) as reader:
        for name in DOCUMENTS:
            (tmp_path / name).write_text((await reader.get(f"/{name}")).text)
        yield Site(server.base, tmp_path)


class NewerServer(ServerProcess):
    @property
    def command(self) -> tuple[str, ...]:
        python, option, serve, *arguments = super().command
        return (python, option, NEWER + serve, *arguments)


def run(folder: Path, *command: str | Path) -> str:
    """Run a program that has to succeed; return what it prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def spectral(folder: Path) -> list[dict[str, object]]:
    (folder / "rules.yaml").write_text(RULES)
    options = ("--ruleset", "rules.yaml", "--format", "json", "--quiet", "--fail-severity", "error")
    done = subprocess.run(
        [NODE, SPECTRAL, "lint", *options, "*.json"], cwd=folder, capture_output=True, text=True, check=False
    )
    findings: list[dict[str, object]] = json.loads(done.stdout)
    return findings


async def test_spectral_finds_nothing_in_both_documents(site: Site) -> None:
    for name in DOCUMENTS:
        document = json.loads((site.folder / name).read_text())
        del document["info"]["description"]
        parts = {part: {} for part in ("paths", "channels", "operations") if part in document}
        (site.folder / f"without-{name}").write_text(json.dumps({**document, **parts, "components": {}}))
    assert {(Path(str(each["source"])).name, each["code"]) for each in spectral(site.folder)} == {
        ("without-openapi.json", "info-description"),
        ("without-asyncapi.json", "asyncapi-info-description"),
    }


async def test_a_client_generated_from_them_unedited_plays_a_race_also_with_a_newer_server(
    site: Site, tmp_path: Path
) -> None:
    programs = Path(sys.executable).parent
    options = ("--path", DOCUMENTS[0], "--meta", "none", "--output-path", "generated_api")
    run(site.folder, programs / "openapi-python-client", "generate", *options)
    options = ("--input", DOCUMENTS[1], "--output", "generated_messages.py", *MESSAGES)
    run(site.folder, programs / "datamodel-codegen", *options)
    (site.folder / PROGRAM.name).write_text(PROGRAM.read_text())
    race(site.folder, site.base)
    async with NewerServer(f"sqlite:///{tmp_path}/newer.db") as newer, http_client(newer.base) as reader:
        assert "newer" in (await reader.get("/api/v1/dailies")).json()
        race(site.folder, newer.base)


def race(folder: Path, base: str) -> None:
    raced = json.loads(run(folder, sys.executable, PROGRAM.name, base, str(PROTOCOL)))
    assert raced["names"] == ["Ann", "Bob"]
    for transcript in raced["transcripts"]:
        move, shuffle, resign = (action.partition(":")[0] for action in transcript.split())
        assert ("@" in move, shuffle, resign) == (True, "shuffle", "resign")
