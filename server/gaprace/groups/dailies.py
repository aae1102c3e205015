"""The groups' own dailies: created when their days begin, exactly once, by the first server.

Each is an event of the group (`play.events.event`) with a date. A daily that nobody has played is deleted when it
closes.
"""

from dataclasses import replace

from gaprace.errors import Refusal, quoted
from gaprace.events.challenges import entry_state, new_code
from gaprace.play.events.event import Event
from gaprace.play.events.group_days import Made, OwnDay, check_zone, due_day
from gaprace.play.events.group_scores import GROUP_ORDER
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.play.seals import Shown
from gaprace.ports import Clock, Store, StoredGroup, Transaction
from gaprace.rooms.new_race import fresh_secret
from gaprace.rooms.timers import take_each
from gaprace.rules.deal import Deal
from gaprace.rules.draw import NO_SEED
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import GroupDaily, GroupToday

BATCH_SIZE = 100
"""Groups whose dailies are made at a time, each in a transaction of its own."""


class GroupDailies:
    """Makes and shows the own dailies of groups."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def make_due(self) -> None:
        """Make the dailies of all groups whose day has begun."""
        now = self._clock.now()
        while due := await self._store.due_groups(now, BATCH_SIZE):
            if not await take_each(due, lambda code: self._make(code, now), "making the daily of a group"):
                return  # those that failed are still due

    async def _make(self, code: str, now: int) -> None:
        async def work(tx: Transaction) -> None:
            group = await tx.lock_group(code)
            if group is None or group.daily_variant is None or group.daily_due_at is None or group.daily_due_at > now:
                return  # another server was faster, or an owner has changed it
            last = await tx.last_group_daily(code)
            due = due_day(group.days, Made(last.label, last.closes_at) if last and last.label else None, now)
            if isinstance(due, OwnDay):
                owner = next(each.player for each in await tx.memberships(code) if each.role == "owner")
                made = _daily(group, owner, group.daily_variant, due, now)
                await tx.add_event(made)
                await tx.queue(QueuedNotice("daily.opened", made.code, now, code))
            await tx.save_group(replace(group, daily_due_at=due.closes_at if isinstance(due, OwnDay) else due))

        await self._store.transact(work)

    async def today(self, group: StoredGroup, me: str | None) -> GroupToday | None:
        """Return the open daily of a group's own, as player `me` may see it; it is made now if it is due."""
        now = self._clock.now()
        if group.daily_variant is None or group.daily_due_at is None:
            return None
        if group.daily_due_at <= now:
            await self._make(group.code, now)
        last = await self._store.last_group_daily(group.code)
        if last is None or last.closes_at <= now:
            return None
        mine = last.entry(me)
        return GroupToday(
            code=last.code,
            date=last.label,
            variant=last.deal.variant.name,
            commitment=last.deal.commitment,
            closes_at=last.closes_at,
            mine=entry_state(mine) if mine else None,
            room=mine.room if mine and not mine.ended else None,
        )


def with_daily(group: StoredGroup, daily: GroupDaily, now: int) -> StoredGroup:
    """Return a group that plays the world's daily or one of its own, from now on. Raises `bad_daily`."""
    check_zone(daily.zone)
    if daily.variant and daily.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise Refusal("bad_daily", f"There is no variant {quoted(daily.variant)}: choose one of {known}.")
    return replace(
        group,
        daily_variant=daily.variant or None,
        daily_zone=daily.zone,
        daily_hour=daily.hour,
        daily_due_at=now if daily.variant else None,
    )


def _daily(group: StoredGroup, owner: str, variant: str, day: OwnDay, now: int) -> Event:
    return Event(
        code=new_code(),
        kind="group_daily",
        deal=Deal.drawn(VARIANTS[variant], fresh_secret(), [NO_SEED]),
        player=owner,
        opens_at=now,
        closes_at=day.closes_at,
        ends_at=day.ends_at,
        ranked=True,
        shows=Shown.RESULT,
        order=GROUP_ORDER,
        group=group.code,
        label=day.date,
    )
