"""Whether a column has one of many texts.

The texts are one parameter: an array on Postgres, JSON on SQLite. In an IN each of them would be a parameter of its
own: SQLAlchemy renders them one by one, and each number of them is another statement for the database to plan.
"""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import ARRAY, ColumnElement, Dialect, String, bindparam, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine


class _Texts(TypeDecorator[Collection[str]]):
    """Texts as one parameter."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(ARRAY(String()) if dialect.name == "postgresql" else String())

    def process_bind_param(self, value: Collection[str] | None, dialect: Dialect) -> list[str] | str:
        texts = [*value] if value else []
        return texts if dialect.name == "postgresql" else msgspec.json.encode(texts).decode()


class _IsOneOf(FunctionElement[bool]):
    """Has no type, or SQLAlchemy would compare it with 1, for which SQLite goes through the whole table."""

    inherit_cache = True


@compiles(_IsOneOf, "postgresql")
def _any(element: _IsOneOf, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 (as of SQLAlchemy)
    column, texts = (compiler.process(each, **options) for each in element.clauses)
    return f"({column} = ANY ({texts}))"


@compiles(_IsOneOf, "sqlite")
def _in_json(element: _IsOneOf, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401 (as of SQLAlchemy)
    column, texts = (compiler.process(each, **options) for each in element.clauses)
    return f"({column} IN (SELECT value FROM json_each({texts})))"  # noqa: S608 (compiled parts)


def is_one_of(column: ColumnElement[str], texts: Collection[str] | str) -> ColumnElement[bool]:
    """Ask whether a column has one of some texts, or of those that the statement is executed with under a name."""
    parameter = bindparam(texts, type_=_Texts()) if isinstance(texts, str) else literal(texts, _Texts())
    return _IsOneOf(column, parameter)
