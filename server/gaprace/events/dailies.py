"""The dailies: created ahead of time, exactly once, by the first server, and opened for one ranked game per player."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from cachetools import LRUCache
from msgspec.structs import replace

from gaprace import ports
from gaprace.errors import Refusal
from gaprace.play.events import calendar, windows, zones
from gaprace.play.events.difficulty import Band, band_of
from gaprace.play.events.event import Entry, Event, daily_code
from gaprace.play.events.leaderboards import DAILY_VARIANTS, Leaderboard, dates_of
from gaprace.play.events.streaks import current_streak, streak_of
from gaprace.rooms.new_race import fresh_secret
from gaprace.rooms.registry import RoomRegistry
from gaprace.rules.deal import Deal
from gaprace.rules.draw import commitment_to
from gaprace.rules.variants import VARIANTS
from gaprace.wire import VariantChoice
from gaprace.wire.http import Attempt, Certificate, Commitment, Commitments, Daily, DailyField, DailyList

COMMITTED_DATES = 31
"""Dates whose dailies are committed to: the first one that is open anywhere, and the next 30."""
RAMP_DAYS_AHEAD = 2
"""How long before its date a daily has to be committed to for the weekly ramp: a new server's first ones are urgent."""
CHECK_INTERVAL_MS = 60 * 60 * 1000
"""Interval between checks that the dailies of all dates that have begun somewhere, and of the next one, exist."""
CERTIFICATE_DEADLINE_MS = 60_000
"""Time before its date at which a daily is made without a certificate if none has been found."""
MIN_CERTIFICATE_WAIT_MS = 60_000
"""Minimum time to wait for a certificate, for dailies whose date is near or has begun, as on a new server."""
MAX_KNOWN_DATES = 100
"""Dates whose dailies are remembered."""
TODAY = "today"
REQUEST_TIMEOUT_MS = 8_000
"""Time for which a request waits for a daily that is being made; then it is made without a certificate."""
_log = logging.getLogger(__name__)


