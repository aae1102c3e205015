"""`gaprace admin` and `gaprace webhooks`: what moderators do on a command line, against a real server."""

import asyncio
import json

from gaprace.cli.main import BAD_USAGE, DONE
from gaprace.play.notices.outbox import Outcome
from tests.processes import ROOT, http_client, run_here
from tests.web.harness import CODE, MODERATOR, served, web_harness


async def run(*arguments: str) -> tuple[int, str]:
    """Run a command in a thread, since the server is in this one; return its status and what it prints."""
    settings = {"GAPRACE_ADMIN_TOKEN": MODERATOR, "GAPRACE_ADMIN_TOKENS": ""}
    done = await asyncio.to_thread(run_here, *arguments, cwd=ROOT, **settings)
    return done.returncode, done.stdout + done.stderr


async def test_a_report_of_a_line_names_the_room_that_may_have_to_be_closed() -> None:
    web = web_harness(admin_tokens=(MODERATOR,))
    bob, ann = (await web.accounts.new_player("Bob")).id, (await web.accounts.new_player("Ann")).token
    said = {"player": bob, "reason": "insult", "room": CODE, "line": "You fool"}
    async with served(web.app) as at, http_client(f"http://{at}", headers={"Authorization": f"Bearer {ann}"}) as page:
        (await page.post("/api/v1/reports", json=said)).raise_for_status()
        _, shown = await run("admin", "reports", f"--url=http://{at}")
    assert {f"room: {CODE}", "line: You fool"} <= {line.strip() for line in shown.splitlines()}
    assert "seen:" not in shown


async def test_what_the_server_refuses_is_said_with_its_code() -> None:
    async with served(web_harness(admin_tokens=(MODERATOR,)).app) as at:
        status, shown = await run("admin", "warn", "nobody", "--reason", "x", f"--url=http://{at}")
        assert "[player_not_found]" in shown
        assert status != DONE
    async with served(web_harness().app) as at:
        assert "[no_admin]" in (await run("admin", "log", f"--url=http://{at}"))[1]


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
