"""Simultaneous changes of a large room are decided and stored as one.

A room is stored as a whole, so two thousand joins would store it two thousand times. The first change after a pause is
stored at once; the changes of the next `GATHER_MS` are collected and stored as one. Each can still be refused
separately.
"""

import asyncio
from collections.abc import Awaitable, Callable

from gaprace.errors import GapraceError, RoomError
from gaprace.play.room import RoomState
from gaprace.ports import Clock
from gaprace.rooms.timers import Timers

GATHER_MS = 200
"""The rest between two stored changes."""

Change = Callable[[RoomState], RoomState]


class GatheredChanges:
    """The pending changes of one room."""

    def __init__(self, carry_out: Callable[[Change], Awaitable[None]], clock: Clock, timers: Timers) -> None:
        """Take the function that decides changes and stores the room."""
        self._carry_out, self._clock, self._timers = carry_out, clock, timers
        self._waiting: list[tuple[Change, asyncio.Future[None]]] = []
        self._is_resting = False

    async def add(self, change: Change) -> None:
        """Change the room, together with others.

        Raises:
            GapraceError: the change does, or what stores it; `try_again` if the room closes meanwhile.

        """
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, answer))
        if not self._is_resting:
            self._is_resting = True
            self._timers.soon(self._store)
        await answer

    def stop(self) -> None:
        """Refuse pending changes."""
        waiting, self._waiting = self._waiting, []
        _answer(waiting, {}, RoomError("try_again", "The room is closing here: connect again in a moment."))

    async def _store(self) -> None:
        """Store the pending changes, and those that arrive during the following pause."""
        waiting, self._waiting = [each for each in self._waiting if not each[1].done()], []
        if not waiting:
            self._is_resting = False
            return
        self._timers.at(self._clock.now() + GATHER_MS, self._store)
        refused: dict[asyncio.Future[None], GapraceError] = {}

        def all_of(state: RoomState) -> RoomState:
            refused.clear()  # it is decided anew when a peer has changed the room
            for change, answer in waiting:
                try:
                    state = change(state)
                except GapraceError as error:
                    refused[answer] = error
            return state

        try:
            await self._carry_out(all_of)
        except GapraceError as error:
            _answer(waiting, refused, error)
        except BaseException:
            _answer(waiting, refused, RoomError("try_again", "The room could not be changed: try again in a moment."))
            raise
        else:
            _answer(waiting, refused, None)


def _answer(
    waiting: list[tuple[Change, asyncio.Future[None]]],
    refused: dict[asyncio.Future[None], GapraceError],
    error: GapraceError | None,
) -> None:
    for _, answer in waiting:
        why = refused.get(answer, error)
        if answer.done():
            continue
        if why:
            answer.set_exception(why)
        else:
            answer.set_result(None)
