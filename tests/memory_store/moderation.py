"""The part of the store in memory for reports and decisions, and the steps that make results void."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from msgspec import structs

from gaprace.play.events.leaderboards import RatedGame
from gaprace.play.people.names import without_name
from gaprace.play.people.rating import MIN_RATED_GAMES, Rating
from gaprace.ports import (
    CountedGame,
    CurrentRating,
    Moment,
    RatedRace,
    Sanction,
    StoredGame,
    StoredPlayer,
    StoredRace,
    StoredReport,
    Voiding,
)
from gaprace.wire.http import Decision, RatingPoint
from tests.memory_store.database import MemoryDatabase, MemoryRepository, MemorySteps
from tests.memory_store.group_scores import renew_of_games
from tests.plain import plain


def forget_texts(data: MemoryDatabase, player: str, name: str) -> None:
    """See `store.erasure`."""
    for each in data.reports.values():
        if each.player == player:
            data.reports[each.id] = replace(each, subject=each.id, name="", note="", line=None)
        elif each.reporter == player:
            data.reports[each.id] = replace(each, note="")
    for decision in data.decisions.values():
        if decision.player == player:
            detail = "" if decision.action in {"rename", "rename_group"} else without_name(decision.detail, name)
            reason = without_name(decision.reason, name)
            data.decisions[decision.id] = structs.replace(decision, answer=None, detail=detail, reason=reason)
    for code in {group for group, member in data.group_members if member == player}:
        group = data.groups[code]
        data.groups[code] = replace(group, name=without_name(group.name, name))


class MemoryModeration(MemoryRepository):
    """Implements `ModerationStore`."""

    async def add_report(self, report: StoredReport) -> StoredReport:
        reports = (await self._reach()).reports
        same = (each for each in reports.values() if _about(each) == _about(report))
        return next(same, None) or reports.setdefault(report.id, report)

    async def open_reports(self, limit: int) -> list[StoredReport]:
        reports = (await self._reach()).reports.values()
        return sorted((each for each in reports if each.decision is None), key=lambda each: (each.at, each.id))[:limit]

    async def reports(self, ids: Sequence[str]) -> list[StoredReport]:
        reports = (await self._reach()).reports
        return [reports[each] for each in {*ids} & reports.keys()]

    async def reports_by(self, reporter: str) -> list[StoredReport]:
        reports = (await self._reach()).reports.values()
        return sorted((each for each in reports if each.reporter == reporter), key=lambda each: (each.at, each.id))

    async def count_open_reports(self, player: str | None = None) -> int:
        reports = (await self._reach()).reports.values()
        return sum(each.decision is None and player in {None, each.player} for each in reports)

    async def count_reports_by(self, reporter: str, since: int) -> int:
        reports = (await self._reach()).reports.values()
        return sum(each.reporter == reporter and each.at >= since for each in reports)

    async def decision(self, decision_id: str) -> Decision | None:
        return (await self._reach()).decisions.get(decision_id)

    async def decisions(
        self, limit: int, after: tuple[int, str] | None = None, player: str | None = None
    ) -> list[Decision]:
        found = [each for each in (await self._reach()).decisions.values() if player in {None, each.player}]
        earlier = [each for each in found if after is None or (each.at, each.id) < after]
        return sorted(earlier, key=lambda each: (each.at, each.id), reverse=True)[:limit]

    async def count_unread_decisions(self, player: str) -> int:
        decisions = (await self._reach()).decisions.values()
        return sum(each.player == player and each.read_at is None for each in decisions)

    async def read_decision(self, decision_id: str, at: int) -> None:
        decisions = (await self._reach()).decisions
        if decision_id in decisions and decisions[decision_id].read_at is None:
            decisions[decision_id] = structs.replace(decisions[decision_id], read_at=at)

    async def answer_decision(self, decision_id: str, text: str, at: int) -> bool:
        decisions = (await self._reach()).decisions
        if decision_id not in decisions or decisions[decision_id].answered_at is not None:
            return False
        decisions[decision_id] = structs.replace(decisions[decision_id], answer=text, answered_at=at)
        return True

    async def announcement(self, now: int) -> Decision | None:
        made = [each for each in await self.decisions(2**31) if each.action == "announce" and each.lifted_at is None]
        return next((each for each in made if each.until and each.until > now), None)

    async def find_players(self, name: str, limit: int) -> list[StoredPlayer]:
        players = (await self._reach()).players.values()
        named = [each for each in players if each.name.lower() == name.lower() and each.deleted_at is None]
        return sorted(named, key=lambda each: (-each.created_at, each.id))[:limit]

    async def voidings(self) -> list[Voiding]:
        return [each for _, each in sorted((await self._reach()).voidings.items())]

    async def recomputing(self) -> list[str]:
        return sorted((await self._reach()).recomputations)


def _about(report: StoredReport) -> tuple[str, str, str]:
    return report.reporter, report.player, report.subject


class MemoryModerationSteps(MemorySteps):
    """Implements the part of `Transaction` for moderation."""

    async def add_decision(self, decision: Decision, reports: Sequence[str]) -> None:
        data = self._data
        data.decisions[decision.id] = decision
        for report in {*reports} & {*data.reports}:
            if data.reports[report].decision is None:
                data.reports[report] = replace(data.reports[report], decision=decision.id)

    async def lift_decision(self, decision_id: str, at: int) -> bool:
        decisions = self._data.decisions
        if decision_id not in decisions or decisions[decision_id].lifted_at is not None:
            return False
        decisions[decision_id] = structs.replace(decisions[decision_id], lifted_at=at)
        return True

    async def standing_decisions(self, player: str) -> list[Decision]:
        return [each for each in self._data.decisions.values() if each.player == player and each.lifted_at is None]

    async def sanction(self, player: str, sanction: Sanction, until: int | None) -> None:
        players = self._data.players
        if player in players:
            changes: dict[str, int | None] = {sanction: until}
            players[player] = replace(players[player], **changes)  # type: ignore[arg-type]

    async def rename_player(self, player: str, name: str) -> None:
        players = self._data.players
        if player in players and players[player].deleted_at is None:
            players[player] = replace(players[player], name=name)

    async def countable_game(self, game_id: str) -> CountedGame | None:
        return next((game for game in self._ended() if game.id == game_id and self._data.game(game.id).ranked), None)

    async def countable_games(self, player: str, limit: int) -> list[CountedGame]:
        theirs = (game for game in self._ended() if game.player == player and self._data.game(game.id).ranked)
        return [*islice(theirs, limit)]

    async def void_games(self, decision_id: str, limit: int) -> list[CountedGame]:
        return [*islice((game for game in self._ended() if self._voided_by(game) == decision_id), limit)]

    def _voided_by(self, game: CountedGame) -> str | None:
        return self._data.game(game.id).voided_by

    def _ended(self) -> list[CountedGame]:
        """All games that have ended, the earliest first."""
        ended = [
            (game.result.ended_at, game.id, game, race)
            for race in self._data.races.values()
            for game in race.games
            if game.result
        ]
        return [self._counted(game, race) for *_, game, race in sorted(ended, key=lambda each: each[:2])]

    def _counted(self, game: StoredGame, race: StoredRace) -> CountedGame:
        daily = next((key for (key, _), attempt in self._data.attempts.items() if attempt == game.id), None)
        return CountedGame(game.id, game.player, race.id, race.deal.variant.name, race.ended_at, daily)

    async def has_running_games(self, player: str) -> bool:
        games = (game for race in self._data.races.values() for game in race.games)
        return any(game.player == player and game.ranked and not game.result for game in games)

    async def set_void(self, games: Sequence[str], voided_by: str | None) -> None:
        for game in games:
            self._data.change_game(replace(self._data.game(game), ranked=voided_by is None, voided_by=voided_by))
        renew_of_games(self._data, games)

    async def add_voiding(self, voiding: Voiding) -> None:
        self._data.voidings[voiding.decision] = voiding

    async def end_voiding(self, decision_id: str) -> None:
        self._data.voidings.pop(decision_id, None)

    async def compute_anew(self, games: Sequence[CountedGame]) -> None:
        data = self._data
        for game in games:
            race = data.races[game.race]
            there = [each.player for each in race.games if _counts(each)]
            if race.ended_at is None:
                continue
            moment = Moment(race.ended_at, race.id)
            for player in there if len(there) >= MIN_RATED_GAMES else ():
                change = RatingPoint(race.ended_at, Rating().value, Rating().shown_sigma)
                data.rating_changes.setdefault((player, game.variant, race.id), change)
                data.histories.setdefault((player, game.variant, race.id), Rating())
            if not any(of == race.id for _, _, of in data.rating_changes):
                continue
            data.recomputations[game.variant] = min(moment, data.recomputations.get(game.variant, moment))

    async def lock_recomputation(self, variant: str) -> Moment | None:
        return self._data.recomputations.get(variant)

    async def rated_races(self, variant: str, since: Moment, limit: int) -> list[RatedRace]:
        entered: dict[Moment, set[str]] = {}
        for (player, of, race), change in self._data.rating_changes.items():
            if of == variant and Moment(change.at, race) >= since:
                entered.setdefault(Moment(change.at, race), set()).add(player)
        return [self._rated(moment, entered[moment]) for moment in sorted(entered)[:limit]]

    def _rated(self, moment: Moment, players: set[str]) -> RatedRace:
        games = [
            RatedGame(game.player, game.id, plain(game.result), game.kin)
            for game in self._data.races[moment.race].games
            if game.ranked and game.result
        ]
        return RatedRace(moment, sorted(games), sorted(players | {game.player for game in games}))

    async def ratings_before(self, players: Sequence[str], variant: str, before: Moment) -> dict[str, Rating]:
        histories = {player: self._history(player, variant) for player in players}
        earlier = {player: [each for at, each, _ in of if at < before] for player, of in histories.items()}
        return {player: (of or [Rating()])[-1] for player, of in earlier.items()}

    def _history(self, player: str, variant: str) -> list[tuple[Moment, Rating, StoredGame]]:
        """A player's ratings, with the game in each race."""
        changes = [
            (Moment(change.at, race), self._data.histories[who, of, race], self._game_in(race, player))
            for (who, of, race), change in self._data.rating_changes.items()
            if (who, of) == (player, variant)
        ]
        return sorted(changes, key=lambda each: each[0])

    def _game_in(self, race: str, player: str) -> StoredGame:
        return next(game for game in self._data.races[race].games if game.player == player)

    async def races_before(
        self, players: Mapping[str, int], variant: str, before: Moment, limit: int
    ) -> dict[str, list[str]]:
        histories = {player: self._history(player, variant) for player in players}
        return {player: [at.race for at, *_ in of if at < before][-limit:] for player, of in histories.items()}

    async def change_histories(self, variant: str, changes: Mapping[tuple[Moment, str], Rating | None]) -> None:
        for (moment, player), rating in changes.items():
            key = (player, variant, moment.race)
            if rating is None:
                self._data.rating_changes.pop(key, None)
                self._data.histories.pop(key, None)
            else:
                self._data.rating_changes[key] = RatingPoint(moment.at, rating.value, rating.shown_sigma)
                self._data.histories[key] = rating

    async def current_ratings(self, players: Sequence[str], variant: str) -> dict[str, CurrentRating]:
        counted = {
            player: [
                CurrentRating(rating, game.id) for _, rating, game in self._history(player, variant) if game.ranked
            ]
            for player in players
        }
        return {player: of[-1] for player, of in counted.items() if of}

    async def set_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        self._data.ratings |= {(player, variant): rating for player, rating in ratings.items()}

    async def move_recomputation(self, variant: str, onto: Moment | None) -> None:
        if onto is None:
            self._data.recomputations.pop(variant, None)
        else:
            self._data.recomputations[variant] = onto


def _counts(game: StoredGame) -> bool:
    return game.result is not None and game.ranked
