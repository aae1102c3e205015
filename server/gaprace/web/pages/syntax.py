"""The syntax trees of the client's scripts, by tree-sitter's grammar of JavaScript."""

from collections.abc import Iterable, Iterator

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser, Query, QueryCursor

FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    }
)
"""The types of nodes that are functions."""
_JAVASCRIPT = Language(tree_sitter_javascript.language())


def parse(script: bytes) -> Node:
    """Return the syntax tree of a script."""
    return Parser(_JAVASCRIPT).parse(script).root_node  # a parser of its own, since threads parse, too


def text_of(node: Node | None) -> str:
    """Return the source text of a node; of a string, without its quotes."""
    text = (node.text or b"").decode() if node else ""
    return text[1:-1] if node and node.type == "string" else text


def nodes_in(node: Node, outside: frozenset[str] = frozenset()) -> Iterator[Node]:
    """Yield a node and all within it, but nothing within nodes of the types in `outside`."""
    yield node
    for child in node.children:
        if child.type not in outside:
            yield from nodes_in(child, outside)


def query(pattern: str) -> Query:
    """Return what `found_in` looks for, in tree-sitter's language of queries: nodes that are marked `@found`."""
    return Query(_JAVASCRIPT, pattern)


def found_in(node: Node, wanted: Query) -> list[Node]:
    """Return the nodes that a query finds, in the order of `nodes_in`, which would take several times as long."""
    found = QueryCursor(wanted).captures(node).get("found", [])
    return sorted(found, key=lambda each: (each.start_byte, -each.end_byte))


def edited(script: bytes, edits: Iterable[tuple[int, int, str]]) -> bytes:
    """Return a script with other texts in some places: each edit has its first byte, the one after it, and the text."""
    parts: list[bytes] = []
    end = 0
    for start, stop, text in sorted(edits):
        parts += [script[end:start], text.encode()]
        end = stop
    return b"".join([*parts, script[end:]])
