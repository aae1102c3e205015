"""The dependencies of the client's modules, read from their `import` statements, so that no page has to be listed.

`load(import("./x.js"), "x.css")` names the style sheets that a module also needs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from gaprace.web.pages.assets import Assets
from gaprace.web.pages.factories import NotBundled, resolved
from gaprace.web.pages.syntax import FUNCTIONS, found_in, nodes_in, parse, query, text_of

_CALLS = query("(call_expression) @found")


@dataclass
class Module:
    """A module of the client, as far as it concerns loading."""

    path: str
    root: Node
    imports: list[str] = field(default_factory=list)
    """The modules that it imports at once."""
    later: list[str] = field(default_factory=list)
    """The modules that it may load later."""
    styles: dict[str, list[str]] = field(default_factory=dict)
    """The style sheets of modules that it may load later."""
    names: dict[str, Node] = field(default_factory=dict)
    """What its constants and functions are."""


def read_module(path: str, script: bytes) -> Module:
    """Return the imports and loads of a script."""
    module = Module(path, parse(script))
    for statement in module.root.children:
        source = statement.child_by_field_name("source")
        if source:
            module.imports.append(resolved(path, text_of(source)))
        module.names |= _names(statement.child_by_field_name("declaration") or statement)
    for call in found_in(module.root, _CALLS):
        called = text_of(call.child_by_field_name("function"))
        arguments = call.child_by_field_name("arguments")
        given = arguments.named_children if arguments else []
        if called == "load" and given:
            _take_styles(module, _loaded(module, given[0], {""}), given[1:])
        elif called == "loadStyles":
            _take_styles(module, [path], given)
        module.later += _imported(module, call)
    return module


def _imported(module: Module, node: Node) -> Iterator[str]:
    """Yield the module that `import("...")` loads."""
    called = node.child_by_field_name("function") if node.type == "call_expression" else None
    arguments = node.child_by_field_name("arguments")
    if called and called.type == "import" and arguments and arguments.named_children[0].type == "string":
        yield resolved(module.path, text_of(arguments.named_children[0]))


def _names(declaration: Node) -> dict[str, Node]:
    if declaration.type == "function_declaration":
        return {text_of(declaration.child_by_field_name("name")): declaration}
    found = [each for each in declaration.children if each.type == "variable_declarator"]
    return {
        text_of(each.child_by_field_name("name")): value
        for each in found
        if (value := each.child_by_field_name("value"))
    }


def _take_styles(module: Module, paths: Iterable[str], styles: list[Node]) -> None:
    for path in paths:
        known = module.styles.setdefault(path, [])
        known += [text for style in styles for text in _texts(module, style) if text not in known]


def _texts(module: Module, node: Node) -> Iterator[str]:
    """Yield the texts in an expression, and in the constants that are spread there."""
    for each in nodes_in(node):
        if each.type == "string":
            yield text_of(each)
        elif each.type == "spread_element" and (value := module.names.get(text_of(each.named_children[0]))):
            yield from _texts(module, value)


def _loaded(module: Module, node: Node, seen: set[str]) -> Iterator[str]:
    """Yield the modules that an expression loads in any case: itself, or by a function of its module."""
    for each in nodes_in(node, frozenset({"if_statement"})):
        yield from _imported(module, each)
        name = text_of(each) if each.type == "identifier" else ""
        value = module.names.get(name)
        if value and value.type in FUNCTIONS and name not in seen:
            yield from _loaded(module, value, seen | {name})


class ModuleGraph:
    """All modules of the client."""

    def __init__(self, assets: Assets) -> None:
        self._modules: dict[str, Module] = {}
        for path in assets.paths(".js"):
            asset = assets.find(path)
            if asset:
                self._modules[path] = read_module(path, asset.content)

    def __contains__(self, path: str) -> bool:
        return path in self._modules

    def closure(self, entries: tuple[str, ...]) -> list[str]:
        """Return modules and all that they import, each behind what it imports."""
        found: list[str] = []
        for entry in entries:
            self._add(entry, found, ())
        return found

    def _add(self, path: str, found: list[str], needed_by: tuple[str, ...]) -> None:
        if path in needed_by:
            raise NotBundled(f"{path} needs itself.")
        if path not in self._modules or path in found:
            return
        for name in self._modules[path].imports:
            self._add(name, found, (*needed_by, path))
        found.append(path)

    def styles(self, entries: tuple[str, ...]) -> list[str]:
        """Return the style sheets of modules, as declared where they are loaded."""
        every = (style for entry in entries for each in self._modules.values() for style in each.styles.get(entry, ()))
        return [*dict.fromkeys(every)]

    def later(self, entries: tuple[str, ...], without: tuple[str, ...]) -> list[str]:
        """Return the modules that `entries` may load later, directly or indirectly, except the folders `without`."""
        found: list[str] = []
        waiting = [*entries]
        while waiting:
            for path in self.closure((waiting.pop(),)):
                new = [each for each in self._modules[path].later if each not in found and not each.startswith(without)]
                found += dict.fromkeys(new)
                waiting += new
        return [path for path in found if path in self._modules]

    def table(self, path: str, name: str) -> Mapping[str, tuple[str, ...]]:
        """Return the modules that each row of the table `name` of a module loads, by its key."""
        module = self._modules.get(path)
        table = module.names.get(name) if module else None
        if module is None or table is None:
            return {}
        rows = [(each.child_by_field_name("key"), each.child_by_field_name("value")) for each in table.named_children]
        return {text_of(key): tuple(dict.fromkeys(_loaded(module, value, {name}))) for key, value in rows if value}
