"""A store in memory, written by hand, that keeps the same contract as the real ones: for fast tests of services.

Like a real store it lets others run before each transaction, which it then makes at once. Two stores on one
`MemoryDatabase` stand for two processes.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from time import time_ns
from typing import Self, TypeVar

from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import (
    DeletedGuests,
    FinishedRace,
    GameVersion,
    GuestKey,
    RaceFilter,
    RoomVersion,
    StoredAction,
    StoredGame,
    StoredPlayer,
    StoredRace,
    StoredRoom,
    StoredSession,
    Transaction,
    Written,
)
from gaprace.rules.results import Result
from gaprace.wire import RecordedAs
from tests.memory_store.analyses import MemoryAnalyses
from tests.memory_store.arenas import MemoryArenas, forget_arenas_of
from tests.memory_store.audience import MemoryAudience, forget_audience, forget_spectators
from tests.memory_store.blocks import MemoryBlocks, forget_blocks
from tests.memory_store.database import MemoryDatabase
from tests.memory_store.events import MemoryEvents, forget_entries, open_race, sealed_race
from tests.memory_store.examinations import MemoryExaminations
from tests.memory_store.friends import MemoryFriends, forget_friends
from tests.memory_store.group_scores import MemoryGroupScoreStore
from tests.memory_store.groups import MemoryGroups, leave_all_groups
from tests.memory_store.head_to_head import MemoryHeadToHead
from tests.memory_store.leaderboards import MemoryLeaderboards
from tests.memory_store.moderation import MemoryModeration, forget_texts
from tests.memory_store.outbox import MemoryOutbox
from tests.memory_store.push import MemoryPush, forget_push_of
from tests.memory_store.puzzles import MemoryPuzzles, forget_puzzle_players
from tests.memory_store.rivals import MemoryRivals, forget_seen, recorded_until
from tests.memory_store.scores import MemoryScores
from tests.memory_store.series import MemorySeries
from tests.memory_store.sessions import MemorySessions, forget_players_sessions
from tests.memory_store.statistics import MemoryStatistics, games_of
from tests.memory_store.subjects import MemorySubjects, forget_subjects
from tests.memory_store.transaction import MemoryTransaction
from tests.memory_store.webhooks import MemoryWebhooks
from tests.plain import plain

Answer = TypeVar("Answer")
AppendHook = Callable[[Sequence[StoredAction]], Awaitable[None]]


async def nothing(actions: Sequence[StoredAction]) -> None:
    """The hook that neither delays nor fails."""


_CREDENTIALS = ("generation", "recovery_hash", "next_recovery_hash", "next_recovery_at")


def _credentials(player: StoredPlayer) -> dict[str, object]:
    return {name: getattr(player, name) for name in _CREDENTIALS}


def _results(race: StoredRace) -> dict[str, Result]:
    return {player: plain(result) for player, result in race.valid_results.items()}


def _finished(race: StoredRace, results: dict[str, Result]) -> FinishedRace:
    assert race.ended_at is not None
    teams = {game.player: game.team for game in race.games if game.player in results} if race.team_scores else {}
    return FinishedRace(race.id, race.number, race.ended_at, results, race.deal.variant, teams, race.team_scores)


class MemoryStore(
    MemoryLeaderboards,
    MemoryStatistics,
    MemoryHeadToHead,
    MemorySeries,
    MemoryAnalyses,
    MemoryExaminations,
    MemoryModeration,
    MemoryGroups,
    MemoryGroupScoreStore,
    MemoryEvents,
    MemoryArenas,
    MemoryScores,
    MemoryBlocks,
    MemoryFriends,
    MemoryAudience,
    MemorySessions,
    MemorySubjects,
    MemoryPush,
    MemoryOutbox,
    MemoryWebhooks,
    MemoryPuzzles,
    MemoryRivals,
):
    """Implements `Store`.

    - `available = False`: every method raises `StoreUnavailable`.
    - `before_append`, `after_append`: awaited with the actions before and after they are written. One that waits
      delays the answer; one that raises `StoreUnavailable` loses the actions (before), or the answer only (after).
    """

    def __init__(self, database: MemoryDatabase | None = None) -> None:
        super().__init__(database)
        self.before_append: AppendHook = nothing
        self.after_append: AppendHook = nothing

    async def close(self) -> None:
        pass

    async def time(self) -> int:
        await self._reach()
        return time_ns() // 1_000_000

    async def transact(self, work: Callable[[Transaction], Awaitable[Answer]]) -> Answer:
        tx = MemoryTransaction(await self._reach())
        try:
            return await work(tx)
        except BaseException:
            await tx.rollback()
            raise

    # Accounts

    async def add_player(self, player: StoredPlayer, session: StoredSession | None = None) -> None:
        data = await self._reach()
        hashes = [other.recovery_hash for other in data.players.values()]
        if player.id in data.players or player.recovery_hash in hashes:
            raise ValueError(f"Player {player.id} contradicts what is stored.")
        data.players[player.id] = player
        if session:
            data.sessions[session.id] = session

    async def player(self, player_id: str) -> StoredPlayer | None:
        return (await self._reach()).players.get(player_id)

    async def player_by_recovery(self, recovery_hash: str) -> StoredPlayer | None:
        players = (await self._reach()).players.values()
        return next((each for each in players if recovery_hash in {each.recovery_hash, each.next_recovery_hash}), None)

    async def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        players = (await self._reach()).players
        return {each: players[each].name for each in player_ids if each in players}

    async def rename_player(self, player_id: str, name: str) -> None:
        players = (await self._reach()).players
        if player_id in players and players[player_id].deleted_at is None:
            players[player_id] = replace(players[player_id], name=name)

    async def note_zone(self, player_id: str, zone: str) -> None:
        players = (await self._reach()).players
        if player_id in players and players[player_id].deleted_at is None:
            players[player_id] = replace(players[player_id], zone=zone)

    async def record_player(self, player_id: str, recorded_as: RecordedAs) -> None:
        players = (await self._reach()).players
        players[player_id] = replace(players[player_id], recorded_as=recorded_as)

    async def delete_player(self, player_id: str, name: str, deleted_at: int) -> bool:
        data = await self._reach()
        players, stored = data.players, data.players.get(player_id)
        if stored is None or stored.deleted_at is not None:
            return False
        forget_blocks(data, [player_id])
        forget_friends(data, [player_id])
        forget_seen(data, [player_id])
        forget_spectators(data, [player_id])
        forget_players_sessions(data, [player_id])
        data.device_codes.pop(player_id, None)
        forget_subjects(data, [player_id])
        forget_push_of(data, [player_id])
        forget_puzzle_players(data, [player_id])
        forget_texts(data, player_id, stored.name)
        forget_entries(data, player_id)
        forget_arenas_of(data, player_id)
        leave_all_groups(data, player_id)
        players[player_id] = replace(
            stored,
            name=name,
            generation=stored.generation + 1,
            recovery_hash=f"deleted {player_id}",
            deleted_at=deleted_at,
            next_recovery_hash=None,
            next_recovery_at=None,
            zone=None,
        )
        return True

    async def change_credentials(self, known: StoredPlayer, changed: StoredPlayer) -> bool:
        players = (await self._reach()).players
        stored = players.get(known.id)
        if not stored or _credentials(stored) != _credentials(known):
            return False
        players[known.id] = replace(stored, **_credentials(changed))  # type: ignore[arg-type]
        return True

    async def server_key(self, name: str, proposal: bytes) -> bytes:
        return (await self._reach()).keys.setdefault(name, proposal)

    async def find_server_key(self, name: str) -> bytes | None:
        return (await self._reach()).keys.get(name)

    async def settings(self) -> dict[str, str]:
        return dict((await self._reach()).settings)

    async def save_settings(self, texts: Mapping[str, str]) -> None:
        database = await self._reach()
        database.settings = {name: text for name, text in (database.settings | texts).items() if text}

    # Rooms

    async def add_room(self, room: StoredRoom, told: QueuedNotice | None = None) -> bool:
        data = await self._reach()
        is_new = room.code not in data.closed and data.rooms.setdefault(room.code, room) is room
        if is_new and told:
            await MemoryTransaction(data).queue(told)
        return is_new

    async def room(self, code: str) -> StoredRoom | None:
        return (await self._reach()).rooms.get(code)

    async def save_room(self, room: StoredRoom) -> bool:
        return (await self._reach()).save_room(room)

    async def room_versions(self, codes: Sequence[str]) -> dict[str, RoomVersion]:
        data = await self._reach()
        rooms = {code: room for code in codes if (room := data.rooms.get(code))}
        return {code: RoomVersion(room.version, self._game_versions(data, code)) for code, room in rooms.items()}

    @staticmethod
    def _game_versions(data: MemoryDatabase, code: str) -> dict[str, GameVersion]:
        running = [race for race in data.races.values() if race.room == code and race.ended_at is None]
        return {
            game.id: GameVersion(max(data.actions.get(game.id, {}), default=0), game.result is not None, game.hinted)
            for race in running
            for game in race.games
        }

    async def touch_room(self, code: str, touched_at: int) -> None:
        data = await self._reach()
        room = data.rooms.get(code)
        if room and room.touched_at < touched_at:
            data.rooms[code] = replace(room, touched_at=touched_at)

    async def listed_rooms(self, limit: int, since: int) -> list[StoredRoom]:
        rooms = [room for room in (await self._reach()).rooms.values() if room.listed and room.touched_at > since]
        return sorted(rooms, key=lambda room: (-room.touched_at, room.code))[:limit]

    async def count_rooms(self) -> int:
        data = await self._reach()
        return len(data.rooms.keys() - data.closed)

    async def idle_rooms(self, before: int) -> list[StoredRoom]:
        data = await self._reach()
        rooms = [room for room in data.rooms.values() if self._is_idle(data, room, before)]
        return sorted(rooms, key=lambda room: (room.touched_at, room.code))

    async def close_room(self, code: str, before: int) -> bool:
        data = await self._reach()
        room = data.rooms.get(code)
        if room is None or not self._is_idle(data, room, before):
            return False
        data.closed.add(code)
        if room.listed:
            data.closed_listed[code] = room.touched_at
        del data.rooms[code]
        forget_audience(data, code)
        return True

    async def rooms_naming(self, player_id: str) -> list[str]:
        rooms = (await self._reach()).rooms
        return sorted(code for code, room in rooms.items() if f'"{player_id}"'.encode() in room.state)

    @staticmethod
    def _is_idle(data: MemoryDatabase, room: StoredRoom, before: int) -> bool:
        races = (race for race in data.races.values() if race.room == room.code)
        return room.touched_at < before and all(race.ended_at is not None for race in races)

    # Retention

    async def delete_guests(self, after: GuestKey, before: int, limit: int) -> DeletedGuests:
        data = await self._reach()
        guests = sorted(
            (
                each
                for each in data.players.values()
                if after < (each.created_at, each.id) and each.created_at < before and each.deleted_at is None
            ),
            key=lambda player: (player.created_at, player.id),
        )[:limit]
        needed = data.needed_players()
        named = b"".join(room.state for room in data.rooms.values())
        gone = [each.id for each in guests if each.id not in needed and f'"{each.id}"'.encode() not in named]
        for player_id in gone:
            del data.players[player_id]
        forget_blocks(data, gone)
        forget_friends(data, gone)
        forget_seen(data, gone)
        forget_spectators(data, gone)
        forget_players_sessions(data, gone)
        forget_push_of(data, gone)
        return DeletedGuests(len(gone), (guests[-1].created_at, guests[-1].id) if len(guests) == limit else None)

    async def abandoned_races(self, before: int) -> list[str]:
        data = await self._reach()
        open_ended = {race.room for race in data.races.values() if race.ended_at is None and race.ends_at is None}
        return sorted(code for code in open_ended if data.rooms[code].touched_at < before)

    # Races

    async def race(self, race_id: str) -> StoredRace | None:
        data = await self._reach()
        race = data.races.get(race_id)
        if race is None:
            return open_race(data, race_id)
        return sealed_race(data, replace(race, is_listed=data.is_listed(race.room)))

    async def own_games(self, player: str, game_ids: Sequence[str]) -> list[StoredRace]:
        data = await self._reach()
        own = [each for each in games_of(data, player) if each[0].id in game_ids]
        return [replace(sealed_race(data, race), games=(game,)) for game, race in own]

    async def finished_races(self, room: str, first: int, last: int) -> list[FinishedRace]:
        data = await self._reach()
        races = [race for race in data.races.values() if race.room == room]
        return [
            _finished(race, results)
            for race in sorted(races, key=lambda race: race.number)
            if race.ended_at is not None and first <= race.number <= last and recorded_until(data, race) is None
            if (results := _results(race))
        ]

    async def missed_races(self, group: str, player: str, since: int, limit: int) -> list[str]:
        data, found = await self._reach(), list[StoredRace]()
        for race in data.races.values():
            is_late = any(game.recorded for game in race.games)
            if race.group == group and race.ended_at and race.ended_at >= since and not is_late:
                found += [] if await self.knows_deal(player, race.deal.code) else [race]
        return [race.id for race in sorted(found, key=lambda race: (-(race.ended_at or 0), race.id))][:limit]

    async def later_races(self, race: StoredRace) -> list[StoredRace]:
        races = (await self._reach()).races.values()
        same = [each for each in races if (each.deal, each.group) == (race.deal, race.group) and each.ended_at]
        later = [each for each in same if (each.ended_at or 0) > (race.ended_at or 0)]
        return sorted(later, key=lambda each: (each.ended_at or 0, each.id))

    async def listed_races(self, rooms: int, limit: int) -> list[FinishedRace]:
        data = await self._reach()
        listed = {code: room.touched_at for code, room in data.rooms.items() if room.listed} | data.closed_listed
        latest = sorted(listed, key=lambda code: -listed[code])[:rooms]
        return _latest(data, lambda race: race.room in latest)[:limit]

    async def past_races(self, which: RaceFilter, limit: int) -> list[FinishedRace]:
        def is_among(race: StoredRace) -> bool:
            key = (race.ended_at or 0, race.id)
            return (
                data.is_listed(race.room)
                and which.variant in {"", race.deal.variant.name}
                and (not which.player or which.player in {game.player for game in race.games})
                and key[0] >= which.since
                and (which.after is None or key < which.after)
            )

        data = await self._reach()
        return _latest(data, is_among)[:limit]

    async def open_races(self, due_by: int | None = None) -> list[tuple[str, str]]:
        races = (await self._reach()).races.values()
        going_on = [race for race in races if race.ended_at is None]
        if due_by is not None:
            going_on = [race for race in going_on if race.ends_at is not None and race.ends_at <= due_by]
        return sorted((race.room, race.id) for race in going_on)

    async def is_raced(self, code: str) -> bool:
        races = (await self._reach()).races.values()
        return any(
            race.ended_at is None
            and race.deal.code == code
            and any((game.ranked or game.recorded) and game.result is None for game in race.games)
            for race in races
        )

    # Games and actions

    @property
    def appender(self) -> Self:
        return self

    async def probe(self) -> None:
        await self._reach()

    async def append_actions(self, actions: Sequence[StoredAction]) -> list[Written]:
        await self.before_append(actions)
        data = await self._reach()
        refused: dict[str, Written] = {}
        answers = [self._append(data, action, refused) for action in actions]
        await self.after_append(actions)
        return answers

    @staticmethod
    def _append(data: MemoryDatabase, action: StoredAction, refused: dict[str, Written]) -> Written:
        stored = data.actions.get(action.game)
        if stored is None:
            return Written.ENDED
        if action.n != len(stored) + 1:
            refused.setdefault(action.game, Written.GAP if action.n > len(stored) + 1 else Written.TAKEN)
        if action.game in refused:
            return refused[action.game]
        stored[action.n] = action
        return Written.STORED

    async def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        actions = (await self._reach()).actions
        return {game: [action for _, action in sorted(actions.get(game, {}).items())] for game in game_ids}

    async def mark_hinted(self, game_id: str) -> None:
        data = await self._reach()
        if game_id in data.actions:
            data.change_game(replace(data.game(game_id), hinted=True, ranked=False))

    async def finished_game(self, game_id: str) -> tuple[StoredGame, StoredRace] | None:
        data = await self._reach()
        race = data.races.get(data.race_of.get(game_id, ""))
        games = race.games if race else ()
        found = next((game for game in games if game.id == game_id and game.result), None)
        if found is None or race is None:
            return None
        return found, sealed_race(data, replace(race, games=(found,), is_listed=data.is_listed(race.room)))


def _latest(data: MemoryDatabase, is_among: Callable[[StoredRace], bool]) -> list[FinishedRace]:
    """The races in which anybody has played and that no event seals, the latest first."""
    on_dailies = [each.deal for each in data.dailies.values()]
    found = [
        _finished(race, _results(race))
        for race in data.races.values()
        if race.ended_at is not None and not race.event and race.deal not in on_dailies and is_among(race)
        if any(result.moves for result in _results(race).values()) and recorded_until(data, race) is None
    ]
    return sorted(found, key=lambda race: (race.ended_at, race.id), reverse=True)
