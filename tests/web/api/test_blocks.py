"""The routes with which players block others."""

from gaprace.people.blocks import MAX_BLOCKS
from gaprace.ports import StoredBlock
from gaprace.wire import VariantChoice
from gaprace.wire.http import RoomList, RoomSummary
from tests.web.harness import CODE, WebHarness


async def test_a_player_blocks_and_unblocks(web: WebHarness) -> None:
    other = await web.accounts.new_player("Bob")
    async with await web.program("Ann") as ann:
        assert (await ann.get("/api/v1/me/blocks")).json() == {"players": []}
        blocked = await ann.post("/api/v1/me/blocks", json={"player": other.id})
        assert blocked.status_code == 201
        assert [(each["id"], each["name"]) for each in blocked.json()["players"]] == [(other.id, "Bob")]
        assert (await ann.post("/api/v1/me/blocks", json={"player": other.id})).json() == blocked.json()
        exported = (await ann.get("/api/v1/me/export")).json()["records"]
        assert [each["blocked"] for each in exported["blocks"]] == [other.id]
        assert (await ann.delete(f"/api/v1/me/blocks/{other.id}")).json() == {"players": []}


async def test_bad_blocks_are_refused(web: WebHarness) -> None:
    async with await web.program("Ann") as ann, web.browser() as stranger:
        me = (await ann.get("/api/v1/me")).json()["id"]

        async def refused(player: str) -> tuple[int, str]:
            answer = await ann.post("/api/v1/me/blocks", json={"player": player})
            return answer.status_code, answer.json()["code"]

        assert await refused(me) == (400, "own_block")
        assert await refused("nobody") == (404, "player_not_found")
        for number in range(MAX_BLOCKS):
            await web.store.add_block(StoredBlock(me, f"player {number}", number))
        assert await refused((await web.accounts.new_player("One more")).id) == (409, "too_many_blocks")
        assert (await stranger.get("/api/v1/me/blocks")).status_code == 401


async def test_rooms_of_blocked_hosts_are_not_listed_for_either_of_the_two(web: WebHarness) -> None:
    host = await web.accounts.new_player("Bob")
    web.rooms.listing = RoomList([RoomSummary(CODE, "Bob", host.id, VariantChoice(), 1, 8, racing=False)])
    async with await web.program("Ann") as ann, web.browser(Authorization=f"Bearer {host.token}") as bob:
        me = (await ann.get("/api/v1/me")).json()["id"]

        async def listed() -> list[int]:
            return [len((await client.get("/api/v1/rooms")).json()["rooms"]) for client in (ann, bob, web.browser())]

        assert await listed() == [1, 1, 1]
        await ann.post("/api/v1/me/blocks", json={"player": host.id})
        assert await listed() == [0, 1, 1]
        await ann.delete(f"/api/v1/me/blocks/{host.id}")
        await bob.post("/api/v1/me/blocks", json={"player": me})
        assert await listed() == [0, 1, 1]
