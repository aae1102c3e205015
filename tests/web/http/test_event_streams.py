"""Streams of answers: server-sent events and lines of JSON, of what changes and of rooms."""

import asyncio
import json
from dataclasses import replace
from random import Random
from time import perf_counter

import pytest

from gaprace.play.calendar import reveals_at
from gaprace.ports import DailyKey, NoMetrics
from gaprace.web.app import ROUTES, build_app
from gaprace.web.http import event_streams, following
from gaprace.web.http.event_streams import MAX_UNSENT_BYTES, Form, Outbox
from gaprace.wire import Notice, Settings, Start, VariantChoice, encode
from gaprace.wire.http import NewGroup
from tests.processes import PATIENCE_S
from tests.rooms.conftest import the_journal_does_not_linger
from tests.rooms.stage import RACE, Seat, Stage, settle
from tests.services.daily_stage import TODAY, begin, make_move, resign
from tests.web.harness import CODE, WebHarness, served, web_harness
from tests.web.stream_reader import EVENTS, LINES, reading

__all__ = ["the_journal_does_not_linger"]

OF_RACE = {"starting", "started", "acted", "finished"}
DAILY = f"/api/dailies/{TODAY}/mini"


def web_of(stage: Stage, **settings: int) -> WebHarness:
    return WebHarness(
        web_harness(**settings).settings,
        store=stage.store,
        rooms=stage.rooms,  # type: ignore[arg-type]
        clock=stage.clock,
        bus=stage.bus,  # type: ignore[arg-type]
    )


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_INTERVAL_S", 0.01)
    monkeypatch.setattr("gaprace.web.http.routes.REFUSAL_PAUSE_S", 0.0)


async def token_of(web: WebHarness, stage: Stage, name: str) -> str:
    return web.accounts.new_token(await stage.player(name)).token


async def finish(seat: Seat) -> None:
    """Play a game that counts."""
    await make_move(seat, Random(1))
    await resign(seat)


# How it is written


def test_events_and_lines_have_the_same_messages() -> None:
    assert Form.EVENTS.written(b'{"a":1}', "x") == b'id: x\ndata: {"a":1}\n\n'
    assert Form.EVENTS.written(b'{"a":1}') == b'data: {"a":1}\n\n'
    assert Form.LINES.written(b'{"a":1}', "x") == b'{"a":1}\n'


@pytest.mark.parametrize("form", Form)
async def test_a_silent_stream_has_a_heartbeat(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "HEARTBEAT_S", 0.01)
    outbox = Outbox(form)
    if form.opening:
        assert await outbox.take() == form.opening
    assert await outbox.take() == form.heartbeat
    assert not form.heartbeat.strip(b":\n")


async def test_an_outbox_takes_no_more_than_a_reader_may_leave_unread() -> None:
    outbox, large = Outbox(Form.LINES), b"1" * (MAX_UNSENT_BYTES + 1)
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
    outbox = Outbox(Form.LINES)
    outbox.send(b"1")
    outbox.when_drained(lambda: outbox.finish(b"2"))
    assert [await outbox.take(), await outbox.take(), await outbox.take()] == [b"1\n", b"2\n", None]


# What is followed


@pytest.mark.parametrize("accept", [EVENTS, LINES])
async def test_a_daily_is_sent_again_when_it_has_changed(accept: str, hurried: None) -> None:
    async with Stage() as stage:
        web = web_of(stage)
        seat = await begin(stage, "ann")
        async with reading(web.app, DAILY, accept=accept) as stream:
            assert stream.headers["content-type"].partition(";")[0] == accept
            assert (await stream.next())["played"] == 0
            await finish(seat)
            assert (await stream.next())["played"] == 1
            await stage.clock.advance(reveals_at(TODAY) - stage.clock.now())
            deal = stage.store.database.dailies[DailyKey(TODAY, "mini")].deal
            assert (await stream.next())["code"] == deal.code
        async with web.browser() as browser:
            whole = await browser.get(DAILY)
        assert whole.headers["vary"] == "Accept"
        assert stream.messages[-1] == whole.json()
        assert len(stream.messages) == 3  # nothing is sent that has not changed


