"""The dailies: made ahead of time, exactly once, by whichever process comes first; and played, once each."""

import asyncio
import logging
from typing import Any

from gaprace.errors import RoomError
from gaprace.play.calendar import DAY_MS, closes_at, date_of, day_number, is_sealed, opens_at, reveals_at
from gaprace.play.leaderboards import Leaderboard
from gaprace.play.settings import SOLO_SEATS
from gaprace.ports import (
    CertifiedDeal,
    Certifier,
    Clock,
    DailyKey,
    Store,
    StoredAttempt,
    StoredDaily,
    StoredPlayer,
)
from gaprace.rooms.draw import daily_played, fresh_deal, refuse_closed, refuse_early
from gaprace.rooms.registry import Rooms
from gaprace.rooms.seals import sealed_daily
from gaprace.rooms.timers import Timers
from gaprace.rules.variants import VARIANTS
from gaprace.wire import DailyRoom, Settings, VariantChoice
from gaprace.wire.http import Attempt, Certificate, Daily, DailyList

VARIANTS_A_DAY = ("addiction", "mini")
LOOK_MS = 60 * 60 * 1000
"""How often to see whether the coming dailies are there."""
AWAY_MS = 10_000
"""When to look again if the store was away."""
HURRY_MS = 60_000
"""So long before its date a daily is made, certified or not;"""
PATIENCE_MS = 60_000
"""but a new server takes so long for that of the day on which it begins,"""
MOMENT_MS = 8_000
"""and so long, if somebody asks for it."""
_log = logging.getLogger(__name__)


