"""The commands of a server: `serve`, `owner`, `doctor`, `migrate`, `downgrade` and `schema`."""

import argparse
import gc
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from gaprace.cli.command import Command, Result, option

if TYPE_CHECKING:
    from gaprace.settings import ServerSettings

# serve


def serve(options: argparse.Namespace) -> Result:
    """Run the server until it is interrupted or terminated."""
    settings = _settings(options)
    gc.disable()  # collections during the imports would take a quarter of the start
    new = new_file(settings.database_url)
    with _making_new_tables(settings, new):
        # First all that needs no SQLAlchemy: at the first start of all, the other process compiles that meanwhile.
        import gaprace.web.app  # noqa: F401
        from gaprace.event_loop import run
        from gaprace.startup import serve as serve_here

    announce = _announcer(options, settings, new)
    gc.freeze()
    gc.enable()
    if run(serve_here(settings, announce)):
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  # as it was started
    return {}


def _settings(options: argparse.Namespace) -> "ServerSettings":
    """Return the settings, before anything of the server is loaded: those that are wrong are refused at once."""
    from gaprace import logs
    from gaprace.cli.lan import ALL_INTERFACES
    from gaprace.settings import read_settings, unknown_variables

    settings = read_settings(
        os.environ,
        host=ALL_INTERFACES if options.lan else options.host,
        port=options.port,
        database_url=options.database_url,
    )
    logs.set_up(settings.log_format, settings.log_level)
    for sentence in unknown_variables(os.environ):
        logging.getLogger(__name__).warning(sentence)
    return settings


@contextmanager
def _making_new_tables(settings: "ServerSettings", new: Path | None) -> Iterator[None]:
    """Let another process make the tables of a new file meanwhile: the first start takes a second less.

    If that fails, a later step does the same, or fails with the reason.
    """
    from gaprace.wiring.apart import migrating_apart

    command = migrating_apart(settings.database_url) if new and not settings.read_only else []
    if not command:
        yield
        return
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):  # noqa: S603  # this program
        yield


def _announcer(options: argparse.Namespace, settings: "ServerSettings", new: Path | None) -> Callable[[str, str], None]:
    """Return a function that prints the server's address, once it accepts connections."""
    from gaprace.logs import json_line
    from gaprace.web.listening import HERE
    from gaprace.wiring.databases import shown_url

    def announce(url: str, owner_token: str) -> None:
        database = shown_url(settings.database_url)
        if options.json:
            print(json.dumps({"url": url, "database": database}), flush=True)
            return
        sentence = f"Gaprace listens on {url} (database: {database})"
        # Service managers put both outputs into one log.
        print(json_line(__name__, sentence) if settings.log_format == "json" else sentence, flush=True)
        if new and settings.log_format != "json":
            link = owners_link(url, owner_token)
            print(first_words(new, link, is_open=settings.host in HERE), flush=True)
        if options.lan:
            print(_lan_invitation(url), flush=True)

    return announce


def new_file(url: str) -> Path | None:
    """Return the file of a database of SQLite that does not exist yet: this is the first start."""
    file = Path(url.removeprefix("sqlite:///")).absolute()
    return file if url.startswith("sqlite:///") and not file.exists() else None


def owners_link(url: str, token: str) -> str:
    """Return the link of the owner's page. Its token is after the `#`, which browsers send to no server."""
    return f"{url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')}p/admin#{token}"


def first_words(file: Path, link: str, *, is_open: bool) -> str:
    """Return what the first start says: where the owner's page and the data are, how phones come in, how to update.

    `is_open`: phones can come in, since the server listens on all addresses.
    """
    phones = "" if is_open else "\n  phones: to let those in the house join, stop it and run: gaprace serve --lan"
    return (
        f"This is its first start.\n  yours:  {link}\n          where you set it up; keep the link to yourself\n"
        f"  data:   {file}; to copy it while the server runs: gaprace backup FOLDER{phones}\n"
        "  update: gaprace update"
    )


def _lan_invitation(url: str) -> str:
    from gaprace.cli.lan import lan_links, qr_code

    links = lan_links(int(url.rstrip("/").rpartition(":")[2]))
    if not links:
        return "This machine is not connected to a network: only players on this machine can join."
    return "\n".join(
        ["Players on the same network open:", *[f"  {link}" for link in links], qr_code(links[0], sys.stdout.encoding)]
    )


# owner


