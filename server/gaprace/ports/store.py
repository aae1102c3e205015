"""The store: one protocol per domain, and units of work across them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

from gaprace.ports.accounts import AccountStore, BlockStore, SessionStore, SubjectStore
from gaprace.ports.actions import ActionStore
from gaprace.ports.clock import TimeStore
from gaprace.ports.dailies import CertifiedDealStore, DailyStore
from gaprace.ports.events import ArenaStore, EventStore
from gaprace.ports.examinations import AnalysisStore, ExaminationStore
from gaprace.ports.friends import FriendStore
from gaprace.ports.groups import DivisionStore, GroupScoreStore, GroupStore
from gaprace.ports.installation import SettingStore
from gaprace.ports.leaderboards import LeaderboardStore, RatingStore
from gaprace.ports.metrics import PoolUse
from gaprace.ports.moderation import ModerationStore
from gaprace.ports.outbox import OutboxStore, PushStore, WebhookStore
from gaprace.ports.puzzles import PuzzleStore
from gaprace.ports.races import RaceStore, SeriesStore
from gaprace.ports.retention import RetentionStore
from gaprace.ports.rivals import RivalStore
from gaprace.ports.rooms import AudienceStore, RoomStore
from gaprace.ports.scores import ScoreStore
from gaprace.ports.statistics import FiguresStore, HeadToHeadStore, StatisticsStore
from gaprace.ports.transaction import Transaction

Answer = TypeVar("Answer")


class Store(
    AccountStore,
    RoomStore,
    RaceStore,
    SeriesStore,
    ActionStore,
    DailyStore,
    EventStore,
    ArenaStore,
    LeaderboardStore,
    RatingStore,
    ScoreStore,
    StatisticsStore,
    FiguresStore,
    HeadToHeadStore,
    CertifiedDealStore,
    AnalysisStore,
    ExaminationStore,
    ModerationStore,
    GroupStore,
    DivisionStore,
    GroupScoreStore,
    BlockStore,
    FriendStore,
    AudienceStore,
    SessionStore,
    SubjectStore,
    OutboxStore,
    WebhookStore,
    PushStore,
    PuzzleStore,
    RivalStore,
    RetentionStore,
    SettingStore,
    TimeStore,
    Protocol,
):
    """Durable storage. Each method is one transaction; when it returns, what it wrote is on the disk.

    Every method may raise `errors.StoreUnavailable`; a change may or may not have been stored then. Code that needs the
    store of one domain takes that domain's protocol.
    """

    async def transact(self, work: Callable[[Transaction], Awaitable[Answer]]) -> Answer:
        """Run `work` as one transaction, commit, and return its answer; if it raises, nothing is stored.

        `work` is a function rather than the body of an `async with`, for two reasons: it runs to its end although the
        caller is cancelled, so that no connection is dropped in the middle of a statement; and it runs again, on fresh
        data, when the database resolves a conflict against it. So it decides from what the transaction returns, has
        no other effects, and awaits nothing but the transaction.
        """

    @property
    def pools(self) -> Mapping[str, PoolUse]:
        """The use of its connections, but for that of the journal."""

    async def close(self) -> None:
        """Close all connections."""
