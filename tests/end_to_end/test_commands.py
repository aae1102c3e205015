"""The life of a room over the real wire: every command, what it does, and how it is refused."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from gaprace.bot.clock import SAMPLES
from gaprace.bot.room_url import finished_game
from gaprace.errors import BotError
from gaprace.rules.actions import ControlAction
from gaprace.wire import (
    PROTOCOL,
    Act,
    Acted,
    Bye,
    Finished,
    Hello,
    Hint,
    Hinted,
    Kick,
    Leave,
    Mute,
    Ping,
    Pong,
    Progress,
    Ready,
    Refused,
    Rematch,
    Room,
    Said,
    Say,
    SetSettings,
    Settings,
    Snapshot,
    Start,
    Started,
    Starting,
    VariantChoice,
    encode,
)
from tests.databases import sqlite_database
from tests.end_to_end.guests import Guest, first_moves, guests, newcomer, start, until_over
from tests.positions import KNOWN_DEAL
from tests.processes import PATIENCE_S, ServerProcess
from tests.raw_websockets import raw_client

pytestmark = pytest.mark.asyncio(loop_scope="module")
LEAST_COUNTDOWN_MS = 3000
MINI = VariantChoice("mini")
SOLO = Settings(seats=1)
"""No countdown: for all that needs one game only."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    with sqlite_database(sqlite_template, tmp_path_factory.mktemp("commands")) as url:
        async with ServerProcess(url) as server:
            yield server


def game_of(guest: Guest) -> str:
    mine = guest.player.replica.mine
    assert mine
    return mine.game


async def resign(players: list[Guest]) -> None:
    for guest in players:
        assert isinstance(await guest.act(ControlAction.RESIGN), Acted)


async def present(guest: Guest, players: list[str]) -> None:
    await asyncio.wait_for(
        guest.player.until(lambda replica: replica.present and replica.present.members == players), PATIENCE_S
    )


# A race begins


async def test_when_all_are_ready_a_race_begins_and_its_layout_comes_at_the_start_instant(
    server: ServerProcess,
) -> None:
    async with guests(server, Settings(), players=2, watchers=1) as everybody:
        host, other, watcher = everybody
        host.player.send(Ready())
        starting = await other.ask(Ready(), Starting)
        assert starting.race.starts_at - starting.now >= LEAST_COUNTDOWN_MS
        assert len(starting.race.commitment) == 64
        assert starting.race.reveal is None
        assert not any(guest.heard(Started) for guest in everybody)
        layouts = [await guest.hear(Started) for guest in everybody]
        assert len(set(map(str, layouts))) == 1
        late_ms = [guest.player.clock.now() - starting.race.starts_at for guest in everybody]
        assert min(late_ms) >= -20, late_ms
        assert watcher.player.replica.mine is None
        assert len(watcher.player.replica.games) == 2


async def test_the_host_starts_whoever_is_ready_and_nobody_else_does(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=3) as (host, other, third):
        assert await other.refusal(Start()) == "not_host"
        await other.ask(Ready(), Room)
        await other.ask(Ready(ready=False), Room)
        starting = await host.ask(Start(), Starting)
        assert {seat.player for seat in starting.race.seats} == {host.id, other.id, third.id}
        assert await host.refusal(Start()) == "race_running"
        assert await other.refusal(Ready()) == "race_running"
        await third.hear(Started)


async def test_nobody_races_alone_by_being_ready(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=1) as (host,):
        room = (await host.ask(Ready(), Room)).room
        assert room.members[0].ready
        assert room.race is None


async def test_a_solo_room_starts_at_once_without_countdown_or_limit(server: ServerProcess) -> None:
    async with guests(server, Settings(seats=1, limit_minutes=None), players=1, watchers=1) as (player, watcher):
        starting = await player.ask(Ready(), Starting)
        assert starting.race.starts_at <= starting.now
        assert starting.race.ends_at is None
        await player.hear(Started)
        await watcher.hear(Started)
        assert isinstance(await player.act(first_moves(player)[0]), Acted)
        assert isinstance(await player.act(ControlAction.RESIGN), Acted)
        await until_over([player, watcher])


