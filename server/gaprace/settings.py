"""The settings of a server: one frozen object, read from `GAPRACE_*` variables. Nothing else reads the environment.

| variable | meaning |
| --- | --- |
| `GAPRACE_HOST`, `GAPRACE_PORT` | where to listen; port 0 takes any that is free |
| `GAPRACE_DATABASE_URL` | `sqlite:///gaprace.db`, `postgresql://user:password@host/name` |
| `GAPRACE_BUS_URL` | how processes tell each other; `local:` is this machine alone, `redis://host` all that have it |
| `GAPRACE_WORKERS` | how many processes serve on the port; each allows an address its share of the limits below |
| `GAPRACE_SECRET_KEY` | signs identities; without it a key is kept in the database |
| `GAPRACE_TRUSTED_HOPS` | how many proxies of one's own stand before the server |
| `GAPRACE_ORIGINS` | other origins whose pages may use it, separated by commas |
| `GAPRACE_CONNECTIONS_PER_ADDRESS` | sockets that one address may have open, and other connections likewise |
| `GAPRACE_ROOMS_PER_MINUTE`, `GAPRACE_IDENTITIES_PER_MINUTE` | what one address may make |
| `GAPRACE_REQUESTS_PER_MINUTE` | what one address may ask for over HTTP |
| `GAPRACE_METRICS_TOKEN` | the bearer token for `/metrics`; without it, only this machine may read that |
| `GAPRACE_LOG_FORMAT` | `text`, or `json` for one object a line |
| `GAPRACE_LOG_LEVEL` | `debug`, `info`, `warning` or `error` |
| `GAPRACE_COMMANDS_PER_SECOND` | what one socket may send, sustained; for moments twice as much |
| `GAPRACE_SOLVERS` | processes that search for hints and bots; 0: no search, so no certified deals and no analyses |
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import ceil
from typing import Any

from gaprace.errors import BadSetting, quoted
from gaprace.logs import FORMATS, LEVELS

PREFIX = "GAPRACE_"
MIN_SECRET_KEY_LENGTH = 16
MAX_SOLVERS = 64
PER_ADDRESS = ("connections_per_address", "rooms_per_minute", "identities_per_minute", "requests_per_minute")
_MAX_NUMBER = 1_000_000
_MAX_PORT = 65_535
_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_URL = re.compile(r"[a-z][a-z0-9+]*:\S*")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """See the table above."""

    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = field(default="sqlite:///gaprace.db", repr=False)
    bus_url: str = field(default="local:", repr=False)
    workers: int = 1
    secret_key: str = field(default="", repr=False)
    trusted_hops: int = 0
    origins: frozenset[str] = frozenset()
    connections_per_address: int = 200
    rooms_per_minute: int = 10
    identities_per_minute: int = 30
    requests_per_minute: int = 1200
    commands_per_second: int = 20
    metrics_token: str = field(default="", repr=False)
    log_format: str = "text"
    log_level: str = "warning"
    solvers: int = 1


def read_settings(environment: Mapping[str, str], **options: object) -> ServerSettings:
    """Read the settings from an environment. Options that are not `None` come before it; both are checked alike.

    Raises:
        BadSetting: a value does not fit its variable.

    """
    texts = {name: environment[PREFIX + name.upper()] for name in _READERS if environment.get(PREFIX + name.upper())}
    given = {name: str(value) for name, value in options.items() if value is not None}
    values = {
        name: _READERS[name](f"--{name.replace('_', '-')}" if name in given else PREFIX + name.upper(), text)
        for name, text in (texts | given).items()
    }
    return replace(ServerSettings(), **values)


def share_of_worker(settings: ServerSettings) -> ServerSettings:
    """Divide among the workers what one address may do, rounded up: each counts for itself."""
    shares = {name: ceil(getattr(settings, name) / settings.workers) for name in PER_ADDRESS}
    return replace(settings, **shares)


def environment_of(settings: ServerSettings) -> dict[str, str]:
    """Return the variables from which `read_settings` makes these settings: for processes that this one starts."""
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    texts = {name: ",".join(sorted(value)) if name == "origins" else str(value) for name, value in values.items()}
    return {PREFIX + name.upper(): text for name, text in texts.items()}


def _text(variable: str, text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise BadSetting(f"{variable} = {quoted(text)} is not possible: it has characters that cannot be printed.")
    return text.strip()


def _number(smallest: int, largest: int) -> Callable[[str, str], int]:
    def read(variable: str, text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(largest)) else -1
        if not smallest <= number <= largest:
            raise BadSetting(
                f"{variable} = {quoted(text)} is not possible: it is a number from {smallest} to {largest}."
            )
        return number

    return read


def _one_of(words: Sequence[str]) -> Callable[[str, str], str]:
    def read(variable: str, text: str) -> str:
        if text not in words:
            raise BadSetting(f"{variable} = {quoted(text)} is not possible: write {' or '.join(words)}.")
        return text

    return read


def _url(variable: str, text: str) -> str:
    if not _URL.fullmatch(text):
        raise BadSetting(f"{variable} = {quoted(text)} is not a URL: write one such as sqlite:///gaprace.db.")
    return text


def _secret(variable: str, text: str) -> str:
    if len(text) < MIN_SECRET_KEY_LENGTH:
        raise BadSetting(f"{variable} is too short ({len(text)} characters): it has to have {MIN_SECRET_KEY_LENGTH}.")
    return text


def _origins(variable: str, text: str) -> frozenset[str]:
    origins = [origin.strip().lower().rstrip("/") for origin in text.split(",") if origin.strip()]
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise BadSetting(f"{variable}: {quoted(origin)} is not an origin: write one such as https://example.org.")
    return frozenset(origins)


_READERS: dict[str, Callable[[str, str], Any]] = {
    "host": _text,
    "port": _number(0, _MAX_PORT),
    "database_url": _url,
    "bus_url": _url,
    "workers": _number(1, 64),
    "secret_key": _secret,
    "trusted_hops": _number(0, 10),
    "origins": _origins,
    "connections_per_address": _number(1, _MAX_NUMBER),
    "rooms_per_minute": _number(1, _MAX_NUMBER),
    "identities_per_minute": _number(1, _MAX_NUMBER),
    "requests_per_minute": _number(1, _MAX_NUMBER),
    "metrics_token": _secret,
    "commands_per_second": _number(1, _MAX_NUMBER),
    "log_format": _one_of(FORMATS),
    "log_level": _one_of(LEVELS),
    "solvers": _number(0, MAX_SOLVERS),
}
