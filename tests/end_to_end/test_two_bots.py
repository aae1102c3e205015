"""Two bots in processes of their own race over the real wire, a third connection watches, and everything holds."""

import asyncio
import json
import os
import re
import signal
from pathlib import Path
from zlib import crc32

import psutil
import pytest

from gaprace.bot.room_replica import RoomReplica
from gaprace.rules.game import Game
from gaprace.rules.record import GameRecord
from gaprace.wire import Settings, VariantChoice
from gaprace.wire.http import FinishedGame
from tests.end_to_end.guests import guests, start, until_over
from tests.end_to_end.party import finished_games, party, record_data, stored_transcript
from tests.processes import PATIENCE_S, ServerProcess, command, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
PACE_S = "0.06"
END_S = 120.0


async def started(*arguments: str) -> asyncio.subprocess.Process:
    """A command, as the leader of a process group of its own."""
    return await asyncio.create_subprocess_exec(
        *command(*arguments), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, start_new_session=True
    )


async def run(*arguments: str) -> tuple[int, str, str]:
    process = await started(*arguments)
    out, err = await asyncio.wait_for(process.communicate(), END_S)
    return process.returncode or 0, out.decode(), err.decode()


def replayed(game: FinishedGame) -> Game:
    return GameRecord.from_data(record_data(game)).replay()


def check_sums(game: FinishedGame) -> dict[int, int]:
    """The check sum of the board after each action, from the record alone."""
    whole = replayed(game)
    played, sums = Game.start(whole.deal), {}
    for action, ms in whole.actions:
        played = played.after(action, ms)
        sums[played.number] = crc32(played.board.cells)
    return sums


async def test_what_a_spectator_sees_is_what_the_server_stored_at_every_step(
    server: ServerProcess, tmp_path: Path
) -> None:
    people = await server.people(1)
    door = await server.room(people[0], Settings(VariantChoice("mini"), seats=3, hints=True))
    async with party(door, people, watch=True) as watching:
        bots = await asyncio.gather(
            run("bot", door.link, "--pace", PACE_S, "--seed", "1", "--json"),
            run("bot", door.link, "--pace", PACE_S, "--level", "3", "--json"),
        )
        race = await watching.over()
        (notes,), (watcher,) = watching.notes, watching.players
    assert [code for code, _, _ in bots] == [0, 0], bots
    for _, out, _ in bots:
        assert json.loads(out)["standings"] == json.loads(bots[0][1])["standings"]

    assert len(race.seats) == 2
    assert not race.ranked
    assert watcher.desyncs == []
    games = await finished_games(server, [seat.game for seat in race.seats])
    for number, (game_id, game) in enumerate(games.items()):
        assert notes.transcript(game_id) == stored_transcript(game)
        assert len(stored_transcript(game)) > 5
        assert notes.checks[game_id] == check_sums(game)
        assert watcher.replica.boards[game_id].text == replayed(game).board.text

        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(record_data(game)))
        code, out, err = await run("verify", str(path), "--json")
        assert (code, err) == (0, "")
        standing = next(each for each in race.standings or () if each.game == game_id)
        told = json.loads(out)
        assert (told["won"], told["locked"], told["score"], told["moves"], told["shuffles"], told["time_ms"]) == (
            standing.won,
            standing.locked,
            standing.score,
            standing.moves,
            standing.shuffles,
            standing.time_ms,
        )


async def test_bots_that_are_told_to_stop_give_up_their_seats(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=1) as (host,):
        bots = await started("bot", host.door.link, "-n", "2")
        await asyncio.wait_for(host.player.until(lambda replica: is_member_count(replica, 3)), PATIENCE_S)
        bots.send_signal(signal.SIGTERM)
        out, err = await asyncio.wait_for(bots.communicate(), END_S)
        assert (bots.returncode, out) == (130, b"")
        assert b"Traceback" not in err
        await asyncio.wait_for(host.player.until(lambda replica: is_member_count(replica, 1)), PATIENCE_S)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_bots_that_search_end_quietly_if_all_their_processes_are_told_to_stop(
    server: ServerProcess, sign: signal.Signals
) -> None:
    """As a terminal and `timeout` tell them, here while a search process starts."""
    bots = await started("bot", server.base, "-n", "2", "--level", "3", "--pace", PACE_S)
    await until(lambda: is_searching(bots.pid))
    os.killpg(bots.pid, sign)
    out, err = await asyncio.wait_for(bots.communicate(), END_S)
    assert (bots.returncode, out) == (130, b"")
    assert not re.search(b"Traceback|search process", err), err.decode()


def is_searching(pid: int) -> bool:
    return any("spawn_main" in " ".join(each.cmdline()) for each in psutil.Process(pid).children())


async def test_a_bot_that_comes_late_plays_the_next_race(server: ServerProcess) -> None:
    settings = Settings(VariantChoice("mini"), seats=4)
    async with guests(server, settings, players=2) as (host, other):
        first = await start([host, other])
        bot = await started("bot", host.door.link, "--pace", PACE_S, "--json")
        await asyncio.wait_for(host.player.until(lambda replica: is_member_count(replica, 3)), PATIENCE_S)
        for guest in (host, other):
            await guest.act("resign")
        await until_over([host, other])
        second = await start([host, other])
        for guest in (host, other):
            await guest.act("resign")
        out, _ = await asyncio.wait_for(bot.communicate(), END_S)
        assert bot.returncode == 0
        assert json.loads(out)["id"] == second.id != first.id
        assert len(second.seats) == 3


def is_member_count(replica: RoomReplica, count: int) -> bool:
    return replica.room is not None and len(replica.room.members) == count
