"""The stored settings of an installation, and the machine and the database beneath it."""

from collections.abc import Mapping
from typing import Protocol

from gaprace.wire.http import BackupFile, InstallationState


class SettingStore(Protocol):
    """The settings that the owner has made in the browser."""

    async def settings(self) -> dict[str, str]:
        """Return their texts by name."""

    async def save_settings(self, texts: Mapping[str, str]) -> None:
        """Store texts by name, in one transaction; an empty one is forgotten."""


class Installation(Protocol):
    """The machine and the database of a server, for its owner."""

    async def state(self) -> InstallationState:
        """Return their current state."""

    async def back_up(self, keep: int) -> BackupFile:
        """Make a backup of the database, check it, and delete all but the newest `keep`.

        Raises StoreUnavailable, with the reason why there is none.
        """
