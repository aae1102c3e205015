"""Several processes on one port."""

import asyncio
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from gaprace.web.http.limits import ROOM_BURST_MINUTES
from gaprace.wire import Bye, Settings, VariantChoice
from tests.databases import TEMPLATE, PostgresServer
from tests.end_to_end.guests import guests, newcomer, start, until_over
from tests.end_to_end.party import LONG_RACE, all_go_on, nothing_is_lost, party, wandering
from tests.processes import TEST_SETTINGS, ServerProcess, http_client

WORKERS = 2
TIMEOUT_S = 120.0
SEVERAL = {"GAPRACE_WORKERS": str(WORKERS)}


def workers_of(server: ServerProcess) -> list[psutil.Process]:
    return psutil.Process(server.pid).children()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():  # noqa: ASYNC110  # the system has no event for it
            await asyncio.sleep(0.02)


def connections_of(process: psutil.Process) -> int:
    return sum(each.status == psutil.CONN_ESTABLISHED for each in process.net_connections("tcp"))


def folder_of(server: ServerProcess) -> Path:
    """Where the workers share files."""
    return Path(workers_of(server)[0].cmdline()[3])


def close_doors(server: ServerProcess) -> None:
    """Let no worker take connections over from the others."""
    for door in folder_of(server).glob("*.door"):
        door.unlink()


async def until_together(server: ServerProcess, connections: int) -> None:
    """Wait until one worker has all connections."""
    everywhere_else = [0] * (WORKERS - 1)
    await until(lambda: sorted(map(connections_of, workers_of(server))) == [*everywhere_else, connections])


async def test_members_of_one_room_meet_in_one_worker(sqlite_url: str) -> None:
    async with (
        ServerProcess(sqlite_url, settings=SEVERAL) as server,
        guests(server, Settings(VariantChoice("mini"), seats=12), players=8, watchers=4) as everybody,
    ):
        await until_together(server, 12)
        await start(everybody[:8])
        await asyncio.gather(*(player.act("resign") for player in everybody[:8]))
        await until_over(everybody)


@pytest.mark.parametrize("which", ["sqlite_url", "postgres_url"])
async def test_members_of_one_room_play_on_all_workers(which: str, request: pytest.FixtureRequest) -> None:
    url: str = request.getfixturevalue(which)
    settings = Settings(VariantChoice("mini"), seats=12, boards_open=True)
    async with ServerProcess(url, settings=SEVERAL) as server:
        close_doors(server)
        async with guests(server, settings, players=10, watchers=4) as everybody:
            # The system spreads 14 connections over the workers at random: one gets none once in 8 000 times.
            assert all(connections_of(worker) for worker in workers_of(server))
            players = everybody[:10]
            await start(players)
            await asyncio.gather(*(player.act("resign") for player in players))
            await until_over(everybody)
            for guest in everybody:
                await guest.sees_the_truth()


async def test_players_of_a_killed_worker_lose_nothing_and_meet_in_another_one(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=SEVERAL) as server:
        people = await server.people(8)
        room = await server.room(people[0], LONG_RACE)
        async with party(room, people) as racing:
            await racing.start()
            async with wandering(racing, 0.05):
                await until_together(server, len(people))
                victim = max(workers_of(server), key=connections_of)
                for notes in racing.notes:
                    await notes.reach(3)
                victim.send_signal(signal.SIGKILL)
                await all_go_on(racing.notes, 5)
            assert all(player.reconnects for player in racing.players)
            await until_together(server, len(people))
            await until(lambda: len(workers_of(server)) == WORKERS and victim not in workers_of(server))
            await racing.resign()
            await nothing_is_lost(server, racing)


async def test_all_workers_say_goodbye_and_end_together(sqlite_url: str) -> None:
    async with (
        ServerProcess(sqlite_url, settings=SEVERAL) as server,
        guests(server, Settings(), players=6) as everybody,
    ):
        workers = workers_of(server)
        await server.terminate()
        assert server.status == 0
        assert not any(worker.is_running() for worker in workers)
        for guest in everybody:
            assert (await guest.hear(Bye)).code == "restarting"
        await server.restart()
        for guest in everybody:
            await asyncio.wait_for(guest.player.until(lambda _, guest=guest: guest.player.is_connected), TIMEOUT_S)
        async with newcomer(server, everybody[0].door) as fresh:
            await until(lambda: len(present_of(fresh.player.replica.present)) == 7)


def present_of(present: object) -> list[str]:
    members: list[str] = getattr(present, "members", [])
    return members


async def test_restarts_during_a_race_lose_no_acknowledged_action(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=SEVERAL) as server:
        people = await server.people(8)
        async with party(await server.room(people[0], LONG_RACE), people) as racing:
            await racing.start()
            async with wandering(racing, 0.01):
                for _ in range(2):
                    await all_go_on(racing.notes, 10)
                    await server.terminate()
                    assert server.status == 0
                    await server.restart()
            await racing.resign()
            await nothing_is_lost(server, racing)


