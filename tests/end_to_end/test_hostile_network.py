"""Over a network that cuts, delays, doubles and swallows, every game ends the same on both sides."""

import asyncio
from random import Random

from gaprace.wire import Settings, VariantChoice
from tests.end_to_end.hostile_proxy import HostileProxy
from tests.end_to_end.party import nothing_is_lost, party, stored_transcript, wandering
from tests.processes import PATIENCE_S, ServerProcess

PLAYERS = 6
ACTIONS = 120
PACE_S = 0.03
OPEN_RACE = Settings(VariantChoice("addiction", shuffles=9), seats=PLAYERS, boards_open=True)


async def test_every_game_ends_with_one_transcript_on_both_sides(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url) as server, HostileProxy(server.port, Random()).listening() as proxy:
        people = await server.people(PLAYERS + 1)
        door = proxy.before(await server.room(people[0], OPEN_RACE))
        async with party(door, people[:PLAYERS]) as racing, party(door, people[PLAYERS:], watch=True) as watching:
            began = await racing.start()
            proxy.is_kind = False
            async with wandering(racing, PACE_S):
                for player, notes in zip(racing.players, racing.notes, strict=True):
                    mine = player.replica.mine
                    assert mine
                    while len(notes.acted[mine.game]) < ACTIONS:
                        await asyncio.wait_for(player.next_event(), PATIENCE_S)
            race = await racing.resign()
            await watching.over()

            assert race.id == began.id
            assert proxy.cuts > PLAYERS
            assert proxy.swallowed
            assert proxy.doubled > PLAYERS
            assert [player.desyncs for player in (*racing.players, *watching.players)] == [[]] * (PLAYERS + 1)
            games = await nothing_is_lost(server, racing)
            everybody = (*racing.players, *watching.players)
            assert len({str(sorted(player.replica.games.items())) for player in everybody}) == 1
            for player in everybody:
                seen = {view.game: view.n for view in player.replica.games.values()}
                assert seen == {game: len(stored_transcript(games[game])) for game in games}
