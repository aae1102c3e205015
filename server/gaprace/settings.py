"""The settings of a server: one frozen object, read from `GAPRACE_*` variables. Nothing else reads the environment.

Each is declared once, in `ServerSettings`; what it is for is said in `docs/settings.md`. A secret may also come from a
file: `GAPRACE_SECRET_KEY_FILE=/run/secrets/key`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any

from gaprace import setting_readers as readers
from gaprace.errors import BadSetting, quoted
from gaprace.logs import FORMATS, LEVELS
from gaprace.wire.http.languages import LANGUAGES

PREFIX = "GAPRACE_"
MAX_SOLVERS = 64
FILE_SUFFIX = "_FILE"
OTLP_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Standard variables of OpenTelemetry, which its SDK reads; any of them asks for traces."""
_MAX_NUMBER = 1_000_000
_MAX_PORT = 65_535
_MAX_DRAIN_S = 600
_MAX_DAYS = 3650
_MAX_NETWORK_DAYS = 180
ANY_HOST = "*"
OWNER = "owner"
"""The name of the moderator who may also change the site."""


def _setting(default: object, read: readers.Reader, *, secret: bool = False, live: bool | None = None) -> Any:  # noqa: ANN401  # the default, as far as types go
    """Declare a setting by its default and the reader of its text.

    A secret may come from a file, and is in no log. Those of the owner's page say whether a change of theirs takes
    effect at once: else when the server starts again.
    """
    return field(default=default, repr=not secret, metadata={"read": read, "secret": secret, "live": live})


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """See `docs/settings.md`."""

    host: str = _setting("127.0.0.1", readers.printable)
    port: int = _setting(8000, readers.number(0, _MAX_PORT))
    database_url: str = _setting("sqlite:///gaprace.db", readers.url, secret=True)
    bus_url: str = _setting("local:", readers.url, secret=True)
    secret_key: tuple[str, ...] = _setting((), readers.secrets, secret=True)
    trusted_hops: int = _setting(0, readers.number(0, 10))
    origins: frozenset[str] = _setting(frozenset(), readers.origins)
    hosts: frozenset[str] = _setting(frozenset(), readers.hosts)
    connections_per_address: int = _setting(200, readers.number(1, _MAX_NUMBER))
    rooms_per_minute: int = _setting(20, readers.number(1, _MAX_NUMBER))
    identities_per_minute: int = _setting(30, readers.number(1, _MAX_NUMBER))
    requests_per_minute: int = _setting(1200, readers.number(1, _MAX_NUMBER))
    commands_per_address: int = _setting(200, readers.number(1, _MAX_NUMBER))
    commands_per_second: int = _setting(20, readers.number(1, _MAX_NUMBER))
    max_connections: int = _setting(10_000, readers.number(1, _MAX_NUMBER))
    drain_seconds: int = _setting(0, readers.number(0, _MAX_DRAIN_S))
    metrics_token: str = _setting("", readers.secret, secret=True)
    admin_tokens: tuple[str, ...] = _setting((), readers.admin_tokens, secret=True)
    word_list: str = _setting("", readers.readable_file)
    keep_guests_days: int = _setting(30, readers.number(1, _MAX_DAYS))
    keep_networks_days: int = _setting(30, readers.number(1, _MAX_NETWORK_DAYS))
    keep_idle_games_days: int = _setting(7, readers.number(1, _MAX_DAYS))
    read_only: bool = _setting(default=False, read=readers.switch)
    oidc_claims: frozenset[str] = _setting(frozenset(), readers.claims)
    oidc_name_claim: str = _setting("", readers.printable)
    oidc_days: int = _setting(30, readers.number(1, _MAX_DAYS))
    webhook_networks: frozenset[str] = _setting(frozenset(), readers.networks)
    push_key: str = _setting("", readers.push_key, secret=True)
    log_format: str = _setting("text", readers.one_of(FORMATS))
    log_level: str = _setting("warning", readers.one_of(LEVELS))
    solvers: int = _setting(1, readers.number(0, MAX_SOLVERS))
    cache_dir: str = _setting("", readers.printable)
    newest_version: str = _setting("", readers.version)
    # The settings of the owner's page, in its order.
    site_name: str = _setting("Gaprace", readers.site_name, live=True)
    language: str = _setting("en", readers.one_of(LANGUAGES), live=True)
    announcement: str = _setting("", readers.announcement, live=True)
    contact: str = _setting("", readers.contact, live=True)
    imprint_url: str = _setting("", readers.page_url, live=True)
    privacy_url: str = _setting("", readers.page_url, live=True)
    private: bool = _setting(default=False, read=readers.switch, live=False)
    invitations: tuple[str, ...] = _setting((), readers.invitations, secret=True, live=True)
    oidc_issuer: str = _setting("", readers.issuer, live=False)
    oidc_client_id: str = _setting("", readers.printable, live=False)
    oidc_client_secret: str = _setting("", readers.password, secret=True, live=False)
    oidc_label: str = _setting("OpenID", readers.site_name, live=False)
    oidc_domains: frozenset[str] = _setting(frozenset(), readers.domains, live=False)
    push: bool = _setting(default=True, read=readers.switch, live=False)
    max_rooms: int = _setting(20_000, readers.number(1, _MAX_NUMBER), live=False)
    backups: int = _setting(0, readers.number(0, _MAX_DAYS), live=True)
    given: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names of those that a variable or an option has set."""


_DECLARED = {each.name: each.metadata for each in fields(ServerSettings) if each.metadata}
_READERS: Mapping[str, readers.Reader] = {name: each["read"] for name, each in _DECLARED.items()}
SECRETS = tuple(name for name, each in _DECLARED.items() if each["secret"])
"""The settings that may come from files."""
EDITABLE: Mapping[str, bool] = {name: each["live"] for name, each in _DECLARED.items() if each["live"] is not None}
"""The settings of the owner's page, and whether a change takes effect at once."""


