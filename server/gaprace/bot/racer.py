"""One bot in one race: it says ready when everybody of its party is there, plays, and waits for the end."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from random import Random

from gaprace.bot.choose import Chooser
from gaprace.bot.player import Outcome, Player
from gaprace.rules.actions import Action, action_text
from gaprace.rules.board import Board
from gaprace.rules.variants import Variant
from gaprace.wire import GameView, RaceView, Ready, Refused

REFUSED_WAIT_S = 0.2
"""After a refusal, so that no misunderstanding becomes a flood."""


Chooses = Callable[[GameView, Board], Awaitable[Action]]
"""Gives the next action of a game that has not ended."""


class Racer:
    """Plays the next race of a room, from ready to the standings."""

    def __init__(
        self, player: Player, random: Random, pace_s: float, choosing: Callable[[Variant], Chooses] | None = None
    ) -> None:
        """Take what chooses actions in games of a variant, if not a `Chooser` is to."""
        self.player = player
        self._choosing = choosing or (lambda variant: _at_once(Chooser(variant, random)))
        self._random, self._pace_s = random, pace_s
        self._ready_said: object = None

    async def race(self, party: Collection[str] = ()) -> RaceView:
        """Play one race and give it as it ended. First all players of the `party` (ids) have to be in the room.

        Raises:
            BotError: the player was sent away, or cannot come back.

        """
        replica = self.player.replica
        race = await self.begun(party)
        await self.player.until(lambda replica: replica.started or not _runs(replica.race, race.id))
        if replica.variant:
            await self._play(race.id, self._choosing(replica.variant))
        await self.player.until(lambda replica: not _runs(replica.race, race.id))
        return replica.race if replica.race and replica.race.id == race.id else race

    async def begun(self, party: Collection[str] = ()) -> RaceView:
        """Say ready, once the party is there, until a race has begun in which this player has a seat; give it.

        Raises:
            BotError: the player was sent away, or cannot come back.

        """
        while not (race := self._my_race()):
            self._say_ready(party)
            await self.player.next_event()
        return race

    def _my_race(self) -> RaceView | None:
        replica = self.player.replica
        race, you = replica.race, replica.you
        mine = race and you and any(seat.player == you.id for seat in race.seats)
        return race if mine and replica.is_racing else None

    def _say_ready(self, party: Collection[str]) -> None:
        """Say it once for each version of the room in which it is not known."""
        replica = self.player.replica
        if replica.room is None or replica.you is None or replica.is_racing:
            return
        members = {member.id: member for member in replica.room.members}
        me, now = members.get(replica.you.id), (replica.room.version, self.player.comebacks)
        if me and not me.ready and members.keys() >= set(party) and now != self._ready_said:
            self._ready_said = now
            self.player.say(Ready())

    async def _play(self, race_id: str, choose: Chooses) -> None:
        replica = self.player.replica
        while _runs(replica.race, race_id) and (game := replica.mine) and not game.ended:
            board = replica.boards.get(game.game)
            if board is None:
                await self.player.next_event()
                continue
            outcome = await self.player.act(action_text(await choose(game, board)))
            await asyncio.sleep(self._pause_s(outcome))

    def _pause_s(self, outcome: Outcome) -> float:
        pause_s = self._pace_s * (0.5 + self._random.random())
        return max(pause_s, REFUSED_WAIT_S) if isinstance(outcome, Refused) else pause_s


def _at_once(chooser: Chooser) -> Chooses:
    async def choose(game: GameView, board: Board) -> Action:
        return chooser.choose(game, board)

    return choose


def _runs(race: RaceView | None, race_id: str) -> bool:
    return race is not None and race.id == race_id and race.standings is None
