"""Descriptions of fields: the docstrings under the fields of wire structs, for the documents made from the structs.

Python does not keep these docstrings, so they are read from the source, once per struct.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from msgspec import Struct


@cache
def field_descriptions(struct: type[Struct]) -> dict[str, str]:
    """Return the descriptions of a struct's own and inherited fields, by name; a field without one is missing."""
    described: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        if issubclass(kind, Struct) and kind is not Struct:
            described |= _own_descriptions(kind)
    return described


@cache
def _own_descriptions(struct: type[Struct]) -> dict[str, str]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    return dict(_documented(definition)) if isinstance(definition, ast.ClassDef) else {}


def _documented(definition: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, following in pairwise(definition.body):
        match field, following:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text).replace("\n", " ")
