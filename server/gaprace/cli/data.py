"""The commands for the data of a server: `copy` and `backup`."""

import argparse
import os
import sys
from pathlib import Path

from gaprace.cli.command import DATABASE, Command, Result, option
from gaprace.errors import UsageError

MAX_KEPT = 10_000


# copy


def copy(options: argparse.Namespace) -> Result:
    """Copy a database into an empty one, of the same or another kind, and verify it. An interrupted copy resumes."""
    from gaprace.event_loop import run
    from gaprace.wiring.databases import copy_database, shown_url

    def on_copied(table: str, rows: int) -> None:
        if not options.json and sys.stderr.isatty():
            print(f"{table}: {rows} rows", file=sys.stderr)

    rows = run(copy_database(options.source, options.target, on_copied))
    return {"rows": rows, "source": shown_url(options.source), "target": shown_url(options.target)}


def _show_copy(result: Result) -> str:
    total = sum(result["rows"].values())
    tables = "\n".join(f"{rows:12} {name}" for name, rows in result["rows"].items() if rows)
    summary = f"{result['target']} holds all {total} rows of {result['source']}: counted and digested on both."
    return f"{tables}\n{summary}" if tables else summary


# backup


def backup(options: argparse.Namespace) -> Result:
    """Write a backup into a folder, also while servers run, check it, and delete the oldest ones."""
    from gaprace.settings import read_settings
    from gaprace.store.backup import back_up

    url = read_settings(os.environ, database_url=options.database_url).database_url
    path, deleted = back_up(url, Path(options.folder), _count(options.keep))
    return {"backup": str(path), "bytes": path.stat().st_size, "deleted": [str(each) for each in deleted]}


def _count(text: str) -> int:
    count = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_KEPT)) else 0
    if not 1 <= count <= MAX_KEPT:
        raise UsageError(f"--keep {text} is impossible: keep 1 to {MAX_KEPT} backups.")
    return count


def _show_backup(result: Result) -> str:
    return f"{result['backup']}: {result['bytes']} bytes; {len(result['deleted'])} older ones deleted"


_SOURCE = option("source", metavar="FROM", help="the database to copy: sqlite:///FILE or postgresql://...")
_TARGET = option("target", metavar="TO", help="an empty database; its tables are created if it has none")
_FOLDER = option("folder", metavar="FOLDER", help="the folder of the backups; created if it does not exist")
_KEEP = option("--keep", metavar="N", default="14", help="number of backups to keep (default: %(default)s)")
DATA_COMMANDS = (
    Command("copy", copy, _show_copy, (_SOURCE, _TARGET)),
    Command("backup", backup, _show_backup, (_FOLDER, _KEEP, DATABASE)),
)
