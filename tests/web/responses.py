"""Reading what the HTTP routes answer."""

from typing import TypeVar

import httpx2
import msgspec

from gaprace.wire.http import Problem

Body = TypeVar("Body")


def read(answer: httpx2.Response, kind: type[Body], status: int = 200) -> Body:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    return msgspec.json.decode(answer.content, type=kind)


def problem(answer: httpx2.Response, status: int, code: str) -> Problem:
    read_problem = read(answer, Problem, status)
    assert read_problem.code == code
    assert read_problem.message.endswith(".")
    return read_problem
