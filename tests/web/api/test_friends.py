"""The routes of friends, and of what is shown among them."""

from tests.web.harness import CODE, WebHarness


async def test_two_players_become_friends_and_are_no_more(web: WebHarness) -> None:
    async with await web.program("Ann") as ann, await web.program("Bob") as bob:
        a, b = [(await each.get("/api/v1/me")).json()["id"] for each in (ann, bob)]
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


async def test_bad_requests_about_friends_are_refused(web: WebHarness) -> None:
    async with await web.program("Ann") as ann, web.browser() as stranger:
        me = (await ann.get("/api/v1/me")).json()["id"]
        assert (await ann.put(f"/api/v1/friends/{me}")).json()["code"] == "cannot_follow"
        invited = await ann.post(f"/api/v1/rooms/{CODE}/invitations", json={"player": "bob"})
        assert (invited.status_code, invited.json()["code"]) == (403, "not_friends")
        board = "/api/v1/leaderboards/streak/all/mini?with="
        assert (await stranger.get(f"{board}people")).json()["size"] == 0
        for query in ("all", "people&around=all"):
            assert (await ann.get(f"{board}{query}")).json()["code"] == "bad_cursor"
