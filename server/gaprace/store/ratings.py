"""Ratings in SQL, and the steps by which they are computed anew."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import RowMapping, ScalarSelect, and_, delete, func, insert, or_, select, tuple_, update

from gaprace.play.events.leaderboards import RatedGame
from gaprace.play.people.rating import MIN_RATED_GAMES, Rating
from gaprace.ports import CountedGame, CurrentRating, Moment, RatedRace, StoredRace
from gaprace.store.base import Executor, SqlRepository, SqlSteps, made
from gaprace.store.races import RESULT, stored_result
from gaprace.store.tables import games, players, rating_changes, ratings, recomputations
from gaprace.wire.http import RatingPoint


class SqlRatings(SqlRepository):
    """Implements `ports.RatingStore`."""

    async def ratings(self, player: str) -> dict[str, Rating]:
        query = select(ratings).where(ratings.c.player == player).order_by(ratings.c.variant)
        return {row["variant"]: stored_rating(row) for row in await self.rows(query)}

    async def rating_history(self, player: str, variant: str, limit: int) -> list[RatingPoint]:
        query = (
            select(rating_changes)
            .where(rating_changes.c.player == player, rating_changes.c.variant == variant)
            .order_by(rating_changes.c.at.desc(), rating_changes.c.races.desc(), rating_changes.c.race.desc())
            .limit(limit)
        )
        rows = await self.rows(query)
        changes = [(row, Rating(row["mu"], row["sigma"])) for row in reversed(rows)]
        return [RatingPoint(row["at"], after.value, after.shown_sigma) for row, after in changes]


# Steps of a transaction


class SqlRatingSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def lock_ratings(self, players: Sequence[str], variant: str) -> dict[str, Rating]:
        ordered = sorted(players)
        new: list[dict[str, Any]] = [{"player": each, "variant": variant, **Rating()._asdict()} for each in ordered]
        await self.execute(self.database.insert_new(ratings).values(new))
        query = (
            select(ratings)
            .where(ratings.c.player.in_(ordered), ratings.c.variant == variant)
            .order_by(ratings.c.player)
            .with_for_update()
        )
        return {row["player"]: stored_rating(row) for row in await self.rows(query)}

    async def last_races(self, players: Sequence[str], variant: str, limit: int) -> dict[str, set[str]]:
        latest = (rating_changes.c.at.desc(), rating_changes.c.race.desc())
        order = func.row_number().over(partition_by=rating_changes.c.player, order_by=latest)
        # An index alone answers this, however many there are.
        numbered = (
            select(rating_changes.c.player, rating_changes.c.race, order.label("number"))
            .where(rating_changes.c.player.in_(players), rating_changes.c.variant == variant)
            .subquery()
        )
        query = select(numbered.c.player, numbered.c.race).where(numbered.c.number <= limit)
        races: dict[str, set[str]] = defaultdict(set)
        for player, race in await self.tuples(query):
            races[player].add(race)
        return dict(races)

    async def save_ratings(self, race: StoredRace, after: Mapping[str, Rating]) -> None:
        variant = race.deal.variant.name
        rows = [{"player": player, "variant": variant, **rating._asdict()} for player, rating in sorted(after.items())]
        await self.execute(self.database.insert_or_replace(ratings).values(rows))
        new = {"race": race.id, "at": race.ended_at}
        await self.execute(insert(rating_changes), [row | new for row in rows])

    async def save_program_ratings(self, variant: str, after: Mapping[str, Rating]) -> None:
        rows = [{"player": player, "variant": variant, **rating._asdict()} for player, rating in sorted(after.items())]
        await self.execute(self.database.insert_or_replace(ratings).values(rows))


def stored_rating(row: RowMapping) -> Rating:
    """Read a rating from a row with its columns."""
    return made(Rating, row)


_COUNTS = (games.c.ranked, games.c.ended_at.is_not(None))
MAX_ALTERNATIVES = 500
"""Conditions of which one has to hold, in one query: SQLite takes less than a thousand."""
_MOMENT = tuple_(rating_changes.c.at, rating_changes.c.race)


class SqlRecomputationSteps(SqlSteps):
    """Steps of `ports.Transaction`."""

    async def compute_anew(self, counted: Sequence[CountedGame]) -> None:
        first: dict[str, Moment] = {}
        for game in counted:
            if game.race_ended_at is not None and await _enter(self, game):
                moment = Moment(game.race_ended_at, game.race)
                first[game.variant] = min(moment, first.get(game.variant, moment))
        for variant, moment in sorted(first.items()):
            known = await self.lock_recomputation(variant)
            row = {"variant": variant, **min(moment, known or moment)._asdict()}
            await self.execute(self.database.insert_or_replace(recomputations).values(row))

    async def lock_recomputation(self, variant: str) -> Moment | None:
        query = select(recomputations).where(recomputations.c.variant == variant).with_for_update()
        row = (await self.execute(query)).first()
        return Moment(row.at, row.race) if row else None

    async def rated_races(self, variant: str, since: Moment, limit: int) -> list[RatedRace]:
        query = (
            select(rating_changes.c.at, rating_changes.c.race)
            .where(rating_changes.c.variant == variant, since <= _MOMENT)
            .group_by(rating_changes.c.at, rating_changes.c.race)
            .order_by(rating_changes.c.at, rating_changes.c.race)
            .limit(limit)
        )
        moments = [Moment(row.at, row.race) for row in await self.tuples(query)]
        ids = [moment.race for moment in moments]
        query_players = select(rating_changes.c.race, rating_changes.c.player).where(rating_changes.c.race.in_(ids))
        in_race = _grouped((race, player) for race, player in await self.tuples(query_players))
        counted = select(games.c.race, games.c.player, games.c.id, games.c.kin, *RESULT).where(
            games.c.race.in_(ids), *_COUNTS
        )
        rows = await self.rows(counted)
        raced = _grouped((row["race"], _rated(row)) for row in rows)
        return [_race(each, raced[each.race], in_race[each.race]) for each in moments]

    async def ratings_before(self, of: Sequence[str], variant: str, before: Moment) -> dict[str, Rating]:
        earlier = (
            select(rating_changes.c.race)
            .where(rating_changes.c.player == players.c.id, rating_changes.c.variant == variant, before > _MOMENT)
            .order_by(rating_changes.c.at.desc(), rating_changes.c.race.desc())
            .limit(1)
            .scalar_subquery()
        )
        found = await _changes(self, of, earlier)
        return {player: found[player].rating if player in found else Rating() for player in of}

    async def races_before(
        self, of: Mapping[str, int], variant: str, before: Moment, limit: int
    ) -> dict[str, list[str]]:
        last = [
            and_(rating_changes.c.player == player, rating_changes.c.races > races - limit)
            for player, races in of.items()
            if races
        ]
        found = list[tuple[str, str]]()
        for at in range(0, len(last), MAX_ALTERNATIVES):
            query = (
                select(rating_changes.c.player, rating_changes.c.race)
                .where(rating_changes.c.variant == variant, before > _MOMENT, or_(*last[at : at + MAX_ALTERNATIVES]))
                .order_by(rating_changes.c.at, rating_changes.c.race)
            )
            found += [(player, race) for player, race in await self.tuples(query)]
        return _grouped(found)

    async def change_histories(self, variant: str, changes: Mapping[tuple[Moment, str], Rating | None]) -> None:
        rows = [
            {"player": player, "variant": variant, **moment._asdict(), **rating._asdict()}
            for (moment, player), rating in sorted(changes.items(), key=lambda change: change[0])
            if rating
        ]
        if rows:
            await self.execute(self.database.insert_or_replace(rating_changes).values(rows))
        gone = [(moment.race, player) for (moment, player), rating in changes.items() if rating is None]
        if gone:
            key = tuple_(rating_changes.c.race, rating_changes.c.player)
            await self.execute(delete(rating_changes).where(key.in_(gone)))

    async def current_ratings(self, of: Sequence[str], variant: str) -> dict[str, CurrentRating]:
        is_its_game = (games.c.race == rating_changes.c.race) & (games.c.player == rating_changes.c.player)
        last = (
            select(rating_changes.c.race)
            .join(games, is_its_game)
            .where(rating_changes.c.player == players.c.id, rating_changes.c.variant == variant, games.c.ranked)
            .order_by(rating_changes.c.at.desc(), rating_changes.c.race.desc())
            .limit(1)
            .scalar_subquery()
        )
        return await _changes(self, of, last)

    async def set_ratings(self, variant: str, after: Mapping[str, Rating]) -> None:
        rows = [{"player": player, "variant": variant, **rating._asdict()} for player, rating in sorted(after.items())]
        if rows:
            await self.execute(self.database.insert_or_replace(ratings).values(rows))

    async def move_recomputation(self, variant: str, onto: Moment | None) -> None:
        of_variant = recomputations.c.variant == variant
        if onto is None:
            await self.execute(delete(recomputations).where(of_variant))
        else:
            await self.execute(update(recomputations).where(of_variant).values(onto._asdict()))


async def _enter(executor: Executor, game: CountedGame) -> bool:
    """Enter a race into the histories of all whose games count; return whether it is in anybody's."""
    query = select(games.c.player).where(games.c.race == game.race, *_COUNTS)
    there = [*(await executor.scalars(query))]
    if len(there) >= MIN_RATED_GAMES:
        same = {"race": game.race, "variant": game.variant, "at": game.race_ended_at, **Rating()._asdict()}
        rows = [{**same, "player": player} for player in sorted(there)]
        await executor.execute(executor.database.insert_new(rating_changes).values(rows))
    entered = select(rating_changes.c.race).where(rating_changes.c.race == game.race).limit(1)
    return await executor.scalar(entered) is not None


def _rated(row: RowMapping) -> RatedGame:
    return RatedGame(row["player"], row["id"], stored_result(row), row["kin"])


def _race(moment: Moment, raced: Sequence[RatedGame], entered: Sequence[str]) -> RatedRace:
    return RatedRace(moment, sorted(raced), sorted({*entered, *(game.player for game in raced)}))


def _grouped(pairs: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    grouped = defaultdict[str, list[Any]](list)
    for key, value in pairs:
        grouped[key].append(value)
    return grouped


async def _changes(executor: Executor, of: Sequence[str], race: ScalarSelect[str]) -> dict[str, CurrentRating]:
    """Return one rating in the history of each player: after `race`."""
    found = select(players.c.id, race.label("race")).where(players.c.id.in_(of)).subquery()
    query = (
        select(rating_changes, games.c.id.label("game"))
        .join(found, (found.c.race == rating_changes.c.race) & (found.c.id == rating_changes.c.player))
        .join(games, (games.c.race == rating_changes.c.race) & (games.c.player == rating_changes.c.player))
    )
    rows = await executor.rows(query)
    return {row["player"]: CurrentRating(stored_rating(row), row["game"]) for row in rows}