class Dailies:
    """Makes the dailies, shows them, and opens rooms to play them."""

    def __init__(
        self, store: ports.Store, clock: ports.Clock, rooms: RoomRegistry, certifier: ports.Certifier | None = None
    ) -> None:
        """Use `certifier` to find certified deals. Without one, or if it takes too long, deals are random."""
        self._store = store
        self._clock = clock
        self._rooms = rooms
        self._certifier = certifier
        self._making: dict[ports.DailyKey, asyncio.Task[None]] = {}
        self._known: LRUCache[str, dict[str, ports.StoredDaily]] = LRUCache(MAX_KNOWN_DATES)
        """The dailies of dates that have all of them, by variant: they never change."""

    # Making

    async def make_ahead(self) -> int:
        """Make missing dailies; return the delay until the next check, in ms: until the next opening at most."""
        await self.make()
        now = self._clock.now()
        return min(CHECK_INTERVAL_MS, windows.window_of(windows.next_date(now)).opens_at - now)

    async def make(self) -> None:
        """Make the missing dailies of all open dates and of the next one, and commit to those of a month."""
        now = self._clock.now()
        await self._committed()
        dates = [*windows.open_dates(now), windows.next_date(now)]
        there = {daily.key for daily in await self._store.dailies(dates[0], dates[-1])}
        missing = {ports.DailyKey(date, variant) for date in dates for variant in DAILY_VARIANTS} - there
        self._making = {key: asyncio.create_task(self._make_certified(key)) for key in missing}
        try:
            await asyncio.gather(*self._making.values())
        finally:
            for making in self._making.values():
                making.cancel()
            self._making = {}

    async def _make_certified(self, key: ports.DailyKey) -> None:
        await self._add(key, await self._certified(key))

    async def _committed(self) -> dict[ports.DailyKey, ports.DailySecret]:
        """Return the secrets of the dailies of a month from today. Missing ones are drawn now, once and for all."""
        now = self._clock.now()
        first = windows.open_dates(now)[0]
        dates = [calendar.days_from(first, day) for day in range(COMMITTED_DATES)]
        known = await self._store.daily_secrets(dates[0], dates[-1])
        missing = [ports.DailyKey(date, variant) for date in dates for variant in DAILY_VARIANTS]
        missing = [key for key in missing if key not in known]
        if not missing:
            return known
        ramp_begins = calendar.days_from(windows.open_dates(now)[-1], RAMP_DAYS_AHEAD)
        await self._store.commit_dailies({key: _new_secret(key, ramp_begins) for key in missing})
        return await self._store.daily_secrets(dates[0], dates[-1])

    async def _secret(self, key: ports.DailyKey) -> ports.DailySecret:
        """Return the secret of a daily, with its band."""
        known = await self._store.daily_secrets(key.date, key.date)
        if key not in known:
            await self._store.commit_dailies({key: ports.DailySecret(fresh_secret())})
            known = await self._store.daily_secrets(key.date, key.date)
        return known[key]

    async def _certified(self, key: ports.DailyKey) -> ports.Candidate | None:
        """Return the first certified candidate that fits its weekday if it is found in time."""
        if self._certifier is None:
            return None
        secret, band = await self._secret(key)
        fitting = Band.parse(band) if band else None
        asking = asyncio.ensure_future(self._certifier.first_certified(key.variant, secret, fitting))
        try:
            latest = windows.window_of(key.date).opens_at - CERTIFICATE_DEADLINE_MS
            await self._wait(asking, max(latest, self._clock.now() + MIN_CERTIFICATE_WAIT_MS))
            return asking.result() if asking.done() and not asking.cancelled() else None
        except Exception:  # noqa: BLE001 - an uncertified daily is better than none
            _log.exception("no certified deal found for the daily of %s (%s)", *key)
            return None
        finally:
            asking.cancel()

    async def _wait(self, task: asyncio.Future[Any], until: int) -> None:
        """Wait for a task until an instant at the latest."""
        deadline = asyncio.ensure_future(self._clock.sleep_until(until))
        try:
            await asyncio.wait([task, deadline], return_when=asyncio.FIRST_COMPLETED)
        finally:
            deadline.cancel()

    async def _add(self, key: ports.DailyKey, certified: ports.Candidate | None = None) -> ports.StoredDaily:
        """Add a daily; without a certified candidate, its deal is the first one, and it has no certificate."""
        secret = await self._secret(key)
        deal = Deal.candidate(VARIANTS[key.variant], secret.secret, certified.number if certified else 0)
        return await self._store.add_daily(ports.StoredDaily(key, deal, certified.certificate if certified else None))

    async def _stored(self, date: str) -> dict[str, ports.StoredDaily]:
        if date in self._known:
            return self._known[date].copy()
        there = {daily.key.variant: daily for daily in await self._store.dailies(date, date)}
        if there.keys() >= {*DAILY_VARIANTS}:
            self._known[date] = there.copy()
        return there

    async def _of_date(self, date: str) -> dict[str, ports.StoredDaily]:
        """Return the dailies of a date. Missing ones of an open date are made first."""
        there = await self._stored(date)
        if windows.window_of(date).is_open(self._clock.now()):
            missing = [ports.DailyKey(date, variant) for variant in DAILY_VARIANTS if variant not in there]
            made = await asyncio.gather(*(self._made_now(key) for key in missing))
            there |= {daily.key.variant: daily for daily in made}
        return there

    async def _made_now(self, key: ports.DailyKey) -> ports.StoredDaily:
        """Return a daily that a request waits for: certified if that is done soon, otherwise with a random deal."""
        if key in self._making:
            await self._wait(self._making[key], self._clock.now() + REQUEST_TIMEOUT_MS)
        return await self._add(key)

    # Showing

    async def commitments(self) -> Commitments:
        """Return the commitments to the dailies of a month, from today on."""
        secrets = await self._committed()
        dates = [key.date for key in secrets]
        made = {daily.key: daily.deal.commitment for daily in await self._store.dailies(dates[0], dates[-1])}
        drawn = {key: commitment_to(VARIANTS[key.variant], "", secret.secret) for key, secret in secrets.items()}
        return Commitments(
            [Commitment(*key, commitment, secrets[key].band) for key, commitment in (drawn | made).items()]
        )

    async def today(self, zone: str, me: str | None = None) -> DailyList:
        """Return the dailies of today in a time zone, as player `me` may see them."""
        now = self._clock.now()
        if me is None:
            return replace(await self.of_date(zones.date_in(zone, now)), until=zones.next_midnight(zone, now))
        days = await played_dates(self._store, me)
        zone = await own_zone(self._store, me, days, zone, now)
        found = await self.of_date(zones.date_in(zone, now), me)
        return replace(found, until=zones.next_midnight(zone, now), streak=streak_of(days, found.date))

    async def of_date(self, date: str, me: str | None = None) -> DailyList:
        """Return the dailies of a date, as player `me` may see them. Raises `daily_not_found`."""
        calendar.check_date(date)
        there = await self._of_date(date)
        if not there:
            raise Refusal("daily_not_found", f"There are no dailies on {date}.")
        return DailyList(date, await self._views([*there.values()], me))

    async def _found(self, date: str, variant: str) -> ports.StoredDaily:
        calendar.check_date(date)
        daily = (await self._of_date(date)).get(variant)
        if daily is None:
            raise no_such_daily(date)
        return daily

    async def _views(self, dailies: Sequence[ports.StoredDaily], me: str | None) -> list[Daily]:
        sizes = await self._store.leaderboard_sizes([Leaderboard("daily", *daily.key) for daily in dailies])
        fields = await self._store.fields([daily.key for daily in dailies])
        return [
            await self._view(daily, played, fields.get(daily.key), me)
            for daily, played in zip(dailies, sizes.values(), strict=True)
        ]

    async def _view(
        self, daily: ports.StoredDaily, played: int, field: ports.StoredField | None, me: str | None
    ) -> Daily:
        key, deal = daily.key, daily.deal
        event = daily.event
        mine = await self._store.entry(event.code, me) if me else None
        sealed = not event.seal.is_lifted(self._clock.now())
        return Daily(
            date=key.date,
            variant=key.variant,
            commitment=deal.commitment,
            opens_at=event.opens_at,
            closes_at=event.closes_at,
            reveals_at=event.ends_at,
            played=played,
            attempt=Attempt(mine.game, mine.room, mine.ended) if mine and mine.game and mine.room else None,
            certificate=_certificate(daily, sealed=sealed),
            code=None if sealed else deal.code,
            candidate=deal.draw.origin.candidate if not sealed else None,
            secret=None if sealed else deal.secret.hex(),
            band=daily.band,
            field=DailyField(field.games, *field.difficulty) if field else None,
        )

    # Playing

    async def play(
        self, player: ports.StoredPlayer, date: str, variant: str, *, zone: str = "", practice: bool = False
    ) -> str:
        """Return the code of a room to play a daily in: that of the running ranked game, or a new one.

        Somebody in a time zone begins the ranked game on its date there or, after a journey east, on the date that
        is left where the last one was begun; `date` may be `TODAY` for it. Raises `daily_for_people`.
        """
        now = self._clock.now()
        if date == TODAY:
            date = await own_date(self._store, player.id, zone, now)
        code = (await self._found(date, variant)).event.code
        daily = await self._store.own_event(code, player.id)
        if daily is None:
            raise no_such_daily(date)
        mine = daily.entry(player.id)
        if mine and mine.room and not mine.ended and not practice:
            return mine.room
        if practice:
            _refuse_practice(daily, variant, mine, now)
        else:
            daily.refuse_entry(player.id, now)
            if date != _left_date(player, zone, now):
                _refuse_other_day(date, zones.date_in(zone, now))
        if player.program and not practice:
            raise Refusal("daily_for_people", "Programs cannot play ranked dailies: practise once it is revealed.")
        if not practice and player.zone != zones.known_zone(zone):
            await self._store.note_zone(player.id, zones.known_zone(zone))
        room = daily.room(practice=practice)
        return (await self._rooms.create_for_one(player, VariantChoice(variant), room)).code


