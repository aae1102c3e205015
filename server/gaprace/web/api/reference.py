"""The API documents as HTML pages without scripts and without external resources."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from gaprace.error_codes import CLOSE_REASONS, ERRORS_ABOUT

Document = Mapping[str, Any]
STYLE_PATH = "/docs/reference.css"
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
</head>
<body>
<nav aria-label="Documents"><a href="/docs">HTTP</a><a href="/docs/socket">WebSocket</a>
<a href="/openapi.json">OpenAPI</a><a href="/asyncapi.json">AsyncAPI</a><a href="/">Play</a></nav>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
_CODE = re.compile(r"`([^`]+)`")


def style() -> bytes:
    """Return the style sheet of the pages."""
    return files(__package__).joinpath("reference.css").read_bytes()


OBJECTS = "objects"
"""The part of the page of an OpenAPI document that has its schemas; the others are its tags."""


def http_page(document: Document) -> str:
    """Return the first page of an OpenAPI document: the contents of its parts, and the codes of errors."""
    parts = [_text(document["info"]["description"]), f'<p><a href="/docs/{OBJECTS}">All objects</a></p>']
    parts += [_contents(document, tag["name"]) for tag in document["tags"]]
    return _page("The HTTP API", [*parts, _codes()])


def http_part(document: Document, part: str) -> str | None:
    """Return the page of a part of an OpenAPI document; None if there is no such part."""
    if part == OBJECTS:
        return _page("Objects of the HTTP API", [_schemas(document)])
    about = next((tag["description"] for tag in document["tags"] if tag["name"] == part), None)
    if about is None:
        return None
    page = _page(f"The HTTP API: {part}", [_text(about), *_operations(document, part)])
    return page.replace('href="#schema-', f'href="/docs/{OBJECTS}#schema-')


def _entry(path: str, method: str, operation: Document) -> str:
    return (
        f'<li><a href="/docs/{operation["tags"][0]}#{operation["operationId"]}"><code>{method.upper()}</code>'
        f" <code>{escape(path)}</code></a> {escape(operation['summary'])}</li>"
    )


def _contents(document: Document, tag: str) -> str:
    rows = [
        _entry(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if tag in operation["tags"]
    ]
    return f'<h2 id="about-{tag}"><a href="/docs/{tag}">{tag.capitalize()}</a></h2><ul>{"".join(rows)}</ul>'


def socket_page(document: Document) -> str:
    """Return the page of an AsyncAPI document."""
    parts = [_text(document["info"]["description"])]
    messages = document["components"]["messages"]
    for name, title in (("command", "Commands"), ("event", "Events")):
        tags = [each["$ref"].rpartition("/")[2] for each in document["operations"][name]["messages"]]
        parts.append(f"<h2>{title}</h2>{''.join(_message(document, tag, messages[tag]) for tag in tags)}")
    reasons = sorted(CLOSE_REASONS.items(), key=lambda reason: reason[1].close)
    rows = ((f"<code>{row.close}</code>", f"<code>{code}</code>", _inline(row.sentences)) for code, row in reasons)
    parts += [f"<h2>Close codes</h2>{_table(('close', 'code', 'meaning'), rows)}", _codes(), _schemas(document)]
    return _page("The WebSocket of a room", parts)


def _page(title: str, parts: Iterable[str]) -> str:
    return _PAGE.format(title=escape(title), style=STYLE_PATH, body="\n".join(parts))


def _operations(document: Document, tag: str) -> Iterator[str]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if tag in operation["tags"]:
                yield _operation(method, path, operation)


def _operation(method: str, path: str, operation: Document) -> str:
    name = f"<code>{method.upper()}</code> <code>{escape(path)}</code> {escape(operation['summary'])}"
    parameters = [
        (f"<code>{escape(each['name'])}</code>", each["in"], _type(each["schema"]), _inline(each["description"]))
        for each in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {})
    answers = [
        (status, _content_type(answer), _inline(answer["description"]), escape(", ".join(answer.get("headers", ()))))
        for status, answer in operation["responses"].items()
        if status != "default"  # the codes are listed once for each group of routes
    ]
    return "".join(
        (
            f'<details id="{operation["operationId"]}"><summary>{name}</summary>{_text(operation["description"])}',
            _table(("parameter", "in", "type", "meaning"), parameters) if parameters else "",
            f"<p>Body: {_content_type(operation['requestBody'])}</p>" if body else "",
            _example(operation["requestBody"]) if body else "",
            _table(("status", "body", "meaning", "headers"), answers),
            *(_example(answer) for answer in operation["responses"].values()),
            "</details>",
        )
    )


def _message(document: Document, tag: str, message: Document) -> str:
    schema = document["components"]["schemas"][message["title"]]
    examples = "".join(f"<pre>{escape(json.dumps(each['payload']))}</pre>" for each in message.get("examples", ()))
    summary = f"<summary><code>{escape(tag)}</code> {_inline(message['summary'])}</summary>"
    return f'<details id="message-{escape(tag)}">{summary}{examples}{_fields(schema)}</details>'


def _example(holder: Document) -> str:
    found = [each["example"] for each in holder.get("content", {}).values() if "example" in each]
    return "".join(f"<pre>{escape(json.dumps(each, indent=1, ensure_ascii=False))}</pre>" for each in found)


def _content_type(holder: Document) -> str:
    return ", ".join(_type(each["schema"]) for each in holder.get("content", {}).values() if "schema" in each)


def _schemas(document: Document) -> str:
    structs = [
        f'<details id="schema-{escape(name)}"><summary><code>{escape(name)}</code></summary>'
        f"{_text(schema.get('description', ''))}{_fields(schema)}</details>"
        for name, schema in sorted(document["components"]["schemas"].items())
    ]
    return f"<h2>Objects</h2>{''.join(structs)}"


def _fields(schema: Document) -> str:
    required = schema.get("required", ())
    rows = [
        (
            f"<code>{escape(name)}</code>{'' if name in required else ' (optional)'}",
            _type(field),
            _inline(field.get("description", "")),
        )
        for name, field in schema.get("properties", {}).items()
    ]
    return _table(("field", "type", "meaning"), rows) if rows else ""


def _codes() -> str:
    return f"<h2>Errors</h2>{''.join(_codes_about(subject) for subject in ERRORS_ABOUT)}"


def _codes_about(subject: str) -> str:
    rows = [
        (f'<code id="{code}">{code}</code>', str(row.status), _inline(row.meaning), _inline(row.remedy))
        for code, row in ERRORS_ABOUT[subject].items()
    ]
    return f"<h3>{subject.capitalize()}</h3>{_table(('code', 'status', 'meaning', 'what to do'), rows)}"


def _type(schema: Document) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#schema-{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        items = schema.get("items")
        return f"list of {_type(items)}" if isinstance(items, Mapping) else "list"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_type(schema['additionalProperties'])}"
    kind = schema.get("type", "anything")
    return escape(" or ".join(kind) if isinstance(kind, list) else kind)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(markdown: str) -> str:
    return "".join(f"<p>{_inline(paragraph)}</p>" for paragraph in markdown.split("\n\n") if paragraph)


def _inline(markdown: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escape(markdown, quote=False)).replace("\n\n", "<br>")
