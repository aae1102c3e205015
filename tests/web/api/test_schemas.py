"""The documents of the wire say what the wire is."""

import re
from typing import Any, get_args

import msgspec
import pytest
from httpx2 import AsyncClient
from jsonschema import Draft202012Validator
from starlette.routing import Route, WebSocketRoute

from gaprace.error_codes import CLOSE_REASONS, ERRORS, ERRORS_ABOUT
from gaprace.rules.variants import VARIANTS
from gaprace.web import app
from gaprace.web.api.vocabulary import PARAMETERS, TAGS
from gaprace.web.app import ROUTES
from gaprace.wire import PROTOCOL, Act, Command, Event, Hello, Refused, Wire, bye, encode
from tests.web.api.documents import ASYNCAPI, JSON_SCHEMA, OPENAPI
from tests.web.harness import BASE, WebHarness, web_harness

COMMANDS = {str(kind.__struct_config__.tag) for kind in get_args(Command)}
EVENTS = {str(kind.__struct_config__.tag) for kind in get_args(Event)}


def resolved(document: dict[str, Any], reference: str) -> dict[str, Any]:
    found = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found


def references(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [each for nested in value.values() for each in references(nested)]
    if isinstance(value, list):
        return [each for nested in value for each in references(nested)]
    return []


@pytest.mark.parametrize("document", [JSON_SCHEMA, ASYNCAPI, OPENAPI])
def test_every_document_is_plain_json_whose_references_lead_somewhere(document: dict[str, Any]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(document)) == document
    found = references(document)
    assert len(found) > 20
    for reference in found:
        assert resolved(document, reference), reference


@pytest.mark.parametrize("document", [ASYNCAPI, OPENAPI])
def test_every_schema_of_a_document_is_one(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert schema["title"] == name


@pytest.mark.parametrize(
    "schemas",
    [JSON_SCHEMA["$defs"], *(each["components"]["schemas"] for each in (ASYNCAPI, OPENAPI))],
)
def test_every_field_is_described(schemas: dict[str, Any]) -> None:
    fields = {
        (name, field): value.get("description", "")
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        if field != "t"
    }
    assert len(fields) > 60
    assert [field for field, description in fields.items() if not description.endswith(".")] == []


def test_a_field_is_described_by_the_docstring_below_it_also_in_a_struct_that_inherits_it() -> None:
    schemas = OPENAPI["components"]["schemas"]
    assert schemas["NewRoom"]["properties"]["limit_minutes"]["description"].startswith("Time limit of a race;")
    assert schemas["RoomCreated"]["properties"]["url"]["description"] == "The link to share."


def test_what_is_sent_may_grow_and_what_is_taken_may_not() -> None:
    schemas = OPENAPI["components"]["schemas"] | ASYNCAPI["components"]["schemas"]
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert {"NewRoom", "Act"} <= closed
    assert not closed & {"RoomCreated", "Problem", "Welcome", "RoomView", "LeaderboardRow"}
    sent = {each["$ref"] for path in OPENAPI["paths"].values() for each in answers(path)}
    while deeper := {each for name in sent for each in references(resolved(OPENAPI, name))} - sent:
        sent |= deeper
    assert not closed & {name.rpartition("/")[2] for name in sent}


def answers(path: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas of all answers of a path."""
    given = [answer for each in path.values() for answer in each["responses"].values()]
    contents = [content for answer in given for content in answer.get("content", {}).values()]
    return [each["schema"] for each in contents if "$ref" in each.get("schema", {})]


def test_every_operation_of_a_program_has_a_name_in_words_and_an_example_that_fits() -> None:
    for path, methods in OPENAPI["paths"].items():
        for each in methods.values():
            assert "_by_" not in each["operationId"]
            for content in contents(each) if path.startswith("/api/") else ():
                assert "example" in content, (each["operationId"], "python -m tests.web.api.examples adds it")
                schema = {**content["schema"], "components": OPENAPI["components"]}
                Draft202012Validator(schema).validate(content["example"])


def contents(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the bodies in JSON of an operation: its request, and its answer if all goes well."""
    holders = [operation.get("requestBody", {}), *(each for name, each in operation["responses"].items() if name < "3")]
    found = [each.get("content", {}).get("application/json", {}) for each in holders]
    return [each for each in found if "$ref" in each.get("schema", {})]


def test_the_headers_of_an_answer_are_documented() -> None:
    def headers(path: str, method: str, status: str) -> set[str]:
        return set(OPENAPI["paths"][path][method]["responses"][status].get("headers", ()))

    assert "Location" in headers("/api/v1/rooms", "post", "201")
    assert {"ETag", "RateLimit"} <= headers("/api/v1/games/{id}", "get", "200")
    assert "Link" in headers("/api/v1/players/{id}/games", "get", "200")
    assert {"Retry-After", "RateLimit"} <= OPENAPI["components"]["responses"]["Problem"]["headers"].keys()


def test_a_body_is_required_if_an_empty_one_does_not_do() -> None:
    paths = OPENAPI["paths"]
    assert paths["/api/v1/reports"]["post"]["requestBody"]["required"]
    assert not paths["/api/v1/rooms"]["post"]["requestBody"]["required"]


# JSON Schema


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(JSON_SCHEMA)
    return Draft202012Validator(JSON_SCHEMA)


@pytest.mark.parametrize(
    "message",
    [Hello(PROTOCOL), Act("g", 1, "6D@27"), bye("left"), Refused("act", "illegal_move", "No.", 3)],
)
def test_the_schema_fits_messages(validator: Draft202012Validator, message: Wire) -> None:
    validator.validate(msgspec.json.decode(encode(message)))


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"t": "fly"},
        {"t": "ready", "x": 1},
        {"t": "act", "game": "g", "n": 0, "action": "undo"},
        {"t": "hello"},
        [],
        1,
    ],
)
def test_the_schema_fits_nothing_else(validator: Draft202012Validator, message: object) -> None:
    assert not validator.is_valid(message)