async def test_a_line_that_a_library_prints_in_a_worker_ends_nothing(sqlite_url: str, tmp_path: Path) -> None:
    lines = ("12", "a line", '{"code": 7}')
    (tmp_path / "sitecustomize.py").write_text(
        f"import sys\nif 'gaprace.worker' in sys.orig_argv:\n    print('x' * 200_000, *{lines!r}, sep='\\n')\n"
    )
    settings = {**SEVERAL, "PYTHONPATH": os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))}
    async with ServerProcess(sqlite_url, settings=settings) as server:
        assert len(workers_of(server)) == WORKERS
        printed = [f"a worker printed b'{line}\\n'" for line in lines]
        await until(lambda: all(server.errors.count(each) == WORKERS for each in printed))


async def test_workers_do_not_outlive_their_supervisor(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=SEVERAL) as server:
        workers = workers_of(server)
        os.kill(server.pid, signal.SIGKILL)
        await until(lambda: not any(worker.is_running() for worker in workers))


async def test_a_supervisor_that_is_killed_at_the_start_leaves_neither_tracebacks_nor_workers(sqlite_url: str) -> None:
    for turn in range(3):
        server = ServerProcess(sqlite_url, settings=SEVERAL)
        process = await asyncio.create_subprocess_exec(
            *server.command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **TEST_SETTINGS, **SEVERAL},
        )
        try:
            supervisor = psutil.Process(process.pid)
            await until(lambda supervisor=supervisor: len(supervisor.children()) == WORKERS)
            workers = supervisor.children()
            await asyncio.sleep(0.4 * turn)  # a worker may be at any step of its start
        finally:
            process.kill()
        _, errors = await asyncio.wait_for(process.communicate(), TIMEOUT_S)  # they have its standard error, too
        await until(lambda workers=workers: not any(worker.is_running() for worker in workers))
        assert b"Traceback" not in errors, errors.decode()
        assert b"BrokenPipe" not in errors, errors.decode()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_to_all_processes_at_once_ends_them_as_any_other(
    sqlite_url: str, number: signal.Signals
) -> None:
    """As systemd sends it, and a terminal."""
    server = ServerProcess(sqlite_url, settings=SEVERAL)
    process = await asyncio.create_subprocess_exec(
        *server.command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **TEST_SETTINGS, **SEVERAL},
        start_new_session=True,
    )
    try:
        assert process.stdout
        assert b"listens on" in await asyncio.wait_for(process.stdout.readline(), TIMEOUT_S)
        os.killpg(process.pid, number)
        _, errors = await asyncio.wait_for(process.communicate(), TIMEOUT_S)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0
    assert not re.search(b"worker|Traceback", errors), errors.decode()


async def test_a_second_server_on_the_same_port_is_refused(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=SEVERAL) as server:
        for workers in ("1", "2"):
            second = await asyncio.create_subprocess_exec(
                *server.command, "--workers", workers, stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
            _, errors = await asyncio.wait_for(second.communicate(), TIMEOUT_S)
            assert (second.returncode, b"port_in_use" in errors or b"is in use" in errors) == (2, True), errors


async def test_a_worker_that_cannot_start_again_does_not_end_the_others() -> None:
    with PostgresServer.running() as postgres:
        async with ServerProcess(postgres.url(TEMPLATE), settings=SEVERAL) as server:
            postgres.stop()
            victim, other = workers_of(server)
            victim.kill()
            await until(lambda: len(workers_of(server)) == WORKERS and victim not in workers_of(server))
            await until(lambda: "waiting for the database" in server.errors)
            assert other.is_running()
            for _ in range(10):
                async with http_client(server.base) as browser:  # a new connection each, also for the one that waits
                    assert (await browser.get("/healthz")).status_code == 200
            postgres.start()
            async with http_client(server.base) as browser:
                assert (await browser.get("/healthz")).status_code == 200


async def test_requests_are_answered_while_a_worker_is_replaced(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=SEVERAL) as server:
        workers_of(server)[0].kill()
        for _ in range(20):
            async with http_client(server.base) as browser:  # a new connection each
                assert (await browser.get("/healthz")).status_code == 200


async def test_what_an_address_may_do_is_divided_among_the_workers(sqlite_url: str) -> None:
    allowed = ROOM_BURST_MINUTES * WORKERS
    limited = {**SEVERAL, "GAPRACE_ROOMS_PER_MINUTE": str(WORKERS)}
    async with ServerProcess(sqlite_url, settings=limited) as server:
        bearer = {"Authorization": f"Bearer {(await server.people(1))[0].token}"}
        answers = []
        for _ in range(4 * allowed):
            async with http_client(server.base, verify=False, headers=bearer) as browser:  # a new connection each
                answers.append((await browser.post("/api/v1/rooms", json={"seats": 2})).status_code)
    # The system spreads connections at random: a worker gets fewer than it may take once in five million times.
    assert answers.count(201) == allowed
    assert answers.count(429) == 3 * allowed