async def test_who_comes_back_is_not_sent_what_it_has(hurried: None) -> None:
    async with Stage() as stage:
        web, seat = web_of(stage), await begin(stage, "ann")
        async with reading(web.app, DAILY) as stream:
            await stream.next()
        async with reading(web.app, DAILY, last_event_id=stream.ids[0]) as again:
            await finish(seat)
            assert (await again.next())["played"] == 1


async def test_each_caller_follows_what_that_caller_may_see(hurried: None) -> None:
    async with Stage() as stage:
        web, seat = web_of(stage), await begin(stage, "ann")
        async with (
            reading(web.app, DAILY, await token_of(web, stage, "ann")) as own,
            reading(web.app, DAILY) as others,
        ):
            assert "attempt" in await own.next()
            assert "attempt" not in await others.next()
            await finish(seat)
            assert (await own.next())["attempt"]["ended"]
            assert "attempt" not in await others.next()


async def test_a_group_is_followed_until_one_is_removed_from_it(hurried: None) -> None:
    async with Stage() as stage:
        web = web_of(stage)
        ann, groups = await stage.player("ann"), web.context.groups
        group = await groups.create(ann, NewGroup("Club"))
        assert group.invitation
        assert group.code
        await groups.join(await stage.player("bob"), group.invitation)
        async with reading(web.app, f"/api/groups/{group.code}", await token_of(web, stage, "bob")) as stream:
            assert (await stream.next())["size"] == 2
            await groups.join(await stage.player("cho"), group.invitation)
            assert (await stream.next())["size"] == 3
            await groups.remove(ann, group.code, "bob")
            await stream.to_end()
        assert len(stream.messages) == 2
        async with reading(web.app, f"/api/groups/{group.code}", await token_of(web, stage, "bob")) as refused:
            assert refused.status == 404


async def test_a_stream_survives_a_store_that_is_away_and_a_limit_that_is_reached(hurried: None) -> None:
    async with Stage() as stage:
        web, seat = web_of(stage, requests_per_minute=20), await begin(stage, "ann")
        async with reading(web.app, DAILY) as stream:
            await stream.next()
            stage.store.available = False
            await asyncio.sleep(0)
            stage.store.available = True
            while web.context.limits.requests.wait_s("192.0.2.1") == 0:
                pass  # its looks are refused from here on
            await finish(seat)
            web.context.limits.requests = type(web.context.limits.requests)(1_000)
            assert (await stream.next())["played"] == 1


async def test_streams_count_among_the_connections_of_their_address() -> None:
    async with Stage() as stage:
        web = web_of(stage, connections_per_address=1, max_connections=3)
        await stage.dailies.make()
        async with reading(web.app, DAILY) as stream:
            assert stream.status == 200
            async with reading(web.app, DAILY) as second:
                assert second.status == 429
                await second.to_end()
                assert json.loads(second.text)["code"] == "too_many_connections"
            async with reading(web.app, DAILY, address="192.0.2.2") as elsewhere:
                assert elsewhere.status == 200
        async with reading(web.app, DAILY) as third:
            assert third.status == 200
        assert len(web.context.limits.connections) == 0


@pytest.mark.parametrize("path", [DAILY, f"/api/rooms/{CODE}", "/api/groups/none"])
async def test_a_server_that_ends_begins_no_stream_and_ends_those_there_are(path: str) -> None:
    async with Stage() as stage:
        web = web_of(stage)
        await stage.dailies.make()
        async with reading(web.app, DAILY) as stream:
            web.context.lifecycle.drained.set()
            await stream.to_end()
        async with reading(web.app, path) as late:
            assert late.status == 503
            await late.to_end()
        assert json.loads(late.text)["code"] == "restarting"


# Rooms


async def test_a_room_is_watched_as_by_a_socket() -> None:
    async with Stage() as stage:
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


async def test_nobody_watches_an_own_race_or_without_saying_who_it_is() -> None:
    async with Stage() as stage:
        web = web_of(stage)
        code = await stage.create("ann", RACE)
        ann = await stage.enter(code, "ann")
        async with reading(web.app, f"/api/rooms/{code}", await token_of(web, stage, "ann")) as own:
            await own.next()
            await ann.says(Start())
            await own.to_end()
            assert own.messages[-1]["code"] == "players_cannot_watch"
        for token, path, status, problem in (
            (await token_of(web, stage, "ann"), code, 403, "players_cannot_watch"),
            ("", code, 401, "no_identity"),
            (await token_of(web, stage, "dee"), "ZZZZZZZZ", 404, "room_not_found"),
        ):
            async with reading(web.app, f"/api/rooms/{path}", token) as refused:
                assert refused.status == status
                await refused.to_end()
                assert json.loads(refused.text)["code"] == problem
        assert len(web.context.limits.connections) == 0


