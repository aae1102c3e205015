"""The routes that let another device in by a code."""

from httpx2 import AsyncClient

from gaprace.web.http.rate_limits import RECOVERIES_PER_MINUTE
from tests.web.harness import BASE, WebHarness

PHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15", "Origin": BASE}
MAKE, USE, SESSIONS = "/api/v1/me/device-code", "/api/v1/device-code", "/api/v1/me/sessions"


async def test_a_link_of_one_device_signs_another_in_and_the_first_is_told(web: WebHarness, ann: AsyncClient) -> None:
    async with web.browser(**PHONE) as phone:
        made = await ann.post(MAKE)
        assert made.status_code == 201
        code, link, qr = (made.json()[name] for name in ("code", "link", "qr"))
        assert link == f"{BASE}/device#{code}"
        assert qr.startswith("<svg")
        before = {each["id"] for each in (await ann.get(SESSIONS)).json()["sessions"]}
        signed = await phone.post(USE, json={"code": code})
        assert (signed.json()["id"], signed.json()["recovery_code"]) == ((await ann.get("/api/v1/me")).json()["id"], "")
        assert "gaprace=" in signed.headers["set-cookie"]
        (added,) = [each for each in (await ann.get(SESSIONS)).json()["sessions"] if each["id"] not in before]
        assert added["device"] == "Safari on iPhone"
        assert (await phone.get("/api/v1/me")).json()["name"] == "Ann"
        await ann.delete(f"{SESSIONS}/{added['id']}")
        assert (await phone.get("/api/v1/me")).status_code == 401


async def test_codes_are_tried_at_a_limited_rate(web: WebHarness) -> None:
    async with web.browser(**PHONE) as thief:
        tries = [await thief.post(USE, json={"code": f"{number:010}"}) for number in range(RECOVERIES_PER_MINUTE + 1)]
    assert [each.status_code for each in tries] == [404] * RECOVERIES_PER_MINUTE + [429]
    assert tries[-1].json()["code"] == "too_many_identities"
