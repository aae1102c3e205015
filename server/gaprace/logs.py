"""The server's log: text for people, or one JSON object a line, each with the ids of what it is about.

`about(room=..., request=...)` adds ids to every record logged inside it, in this task and the tasks that it starts, and
`extra=fields(status=200)` adds fields to one record. Never names, tokens, addresses or secrets. The code of a room lets
people into it, so only its beginning is written: enough to tell the lines of rooms apart.
"""

import json
import logging
import secrets
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from gaprace.errors import StoreUnavailable
from gaprace.outgoing_text import for_terminal

LEVELS = ("debug", "info", "warning", "error")
LOGGER = "gaprace"
"""The parent of all loggers of this package."""
FORMATS = ("text", "json")
SHOWN_OF_CODES = 3
"""Characters of a room's code that are written: five of eight, and so 33 million codes, stay open."""
_REQUEST_ID_BYTES = 4
_log = logging.getLogger(__name__)
_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


def set_up(kind: str, level: str) -> None:
    """Log to standard error as `text` or `json`, from a level upwards."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if kind == "json" else _Text())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # Libraries log what they store and send, secrets included: only their warnings and errors are wanted.
    logging.getLogger(LOGGER).setLevel(level.upper())


def json_line(logger: str, message: str) -> str:
    """Return a line of the JSON log at level `info`, for what is printed at any level."""
    return _JsonLines().format(logging.LogRecord(logger, logging.INFO, "", 0, message, None, None))


@contextmanager
def about(**ids: str) -> Iterator[None]:
    """Add ids, such as that of a room, to the records logged inside."""
    token = _about.set({**_about.get(), **ids})
    try:
        yield
    finally:
        _about.reset(token)


def fields(**values: object) -> dict[str, object]:
    """Return the `extra` of a logging call: fields of its line. Those that are None are left out."""
    return {"about": {name: value for name, value in values.items() if value is not None}}


def new_request_id() -> str:
    """Return a random id for a request or a connection: the number of a failure, which the response contains."""
    return secrets.token_hex(_REQUEST_ID_BYTES)


def log_failure(what: str, error: Exception, request_id: str) -> None:
    """Log that `what` failed, with a traceback unless only the store is unavailable.

    `what` is a route and not a URL: URLs contain codes of rooms and groups, and secrets of feeds.
    """
    if isinstance(error, StoreUnavailable):
        _log.warning("%s failed, number %s: %s", what, request_id, error)
    else:
        _log.error("%s failed, number %s", what, request_id, exc_info=error)


def _ids_of(record: logging.LogRecord) -> Mapping[str, object]:
    """Return the ids of a record: those of the context, then those of its `extra={"about": {...}}`."""
    own: Mapping[str, object] = getattr(record, "about", {})
    ids = {**_about.get(), **own}
    return {**ids, **({"room": f"{str(ids['room'])[:SHOWN_OF_CODES]}..."} if "room" in ids else {})}


class _Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # as logging calls it
        ids = " ".join(f"{name}={value}" for name, value in _ids_of(record).items())
        line = super().formatMessage(record)
        return for_terminal(f"{line} ({ids})" if ids else line)


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **_ids_of(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
