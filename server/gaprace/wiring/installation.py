"""The machine and the database of a server, and the settings of its owner."""

import logging
import platform
import re
import shutil
from asyncio import to_thread
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from secrets import token_bytes

from gaprace.engine.compiled_code import has_solver
from gaprace.errors import BadSetting
from gaprace.play.events.calendar import DAY_MS
from gaprace.ports import Clock, Store
from gaprace.settings import OWNER, ServerSettings, with_stored
from gaprace.store.backup import PREFIX, back_up, file_of
from gaprace.web.context import AppContext
from gaprace.wire.http import BackupFile, InstallationState
from gaprace.wiring.databases import open_store, prepare_database, shown_url

BACKUP_FOLDER = "backups"
_OWNER_BYTES = 24
_DAILY_MS = DAY_MS - 30 * 60_000
"""Half an hour less than a day, so that the hour of the backups does not move."""
_log = logging.getLogger(__name__)


class ThisInstallation:
    """Implements `ports.Installation`."""

    def __init__(self, settings: ServerSettings, clock: Clock) -> None:
        self._url, self._started_at = settings.database_url, clock.now()
        self._file, self._newer = file_of(self._url), newer_version(settings)
        self._folder = (self._file.parent if self._file else Path.cwd()) / BACKUP_FOLDER

    async def state(self) -> InstallationState:
        return await to_thread(self._look)

    async def back_up(self, keep: int) -> BackupFile:
        path, _ = await to_thread(back_up, self._url, self._folder, keep)
        return _backup(path)

    def _look(self) -> InstallationState:
        size = free = None
        if self._file:
            with suppress(OSError):
                size, free = self._file.stat().st_size, shutil.disk_usage(self._file.parent).free
        return InstallationState(
            version("gaprace"),
            platform.python_version(),
            shown_url(self._url),
            str(self._folder),
            sorted(map(_backup, self._folder.glob(f"{PREFIX}*")), key=lambda each: -each.made_at),
            self._started_at,
            has_solver(),
            size,
            free,
            _memory_bytes(),
            self._newer,
        )


def newer_version(settings: ServerSettings) -> str | None:
    """Return the newest version that the settings name, if it is newer than this one."""
    newest = settings.newest_version
    return newest if newest and _numbers(newest) > _numbers(version("gaprace")) else None


def _numbers(version: str) -> list[int]:
    return [int(each) for each in re.findall("[0-9]+", version)]


async def back_up_daily(context: AppContext) -> None:
    """Make a backup of a file of SQLite if the newest one is a day old, and backups are wanted."""
    keep = context.settings.backups
    state = await context.installation.state() if keep else None
    if state is None or state.database_bytes is None:
        return
    if not state.backups or state.backups[0].made_at <= context.clock.now() - _DAILY_MS:
        await context.installation.back_up(keep)


async def reload_settings(context: AppContext) -> None:
    """Take over what the owner has changed at another server, as far as it needs no start."""
    context.settings = _with_stored(context.settings, await context.shared.store.settings())


def _backup(path: Path) -> BackupFile:
    found = path.stat()
    return BackupFile(path.name, found.st_size, int(found.st_mtime * 1000))


def _memory_bytes() -> int:
    """Return the resident memory of this process."""
    import psutil  # noqa: PLC0415  # few servers ever show it

    return psutil.Process().memory_info().rss


async def owners_settings(store: Store, settings: ServerSettings) -> ServerSettings:
    """Return the settings with those that the owner has made in the browser, and with the owner's token.

    If the two contradict each other, since the environment has changed, those of the browser are ignored.
    """
    return _with_stored(await with_owner(store, settings), await store.settings())


def _with_stored(settings: ServerSettings, stored: Mapping[str, str]) -> ServerSettings:
    try:
        return with_stored(settings, stored)
    except BadSetting as error:
        _log.warning("The settings of the owner's page are ignored: %s", error.message)
        return settings


async def with_owner(store: Store, settings: ServerSettings) -> ServerSettings:
    """Return the settings with a token of the owner: that of the environment, or else one of the database."""
    if any(map(_is_owners, settings.admin_tokens)):
        return settings
    token = f"{OWNER}:{(await store.server_key(OWNER, token_bytes(_OWNER_BYTES))).hex()}"
    return replace(settings, admin_tokens=(*settings.admin_tokens, token))


def owner_token(settings: ServerSettings) -> str:
    """Return the token of the owner from the settings of `with_owner`."""
    return next(filter(_is_owners, settings.admin_tokens))


def _is_owners(token: str) -> bool:
    return token.startswith(f"{OWNER}:")


async def find_owner_token(settings: ServerSettings) -> str:
    """Return the token of the owner, also beside a running server."""
    await prepare_database(settings.database_url, read_only=settings.read_only)
    store = open_store(settings.database_url, read_only=settings.read_only)
    try:
        return owner_token(await with_owner(store, settings))
    finally:
        await store.close()
