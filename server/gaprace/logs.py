"""What the server writes down: lines for people, or one JSON object a line, with what it is about.

`about(room=..., request=...)` marks everything that is logged inside it, in this task and those it starts. Ids only:
no names, no tokens, no addresses, no secrets.
"""

import json
import logging
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

LEVELS = ("debug", "info", "warning", "error")
OWN = "gaprace"
"""The logger above all of this program."""
FORMATS = ("text", "json")
_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


def set_up(kind: str, level: str) -> None:
    """Write to standard error from now on: as `text` or `json`, from this level upward."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if kind == "json" else _Text())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # Libraries write down what they are told to store or to send: only what is wrong with it is wanted.
    logging.getLogger(OWN).setLevel(level.upper())


@contextmanager
def about(**ids: str) -> Iterator[None]:
    """Mark what is logged inside with ids, such as that of a room."""
    token = _about.set({**_about.get(), **ids})
    try:
        yield
    finally:
        _about.reset(token)


def _ids_of(record: logging.LogRecord) -> Mapping[str, object]:
    """Return what a line is about: from where it was written, and from its `extra={"about": {...}}`."""
    own: Mapping[str, object] = getattr(record, "about", {})
    return {**_about.get(), **own}


class _Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        ids = " ".join(f"{name}={value}" for name, value in _ids_of(record).items())
        line = super().formatMessage(record)
        return f"{line} ({ids})" if ids else line


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
