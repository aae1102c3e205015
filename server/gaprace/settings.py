"""The settings of a server: one frozen object, read from `GAPRACE_*` variables. Nothing else reads the environment.

| variable | default | meaning |
| --- | --- | --- |
| `GAPRACE_HOST` | `127.0.0.1` | the address to listen on |
| `GAPRACE_PORT` | `8000` | the port to listen on; 0: any free port |
| `GAPRACE_HOSTS` | | names of the server besides local ones, separated by commas: `a.org`, `*.a.org`, or `*` for any |
| `GAPRACE_TRUSTED_HOPS` | `0` | the number of your proxies in front, which set `X-Forwarded-For` and `-Proto` |
| `GAPRACE_DATABASE_URL` | `sqlite:///gaprace.db` | the database, or `postgresql://USER:PASSWORD@HOST/NAME` |
| `GAPRACE_SECRET_KEY` | | the key that signs identities, or several, the newest first (else: a key in the database) |
| `GAPRACE_SITE_NAME` | `Gaprace` | the name of the site: in titles, previews, the app and the header of every page |
| `GAPRACE_CONTACT` | | the e-mail or https address for reports of security problems (`/.well-known/security.txt`) |
| `GAPRACE_IMPRINT_URL` | | your page that says who runs the server; the first page links to it |
| `GAPRACE_PRIVACY_URL` | | your privacy policy; the first page links to it |
| `GAPRACE_LANGUAGE` | `en` | the language for those whose browser asks for none of `en`, `de`, `pl` and `he` |
| `GAPRACE_ANNOUNCEMENT` | | a line above the first page, such as: Down for an update at 22:00 UTC |
| `GAPRACE_INVITATIONS` | | codes that admit people, separated by commas; with any, the server is private |
| `GAPRACE_ADMIN_TOKENS` | | bearer tokens of moderators, `NAME:SECRET`, separated by commas; the log shows the names |
| `GAPRACE_SOLVERS` | `1` | processes for hints and bots, and one for proofs; 0: nothing is certified or analysed |
| `GAPRACE_PUSH` | `on` | `off`: no notifications are offered or sent (web push) |
| `GAPRACE_BACKUPS` | `0` | backups to keep of a file of SQLite, one a night, in `backups` beside it; 0: none are made |
| `GAPRACE_BUS_URL` | `local:` | connects the servers of a database: `redis://HOST`, or `local:` for one server |
| `GAPRACE_CACHE_DIR` | | folder for compiled code, writable by the server alone (else: the user's cache folder) |
| `GAPRACE_ORIGINS` | | other origins whose pages may use the server, separated by commas |
| `GAPRACE_PRIVATE` | `off` | `on`: only people who have signed in are admitted and, with invitations, invited ones |
| `GAPRACE_OIDC_ISSUER` | | the provider of sign-in with OpenID Connect: its https address |
| `GAPRACE_OIDC_CLIENT_ID` | | the id of this server at the provider |
| `GAPRACE_OIDC_CLIENT_SECRET` | | the secret of this server at the provider; a public client has none |
| `GAPRACE_OIDC_LABEL` | `OpenID` | the name of the provider on buttons |
| `GAPRACE_OIDC_DOMAINS` | | domains of confirmed e-mail addresses that may sign in, separated by commas (else: all) |
| `GAPRACE_OIDC_CLAIMS` | | claims that an account needs, such as `groups=players`, separated by commas |
| `GAPRACE_OIDC_NAME_CLAIM` | | the claim with the name of a new player, such as `given_name` (else: a random name) |
| `GAPRACE_OIDC_DAYS` | `30` | on a private server: the days after which people sign in again |
| `GAPRACE_REQUESTS_PER_MINUTE` | `1200` | cost of the requests of an address, ten times as much at once |
| `GAPRACE_COMMANDS_PER_ADDRESS` | `200` | cost of the commands of an address per second |
| `GAPRACE_COMMANDS_PER_SECOND` | `20` | commands of a WebSocket per second, twice as many at once |
| `GAPRACE_CONNECTIONS_PER_ADDRESS` | `200` | open WebSockets, and other connections, of an address |
| `GAPRACE_ROOMS_PER_MINUTE` | `20` | rooms for several players that an address may create, five times as many at once |
| `GAPRACE_IDENTITIES_PER_MINUTE` | `30` | players that an address may create, seventy times as many at once |
| `GAPRACE_MAX_CONNECTIONS` | `10000` | open WebSockets of all addresses, and (without a proxy) other connections |
| `GAPRACE_MAX_ROOMS` | `20000` | open rooms of this database; idle ones close in an hour, or sooner when few are left |
| `GAPRACE_DRAIN_SECONDS` | `0` | seconds that a stopping server goes on serving while `/readyz` returns 503 |
| `GAPRACE_METRICS_TOKEN` | | bearer token for `/metrics` (else: this machine alone may read them) |
| `GAPRACE_WORD_LIST` | | file of words, one a line, that names and public chat may not contain (else: a built-in one) |
| `GAPRACE_KEEP_GUESTS_DAYS` | `30` | age at which a guest without a single game is deleted |
| `GAPRACE_KEEP_NETWORKS_DAYS` | `30` | how long a session keeps a hash of its network, by which addresses are banned |
| `GAPRACE_KEEP_IDLE_GAMES_DAYS` | `7` | how long a game without a time limit waits for its next action |
| `GAPRACE_ARCHIVE_DAYS` | `0` | days after its end at which a game is packed, `0`: never; all its pages stay |
| `GAPRACE_READ_ONLY` | `off` | `on`: everything can be looked at, and nothing is stored or played |
| `GAPRACE_WEBHOOK_NETWORKS` | | internal networks where webhooks may go, such as 10.1.0.0/16, separated by commas |
| `GAPRACE_PUSH_KEY` | | signs notifications: the output of `openssl rand -base64 32` (else: a key in the database) |
| `GAPRACE_LOG_FORMAT` | `text` | `text`, or `json` for one object per line |
| `GAPRACE_LOG_LEVEL` | `warning` | `debug`, `info`, `warning` or `error` |

Those of `EDITABLE` can also be set on the owner's page, which keeps them in the database: a variable overrides it.

A secret may also come from a file: `GAPRACE_SECRET_KEY_FILE=/run/secrets/key` and the same for each of `SECRETS`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from gaprace import setting_readers as readers
from gaprace.errors import BadSetting, quoted
from gaprace.logs import FORMATS, LEVELS

PREFIX = "GAPRACE_"
MAX_SOLVERS = 64
SECRETS = (
    "database_url",
    "bus_url",
    "secret_key",
    "metrics_token",
    "admin_tokens",
    "invitations",
    "oidc_client_secret",
    "push_key",
)
"""The settings that may come from files."""
EDITABLE: Mapping[str, bool] = {
    "site_name": True,
    "language": True,
    "announcement": True,
    "contact": True,
    "imprint_url": True,
    "privacy_url": True,
    "private": False,
    "invitations": True,
    "oidc_issuer": False,
    "oidc_client_id": False,
    "oidc_client_secret": False,
    "oidc_label": False,
    "oidc_domains": False,
    "push": False,
    "max_rooms": False,
    "backups": True,
}
"""The settings of the owner's page, and whether a change takes effect at once: else when the server starts again."""
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
LANGUAGES = ("en", "de", "pl", "he")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """See the table in the module's docstring."""

    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = field(default="sqlite:///gaprace.db", repr=False)
    bus_url: str = field(default="local:", repr=False)
    secret_key: tuple[str, ...] = field(default=(), repr=False)
    trusted_hops: int = 0
    origins: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    connections_per_address: int = 200
    rooms_per_minute: int = 20
    identities_per_minute: int = 30
    requests_per_minute: int = 1200
    commands_per_address: int = 200
    commands_per_second: int = 20
    max_connections: int = 10_000
    max_rooms: int = 20_000
    drain_seconds: int = 0
    metrics_token: str = field(default="", repr=False)
    admin_tokens: tuple[str, ...] = field(default=(), repr=False)
    word_list: str = ""
    site_name: str = "Gaprace"
    contact: str = ""
    imprint_url: str = ""
    privacy_url: str = ""
    announcement: str = ""
    keep_guests_days: int = 30
    keep_networks_days: int = 30
    keep_idle_games_days: int = 7
    archive_days: int = 0
    read_only: bool = False
    invitations: tuple[str, ...] = field(default=(), repr=False)
    oidc_issuer: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: str = field(default="", repr=False)
    oidc_label: str = "OpenID"
    oidc_domains: frozenset[str] = frozenset()
    oidc_claims: tuple[str, ...] = ()
    oidc_name_claim: str = ""
    oidc_days: int = 30
    private: bool = False
    webhook_networks: frozenset[str] = frozenset()
    push: bool = True
    push_key: str = field(default="", repr=False)
    log_format: str = "text"
    log_level: str = "warning"
    solvers: int = 1
    cache_dir: str = ""
    language: str = "en"
    backups: int = 0
    given: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names of those that a variable or an option has set."""


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


_READERS: dict[str, readers.Reader] = {
    "host": readers.printable,
    "port": readers.number(0, _MAX_PORT),
    "database_url": readers.url,
    "bus_url": readers.url,
    "secret_key": readers.secrets,
    "trusted_hops": readers.number(0, 10),
    "origins": readers.origins,
    "hosts": readers.hosts,
    "connections_per_address": readers.number(1, _MAX_NUMBER),
    "rooms_per_minute": readers.number(1, _MAX_NUMBER),
    "identities_per_minute": readers.number(1, _MAX_NUMBER),
    "requests_per_minute": readers.number(1, _MAX_NUMBER),
    "drain_seconds": readers.number(0, _MAX_DRAIN_S),
    "metrics_token": readers.secret,
    "admin_tokens": readers.admin_tokens,
    "word_list": readers.readable_file,
    "site_name": readers.site_name,
    "contact": readers.contact,
    "imprint_url": readers.page_url,
    "privacy_url": readers.page_url,
    "announcement": readers.announcement,
    "language": readers.one_of(LANGUAGES),
    "backups": readers.number(0, _MAX_DAYS),
    "keep_guests_days": readers.number(1, _MAX_DAYS),
    "keep_networks_days": readers.number(1, _MAX_NETWORK_DAYS),
    "keep_idle_games_days": readers.number(1, _MAX_DAYS),
    "archive_days": readers.number(0, _MAX_DAYS),
    "read_only": readers.switch,
    "invitations": readers.invitations,
    "oidc_issuer": readers.issuer,
    "oidc_client_id": readers.printable,
    "oidc_client_secret": readers.password,
    "oidc_label": readers.site_name,
    "oidc_domains": readers.domains,
    "oidc_claims": readers.claims,
    "oidc_name_claim": readers.printable,
    "oidc_days": readers.number(1, _MAX_DAYS),
    "private": readers.switch,
    "webhook_networks": readers.networks,
    "push": readers.switch,
    "push_key": readers.push_key,
    "commands_per_address": readers.number(1, _MAX_NUMBER),
    "commands_per_second": readers.number(1, _MAX_NUMBER),
    "max_connections": readers.number(1, _MAX_NUMBER),
    "max_rooms": readers.number(1, _MAX_NUMBER),
    "log_format": readers.one_of(FORMATS),
    "log_level": readers.one_of(LEVELS),
    "solvers": readers.number(0, MAX_SOLVERS),
    "cache_dir": readers.printable,
}
