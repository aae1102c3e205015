"""The site as its owner sees it: its settings, and the state of the server."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from gaprace.wire import Wire

MAX_SETTING_LENGTH = 2_000
Source = Literal["default", "page", "environment"]
SettingName = Annotated[str, Meta(max_length=32)]
SettingText = Annotated[str, Meta(max_length=MAX_SETTING_LENGTH)]


class SiteSetting(Wire, frozen=True):
    """A setting."""

    name: str
    """The name of its variable without the prefix, in lower case."""
    value: str
    """The text that the variable would have; empty for a secret."""
    source: Source
    """The origin of the value. A value from a variable of the environment cannot be changed here."""
    is_live: bool
    """Whether a change takes effect at once; else when the server starts again."""


class BackupFile(Wire, frozen=True):
    """A backup."""

    name: str
    """The name of its file."""
    bytes: int
    """Its size."""
    made_at: int
    """When it was made (ms since 1970)."""


class InstallationState(Wire, frozen=True):
    """The machine and the database of a server."""

    version: str
    """The version of Gaprace."""
    python: str
    """The version of Python."""
    database: str
    """Its URL, without the password."""
    backup_folder: str
    """The folder of the backups."""
    backups: Sequence[BackupFile]
    """The newest first."""
    started_at: int
    """When this server has started (ms since 1970)."""
    has_solver: bool = False
    """Whether the solver is installed."""
    database_bytes: int | None = None
    """The size of a file of SQLite."""
    disk_free_bytes: int | None = None
    """The free space on the disk of that file."""
    memory_bytes: int | None = None
    """The resident memory of this server."""
    newer_version: str | None = None
    """The newest version that the server's settings name; missing unless it is newer than this one."""


class Site(Wire, frozen=True):
    """A site."""

    settings: Sequence[SiteSetting]
    """Its settings, in the order of the page."""
    state: InstallationState
    """The machine and the database."""
    rooms: int
    """Rooms that are open at this server."""
    connections: int
    """Connections of people to them."""


class SiteChange(Wire, frozen=True):
    """New values of settings."""

    values: Mapping[SettingName, SettingText]
    """By name. An empty text brings back the default."""


class Restarting(Wire, frozen=True):
    """The server is about to start again."""

    started_at: int
    """When the server had started: it has started again once `state.started_at` differs."""
