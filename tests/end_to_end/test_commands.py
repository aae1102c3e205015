"""A room over the real wire. What each command does, and how it is refused, is in `play/live` and `rooms`."""

import pytest

from gaprace.bot.room_url import finished_game
from gaprace.errors import BotError
from gaprace.rules.actions import ControlAction
from gaprace.wire import (
    Act,
    Acted,
    Bye,
    Finished,
    Hint,
    Hinted,
    Kick,
    Ready,
    Refused,
    Rematch,
    Room,
    Said,
    Say,
    Settings,
    Start,
    Started,
    Starting,
    VariantChoice,
)
from tests.end_to_end.guests import Guest, first_moves, guests, newcomer, start, until_over
from tests.positions import KNOWN_DEAL
from tests.processes import ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")
LEAST_COUNTDOWN_MS = 900
MINI = VariantChoice("mini")
SOLO = Settings(seats=1)
"""No countdown: for all that needs one game only."""


def game_of(guest: Guest) -> str:
    mine = guest.player.replica.mine
    assert mine
    return mine.game


async def resign(players: list[Guest]) -> None:
    for guest in players:
        assert isinstance(await guest.act(ControlAction.RESIGN), Acted)


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
