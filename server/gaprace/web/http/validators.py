"""Validators: seldom changing resources have an ETag, and are sent only if they have changed (RFC 9110, section 13)."""

from hashlib import blake2b
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

_TAG_BYTES = 12


def revalidated(request: Request, response: Response) -> Response:
    """Return a response with its ETag, or without its body if the client has that already."""
    if response.status_code != HTTPStatus.OK:
        return response
    tag = f'"{blake2b(response.body, digest_size=_TAG_BYTES).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if tag in known or known == ["*"]:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    response.headers.update(headers)
    return response
