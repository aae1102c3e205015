"""Arenas: creating, calling off, entering, leaving, playing, showing. `events.arena_clock` takes their steps."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from msgspec.structs import asdict

from gaprace.errors import ReadOnly, Refusal
from gaprace.events.arena_clock import ArenaClock
from gaprace.events.arena_hosts import refuse_settings
from gaprace.events.arena_tables import ArenaTables
from gaprace.events.challenges import entry_state, new_code
from gaprace.events.link_access import owns_its_group, require_visible, require_visible_arena
from gaprace.events.shared_reads import SharedReads
from gaprace.groups.access import require_readable_group, require_visible_group
from gaprace.play.events import arena as rules
from gaprace.play.events.arena import MINUTE_MS, SHOWN_MS, ArenaEntry, no_such_arena
from gaprace.play.events.arena_roles import refuse_removed, runs
from gaprace.play.events.arena_table import ArenaPlace, ArenaTeam
from gaprace.play.events.event import Entry, Event
from gaprace.play.events.zones import known_zone
from gaprace.play.live.bots import level_of
from gaprace.play.notices.push import arena_starting
from gaprace.play.people.group_roles import member_for
from gaprace.play.people.names import read_allowed_name
from gaprace.play.people.words import WordList
from gaprace.ports import Background, Clock, Store, StoredPlayer, StoredRound, Transaction
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire import NamedPlayer, VariantChoice, http
from gaprace.wire.paging import Number, PageQuery, cursor

MAX_SHOWN = 50
"""Arenas on a list."""
PAGE = 100
"""Players in one answer."""
MAX_COUNTED = 20
"""Members of a team that are named."""


class _Seen(NamedTuple):
    arena: rules.Arena
    rounds: Sequence[StoredRound]
    """The rounds that have begun."""
    current: Event | None
    """The round that is being played."""


class _Read(NamedTuple):
    """The same, as it was read: there may be no such arena."""

    arena: rules.Arena | None
    rounds: Sequence[StoredRound]
    current: Event | None

    @property
    def expires_at(self) -> int | None:
        """When the clock changes it."""
        step = self.arena.due_at if self.arena else None
        end = self.current.ends_at if self.current else None
        return min((each for each in (step, end) if each is not None), default=None)


class _Behind(NamedTuple):
    """The key of a place in a table: the number of rows before the page."""

    rows: Number


class Arenas:
    """Organises arenas, shows them, and opens rooms to play their rounds."""

    def __init__(
        self, store: Store, clock: Clock, rooms: RoomRegistry, background: Background, words: WordList | None = None
    ) -> None:
        """Compute tables in the `background`. Keep `words` out of names; those of the built-in list, if missing."""
        self._store, self._clock, self._rooms = store, clock, rooms
        self._words = words or WordList.built_in()
        self._steps = ArenaClock(store, clock)
        self._tables = ArenaTables(store, clock, background)
        self._shared = SharedReads(self._read, clock, lambda read: read.expires_at)

    # Organising

    async def create(self, player: StoredPlayer, new: http.NewArena) -> http.Arena:
        """Organise an arena. Its organiser takes part only after registering, like everyone else.

        Raises `too_many_arenas`.
        """
        now = self._clock.now()
        made = await self._made(player, new, now)

        async def work(tx: Transaction) -> None:
            if not await tx.lock_active_player(player.id):
                raise no_such_arena()
            if await tx.count_arenas(player.id) >= rules.MAX_OPEN:
                raise Refusal("too_many_arenas", f"{rules.MAX_OPEN} of your arenas are open: wait until one has ended.")
            await tx.add_arena(made)
            await tx.queue(arena_starting(made.code, now, made.starts_at))

        await self._store.transact(work)
        return await self.view(made.code, player.id)

    async def _made(self, player: StoredPlayer, new: http.NewArena, now: int) -> rules.Arena:
        refuse_settings(new, now)
        is_cup = new.form == "cup"
        return rules.Arena(
            code=new_code(),
            name=read_allowed_name(new.name, self._words),
            player=player.id,
            form=new.form,
            variant=new.variant,
            made_at=now,
            starts_at=max(new.starts_at, now),
            round_ms=new.minutes * MINUTE_MS,
            rounds=0 if is_cup else new.rounds,
            group=await self._group(new.group, player.id) if new.group else None,
            listed=new.listed and new.group is None,
            teams=0 if is_cup else new.teams,
            team_scores=new.team_scores,
            repeat_days=new.repeat_days,
            zone=known_zone(new.zone),
            fill_to=new.fill_to,
            bot_level=new.bot_level,
            due_at=max(new.starts_at, now),
        )

    async def _group(self, code: str, player: str) -> str:
        group, mine = await require_visible_group(self._store, code, player)
        member_for("see", mine, private=group.private)
        return group.code

    async def call_off(self, player: StoredPlayer, code: str) -> None:
        """Call off an arena before its start; it does not recur. Raises `arena_not_found`, `not_host`."""
        arena = await require_visible_arena(self._store, code, player.id)
        if arena.player != player.id and not await owns_its_group(self._store, arena, player.id):
            raise Refusal("not_host", "Only the organiser can call this off.")

        async def work(tx: Transaction) -> None:
            known = await tx.lock_arena(arena.code)
            if known is None:
                raise no_such_arena()
            known.refuse_change(self._clock.now())
            await tx.forget_arena(arena.code)

        await self._store.transact(work)
        self._shared.forget(arena.code)

    # Taking part

    async def enter(self, player: StoredPlayer, code: str, team: int = 0) -> http.Arena:
        """Register for an arena. Registering again, for another team, moves a player before the start."""
        await self._enter(player, (await self._enterable(player, code)).arena, team)
        return await self.view(code, player.id)

    async def _enter(self, player: StoredPlayer, arena: rules.Arena, team: int = 0) -> None:
        async def work(tx: Transaction) -> None:
            is_active = await tx.lock_active_player(player.id)
            known = await tx.lock_arena(arena.code)
            if known is None or not is_active:
                raise no_such_arena()
            now, mine = self._clock.now(), known.entry(player.id)
            if mine is None:
                refuse_removed(known, player.id)
                known.refuse_entry(now)
            elif team in {0, mine.team}:
                return
            else:
                known.refuse_change(now)
            at = mine.at if mine else now
            await tx.save_arena_entry(arena.code, ArenaEntry(player.id, at, known.team_for(team)))

        await self._store.transact(work)

    async def leave(self, player: StoredPlayer, code: str) -> http.Arena:
        """Withdraw a registration before the start. Later, players can simply stop playing.

        Raises `arena_not_found`.
        """
        await require_visible_arena(self._store, code, player.id)

        async def work(tx: Transaction) -> None:
            known = await tx.lock_arena(code)
            if known is None:
                raise no_such_arena()
            known.refuse_change(self._clock.now())
            await tx.remove_arena_entry(code, player.id)

        await self._store.transact(work)
        return await self.view(code, player.id)

    async def play(self, player: StoredPlayer, code: str) -> str:
        """Return the code of the room for a player's game of the current round. A newcomer is registered.

        Raises `arena_not_found`, `arena_out`, `no_round`, `challenge_for_people`.
        """
        arena, _, current = await self._enterable(player, code)
        challenge = await self._store.own_event(current.code, player.id) if current else None
        mine = challenge.entry(player.id) if challenge else None
        if mine and mine.room and not mine.ended:
            return mine.room
        entry = arena.entry(player.id)
        if entry is None:
            await self._enter(player, arena)
        elif entry.out_after is not None:
            raise Refusal("arena_out", f"You went out in round {entry.out_after} of this cup.")
        if challenge is None:
            raise Refusal("no_round", "No round is being played right now: wait for the next one.")
        challenge.refuse_entry(player.id, self._clock.now())
        return (await self._rooms.create_for_one(player, VariantChoice(arena.variant), challenge.room())).code

    async def _enterable(self, player: StoredPlayer, code: str) -> _Seen:
        seen = await self._seen(code, player.id)
        if seen.arena.group:
            group, mine = await require_readable_group(self._store, seen.arena.group, player.id)
            member_for("see", mine, private=group.private)
        if player.program:
            raise Refusal("challenge_for_people", "Programs cannot take part in arenas.")
        return seen

    async def _seen(self, code: str, me: str | None) -> _Seen:
        """Return an arena and its rounds, as visible to all who may see it."""
        read = await self._shared.get(code)
        return _Seen(await require_visible(self._store, read.arena, me), read.rounds, read.current)

    async def _read(self, code: str) -> _Read:
        """Read an arena after taking the steps that are due, so that a page does not wait for the clock."""
        now, arena = self._clock.now(), await self._store.arena(code)
        if arena is not None and arena.due_at is not None and arena.due_at <= now:
            with suppress(ReadOnly):  # the stored state is of use
                await self._steps.step(code)
            arena = await self._store.arena(code)
        if arena is None:
            return _Read(None, (), None)
        rounds = await self._store.arena_rounds(code)
        last = next((each for each in rounds if each.number == arena.round), None)
        is_current = last is not None and last.ended_at is None and last.ends_at > now
        return _Read(arena, rounds, await self._store.event(last.code) if last and is_current else None)

    # Showing

    async def view(self, code: str, me: str | None) -> http.Arena:
        """Return an arena, as player `me` may see it, after any change at this server."""
        self._shared.forget(code)
        return await self.shown(code, me)

    async def shown(self, code: str, me: str | None) -> http.Arena:
        """Return an arena, as player `me` may see it; of the other players, as they were a moment ago.

        All players of an arena look at it, and again when a round begins or ends.
        """
        arena, rounds, current = await self._seen(code, me)
        organiser = await self._store.player(arena.player)
        _, places, teams = await self._tables.table(arena, rounds)
        mine = next((each for each in places if each.player == me), None)
        shown = [*places[:PAGE], *([mine] if mine else [])]
        counted = [player for team in teams for player in team.counted[:MAX_COUNTED]]
        leads = await owns_its_group(self._store, arena, me)
        is_host = leads or runs(arena, me)
        removed = sorted(arena.removed)[:PAGE] if is_host else []
        known = {arena.player, *(each.player for each in shown), *counted, *arena.cohosts, *removed}
        names = await self._store.names([*known])
        group = await self._store.group(arena.group) if arena.group else None
        now = self._clock.now()
        is_named = organiser is not None and not organiser.is_suspended(now)
        return http.Arena(
            **asdict(_summary(arena if is_named else replace(arena, name=""), me, now)),
            player=arena.player,
            organiser=names.get(arena.player, ""),
            made_at=arena.made_at,
            listed=arena.listed,
            teams=arena.teams,
            repeat_days=arena.repeat_days,
            fill_to=arena.fill_to,
            bot_level=arena.bot_level,
            bots=len(arena.entries) - len(arena.people),
            ends_at=arena.ends_at,
            ended_at=arena.ended_at,
            next_at=None if current or arena.ended_at is not None else arena.due_at,
            next=arena.next,
            group=arena.group,
            group_name=group.name if group else None,
            round=_current_round(current, await self._own_entry(current, me)) if current else None,
            begun=[_round(each) for each in rounds],
            table=[_row(each, names) for each in places[:PAGE]],
            table_next=cursor(PAGE) if len(places) > PAGE else None,
            mine=_row(mine, names) if mine else None,
            team_table=[_team_row(each, names) for each in teams],
            may="lead" if leads or me == arena.player else "host" if is_host else "",
            cohosts=[_member(each, names) for each in sorted(arena.cohosts)],
            removed=[_member(each, names) for each in removed],
        )

    async def _own_entry(self, challenge: Event, me: str | None) -> Entry | None:
        own = await self._store.own_event(challenge.code, me) if me else None
        return own.entry(me) if own else None

    async def page(self, code: str, me: str | None, query: PageQuery) -> http.ArenaTable:
        """Return a page of an arena's table."""
        arena, rounds, _ = await self._seen(code, me)
        table = await self._tables.table(arena, rounds)
        first = (query.key(_Behind) or _Behind(0)).rows
        last = first + query.limit
        places = table.places[first:last]
        names = await self._store.names([each.player for each in places])
        return http.ArenaTable([_row(each, names) for each in places], cursor(last) if table.places[last:] else None)

    async def lists(self, me: str | None) -> http.ArenaList:
        """Return the listed arenas that have not ended, and the caller's own ones that ended a few days ago at most."""
        now, apart = self._clock.now(), await self._store.kept_apart(me) if me else set[str]()
        own = await self._store.arenas_of(me, now - SHOWN_MS, MAX_SHOWN) if me else []
        listed = [each for each in await self._store.listed_arenas(MAX_SHOWN) if each.player not in apart]
        found = {each.code: each for each in (*own, *listed)}
        return await self._summaries(found, me)

    async def of_group(self, code: str, me: str | None) -> http.ArenaList:
        """Return the latest arenas of a group."""
        group = (await require_readable_group(self._store, code, me)).group
        found = await self._store.group_arenas(group.code, MAX_SHOWN)
        return await self._summaries({each.code: each for each in found}, me)

    async def _summaries(self, arenas: Mapping[str, rules.Arena], me: str | None) -> http.ArenaList:
        now = self._clock.now()
        ordered = sorted(arenas.values(), key=lambda each: (each.ended_at is not None, each.starts_at, each.code))
        return http.ArenaList([_summary(each, me, now) for each in ordered if await self._may_name(each, me, now)])

    async def _may_name(self, arena: rules.Arena, me: str | None, now: int) -> bool:
        """Whether an arena is listed: an arena of a suspended organiser is listed only for its players."""
        if arena.player == me or arena.entry(me):
            return True
        organiser = await self._store.player(arena.player)
        return organiser is not None and organiser.deleted_at is None and not organiser.is_suspended(now)


