"""The client for programs, on a live server: the bot of the documents, word for word, and the same with asyncio."""

import asyncio
import json
import re
import subprocess
import sys
import tomllib
import venv
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gaprace import wire
from gaprace.bot import room_url
from gaprace.client import AsyncClient, Client
from gaprace.errors import BotError
from gaprace.wire import Settings, VariantChoice, coding
from tests.built import BUILD, INSTALL
from tests.positions import KNOWN_DEAL
from tests.processes import ROOT, ServerProcess, run_here
from tests.refusals import refused

PACKAGE = ROOT / "tools/client"
BOT, *SHORT = [
    snippet
    for document in (ROOT / "docs/protocol.md", PACKAGE / "README.md")
    for snippet in re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)
]
END_S = 120.0


async def run_bot(link: str, bot: str = BOT, python: Path | str = sys.executable) -> str:
    process = await asyncio.create_subprocess_exec(
        python, "-I", "-c", bot, link, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await asyncio.wait_for(process.communicate(), END_S)
    assert (process.returncode, err) == (0, b"")
    return out.decode()


@pytest.mark.asyncio(loop_scope="module")
async def test_the_bot_of_the_documents_plays_a_whole_race(server: ServerProcess) -> None:
    me = AsyncClient(server.base)
    await me.sign_up("Ann")
    async with await me.room(await me.new_room(Settings(VariantChoice("mini"), seats=2))) as room:
        running = asyncio.create_task(run_bot(room.link))
        await room.connection.until(lambda replica: replica.room and len(replica.room.members) == 2)
        await room.race()
        await room.act("resign")
        results = await room.results()
        assert await running == "".join(
            [
                f"Racing at {room.link}\n",
                *(f"{result.rank} {result.name} {result.score}\n" for result in results),
            ]
        )
    assert max(result.moves for result in results) > 0


@pytest.mark.asyncio(loop_scope="module")
async def test_the_small_package_plays_with_nothing_but_what_it_declares(server: ServerProcess, tmp_path: Path) -> None:
    python = await asyncio.to_thread(alone, tmp_path)
    assert len(SHORT) == 2
    played = [await run_bot(server.base, snippet, python) for snippet in SHORT]
    assert all(text.strip().isdecimal() for text in played)


def alone(tmp_path: Path) -> Path:
    """An environment with the small package and what it declares, and nothing else; its Python."""
    subprocess.run([*BUILD, "--target", "wheel", "--directory", tmp_path], cwd=PACKAGE, check=True)
    (wheel,) = tmp_path.glob("gaprace_client-*.whl")
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv/bin/python"
    subprocess.run([*INSTALL, python, wheel], check=True)
    (packages,) = tmp_path.glob("venv/lib/*/site-packages")
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {re.split("[^a-z]", each)[0] for each in declared}
    assert names == {"msgspec", "websockets"}
    for name in names:
        (packages / name).symlink_to(Path(import_module(name).__file__ or "").parent)
    return python


@pytest.mark.asyncio(loop_scope="module")
async def test_the_client_of_asyncio_plays_a_race_and_reads_its_game(server: ServerProcess) -> None:
    me = AsyncClient(server.base)
    identity = await me.sign_up("Ann")
    code = await me.new_room(Settings(VariantChoice("mini"), seats=1, code=KNOWN_DEAL))
    async with await me.room(code) as room:
        assert (room.is_playing, room.legal_moves(), room.board) == (False, (), None)
        race = await room.race()
        acted = await room.act(room.legal_moves()[0])
        assert (acted.n, room.game.n if room.game else 0) == (1, 1)
        with refused("nothing_to_redo"):
            await room.act("redo")
        await room.act("resign")
        (result,) = await room.results()
        assert (result.player, result.moves, room.is_playing) == (identity.id, 1, False)
    assert [seat.game for seat in race.seats] == [result.game]
    game = await me.finished_game(result.game)
    assert game.record.transcript.split()[0] == f"{acted.action}:{acted.ms}"


def with_more(value: Any) -> Any:  # noqa: ANN401
    """Return JSON as a newer server would have it: with a new field in every object."""
    if isinstance(value, dict):
        return {name: with_more(each) for name, each in value.items()} | {"newer": {"newer": [1]}}
    return [with_more(each) for each in value] if isinstance(value, list) else value


@pytest.mark.asyncio(loop_scope="module")
async def test_the_client_plays_with_a_server_that_sends_new_fields_and_new_events(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    decode, decode_event = coding.decode_open, coding.decode_open_event
    tags = set[str]()

    def newer(data: bytes | str, kind: type[Any]) -> object:
        return decode(json.dumps(with_more(json.loads(data))), kind)

    def newer_event(data: bytes | str) -> object:
        tags.add(json.loads(data)["t"])
        assert decode_event('{"t": "fireworks", "newer": 1}') is None
        return decode_event(json.dumps(with_more(json.loads(data))))

    monkeypatch.setattr(room_url, "decode_open", newer)
    monkeypatch.setattr(wire, "decode_open_event", newer_event)
    me = AsyncClient(server.base)
    await me.sign_up("Ann")
    async with await me.room(await me.new_room(Settings(VariantChoice("mini"), seats=2))) as room:
        await room.add_bot(1)
        await room.race()
        await room.act(room.legal_moves()[0])
        await room.act("resign")
        results = await room.results()
    assert tags >= {"welcome", "room", "starting", "acted", "finished"}
    (own,) = [result for result in results if result.name.startswith("Ann")]
    assert (await me.finished_game(own.game)).record.transcript
    with refused("game_not_found", "Game not found"):
        await me.finished_game("0" * 16)


def test_a_wrong_address_and_a_server_that_is_away_are_errors_with_codes() -> None:
    with refused("bad_address"):
        Client("ftp://nowhere")
    with Client("http://127.0.0.1:1") as client, pytest.raises(BotError, match="cannot be reached") as away:
        client.sign_up()
    assert away.value.code == "unreachable"


@pytest.mark.parametrize(
    ("address", "code", "status"),
    [
        ("/r/00000000", "room_not_found", 1),
        ("http://127.0.0.1:9/r/00000000", "unreachable", 1),
        ("ftp://127.0.0.1/r/00000000", "bad_address", 2),
        ("room", "bad_address", 2),
    ],
)
def test_what_is_wrong_for_a_bot_is_one_sentence_with_a_code(
    server: ServerProcess, address: str, code: str, status: int
) -> None:
    bot = run_here("bot", f"{server.base}{address}" if address.startswith("/") else address, cwd=ROOT)
    assert (bot.returncode, bot.stdout) == (status, "")
    (line,) = [line for line in bot.stderr.splitlines() if line.startswith("gaprace: ")]
    assert line.endswith(f"[{code}]")