def read_settings(environment: Mapping[str, str], **options: object) -> ServerSettings:
    """Read the settings from an environment. Options that are not `None` take precedence; both are validated alike.

    Raises BadSetting if a value is impossible for its variable.
    """
    texts = {name: environment[PREFIX + name.upper()] for name in _READERS if environment.get(PREFIX + name.upper())}
    texts |= {name: _text_of_file(name, environment) for name in SECRETS if environment.get(_file_variable(name))}
    given = {name: str(value) for name, value in options.items() if value is not None}
    values = {
        name: _READERS[name](f"--{name.replace('_', '-')}" if name in given else PREFIX + name.upper(), text)
        for name, text in (texts | given).items()
    }
    settings = replace(ServerSettings(), **values, given=frozenset(values))
    _refuse_half(settings)
    return settings


def with_stored(settings: ServerSettings, stored: Mapping[str, str]) -> ServerSettings:
    """Return settings with the texts of the owner's page, by name; what a variable or an option has set stays.

    Raises BadSetting as `read_settings`.
    """
    own, defaults = [name for name in EDITABLE if name not in settings.given], ServerSettings()
    values = {
        name: _READERS[name](PREFIX + name.upper(), stored[name]) if stored.get(name) else getattr(defaults, name)
        for name in own
    }
    found = replace(settings, **values)
    _refuse_half(found)
    return found


def text_of(settings: ServerSettings, name: str) -> str:
    """Return the value of a setting as the text that a variable would have."""
    value = getattr(settings, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(sorted(value)) if isinstance(value, (frozenset, tuple)) else str(value)


def _refuse_half(settings: ServerSettings) -> None:
    """Refuse settings that need others, which are missing."""
    if settings.oidc_issuer and not settings.oidc_client_id:
        raise BadSetting("GAPRACE_OIDC_ISSUER needs GAPRACE_OIDC_CLIENT_ID, which the provider shows.")
    given = (settings.oidc_client_id, settings.oidc_client_secret, settings.oidc_domains, settings.oidc_claims)
    if any(given) and not settings.oidc_issuer:
        raise BadSetting("GAPRACE_OIDC_ISSUER is missing, and the other settings of OpenID Connect are set.")
    if settings.private and not (settings.oidc_issuer or settings.invitations):
        raise BadSetting("GAPRACE_PRIVATE=on lets nobody in: set GAPRACE_OIDC_ISSUER or GAPRACE_INVITATIONS.")


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return a sentence for each variable that begins like those of a server and is none, such as a misspelt one."""
    known = [name.upper() for name in _READERS] + [name.upper() + FILE_SUFFIX for name in SECRETS]
    given = [name.removeprefix(PREFIX) for name in sorted(environment) if name.startswith(PREFIX)]
    return [_unknown_variable(name, get_close_matches(name, known, 1)) for name in given if name not in known]


def wants_traces(environment: Mapping[str, str]) -> bool:
    """Whether the standard variables of OpenTelemetry ask for traces: they name where to export them."""
    is_disabled = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    exporter = environment.get("OTEL_TRACES_EXPORTER", "")
    return not is_disabled and exporter in {"", "otlp"} and any(environment.get(name) for name in OTLP_ENDPOINTS)


def _unknown_variable(name: str, close: Sequence[str]) -> str:
    meant = f": did you mean {PREFIX}{close[0]}?" if close else "."
    return f"{quoted(PREFIX + name)} is not a setting{meant}"


def _file_variable(name: str) -> str:
    return PREFIX + name.upper() + FILE_SUFFIX


def _text_of_file(name: str, environment: Mapping[str, str]) -> str:
    """Return the text of the file that a variable names, without the end of its last line."""
    variable, path = _file_variable(name), environment[_file_variable(name)]
    if environment.get(PREFIX + name.upper()):
        raise BadSetting(f"{PREFIX}{name.upper()} and {variable} are both set: unset one of them.")
    return readers.text_of_file(variable, path).rstrip("\r\n")
