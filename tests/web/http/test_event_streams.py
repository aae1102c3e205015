"""The stream of a room: server-sent events and lines of JSON."""

import asyncio
import json
from dataclasses import replace
from random import Random
from time import perf_counter

import pytest

from gaprace.ports.metrics import Histogram
from gaprace.web.app import build_app
from gaprace.web.http import event_streams
from gaprace.web.http.event_streams import MAX_UNSENT_BYTES, StreamForm, StreamOutbox
from gaprace.wire import Notice, Settings, Start, VariantChoice, encode
from tests.events.daily_stage import make_move
from tests.metrics import NoMetrics
from tests.rooms.stage import RACE, Stage, settle
from tests.web.harness import CODE, WebHarness, web_of
from tests.web.stream_reader import reading

OF_RACE = {"starting", "started", "acted", "finished"}


async def token_of(web: WebHarness, stage: Stage, name: str) -> str:
    return web.accounts.new_token(await stage.player(name)).token


# How it is written


@pytest.mark.parametrize("form", StreamForm)
async def test_a_silent_stream_has_a_heartbeat(form: StreamForm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_S", 0.01)
    outbox = StreamOutbox(form)
    if form.opening:
        assert await outbox.take() == form.opening
    assert await outbox.take() == form.heartbeat
    assert not form.heartbeat.strip(b":\n")


async def test_an_outbox_takes_no_more_than_a_reader_may_leave_unread() -> None:
    outbox, large = StreamOutbox(StreamForm.LINES), b"1" * (MAX_UNSENT_BYTES + 1)
    called = asyncio.Event()
    assert outbox.send(large)
    assert not outbox.send(b"2")
    outbox.when_drained(called.set)
    outbox.finish(b"3")
    assert outbox.send(b"4")
    assert await outbox.take() == large + b"\n3\n"
    assert await outbox.take() is None
    assert not called.is_set()  # the stream has ended


async def test_a_reader_that_has_caught_up_is_noticed() -> None:
    outbox = StreamOutbox(StreamForm.LINES)
    outbox.send(b"1")
    outbox.when_drained(lambda: outbox.finish(b"2"))
    assert [await outbox.take(), await outbox.take(), await outbox.take()] == [b"1\n", b"2\n", None]


# Connections


@pytest.mark.parametrize("settings", [{"connections_per_address": 1, "max_connections": 3}])
async def test_streams_count_among_the_connections_of_their_address_until_they_end(web: WebHarness, token: str) -> None:
    room = f"/api/v1/rooms/{CODE}"
    async with reading(web.app, room, token) as stream:
        assert (stream.status, len(web.rooms.room.connections)) == (200, 1)
        async with reading(web.app, room, token) as second:
            assert second.status == 429
            await second.to_end()
            assert json.loads(second.text)["code"] == "too_many_connections"
        async with reading(web.app, room, token, address="192.0.2.2") as elsewhere:
            assert elsewhere.status == 200
    async with reading(web.app, room, token) as third:
        assert third.status == 200
    assert len(web.context.limits.connections) == len(web.rooms.room.connections) == 0


async def test_a_server_that_ends_begins_no_stream(web: WebHarness) -> None:
    web.context.lifecycle.is_draining = True
    async with reading(web.app, f"/api/v1/rooms/{CODE}") as late:
        assert late.status == 503
        await late.to_end()
    assert json.loads(late.text)["code"] == "restarting"


# Rooms


async def test_a_room_is_watched_as_by_a_socket(stage: Stage) -> None:
    web = web_of(stage)
    code = await stage.create("ann", RACE)
    ann = await stage.enter(code, "ann")
    watcher = await stage.enter(code, "cho", watch=True)
    async with reading(web.app, f"/api/v1/rooms/{code}", await token_of(web, stage, "dee")) as stream:
        assert (await stream.next())["t"] == "welcome"
        await ann.says(Start())
        await stage.clock.advance(5_000)
        await make_move(ann, Random(1))
        await stream.until(lambda: any(each["t"] == "acted" for each in stream.messages))
        await stage.clock.advance(60_000)
        await settle()
        await stream.until(lambda: any(each["t"] == "finished" for each in stream.messages))
        heard = [json.loads(encode(event)) for event in watcher.heard]
        of_race = [[each for each in all_ if each["t"] in OF_RACE] for all_ in (stream.messages, heard)]
        assert of_race[0] == of_race[1]
        assert {each["t"] for each in of_race[0]} == OF_RACE
        await stage.rooms.close()
        await stream.to_end()
    assert (stream.messages[-1]["t"], stream.messages[-1]["code"]) == ("bye", "restarting")


async def test_nobody_watches_an_own_race_or_with_a_wrong_token(stage: Stage) -> None:
    web = web_of(stage)
    code = await stage.create("ann", RACE)
    ann = await stage.enter(code, "ann")
    async with reading(web.app, f"/api/v1/rooms/{code}", await token_of(web, stage, "ann")) as own:
        await own.next()
        await ann.says(Start())
        await own.to_end()
        assert own.messages[-1]["code"] == "players_cannot_watch"
    for token, path, status, problem in (
        (await token_of(web, stage, "ann"), code, 403, "players_cannot_watch"),
        ("nonsense", code, 401, "no_identity"),
        (await token_of(web, stage, "dee"), "ZZZZZZZZ", 404, "room_not_found"),
    ):
        async with reading(web.app, f"/api/v1/rooms/{path}", token) as refused:
            assert refused.status == status
            await refused.to_end()
            assert json.loads(refused.text)["code"] == problem
    assert len(web.context.limits.connections) == 0


async def test_a_spectator_who_reads_slowly_is_brought_to_the_newest_state(stage: Stage) -> None:
    web = web_of(stage)
    code = await stage.create("ann", Settings(VariantChoice("mini"), seats=1))
    ann = await stage.enter(code, "ann")
    async with reading(web.app, f"/api/v1/rooms/{code}", await token_of(web, stage, "dee")) as stream:
        await stream.next()
        stream.reads.clear()
        before = len(stream.messages)
        for _ in range(400):
            ann.room.broadcast(Notice("announcement", "x" * 1_000))
            await asyncio.sleep(0)
        stream.reads.set()
        await stream.until(lambda: stream.messages[-1]["t"] == "welcome" and len(stream.messages) > before)
        assert len(stream.messages) < 400


@pytest.mark.parametrize("settings", [{"origins": frozenset({"https://club.example"})}])
async def test_caches_are_told_of_both_an_origin_and_a_form(web: WebHarness, token: str) -> None:
    async with reading(web.app, f"/api/v1/rooms/{CODE}", token, origin="https://club.example") as stream:
        assert stream.headers["vary"] == "Accept, Origin"
        assert stream.headers["access-control-allow-origin"] == "https://club.example"


async def test_the_time_of_a_request_for_a_stream_ends_where_the_stream_begins(web: WebHarness, token: str) -> None:
    class Recorded(NoMetrics):
        def observe(self, metric: Histogram, value: float, *labels: str) -> None:
            recorded.append((value, *labels))

    recorded: list[tuple[float, *tuple[str, ...]]] = []
    app = build_app(replace(web.context, shared=replace(web.context.shared, metrics=Recorded())))
    began = perf_counter()
    async with reading(app, f"/api/v1/rooms/{CODE}", token) as stream:
        await stream.next()
        answered_in = perf_counter() - began
    ((seconds, *of),) = recorded
    assert of == ["/api/v1/rooms/{code}", "GET", "200"]
    assert seconds < answered_in
