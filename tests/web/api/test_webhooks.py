"""The routes of webhooks: for the owners of a group, and for moderators."""

import re
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient
from standardwebhooks import Webhook as Verifier

from gaprace.play.notices.outbox import Outcome
from gaprace.play.notices.webhooks import EVENT_TYPES
from tests.web.harness import WebHarness
from tests.web.responses import refusal

DOCUMENT = Path(__file__).parents[3] / "docs" / "webhooks.md"
HOOK = {"url": "https://chat.example/very-secret", "kind": "discord"}


@pytest.fixture
async def path(ann: AsyncClient) -> str:
    """The webhooks of a group of Ann's."""
    group = (await ann.post("/api/v1/groups", json={"name": "Chess Club"})).json()
    return f"/api/v1/groups/{group['code']}/webhooks"


async def test_an_owner_sets_a_webhook_up_and_sees_its_secret_once(path: str, ann: AsyncClient) -> None:
    assert await refusal(ann, "POST", path, {**HOOK, "events": ["webhook.test"]}) == (400, "bad_webhook")
    made = await ann.post(path, json=HOOK)
    assert made.status_code == 201
    secret, webhook = made.json()["secret"], made.json()["webhook"]
    assert secret.startswith("whsec_")
    assert (webhook["host"], webhook["events"]) == ("chat.example", [*EVENT_TYPES])
    group = path.removesuffix("/webhooks")
    texts = [
        (await ann.get(path)).text,
        (await ann.patch(f"{path}/{webhook['id']}", json={"paused": True})).text,
        (await ann.get(group)).text,
        (await ann.get("/api/v1/me/export")).text,
        (await ann.get(f"{group}/results.csv")).text,
    ]
    assert not [text for text in texts if secret in text or "very-secret" in text]
    renewed = (await ann.post(f"{path}/{webhook['id']}/secret")).json()
    assert renewed["secret"] != secret
    assert (await ann.delete(f"{path}/{webhook['id']}")).json() == {"webhooks": []}
    assert (await ann.delete(f"{path}/{webhook['id']}")).json()["code"] == "webhook_not_found"


async def test_a_test_is_sent_with_the_address_of_this_server_and_its_failure_is_told(
    web: WebHarness, path: str, ann: AsyncClient
) -> None:
    webhook = (await ann.post(path, json=HOOK)).json()["webhook"]
    assert (await ann.post(f"{path}/{webhook['id']}/test")).json() == {"failure": ""}
    assert str(ann.base_url) in web.sender.received[0].body.decode()
    web.sender.answer = lambda _: Outcome("500")
    assert (await ann.post(f"{path}/{webhook['id']}/test")).json() == {"failure": "500"}
    answers = [await ann.post(f"{path}/{webhook['id']}/test") for _ in range(20)]
    assert answers[-1].json()["code"] == "too_many_tests"


async def test_a_program_verifies_messages_as_the_documentation_says(
    web: WebHarness, path: str, ann: AsyncClient
) -> None:
    [code] = re.findall(r"```python\n(.+?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    documented: dict[str, Any] = {}
    exec(code, documented)  # noqa: S102 (the documentation's example)
    is_from_gaprace = documented["is_from_gaprace"]
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


async def test_moderators_set_up_those_of_the_installation(web: WebHarness, moderator: AsyncClient) -> None:
    path = "/api/v1/admin/webhooks"
    made = await moderator.post(path, json={**HOOK, "site": "https://race.example/"})
    assert made.status_code == 201
    webhook = made.json()["webhook"]["id"]
    assert [each["id"] for each in (await moderator.get(path)).json()["webhooks"]] == [webhook]
    await moderator.post(f"{path}/{webhook}/test")
    assert '"https://race.example"' in web.sender.received[0].body.decode()
    assert await refusal(moderator, "POST", path, {**HOOK, "site": "nothing"}) == (400, "bad_webhook")
    assert (await moderator.post(f"{path}/{webhook}/dead")).json()["waiting"] == 0
