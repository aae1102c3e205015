"""The settings of the owner's page in SQL."""

from collections.abc import Mapping

from sqlalchemy import delete, select

from gaprace.store.base import SqlRepository
from gaprace.store.tables import settings


class SqlSettings(SqlRepository):
    """Implements `ports.SettingStore`."""

    async def settings(self) -> dict[str, str]:
        return {row["name"]: row["value"] for row in await self.rows(select(settings))}

    async def save_settings(self, texts: Mapping[str, str]) -> None:
        rows = [{"name": name, "value": value} for name, value in texts.items() if value]
        async with self.writing() as asks:
            await asks.execute(delete(settings).where(settings.c.name.in_([*texts])))
            if rows:
                await asks.execute(settings.insert(), rows)
