"""HTTP routes of the owner of the site: its settings, the state of the server, backups.

The docstring of a handler is the description of its route.
"""

from collections.abc import Mapping

from gaprace.errors import BadSetting, Refusal, quoted
from gaprace.settings import EDITABLE, SECRETS, ServerSettings, text_of, with_stored
from gaprace.web.context import AppContext
from gaprace.web.http.requests import RequestContext
from gaprace.web.http.routes import Route
from gaprace.wire.http import BackupFile, Restarting, Site, SiteChange, SiteSetting, Source

BACKUP_COST = 100
BACKUPS_KEPT = 14
"""Backups that the owner's page keeps, if none are made every night."""
SHOWN_SECRETS = {"invitations"}
"""The owner hands them out."""


async def get_site(context: RequestContext) -> Site:
    """Return the settings of the site, and the state of the server. Needs the owner's token."""
    return await _site(context.app)


async def update_site(context: RequestContext, body: SiteChange) -> Site:
    """Change settings. Those that a variable of the environment sets cannot be changed. Needs the owner's token."""
    app = context.app
    _refuse_fixed(app.settings, body.values)
    texts = {name: text.strip() for name, text in body.values.items()}
    try:
        changed = with_stored(app.settings, await app.shared.store.settings() | texts)
    except BadSetting as error:
        raise Refusal("bad_settings", error.message) from None
    await app.shared.store.save_settings(texts)
    app.settings = changed
    return await _site(app)


async def create_backup(context: RequestContext) -> BackupFile:
    """Make a backup of the database now, and check it. Needs the owner's token."""
    return await context.app.installation.back_up(context.app.settings.backups or BACKUPS_KEPT)


async def restart_server(context: RequestContext) -> Restarting:
    """Start this server again, with the settings as they are now. Clients reconnect. Needs the owner's token."""
    lifecycle = context.app.lifecycle

    async def stop() -> None:
        lifecycle.starts_again = True
        lifecycle.stop()

    context.afterwards = stop
    return Restarting((await context.app.installation.state()).started_at)


def _refuse_fixed(settings: ServerSettings, values: Mapping[str, str]) -> None:
    for name in values:
        if name not in EDITABLE:
            raise Refusal("bad_settings", f"{quoted(name)} is not a setting of the owner's page.")
        if name in settings.given:
            raise Refusal("bad_settings", f"GAPRACE_{name.upper()} sets it: change it there.")


async def _site(app: AppContext) -> Site:
    stored = await app.shared.store.settings()
    found = [_setting(app.settings, name, stored) for name in EDITABLE]
    return Site(found, await app.installation.state(), len(app.rooms.live_rooms), app.limits.connections.total)


def _setting(settings: ServerSettings, name: str, stored: Mapping[str, str]) -> SiteSetting:
    is_given, is_hidden = name in settings.given, name in SECRETS and name not in SHOWN_SECRETS
    source: Source = "environment" if is_given else "page" if name in stored else "default"
    return SiteSetting(name, "" if is_hidden else text_of(settings, name), source, EDITABLE[name])


ROUTES = (
    Route("GET", "/api/v1/admin/site", get_site, caller="owner"),
    Route("PATCH", "/api/v1/admin/site", update_site, caller="owner"),
    Route("POST", "/api/v1/admin/backups", create_backup, status=201, cost=BACKUP_COST, caller="owner"),
    Route("POST", "/api/v1/admin/restart", restart_server, status=202, cost=BACKUP_COST, caller="owner"),
)