def _left_date(player: ports.StoredPlayer | None, zone: str, now: int) -> str | None:
    """Return the date that it still is where a player has begun the last daily, if it is later in `zone`."""
    date = zones.date_in(player.zone, now) if player and player.zone else None
    return date if date and date < zones.date_in(zone, now) else None


async def own_zone(store: ports.Store, me: str, days: Sequence[str], zone: str, now: int) -> str:
    """Return the time zone by which it is today for a player who has played on some dates, and is in a zone.

    A player who has travelled east with a streak has a date left at the former place: it comes first while it lasts.
    """
    player = await store.player(me)
    left = _left_date(player, zone, now)
    if player and player.zone and left and current_streak(days, left).days:
        mine = [await store.entry(daily_code(left, variant), me) for variant in DAILY_VARIANTS]
        return zone if any(entry and entry.ended for entry in mine) else player.zone
    return zone


async def own_date(store: ports.Store, me: str, zone: str, now: int) -> str:
    """Return the date that it is for a player who is in a zone, as `own_zone` has it."""
    return zones.date_in(await own_zone(store, me, await played_dates(store, me), zone, now), now)


async def played_dates(store: ports.Store, player: str) -> list[str]:
    """Return the dates on which a player has played a daily: those that count for the streak."""
    return dates_of([await store.daily_games(player, variant) for variant in DAILY_VARIANTS])


def _refuse_other_day(date: str, today: str) -> None:
    if date > today:
        raise Refusal("daily_not_open", f"It is not {date} yet where you are: play today's.")
    if date < today:
        raise Refusal("daily_not_open", f"The daily of {date} ended at your midnight: play it as practice.")


def _refuse_practice(daily: Event, variant: str, mine: Entry | None, now: int) -> None:
    if not daily.seal.is_lifted(now) and not (mine and mine.ended):
        raise Refusal(
            "sealed_daily",
            f"The daily of {daily.label} ({variant}) can be practised once your own ranked game of it has ended, and"
            f" by everyone from {calendar.instant_text(daily.ends_at)}.",
        )


def no_such_daily(date: str) -> Refusal:
    """Return the refusal of a daily that does not exist."""
    return Refusal("daily_not_found", f"There is no such daily on {date}.")


def _new_secret(key: ports.DailyKey, ramp_begins: str) -> ports.DailySecret:
    band = band_of(*key) if key.date >= ramp_begins else None
    return ports.DailySecret(fresh_secret(), band.text if band else None)


def _certificate(daily: ports.StoredDaily, *, sealed: bool) -> Certificate | None:
    proved = daily.certificate
    if proved is None:
        return None
    return Certificate(proved.par, proved.harder_permille, None if sealed else proved.line, proved.version)
