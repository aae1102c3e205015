"""A large room on two workers: the one that holds it is killed in a race, and nobody loses anything."""

import asyncio
import signal
from random import Random

from gaprace.bot.client import RoomClient
from gaprace.bot.room_replica import RoomReplica
from gaprace.wire import Browse, Event, Listed, Look, Settings, Start, VariantChoice
from gaprace.wire.http import Identity
from tests.end_to_end.party import EAGER, Party, all_go_on, nothing_is_lost, party, wandering
from tests.ops.test_workers import SEVERAL, connections_of, until_together, workers_of
from tests.processes import PATIENCE_S, ServerProcess

PLAYERS, WATCHERS = 60, 4
LOOKED = 5
ASKED = 8
"""Players whose picture is compared with a fresh one."""
PACE_S = 0.5
LARGE_RACE = Settings(VariantChoice("addiction", shuffles=9), seats=PLAYERS, limit_minutes=120)
"""Nobody wins this one by chance; and it is not ranked, so it is watched without a delay."""


def picture(replica: RoomReplica) -> dict[str, object]:
    """What a client of a large room knows of it."""
    return {
        "room": replica.room,
        "present": replica.present,
        "started": replica.started,
        "games": replica.games,
        "own": replica.own,
        "leaders": replica.leaders,
        "nearby": replica.nearby,
        "chat": replica.chat,
    }


async def sees_the_truth(player: RoomClient, racing: Party, person: Identity, *, watch: bool) -> None:
    """What it made of all messages is what a fresh `welcome` tells, and the answer to a fresh `look`."""
    async with RoomClient(racing.door, person.token, watch=watch, timeouts=EAGER) as fresh:
        if player.replica._looked:
            fresh.send(Look(sorted(player.replica._looked)))
            await fresh.until(lambda replica: replica._looked == player.replica._looked)
        await until_alike(player, fresh)
    assert player.desyncs == []


async def until_alike(player: RoomClient, fresh: RoomClient) -> None:
    """Wait until both know the same: news of a large room comes in ticks."""
    waiting = [asyncio.ensure_future(each.next_event()) for each in (player, fresh)]
    until = asyncio.get_running_loop().time() + PATIENCE_S
    while unlike := [part for part, known in picture(player.replica).items() if known != picture(fresh.replica)[part]]:
        left = until - asyncio.get_running_loop().time()
        done, _ = await asyncio.wait(waiting, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        assert done, f"they know different things: {unlike}"
        waiting = [
            asyncio.ensure_future(each.next_event()) if task in done else task
            for task, each in zip(waiting, (player, fresh), strict=True)
        ]
    for task in waiting:
        task.cancel()


async def everyone_is_listed(racing: Party, person: Identity) -> None:
    """Every member and seat is found by `browse`, page by page."""
    answers: list[Listed] = []

    def hear(event: Event) -> None:
        answers.extend([event] if isinstance(event, Listed) else [])

    async with RoomClient(racing.door, person.token, watch=True, on_event=hear, timeouts=EAGER) as fresh:
        while not answers or sum(len(each.members) for each in answers) < answers[-1].total:
            known = len(answers)
            fresh.send(Browse("", sum(len(each.members) for each in answers)))
            await fresh.until(lambda _, known=known: len(answers) > known)  # type: ignore[misc]
    members = [member.id for each in answers for member in each.members]
    assert len(members) == len(set(members)) == PLAYERS
    assert [player for each in answers for player in each.present] == members
    assert {seat.player for each in answers for seat in each.seats} == set(members)


async def test_a_large_room_of_a_killed_worker_loses_nothing_and_is_whole_in_another_one(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url, settings=SEVERAL) as server:
        people = await server.people(PLAYERS + WATCHERS)
        door = await server.room(people[0], LARGE_RACE)
        async with (
            party(door, people[:PLAYERS]) as racing,
            party(door, people[PLAYERS:], watch=True) as watching,
        ):
            everybody = [*racing.players, *watching.players]
            asked = [*zip(everybody, people, strict=True)][-ASKED - WATCHERS :]
            await racing.everyone(lambda player: player.until(lambda replica: replica.member_count == PLAYERS))
            racing.players[0].send(Start())
            await racing.everyone(lambda player: player.until(lambda replica: replica.mine))
            games = [player.replica.mine.game for player in racing.players if player.replica.mine]
            async with wandering(racing, PACE_S):
                await until_together(server, len(everybody))
                for notes in racing.notes:
                    await notes.reach(3)
                max(workers_of(server), key=connections_of).send_signal(signal.SIGKILL)
                await all_go_on(racing.notes, 3)
            await watching.everyone(lambda player: player.until(lambda _: player.is_connected and player.reconnects))
            assert all(player.reconnects for player in everybody)
            await until_together(server, len(everybody))
            random = Random("large room")
            for player in watching.players:
                player.send(Look(random.sample(games, LOOKED)))
                await player.until(lambda replica: len(replica._looked) == LOOKED)
            for player, person in asked:
                await sees_the_truth(player, racing, person, watch=player in watching.players)
            await everyone_is_listed(racing, people[-1])
            await racing.resign()
            for player, person in asked:
                await sees_the_truth(player, racing, person, watch=player in watching.players)
            await nothing_is_lost(server, racing)
