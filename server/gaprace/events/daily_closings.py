"""Closes dailies after their reveal: compares the games and computes strengths, in the background, by any server.

The scores are stored in batches of players, each in a transaction that also stores the progress, so another server can
continue at any point: it recomputes the scores, which takes seconds, and stores the rest. A result that changes later
(voided, flagged, cleared) reopens its daily and all later ones of the variant, since strengths depend on those of the
date before.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gaprace.errors import ServerFull, StoreUnavailable
from gaprace.play.events import closed_daily, leaderboards
from gaprace.play.events.leaderboards import EarnedPlace, Leaderboard
from gaprace.play.events.windows import last_revealed_date
from gaprace.ports import Background, Clock, Store, StoredClosing, StoredField, Transaction
from gaprace.rooms.timers import NEXT_BATCH_DELAY_MS

CLOSING_DELAY_MS = 60_000
"""Time between the reveal of a daily and its closing, in which running games are ended and the last ones examined."""
CLAIM_TIMEOUT_MS = 120_000
"""Time for which a server claims a closing. Each batch renews it."""
RETRY_DELAY_MS = 1_000
"""Delay before a batch is stored again while the store is unavailable."""
BATCH_SIZE = 200
"""Players whose scores are stored in one transaction: on SQLite, nobody else can write meanwhile."""
PAGE_SIZE = 2_000
"""Games that are read at a time."""
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Run:
    """A closing that this server is storing."""

    closing: StoredClosing
    closed: closed_daily.ClosedDaily
    at: int
    """The index of the next score to store."""
    is_retry: bool = False
    """Whether the store did not answer the last time: the batch may be stored or not."""

    def after(self, batch: Sequence[closed_daily.DailyScore]) -> "_Run":
        """Return the remaining work after a batch is stored."""
        return _Run(replace(self.closing, cursor=batch[-1].player), self.closed, self.at + len(batch))

    def batch(self, size: int) -> list[closed_daily.DailyScore]:
        return self.closed.scores[self.at : self.at + size]


class Closings:
    """Closes dailies."""

    def __init__(self, store: Store, clock: Clock, background: Background, batch_size: int = BATCH_SIZE) -> None:
        """Compute in the `background`, and store `batch_size` players in one transaction."""
        self._store, self._clock, self._background = store, clock, background
        self._batch_size = batch_size
        self._run: _Run | None = None

    async def step(self) -> int | None:
        """Do one batch; return the delay before the next one in ms, None if nothing is left to do now."""
        run = self._run or await self._begun()
        if run is None:
            return None
        try:
            self._run = await self._stored(run)
        except StoreUnavailable as error:
            _log.warning("the store is unavailable, closing a daily waits: %s", error)
            self._run = replace(run, is_retry=True)
            return RETRY_DELAY_MS
        return NEXT_BATCH_DELAY_MS

    async def _begun(self) -> _Run | None:
        """Claim a closing, and compute its scores."""
        now = self._clock.now()
        await self._store.add_closings(last_revealed_date(now - CLOSING_DELAY_MS))
        closing = await self._store.claim_closing(now, now + CLAIM_TIMEOUT_MS)
        if closing is None:
            return None
        games = await self._field(closing)
        try:
            closed = await self._background.last(_scoring(closing, games), len(games))
        except ServerFull as error:
            _log.warning("closing the daily of %s (%s) waits: %s", *closing.daily, error)
            return None
        done = sum(each.player <= closing.cursor for each in closed.scores)
        return _Run(closing, closed, done)

    async def _field(self, closing: StoredClosing) -> list[closed_daily.EnteredGame]:
        games = await self._store.field_page(closing.daily, "", PAGE_SIZE)
        page = games
        while len(page) == PAGE_SIZE:
            page = await self._store.field_page(closing.daily, page[-1].player, PAGE_SIZE)
            games = games + page
        return games

    async def _stored(self, run: _Run) -> _Run | None:
        """Store one batch of scores; return the remaining work; None if there is none or a server took over."""
        batch = run.batch(self._batch_size)
        is_last = run.at + len(batch) == len(run.closed.scores)
        owned_until = self._clock.now() + CLAIM_TIMEOUT_MS

        async def work(tx: Transaction) -> bool:
            if not await tx.lock_closing(run.closing):
                return False
            await save_batch(tx, run.closing, batch, is_last=is_last)
            if is_last:
                await tx.end_closing(run.closing, StoredField(len(run.closed.scores), run.closed.difficulty))
            else:
                await tx.move_closing(run.closing, batch[-1].player, owned_until)
            return True

        if not await self._store.transact(work):
            return run.after(batch) if run.is_retry and not is_last else None
        if is_last:
            _log.info("closed the daily of %s (%s): %d games", *run.closing.daily, len(run.closed.scores))
            return None
        return run.after(batch)


def _scoring(closing: StoredClosing, games: Sequence[closed_daily.EnteredGame]) -> Iterator[closed_daily.ClosedDaily]:
    """Yield a closed daily without scores while they are computed, and the whole one at the end."""
    empty = closed_daily.ClosedDaily([])
    for closed in closed_daily.scoring(closing.daily.variant, closing.daily.date, games):
        yield closed or empty


async def save_batch(
    tx: Transaction, closing: StoredClosing, batch: Sequence[closed_daily.DailyScore], *, is_last: bool
) -> None:
    """Store the scores of some players, and their places of the week and of the month."""
    date, variant = closing.daily
    gone = await tx.save_scores(closing, batch, None if is_last else batch[-1].player)
    players = sorted({each.player for each in batch} | gone)
    scores = await tx.own_scores(players, variant, *leaderboards.counted_dates(date))
    await _save_places(tx, variant, date, {player: scores.get(player, []) for player in players})


async def _save_places(
    tx: Transaction, variant: str, date: str, scores: dict[str, list[closed_daily.OwnScore]]
) -> None:
    earned, without = list[EarnedPlace](), dict[Leaderboard, list[str]]()
    for player, its in scores.items():
        for leaderboard, place in leaderboards.score_places(variant, date, its).items():
            if place is None:
                without.setdefault(leaderboard, []).append(player)
            else:
                earned.append(EarnedPlace(leaderboard, player, *place))
    for leaderboard in leaderboards.score_leaderboards(variant, date):
        if players := without.get(leaderboard):
            await tx.remove_players(leaderboard, players)
    await tx.save_places(sorted(earned))
