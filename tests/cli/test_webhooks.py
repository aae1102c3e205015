"""`gaprace webhooks`: the webhooks of an installation on a command line, against a real server."""

import json

from gaprace.cli.main import BAD_USAGE, DONE
from gaprace.play.notices.outbox import Outcome
from tests.cli.test_admin import run
from tests.web.harness import MODERATOR, served, web_harness


async def test_an_operator_sets_up_tests_pauses_and_removes_a_webhook() -> None:
    web = web_harness(admin_tokens=(MODERATOR,))
    async with served(web.app) as at:
        url = f"--url=http://{at}"
        assert await run("webhooks", "list", url) == (DONE, "Nothing.\n")
        options = ("--kind", "slack", "--event", "daily.digest", "--site", "https://race.example")
        status, shown = await run("webhooks", "add", "https://chat.example/very-secret", *options, url)
        assert (status, "whsec_" in shown, "very-secret" in shown) == (DONE, True, False)
        _, shown = await run("webhooks", "list", "--json", url)
        [webhook] = json.loads(shown)["webhooks"]
        assert (webhook["kind"], webhook["events"]) == ("slack", ["daily.digest"])
        assert await run("webhooks", "test", webhook["id"], url) == (DONE, "ok: True\n")
        web.sender.answer = lambda _: Outcome("500")
        status, shown = await run("webhooks", "test", webhook["id"], url)
        assert (status != DONE, "500" in shown) == (True, True)
        assert "paused: paused" in (await run("webhooks", "pause", webhook["id"], url))[1]
        assert "paused" not in (await run("webhooks", "resume", webhook["id"], url))[1]
        assert (await run("webhooks", "resend", webhook["id"], url))[0] == DONE
        assert "whsec_" in (await run("webhooks", "renew-secret", webhook["id"], url))[1]
        assert await run("webhooks", "remove", webhook["id"], url) == (DONE, "Nothing.\n")


async def test_a_webhook_that_cannot_be_is_refused() -> None:
    async with served(web_harness(admin_tokens=(MODERATOR,)).app) as at:
        url = f"--url=http://{at}"
        site = ("--site", "https://race.example")
        assert (await run("webhooks", "add", "https://chat.example", "--kind", "fax", *site, url))[0] == BAD_USAGE
        assert "[bad_webhook]" in (await run("webhooks", "add", "ftp://chat.example", *site, url))[1]
        assert "[webhook_not_found]" in (await run("webhooks", "test", "nothing", url))[1]