def test_the_schema_tells_commands_from_events(validator: Draft202012Validator) -> None:
    definitions = JSON_SCHEMA["$defs"]
    assert set(definitions["Command"]["discriminator"]["mapping"]) == COMMANDS
    assert set(definitions["Event"]["discriminator"]["mapping"]) == EVENTS


# AsyncAPI


def test_all_messages_are_in_the_asyncapi_document() -> None:
    tags = {
        name: {message["$ref"].rpartition("/")[2] for message in operation["messages"]}
        for name, operation in ASYNCAPI["operations"].items()
    }
    assert tags == {"command": COMMANDS, "event": EVENTS}
    for tag, message in ASYNCAPI["components"]["messages"].items():
        payload = resolved(ASYNCAPI, message["payload"]["$ref"])
        assert payload["properties"]["t"]["enum"] == [tag]
        assert message["summary"]


def test_all_close_codes_are_in_the_asyncapi_document() -> None:
    codes = ASYNCAPI["channels"]["room"]["x-close-codes"]
    assert {(int(close), each["code"]) for close, each in codes.items()} == {
        (row.close, code) for code, row in CLOSE_REASONS.items()
    }
    assert len(codes) == len(CLOSE_REASONS)


def test_all_routes_are_in_the_documents() -> None:
    routes, sockets = set(), set()
    for route in WebHarness().app.routes:
        match route:
            case Route(path=path, methods=methods):
                routes |= {(re.sub(":path", "", path), method) for method in (methods or set()) - {"HEAD"}}
            case WebSocketRoute(path=path):
                sockets.add(path)
            case _:
                raise AssertionError(route)
    documented = {(path, method.upper()) for path, methods in OPENAPI["paths"].items() for method in methods}
    assert routes == documented
    assert sockets == {channel["address"] for channel in ASYNCAPI["channels"].values()}


def test_a_code_belongs_to_a_group_of_routes_or_to_all() -> None:
    assert set(ERRORS_ABOUT) <= {"requests", *TAGS}
    assert sum(map(len, ERRORS_ABOUT.values())) == len(ERRORS)
    tags = {each["name"]: each["description"] for each in OPENAPI["tags"]}
    for tag, rows in ERRORS_ABOUT.items():
        assert all(f"`{code}`" in tags.get(tag, OPENAPI["info"]["description"]) for code in rows), tag


def test_every_operation_has_a_group_a_summary_and_parameters_that_are_explained() -> None:
    assert [each["name"] for each in OPENAPI["tags"]] == list(TAGS)
    used = set()
    for path, operations in OPENAPI["paths"].items():
        for method, operation in operations.items():
            assert len(operation["summary"]) in range(5, 140), (method, path)
            used.update(operation["tags"])
            for each in operation.get("parameters", ()):
                assert each["description"], (method, path, each["name"])
    assert used == set(TAGS)
    _, variant = OPENAPI["paths"]["/api/v1/dailies/{date}/{variant}/games"]["post"]["parameters"]
    assert variant["schema"]["enum"] == sorted(VARIANTS)


def test_no_parameter_is_explained_that_no_route_has() -> None:
    named = {name for route in ROUTES for name in (*re.findall(r"\{(\w+)", route.path), *route.query)}
    assert PARAMETERS.keys() <= named


def test_a_code_is_explained_by_sentences() -> None:
    assert all(sentence.endswith(".") for row in ERRORS.values() for sentence in (row.meaning, row.remedy))


async def test_the_openapi_document_is_served_without_pages_and_compressed(browser: AsyncClient) -> None:
    answer = await browser.get("/openapi.json")
    reference = await browser.get("/docs")
    assert answer.headers["content-type"] == "application/json"
    assert {answer.headers["content-encoding"], reference.headers["content-encoding"]} <= {"br", "gzip"}
    served = answer.json()
    tags = {tag for methods in served["paths"].values() for each in methods.values() for tag in each["tags"]}
    assert tags == {each["name"] for each in served["tags"]} == {each["name"] for each in OPENAPI["tags"]} - {"pages"}
    assert served["paths"].items() <= OPENAPI["paths"].items()
    assert served["components"]["schemas"].items() <= OPENAPI["components"]["schemas"].items()


@pytest.mark.parametrize("path", ["/openapi.json", "/asyncapi.json"])
async def test_the_documents_name_the_contact_of_the_server(path: str) -> None:
    name = {"name": "The people who run this server"}
    for contact, known in (
        ("", {}),
        ("race@example.org", {"email": "race@example.org", "url": f"{BASE}/"}),
        ("https://example.org/contact", {"url": "https://example.org/contact"}),
    ):
        async with web_harness(contact=contact).browser() as browser:
            assert (await browser.get(path)).json()["info"]["contact"] == {**name, **known}


async def test_a_document_is_encoded_once_for_each_name_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(app, "_openapi", lambda: made.append(None) or {"info": {"contact": {}}})
    async with web_harness(contact="ops@example.org").browser() as program:
        for host, times in (("a.test", 1), ("a.test", 1), ("b.test", 2)):
            answer = await program.get("/openapi.json", headers={"Host": host})
            assert answer.json()["info"]["contact"]["url"] == f"http://{host}/"
            assert len(made) == times
