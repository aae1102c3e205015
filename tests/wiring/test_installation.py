"""The machine and the database of a server, and what its owner has set."""

import os
import sqlite3
from importlib.metadata import version
from pathlib import Path

import pytest

from gaprace.clock import SystemClock
from gaprace.settings import ServerSettings, read_settings
from gaprace.wiring.installation import (
    BACKUP_FOLDER,
    ThisInstallation,
    back_up_daily,
    owner_token,
    owners_settings,
    reload_settings,
)
from tests.memory_store import MemoryStore
from tests.web.harness import WebHarness


async def test_the_owner_has_one_token_for_good_unless_the_environment_names_another() -> None:
    store = MemoryStore()
    first, again = [await owners_settings(store, ServerSettings()) for _ in range(2)]
    assert owner_token(first) == owner_token(again)
    assert len(owner_token(first)) > len("owner:") + 40
    given = read_settings({"GAPRACE_ADMIN_TOKENS": "owner:0123456789abcdef"})
    assert (await owners_settings(store, given)).admin_tokens == ("owner:0123456789abcdef",)


@pytest.mark.parametrize(("named", "newer"), [("99.0", "99.0"), ("0.9.12", None), (version("gaprace"), None)])
async def test_a_newer_version_is_told_once_the_settings_name_it(named: str, newer: str | None) -> None:
    settings = read_settings({"GAPRACE_NEWEST_VERSION": named})
    assert (await ThisInstallation(settings, SystemClock()).state()).newer_version == newer


async def test_settings_that_contradict_the_environment_do_not_keep_the_server_from_starting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    await store.save_settings({"private": "on", "site_name": "Club"})
    settings = await owners_settings(store, ServerSettings())
    assert (settings.private, settings.site_name) == (False, "Gaprace")
    assert "GAPRACE_PRIVATE=on" in caplog.text


async def test_another_server_takes_over_what_the_owner_has_changed() -> None:
    web = WebHarness()
    await web.store.save_settings({"announcement": "Tonight at eight"})
    await reload_settings(web.context)
    assert web.context.settings.announcement == "Tonight at eight"


def installed(**settings: object) -> WebHarness:
    web = WebHarness(ServerSettings(**settings))
    web.context.installation = ThisInstallation(web.context.settings, web.clock)
    return web


async def test_one_backup_a_day_is_made_and_the_oldest_are_deleted(sqlite_url: str, tmp_path: Path) -> None:
    web = installed(database_url=sqlite_url, backups=1)
    await back_up_daily(web.context)
    (first,) = (tmp_path / BACKUP_FOLDER).iterdir()
    await back_up_daily(web.context)
    assert [*(tmp_path / BACKUP_FOLDER).iterdir()] == [first]
    with sqlite3.connect(first) as backup:
        assert backup.execute("select count(*) from settings").fetchone() == (0,)
    backup.close()
    state = await web.context.installation.state()
    assert ([each.name for each in state.backups], state.backups[0].bytes) == ([first.name], first.stat().st_size)
    assert state.database_bytes
    old = first.rename(first.with_name("gaprace-20200101-000000.db"))
    os.utime(old, (1, 1))
    await back_up_daily(web.context)
    (second,) = (tmp_path / BACKUP_FOLDER).iterdir()
    assert second.name > old.name


async def test_without_the_setting_no_backup_is_made(tmp_path: Path) -> None:
    await back_up_daily(installed(database_url=f"sqlite:///{tmp_path}/club.db").context)
    assert not (tmp_path / BACKUP_FOLDER).exists()
