"""The routes of friends and of blocks, and of what is shown among friends."""

from httpx2 import AsyncClient

from gaprace.people.blocks import MAX_BLOCKS
from gaprace.ports import StoredBlock
from tests.web.harness import CODE, WebHarness
from tests.web.responses import id_of, refusal


async def test_two_players_become_friends_and_are_no_more(ann: AsyncClient, bob: AsyncClient) -> None:
    a, b = [await id_of(each) for each in (ann, bob)]
    (followed,) = (await ann.put(f"/api/v1/friends/{b}")).json()["friends"]
    assert followed == {"player": b, "name": "Bob", "at": followed["at"]}
    suggested = (await bob.get("/api/v1/friends/suggestions")).json()["players"]
    assert suggested == [{"player": a, "name": "Ann", "reason": "follows_you"}]
    await bob.put(f"/api/v1/friends/{a}")
    shown = await bob.put("/api/v1/me/presence", json={"shows": True})
    assert shown.json()["shows_me"]
    await bob.post("/api/v1/me/presence")
    (friend,) = (await ann.get("/api/v1/friends")).json()["friends"]
    assert (friend["friend"], friend["doing"]) == (True, "about")
    invited = await ann.post(f"/api/v1/rooms/{CODE}/invitations", json={"player": b})
    assert (invited.status_code, invited.json()["friends"][0]["player"]) == (201, b)
    assert (await bob.delete(f"/api/v1/friends/{a}")).json()["friends"] == []
    (friend,) = (await ann.get("/api/v1/friends")).json()["friends"]
    assert friend == followed
    exported = [(await each.get("/api/v1/me/export")).json()["records"] for each in (ann, bob)]
    assert [each["followed"] for each in exported[0]["follows"]] == [b]
    assert (exported[0]["presence"], exported[1]["presence"]["doing"]) == (None, "about")


async def test_bad_requests_about_friends_are_refused(ann: AsyncClient, browser: AsyncClient) -> None:
    me = await id_of(ann)
    assert await refusal(ann, "PUT", f"/api/v1/friends/{me}") == (400, "cannot_follow")
    assert await refusal(ann, "POST", f"/api/v1/rooms/{CODE}/invitations", {"player": "bob"}) == (403, "not_friends")
    board = "/api/v1/leaderboards/streak/all/mini?with="
    assert (await browser.get(f"{board}people")).json()["size"] == 0
    for query in ("all", "people&around=all"):
        assert (await ann.get(f"{board}{query}")).json()["code"] == "bad_cursor"


async def test_a_player_blocks_and_unblocks(web: WebHarness, ann: AsyncClient) -> None:
    other = await web.accounts.new_player("Bob")
    assert (await ann.get("/api/v1/me/blocks")).json() == {"players": []}
    blocked = await ann.post("/api/v1/me/blocks", json={"player": other.id})
    assert blocked.status_code == 201
    assert [(each["id"], each["name"]) for each in blocked.json()["players"]] == [(other.id, "Bob")]
    assert (await ann.post("/api/v1/me/blocks", json={"player": other.id})).json() == blocked.json()
    exported = (await ann.get("/api/v1/me/export")).json()["records"]
    assert [each["blocked"] for each in exported["blocks"]] == [other.id]
    assert (await ann.delete(f"/api/v1/me/blocks/{other.id}")).json() == {"players": []}


async def test_bad_blocks_are_refused(web: WebHarness, ann: AsyncClient) -> None:
    me = await id_of(ann)

    async def refused(player: str) -> tuple[int, str]:
        return await refusal(ann, "POST", "/api/v1/me/blocks", {"player": player})

    assert await refused(me) == (400, "own_block")
    assert await refused("nobody") == (404, "player_not_found")
    for number in range(MAX_BLOCKS):
        await web.store.add_block(StoredBlock(me, f"player {number}", number))
    assert await refused((await web.accounts.new_player("One more")).id) == (409, "too_many_blocks")


async def test_rooms_of_blocked_hosts_are_not_listed_for_either_of_the_two(web: WebHarness, ann: AsyncClient) -> None:
    host = await web.accounts.new_player("Bob")
    async with web.browser(Authorization=f"Bearer {host.token}") as bob:
        me = await id_of(ann)
        await bob.post("/api/v1/rooms", json={"listed": True})

        async def listed() -> list[int]:
            return [len((await client.get("/api/v1/rooms")).json()["rooms"]) for client in (ann, bob, web.browser())]

        assert await listed() == [1, 1, 1]
        await ann.post("/api/v1/me/blocks", json={"player": host.id})
        assert await listed() == [0, 1, 1]
        await ann.delete(f"/api/v1/me/blocks/{host.id}")
        await bob.post("/api/v1/me/blocks", json={"player": me})
        assert await listed() == [0, 1, 1]
