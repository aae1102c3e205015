"""The documents say what is so: their files exist, their links lead somewhere, their tables are those of the code."""

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
import yaml

from gaprace.wire import Command, Event

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PACKAGE = ROOT / "server" / "gaprace"
_CODE = re.compile(r"`([\w./-]+/[\w.-]*)`")
_FILE = re.compile(r"`(?:[\w.-]+/)*([\w-]+\.(?:py|js|css))`")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def text(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(document: Path) -> None:
    links = [link for link in _LINK.findall(document.read_text()) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_that_is_named_exists(document: Path) -> None:
    """A path is given from the root of the repository or of the package."""
    paths = [path for path in _CODE.findall(document.read_text()) if not path.startswith(("/", ".venv", "gaprace/1"))]
    assert [path for path in paths if not ((ROOT / path).exists() or (PACKAGE / path).exists())] == []


def test_every_file_that_the_code_names_exists() -> None:
    folders = [ROOT / each for each in ("server", "client", "tests", "tools", "migrations")]
    files = [*ROOT.glob("*"), *(path for folder in folders for path in folder.rglob("*"))]
    code = [each for each in files if each.suffix in {".py", ".js", ".css"} and "node_modules" not in each.parts]
    names = {path.name for path in code}
    assert [(path.name, name) for path in code for name in _FILE.findall(path.read_text()) if name not in names] == []


def test_the_map_has_twenty_questions() -> None:
    section = text("docs/contributing.md").partition("## A map")[2].partition("## ")[0]
    assert len(re.findall(r"^\| .+\? \| `", section, re.MULTILINE)) == 20


@pytest.mark.parametrize(("heading", "union"), [("## Commands", Command), ("## Events", Event)])
def test_the_protocol_lists_every_message(heading: str, union: object) -> None:
    table = text("docs/protocol.md").partition(heading)[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    named = {tag for row in rows for tag in re.findall(r"`(\w+)`", row)}
    assert named == {str(struct.__struct_config__.tag) for struct in get_args(union)}


def test_a_tag_publishes_what_a_release_builds_after_all_tests() -> None:
    workflow = yaml.safe_load(text(".github/workflows/release.yml"))
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads `on` so
    jobs = workflow["jobs"]
    build = [step.get("run", "") for step in jobs["build"]["steps"]]
    assert build.index(".ci/run") < build.index("make release")
    assert all(job["needs"] for name, job in jobs.items() if name != "build")
    version = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    assert f'version = "{version}"' in text("pyproject.toml").splitlines()
    assert "deploy/release.yml build --push server" in jobs["image"]["steps"][-1]["run"]
