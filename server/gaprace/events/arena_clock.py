"""The timed steps of arenas: rounds begin and end, cups are settled, arenas end and recur.

Each step is one conditional update: any server may take it, exactly one succeeds, and steps that a killed server has
left are taken by the next one that checks. `play.events.arena` determines the step that is due.
"""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.events.arena_bots import ArenaBots
from gaprace.events.challenges import new_code
from gaprace.play.events.arena import (
    Arena,
    Finish,
    PlayBots,
    Round,
    Settle,
    Step,
    again,
    begun,
    claimed,
    filled,
    finished,
    next_start,
    next_step,
    settled,
)
from gaprace.play.events.arena_table import ArenaGame, ranking
from gaprace.play.events.event import Entry, Event
from gaprace.play.notices.push import arena_starting, round_starting
from gaprace.ports import Clock, Store, Transaction
from gaprace.rooms.bots import register_bots
from gaprace.rooms.endings import end_event
from gaprace.rooms.new_race import fresh_secret
from gaprace.rooms.timers import Timers, take_each
from gaprace.rules.deal import Deal
from gaprace.rules.draw import NO_SEED
from gaprace.rules.variants import VARIANTS

KEPT_ROUNDS = 2
"""The round that is played and the one before keep their rooms, in which people still look at their games."""
MAX_STEPS = 4
"""Steps of one arena at a time: a round of a cup ends, is settled, and the cup ends."""


class ArenaClock:
    """Takes the steps of arenas."""

    def __init__(self, store: Store, clock: Clock, bots: ArenaBots | None = None) -> None:
        """Without `bots`, their games are left to another server."""
        self._store, self._clock, self._bots = store, clock, bots
        self._timers = Timers(clock)

    def close(self) -> None:
        """Stop the games of bots, and what else steps have left running."""
        self._timers.stop()

    async def step_due(self) -> None:
        """Take the steps of all arenas that are due."""
        await take_each(await self._store.due_arenas(self._clock.now()), self.step, "the step of an arena")

    async def step(self, code: str) -> None:
        """Take the steps of one arena that are due."""
        for _ in range(MAX_STEPS):
            if not await self._take(code):
                return

    async def _take(self, code: str) -> bool:
        """Take the next step of an arena, if one is due; return whether it was taken."""
        now, arena = self._clock.now(), await self._store.arena(code)
        if arena is None or arena.due_at is None or arena.due_at > now:
            return False
        is_over = await self._is_round_over(arena, now)
        games = await self._store.arena_games(code, arena.round) if arena.is_cup and is_over else []
        bots_until = None if is_over or self._bots is None else await self._bots.have_until(arena)
        await register_bots(self._store, arena.missing_bots, now)

        async def work(tx: Transaction) -> Step | None:
            known = await tx.lock_arena(code)
            if known is None or known.round != arena.round:
                return None  # another server was faster
            step = next_step(known, now, is_round_over=is_over, bots_until=bots_until)
            if step is not None:
                await _take(tx, known, step, games, now)
            return step

        step = await self._store.transact(work)
        if isinstance(step, PlayBots) and (bots := self._bots):
            self._timers.soon(lambda: bots.play(code, step.number))
        if isinstance(step, Round) and step.number > KEPT_ROUNDS:
            past, idle_since = step.number - KEPT_ROUNDS, now - arena.round_ms
            self._timers.soon(lambda: self._close_rooms(code, past, idle_since))
        return step is not None

    async def _close_rooms(self, code: str, number: int, idle_since: int) -> None:
        """Close the rooms of a round that have been idle since an instant, since a server has a limit of rooms.

        Rooms that a server leaves open at its end are closed like all other rooms, after an hour.
        """
        rounds = {each.number: each.code for each in await self._store.arena_rounds(code)}
        challenge = await self._store.event(rounds[number]) if number in rounds else None
        for entry in challenge.entries if challenge else ():
            if entry.room:
                await self._store.close_room(entry.room, idle_since)

    async def _is_round_over(self, arena: Arena, now: int) -> bool:
        """Whether the last round has ended; end it, if its time is up and no game of it runs."""

        async def work(tx: Transaction) -> bool:
            last = await tx.arena_round(arena.code, arena.round)
            if last is None or last.ended_at is not None:
                return True
            return await end_event(tx, last.code, now)

        return arena.round == 0 or await self._store.transact(work)


async def _take(tx: Transaction, arena: Arena, step: Step, games: Sequence[ArenaGame], now: int) -> None:
    match step:
        case Round():
            changed = begun(filled(arena, now), step)
            for entry in changed.entries[len(arena.entries) :]:
                await tx.save_arena_entry(arena.code, entry)
            made = _challenge(changed, step, now)
            await tx.add_event(made)
            if changed.is_cup and step.number > 1:
                await tx.queue(round_starting(made.code, now, step.ends_at))
        case PlayBots():
            changed = claimed(arena, step, now)
        case Settle():
            changed = settled(arena, ranking(arena, games), now)
        case Finish(at):
            changed = finished(arena, at)
            if repeated := _repeated(changed, now):
                await tx.add_arena(repeated)
                await _keep_roles(tx, repeated)
                await tx.queue(arena_starting(repeated.code, now, repeated.starts_at))
                changed = replace(changed, next=repeated.code)
    await tx.save_arena(changed)


async def _keep_roles(tx: Transaction, arena: Arena) -> None:
    for player in sorted(arena.cohosts):
        await tx.set_arena_role(arena.code, player, "cohost")
    for player in sorted(arena.removed):
        await tx.set_arena_role(arena.code, player, "removed")


def _challenge(arena: Arena, step: Round, now: int) -> Event:
    """Return a round of an arena; a round of a cup has a place for each remaining player."""
    places = tuple(Entry(each.player, now) for each in arena.through) if arena.is_cup else ()
    return Event(
        code=new_code(),
        kind="round",
        deal=Deal.drawn(VARIANTS[arena.variant], fresh_secret(), [NO_SEED]),
        player=arena.player,
        opens_at=now,
        closes_at=step.ends_at,
        ends_at=step.ends_at,
        ranked=True,
        order="duplicate",
        places=len(places) or None,
        limit=len(places) or None,
        ends_early=arena.is_cup,
        group=arena.group,
        parent=arena.code,
        label=str(step.number),
        entries=places,
    )


def _repeated(arena: Arena, now: int) -> Arena | None:
    """Return the arena that repeats another one."""
    starts_at = next_start(arena, now)
    return None if starts_at is None else again(arena, new_code(), starts_at, now)
