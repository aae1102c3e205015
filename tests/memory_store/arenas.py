"""The part of the store in memory for arenas."""

from collections.abc import Sequence
from dataclasses import replace

from gaprace.play.events.arena import Arena, ArenaEntry, ArenaRole
from gaprace.play.events.arena_table import ArenaGame
from gaprace.play.events.event import Event
from gaprace.ports import StoredRound
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps
from tests.memory_store.events import stored_event
from tests.plain import plain


class MemoryArenas(MemoryRepository):
    """Implements `ArenaStore`."""

    async def arena(self, code: str) -> Arena | None:
        return (await self._reach()).arenas.get(code)

    async def arenas_of(self, player: str, since: int, limit: int) -> list[Arena]:
        data = await self._reach()
        groups = {group for (group, each), mine in data.group_members.items() if each == player and mine.is_member}
        found = [
            each
            for each in data.arenas.values()
            if player in {each.player, *each.cohosts} or each.entry(player) or each.group in groups
            if each.ended_at is None or each.ended_at >= since
        ]
        return _latest(found)[:limit]

    async def listed_arenas(self, limit: int) -> list[Arena]:
        found = [each for each in (await self._reach()).arenas.values() if each.listed and each.ended_at is None]
        return sorted(found, key=lambda each: (each.starts_at, each.code))[:limit]

    async def group_arenas(self, group: str, limit: int) -> list[Arena]:
        return _latest([each for each in (await self._reach()).arenas.values() if each.group == group])[:limit]

    async def due_arenas(self, now: int) -> Sequence[str]:
        due = [each for each in (await self._reach()).arenas.values() if each.due_at is not None and each.due_at <= now]
        return [each.code for each in sorted(due, key=lambda each: (each.due_at, each.code))]

    async def arena_rounds(self, code: str) -> list[StoredRound]:
        return [
            StoredRound(
                int(each.label),
                each.code,
                each.opens_at,
                each.ends_at,
                each.ended_at,
                sum(entry.game is not None for entry in each.entries),
            )
            for each in _rounds(await self._reach(), code)
        ]

    async def arena_games(self, code: str, number: int) -> list[ArenaGame]:
        data, found = await self._reach(), []
        for each in _rounds(data, code):
            if each.label == str(number) and each.ended_at is not None:
                games = [data.game(entry.game) for entry in each.entries if entry.game]
                found += [
                    ArenaGame(game.player, plain(game.result))
                    for game in games
                    if game.result and is_played(game.result) and game.voided_by is None
                ]
        return sorted(found, key=lambda game: game.player)


def _latest(found: list[Arena]) -> list[Arena]:
    return sorted(found, key=lambda each: (-each.starts_at, each.code))


def _rounds(data: MemoryDatabase, code: str) -> list[Event]:
    found = [stored_event(data, each) for each, known in data.events.items() if known.parent == code]
    return sorted((each for each in found if each), key=lambda each: int(each.label))


def forget_group_arenas(data: MemoryDatabase, group: str) -> None:
    """Delete the arenas of a group."""
    for code in [code for code, each in data.arenas.items() if each.group == group]:
        del data.arenas[code]


def forget_arenas_of(data: MemoryDatabase, player: str) -> None:
    """Take back entries without a game, and call off the own arenas that have not begun."""
    for code, arena in [*data.arenas.items()]:
        if arena.player == player and not arena.round and arena.ended_at is None:
            del data.arenas[code]
            continue
        played = {each.player for of in _rounds(data, code) for each in of.entries if each.game}
        entries = tuple(each for each in arena.entries if each.player != player or player in played)
        mine = {"name": "", "repeat_days": 0} if arena.player == player else {}
        roles = {"cohosts": arena.cohosts - {player}, "removed": arena.removed - {player}}
        data.arenas[code] = replace(arena, entries=entries, **roles, **mine)  # type: ignore[arg-type]


class MemoryArenaSteps(MemorySteps):
    """Implements `ArenaSteps`."""

    async def count_arenas(self, player: str) -> int:
        return sum(each.player == player and each.ended_at is None for each in self._data.arenas.values())

    async def add_arena(self, arena: Arena) -> None:
        self._data.arenas[arena.code] = replace(arena, entries=(), cohosts=frozenset(), removed=frozenset())

    async def edit_arena(self, arena: Arena) -> None:
        known = self._data.arenas[arena.code]
        self._data.arenas[arena.code] = replace(
            arena, entries=known.entries, cohosts=known.cohosts, removed=known.removed
        )

    async def set_arena_role(self, code: str, player: str, role: ArenaRole) -> None:
        known = self._data.arenas[code]
        cohosts, removed = known.cohosts - {player}, known.removed - {player}
        if role == "cohost":
            cohosts |= {player}
        elif role == "removed":
            removed |= {player}
        self._data.arenas[code] = replace(known, cohosts=cohosts, removed=removed)

    async def lock_arena(self, code: str) -> Arena | None:
        return self._data.arenas.get(code)

    async def save_arena(self, arena: Arena) -> None:
        self._data.arenas[arena.code] = arena

    async def hasten_arena(self, code: str, now: int) -> None:
        known = self._data.arenas[code]
        if known.is_cup and known.due_at is not None and known.due_at > now:
            self._data.arenas[code] = replace(known, due_at=now)

    async def save_arena_entry(self, code: str, entry: ArenaEntry) -> None:
        self._with(code, entry.player, (entry,))

    async def remove_arena_entry(self, code: str, player: str) -> None:
        self._with(code, player, ())

    def _with(self, code: str, player: str, entries: tuple[ArenaEntry, ...]) -> None:
        known = self._data.arenas[code]
        others = tuple(each for each in known.entries if each.player != player)
        ordered = sorted((*others, *entries), key=lambda each: (each.at, each.player))
        self._data.arenas[code] = replace(known, entries=tuple(ordered))

    async def forget_arena(self, code: str) -> None:
        del self._data.arenas[code]

    async def arena_round(self, code: str, number: int) -> Event | None:
        return next((each for each in _rounds(self._data, code) if each.label == str(number)), None)