def owner(options: argparse.Namespace) -> Result:
    """Print the link of the owner's page: the site's settings, the state of the server, backups, moderation."""
    from gaprace.event_loop import run
    from gaprace.settings import read_settings
    from gaprace.wiring.installation import find_owner_token

    settings = read_settings(os.environ, database_url=options.database_url)
    url = options.url or _site(settings)
    return {"link": owners_link(f"{url.rstrip('/')}/", run(find_owner_token(settings)))}


def _site(settings: "ServerSettings") -> str:
    """Return the address behind a proxy, where the settings name it, else that on this machine."""
    if settings.trusted_hops and len(settings.hosts) == 1:
        return f"https://{min(settings.hosts)}"
    return f"http://127.0.0.1:{settings.port}"


def _show_owner(result: Result) -> str:
    return f"{result['link']}\nWhoever has this link can change the site."


# doctor


def doctor(options: argparse.Namespace) -> Result:
    """Check settings, port, database, migrations, durability, clock and bus, and explain how to fix problems."""
    from gaprace.doctor import examine
    from gaprace.event_loop import run

    findings = run(examine(os.environ, host=options.host, port=options.port, database_url=options.database_url))
    ok = not any(finding.status == "failed" for finding in findings)
    return {"ok": ok, "findings": [asdict(finding) for finding in findings]}


def _show_doctor(result: Result) -> str:
    return "\n".join(f"{each['status']:8} {each['subject']:11} {each['message']}" for each in result["findings"])


# migrate


def migrate(options: argparse.Namespace) -> Result:
    """Create or upgrade the tables of the database. Their data stays."""
    from gaprace.event_loop import run
    from gaprace.settings import read_settings
    from gaprace.wiring.databases import migrate_database, shown_url

    url = read_settings(os.environ, database_url=options.database_url).database_url
    return {"migrated": run(migrate_database(url)), "database": shown_url(url)}


def _show_migrate(result: Result) -> str:
    outcome = "have been upgraded" if result["migrated"] else "were already up to date"
    return f"The tables of {result['database']} {outcome}."


# downgrade


def downgrade(options: argparse.Namespace) -> Result:
    """Downgrade the tables to those of an older version. Data that does not fit into them is lost."""
    from gaprace.event_loop import run
    from gaprace.settings import read_settings
    from gaprace.wiring.databases import downgrade_database, shown_url

    url = read_settings(os.environ, database_url=options.database_url).database_url
    run(downgrade_database(url, options.revision))
    return {"revision": options.revision, "database": shown_url(url)}


def _show_downgrade(result: Result) -> str:
    return (
        f"The tables of {result['database']} are those of {result['revision']}: start the version that belongs to them."
    )


# schema


def schema(_: argparse.Namespace) -> Result:
    """Print the JSON Schema and the AsyncAPI document of the WebSocket protocol."""
    from gaprace.web.api.schemas import asyncapi, json_schema

    return {"json_schema": json_schema(), "asyncapi": asyncapi()}


def _show_schema(result: Result) -> str:
    return json.dumps(result, indent=2)


_HOST = option("--host", help="address to listen on (default: $GAPRACE_HOST, or 127.0.0.1)")
_DATABASE = option(
    "--database-url",
    metavar="URL",
    help="sqlite:///FILE or postgresql://... (default: $GAPRACE_DATABASE_URL, or sqlite:///gaprace.db)",
)
_LAN = option("--lan", action="store_true", help="let players on the same network join: listen on 0.0.0.0")
_ANY_PORT = option("--port", help="port to listen on, 0 for any free one (default: $GAPRACE_PORT, or 8000)")
_PORT = option("--port", help="port to listen on (default: $GAPRACE_PORT, or 8000)")
_SITE = option("--url", help="the site's address (default: $GAPRACE_HOSTS behind a proxy, or this machine's)")
_REVISION = option("revision", help="the revision of the older version's tables (see CHANGELOG.md)")
SERVER_COMMANDS = (
    Command("serve", serve, options=(_HOST, _LAN, _ANY_PORT, _DATABASE)),
    Command("owner", owner, _show_owner, (_SITE, _DATABASE)),
    Command("doctor", doctor, _show_doctor, (_HOST, _PORT, _DATABASE)),
    Command("migrate", migrate, _show_migrate, (_DATABASE,)),
    Command("downgrade", downgrade, _show_downgrade, (_REVISION, _DATABASE)),
    Command("schema", schema, _show_schema),
)
