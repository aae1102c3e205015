"""The documents that describe the wire, made from the structs that it is made of: JSON Schema, AsyncAPI, OpenAPI."""

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from typing import Any, get_args

import msgspec

from gaprace.web.http.identity import COOKIE
from gaprace.web.http.operations import JSON, Operation
from gaprace.web.http.problems import STATUS_OF
from gaprace.wire import CLOSE_REASONS, MAX_FRAME_BYTES, Command, Event, Message, Wire
from gaprace.wire.descriptions import field_descriptions
from gaprace.wire.http import Problem

Document = dict[str, Any]

TITLE = "Gaprace"
SOCKET_PATH = "/ws/rooms/{code}"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
_COMPONENT = "#/components/schemas/{name}"
_SECURITY_SCHEMES: Document = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of POST /api/players, for programs."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The same token, for browsers."},
}
_SOCKET_DESCRIPTION = (
    "The race, over one WebSocket a room. Every message is one text frame with a JSON object tagged by `t`; a client's"
    f" has at most {MAX_FRAME_BYTES} bytes and is answered. The first is `hello`, within ten seconds. `bye` comes last,"
    " and the close code says why: 44xx is final, 45xx means come back."
)


def json_schema() -> Document:
    """Return the JSON Schema of all messages on the socket."""
    (commands, events), definitions = _schemas([Command, Event], "#/$defs/{name}")
    return {
        "$schema": _DIALECT,
        "title": f"{TITLE}: the messages of {SOCKET_PATH}",
        "anyOf": [{"$ref": "#/$defs/Command"}, {"$ref": "#/$defs/Event"}],
        "$defs": {
            "Command": {"description": "What a client says.", **commands},
            "Event": {"description": "What the server says.", **events},
            **definitions,
        },
    }


def asyncapi() -> Document:
    """Return the AsyncAPI 3.0 document of the socket."""
    commands, events = _messages_of(Command), _messages_of(Event)
    _, schemas = _schemas([*commands.values(), *events.values()], _COMPONENT)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": TITLE, "version": version("gaprace"), "description": _SOCKET_DESCRIPTION},
        "defaultContentType": JSON,
        "channels": {
            "room": {
                "address": SOCKET_PATH,
                "parameters": {"code": {"description": "The room's code."}},
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in commands | events},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
                "x-close-codes": {
                    str(close): {"code": code, "message": text} for code, (close, text) in CLOSE_REASONS.items()
                },
            }
        },
        "operations": {
            "command": _operation("receive", "What a client says.", commands),
            "event": _operation("send", "What the server says.", events),
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


def _schemas(kinds: Sequence[object], reference: str) -> tuple[tuple[Document, ...], Document]:
    """Return the schemas of some types and of the structs in them, with the description of every field."""
    schemas, definitions = msgspec.json.schema_components(kinds, ref_template=reference)
    for struct in _structs(Wire):
        properties = definitions.get(struct.__name__, {}).get("properties", {})
        for name, description in field_descriptions(struct).items():
            if name in properties:
                properties[name]["description"] = description
    return schemas, definitions


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


def _operation(action: str, summary: str, messages: Iterable[str]) -> Document:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/room"},
        "messages": [{"$ref": f"#/channels/room/messages/{tag}"} for tag in messages],
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in _SECURITY_SCHEMES],
    }


def openapi(operations: Sequence[Operation]) -> Document:
    """Return the OpenAPI 3.1 document of the HTTP routes."""
    wanted: list[type[Wire]] = [Problem]
    for operation in operations:
        wanted += [kind for kind in (operation.body, operation.answer) if kind is not None and kind not in wanted]
    _, schemas = _schemas(wanted, _COMPONENT)
    paths: dict[str, Document] = {}
    for operation in operations:
        paths.setdefault(_plain_path(operation.path), {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": version("gaprace"),
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": f"People, rooms and finished games. The race itself runs over {SOCKET_PATH}.",
        },
        "jsonSchemaDialect": _DIALECT,
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": _SECURITY_SCHEMES},
    }


def _plain_path(path: str) -> str:
    return _PARAMETER.sub(r"{\1}", path)


def _described(operation: Operation) -> Document:
    described: Document = {
        "operationId": _operation_id(operation),
        "description": operation.handler.__doc__,
        "responses": _responses(operation),
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(operation.path)
    ]
    parameters += [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in operation.query.items()
    ]
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {"content": {JSON: {"schema": _reference(operation.body)}}}
    if "no_identity" in operation.problems:
        described["security"] = [{name: []} for name in _SECURITY_SCHEMES]
    return described


def _operation_id(operation: Operation) -> str:
    """Two routes may have one handler: the later is told apart by its parameters."""
    return "_by_".join([operation.name, *_PARAMETER.findall(operation.path)])


def _responses(operation: Operation) -> Document:
    answer = {"schema": _reference(operation.answer)} if operation.answer else {}
    responses: Document = {str(operation.status): {"description": "Done.", "content": {operation.media_type: answer}}}
    codes_of: dict[int, list[str]] = {}
    everywhere = ("internal_error", "try_again", *(() if operation.is_free else ("too_many_requests",)))
    for code in (*operation.problems, *everywhere):
        codes_of.setdefault(STATUS_OF[code], []).append(code)
    for status, codes in sorted(codes_of.items()):
        content = {JSON: {"schema": _reference(Problem)}}
        responses[str(status)] = {"description": " or ".join(f"`{code}`" for code in codes), "content": content}
    return responses


def _reference(kind: type[Wire]) -> Document:
    return {"$ref": _COMPONENT.format(name=kind.__name__)}
