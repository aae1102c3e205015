"""What operators see of a server: its health, metrics and logs."""

import asyncio
import json
import re
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import httpx2
import pytest

from gaprace.logs import SHOWN_OF_CODES
from gaprace.rooms import action_journal
from gaprace.settings import read_settings
from gaprace.wire import Act, Say, Settings, Start, VariantChoice
from tests.end_to_end.guests import first_moves, guests, start, until_over
from tests.ops.promql import Scrape, evaluate
from tests.ops.test_alerts import ALERTS
from tests.ops.test_metrics import figures
from tests.positions import KNOWN_DEAL
from tests.processes import ServerProcess, http_client
from tests.redis_server import RedisServer
from tests.web.harness import WebHarness, web_harness

TOKEN = "a token for the metrics"  # noqa: S105
TIMEOUT_S = 120.0
BUS_DOWN = ALERTS["GapraceBusDown"]["expr"]


async def metrics(server: ServerProcess) -> dict[tuple[str, ...], float]:
    async with http_client(server.base) as operator:
        answer = await operator.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return figures(answer.text)


# Health


async def becomes(operator: httpx2.AsyncClient, status: str) -> httpx2.Response:
    async with asyncio.timeout(TIMEOUT_S):
        while (answer := await operator.get("/readyz")).json()["status"] != status:  # noqa: ASYNC110  # a route can only be polled
            await asyncio.sleep(0.01)
    return answer


async def test_a_server_is_ready_with_its_store_until_it_is_draining(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_journal, "PROBE_INTERVAL_S", 0.01)
    web = WebHarness()
    web.journal.open()
    async with web.browser() as operator:
        parts = {"store": "up", "clock": "right", "bus": "up", "read_only": False, "draining": False}
        answer = await operator.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ready", **parts})
        web.store.available = False
        answer = await becomes(operator, "unready")
        assert (answer.status_code, answer.json()["store"]) == (503, "down")
        web.store.available = True
        await becomes(operator, "ready")
        web.context.lifecycle.is_draining = True
        answer = await operator.get("/readyz")
        assert (answer.status_code, answer.json()["draining"]) == (503, True)
        assert (await operator.get("/healthz")).status_code == 200
    await web.journal.close()


async def test_a_server_without_its_bus_is_degraded_and_serves(sqlite_url: str, tmp_path: Path) -> None:
    redis = RedisServer(tmp_path)
    async with (
        ServerProcess(sqlite_url, settings={"GAPRACE_BUS_URL": redis.url}) as server,
        http_client(server.base) as operator,
    ):
        answer = await operator.get("/readyz")
        assert (answer.status_code, answer.json()["status"], answer.json()["bus"]) == (200, "degraded", "down")
        assert await bus_alert(operator, fires=True)
        with redis:
            await becomes(operator, "ready")
            assert await bus_alert(operator, fires=False)


async def bus_alert(operator: httpx2.AsyncClient, *, fires: bool) -> bool:
    """Wait until the alert about the bus fires, or does not: the metric is sampled now and then."""
    async with asyncio.timeout(TIMEOUT_S):
        while bool(evaluate(BUS_DOWN, Scrape("", 0), Scrape((await operator.get("/metrics")).text, 60))) != fires:
            pass
    return True


# Metrics


async def test_metrics_count_what_happens(sqlite_url: str) -> None:
    settings = {"GAPRACE_METRICS_TOKEN": TOKEN}
    race = Settings(VariantChoice("mini"), seats=4, code=KNOWN_DEAL)
    async with (
        ServerProcess(sqlite_url, settings=settings) as server,
        guests(server, race, players=4, watchers=2) as everybody,
    ):
        players = everybody[:4]
        await start(players)
        for player in players:
            await player.act(first_moves(player)[0])
        assert await players[1].refusal(Start()) == "not_host"
        assert await players[0].refusal(Act("no such game", 1, "undo")) == "game_not_found"
        seen = await metrics(server)
        assert seen["gaprace_connections", "player"] == 4
        assert seen["gaprace_connections", "spectator"] == 2
        assert seen["gaprace_actions_total",] == 4
        assert seen["gaprace_journal_group_size_sum",] == 4
        assert seen["gaprace_journal_seconds_count",] >= 1
        assert seen["gaprace_rooms",] >= 1
        assert seen["gaprace_refusals_total", "not_host", "start"] == 1
        assert seen["gaprace_http_seconds_count", "POST", "/api/v1/players", "201"] == 6


