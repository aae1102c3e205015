"""Wherever a text may stand, on both databases: quotes, comments, NULs and halves of other languages are just texts."""

from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest

from gaprace.errors import Refusal
from gaprace.play.people.names import read_name
from gaprace.wire import (
    PROTOCOL,
    Act,
    Hello,
    Hint,
    Kick,
    Mute,
    Ping,
    Pong,
    Refused,
    Room,
    Said,
    Say,
    SetSettings,
    Settings,
    VariantChoice,
    encode,
)
from gaprace.wire.http import Me
from tests.fuzz.fuzz_run import server_under_test
from tests.processes import ServerProcess, http_client
from tests.web.harness import connected, next_event
from tests.web.responses import read

SQL = (
    "' OR 1=1 --",
    "'; DROP TABLE players; --",
    "'||(SELECT value FROM keys)||'",
    '"; DELETE FROM games WHERE "1"="1',
    "%' AND '%'='",
    "\\'; --",
    "$$;--",
    "1; PRAGMA writable_schema=1",
    ":name %(name)s ? %s {0}",
)
TEXTS = (*SQL, "a\0b", "\r\nSet-Cookie: a=b", "\ufeff\u202e", "\U0010ffff", "../../etc/passwd", "e" + "\u0301" * 60)
BODIES = (
    ("POST", "/api/v1/players", lambda text: {"name": text}),
    ("PATCH", "/api/v1/me", lambda text: {"name": text}),
    ("DELETE", "/api/v1/me", lambda text: {"name": f"{text} "[:60] + "?"}),
    ("POST", "/api/v1/recover", lambda text: {"recovery_code": text}),
    ("POST", "/api/v1/device-code", lambda text: {"code": text}),
    ("POST", "/api/v1/rooms", lambda text: {"code": text}),
    ("POST", "/api/v1/rooms", lambda text: {"ghost": text[:32]}),
    ("POST", "/api/v1/rooms", lambda text: {"missed": text[:32]}),
    ("POST", "/api/v1/rooms", lambda text: {"variant": {"name": text}}),
)
POSTED_PATHS = (
    "/api/v1/dailies/{}/mini/games",
    "/api/v1/dailies/2026-11-21/{}/games",
    "/api/v1/games/{}/analysis",
)
PATHS = (
    "/api/v1/rooms/{}",
    "/api/v1/games/{}",
    "/api/v1/games/{}/analysis",
    "/api/v1/players/{}",
    "/api/v1/dailies/{}",
    "/api/v1/leaderboards/{}/all/mini",
    "/api/v1/leaderboards/streak/{}/mini",
    "/api/v1/leaderboards/streak/all/{}",
    "/api/v1/leaderboards/streak/all/mini?after={}",
    "/api/v1/leaderboards/streak/all/mini?around={}&limit={}",
    "/r/{}",
    "/g/{}",
    "/p/{}",
    "/d/{}?v={}",
    "/daily/{}",
    "/og/r/{}.png",
    "/og/g/{}.png",
    "/client/{}",
)


@pytest.fixture
async def server(database_url: str) -> AsyncIterator[ServerProcess]:
    async with server_under_test(database_url) as server:
        yield server
    assert server.errors == ""


async def test_a_text_in_a_request_is_a_text(server: ServerProcess) -> None:
    token = (await server.people(1))[0].token
    async with http_client(server.base, headers={"Authorization": f"Bearer {token}"}) as program:
        me = read(await program.get("/api/v1/me"), Me)
        for text in TEXTS:
            for method, path, body in BODIES:
                answer = await program.request(method, path, json=body(text))
                assert answer.status_code < 500, (method, path, text)
            for path in PATHS:
                answer = await program.get(path.replace("{}", quote(text, safe="")))
                assert answer.status_code < 500, (path, text)
            for path in POSTED_PATHS:
                answer = await program.post(path.replace("{}", quote(text, safe="")))
                assert answer.status_code < 500, (path, text)
            now = read(await program.get("/api/v1/me"), Me)
            assert now.id == me.id
            assert now.name in {me.name, *map(plain, TEXTS)}


def plain(text: str) -> str:
    try:
        return read_name(text)
    except Refusal:
        return ""


async def test_a_text_in_a_message_is_a_text(server: ServerProcess) -> None:
    host = (await server.people(1))[0]
    room = await server.room(host, Settings())
    at = server.base.removeprefix("http://")
    hello = Hello(PROTOCOL)
    async with connected(at, host.token, code=room.code, hello=hello) as client:
        for text in TEXTS:
            about = [Act(text[:32], 1, text[:16]), Hint(text[:32]), Kick(text[:32]), Mute(text[:32])]
            chosen = [Settings(VariantChoice(text)), Settings(code=text)]
            for command in (*about, *map(SetSettings, chosen), Say(text[:300])):
                await client.send(encode(command).decode())
        await client.send(encode(Ping(7)).decode())
        answers = []
        while not isinstance(answer := await next_event(client), Pong):
            answers.append(answer)
    codes = {answer.code for answer in answers if isinstance(answer, Refused)}
    assert codes == {"no_race", "hints_not_allowed", "not_a_member", "bad_settings", "chat_too_fast"}
    said = [answer.text for answer in answers if isinstance(answer, Said)]
    assert said == list(SQL[:5])
    assert not any(isinstance(answer, Room) for answer in answers)