# Settings, and who may stay


async def test_the_host_sets_the_room_and_nobody_else_does(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2) as (host, other):
        await other.ask(Ready(), Room)
        changed = Settings(VariantChoice("gaps", shuffles=4), seats=5, limit_minutes=3, hints=True)
        assert await other.refusal(SetSettings(changed)) == "not_host"
        room = (await host.ask(SetSettings(changed), Room)).room
        assert room.settings == changed
        assert not any(member.ready for member in room.members)
        for bad in (
            Settings(VariantChoice("bridge")),
            Settings(VariantChoice("strict", shuffles=1)),
            Settings(limit_minutes=None),
            Settings(seats=1),
            Settings(code="not a code"),
        ):
            assert await host.refusal(SetSettings(bad)) == "bad_settings"
        race = await start([host, other])
        assert race.variant == changed.variant
        assert not race.ranked
        assert await host.refusal(SetSettings(Settings())) == "race_running"


async def test_a_deal_code_is_used_once_and_its_race_is_not_ranked(server: ServerProcess) -> None:
    async with guests(server, Settings(seats=1, code="o123456789"), players=1) as (player,):
        assert (await player.ask(Start(), Started)).code == "0123456789"
        assert not player.race.ranked
        await resign([player])
        await until_over([player])
        assert (await player.ask(Rematch(), Started)).code != "0123456789"
        assert player.race.ranked


async def test_who_is_kicked_is_gone_for_good(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=3) as (host, other, third):
        assert await other.refusal(Kick(host.id)) == "not_host"
        assert await host.refusal(Kick("nobody")) == "not_a_member"
        room = (await host.ask(Kick(other.id), Room)).room
        assert [member.id for member in room.members] == [host.id, third.id]
        assert await other.closed() == "kicked"
        assert not other.heard(Bye)[-1].retry
        for watch in (False, True):
            with pytest.raises(BotError) as refused:
                async with Guest(host.door, other.identity, watch=watch).player:
                    pass
            assert refused.value.code == "kicked"


async def test_a_locked_room_takes_nobody_new_and_can_be_watched(server: ServerProcess) -> None:
    async with guests(server, Settings(locked=True), players=1) as (host,):
        with pytest.raises(BotError) as refused:
            async with newcomer(server, host.door):
                pass
        assert refused.value.code == "room_locked"
        async with newcomer(server, host.door, watch=True) as watcher:
            assert watcher.player.replica.you
            assert not watcher.player.replica.you.seated
            assert await watcher.refusal(Ready()) == "not_a_member"
            assert watcher.player.send(Say("hello"))
            await asyncio.wait_for(watcher.player.until(lambda replica: replica.audience.lines), PATIENCE_S)
            assert watcher.player.replica.chat == []
            assert host.heard(Said) == []


async def test_a_full_room_can_only_be_watched(server: ServerProcess) -> None:
    async with guests(server, Settings(seats=2), players=2) as (host, _):
        with pytest.raises(BotError) as refused:
            async with newcomer(server, host.door):
                pass
        assert refused.value.code == "room_full"


async def test_when_the_host_leaves_the_longest_present_member_hosts(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=3) as (host, other, third):
        host.player.send(Leave())
        assert await host.closed() == "left"
        await asyncio.wait_for(
            third.player.until(lambda replica: replica.room and replica.room.host == other.id), PATIENCE_S
        )
        room = (await other.ask(Ready(), Room)).room
        assert [member.id for member in room.members] == [other.id, third.id]


async def test_who_leaves_a_running_race_resigns(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2) as (host, other):
        race = await start([host, other])
        other.player.send(Leave())
        assert await other.closed() == "left"
        assert (await host.hear(Progress)).ended
        await resign([host])
        ended = await until_over([host])
        assert {standing.player for standing in ended.standings or ()} == {host.id, other.id}
        for seat in race.seats:
            assert (await finished_game(server.url, seat.game)).record.transcript.startswith("resign:")


