"""A module of the client as a function, so that many modules fit into one file.

`import { a } from "./x.js"` becomes `const{a}=$need("ui/x.js")`, and the exports are returned; the rest is unchanged.
`client/ui/bundle.js` calls each function once. Unsupported modules are refused: reassigned exports, import cycles and
top-level `await` (`tests/web/pages/test_factories.py` has an example of each).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath

from tree_sitter import Node

from gaprace.web.pages.syntax import FUNCTIONS, edited, nodes_in, parse, text_of


class NotBundled(ValueError):
    """A module uses what cannot be expressed as a function."""


def resolved(path: str, name: str) -> str:
    """Return the path of the module that the module at `path` imports as `name`."""
    return normpath(join(dirname(path), name))


@dataclass
class _Rewriting:
    path: str
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)

    def replace(self, start: Node, end: int, text: str) -> None:
        self.edits.append((start.start_byte, end, text))

    def take(self, statement: Node) -> None:
        """Rewrite a statement at the top of the module, if it imports or exports."""
        source = statement.child_by_field_name("source")
        if statement.type == "import_statement" and source:
            needed = f'$need("{resolved(self.path, text_of(source))}");'
            names = [name for child in statement.children if child.type == "import_clause" for name in _imported(child)]
            self.replace(statement, statement.end_byte, f"const{{{','.join(names)}}}={needed}" if names else needed)
        elif statement.type == "export_statement":
            self._export(statement, source)

    def _export(self, statement: Node, source: Node | None) -> None:
        declaration, value = map(statement.child_by_field_name, ("declaration", "value"))
        is_default = any(child.type == "default" for child in statement.children)
        if declaration:
            names = list(_declared(declaration))
            self.exports += [f"default:{names[0]}"] if is_default else names
            self.replace(statement, declaration.start_byte, "")
        elif value:
            self.exports.append("default:$default")
            self.replace(statement, value.start_byte, "const $default=")
        else:
            self._export_names(statement, source)

    def _export_names(self, statement: Node, source: Node | None) -> None:
        specifiers = [node for node in nodes_in(statement) if node.type == "export_specifier"]
        if not specifiers:
            raise NotBundled(f"{self.path} exports all names of another module.")
        module = f'$need("{resolved(self.path, text_of(source))}").' if source else ""
        for each in specifiers:
            name = text_of(each.child_by_field_name("name"))
            alias = text_of(each.child_by_field_name("alias"))
            self.exports.append(f"{alias or name}:{module}{name}" if alias or module else name)
        self.replace(statement, statement.end_byte, "")

    def take_calls(self, root: Node) -> None:
        """Rewrite `import("...")` and `import.meta.url`, wherever they stand."""
        for node in nodes_in(root):
            called = node.child_by_field_name("function") if node.type == "call_expression" else None
            if called and called.type == "import":
                self.replace(called, called.end_byte, "$load")
            if node.type == "meta_property" and node.parent and text_of(node.parent) == "import.meta.url":
                self.replace(node.parent, node.parent.end_byte, "$url")


def _imported(clause: Node) -> Iterator[str]:
    for child in clause.children:
        if child.type == "identifier":
            yield f"default:{text_of(child)}"
        elif child.type == "namespace_import":
            raise NotBundled("A module is imported as a whole.")
        elif child.type == "named_imports":
            for each in child.named_children:
                name, alias = (text_of(each.child_by_field_name(part)) for part in ("name", "alias"))
                yield f"{name}:{alias}" if alias else name


def _declared(declaration: Node) -> Iterator[str]:
    if declaration.type in {"lexical_declaration", "variable_declaration"}:
        if text_of(declaration.children[0]) != "const":
            raise NotBundled("A variable is exported, which may change.")
        names = [each.child_by_field_name("name") for each in declaration.named_children]
    else:
        names = [declaration.child_by_field_name("name")]
    for name in names:
        if name is None or name.type not in {"identifier", "type_identifier"}:
            raise NotBundled("What is exported has no name.")
        yield text_of(name)


def factory(path: str, script: bytes) -> str:
    """Return the module at `path` as a property of an object: its path, and a function that returns its exports.

    Raises NotBundled if it uses what cannot be expressed so.
    """
    root = parse(script)
    if any(map(_waits, nodes_in(root, FUNCTIONS))):
        raise NotBundled(f"{path} waits at its top.")
    rewriting = _Rewriting(path)
    for statement in root.children:
        rewriting.take(statement)
    rewriting.take_calls(root)
    body = edited(script, rewriting.edits).decode()
    return f'"{path}"($need,$load,$url){{{body}\nreturn{{{",".join(rewriting.exports)}}}}}'


def _waits(node: Node) -> bool:
    is_loop = node.type == "for_in_statement"
    return node.type == "await_expression" or (is_loop and any(child.type == "await" for child in node.children))
