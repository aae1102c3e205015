"""The routes of webhooks: for the owners of a group, and for moderators."""

import re
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient
from standardwebhooks import Webhook as Verifier

from gaprace.play.notices.outbox import Outcome
from gaprace.play.notices.webhooks import EVENT_TYPES
from tests.web.harness import WebHarness, web_harness

DOCUMENT = Path(__file__).parents[3] / "docs" / "webhooks.md"
ADMIN = "boss:0123456789abcdef"
HOOK = {"url": "https://chat.example/very-secret", "kind": "discord"}


async def a_group(owner: AsyncClient) -> dict[str, Any]:
    made: dict[str, Any] = (await owner.post("/api/v1/groups", json={"name": "Chess Club"})).json()
    return made


async def test_an_owner_sets_a_webhook_up_and_sees_its_secret_once() -> None:
    web = web_harness()
    async with await web.program() as ann:
        group = await a_group(ann)
        path = f"/api/v1/groups/{group['code']}/webhooks"
        made = await ann.post(path, json=HOOK)
        assert made.status_code == 201
        secret, webhook = made.json()["secret"], made.json()["webhook"]
        assert secret.startswith("whsec_")
        assert (webhook["host"], webhook["events"]) == ("chat.example", [*EVENT_TYPES])
        texts = [
            (await ann.get(path)).text,
            (await ann.patch(f"{path}/{webhook['id']}", json={"paused": True})).text,
            (await ann.get(f"/api/v1/groups/{group['code']}")).text,
            (await ann.get("/api/v1/me/export")).text,
            (await ann.get(f"/api/v1/groups/{group['code']}/results.csv")).text,
        ]
        assert not [text for text in texts if secret in text or "very-secret" in text]
        renewed = (await ann.post(f"{path}/{webhook['id']}/secret")).json()
        assert renewed["secret"] != secret
        assert (await ann.delete(f"{path}/{webhook['id']}")).json() == {"webhooks": []}
        assert (await ann.delete(f"{path}/{webhook['id']}")).json()["code"] == "webhook_not_found"


async def test_a_test_is_sent_with_the_address_of_this_server_and_its_failure_is_told() -> None:
    web = web_harness()
    async with await web.program() as ann:
        path = f"/api/v1/groups/{(await a_group(ann))['code']}/webhooks"
        webhook = (await ann.post(path, json=HOOK)).json()["webhook"]
        assert (await ann.post(f"{path}/{webhook['id']}/test")).json() == {"failure": ""}
        assert str(ann.base_url) in web.sender.received[0].body.decode()
        web.sender.answer = lambda _: Outcome("500")
        assert (await ann.post(f"{path}/{webhook['id']}/test")).json() == {"failure": "500"}
        answers = [await ann.post(f"{path}/{webhook['id']}/test") for _ in range(20)]
        assert answers[-1].json()["code"] == "too_many_tests"


async def test_a_program_verifies_messages_as_the_documentation_says() -> None:
    web = web_harness()
    [code] = re.findall(r"```python\n(.+?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    documented: dict[str, Any] = {}
    exec(code, documented)  # noqa: S102 (the documentation's example)
    is_from_gaprace = documented["is_from_gaprace"]
    async with await web.program() as ann:
        path = f"/api/v1/groups/{(await a_group(ann))['code']}/webhooks"
        made = (await ann.post(path, json={**HOOK, "kind": "standard"})).json()
        await ann.post(f"{path}/{made['webhook']['id']}/test")
        renewed = (await ann.post(f"{path}/{made['webhook']['id']}/secret")).json()["secret"]
    received = web.sender.received[0]
    headers = dict(received.headers)
    assert is_from_gaprace(made["secret"], headers, received.body)
    assert Verifier(made["secret"]).verify(received.body, headers)["type"] == "webhook.test"
    assert not is_from_gaprace(renewed, headers, received.body)
    assert not is_from_gaprace(made["secret"], headers, received.body + b" ")
    assert not is_from_gaprace(made["secret"], headers | {"webhook-id": "msg_2"}, received.body)
    assert not is_from_gaprace(made["secret"], headers | {"webhook-timestamp": "1700000000"}, received.body)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "https://chat.example", "events": ["webhook.test"]}, "bad_webhook"),
        ({}, "bad_body"),
    ],
)
async def test_a_webhook_that_cannot_work_is_refused(body: dict[str, Any], code: str) -> None:
    web = web_harness()
    async with await web.program() as ann:
        path = f"/api/v1/groups/{(await a_group(ann))['code']}/webhooks"
        answer = await ann.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_moderators_set_up_those_of_the_installation() -> None:
    web: WebHarness = web_harness(admin_tokens=(ADMIN,))
    async with web.browser(Authorization=f"Bearer {ADMIN}") as admin:
        path = "/api/v1/admin/webhooks"
        made = await admin.post(path, json={**HOOK, "site": "https://race.example/"})
        assert made.status_code == 201
        webhook = made.json()["webhook"]["id"]
        assert [each["id"] for each in (await admin.get(path)).json()["webhooks"]] == [webhook]
        await admin.post(f"{path}/{webhook}/test")
        assert '"https://race.example"' in web.sender.received[0].body.decode()
        assert (await admin.post(path, json={**HOOK, "site": "nothing"})).json()["code"] == "bad_webhook"
        assert (await admin.post(f"{path}/{webhook}/dead")).json()["waiting"] == 0
