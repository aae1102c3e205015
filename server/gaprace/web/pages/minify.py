"""Removes comments and unnecessary whitespace from scripts and style sheets, and shortens private names of classes.

Syntax and all other names are unchanged. A real parser says where a script has texts and comments; style sheets lose
only comments, line ends and indentation.

The minifiers with a Python package break some code: rjsmin (1.3) removes spaces from texts in nested template literals,
and tdewolff's minifier (2.24) turns `export {}` into `export`.
"""

import re
from collections.abc import Iterator
from itertools import count

from tree_sitter import Node

from gaprace.web.pages.syntax import found_in, parse, query

_COMMENTS = {"comment", "html_comment"}
_WHOLE = query("[(comment) (html_comment) (regex) (string) (template_string)] @found")
"""The nodes that are removed, or kept as they are, with all that is in them."""
_SPACE_OR_CODE = re.compile(rb"\s+|\S+")
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
    parts = list(_parts(script, root))
    names = _short_names(parts)
    short, gap = bytearray(), b""
    for part, is_whole in parts:
        code = part if is_whole else _PRIVATE_NAME.sub(lambda name: names.get(name[0], name[0]), part)
        for text in (code,) if is_whole else _SPACE_OR_CODE.findall(code):
            if text.isspace():
                gap += text
            else:
                short += _separator(bytes(short[-1:]), gap, text[:1]) + text
                gap = b""
    return bytes(short)


def _parts(script: bytes, root: Node) -> Iterator[tuple[bytes, bool]]:
    """Yield the parts of a script: texts that are kept as they are, and the code between them, without comments."""
    end = 0
    for node in found_in(root, _WHOLE):
        if node.start_byte < end:
            continue  # a text within another one
        yield script[end : node.start_byte], False
        end = node.end_byte
        text = script[node.start_byte : end]
        if node.type in _COMMENTS:
            yield b"\n" if b"\n" in text else b" ", False
        else:
            yield text, True
    yield script[end:], False


def _short_names(parts: list[tuple[bytes, bool]]) -> dict[bytes, bytes]:
    """Return a short name for each private name, such as `#a`, but for those within a template, which is kept whole."""
    kept = {name for text, is_whole in parts if is_whole for name in _PRIVATE_NAME.findall(text)}
    named = (name for code, is_whole in parts if not is_whole for name in _PRIVATE_NAME.findall(code))
    found = dict.fromkeys(name for name in named if name not in kept)
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
