"""The part of the store in memory that reads the games of players: statistics, ratings, analyses, rivals."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product

from gaprace.play.events.calendar import date_of
from gaprace.play.live.rivals import LATE_GAMES, MIN_AGE_MS, RivalGame
from gaprace.play.people.figures import BestGame, Figures, Milestone, VariantFigures
from gaprace.play.people.rating import Rating
from gaprace.play.seals import Seal, Shown
from gaprace.play.standings import race_rank
from gaprace.ports import (
    CertifiedDeal,
    EndedGame,
    GameFilter,
    OwnPlace,
    RecordedBy,
    Rival,
    SeenDeal,
    SharedRace,
    StoredAnalysis,
    StoredCertificate,
    StoredGame,
    StoredPlayer,
    StoredRace,
    StoredResult,
)
from gaprace.rules.results import is_played
from gaprace.rules.variants import Variant
from gaprace.wire.http import AccuracyPoint, GameKind, RatingPoint
from tests.memory_store.database import MemoryAnalysis, MemoryCertified, MemoryPart
from tests.plain import plain

Ended = tuple[StoredGame, StoredRace, StoredResult]


class MemoryStatistics(MemoryPart):
    """Implements `StatisticsStore`, `HeadToHeadStore`, `RatingStore`, `AnalysisStore`, `RivalStore` and some more."""

    def _games_of(self, player: str) -> list[tuple[StoredGame, StoredRace]]:
        """All games of a player, in the order of their start."""
        races = self.database.races.values()
        games = [(game, race) for race in races for game in race.games if game.player == player]
        return sorted(games, key=lambda each: (each[1].starts_at, each[0].id))

    def _ended_games(self, player: str) -> list[Ended]:
        """The games of a player that have ended, in the order of their end."""
        ended = [(game, race, game.result) for game, race in self._games_of(player) if game.result]
        return sorted(ended, key=lambda each: (each[2].ended_at, each[0].id))

    # Statistics

    def figures(self, player_id: str, giant: int, now: int, *, sealed: bool = False) -> Figures:
        """The figures by their definition."""
        ended = [each for each in self._ended_games(player_id) if self._is_open(each[1], None if sealed else now)]
        ranked = [each for each in ended if each[0].ranked and is_played(each[2])]

        def first(is_one: Callable[[Ended], bool]) -> Milestone | None:
            return next(
                (Milestone(each[0].id, each[2].ended_at) for each in ranked if each[2].won and is_one(each)), None
            )

        return Figures(
            {
                name: _of_variant([each for each in ranked if each[1].deal.variant.name == name])
                for name in sorted({race.deal.variant.name for _, race, _ in ranked})
            },
            win=first(lambda _: True),
            without_shuffle=first(lambda each: not each[2].shuffles),
            giant=first(lambda each: self._is_first_of(giant, each)),
        )

    def _is_first_of(self, giant: int, ended: Ended) -> bool:
        _, race, result = ended
        people = [game for game in race.games if not self.database.players[game.player].program]
        if race.ended_at is None or len(people) < giant:
            return False
        return all(race_rank(result) <= race_rank(other.result) for other in race.games if other.result)

    def last_ended_at(self, player_id: str) -> int | None:
        return max((result.ended_at for *_, result in self._ended_games(player_id)), default=None)

    def ended_games(self, player_id: str, which: GameFilter, limit: int) -> list[EndedGame]:
        found = [each for each in reversed(self._ended_games(player_id)) if self._is_in(each, which)]
        return [self._ended_game(each) for each in found[:limit]]

    def game_ids(self, player_id: str) -> list[str]:
        return [game.id for game, _ in self._games_of(player_id)]

    def own_places(self, player_id: str) -> list[OwnPlace]:
        places = sorted(self.database.places.items())
        return [OwnPlace(of, *place) for (of, player), place in places if player == player_id]

    def _kind_of(self, race: StoredRace) -> GameKind:
        """What the games of a race are part of."""
        event = self._event(race.event)
        return event.kind if event else "race" if len(race.games) > 1 else "solo"

    def _is_in(self, ended: Ended, which: GameFilter) -> bool:
        game, race, result = ended
        return (
            which.variant in {"", race.deal.variant.name}
            and which.kind in {"", self._kind_of(race)}
            and which.won in {None, result.won}
            and (not which.rival or (len(race.games) > 1 and which.rival in {each.player for each in race.games}))
            and (which.after is None or (result.ended_at, game.id) < which.after)
            and self._is_open(race, which.open_by)
            and (not which.listed or self.database.is_listed(race.room))
        )

    def _is_open(self, race: StoredRace, by: int | None) -> bool:
        return by is None or self._sealed(race).seal.is_lifted(by)

    def _ended_game(self, ended: Ended) -> EndedGame:
        game, race, result = ended
        others = [each for each in race.games if each is not game and each.result]
        names = self.database.players
        rivals = tuple(Rival(each.player, names[each.player].name, plain(each.result)) for each in others)
        return EndedGame(
            id=game.id,
            variant=race.deal.variant,
            ranked=game.ranked,
            ended_at=result.ended_at,
            result=plain(result),
            kind=self._kind_of(race),
            players=len(race.games),
            rivals=None if race.ended_at is None else rivals,
            daily=race.daily,
            race=race.id,
            is_listed=self.database.is_listed(race.room),
            void=game.voided_by is not None,
        )

    # Head to head

    def shared_races(self, player: str, other: str | None, limit: int) -> list[SharedRace]:
        raced = [race for _, race, _ in self._ended_games(player) if self._kind_of(race) == "race"][-limit:]
        ended = [race for race in raced if race.ended_at is not None and self._recorded_until(race) is None]
        people = self.database.players.where(program=False, deleted_at=None)
        others = [other] if other else [each.id for each in people if each.id != player]
        return [
            shared
            for race in sorted(ended, key=lambda race: (race.ended_at, race.id), reverse=True)
            for each in others
            if (shared := self._shared_race(race, player, each))
        ]

    def _shared_race(self, race: StoredRace, player: str, other: str) -> SharedRace | None:
        results = {game.player: plain(game.result) for game in race.games if _is_result(game)}
        if not {player, other} <= results.keys():
            return None
        rival, is_listed = (other, self.database.players[other].name), self.database.is_listed(race.room)
        variant, mine, theirs = race.deal.variant, results[player], results[other]
        return SharedRace(variant, race.ended_at, mine, theirs, race.id, is_listed, rival=rival)

    def shared_dailies(self, player: str, other: str) -> list[SharedRace]:
        attempts = self.database.attempts
        both = [daily for daily, owner in attempts if owner == player and (daily, other) in attempts]
        found = []
        for daily in sorted(both, key=lambda each: (each.date, each.variant)):
            mine, theirs = [self.database.game(attempts[daily, each]) for each in (player, other)]
            if all(each.ranked and _is_result(each) for each in (mine, theirs)):
                ended_at = max(mine.result.ended_at, theirs.result.ended_at)
                variant = self.database.dailies[daily].deal.variant
                found.append(SharedRace(variant, ended_at, plain(mine.result), plain(theirs.result), daily=daily))
        return sorted(found, key=lambda each: each.daily.date, reverse=True)

    # Ratings

    def ratings(self, player: str) -> dict[str, Rating]:
        ratings = sorted(self.database.ratings.items())
        return {variant: rating for (each, variant), rating in ratings if each == player}

    def rating_history(self, player: str, variant: str, limit: int) -> list[RatingPoint]:
        own = [change for (*of, _), change in self.database.rating_changes.items() if of == [player, variant]]
        return sorted(own, key=lambda change: change.at)[-limit:]

    def lock_ratings(self, players: Sequence[str], variant: str) -> dict[str, Rating]:
        return {player: self.database.ratings.get((player, variant), Rating()) for player in players}

    def last_races(self, players: Sequence[str], variant: str, limit: int) -> dict[str, set[str]]:
        changes = [(player, race) for player, each, race in self.database.rating_changes if each == variant]
        races = {player: [race for other, race in changes if other == player] for player in players}
        return {player: {*last[-limit:]} for player, last in races.items() if last}

    def save_ratings(self, race: StoredRace, ratings: Mapping[str, Rating]) -> None:
        variant = race.deal.variant.name
        for player, rating in ratings.items():
            self.database.ratings[player, variant] = rating
            self._note_rating((player, variant, race.id), race.ended_at, rating)

    def _note_rating(self, key: tuple[str, str, str], at: int, rating: Rating) -> None:
        self.database.rating_changes[key] = RatingPoint(at, rating.value, rating.shown_sigma)

    def save_program_ratings(self, variant: str, ratings: Mapping[str, Rating]) -> None:
        self.database.ratings.update({(player, variant): rating for player, rating in ratings.items()})

    # Certified deals and analyses

    def add_certified(self, variant: str, deal: CertifiedDeal, found_at: int) -> None:
        self.database.certified_deals.setdefault((variant, deal.code), MemoryCertified(deal, found_at))

    def certified_ready(self) -> dict[str, int]:
        certified = self.database.certified_deals
        return dict(Counter(variant for (variant, _), each in certified.items() if each.taken_at is None))

    def take_certified(self, variant: str, taken_at: int) -> CertifiedDeal | None:
        certified = self.database.certified_deals
        ready = [(each.found_at, of) for of, each in certified.items() if of[0] == variant and each.taken_at is None]
        if not ready:
            return None
        _, first = min(ready)
        certified.change(first, taken_at=taken_at)
        return certified[first].deal

    def certificate(self, variant: str, code: str) -> StoredCertificate | None:
        found = self.database.certified_deals.get((variant, code))
        return found.deal.certificate if found else None

    def ask_analysis(self, game: str, asked_at: int, share: str = "", turn_ms: int = 0) -> None:
        self.database.game(game)
        waiting = [each.asked_at for each in self._open_analyses() if each.share == share]
        turn_at = max(asked_at, max(waiting) + turn_ms) if share and waiting else asked_at
        self.database.analyses.setdefault(game, MemoryAnalysis(StoredAnalysis(game), turn_at, share))

    def _open_analyses(self) -> list[MemoryAnalysis]:
        waiting = [each for each in self.database.analyses.values() if not each.stored.is_done]
        return sorted(waiting, key=lambda each: (each.asked_at, each.stored.game))

    def open_analyses(self, share: str | None = None) -> int:
        return sum(share in {None, each.share} for each in self._open_analyses())

    def analysis(self, game: str) -> StoredAnalysis | None:
        found = self.database.analyses.get(game)
        return found.stored if found else None

    def accuracies(self, player: str, limit: int) -> list[AccuracyPoint]:
        analyses = self.database.analyses
        ended = [(game.id, result.ended_at) for game, _, result in self._ended_games(player) if game.id in analyses]
        points = [AccuracyPoint(game, ended_at, analyses[game].stored.accuracy) for game, ended_at in ended]
        found = [each for each in points if each.accuracy is not None]
        return found[-limit:] if limit else []

    def claim_analysis(self, owner: str, now: int, until: int) -> StoredAnalysis | None:
        claimed = self._claim("analysis", [each.stored.game for each in self._open_analyses()], now, until)
        if claimed is None:
            return None
        begun = replace(self.database.analyses[claimed].stored, is_begun=True)
        self.database.analyses.change(claimed, stored=begun, owner=owner)
        return begun

    def save_analysis(self, owner: str, analysis: StoredAnalysis, until: int) -> bool:
        mine = [each for each in self._open_analyses() if (each.stored.game, each.owner) == (analysis.game, owner)]
        if mine:
            self.database.analyses.change(analysis.game, stored=replace(analysis, is_begun=True))
            self.database.claims["analysis", analysis.game] = until
        return bool(mine)

    # Deals that players have seen, and recorded rivals

    def add_seen(self, players: Collection[str], codes: Collection[str], at: int) -> None:
        for pair in product(players, codes):
            self.database.seen_deals.setdefault(pair, at)

    def seen_deals(self, player: str) -> list[SeenDeal]:
        found = [SeenDeal(code, at) for (by, code), at in self.database.seen_deals.items() if by == player]
        return sorted(found, key=lambda each: (each.at, each.code))

    def knows_deal(self, player: str, code: str) -> bool:
        played = any(race.deal.code == code for _, race in self._games_of(player))
        return played or (player, code) in self.database.seen_deals

    def puzzle_deals(self, puzzle: str) -> list[str]:
        data = self.database
        games = [each.game for each in data.puzzle_mistakes.where(puzzle=puzzle) if each.game in data.race_of]
        return [*{data.races[data.race_of[game]].deal.code for game in games}]

    def rival_games(
        self, variant: Variant, people: Collection[str], apart: Collection[str], now: int
    ) -> list[RivalGame]:
        data = self.database
        of_dailies = {each.deal for each in data.dailies.values()}
        old = [race for race in data.races.where(event=None) if race.ended_at and race.ended_at <= now - MIN_AGE_MS]
        free = [
            (race, game)
            for race in old
            if self._recorded_until(race) is None and race.deal.variant.name == variant.name
            for game in race.games
            if _may_be_used(race, game)
        ]
        return [
            self._rival_game(race, game)
            for race, game in sorted(free, key=lambda each: -each[1].result.ended_at)[:LATE_GAMES]
            if race.deal.variant == variant and race.deal not in of_dailies
            if not any(self.knows_deal(player, race.deal.code) for player in people)
            if game.player not in {*people, *apart} and _allows(data.players[game.player], now)
        ]

    def rivals_of(self, race: str, now: int) -> list[RivalGame]:
        found = self.database.races[race]
        return [
            self._rival_game(found, game)
            for game in found.games
            if _is_result(game) and not game.recorded and _allows(self.database.players[game.player], now)
        ]

    def _rival_game(self, race: StoredRace, game: StoredGame) -> RivalGame:
        player = self.database.players[game.player]
        rating = self.database.ratings.get((player.id, race.deal.variant.name), Rating())
        date, deal = date_of(game.result.ended_at), race.deal.code + race.deal.secret.hex()
        return RivalGame(game.id, player.id, player.name, player.recorded_as, date, deal, rating.value)

    def recorded_by(self, game_ids: Collection[str]) -> dict[str, RecordedBy]:
        found = {}
        for game in map(self.database.game, game_ids):
            player = self.database.players[game.player]
            is_named = player.recorded_as == "name" and player.deleted_at is None
            found[game.id] = RecordedBy(player.name if is_named else "", date_of(game.result.ended_at))
        return found

    def _recorded_until(self, race: StoredRace) -> int | None:
        """Until when recorded rivals may race on the deal of a race; None if none do."""
        running = self.database.races.where(deal=race.deal, ended_at=None)
        return next((each.ends_at for each in running if any(game.recorded for game in each.games)), None)

    def _recorded_seal(self, race: StoredRace) -> Seal | None:
        """The seal of a race on whose deal recorded rivals race in another one."""
        until = self._recorded_until(race) if race.ended_at is not None else None
        return None if until is None else Seal(until, shows=Shown.SEAT)


def _of_variant(ranked: list[Ended]) -> VariantFigures:
    wins = [each for each in ranked if each[2].won]
    fastest = min(wins, key=lambda each: each[2].time_ms, default=None)
    best = min(ranked, key=lambda each: (-each[2].score, each[2].time_ms))
    return VariantFigures(
        games=len(ranked),
        wins=len(wins),
        score=sum(each[2].score for each in ranked),
        time_ms=sum(each[2].time_ms for each in ranked),
        fastest=BestGame(fastest[2].time_ms, fastest[0].id) if fastest else None,
        best=BestGame(best[2].score, best[0].id),
        best_ms=best[2].time_ms,
    )


def _is_result(game: StoredGame) -> bool:
    return game.voided_by is None and game.result is not None and is_played(game.result)


def _may_be_used(race: StoredRace, game: StoredGame) -> bool:
    counts = game.ranked or any(each.recorded for each in race.games)
    is_own = game.recorded is None and not game.hinted
    return counts and is_own and _is_result(game) and not game.result.given_up


def _allows(player: StoredPlayer, now: int) -> bool:
    is_here = player.deleted_at is None and not player.program and not player.is_suspended(now)
    return is_here and player.recorded_as != "never"
