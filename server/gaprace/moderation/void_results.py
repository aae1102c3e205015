"""Void results: leaderboards change at once, in the same transaction; ratings and long lists in the background.

The background work is done in batches, each in a transaction that also stores the progress. So it can be resumed at any
point, and several servers can share it.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence

from gaprace.errors import StoreUnavailable
from gaprace.play.events.leaderboards import (
    ALL_TIME,
    DAILY_VARIANTS,
    EarnedPlace,
    EndedRace,
    Leaderboard,
    leaderboards_of,
    places_after_daily,
    rating_key,
    ratings_anew,
)
from gaprace.play.people.rating import MAX_REMEMBERED_RACES, Rating
from gaprace.ports import Clock, CountedGame, Moment, Store, Transaction, Voiding
from gaprace.rooms.timers import NEXT_BATCH_DELAY_MS

BATCH_SIZE = 50
"""How many games or races are done in one transaction: on SQLite, nobody else can write meanwhile.

Where the store does not answer in time, batches become smaller, until it does.
"""
_log = logging.getLogger(__name__)


async def set_void(tx: Transaction, games: Sequence[CountedGame], voided_by: str | None) -> None:
    """Make results void by a decision, or valid again; their players' places on the leaderboards change with them."""
    await tx.set_void([game.id for game in games], voided_by)
    dates = defaultdict[tuple[str, str], list[str]](list)
    for game in games:
        if game.daily:
            dates[game.player, game.daily.variant].append(game.daily.date)
    for (player, variant), changed in sorted(dates.items()):
        await replace_daily_places(tx, player, variant, changed)
    await tx.compute_anew(games)


class VoidResults:
    """Carries out the background work of decisions."""

    def __init__(self, store: Store, clock: Clock, batch_size: int = BATCH_SIZE) -> None:
        """Do `batch_size` games or races in one transaction, if the store can."""
        self._store, self._clock = store, clock
        self._max_batch_size = self._batch_size = batch_size

    async def step(self) -> int | None:
        """Do one batch of everything; return the delay before the next one in ms, None if nothing is left to do now."""
        try:
            is_busy = await self._step()
        except StoreUnavailable:
            self._batch_size = max(1, self._batch_size // 2)
            raise
        self._batch_size = min(self._max_batch_size, self._batch_size + 1)
        return NEXT_BATCH_DELAY_MS if is_busy else None

    async def _step(self) -> bool:
        """Do one batch of everything; return whether there was anything to do."""
        is_busy = False
        for voiding in await self._store.voidings():
            is_busy |= await self._void_some(voiding)
        for variant in await self._store.recomputing():
            is_busy |= await self._compute_some(variant)
        return is_busy

    async def _void_some(self, voiding: Voiding) -> bool:
        """Make some results void or valid; return whether there were any."""
        decision = voiding.decision

        async def work(tx: Transaction) -> int:
            if voiding.restores:
                games = await tx.void_games(decision, self._batch_size)
            else:
                games = await tx.countable_games(voiding.player, self._batch_size)
            if games:
                await set_void(tx, games, None if voiding.restores else decision)
            elif voiding.restores or not await tx.has_running_games(voiding.player):
                await tx.end_voiding(decision)
            return len(games)

        done = await self._store.transact(work)
        _log.info("%d results are %s", done, "valid again" if voiding.restores else "void")
        return done > 0

    async def _compute_some(self, variant: str) -> bool:
        """Recompute the ratings after some races; return whether there are more."""

        async def work(tx: Transaction) -> bool:
            since = await tx.lock_recomputation(variant)
            if since is None:
                return False
            onto = await compute_anew(tx, variant, since, self._batch_size)
            await tx.move_recomputation(variant, onto)
            return onto is not None

        return await self._store.transact(work)


async def compute_anew(tx: Transaction, variant: str, since: Moment, limit: int) -> Moment | None:
    """Recompute the ratings after `limit` races from a moment on; return the moment of the next one."""
    races = await tx.rated_races(variant, since, limit + 1)
    batch, rest = races[:limit], races[limit:]
    players = sorted({player for race in batch for player in race.players})
    if players:
        await tx.lock_ratings(players, variant)
        before = await tx.ratings_before(players, variant, batch[0].moment)
        counts = {player: rating.races for player, rating in before.items()}
        last_races = await tx.races_before(counts, variant, batch[0].moment, MAX_REMEMBERED_RACES)
        ended = [EndedRace(race.moment.race, race.moment.at, race.games) for race in batch]
        after = ratings_anew(ended, before, last_races)
        changes = {
            (race.moment, player): ratings.get(player)
            for race, ratings in zip(batch, after, strict=True)
            for player in race.players
        }
        await tx.change_histories(variant, changes)
        await _replace_ratings(tx, variant, players)
    return rest[0].moment if rest else None


async def _replace_ratings(tx: Transaction, variant: str, players: Sequence[str]) -> None:
    """Take the current ratings of players from their histories, and their places on the leaderboard with them."""
    current = await tx.current_ratings(players, variant)
    ratings = {player: current[player].rating if player in current else Rating() for player in players}
    await tx.set_ratings(variant, ratings)
    leaderboard = Leaderboard("rating", ALL_TIME, variant)
    rated = {player for player, each in current.items() if each.rating.races}
    shown = rated - await tx.flagged_players(leaderboard, players)
    for player in players:
        if player not in shown:
            await tx.remove_places(player, [leaderboard])
    await tx.save_places(
        [
            EarnedPlace(leaderboard, player, rating_key(current[player].rating), current[player].game)
            for player in sorted(shown)
        ]
    )


async def replace_daily_places(tx: Transaction, player: str, variant: str, dates: Sequence[str]) -> None:
    """Replace a player's places on some dates by those that the dailies earn now, and reopen closed dailies."""
    await tx.reopen_closings(variant, min(dates))
    games = {each: await tx.daily_games(player, each) for each in DAILY_VARIANTS}
    earned = {each.leaderboard: each for date in dates for each in places_after_daily(player, variant, games, date)}
    possible = {each for date in dates for each in leaderboards_of(variant, date)}
    await tx.remove_places(player, sorted(possible - earned.keys()))
    await tx.save_places([earned[each] for each in sorted(earned)])
