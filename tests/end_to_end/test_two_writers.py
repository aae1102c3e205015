"""The same player is connected twice, and both connections act as fast as they can."""

import asyncio
from random import Random

from msgspec import structs

from gaprace.bot.client import RoomClient
from gaprace.rules.actions import ControlAction, action_text
from gaprace.wire import Acted, GameId, Refused
from tests.end_to_end.party import LONG_RACE, any_action, finished_games, party, stored_transcript
from tests.positions import KNOWN_DEAL
from tests.processes import ServerProcess

ENOUGH = 60
"""How many actions the two together get acknowledged before they stop."""
AT_ONCE = 4
"""How many actions each connection has under way at a time."""


async def act_in_haste(player: RoomClient, random: Random, acknowledged: set[tuple[GameId, int, str]]) -> None:
    """Send actions as fast as they are answered, several at a time, until enough are acknowledged; each one has
    to be answered."""

    async def one() -> None:
        outcome = await player.act(action_text(any_action(player.replica, random)))
        if isinstance(outcome, Acted):
            acknowledged.add((outcome.game, outcome.n, outcome.action))
        else:
            assert outcome.code in {"wrong_number", "illegal_move", "nothing_to_undo", "nothing_to_redo"}, outcome

    async def some() -> None:
        while len(acknowledged) < ENOUGH:
            await one()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def test_two_connections_of_one_player_never_write_one_number_twice(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url) as server:
        one, other = await server.people(2)
        door = await server.room(one, LONG_RACE)
        async with party(door, [one, one, other]) as racing:
            await racing.start()
            first, second, third = racing.players
            acknowledged: set[tuple[GameId, int, str]] = set()
            writing = [act_in_haste(player, Random(n), acknowledged) for n, player in enumerate((first, second))]
            await asyncio.wait_for(asyncio.gather(*writing), 60)

            # The last action of the other connection may still be on its way: the refusal brings it.
            while isinstance(refused := await first.act(ControlAction.RESIGN), Refused):
                assert refused.code == "wrong_number"
            assert isinstance(await third.act(ControlAction.RESIGN), Acted)
            race = await racing.over()
            assert first.desyncs == second.desyncs == []
            mine, same = first.replica.mine, second.replica.mine
            assert mine
            assert mine == same
            games = await finished_games(server, [seat.game for seat in race.seats])
            stored = stored_transcript(games[mine.game])
            assert racing.notes[0].transcript(mine.game) == racing.notes[1].transcript(mine.game) == stored
            assert {(n, action) for _, n, action in acknowledged} <= {
                (n, action) for n, (action, _) in enumerate(stored, 1)
            }
            assert len(acknowledged) >= ENOUGH


async def test_an_action_of_the_other_connection_is_refused_with_the_true_board(sqlite_url: str) -> None:
    async with ServerProcess(sqlite_url) as server:
        one, other = await server.people(2)
        door = await server.room(one, structs.replace(LONG_RACE, code=KNOWN_DEAL))  # some deals have a single move
        async with party(door, [one, one, other]) as racing:
            await racing.start()
            first, second, _ = racing.players
            board = next(iter(first.replica.boards.values()))
            moves = [action_text(move) for move in board.legal_moves()[:2]]
            outcomes = await asyncio.gather(first.act(moves[0]), second.act(moves[1]))
            accepted = [outcome for outcome in outcomes if isinstance(outcome, Acted)]
            refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
            assert (len(accepted), len(refused)) == (1, 1)
            assert refused[0].code == "wrong_number"
            assert refused[0].game.n == 1
            assert refused[0].game.checksum == accepted[0].checksum
