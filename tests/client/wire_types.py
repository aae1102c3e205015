"""The client's types of the wire and of the routes of the API, and the protocol that it speaks, made from the server.

`python -m tests.client.wire_types` writes them anew.
"""

import json
import re
import sys
from inspect import getdoc
from pathlib import Path
from typing import Any

import msgspec

from gaprace.web.app import ROUTES
from gaprace.web.http.routes import Route
from gaprace.wire import PROTOCOL, Command, Event, Settings

NET = Path(__file__).parents[2] / "client" / "net"
HEAD = """// What crosses the wire, made from server/gaprace/wire/ and the tables of
// server/gaprace/web/api/ by `python -m tests.client.wire_types`.
// A field that may be missing has its default there.
// All modules know these types as those of `wire`.
export as namespace wire;
"""
SETTINGS = [each for each in msgspec.structs.fields(Settings) if each.name != "variant"]
DEFAULTS = "\n".join(f"  {each.name}: {json.dumps(each.default)}," for each in SETTINGS)
SWITCHES = json.dumps([each.name for each in SETTINGS if each.type is bool])
PROTOCOL_MODULE = f"""// Made from the server's messages by `python -m tests.client.wire_types`.

export const PROTOCOL = {PROTOCOL};

/** The settings that a room leaves out. */
export const DEFAULTS = {{
{DEFAULTS}
}};

/** Those that are on or off; the texts `s_NAME` say what they are. */
export const SWITCHES = /** @type {{const}} */ ({SWITCHES});
"""
_REF = "{name}"
_VALUE = re.compile(r"{(\w+)}")
_API = "/api/v1/"
ROUTES_HEAD = """/** A route by its method and its path below `/api/v1/`. */
export type Route = keyof Routes;
export type AnswerOf<R extends Route> = Routes[R]["answer"];
/** The values of the path of a route, and those of its query or its body. */
export type Values<R extends Route> = { [name in Routes[R]["path"]]: string | number } & {
  [name in Routes[R]["query"]]?: string | number | null;
} & ([Routes[R]["body"]] extends [never] ? unknown : Routes[R]["body"]);
/** The routes with an answer of a kind. */
export type RouteTo<A> = {
  [R in Route]: [A] extends [AnswerOf<R>] ? ([AnswerOf<R>] extends [A] ? R : never) : never;
}[Route];

export type Routes = {"""


def files() -> dict[Path, str]:
    """Return each file that is made here, with its text."""
    return {
        NET / "wire.d.ts": wire_types(),
        NET / "protocol.js": PROTOCOL_MODULE,
    }


def _route(route: Route) -> str:
    about = (getdoc(route.handler) or "").split("\n\n")[0].replace("\n", " ")
    query = [*route.query, *(("after", "limit") if route.page_size else ())]
    body = route.body.__name__ if route.body else "never"
    answer = route.response.__name__ if route.response else "never"
    types = [
        f"path: {_names(_VALUE.findall(route.path))}",
        f"query: {_names(query)}",
        f"body: {body}",
        f"answer: {answer}",
    ]
    return f'  /** {about} */\n  "{route.method} {route.path.removeprefix(_API)}": {{ {"; ".join(types)} }};'


def _names(names: list[str]) -> str:
    return " | ".join(json.dumps(name) for name in names) or "never"


def wire_types() -> str:
    """Return the whole file of types."""
    kinds = {kind for route in ROUTES for kind in (route.body, route.response) if kind}
    schemas, definitions = msgspec.json.schema_components([Command, Event, *kinds], ref_template=_REF)
    unions = [f"export type Command = {_type(schemas[0])};", f"export type Event = {_type(schemas[1])};"]
    structs = [_struct(name, schema) for name, schema in sorted(definitions.items()) if schema.get("type") == "object"]
    routes = [_route(route) for route in ROUTES if route.path.startswith(_API) and route.response]
    return "\n".join([HEAD, *unions, "", *structs, ROUTES_HEAD, *routes, "};", ""])


def _struct(name: str, schema: dict[str, Any]) -> str:
    required = {*schema.get("required", ())}
    fields = [f"  {_field(key, key in required)}: {_type(value)};" for key, value in schema["properties"].items()]
    return "\n".join([f"export type {name} = {{", *fields, "};", ""])


def _field(key: str, is_required: bool) -> str:
    return key if is_required else f"{key}?"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    return _plain(schema)


def _plain(schema: dict[str, Any]) -> str:
    match schema["type"]:
        case "array":
            item = _type(schema["items"])
            return f"({item})[]" if "|" in item else f"{item}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"{{ [key: string]: {_type(values) if values else 'unknown'} }}"
        case "integer" | "number":
            return "number"
        case other:
            return str(other)


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text)
        print(f"{file} is written.", file=sys.stderr)
