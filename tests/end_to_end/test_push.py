"""Web push by a live server: signed with the key that its database keeps, sent over HTTP, forgotten when it is gone."""

import asyncio
import json

import httpx2

from tests.processes import PATIENCE_S, ServerProcess
from tests.push_service import PushBrowser, claims_of, push_server
from tests.web.api.test_push import subscription

INSIDE = {"GAPRACE_WEBHOOK_NETWORKS": "127.0.0.1/32", "GAPRACE_CONTACT": "ops@example.org"}
LOOK_INTERVAL_S = 0.1


async def devices(me: httpx2.AsyncClient) -> list[object]:
    return list((await me.get("/api/v1/me/push")).json()["devices"])


async def test_a_message_reaches_the_browser_and_a_gone_one_is_forgotten(sqlite_url: str) -> None:
    async with push_server([201, 503, 410]) as (service, posted), ServerProcess(sqlite_url, settings=INSIDE) as server:
        [ann] = await server.people(1)
        browser = PushBrowser(service)
        async with httpx2.AsyncClient(base_url=server.base, headers={"Authorization": f"Bearer {ann.token}"}) as me:
            key = (await me.get("/api/v1/me/push")).json()["key"]
            await me.put("/api/v1/me/push", json=subscription(browser, "streak", language="pl"))
            await me.post("/api/v1/me/push/test")
            first = await asyncio.wait_for(posted.get(), PATIENCE_S)
            assert f"{service}{first.path}" == browser.endpoint
            assert json.loads(browser.opened(first.body))["title"] == "Powiadomienia działają"
            claims = claims_of(first.headers["authorization"], key)
            assert (claims["aud"], claims["sub"]) == (service, "mailto:ops@example.org")
            await server.terminate()
            await server.start()
            assert (await me.get("/api/v1/me/push")).json()["key"] == key, "it is kept"
            await me.post("/api/v1/me/push/test")
            again = [await asyncio.wait_for(posted.get(), PATIENCE_S) for _ in range(2)]
            assert len({each.headers["topic"] for each in again}) == 1
            for _ in range(round(PATIENCE_S / LOOK_INTERVAL_S)):
                if not await devices(me):
                    break
                await asyncio.sleep(LOOK_INTERVAL_S)
            assert await devices(me) == []
            assert 'gaprace_messages_total{fate="gone",transport="push"} 1.0' in (await me.get("/metrics")).text
