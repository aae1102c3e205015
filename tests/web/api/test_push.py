"""The routes of web push."""

from httpx2 import AsyncClient

from tests.push_service import PushBrowser, written
from tests.web.harness import VAPID


def subscription(browser: PushBrowser, *kinds: str, **more: str) -> dict[str, object]:
    keys = {"p256dh": written(browser.p256dh), "auth": written(browser.auth)}
    return {"endpoint": browser.endpoint, **keys, "kinds": [*kinds], **more}


async def test_a_browser_is_subscribed_shown_and_removed(ann: AsyncClient, bob: AsyncClient) -> None:
    assert (await ann.get("/api/v1/me/push")).json() == {"devices": [], "key": VAPID}
    body = subscription(PushBrowser(), "streak", language="de", zone="Europe/Berlin")
    [device] = (await ann.put("/api/v1/me/push", json=body)).json()["devices"]
    assert (device["kinds"], device["language"], device["zone"]) == (["streak"], "de", "Europe/Berlin")
    assert (device["service"], device["current"]) == ("push.example", True)
    assert (await bob.delete(f"/api/v1/me/push/{device['id']}")).json()["code"] == "push_device_not_found"
    assert (await ann.post("/api/v1/me/push/test")).status_code == 200
    assert (await ann.delete(f"/api/v1/me/push/{device['id']}")).json()["devices"] == []
    assert (await ann.post("/api/v1/me/push/test")).status_code == 404


async def test_refusals_have_their_codes(ann: AsyncClient) -> None:
    plain = await ann.put("/api/v1/me/push", json=subscription(PushBrowser("http://push.example"), "streak"))
    assert (plain.status_code, plain.json()["code"]) == (400, "bad_subscription")
    assert (await ann.put("/api/v1/me/push", json=subscription(PushBrowser(), "chess"))).status_code == 400
