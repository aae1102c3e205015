"""`gaprace webhooks`: the webhooks of an installation on a command line, against a real server."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from gaprace.cli.main import BAD_USAGE, DONE, main
from gaprace.play.notices.outbox import Outcome
from tests.web.harness import served, web_harness

MODERATOR = "anna:0123456789abcdef"
Run = Callable[..., Awaitable[tuple[int, str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in a thread, since the server is in this one; returns its status and what it prints."""
    monkeypatch.setenv("GAPRACE_ADMIN_TOKEN", MODERATOR)

    async def run(*arguments: str) -> tuple[int, str]:
        status = await asyncio.to_thread(main, ["webhooks", *arguments])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


async def test_an_operator_sets_up_tests_pauses_and_removes_a_webhook(run: Run) -> None:
    web = web_harness(admin_tokens=(MODERATOR,))
    async with served(web.app) as at:
        url = f"--url=http://{at}"
        assert await run("list", url) == (DONE, "Nothing.\n")
        options = ("--kind", "slack", "--event", "daily.digest", "--site", "https://race.example")
        status, shown = await run("add", "https://chat.example/very-secret", *options, url)
        assert (status, "whsec_" in shown, "very-secret" in shown) == (DONE, True, False)
        _, shown = await run("list", "--json", url)
        [webhook] = json.loads(shown)["webhooks"]
        assert (webhook["kind"], webhook["events"]) == ("slack", ["daily.digest"])
        assert await run("test", webhook["id"], url) == (DONE, "ok: True\n")
        web.sender.answer = lambda _: Outcome("500")
        status, shown = await run("test", webhook["id"], url)
        assert (status != DONE, "500" in shown) == (True, True)
        assert "paused: paused" in (await run("pause", webhook["id"], url))[1]
        assert "paused" not in (await run("resume", webhook["id"], url))[1]
        assert (await run("resend", webhook["id"], url))[0] == DONE
        assert "whsec_" in (await run("renew-secret", webhook["id"], url))[1]
        assert await run("remove", webhook["id"], url) == (DONE, "Nothing.\n")


async def test_a_webhook_that_cannot_be_is_refused(run: Run) -> None:
    async with served(web_harness(admin_tokens=(MODERATOR,)).app) as at:
        url = f"--url=http://{at}"
        site = ("--site", "https://race.example")
        assert (await run("add", "https://chat.example", "--kind", "fax", *site, url))[0] == BAD_USAGE
        assert "[bad_webhook]" in (await run("add", "ftp://chat.example", *site, url))[1]
        assert "[webhook_not_found]" in (await run("test", "nothing", url))[1]