async def test_metrics_need_the_token_or_this_machine() -> None:
    for settings_token, address, headers, expected in [
        ("", "127.0.0.1", {}, 200),
        ("", "::1", {}, 200),
        ("", "192.0.2.1", {}, 404),
        ("", "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        (TOKEN, "127.0.0.1", {}, 404),
        (TOKEN, "192.0.2.1", {"Authorization": f"Bearer {TOKEN}"}, 200),
        (TOKEN, "192.0.2.1", {"Authorization": "Bearer wrong"}, 404),
    ]:
        async with web_harness(metrics_token=settings_token).browser(address, **headers) as operator:
            assert (await operator.get("/metrics")).status_code == expected, (settings_token, address, headers)


# Logs


async def test_logs_are_json_lines_with_ids_and_without_secrets(sqlite_url: str) -> None:
    settings = {"GAPRACE_LOG_FORMAT": "json", "GAPRACE_LOG_LEVEL": "debug", "GAPRACE_METRICS_TOKEN": TOKEN}
    async with ServerProcess(sqlite_url, settings=settings) as server:
        async with guests(server, Settings(), players=2) as (host, other):
            host.player.send(Say("nobody else's business"))
            race = await start([host, other])
            await host.act(first_moves(host)[0])
            await asyncio.gather(host.act("resign"), other.act("resign"))
            await until_over([host, other])
            await metrics(server)
            code = host.door.code
        await server.terminate()
    room = f"{code[:SHOWN_OF_CODES]}..."  # the whole of it lets people in
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert any(line.get("room") == room and host.id in line["message"] for line in lines)
    ended = [line for line in lines if "game has ended" in line["message"]]
    assert {(line["room"], line["race"], line["game"]) for line in ended} == {
        (room, race.id, seat.game) for seat in race.seats
    }
    created = next(line for line in lines if line.get("route") == "/api/v1/rooms" and line["method"] == "POST")
    assert (created["message"], created["status"], created["player"]) == ("request", 201, host.id)
    assert created["ms"] > 0
    assert created["request"]
    levels = {line["level"] for line in lines if line.get("route") in {"/healthz", "/readyz", "/metrics"}}
    assert levels == {"debug"}
    started = next(line for line in lines if line["message"] == "starting")
    assert started["version"] == version("gaprace")
    assert lines[-1]["message"] == "stopped"
    assert all(line["level"] in {"debug", "info", "warning"} and line["time"] and line["process"] for line in lines)
    for secret in (host.identity.token, host.identity.recovery_code, code, TOKEN, "nobody else's business", "Player 1"):
        assert secret not in server.errors


# Who runs the server


async def test_a_server_says_where_to_report_a_security_problem() -> None:
    for contact, line in [("sec@example.org", "mailto:sec@example.org"), ("https://a.org/s", "https://a.org/s")]:
        web = web_harness(contact=contact)
        async with web.browser() as reader:
            answer = await reader.get("/.well-known/security.txt")
        fields = dict(row.split(": ", 1) for row in answer.text.splitlines())
        assert answer.headers["content-type"].startswith("text/plain")
        assert fields["Contact"] == line
        expires = datetime.fromisoformat(fields["Expires"]).timestamp() * 1000
        assert 0 < expires - web.clock.now() < 365 * 24 * 3_600_000
        assert fields["Canonical"] == "http://race.test/.well-known/security.txt"
    async with WebHarness().browser() as reader:
        assert (await reader.get("/.well-known/security.txt")).status_code == 404


async def test_pages_have_the_imprint_the_privacy_policy_and_the_announcement_if_there_are_any() -> None:
    known = {"imprint_url": "https://a.org/who?a=1&b=2", "privacy_url": "https://a.org/privacy"}
    web = web_harness(**known, announcement='Down at 22:00 "UTC" <b>')
    async with web.browser() as reader, WebHarness().browser() as elsewhere:
        head, plain = [(await each.get("/")).text.partition("</head>")[0] for each in (reader, elsewhere)]
    assert "https://a.org/who?a=1&amp;b=2" in head
    assert re.search(r'rel="?privacy-policy"? href="?https://a.org/privacy', head)
    assert 'content="Down at 22:00 &quot;UTC&quot; &lt;b&gt;"' in head
    assert not [each for each in ("imprint", "privacy-policy", "announcement") if each in plain]


async def test_the_name_of_the_site_is_on_every_page_in_previews_and_in_the_app() -> None:
    settings = read_settings({"GAPRACE_SITE_NAME": " Bernd's <Club> "})
    async with WebHarness(settings=settings).browser(accept="text/html") as reader:
        home, how, missing = [(await reader.get(path)).text for path in ("/", "/daily", "/no/such/page")]
        app = (await reader.get(re.search(r'"(/client/[^"]*app.webmanifest)"', home)[1])).raise_for_status()
    name = "Bernd&#x27;s &lt;Club&gt;"
    for page in (home, missing):
        assert f"<title>{name}</title>" in page
        assert f'name="application-name" content="{name}"' in page
    assert f"<title>The daily \u00b7 {name}</title>" in how
    assert f'property="og:site_name" content="{name}"' in how
    assert f'property="og:title" content="{name}"' in home
    assert (app.json()["name"], app.json()["short_name"], app.json()["start_url"]) == (*["Bernd's <Club>"] * 2, "/")
    assert app.headers["cache-control"] == "no-cache"
