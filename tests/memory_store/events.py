"""The part of the store in memory for events and arenas."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from gaprace.play.events.arena import Arena, ArenaEntry, ArenaRole
from gaprace.play.events.arena_table import ArenaGame
from gaprace.play.events.event import Entry, Event
from gaprace.play.seals import NO_SEAL
from gaprace.ports import DailyKey, StoredRace, StoredRound
from gaprace.rules.results import is_played
from tests.memory_store.database import MemoryPart
from tests.plain import plain


class MemoryEvents(MemoryPart):
    """Implements `EventStore` and `ArenaStore`."""

    def _event(self, code: str | None) -> Event | None:
        """An event, with its games as they are now."""
        found = self.database.events.get(code)
        if found is None:
            return None
        entries = sorted((self._entry(each) for each in found.entries), key=lambda each: (each.at, each.player))
        daily = next((tuple(each.key) for each in self.database.dailies.where(deal=found.deal)), None)
        return replace(found, entries=tuple(entries), daily=daily)

    def _entry(self, entry: Entry) -> Entry:
        if entry.game is None:
            return entry
        race = self.database.races[self.database.race_of[entry.game]]
        return replace(entry, room=race.room, ended=self.database.game(entry.game).result is not None)

    def _events(self, **values: object) -> list[Event]:
        return [self._event(each.code) for each in self.database.events.where(**values)]

    def _sealed(self, race: StoredRace) -> StoredRace:
        """A race with its seal as it is now."""
        if seal := self._recorded_seal(race):
            return replace(race, seal=seal)
        event = self._event(race.event or (race.daily.event if race.daily else None))
        return replace(race, seal=event.seal) if event else replace(race, event=None, seal=NO_SEAL)

    def _open_race(self, code: str) -> StoredRace | None:
        """The race of all games of an event with a link."""
        event = self._event(code)
        if event is None or not event.has_link:
            return None
        games = sorted((each.at, each.game) for each in event.entries if each.game)
        return StoredRace(
            code,
            "",
            1,
            event.deal,
            event.opens_at,
            event.ends_at,
            games=tuple(self.database.game(game) for _, game in games),
            daily=DailyKey(*event.daily) if event.daily else None,
            ended_at=event.ended_at,
            event=code,
            seal=event.seal,
            order=event.order,
        )

    def event(self, code: str) -> Event | None:
        found = self._event(code)
        return replace(found, entries=()) if found and found.kind == "daily" else found

    lock_event = event

    def own_event(self, code: str, player: str) -> Event | None:
        found = self._event(code)
        return found and replace(found, entries=tuple(each for each in found.entries if each.player == player))

    def entry(self, code: str, player: str) -> Entry | None:
        event = self._event(code)
        return event and event.entry(player)

    def challenges_of(self, player: str, since: int, limit: int) -> list[Event]:
        groups = self._groups_of(player)
        found = [
            each
            for each in self._events(kind="challenge")
            if each.player == player or each.entry(player) or each.group in groups
            if each.ended_at is None or each.ended_at >= since
        ]
        return sorted(found, key=lambda each: (each.ends_at, each.code))[:limit]

    def challenges_to(self, player: str, makers: Collection[str], now: int, limit: int) -> list[Event]:
        found = [
            each
            for each in self._events(kind="challenge", places=None, group=None, ended_at=None)
            if each.player in makers and each.closes_at > now and not each.entry(player)
        ]
        return sorted(found, key=lambda each: (-each.opens_at, each.code))[:limit]

    def group_challenges(self, group: str, limit: int) -> list[Event]:
        found = self._events(group=group, kind="challenge")
        return sorted(found, key=lambda each: (-each.opens_at, each.code))[:limit]

    def group_dailies_of(self, player: str) -> list[Event]:
        found = [each for each in self._events(kind="group_daily") if each.entry(player)]
        return sorted(found, key=lambda each: (each.label, each.code))

    def last_group_daily(self, group: str) -> Event | None:
        return max(self._events(group=group, kind="group_daily"), key=lambda each: each.label, default=None)

    def due_events(self, now: int) -> Sequence[str]:
        return sorted(each.code for each in self.database.events.where(ended_at=None) if each.closes_at <= now)

    def sealed_games(self, games: Collection[str], now: int) -> frozenset[str]:
        sealed = [each for each in self._events() if each.ended_at is None or each.ended_at > now]
        return frozenset(mine.game for each in sealed for mine in each.entries if mine.game in games)

    def is_in_event(self, code: str, now: int) -> bool:
        ranked = [each for each in self.database.events.where(ranked=True) if each.deal.code == code]
        return any(each.ended_at is None or each.ended_at > now for each in ranked)

    def save_entry(self, event: str, player: str, at: int, game: str | None) -> bool:
        known = self.database.events[event]
        mine = known.entry(player)
        if mine and mine.game:
            return False
        entry = replace(mine, game=game) if mine else Entry(player, at, game)
        others = (each for each in known.entries if each.player != player)
        self.database.events.change(event, entries=(*others, entry))
        return True

    def remove_entry(self, code: str, player: str) -> None:
        entries = self.database.events[code].entries
        left = tuple(each for each in entries if each.player != player or each.game is not None)
        self.database.events.change(code, entries=left)

    def _forget_entries(self, player: str) -> None:
        """Take back the places of a player in which no game has begun."""
        for code in self.database.events:
            self.remove_entry(code, player)

    def count_challenges(self, player: str) -> int:
        return len(self.database.events.where(player=player, kind="challenge", ended_at=None))

    def forget_event(self, event: Event) -> None:
        del self.database.events[event.code]

    def add_event(self, event: Event) -> None:
        self.database.events[event.code] = event

    def end_event(self, code: str, ended_at: int) -> None:
        if self.database.events[code].ended_at is None:
            self.database.events.change(code, ended_at=ended_at)
        self._renew_of_event(code)

    # Arenas

    def arena(self, code: str) -> Arena | None:
        return self.database.arenas.get(code)

    lock_arena = arena

    def arenas_of(self, player: str, since: int, limit: int) -> list[Arena]:
        groups = self._groups_of(player)
        found = [
            each
            for each in self.database.arenas.values()
            if player in {each.player, *each.cohosts} or each.entry(player) or each.group in groups
            if each.ended_at is None or each.ended_at >= since
        ]
        return sorted(found, key=lambda each: (-each.starts_at, each.code))[:limit]

    def listed_arenas(self, limit: int) -> list[Arena]:
        found = self.database.arenas.where(listed=True, ended_at=None)
        return sorted(found, key=lambda each: (each.starts_at, each.code))[:limit]

    def group_arenas(self, group: str, limit: int) -> list[Arena]:
        found = self.database.arenas.where(group=group)
        return sorted(found, key=lambda each: (-each.starts_at, each.code))[:limit]

    def due_arenas(self, now: int) -> Sequence[str]:
        dated = [(each.due_at, each.code) for each in self.database.arenas.values() if each.due_at is not None]
        return [code for at, code in sorted(dated) if at <= now]

    def _rounds(self, code: str) -> list[Event]:
        return sorted(self._events(parent=code), key=lambda each: int(each.label))

    def arena_rounds(self, code: str) -> list[StoredRound]:
        return [
            StoredRound(
                int(each.label),
                each.code,
                each.opens_at,
                each.ends_at,
                each.ended_at,
                sum(entry.game is not None for entry in each.entries),
            )
            for each in self._rounds(code)
        ]

    def arena_round(self, code: str, number: int) -> Event | None:
        return next((each for each in self._rounds(code) if each.label == str(number)), None)

    def arena_games(self, code: str, number: int) -> list[ArenaGame]:
        ended = [each for each in self._events(parent=code, label=str(number)) if each.ended_at is not None]
        games = [self.database.game(entry.game) for each in ended for entry in each.entries if entry.game]
        found = [
            ArenaGame(game.player, plain(game.result))
            for game in games
            if game.result and is_played(game.result) and game.voided_by is None
        ]
        return sorted(found, key=lambda game: game.player)

    def _forget_arenas_of(self, player: str) -> None:
        """Take back entries without a game, and call off the own arenas that have not begun."""
        arenas = self.database.arenas
        arenas.drop(lambda _, each: each.player == player and not each.round and each.ended_at is None)
        for code, arena in [*arenas.items()]:
            played = {each.player for of in self._rounds(code) for each in of.entries if each.game}
            entries = tuple(each for each in arena.entries if each.player != player or player in played)
            mine = {"name": "", "repeat_days": 0} if arena.player == player else {}
            arenas.change(code, entries=entries, **_without(arena, player), **mine)

    def count_arenas(self, player: str) -> int:
        return len(self.database.arenas.where(player=player, ended_at=None))

    def add_arena(self, arena: Arena) -> None:
        self.database.arenas[arena.code] = replace(arena, entries=(), cohosts=frozenset(), removed=frozenset())

    def edit_arena(self, arena: Arena) -> None:
        known = self.database.arenas[arena.code]
        kept = {name: getattr(known, name) for name in ("entries", "cohosts", "removed")}
        self.database.arenas[arena.code] = replace(arena, **kept)

    def set_arena_role(self, code: str, player: str, role: ArenaRole) -> None:
        roles = _without(self.database.arenas[code], player)
        if role != "player":
            roles["cohosts" if role == "cohost" else "removed"] |= {player}
        self.database.arenas.change(code, **roles)

    def save_arena(self, arena: Arena) -> None:
        self.database.arenas[arena.code] = arena

    def hasten_arena(self, code: str, now: int) -> None:
        known = self.database.arenas[code]
        if known.is_cup and known.due_at is not None and known.due_at > now:
            self.database.arenas.change(code, due_at=now)

    def save_arena_entry(self, code: str, entry: ArenaEntry) -> None:
        self._enter(code, entry.player, entry)

    def remove_arena_entry(self, code: str, player: str) -> None:
        self._enter(code, player)

    def _enter(self, code: str, player: str, *entries: ArenaEntry) -> None:
        others = [each for each in self.database.arenas[code].entries if each.player != player]
        ordered = sorted((*others, *entries), key=lambda each: (each.at, each.player))
        self.database.arenas.change(code, entries=tuple(ordered))

    def forget_arena(self, code: str) -> None:
        del self.database.arenas[code]


def _without(arena: Arena, player: str) -> dict[str, frozenset[str]]:
    """The roles of an arena without those of a player."""
    return {"cohosts": arena.cohosts - {player}, "removed": arena.removed - {player}}