class Dailies:
    """Makes, shows and opens the dailies."""

    def __init__(self, store: Store, clock: Clock, rooms: Rooms, certifier: Certifier | None = None) -> None:
        """Take what finds deals worth a day; without it, or if it takes too long, dailies are drawn as they come."""
        self._store = store
        self._clock = clock
        self._rooms = rooms
        self._certifier = certifier
        self._making: dict[DailyKey, asyncio.Task[None]] = {}
        self._timers = Timers(clock)

    def open(self) -> None:
        """Begin to make the dailies of today and tomorrow, day by day."""
        self._timers.every(AWAY_MS, self._make_ahead, "making dailies")

    def close(self) -> None:
        """Make no more."""
        self._timers.stop()

    # Made

    async def _make_ahead(self) -> int:
        """Make what is missing; give how long that lasts: until midnight at most."""
        await self.make()
        now = self._clock.now()
        return min(LOOK_MS, closes_at(date_of(now)) - now)

    async def make(self) -> None:
        """Make the dailies of today and tomorrow that are missing."""
        now = self._clock.now()
        dates = date_of(now), date_of(now + DAY_MS)
        there = {daily.key for daily in await self._store.dailies(*dates)}
        missing = {DailyKey(date, variant) for date in dates for variant in VARIANTS_A_DAY} - there
        self._making = {key: asyncio.create_task(self._make_certified(key)) for key in missing}
        try:
            await asyncio.gather(*self._making.values())
        finally:
            for making in self._making.values():
                making.cancel()
            self._making = {}

    async def _make_certified(self, key: DailyKey) -> None:
        await self._add(key, await self._certified(key))

    async def _certified(self, key: DailyKey) -> CertifiedDeal | None:
        """Ask for a certified deal, and wait for it as long as there is time."""
        if self._certifier is None:
            return None
        asking = asyncio.ensure_future(self._certifier.certified(key.variant))
        try:
            await self._wait(asking, max(opens_at(key.date) - HURRY_MS, self._clock.now() + PATIENCE_MS))
            return asking.result() if asking.done() and not asking.cancelled() else None
        except Exception:  # noqa: BLE001 - an uncertified daily is better than none
            _log.exception("no certificate for the daily of %s in %s", *key)
            return None
        finally:
            asking.cancel()

    async def _wait(self, task: asyncio.Future[Any], until: int) -> None:
        """Wait for a task, but not beyond an instant."""
        late = asyncio.ensure_future(self._clock.sleep_until(until))
        try:
            await asyncio.wait([task, late], return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()

    async def _add(self, key: DailyKey, certified: CertifiedDeal | None = None) -> StoredDaily:
        deal = fresh_deal(VARIANTS[key.variant], certified.code if certified else None)
        daily = StoredDaily(key, deal, certified.certificate if certified else None)
        return await self._store.add_daily(daily)

    async def _stored(self, date: str) -> dict[str, StoredDaily]:
        return {daily.key.variant: daily for daily in await self._store.dailies(date, date)}

    async def _of_date(self, date: str) -> dict[str, StoredDaily]:
        """Return the dailies of a date; today's are made if they are not there yet."""
        there = await self._stored(date)
        if date == date_of(self._clock.now()):
            missing = [DailyKey(date, variant) for variant in VARIANTS_A_DAY if variant not in there]
            made = await asyncio.gather(*(self._at_last(key) for key in missing))
            there |= {daily.key.variant: daily for daily in made}
        return there

    async def _at_last(self, key: DailyKey) -> StoredDaily:
        """Return a daily for which somebody waits: as it is being made if that takes but a moment, else as it comes."""
        if key in self._making:
            await self._wait(self._making[key], self._clock.now() + MOMENT_MS)
        return await self._add(key)

    # Shown

    async def of_date(self, date: str | None = None, me: str | None = None) -> DailyList:
        """Return the dailies of a date, or of today, as `me` may see them.

        Raises:
            RoomError: `daily_not_found`.

        """
        date = date or date_of(self._clock.now())
        day_number(date)
        there = await self._of_date(date)
        if not there:
            raise RoomError("daily_not_found", f"There are no dailies of {date}.")
        return DailyList(date, [await self._view(daily, me) for daily in there.values()])

    async def daily(self, date: str, variant: str, me: str | None = None) -> Daily:
        """Return a daily as `me` may see it.

        Raises:
            RoomError: `daily_not_found`.

        """
        return await self._view(await self._found(date, variant), me)

    async def _found(self, date: str, variant: str) -> StoredDaily:
        day_number(date)
        daily = (await self._of_date(date)).get(variant)
        if daily is None:
            raise RoomError("daily_not_found", f"There is no such daily of {date}.")
        return daily

    async def _view(self, daily: StoredDaily, me: str | None) -> Daily:
        key, deal = daily.key, daily.deal
        board = Leaderboard("daily", *key).text
        attempt = await self._store.attempt(key, me) if me else None
        sealed = is_sealed(key.date, self._clock.now())
        return Daily(
            date=key.date,
            variant=key.variant,
            commitment=deal.commitment,
            opens_at=opens_at(key.date),
            closes_at=closes_at(key.date),
            reveals_at=reveals_at(key.date),
            played=(await self._store.board_sizes([board]))[board],
            attempt=Attempt(attempt.game, attempt.room, attempt.ended) if attempt else None,
            certificate=_certificate(daily, sealed=sealed),
            code=None if sealed else deal.code,
            secret=None if sealed else deal.secret.hex(),
        )

    # Played

    async def play(self, player: StoredPlayer, date: str, variant: str, *, practice: bool = False) -> str:
        """Return the code of a room to play a daily in: the one where the ranked game runs, or a new one.

        Raises:
            RoomError: `daily_not_found`, `daily_not_open`, `daily_played`, `sealed_daily`.

        """
        day_number(date)
        key, now = DailyKey(date, variant), self._clock.now()
        attempt = await self._store.attempt(key, player.id)
        if attempt and not attempt.ended and not practice:
            return attempt.room
        self._refuse(key, attempt, now, practice=practice)
        await self._found(date, variant)
        settings = Settings(VariantChoice(variant), SOLO_SEATS, limit_minutes=None, locked=True)
        room = await self._rooms.create(player, settings, daily=DailyRoom(date, variant, ranked=not practice))
        return room.code

    def _refuse(self, key: DailyKey, attempt: StoredAttempt | None, now: int, *, practice: bool) -> None:
        """Let a ranked game begin once, on its date; and practice where the deal may be seen."""
        refuse_early(key.date, now)
        if practice:
            if is_sealed(key.date, now) and not (attempt and attempt.ended):
                raise sealed_daily(key)
        elif attempt:
            raise daily_played()
        else:
            refuse_closed(key.date, now)


def _certificate(daily: StoredDaily, *, sealed: bool) -> Certificate | None:
    proved = daily.certificate
    return Certificate(proved.par, proved.harder, None if sealed else proved.line) if proved else None