async def test_a_sealed_daily_is_not_watched() -> None:
    async with Stage() as stage:
        web, seat = web_of(stage), await begin(stage, "ann")
        assert seat.room
        async with reading(web.app, f"/api/rooms/{seat.room.code}", await token_of(web, stage, "dee")) as refused:
            assert refused.status == 403
            await refused.to_end()
        assert json.loads(refused.text)["code"] == "sealed_daily"


async def test_a_spectator_who_reads_slowly_is_brought_to_the_newest_state() -> None:
    async with Stage() as stage:
        web = web_of(stage)
        code = await stage.create("ann", Settings(VariantChoice("mini"), seats=1))
        ann = await stage.enter(code, "ann")
        async with reading(web.app, f"/api/rooms/{code}", await token_of(web, stage, "dee")) as stream:
            await stream.next()
            stream.reads.clear()
            room = ann.room
            assert room
            before = len(stream.messages)
            for _ in range(400):
                room.broadcast(Notice("announcement", "x" * 1_000))
                await asyncio.sleep(0)
            stream.reads.set()
            await stream.until(lambda: stream.messages[-1]["t"] == "welcome" and len(stream.messages) > before)
            assert len(stream.messages) < 400


async def test_a_reader_that_goes_leaves_the_room() -> None:
    web = WebHarness()
    token = (await web.accounts.new_player("Ann")).token
    async with reading(web.app, f"/api/rooms/{CODE}", token) as stream:
        assert (await stream.next())["t"] == "welcome"
        assert len(web.rooms.room.connections) == 1
    assert web.rooms.room.connections == []


async def test_any_program_reads_it_from_a_server() -> None:
    web = WebHarness()
    token = (await web.accounts.new_player("Ann")).token
    async with served(web.app) as at:
        host, port = at.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = (
            f"GET /api/v1/rooms/{CODE} HTTP/1.1\r\nHost: a\r\nAccept: {LINES}\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        writer.write(head.encode())
        async with asyncio.timeout(PATIENCE_S):
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
            assert b'"t":"welcome"' in await reader.readuntil(b"}\n")
            await web.rooms.close()
            assert b'"t":"bye"' in await reader.readuntil(b"}\n")
        writer.close()


def test_every_stream_is_of_an_answer_in_json() -> None:
    streams = [route for route in ROUTES if route.has_stream]
    assert len(streams) == 8
    for route in streams:
        assert (route.method, route.media_type, route.response is None) == ("GET", "application/json", False)
        assert not route.revalidates


async def test_caches_are_told_of_both_an_origin_and_a_form() -> None:
    async with Stage() as stage:
        await stage.dailies.make()
        settings = web_harness(origins=frozenset({"https://club.example"})).settings
        web = WebHarness(settings, store=stage.store, rooms=stage.rooms, clock=stage.clock)  # type: ignore[arg-type]
        async with reading(web.app, DAILY, origin="https://club.example") as stream:
            assert stream.headers["vary"] == "Accept, Origin"
            assert stream.headers["access-control-allow-origin"] == "https://club.example"


async def test_the_time_of_a_request_for_a_stream_ends_where_the_stream_begins() -> None:
    class Recorded(NoMetrics):
        def request(self, route: str, method: str, status: int, seconds: float) -> None:
            recorded.append((route, method, status, seconds))

    recorded: list[tuple[str, str, int, float]] = []
    web = WebHarness()
    token = (await web.accounts.new_player("Ann")).token
    app = build_app(replace(web.context, metrics=Recorded()))
    began = perf_counter()
    async with reading(app, f"/api/rooms/{CODE}", token) as stream:
        await stream.next()
        answered_in = perf_counter() - began
    ((route, method, status, seconds),) = recorded
    assert (route, method, status) == ("/api/rooms/{code}", "GET", 200)
    assert seconds < answered_in
