"""The command `gaprace webhooks`: the installation's webhooks, over the HTTP API of a running server."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from gaprace.cli.admin import add_subcommand, asked
from gaprace.cli.command import Command, Result

PATH = "/api/v1/admin/webhooks"
_Options = argparse.Namespace


def webhooks(options: _Options) -> Result:
    """Manage the webhooks of a running server. The owners of a group manage its webhooks on the group's page."""
    run: Callable[[_Options], Result] = options.run_webhooks
    return run(options)


def _list(options: _Options) -> Result:
    from gaprace.wire.http import WebhookList

    return asked(options, PATH, WebhookList)


def _add_one(options: _Options) -> Result:
    import msgspec

    from gaprace.errors import UsageError
    from gaprace.wire.http import NewWebhook, WebhookSecret

    names = ("kind", "events", "language", "site")
    given = {name: getattr(options, name) for name in names if getattr(options, name)}
    try:
        body = msgspec.convert({"url": options.address, **given}, NewWebhook)
    except msgspec.ValidationError as error:
        raise UsageError(f"{error}. (see: gaprace webhooks add --help)") from None
    return asked(options, PATH, WebhookSecret, body)


def _remove(options: _Options) -> Result:
    from gaprace.wire.http import WebhookList

    return asked(options, _path(options), WebhookList, method="DELETE")


def _renew(options: _Options) -> Result:
    from gaprace.wire.http import WebhookSecret

    return asked(options, f"{_path(options)}/secret", WebhookSecret, method="POST")


def _test(options: _Options) -> Result:
    from gaprace.wire.http import WebhookTried

    result = asked(options, f"{_path(options)}/test", WebhookTried, method="POST")
    return {**result, "ok": not result["failure"]}


def _resend(options: _Options) -> Result:
    from gaprace.wire.http import Webhook

    return asked(options, f"{_path(options)}/dead", Webhook, method="POST")


def _set_paused(options: _Options) -> Result:
    from gaprace.wire.http import Webhook, WebhookChange

    return asked(options, _path(options), Webhook, WebhookChange(paused=options.paused), method="PATCH")


def _path(options: _Options) -> str:
    from urllib.parse import quote

    return f"{PATH}/{quote(options.webhook, safe='')}"


# What is shown


def _show(result: Result) -> str:
    if "secret" in result:
        return f"{_line(result['webhook'])}\nThe secret, which is not shown again: {result['secret']}"
    if "webhooks" in result:
        return "\n".join(map(_line, result["webhooks"])) or "There are no webhooks."
    if "kind" in result:
        return _line(result)
    return f"The message did not arrive: {result['failure']}." if result["failure"] else "The message has arrived."


def _line(webhook: dict[str, Any]) -> str:
    arrived = webhook.get("delivered_at")
    last = f"{datetime.fromtimestamp(arrived / 1000, UTC):%Y-%m-%d %H:%M}" if arrived else "never"
    parts = [f"{webhook['id']} {webhook['kind']} to {webhook['host']}: {', '.join(webhook['events'])}"]
    parts.append(f"    last arrived {last}, {webhook['waiting']} waiting, {len(webhook.get('dead', ()))} not delivered")
    if webhook["paused"]:
        parts.append(f"    paused ({webhook['paused']})")
    if webhook.get("failure"):
        parts.append(f"    the last try failed: {webhook['failure']}")
    return "\n".join(parts)


# The command line


def _add_options(parser: argparse.ArgumentParser) -> None:
    parsers = parser.add_subparsers(required=True, metavar="WHAT", dest="subcommand")
    _add(parsers, "list", "show the webhooks of the installation", _list)
    add = _add(parsers, "add", "set up a webhook", _add_one)
    add.add_argument("address", metavar="ADDRESS", help="the URL that receives the messages")
    add.add_argument("--kind", default="", help="standard (default), discord or slack")
    add.add_argument(
        "--event",
        dest="events",
        action="append",
        metavar="TYPE",
        help="daily.opened, ... (default: all); may be repeated",
    )
    add.add_argument("--language", default="", help="en (default), de, pl or he")
    add.add_argument("--site", required=True, help="the server's public address, for links in the messages")
    for name, meaning, run in (
        ("remove", "delete a webhook", _remove),
        ("test", "send a test message", _test),
        ("resend", "send the messages again that have not arrived", _resend),
        ("renew-secret", "replace the secret of a webhook", _renew),
        ("pause", "pause a webhook", _set_paused),
        ("resume", "resume a paused webhook", _set_paused),
    ):
        one = _add(parsers, name, meaning, run)
        one.add_argument("webhook", metavar="WEBHOOK", help="the id of the webhook, as in the list")
        one.set_defaults(paused=name == "pause")


def _add(parsers: Any, name: str, meaning: str, run: Callable[[_Options], Result]) -> argparse.ArgumentParser:  # noqa: ANN401
    parser = add_subcommand(parsers, name, meaning)
    parser.set_defaults(run_webhooks=run)
    return parser


WEBHOOK_COMMANDS = (Command("webhooks", webhooks, _show, _add_options),)