async def test_a_lost_connection_keeps_the_seat_and_the_game(server: ServerProcess) -> None:
    async with guests(server, SOLO, players=1, watchers=1) as (player, watcher):
        await player.ask(Start(), Started)
        acted = await player.act(first_moves(player)[0])
        await player.player.close()
        await present(watcher, [])
        again = Guest(player.door, player.identity)
        async with again.player:
            mine = again.player.replica.mine
            assert mine
            assert isinstance(acted, Acted)
            assert (mine.n, mine.checksum, mine.last_action_ms) == (1, acted.checksum, acted.ms)
            await present(watcher, [player.id])
            assert isinstance(await again.act(ControlAction.UNDO), Acted)


# Race after race


async def test_a_rematch_is_a_new_race_on_a_new_deal(server: ServerProcess) -> None:
    async with guests(server, Settings(code=KNOWN_DEAL), players=2, watchers=1) as (host, other, watcher):
        first = await start([host, other])
        await host.act(first_moves(host)[0])
        await resign([host, other])
        ended = await until_over([host, other, watcher])
        assert ended.reveal
        assert ended.reveal.commitment == first.commitment
        assert [standing.rank for standing in ended.standings or ()] == [1, 2]
        finished = await watcher.hear(Finished)
        assert (finished.standings, finished.reveal) == (ended.standings, ended.reveal)

        await other.ask(Rematch(), Room)
        since = len(watcher.events)
        second = (await host.ask(Rematch(), Starting)).race
        assert (second.number, second.reveal, second.standings) == (2, None, None)
        assert second.commitment != first.commitment
        started = await watcher.hear(Started, since)
        assert started.code != ended.reveal.code
        assert all(game.n == 0 for game in watcher.player.replica.games.values())
        await other.hear(Started, len(other.heard(Started)))
        assert isinstance(await host.act(first_moves(host)[0]), Acted)


async def test_who_joins_a_running_race_watches_it_and_plays_the_next_one(server: ServerProcess) -> None:
    async with guests(server, Settings(MINI, hints=True, code=KNOWN_DEAL), players=2) as (host, other):
        await start([host, other])
        acted = await host.act(first_moves(host)[0])
        assert isinstance(acted, Acted)
        async with newcomer(server, host.door) as late:
            assert late.player.replica.mine is None
            assert late.player.replica.games[game_of(host)].checksum == acted.checksum
            undone = await host.act(ControlAction.UNDO)
            seen = await late.hear(Acted)
            assert seen == undone
            await resign([host, other])
            await until_over([host, other, late])
            race = await start([host, other, late])
            assert late.id in {seat.player for seat in race.seats}
            await late.sees_the_truth()


# Who sees what


async def test_players_see_progress_only_until_their_own_game_has_ended(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2, watchers=1) as (host, other, watcher):
        await start([host, other])
        acted = await host.act(first_moves(host)[0])
        assert isinstance(acted, Acted)
        assert (await watcher.hear(Acted)) == acted
        assert (await other.hear(Progress)).n == 1
        assert other.heard(Acted) == []
        await other.sees_the_truth()
        await other.act(ControlAction.RESIGN)
        snapshot = await other.hear(Snapshot)
        assert (snapshot.game.game, snapshot.game.n, snapshot.game.checksum) == (game_of(host), 1, acted.checksum)
        since = len(other.events)
        undone = await host.act(ControlAction.UNDO)
        assert await other.hear(Acted, since) == undone


async def test_where_boards_are_open_players_see_them(server: ServerProcess) -> None:
    async with guests(server, Settings(boards_open=True), players=2) as (host, other):
        await start([host, other])
        acted = await host.act(first_moves(host)[0])
        assert await other.hear(Acted) == acted
        assert other.heard(Progress) == []


