"""The routes of passkeys."""

import pytest

from tests.passkey_device import PasskeyDevice
from tests.web.harness import WebHarness

HOST = "localhost"
ORIGIN = f"http://{HOST}"


@pytest.fixture
def web() -> WebHarness:
    return WebHarness()


async def test_a_passkey_made_in_one_browser_signs_in_another(web: WebHarness) -> None:
    device = PasskeyDevice(ORIGIN)
    async with await web.program("Ann") as ann, web.browser(Host=HOST, Origin=ORIGIN) as elsewhere:
        ann.headers["Host"] = HOST
        assert (await ann.get("/api/v1/me/passkeys")).json() == {"passkeys": []}
        options = (await ann.post("/api/v1/me/passkeys/options")).json()["options"]
        assert options["user"]["name"] == "Ann"
        added = await ann.post("/api/v1/me/passkeys", json={"credential": device.registration(options)})
        assert added.status_code == 201
        (shown,) = added.json()["passkeys"]
        assert f'"passkeys":[{{"id":"{shown["id"]}"' in (await ann.get("/api/v1/me/export")).text

        challenge = (await elsewhere.post("/api/v1/passkeys/options")).json()["options"]
        signed = await elsewhere.post("/api/v1/passkeys/sign-in", json={"credential": device.assertion(challenge)})
        me = (await ann.get("/api/v1/me")).json()
        assert (signed.json()["id"], signed.json()["recovery_code"]) == (me["id"], "")
        assert "gaprace=" in signed.headers["set-cookie"]
        assert (await ann.delete(f"/api/v1/me/passkeys/{shown['id']}")).json() == {"passkeys": []}
        again = await ann.delete(f"/api/v1/me/passkeys/{shown['id']}")
        assert (again.status_code, again.json()["code"]) == (404, "passkey_not_found")


async def test_refusals_have_their_codes(web: WebHarness) -> None:
    async with await web.program("Ann") as ann, web.browser() as stranger:
        for path in ("/api/v1/me/passkeys/options", "/api/v1/passkeys/options"):
            answer = await ann.post(path)
            assert (answer.status_code, answer.json()["code"]) == (400, "no_passkeys_here")
        ann.headers["Host"] = stranger.headers["Host"] = HOST
        for credential in ({}, {"id": "x"}, PasskeyDevice(ORIGIN).assertion({"rpId": HOST, "challenge": "AAAA"})):
            for path in ("/api/v1/me/passkeys", "/api/v1/passkeys/sign-in"):
                answer = await ann.post(path, json={"credential": credential})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_passkey")
        options = (await stranger.post("/api/v1/passkeys/options")).json()["options"]
        answer = await stranger.post(
            "/api/v1/passkeys/sign-in", json={"credential": PasskeyDevice(ORIGIN).assertion(options)}
        )
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_passkey")
        assert (await stranger.get("/api/v1/me/passkeys")).status_code == 401
