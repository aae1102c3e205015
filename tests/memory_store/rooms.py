"""The part of the store in memory for rooms, their audiences, races, games and actions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import (
    FinishedRace,
    GameVersion,
    RaceFilter,
    RoomVersion,
    StoredAction,
    StoredGame,
    StoredRace,
    StoredResult,
    StoredRoom,
    Written,
)
from gaprace.rules.results import Result
from tests.memory_store.database import MemoryPart
from tests.plain import plain


class MemoryRooms(MemoryPart):
    """Implements `RoomStore`, `AudienceStore`, `RaceStore` and the part of `Transaction` for races."""

    def add_room(self, room: StoredRoom, told: QueuedNotice | None = None) -> bool:
        if room.code in self.database.closed or room.code in self.database.rooms:
            return False
        self.database.rooms[room.code] = room
        if told:
            self.queue(told)
        return True

    def room(self, code: str) -> StoredRoom | None:
        return self.database.rooms.get(code)

    def save_room(self, room: StoredRoom) -> bool:
        is_next = bool(self.database.rooms.where(code=room.code, version=room.version - 1))
        if is_next:
            self.database.rooms[room.code] = room
        return is_next

    def room_versions(self, codes: Sequence[str]) -> dict[str, RoomVersion]:
        rooms = self.database.rooms
        return {code: RoomVersion(rooms[code].version, self._game_versions(code)) for code in codes if code in rooms}

    def _game_versions(self, code: str) -> dict[str, GameVersion]:
        actions = self.database.actions
        return {
            game.id: GameVersion(max(actions.get(game.id, {}), default=0), game.result is not None, game.hinted)
            for race in self.database.races.where(room=code, ended_at=None)
            for game in race.games
        }

    def touch_room(self, code: str, touched_at: int) -> None:
        room = self.database.rooms.get(code)
        if room and room.touched_at < touched_at:
            self.database.rooms.change(code, touched_at=touched_at)

    def listed_rooms(self, limit: int, since: int) -> list[StoredRoom]:
        rooms = [room for room in self.database.rooms.where(listed=True) if room.touched_at > since]
        return sorted(rooms, key=lambda room: (-room.touched_at, room.code))[:limit]

    def count_rooms(self) -> int:
        return len(self.database.rooms)

    def idle_rooms(self, before: int) -> list[StoredRoom]:
        rooms = [room for room in self.database.rooms.values() if self._is_idle(room, before)]
        return sorted(rooms, key=lambda room: (room.touched_at, room.code))

    def _is_idle(self, room: StoredRoom, before: int) -> bool:
        return room.touched_at < before and not self.database.races.where(room=room.code, ended_at=None)

    def close_room(self, code: str, before: int) -> bool:
        data, room = self.database, self.database.rooms.get(code)
        if room is None or not self._is_idle(room, before):
            return False
        data.closed[code] = data.rooms.pop(code)
        data.muted_spectators.drop(lambda key, _: key[0] == code)
        return True

    def rooms_naming(self, player_id: str) -> list[str]:
        rooms = self.database.rooms
        return sorted(code for code, room in rooms.items() if f'"{player_id}"'.encode() in room.state)

    def set_spectator_muted(self, room: str, player: str, *, muted: bool) -> None:
        self.database.muted_spectators[room, player] = muted

    def is_spectator_muted(self, room: str, player: str) -> bool:
        return self.database.muted_spectators.get((room, player), False)

    # Races

    def race(self, race_id: str) -> StoredRace | None:
        race = self.database.races.get(race_id)
        return self._listed(race) if race else self._open_race(race_id)

    def _listed(self, race: StoredRace) -> StoredRace:
        """A race with its seal, and whether it is listed, as it is now."""
        return self._sealed(replace(race, is_listed=self.database.is_listed(race.room)))

    def own_games(self, player: str, game_ids: Sequence[str]) -> list[StoredRace]:
        own = [each for each in self._games_of(player) if each[0].id in game_ids]
        return [replace(self._sealed(race), games=(game,)) for game, race in own]

    def finished_races(self, room: str, first: int, last: int) -> list[FinishedRace]:
        races = sorted(self.database.races.where(room=room), key=lambda race: race.number)
        return self._finished(race for race in races if first <= race.number <= last)

    def _finished(self, races: Iterable[StoredRace]) -> list[FinishedRace]:
        """Those of the races that have ended with results that count, and on whose deals no recorded rivals race."""
        return [
            _finished(race, results)
            for race in races
            if race.ended_at is not None and self._recorded_until(race) is None and (results := _results(race))
        ]

    def missed_races(self, group: str, player: str, since: int, limit: int) -> list[str]:
        ended = [race for race in self.database.races.where(group=group) if race.ended_at and race.ended_at >= since]
        found = [
            race
            for race in ended
            if not any(game.recorded for game in race.games) and not self.knows_deal(player, race.deal.code)
        ]
        return [race.id for race in sorted(found, key=lambda race: (-race.ended_at, race.id))][:limit]

    def later_races(self, race: StoredRace) -> list[StoredRace]:
        same = self.database.races.where(deal=race.deal, group=race.group)
        later = [each for each in same if each.ended_at and each.ended_at > (race.ended_at or 0)]
        return sorted(later, key=lambda each: (each.ended_at, each.id))

    def listed_races(self, rooms: int, limit: int) -> list[FinishedRace]:
        listed = [*self.database.rooms.where(listed=True), *self.database.closed.where(listed=True)]
        latest = sorted(listed, key=lambda room: -room.touched_at)[:rooms]
        return self._latest(lambda race: race.room in {room.code for room in latest})[:limit]

    def past_races(self, which: RaceFilter, limit: int) -> list[FinishedRace]:
        def is_among(race: StoredRace) -> bool:
            key = (race.ended_at or 0, race.id)
            return (
                self.database.is_listed(race.room)
                and which.variant in {"", race.deal.variant.name}
                and (not which.player or which.player in {game.player for game in race.games})
                and key[0] >= which.since
                and (which.after is None or key < which.after)
            )

        return self._latest(is_among)[:limit]

    def _latest(self, is_among: Callable[[StoredRace], bool]) -> list[FinishedRace]:
        """The races in which anybody has played and that no event seals, the latest first."""
        on_dailies = [each.deal for each in self.database.dailies.values()]
        among = [race for race in self.database.races.where(event=None) if is_among(race)]
        found = self._finished(race for race in among if race.deal not in on_dailies)
        played = [race for race in found if any(result.moves for result in race.results.values())]
        return sorted(played, key=lambda race: (race.ended_at, race.id), reverse=True)

    def open_races(self, due_by: int | None = None) -> list[tuple[str, str]]:
        going_on = self.database.races.where(ended_at=None)
        if due_by is not None:
            going_on = [race for race in going_on if race.ends_at is not None and race.ends_at <= due_by]
        return sorted((race.room, race.id) for race in going_on)

    def abandoned_races(self, before: int) -> list[str]:
        rooms = {race.room for race in self.database.races.where(ended_at=None, ends_at=None)}
        return sorted(code for code in rooms if self.database.rooms[code].touched_at < before)

    def is_raced(self, code: str) -> bool:
        races = [race for race in self.database.races.where(ended_at=None) if race.deal.code == code]
        running = [game for race in races for game in race.games if game.result is None]
        return any(game.ranked or game.recorded for game in running)

    def add_race(self, race: StoredRace) -> None:
        data, games = self.database, [game.id for game in race.games]
        is_taken = race.id in data.races or data.races.where(room=race.room, number=race.number)
        are_known = {game.player for game in race.games} <= data.players.keys()
        if is_taken or not are_known or not data.race_of.keys().isdisjoint(games) or len({*games}) < len(games):
            raise ValueError(f"Race {race.id} contradicts what is stored.")
        data.races[race.id] = race
        data.race_of.update(dict.fromkeys(games, race.id))
        data.actions.update({game: {} for game in games})

    def end_race(self, room: str, race_id: str, ended_at: int) -> StoredRace | None:
        if not self.database.races.where(id=race_id, room=room, ended_at=None):
            return None
        self.database.races.change(race_id, ended_at=ended_at)
        return self._sealed(self.database.races[race_id])

    def forget_race(self, race: StoredRace) -> None:
        del self.database.races[race.id]
        self.database.race_of.drop(lambda _, of: of == race.id)

    def end_game(self, game_id: str, n: int, result: StoredResult) -> bool:
        stored = self.database.actions.get(game_id)
        if stored is None or max(stored, default=0) != n:
            return False
        del self.database.actions[game_id]
        self.database.change_game(replace(self.database.game(game_id), result=result))
        return True

    def save_standing(self, changed: Sequence[StoredGame]) -> None:
        for game in changed:
            stored = self.database.game(game.id)
            self.database.change_game(replace(stored, ranked=game.ranked, kin=game.kin))

    # Games and actions

    def append(self, action: StoredAction, refused: dict[str, Written]) -> Written:
        stored = self.database.actions.get(action.game)
        if stored is None:
            return Written.ENDED
        if action.n != len(stored) + 1:
            refused.setdefault(action.game, Written.GAP if action.n > len(stored) + 1 else Written.TAKEN)
        if action.game in refused:
            return refused[action.game]
        stored[action.n] = action
        return Written.STORED

    def actions(self, game_ids: Sequence[str]) -> dict[str, list[StoredAction]]:
        actions = self.database.actions
        return {game: [action for _, action in sorted(actions.get(game, {}).items())] for game in game_ids}

    def mark_hinted(self, game_id: str) -> None:
        if game_id in self.database.actions:
            self.database.change_game(replace(self.database.game(game_id), hinted=True, ranked=False))

    def finished_game(self, game_id: str) -> tuple[StoredGame, StoredRace] | None:
        if game_id not in self.database.race_of or self.database.game(game_id).result is None:
            return None
        game, race = self.database.game(game_id), self.database.races[self.database.race_of[game_id]]
        return game, self._listed(replace(race, games=(game,)))


def _results(race: StoredRace) -> dict[str, Result]:
    return {player: plain(result) for player, result in race.valid_results.items()}


def _finished(race: StoredRace, results: dict[str, Result]) -> FinishedRace:
    teams = {game.player: game.team for game in race.games if game.player in results} if race.team_scores else {}
    return FinishedRace(race.id, race.number, race.ended_at, results, race.deal.variant, teams, race.team_scores)
