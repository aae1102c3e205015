"""Documents that describe the API, generated from its structs and routes: JSON Schema, AsyncAPI, OpenAPI."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any, get_args

import msgspec
from msgspec import Struct

from gaprace.error_codes import CLOSE_REASONS, ERRORS, ERRORS_ABOUT
from gaprace.rules.results import Result
from gaprace.web.api.vocabulary import SOCKET_PATH, TAGS, paging_parameters, parameter
from gaprace.web.http.authentication import COOKIE
from gaprace.web.http.bodies import JSON
from gaprace.web.http.event_streams import StreamForm
from gaprace.web.http.problems import PROBLEM_JSON
from gaprace.web.http.routes import LINES, Route
from gaprace.web.ws.limits import MAX_FRAME_BYTES
from gaprace.wire import Command, Event, Message, Wire
from gaprace.wire.http import Problem

Document = dict[str, Any]

TITLE = "Gaprace"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
_COMPONENT = "#/components/schemas/{name}"
_SECURITY_SCHEMES: Document = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of POST /api/v1/players, for programs."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The same token, for browsers."},
}
_SOCKET_DESCRIPTION = (
    "The race, over one WebSocket per room. Every message is a text frame with one JSON object, tagged by `t`. A"
    f" client's message has at most {MAX_FRAME_BYTES} bytes and is answered. The first one is `hello`, within ten"
    " seconds. The server's last one is `bye`; its close code says why: 44xx is final, 45xx means reconnect."
)


_COMMANDS_DESCRIPTION = "Each is answered by the event that it causes, or by `refused` with a stable code."
_EVENTS_DESCRIPTION = "`welcome` is a snapshot of all that may be seen; what follows it keeps a replica current."
_CONTACT = {"name": "The people who run this server"}
_HTTP_DESCRIPTION = (
    f"People, rooms and finished games. The race itself runs over {SOCKET_PATH}.\n\n"
    "Errors are problems of RFC 9457 with a stable `code`: those of every route, "
    f"{', '.join(f'`{code}`' for code in ERRORS_ABOUT['requests'])}, and those of each group of routes."
    " Answers say what is left to your address (`RateLimit`), and"
    " when to come back (`Retry-After`)."
)


_HEADERS: Document = {
    "Location": "The address of what was made.",
    "ETag": "The version of the answer: send it as `If-None-Match`, and the answer is 304 while it is still so.",
    "Link": 'The next page of lines, with `rel="next"`; missing on the last one.',
    "RateLimit": "What is left to your address (`r`, of the quota), and the seconds until all of it is (`t`).",
    "RateLimit-Policy": "The quota of an address (`q`) in so many seconds (`w`).",
    "Retry-After": "The seconds to wait before the next try; missing where waiting does not help.",
    "X-Request-Id": "The id of the request in the server's log.",
}
"""The meaning of each header of an answer."""
_ALWAYS = ("RateLimit", "RateLimit-Policy", "X-Request-Id")


def _headers(*names: str) -> Document:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


_PROBLEM: Document = {
    "description": "The request is refused; the code says why.",
    "headers": _headers(*_ALWAYS, "Retry-After"),
    "content": {PROBLEM_JSON: {"schema": {"$ref": _COMPONENT.format(name=Problem.__name__)}}},
}
_STREAM: Document = {"schema": {"type": "string"}}
_EVENTS_MEANING = "\n\nAs a stream: the events of the AsyncAPI document, one JSON object each."


def json_schema() -> Document:
    """Return the JSON Schema of all messages on the socket."""
    (commands, events), definitions = _schemas([Command, Event], "#/$defs/{name}", [Command])
    return {
        "$schema": _DIALECT,
        "title": f"{TITLE}: the messages of {SOCKET_PATH}",
        "anyOf": [{"$ref": "#/$defs/Command"}, {"$ref": "#/$defs/Event"}],
        "$defs": {
            "Command": {"description": "What a client sends.", **commands},
            "Event": {"description": "What the server sends.", **events},
            **definitions,
        },
    }


def asyncapi() -> Document:
    """Return the AsyncAPI 3.0 document of the socket."""
    commands, events = _messages_of(Command), _messages_of(Event)
    _, schemas = _schemas([*commands.values(), *events.values()], _COMPONENT, [*commands.values()])
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": version("gaprace"),
            "license": {"name": "MIT"},
            "contact": _CONTACT,
            "tags": [{"name": "race", "description": "Races as they are played."}],
            "description": _SOCKET_DESCRIPTION,
        },
        "servers": {
            "this": {
                "host": "{host}",
                "protocol": "wss",
                "description": "The server that has this document; `ws` without TLS.",
                "variables": {"host": {"default": "127.0.0.1:8000", "description": "Its name, and its port."}},
            }
        },
        "defaultContentType": JSON,
        "channels": {
            "room": {
                "address": SOCKET_PATH,
                "parameters": {"code": {"description": "The room's code."}},
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in commands | events},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
                "x-close-codes": {
                    str(row.close): {"code": code, "message": row.sentences} for code, row in CLOSE_REASONS.items()
                },
            }
        },
        "operations": {
            "command": _operation("receive", "What a client sends.", _COMMANDS_DESCRIPTION, commands),
            "event": _operation("send", "What the server sends.", _EVENTS_DESCRIPTION, events),
        },
        "components": {
            "messages": {tag: _message(tag, kind) for tag, kind in (commands | events).items()},
            "schemas": schemas,
            "securitySchemes": {
                "bearer": _SECURITY_SCHEMES["bearer"],
                "cookie": {**_SECURITY_SCHEMES["cookie"], "type": "httpApiKey"},
            },
        },
    }


def _schemas(kinds: Sequence[object], reference: str, taken: Sequence[object]) -> tuple[tuple[Document, ...], Document]:
    """Return the schemas of some types and of the structs in them, with the description of every field.

    Types that are only `taken` have no other fields. Types that are sent, or both, may have more in a later version.
    """
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template=reference)
    sent = msgspec.json.schema_components([kind for kind in kinds if kind not in taken])[1].keys()
    for name in sent | (definitions.keys() - msgspec.json.schema_components(taken)[1].keys()):
        definitions[name].pop("additionalProperties", None)
    structs: list[type[Struct]] = [Result, *_structs(Wire)]
    for struct in structs:
        properties = definitions.get(struct.__name__, {}).get("properties", {})
        for name, description in field_descriptions(struct).items():
            if name in properties:
                properties[name]["description"] = description
    _enumerate_codes(definitions)
    return schemas, definitions


def _enumerate_codes(definitions: Document) -> None:
    """Add the known codes to fields that are plain strings in the structs, since a later version may have more."""
    for struct, codes in (("Problem", sorted(ERRORS)), ("Refused", sorted(ERRORS)), ("Bye", sorted(CLOSE_REASONS))):
        if struct in definitions:
            definitions[struct]["properties"]["code"]["examples"] = codes


def _structs(base: type[Wire]) -> Iterator[type[Wire]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _structs(struct)


def _messages_of(union: object) -> dict[str, type[Message]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


def _message(tag: str, kind: type[Message]) -> Document:
    return {
        "name": tag,
        "title": kind.__name__,
        "summary": kind.__doc__,
        "contentType": JSON,
        "payload": {"$ref": _COMPONENT.format(name=kind.__name__)},
    }


def _operation(action: str, summary: str, description: str, messages: Iterable[str]) -> Document:
    return {
        "action": action,
        "summary": summary,
        "description": description,
        "channel": {"$ref": "#/channels/room"},
        "messages": [{"$ref": f"#/channels/room/messages/{tag}"} for tag in messages],
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in _SECURITY_SCHEMES],
    }


def openapi(routes: Mapping[str, Sequence[Route]]) -> Document:
    """Return the OpenAPI 3.1 document of the HTTP routes, which are grouped by the keys of `TAGS`."""
    rows = [*chain.from_iterable(routes.values())]
    taken = [*{row.body: None for row in rows if row.body}]
    wanted = [*dict.fromkeys([Problem, *taken, *(row.response for row in rows if row.response)])]
    _, schemas = _schemas(wanted, _COMPONENT, taken)
    paths: dict[str, Document] = {}
    for tag, route in ((tag, route) for tag, rows in routes.items() for route in rows):
        paths.setdefault(_PARAMETER.sub(r"{\1}", route.path), {})[route.method.lower()] = _described(route, tag)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": version("gaprace"),
            "license": {"name": "MIT", "identifier": "MIT"},
            "contact": _CONTACT,
            "description": _HTTP_DESCRIPTION,
        },
        "jsonSchemaDialect": _DIALECT,
        "servers": [{"url": "/", "description": "This server."}],
        "tags": [
            {"name": name, "description": _about(name, meaning)} for name, meaning in TAGS.items() if name in routes
        ],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": _SECURITY_SCHEMES,
            "responses": {"Problem": _PROBLEM},
            "headers": {
                name: {"description": meaning, "schema": {"type": "string"}} for name, meaning in _HEADERS.items()
            },
        },
    }


def _about(tag: str, meaning: str) -> str:
    """Return the description of a group of routes, with the codes of their errors."""
    codes = ", ".join(f"`{code}`" for code in ERRORS_ABOUT.get(tag, ()))
    return f"{meaning}\n\nErrors: {codes}." if codes else meaning


def _described(route: Route, tag: str) -> Document:
    described: Document = {
        "operationId": route.name,
        "tags": [tag],
        "summary": _summary(route),
        "description": _plain(route.handler.__doc__),
        "responses": _responses(route),
    }
    parameters = [parameter(route.path, name) for name in _PARAMETER.findall(route.path)]
    parameters += [parameter(route.path, name, meaning) for name, meaning in route.query.items()]
    parameters += paging_parameters(route.page_size) if route.page_size else []
    if parameters:
        described["parameters"] = parameters
    if route.body is not None:
        is_required = any(each.required for each in msgspec.structs.fields(route.body))
        content = {JSON: {"schema": _reference(route.body), **_example(route, "request")}}
        described["requestBody"] = {"required": is_required, "content": content}
    if route.caller != "anyone":
        described["security"] = [{name: []} for name in _SECURITY_SCHEMES]
    return described


def _responses(route: Route) -> Document:
    responses: Document = {str(route.status): _success(route)}
    if route.revalidates:
        responses["304"] = {"description": "What `If-None-Match` names is still so.", "headers": _headers("ETag")}
    return {**dict(sorted(responses.items())), "default": {"$ref": "#/components/responses/Problem"}}


def _summary(route: Route) -> str:
    """Return the first sentence of the description."""
    return _plain(route.handler.__doc__).partition("\n")[0].partition(". ")[0].removesuffix(".")


def _plain(docstring: str | None) -> str:
    return inspect.cleandoc(docstring or "")


def _success(route: Route) -> Document:
    schema = {"schema": _reference(route.response), **_example(route, "response")} if route.response else {}
    streams = {form.value: _STREAM for form in StreamForm} if route.events else {}
    streams |= {LINES: _STREAM} if route.lines else {}
    content = {"content": {route.media_type: schema, **streams}} if route.media_type else {}
    meaning = _EVENTS_MEANING if route.events else ""
    some = {"Location": bool(route.place), "ETag": route.revalidates, "Link": route.lines}
    headers = _headers(*(_ALWAYS if route.cost else ()), *(name for name, has in some.items() if has))
    return {"description": f"Done.{meaning}", "headers": headers, **content}


@cache
def _examples() -> Document:
    """Return a call of each operation, as tests have made it, by its name."""
    examples: Document = msgspec.json.decode(files(__package__).joinpath("examples.json").read_bytes())
    return examples


def _example(route: Route, part: str) -> Document:
    """Return the example of the request or the response of a route, if there is one."""
    call = _examples().get(route.name, {})
    return {"example": call[part]} if part in call else {}


def _reference(kind: type[Wire]) -> Document:
    return {"$ref": _COMPONENT.format(name=kind.__name__)}


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
