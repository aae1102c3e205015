"""The routes of groups, and what moderators do about their names."""

from typing import Any

from httpx2 import AsyncClient

from tests.store.material import TODAY, play_daily
from tests.web.harness import WebHarness
from tests.web.responses import id_of, refusal


async def found(client: AsyncClient, name: str = "Chess Club", **more: object) -> dict[str, Any]:
    answer = await client.post("/api/v1/groups", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def test_a_newcomer_joins_by_the_link_without_an_account(ann: AsyncClient, browser: AsyncClient) -> None:
    group = await found(ann)
    assert (await browser.get(f"/group/{group['invitation']}")).status_code == 200
    await browser.post("/api/v1/players")
    joined = (await browser.post(f"/api/v1/groups/{group['invitation'].lower()}/members")).json()
    assert (joined["role"], joined["code"], joined["size"]) == ("member", group["code"], 2)
    assert [each["code"] for each in (await browser.get("/api/v1/groups")).json()["groups"]] == [group["code"]]


async def test_a_group_is_led_by_http(ann: AsyncClient, bob: AsyncClient) -> None:
    group = await found(ann)
    path, bobs_id = f"/api/v1/groups/{group['code']}", await id_of(bob)
    await bob.post(f"/api/v1/groups/{group['invitation']}/members")
    assert await refusal(bob, "PATCH", path, {"name": "Mine"}) == (403, "group_owners_only")
    changed = (await ann.patch(path, json={"name": "Tea Club", "approval": True})).json()
    assert (changed["name"], changed["approval"], changed["private"]) == ("Tea Club", True, True)
    assert (await ann.put(f"{path}/members/{bobs_id}", json={"role": "co_owner"})).status_code == 200
    assert (await bob.patch(path, json={"colour": "gold"})).json()["colour"] == "gold"
    assert await refusal(bob, "PATCH", path, {"colour": "beige"}) == (400, "bad_body")
    assert (await bob.put(f"{path}/presence", json={"shows": True})).json()["shows_me"]
    assert (await ann.post(f"{path}/presence")).json() == {"about": [bobs_id]}
    assert (await bob.post(f"{path}/invitation")).json()["invitation"] != group["invitation"]
    assert (await ann.delete(f"{path}/members/{bobs_id}")).status_code == 200
    assert await refusal(bob, "GET", path) == (404, "group_not_found")
    assert await refusal(ann, "DELETE", path, {"name": "Chess Club"}) == (400, "wrong_name")
    assert (await ann.request("DELETE", path, json={"name": "Tea Club"})).json() == {"groups": []}


async def test_results_are_a_file(web: WebHarness, ann: AsyncClient) -> None:
    group, player = await found(ann), await id_of(ann)
    await play_daily(web.store, TODAY, player)
    assert web.store.database.groups[group["code"]].created_at > 0
    board = (await ann.get(f"/api/v1/groups/{group['code']}/dailies/{TODAY.variant}/{TODAY.date}")).json()
    assert [row["player"] for row in board["rows"]] == [player]
    answer = await ann.get(f"/api/v1/groups/{group['code']}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert f"gaprace-{group['code']}.csv" in answer.headers["content-disposition"]
    assert answer.headers["cache-control"] == "no-store"


async def test_a_moderator_renames_a_group_that_was_reported(
    ann: AsyncClient, bob: AsyncClient, moderator: AsyncClient
) -> None:
    group = await found(ann, "Bad Apples")
    path = f"/api/v1/groups/{group['code']}"
    assert await refusal(ann, "POST", f"{path}/reports", {}) == (400, "own_report")
    first, again = [await bob.post(f"/api/v1/groups/{group['invitation']}/reports", json={}) for _ in range(2)]
    assert first.status_code == 201
    assert first.json() == again.json()
    [report] = (await moderator.get("/api/v1/admin/reports")).json()["reports"]
    assert (report["group"], report["line"], report["name"]) == (group["code"], "Bad Apples", "Ann")
    decision = {"action": "rename_group", "reason": "Be kind.", "group": group["code"], "reports": [report["id"]]}
    made = await moderator.post("/api/v1/admin/decisions", json={**decision, "name": "Good Apples"})
    assert (made.status_code, made.json()["detail"]) == (201, "Good Apples")
    assert (await moderator.get("/api/v1/admin/reports")).json()["open"] == 0
    unknown = {"action": "rename_group", "reason": "x", "group": "ZZZZZZZZZZ"}
    assert await refusal(moderator, "POST", "/api/v1/admin/decisions", unknown) == (404, "group_not_found")
    assert (await ann.get(path)).json()["name"] == "Good Apples"
    assert await refusal(ann, "PATCH", path, {"name": "Bad Apples"}) == (400, "bad_name")
    assert (await ann.patch(path, json={"colour": "red"})).json()["name"] == "Good Apples"
    [read] = (await ann.get("/api/v1/me/decisions")).json()["items"]
    assert (read["action"], read["reason"], read["group"]) == ("rename_group", "Be kind.", group["code"])
