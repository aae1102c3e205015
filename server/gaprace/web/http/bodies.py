"""Request bodies: JSON of a bounded size that arrives in time and fits its struct."""

import asyncio
import re
from codecs import BOM_UTF8
from typing import TypeVar

import msgspec
from starlette.requests import Request

from gaprace.errors import Refusal
from gaprace.wire import Wire

JSON = "application/json"
MAX_BODY_BYTES = 16 * 1024
BODY_TIMEOUT_S = 10.0
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""NUL as JSON writes it: after two backslashes, `u0000` is text."""

Body = TypeVar("Body", bound=Wire)


async def read_body(request: Request) -> bytes:
    """Return the body of a request. Raises `body_too_large`, `bad_content_type`, `too_slow`."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
        raise _too_large()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            body = await _received(request)
    except TimeoutError:
        raise Refusal("too_slow", f"The body did not arrive within {BODY_TIMEOUT_S:.0f} s.") from None
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and content_type != JSON:
        raise Refusal("bad_content_type", f"The body must be JSON, with Content-Type: {JSON}.")
    if request.headers.get("content-encoding", "identity").strip().lower() not in {"", "identity"}:
        raise Refusal("bad_content_type", "The body must not be compressed: send it without Content-Encoding.")
    return body


async def _received(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY_BYTES:
            raise _too_large()
    return bytes(body)


def _too_large() -> Refusal:
    return Refusal("body_too_large", f"The body may have at most {MAX_BODY_BYTES} bytes.")


def parse_body(data: bytes, kind: type[Body], bad_value: str) -> Body:
    """Return a body as a struct; an empty one counts as `{}`. It may begin with the mark that editors put there.

    Raises `bad_body` for data that is not JSON, `bad_value` for JSON that does not fit `kind`.
    """
    if _NUL.search(data):  # which Postgres does not allow in texts
        raise Refusal(bad_value, "The body is not valid: it contains \\u0000. Remove it.")
    try:
        return msgspec.json.decode(data.removeprefix(BOM_UTF8) or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise Refusal(bad_value, f"The body is not valid: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_body", f"The body is not JSON: {error}.") from None
