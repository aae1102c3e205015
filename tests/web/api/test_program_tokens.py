"""Tokens that a player makes for programs: what they may do, and how they are revoked."""

from httpx2 import AsyncClient

from gaprace.people.accounts import MAX_SESSIONS
from gaprace.people.tokens import LIFETIME_MS
from tests.rooms.stage import ManualClock
from tests.web.harness import WebHarness
from tests.web.responses import problem


async def token_for(player: AsyncClient, scope: str, name: str = "My bot") -> str:
    answer = await player.post("/api/v1/me/tokens", json={"name": name, "scope": scope})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def test_a_token_is_listed_under_its_name_and_can_be_revoked(web: WebHarness, ann: AsyncClient) -> None:
    token = await token_for(ann, "play", "My\u202ebot")
    async with web.browser(Authorization=f"Bearer {token}", **{"User-Agent": "curl/8"}) as program:
        assert (await program.get("/api/v1/me")).status_code == 200
        listed = {each["device"]: each["id"] for each in (await ann.get("/api/v1/me/sessions")).json()["sessions"]}
        assert "My bot (play)" in listed
        await ann.delete(f"/api/v1/me/sessions/{listed['My bot (play)']}")
        problem(await program.get("/api/v1/me"), 401, "no_identity")


async def test_a_token_ends_with_its_time_and_is_not_widened_by_changing_its_text() -> None:
    web = WebHarness(clock=(clock := ManualClock()))
    async with await web.program() as player:
        token = await token_for(player, "read")
        wider = token.replace(".read.", ".play."), token.replace(".read.", ".")
        for forged in wider:
            async with web.browser(Authorization=f"Bearer {forged}") as program:
                problem(await program.get("/api/v1/me"), 401, "no_identity")
        await clock.advance(LIFETIME_MS)
        async with web.browser(Authorization=f"Bearer {token}") as program:
            problem(await program.get("/api/v1/me"), 401, "no_identity")


async def test_tokens_need_a_name_a_known_scope_and_there_are_not_too_many(ann: AsyncClient) -> None:
    for body, code in [
        ({"name": "\u200b", "scope": "read"}, "bad_name"),
        ({"name": "x" * 41, "scope": "read"}, "bad_body"),
        ({"name": "x", "scope": "account"}, "bad_body"),
    ]:
        problem(await ann.post("/api/v1/me/tokens", json=body), 400, code)
    await ann.get("/api/v1/me")  # notes the player's own session
    for _ in range(MAX_SESSIONS - 1):
        await token_for(ann, "read")
    answer = await ann.post("/api/v1/me/tokens", json={"name": "x", "scope": "read"})
    problem(answer, 409, "too_many_tokens")
