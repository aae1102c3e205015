"""Validators: seldom changing resources have an ETag, and are sent only if they have changed (RFC 9110, section 13)."""

from hashlib import blake2b
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from gaprace.web.http.negotiation import has_already

KEPT = {"etag", "cache-control", "vary", "content-location", "set-cookie"}
"""The headers that an answer without a body has, too (RFC 9110, section 15.4.5), and those of the identity."""
_TAG_BYTES = 12


def revalidated(request: Request, response: Response) -> Response:
    """Return a response with its ETag, or without its body if the client has that already."""
    if response.status_code != HTTPStatus.OK:
        return response
    tag = f'"{blake2b(response.body, digest_size=_TAG_BYTES).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    response.headers.update(headers)
    if has_already(request.headers, tag):
        kept = {name: value for name, value in response.headers.items() if name in KEPT}
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)
    return response
