"""Removes comments and unnecessary whitespace from scripts and style sheets, and shortens private names of classes.

Syntax and all other names are unchanged. Scripts are minified from the tokens of a real parser; style sheets lose only
comments, line ends and indentation.

The minifiers with a Python package break some code: rjsmin (1.3) removes spaces from texts in nested template literals,
and tdewolff's minifier (2.24) turns `export {}` into `export`.
"""

import re
from collections.abc import Iterator
from itertools import count

from tree_sitter import Node

from gaprace.web.pages.syntax import parse

_COMMENTS = {"comment", "html_comment"}
_ATOMS = {"regex", "string", "template_string"}
"""Nodes that are kept as they are, with all that is in them."""
_PRIVATE = "private_property_identifier"
_PRIVATE_NAME = re.compile(rb"#\w+")
_LETTERS = b"abcdefghijklmnopqrstuvwxyz"
_NO_LINE_END_AFTER = b"{([,;=?:&|"
_NO_LINE_END_BEFORE = b"})],;.?:"
"""Where a statement cannot end, or ends without the line end."""
_STYLE_PART = re.compile(rb"""("[^"]*"|'[^']*')|(?:[ ]*(?:/\*.*?\*/|\n\s*))+""", re.DOTALL)
"""A text, which is kept; or comments and line ends."""
_NO_SPACE_AFTER = b"{};,:("
_MUST_STAY_APART = {b"++", b"--", b"//", b"/*"}


def minified(script: bytes) -> bytes:
    """Return an equivalent module, or the script itself if it cannot be parsed."""
    root = parse(script)
    if root.has_error:
        return script
    tokens = list(_tokens(root))
    names = _short_names(tokens)
    parts = bytearray()
    end = 0
    for token in tokens:
        code = script[token.start_byte : token.end_byte]
        code = names.get(code, code) if token.type == _PRIVATE else code
        parts += _separator(bytes(parts[-1:]), script[end : token.start_byte], code[:1]) + code
        end = token.end_byte
    return bytes(parts)


def _short_names(tokens: list[Node]) -> dict[bytes, bytes]:
    """Return a short name for each private name, such as `#a`, but for those within a template, which is kept whole."""
    texts = [(token.type, token.text or b"") for token in tokens]
    kept = {name for kind, text in texts if kind in _ATOMS for name in _PRIVATE_NAME.findall(text)}
    found = dict.fromkeys(text for kind, text in texts if kind == _PRIVATE and text not in kept)
    short = (
        b"#%c" % letter if not round_ else b"#%c%d" % (letter, round_) for round_ in count() for letter in _LETTERS
    )
    free = (name for name in short if name not in kept)
    return dict(zip(found, free, strict=False))


def minified_style(sheet: bytes) -> bytes:
    """Return an equivalent style sheet."""
    return _STYLE_PART.sub(_style_separator, sheet).strip()


def _style_separator(found: re.Match[bytes]) -> bytes:
    before = found.string[: found.start()].rstrip()[-1:]
    return found[1] or (b"" if before in _NO_SPACE_AFTER else b" ")


def _tokens(node: Node) -> Iterator[Node]:
    if node.type in _COMMENTS or node.start_byte == node.end_byte:
        return
    if node.type in _ATOMS or not node.children:
        yield node
        return
    for child in node.children:
        yield from _tokens(child)


def _separator(before: bytes, gap: bytes, after: bytes) -> bytes:
    """Return the separator of two tokens: `before` is the last byte of one, `after` the first of the next."""
    if not before or not gap:
        return b""
    if b"\n" in gap and before not in _NO_LINE_END_AFTER and after not in _NO_LINE_END_BEFORE:
        return b"\n"
    is_word_split = _is_word(before) and (_is_word(after) or after == b".")
    return b" " if is_word_split or before + after in _MUST_STAY_APART else b""


def _is_word(byte: bytes) -> bool:
    return byte.isalnum() or byte in b"_$#\\" or byte > b"\x7f"
