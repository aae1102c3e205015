"""Unexpected errors: logged under a number, which the response contains."""

import logging
import secrets

from gaprace.errors import StoreUnavailable

_REQUEST_ID_BYTES = 4
_log = logging.getLogger(__name__)


def new_request_id() -> str:
    """Return a random id for a request or a connection in the log."""
    return secrets.token_hex(_REQUEST_ID_BYTES)


def log_failure(what: str, error: Exception, request_id: str) -> None:
    """Log that `what` failed, with a traceback unless only the store is unavailable.

    `what` is a route and not a URL: URLs contain codes of rooms and groups, and secrets of feeds.
    """
    if isinstance(error, StoreUnavailable):
        _log.warning("%s failed, number %s: %s", what, request_id, error)
    else:
        _log.error("%s failed, number %s", what, request_id, exc_info=error)