async def test_spectators_are_as_late_as_the_room_wants_it(server: ServerProcess) -> None:
    async with guests(server, Settings(spectator_delay_s=1), players=2, watchers=1) as (host, other, watcher):
        await start([host, other])
        host_clock, watcher_clock = host.player.clock, watcher.player.clock
        since = len(watcher.events)
        acted = await host.act(first_moves(host)[0])
        assert isinstance(acted, Acted)
        told_at = host_clock.now()
        assert await watcher.hear(Acted, since) == acted
        assert watcher_clock.now() - told_at >= 900
        late = Guest(host.door, (await server.people(1))[0], watch=True)
        await host.act(ControlAction.UNDO)
        async with late.player:
            assert late.player.replica.games[game_of(host)].n == 1
            assert (await late.hear(Acted)).n == 2


async def test_a_player_of_a_running_race_cannot_watch_it_too(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2) as (host, other):
        await start([host, other])
        with pytest.raises(BotError) as refused:
            async with Guest(host.door, host.identity, watch=True).player:
                pass
        assert refused.value.code == "players_cannot_watch"


# Actions


async def test_an_action_sent_again_is_answered_again_and_made_once(server: ServerProcess) -> None:
    async with guests(server, SOLO, players=1) as (host,):
        await host.ask(Start(), Started)
        game, (move, another) = game_of(host), first_moves(host, 2)
        acted = await host.ask(Act(game, 1, move), Acted)
        assert await host.ask(Act(game, 1, move), Acted) == acted
        refused = await host.ask(Act(game, 1, another), Refused)
        assert (refused.code, refused.n) == ("wrong_number", 1)
        assert refused.game
        assert (refused.game.n, refused.game.checksum) == (1, acted.checksum)
        assert (await host.ask(Act(game, 3, ControlAction.UNDO), Refused)).code == "wrong_number"
        undone = await host.ask(Act(game, 2, ControlAction.UNDO), Acted)
        first_again = await host.ask(Act(game, 1, move), Acted)
        assert (first_again.n, first_again.action, first_again.ms) == (1, move, acted.ms)
        assert undone.board
        assert await host.ask(Act(game, 2, ControlAction.UNDO), Acted) == undone


async def test_what_the_rules_forbid_is_refused_with_the_true_board(server: ServerProcess) -> None:
    async with guests(server, Settings(VariantChoice("gaps"), seats=1), players=1) as (host,):
        await host.ask(Start(), Started)
        game = game_of(host)
        board = host.player.replica.boards[game]
        for action, code in [
            ("2C@99", "illegal_move"),
            ("undo", "nothing_to_undo"),
            ("redo", "nothing_to_redo"),
            ("shuffle", "not_stuck"),
            ("fly", "bad_action"),
            ("1X@3", "bad_card"),
        ]:
            refused = await host.ask(Act(game, 1, action), Refused)
            assert (refused.code, refused.n, refused.command) == (code, 1, "act")
            assert refused.game
            assert (refused.game.n, refused.game.board) == (0, board.text)
        assert (await host.ask(Act("nothing", 1, "resign"), Refused)).code == "game_not_found"
        await resign([host])
        assert (await host.ask(Act(game, 2, "undo"), Refused)).code == "game_over"


async def test_only_the_own_game_can_be_played_and_not_before_the_start_instant(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2) as (host, other):
        host.player.send(Ready())
        race = (await other.ask(Ready(), Starting)).race
        games = {seat.player: seat.game for seat in race.seats}
        assert (await other.ask(Act(games[other.id], 1, "resign"), Refused)).code == "no_race"
        await other.hear(Started)
        assert (await other.ask(Act(games[host.id], 1, "resign"), Refused)).code == "not_your_game"


