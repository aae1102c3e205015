"""The command `gaprace webhooks`: the installation's webhooks, over the HTTP API of a running server."""

import argparse
from typing import Any
from urllib.parse import quote

from gaprace.cli.admin import add_subcommand, asked, read_body
from gaprace.cli.command import Command, Result, show_fields

_Options = argparse.Namespace
_REQUESTS = {
    "remove": ("delete a webhook", "DELETE", ""),
    "test": ("send a test message", "POST", "/test"),
    "resend": ("send the messages again that have not arrived", "POST", "/dead"),
    "renew-secret": ("replace the secret of a webhook", "POST", "/secret"),
    "pause": ("pause a webhook", "PATCH", ""),
    "resume": ("resume a paused webhook", "PATCH", ""),
}
"""The subcommands for one webhook: the meaning, the method, and the rest of the path."""


def webhooks(options: _Options) -> Result:
    """Manage the webhooks of a running server. The owners of a group manage its webhooks on the group's page."""
    from gaprace.wire.http import NewWebhook, WebhookChange

    what = options.subcommand
    if what == "list":
        return asked(options, "webhooks")
    if what == "add":
        given = {name: getattr(options, name) for name in ("kind", "events", "language", "site")}
        body = read_body(options, NewWebhook, {"url": options.address, **given}, "webhooks")
        return asked(options, "webhooks", body)
    _, method, rest = _REQUESTS[what]
    change = WebhookChange(paused=what == "pause") if method == "PATCH" else None
    found = asked(options, f"webhooks/{quote(options.webhook, safe='')}{rest}", change, method)
    return {**found, "ok": not found["failure"]} if what == "test" else found


def _add_subcommands(parser: argparse.ArgumentParser) -> None:
    parsers: Any = parser.add_subparsers(required=True, metavar="WHAT", dest="subcommand")
    add_subcommand(parsers, "list", "show the webhooks of the installation")
    add = add_subcommand(parsers, "add", "set up a webhook")
    add.add_argument("address", metavar="ADDRESS", help="the URL that receives the messages")
    add.add_argument("--kind", help="standard (default), discord or slack")
    add.add_argument(
        "--event",
        dest="events",
        action="append",
        metavar="TYPE",
        help="daily.opened, ... (default: all); may be repeated",
    )
    add.add_argument("--language", help="en (default), de, pl or he")
    add.add_argument("--site", required=True, help="the server's public address, for links in the messages")
    for name, (meaning, _, _) in _REQUESTS.items():
        one = add_subcommand(parsers, name, meaning)
        one.add_argument("webhook", metavar="WEBHOOK", help="the id of the webhook, as in the list")


WEBHOOK_COMMANDS = (Command("webhooks", webhooks, show_fields, (_add_subcommands,)),)
