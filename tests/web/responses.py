"""Reading what the HTTP routes answer."""

from typing import TypeVar

import httpx2
import msgspec
from httpx2 import AsyncClient

from gaprace.error_codes import ERRORS
from gaprace.wire.http import Problem

Body = TypeVar("Body")


def read(answer: httpx2.Response, kind: type[Body], status: int = 200) -> Body:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == ("application/json" if answer.is_success else "application/problem+json")
    return msgspec.json.decode(answer.content, type=kind)


def problem(answer: httpx2.Response, status: int, code: str) -> Problem:
    read_problem = read(answer, Problem, status)
    assert read_problem.code == code
    assert read_problem.message.endswith(".")
    assert (read_problem.detail, read_problem.status) == (read_problem.message, status)
    assert read_problem.type == f"/docs#{code}"
    assert read_problem.title == ERRORS[code].meaning
    return read_problem


async def id_of(client: AsyncClient) -> str:
    return str((await client.get("/api/v1/me")).json()["id"])


async def refusal(client: AsyncClient, method: str, path: str, body: object = None) -> tuple[int, str]:
    answer = await client.request(method, path, json=body)
    return answer.status_code, answer.json()["code"]
