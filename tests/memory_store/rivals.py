"""The part of the store in memory for the deals that players have seen, and for recorded rivals."""

from collections.abc import Collection
from itertools import product

from gaprace.play.events.calendar import date_of
from gaprace.play.events.seals import Seal, Shown
from gaprace.play.live.rivals import LATE_GAMES, MIN_AGE_MS, RivalGame
from gaprace.play.people.rating import Rating
from gaprace.ports import RecordedBy, SeenDeal, StoredGame, StoredPlayer, StoredRace
from gaprace.rules.results import is_played
from gaprace.rules.variants import Variant
from tests.memory_store.database import MemoryDatabase, MemoryRepository


class MemoryRivals(MemoryRepository):
    """Implements `RivalStore`."""

    async def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        seen = (await self._reach()).seen
        for pair in product(players, codes):
            seen.setdefault(pair, at)

    async def seen_deals(self, player: str) -> list[SeenDeal]:
        seen = (await self._reach()).seen
        found = [SeenDeal(code, at) for (by, code), at in seen.items() if by == player]
        return sorted(found, key=lambda each: (each.at, each.code))

    async def knows_deal(self, player: str, code: str) -> bool:
        data = await self._reach()
        of_player = (race for race in data.races.values() if any(game.player == player for game in race.games))
        return (player, code) in data.seen or any(race.deal.code == code for race in of_player)

    async def puzzle_deals(self, puzzle: str) -> list[str]:
        data = await self._reach()
        games = [each.game for each in data.puzzle_mistakes.values() if each.puzzle == puzzle]
        return [*{data.races[data.race_of[game]].deal.code for game in games if game in data.race_of}]

    async def rival_games(
        self, variant: Variant, people: Collection[str], apart: Collection[str], now: int
    ) -> list[RivalGame]:
        data = await self._reach()
        of_dailies = {each.deal for each in data.dailies.values()}
        seen = {code for player, code in data.seen if player in people}
        for race in data.races.values():
            seen |= {race.deal.code} if any(game.player in people for game in race.games) else set()
        free = [
            (race, game)
            for race in data.races.values()
            if race.ended_at and race.ended_at <= now - MIN_AGE_MS and not race.event
            if recorded_until(data, race) is None and race.deal.variant.name == variant.name
            for game in race.games
            if _may_be_used(race, game)
        ]
        return [
            _rival_game(data, race, game)
            for race, game in sorted(free, key=lambda each: -(each[1].result.ended_at if each[1].result else 0))[
                :LATE_GAMES
            ]
            if race.deal.variant == variant and race.deal.code not in seen and race.deal not in of_dailies
            if game.player not in {*people, *apart} and _allows(data.players[game.player], now)
        ]

    async def rivals_of(self, race: str, now: int) -> list[RivalGame]:
        data = await self._reach()
        found = data.races[race]
        return [
            _rival_game(data, found, game)
            for game in found.games
            if game.result and is_played(game.result) and not (game.voided_by or game.recorded)
            if _allows(data.players[game.player], now)
        ]

    async def recorded_by(self, game_ids: Collection[str]) -> dict[str, RecordedBy]:
        data, found = await self._reach(), {}
        for game in game_ids:
            result, player = data.game(game).result, data.players[data.game(game).player]
            is_named = player.recorded_as == "name" and player.deleted_at is None
            found[game] = RecordedBy(player.name if is_named else "", date_of(result.ended_at))
        return found


def _may_be_used(race: StoredRace, game: StoredGame) -> bool:
    counts = game.ranked or any(each.recorded for each in race.games)
    is_own = game.recorded is None and game.voided_by is None and not game.hinted
    return counts and is_own and game.result is not None and is_played(game.result) and not game.result.given_up


def _allows(player: StoredPlayer, now: int) -> bool:
    is_here = player.deleted_at is None and not player.program and not player.is_suspended(now)
    return is_here and player.recorded_as != "never"


def _rival_game(data: MemoryDatabase, race: StoredRace, game: StoredGame) -> RivalGame:
    player, rating = data.players[game.player], data.ratings.get((game.player, race.deal.variant.name), Rating())
    date = date_of(game.result.ended_at)
    return RivalGame(game.id, player.id, player.name, player.recorded_as, date, _deal_id(race), rating.value)


def _deal_id(race: StoredRace) -> str:
    return race.deal.code + race.deal.secret.hex()


def recorded_until(data: MemoryDatabase, race: StoredRace) -> int | None:
    """Until when recorded rivals may race on the deal of a race; None if none do."""
    running = [each for each in data.races.values() if each.deal == race.deal and each.ended_at is None]
    return next((each.ends_at for each in running if any(game.recorded for game in each.games)), None)


def recorded_seal(data: MemoryDatabase, race: StoredRace) -> Seal | None:
    """The seal of a race on whose deal recorded rivals race in another one."""
    until = recorded_until(data, race) if race.ended_at is not None else None
    return None if until is None else Seal(until, shows=Shown.SEAT)


def forget_seen(data: MemoryDatabase, players: Collection[str]) -> None:
    """Delete what was seen by players who are deleted."""
    data.seen = {pair: at for pair, at in data.seen.items() if pair[0] not in players}
