"""Minified scripts and style sheets: another text, the same meaning."""

import json
import re
import subprocess
import sys
from gzip import compress
from pathlib import Path

import pytest

from gaprace.web.pages.minify import minified, minified_style
from tests.web.harness import CLIENT

SAME_PROGRAM = Path(__file__).parents[2] / "client" / "same_program.js"
NODE = Path(sys.executable).with_name("node")
SCRIPTS = [path for path in CLIENT.rglob("*.js") if "node_modules" not in path.parts]
SOURCE = b"""/** What it is. */
import { a } from "./a.js";

/**
 * Does it.
 * @param {string} b
 */
export function does(b) {
  // Because.
  const c = /** @type {any} */ (b);
  return c + "/* no comment */" + 'http://x' + /[/]\\*/.source; // at last
}
"""
MODERN = """
export {};
export class Counter {
  #count = 1_000;
  static made = 0;
  static { this.made = 7; }
  get text() {
    return `two
      // lines, no comment  of ${this.#count?.toString() ?? "/* none */"}${this.#count && `,  ${this.#count}`}
    /* and */ a third`;
  }
  has(other) { return #count in other && /[/"'`]  \\/\\//g.test(other.text); }
}
const sum = (a, b) => a++ + +b - -a - --b;
const bare = () => {}
const test = (text) => /re  x/.test(text) / 2 / /x/.exec(text).length
label: for (const each of [1n, 2n]) { if (each) break label }
do sum(1, 2); while (1 .valueOf() > 2)
const returned = () => {
  return
  sum()
}
let i = 0
++i
const late = () => {
  return /* a comment
  of two lines */ sum()
}
let \\u0061bc = async function* () { for await (const x of []) yield* x }, π = { get: 1, async: 2, static: 3 }
export default async (...all) => { for await (const x of all) { sum(x, 0) } return /x  y/u }
"""


def programs_that_differ(pairs: dict[str, tuple[str, str]]) -> list[str]:
    """Return the paths of (source, minified) pairs whose syntax trees differ."""
    run = subprocess.run(
        [NODE, SAME_PROGRAM, CLIENT], input=json.dumps(pairs), capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


def test_scripts_lose_their_comments_and_needless_space() -> None:
    assert minified(SOURCE).decode() == (
        """import{a}from"./a.js";export function does(b){const c=(b);return c+"/* no comment */"+'http://x'+/[/]\\*/.source;}"""
    )


def test_every_script_of_the_client_is_the_same_program_and_smaller() -> None:
    sources = {str(path): path.read_bytes() for path in SCRIPTS}
    assert len(sources) > 50
    pairs = {path: (source.decode(), minified(source).decode()) for path, source in sources.items()}
    assert programs_that_differ(pairs) == []
    sizes = [(len(compress(before.encode())), len(compress(after.encode()))) for before, after in pairs.values()]
    assert sum(after for _, after in sizes) < 0.8 * sum(before for before, _ in sizes)


def test_modern_syntax_missing_semicolons_and_texts_of_several_lines_are_kept() -> None:
    shorter = minified(MODERN.encode()).decode()
    assert len(shorter) < 0.9 * len(MODERN)
    assert programs_that_differ({"modern.js": (MODERN, shorter)}) == []


@pytest.mark.parametrize(("text", "spoilt"), [("  x/", " x/"), (",  $", ", $"), ("return\n", "return "), ("++i", "+i")])
def test_a_changed_program_would_be_noticed(text: str, spoilt: str) -> None:
    assert text in MODERN
    assert programs_that_differ({"modern.js": (MODERN, MODERN.replace(text, spoilt))}) == ["modern.js"]


@pytest.mark.parametrize("script", [b"const = ;", b"`never ends", b"\xff\xfe", b"if ( { // why"])
def test_what_cannot_be_parsed_is_left_as_it_is(script: bytes) -> None:
    assert minified(script) == script


def test_of_a_comment_nothing_is_left() -> None:
    assert minified(b"// only a comment") == minified(b"") == b""


def test_a_style_sheet_loses_comments_and_line_ends_and_keeps_its_texts() -> None:
    sheet = b"""/* What it is. */
.a,
.b > .c {
  content: "/* no comment */  \\a";
  grid-template:
    "side" auto
    "stage" 1fr; /* Because. */
  width: calc(1px + 2px);
}
"""
    assert minified_style(sheet) == (
        b'.a,.b > .c {content: "/* no comment */  \\a";grid-template:"side" auto "stage" 1fr;width: calc(1px + 2px);}'
    )


@pytest.mark.parametrize("path", sorted(CLIENT.glob("[!n]*/**/*.css")), ids=lambda path: path.name)
def test_every_style_sheet_of_the_client_keeps_all_but_comments_and_space(path: Path) -> None:
    sheet = path.read_bytes()
    bare = re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL)
    assert re.sub(rb"\s", b"", minified_style(sheet)) == re.sub(rb"\s", b"", bare)
    assert len(minified_style(sheet)) < len(sheet)


def test_private_names_get_short_unless_a_template_has_them() -> None:
    script = b"class A { #count = 1; #a; get b() { return `${this.#a}` + this.#count + `#other`; } }"
    assert minified(script) == b"class A{#b=1;#a;get b(){return`${this.#a}`+this.#b+`#other`;}}"
    merged = minified(script).decode().replace("#b", "#a")
    assert programs_that_differ({"a.js": (script.decode(), merged)}) == ["a.js"]