def _phase(arena: rules.Arena, now: int) -> http.ArenaPhase:
    if arena.ended_at is not None:
        return "ended"
    return "before" if now < arena.starts_at else "running"


def _round(stored: StoredRound) -> http.ArenaRound:
    return http.ArenaRound(stored.number, stored.code, stored.starts_at, stored.ends_at, stored.games, stored.ended_at)


def _current_round(challenge: Event, mine: Entry | None) -> http.CurrentRound:
    return http.CurrentRound(
        number=int(challenge.label),
        ends_at=challenge.ends_at,
        playing=sum(each.game is not None and not each.ended for each in challenge.entries),
        done=sum(not level_of(player) for player in challenge.finished),
        mine=entry_state(mine) if mine else None,
        room=mine.room if mine and not mine.ended else None,
    )


def _row(place: ArenaPlace, names: Mapping[str, str]) -> http.ArenaRow:
    return http.ArenaRow(name=names.get(place.player, ""), bot=level_of(place.player) > 0, **place._asdict())


def _member(player: str, names: Mapping[str, str]) -> NamedPlayer:
    return NamedPlayer(player, names.get(player, ""))


def _team_row(team: ArenaTeam, names: Mapping[str, str]) -> http.ArenaTeamRow:
    counted = [_member(player, names) for player in team.counted[:MAX_COUNTED]]
    return http.ArenaTeamRow(team.team, team.rank, team.points, team.players, len(team.counted), counted)


def _summary(arena: rules.Arena, me: str | None, now: int) -> http.ArenaSummary:
    return http.ArenaSummary(
        code=arena.code,
        name=arena.name,
        form=arena.form,
        phase=_phase(arena, now),
        variant=arena.variant,
        starts_at=arena.starts_at,
        minutes=arena.round_ms // MINUTE_MS,
        rounds=arena.length,
        players=len(arena.people),
        entered=arena.entry(me) is not None,
    )
