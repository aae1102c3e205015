"""Tokens that a player makes for programs: what they may do, and how they are revoked."""

import httpx2
import pytest

from gaprace.people.accounts import MAX_SESSIONS
from gaprace.people.tokens import LIFETIME_MS
from gaprace.web.app import ROUTES
from gaprace.web.ws.commands import COMMANDS
from gaprace.wire import (
    PROTOCOL,
    Act,
    AddBot,
    BalanceTeams,
    Bye,
    ChooseTeam,
    Cohost,
    Command,
    Hello,
    Hint,
    Kick,
    Mute,
    React,
    Ready,
    Refused,
    Rematch,
    Say,
    Seed,
    SetSettings,
    Settings,
    SitOut,
    Start,
    Welcome,
    encode,
)
from tests.rooms.stage import ManualClock
from tests.web.harness import WebHarness, connected, next_event, served
from tests.web.responses import problem


async def token_for(player: httpx2.AsyncClient, scope: str, name: str = "My bot") -> str:
    answer = await player.post("/api/v1/me/tokens", json={"name": name, "scope": scope})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def test_a_token_that_reads_reads_and_one_that_plays_plays() -> None:
    web = WebHarness()
    async with await web.program() as player:
        for scope, plays in (("read", 403), ("play", 201)):
            async with web.browser(Authorization=f"Bearer {await token_for(player, scope)}") as program:
                assert (await program.get("/api/v1/me")).json()["name"] == "Ann"
                assert (await program.post("/api/v1/rooms", json={})).status_code == plays
                problem(await program.patch("/api/v1/me", json={"name": "Eve"}), 403, "token_scope")
                problem(await program.get("/api/v1/me/export"), 403, "token_scope")
                problem(await program.post("/api/v1/me/token"), 403, "token_scope")
                wider = await program.post("/api/v1/me/tokens", json={"name": "x", "scope": "play"})
                problem(wider, 403, "token_scope")


async def test_a_token_that_reads_may_watch_a_room_and_not_take_a_seat() -> None:
    web = WebHarness()
    async with await web.program() as player, served(web.app) as at:
        reading, playing = await token_for(player, "read"), await token_for(player, "play")
        for token, hello, expected in [
            (reading, Hello(PROTOCOL, watch=True), Welcome),
            (playing, Hello(PROTOCOL), Welcome),
            (reading, Hello(PROTOCOL), Bye),
        ]:
            async with connected(at, token, hello=hello) as connection:
                event = await next_event(connection)
                assert isinstance(event, expected), event
                assert not isinstance(event, Bye) or event.code == "token_scope"


SAMPLES: dict[type[Command], Command] = {
    Ready: Ready(),
    Seed: Seed("0" * 64, "0" * 32),
    SetSettings: SetSettings(Settings()),
    Start: Start(),
    Act: Act("game", 1, "resign"),
    Hint: Hint("game"),
    Say: Say("hello"),
    React: React("clap"),
    AddBot: AddBot(1),
    ChooseTeam: ChooseTeam(1),
    BalanceTeams: BalanceTeams(),
    Kick: Kick("bob"),
    Mute: Mute("bob"),
    Cohost: Cohost("bob"),
    SitOut: SitOut(),
    Rematch: Rematch(),
}


async def test_a_token_that_reads_commands_nothing_in_a_room_of_its_own_player() -> None:
    """Its player is the host, and so might do all this with another token."""
    web = WebHarness()
    assert {*SAMPLES} == {command for command, row in COMMANDS.items() if row.scope == "play"}
    async with await web.program() as player, served(web.app) as at:
        reading = await token_for(player, "read")
        async with connected(at, reading, hello=Hello(PROTOCOL, watch=True)) as connection:
            await next_event(connection)
            for command in SAMPLES.values():
                await connection.send(encode(command).decode())
                event = await next_event(connection)
                assert isinstance(event, Refused), command
                assert event.code == "token_scope"
        assert web.rooms.room.commands == []


async def test_a_token_is_listed_under_its_name_and_can_be_revoked() -> None:
    web = WebHarness()
    async with await web.program() as player:
        token = await token_for(player, "play", "My\u202ebot")
        async with web.browser(Authorization=f"Bearer {token}", **{"User-Agent": "curl/8"}) as program:
            assert (await program.get("/api/v1/me")).status_code == 200
            listed = {
                each["device"]: each["id"] for each in (await player.get("/api/v1/me/sessions")).json()["sessions"]
            }
            assert "My bot (play)" in listed
            await player.delete(f"/api/v1/me/sessions/{listed['My bot (play)']}")
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


async def test_tokens_need_a_name_a_known_scope_and_there_are_not_too_many() -> None:
    web = WebHarness()
    async with await web.program() as player:
        for body, code in [
            ({"name": "\u200b", "scope": "read"}, "bad_name"),
            ({"name": "x" * 41, "scope": "read"}, "bad_body"),
            ({"name": "x", "scope": "account"}, "bad_body"),
        ]:
            problem(await player.post("/api/v1/me/tokens", json=body), 400, code)
        await player.get("/api/v1/me")  # notes the player's own session
        for _ in range(MAX_SESSIONS - 1):
            await token_for(player, "read")
        answer = await player.post("/api/v1/me/tokens", json={"name": "x", "scope": "read"})
        problem(answer, 409, "too_many_tokens")


@pytest.mark.parametrize(
    "path", ["/api/v1/me", "/api/v1/me/export", "/api/v1/rooms", "/api/v1/admin/decisions", "/api/v1/players"]
)
def test_what_changes_something_needs_more_than_reading(path: str) -> None:
    scopes = {(route.method, route.token_scope) for route in ROUTES if route.path == path}
    assert all(scope != "read" for method, scope in scopes if method != "GET")
