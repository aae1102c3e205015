"""A program of somebody else: two players race with nothing but what was generated from the server's documents.

It runs in a folder with the packages `generated_api` and `generated_messages`, and imports nothing of Gaprace.
"""

import asyncio
import json
import sys
from typing import Any

import generated_messages as messages  # type: ignore[import-not-found]
from generated_api import AuthenticatedClient, Client  # type: ignore[import-not-found]
from generated_api.api.games import get_game  # type: ignore[import-not-found]
from generated_api.api.players import create_player  # type: ignore[import-not-found]
from generated_api.api.rooms import create_room  # type: ignore[import-not-found]
from generated_api.models import Identity, NewPlayer, NewRoom, VariantChoice  # type: ignore[import-not-found]
from websockets.asyncio.client import ClientConnection, connect

EVENTS = {
    each.model_fields["t"].default: each
    for each in vars(messages).values()
    if isinstance(each, type) and "t" in getattr(each, "model_fields", {})
}
RANKS = "23456789TJQK"


def legal_moves(board: str) -> list[str]:
    """Return what may go to the gaps of a board, as `6D@27`."""
    moves = list[str]()
    slot = 0
    for row in board.split("/"):
        cards = [row[at : at + 2] for at in range(0, len(row), 2)]
        for left, card in zip(["", *cards], cards, strict=False):
            if card == "--":
                moves += [f"{each}@{slot}" for each in fitting(left) if each in board]
            slot += 1
    return moves


def fitting(left: str) -> list[str]:
    """Return the cards that may lie right of a card, or at the left end."""
    if not left:
        return [f"2{suit}" for suit in "CDHS"]
    higher = RANKS[RANKS.find(left[0]) + 1 :][:1]
    return [higher + left[1]] if higher and left != "--" else []


class Player:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, message: Any) -> None:  # noqa: ANN401  # any of the generated ones
        await self._socket.send(message.model_dump_json())

    async def hear(self, *kinds: type) -> Any:  # noqa: ANN401  # likewise
        """Return the next event of these kinds; every other one is read, too, by the generated types."""
        while True:
            text = await self._socket.recv()
            event = EVENTS[json.loads(text)["t"]].model_validate_json(text)
            if isinstance(event, (messages.Refused, messages.Bye)):
                raise TypeError(event.message)
            if isinstance(event, kinds):
                return event

    async def race(self, me: str, protocol: int) -> Any:  # noqa: ANN401  # likewise
        """Race, and return the results."""
        await self.send(messages.Hello(protocol=protocol))
        welcome = await self.hear(messages.Welcome)
        while len(welcome.room.members) < 2:  # the race of two
            welcome = await self.hear(messages.Room)
        await self.send(messages.Ready())
        race = (await self.hear(messages.Starting)).race
        board = (await self.hear(messages.Started)).board
        game = next(seat.game for seat in race.seats if seat.player == me)
        for n, action in enumerate([legal_moves(board)[0], "shuffle", "resign"], 1):
            await self.send(messages.Act(game=game, n=n, action=action))
            acted = await self.hear(messages.Acted)
            while (acted.game, acted.n) != (game, n):
                acted = await self.hear(messages.Acted)
        return await self.hear(messages.Finished)


async def play(base: str, protocol: int) -> dict[str, Any]:
    anyone = Client(base_url=base, raise_on_unexpected_status=True)
    people = [await create_player.asyncio(client=anyone, body=NewPlayer(name=name)) for name in ("Ann", "Bob")]
    ann = AuthenticatedClient(base_url=base, token=people[0].token, raise_on_unexpected_status=True)
    room = await create_room.asyncio(client=ann, body=NewRoom(variant=VariantChoice(name="addiction"), seats=2))
    link = f"{base.replace('http', 'ws', 1)}/ws/rooms/{room.code}"

    async def of(person: Identity) -> Any:  # noqa: ANN401  # the results
        async with connect(link, additional_headers={"Authorization": f"Bearer {person.token}"}, proxy=None) as socket:
            return await Player(socket).race(person.id, protocol)

    results = await asyncio.gather(*map(of, people))
    standings = results[0].standings
    games = [await get_game.asyncio(place.game, client=ann) for place in standings]
    return {
        "names": sorted(place.name for place in standings),
        "transcripts": [game.record.transcript for game in games],
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(sys.argv[1], int(sys.argv[2])))))
