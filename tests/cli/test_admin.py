"""`gaprace admin`: what moderators do on a command line, against a real server."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gaprace.cli.main import BAD_USAGE, DONE, main
from tests.processes import http_client
from tests.web.harness import CODE, served, web_harness

MODERATOR = "anna:0123456789abcdef"
Run = Callable[..., Awaitable[tuple[int, str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a thread, since the server is in this one; returns its status and what it prints."""

    async def run(*arguments: str) -> tuple[int, str]:
        status = await asyncio.to_thread(main, ["admin", *arguments])
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


async def test_a_report_of_a_line_names_the_room_that_may_have_to_be_closed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAPRACE_ADMIN_TOKEN", MODERATOR)
    web = web_harness(admin_tokens=(MODERATOR,))
    bob, ann = (await web.accounts.new_player("Bob")).id, (await web.accounts.new_player("Ann")).token
    said = {"player": bob, "reason": "insult", "room": CODE, "line": "You fool"}
    async with served(web.app) as at, http_client(f"http://{at}", headers={"Authorization": f"Bearer {ann}"}) as page:
        (await page.post("/api/v1/reports", json=said)).raise_for_status()
        _, shown = await run("reports", f"--url=http://{at}")
    assert {f"room: {CODE}", "line: You fool"} <= {line.strip() for line in shown.splitlines()}
    assert "seen:" not in shown


async def test_what_the_server_refuses_is_said_with_its_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPRACE_ADMIN_TOKEN", MODERATOR)
    async with served(web_harness(admin_tokens=(MODERATOR,)).app) as at:
        status, shown = await run("warn", "nobody", "--reason", "x", f"--url=http://{at}")
        assert "[player_not_found]" in shown
        assert status != DONE
    async with served(web_harness().app) as at:
        assert "[no_admin]" in (await run("log", f"--url=http://{at}"))[1]


async def test_a_token_is_needed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GAPRACE_ADMIN_TOKEN", "GAPRACE_ADMIN_TOKENS"):
        monkeypatch.delenv(name, raising=False)
    status, shown = await run("log")
    assert status == BAD_USAGE
    assert "[no_admin]" in shown


@pytest.mark.parametrize(
    "arguments",
    [(), ("warn", "p"), ("suspend", "p", "--reason", "x"), ("mute", "p", "--reason", "x", "--hours", "a lot")],
)
async def test_bad_usage_is_refused(run: Run, arguments: tuple[str, ...]) -> None:
    status, shown = await run(*arguments)
    assert status == BAD_USAGE
    assert "[bad_usage]" in shown