async def test_a_hint_makes_a_game_practice_where_hints_are_allowed(server: ServerProcess) -> None:
    async with guests(server, SOLO, players=1) as (player,):
        await player.ask(Start(), Started)
        assert await player.refusal(Hint(game_of(player))) == "hints_not_allowed"
        await player.act(first_moves(player)[0])
        await resign([player])
        await until_over([player])
        assert (await finished_game(server.url, game_of(player))).ranked
    async with guests(server, Settings(MINI, seats=1, hints=True), players=1) as (player,):
        await player.ask(Start(), Started)
        hinted = await player.ask(Hint(game_of(player)), Hinted)
        assert hinted.n == 0
        assert isinstance(await player.act(hinted.action), Acted)
        await resign([player])
        await until_over([player])
        assert not (await finished_game(server.url, game_of(player))).ranked


# Talk


async def test_what_is_said_reaches_everyone_and_newcomers(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2, watchers=1) as (host, other, watcher):
        said = await host.ask(Say("  good \u202e luck\n all "), Said)
        assert said.text == "good luck all"
        assert await watcher.hear(Said) == await other.hear(Said) == said
        emote = await other.ask(Say(emote="thanks"), Said)
        assert (emote.emote, emote.text, emote.player) == ("thanks", "", other.id)
        assert await host.refusal(Say("   ")) == "bad_text"
        async with newcomer(server, host.door) as late:
            assert late.player.replica.chat == [said, emote]


async def test_who_talks_too_much_or_is_muted_is_not_heard(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=2) as (host, other):
        for number in range(5):
            assert (await other.ask(Say(f"{number}"), Said)).text == f"{number}"
        assert await other.refusal(Say("6")) == "chat_too_fast"
        assert await other.refusal(Mute(host.id)) == "not_host"
        assert (await host.ask(Mute(other.id), Room)).room.members[1].muted
        assert await other.refusal(Say("7")) == "muted"
        assert not (await host.ask(Mute(other.id, muted=False), Room)).room.members[1].muted
        assert await other.refusal(Say("8")) == "chat_too_fast"


# What is no command


async def test_every_ping_is_answered_with_the_servers_clock(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=1) as (host,):
        await host.player.until(lambda _: len(host.heard(Pong)) == SAMPLES)  # those of the player itself
        asked = host.player.clock.now()
        pong = await host.ask(Ping(12.5), Pong)
        assert pong.sent == 12.5
        assert asked - 1000 < pong.now < host.player.clock.now() + 1000


async def test_what_is_no_message_is_refused_and_the_fifth_ends_the_connection(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=1) as (host,):
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        raw = await raw_client(server.port, f"/ws/rooms/{host.door.code}", host.identity.token, heard.put_nowait)
        raw.send(encode(Hello(PROTOCOL)))
        assert b'"t":"welcome"' in await heard.get()
        for rubbish in (b"{", b"[]", b'{"t":"fly"}', b'{"t":"ready","loud":true}', encode(Hello(PROTOCOL))):
            raw.send(rubbish)
        refusals, said = 0, b""
        while b'"t":"bye"' not in said:
            said = await asyncio.wait_for(heard.get(), PATIENCE_S)
            refusals += b'"code":"bad_message"' in said and b'"t":"refused"' in said
        assert b'"code":"bad_message"' in said
        assert refusals >= 4
        assert await host.refusal(Hello(PROTOCOL)) == "bad_message"


async def test_commands_beyond_the_rate_are_refused_and_the_connection_stays(server: ServerProcess) -> None:
    async with guests(server, Settings(), players=1) as (host,):
        for _ in range(60):
            host.player.send(Ping(1))
        refused = await host.hear(Refused)
        assert (refused.code, refused.command) == ("too_fast", "ping")
        answers = len(host.heard(Pong)) + len(host.heard(Refused))
        while answers < 60:
            await asyncio.wait_for(host.player.next_event(), PATIENCE_S)
            answers = len(host.heard(Pong)) + len(host.heard(Refused))
        assert len(host.heard(Pong)) >= 35
        await host.player.until(lambda replica: replica.room)
