"""Operations of an arena's organiser and co-hosts: changing, starting and ending it, and removing players."""

from collections.abc import Callable
from dataclasses import replace

from gaprace.errors import Refusal, quoted
from gaprace.events.link_access import owns_its_group, require_visible_arena
from gaprace.play.events.arena import MAX_AHEAD_MS, MINUTE_MS, Arena, cut_short, no_such_arena, started
from gaprace.play.events.arena_roles import refuse_role, refuse_unless_runs
from gaprace.play.people.names import read_allowed_name
from gaprace.play.people.words import WordList
from gaprace.ports import Clock, Store, Transaction
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import ArenaChange, ArenaRoleChange, NewArena


class ArenaHosts:
    """The operations of an arena's organiser, co-hosts and group leaders."""

    def __init__(self, store: Store, clock: Clock, words: WordList | None = None) -> None:
        """Keep `words` out of names; those of the built-in list, if it is missing."""
        self._store, self._clock = store, clock
        self._words = words or WordList.built_in()

    async def change(self, player: str, code: str, change: ArenaChange) -> None:
        """Rename an arena; before its start, also change its start and length."""
        now = self._clock.now()
        name = read_allowed_name(change.name, self._words) if change.name is not None else None
        if change.starts_at is not None:
            refuse_start(change.starts_at, now)

        def changed(arena: Arena) -> Arena:
            if name is not None:
                arena = replace(arena, name=name)
            if (change.starts_at, change.minutes, change.rounds) != (None, None, None):
                arena.refuse_change(now)
            if change.starts_at is not None:
                starts_at = max(change.starts_at, now)
                arena = replace(arena, starts_at=starts_at, due_at=starts_at)
            if change.minutes is not None:
                arena = replace(arena, round_ms=change.minutes * MINUTE_MS)
            if change.rounds is not None and not arena.is_cup:
                arena = replace(arena, rounds=change.rounds)
            return arena

        await self._change(player, code, changed)

    async def start(self, player: str, code: str) -> None:
        """Start an arena now."""
        await self._change(player, code, lambda arena: started(arena, self._clock.now()))

    async def end(self, player: str, code: str) -> None:
        """End an arena after the round that is being played."""
        await self._change(player, code, cut_short)

    async def _change(self, player: str, code: str, change: Callable[[Arena], Arena]) -> None:
        leads = await self._leads(player, code)

        async def work(tx: Transaction) -> None:
            known = await tx.lock_arena(code)
            if known is None:
                raise no_such_arena()
            refuse_unless_runs(known, player, leads_group=leads)
            await tx.edit_arena(change(known))

        await self._store.transact(work)

    async def give_role(self, player: str, code: str, other: str, change: ArenaRoleChange) -> None:
        """Appoint or dismiss a co-host, remove a player, or let one in again.

        A removed player leaves the table and cannot enter again. A running game continues and counts for the scores of
        the others, since the deal was the same. Raises `arena_not_found`.
        """
        leads = await self._leads(player, code)

        async def work(tx: Transaction) -> None:
            known = await tx.lock_arena(code)
            if known is None:
                raise no_such_arena()
            refuse_role(known, player, other, change.role, leads_group=leads)
            await tx.set_arena_role(code, other, change.role)
            if change.role == "removed":
                await tx.remove_arena_entry(code, other)

        await self._store.transact(work)

    async def _leads(self, player: str, code: str) -> bool:
        return await owns_its_group(self._store, await require_visible_arena(self._store, code, player), player)


def refuse_settings(new: NewArena, now: int) -> None:
    """Refuse settings that do not fit. Raises `bad_arena`."""
    if new.variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise Refusal("bad_arena", f"There is no variant {quoted(new.variant)}: choose one of {known}.")
    refuse_start(new.starts_at, now)
    if new.teams == 1:
        raise Refusal("bad_arena", "One team is too few: choose 2 to 4, or none.")


def refuse_start(starts_at: int, now: int) -> None:
    """Refuse a start that is too far away, or has passed. Raises `bad_arena`."""
    if starts_at > now + MAX_AHEAD_MS:
        raise Refusal("bad_arena", "The start is more than 60 days away: choose an earlier one.")
    if starts_at < now - MINUTE_MS:
        raise Refusal("bad_arena", "The start has passed: choose a later one.")
