"""The ports of rooms and services to the outside: a store, a bus, a clock, an engine, metrics.

Each file of the store has one domain: its records and its protocol. `Store` joins the protocols, and
`ports.transaction` has the steps of a unit of work.

Times ending in `_at` are whole milliseconds since 1970 on the server's clock; `ms` counts from the start of a race.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

from gaprace.ports.accounts import *
from gaprace.ports.actions import *
from gaprace.ports.bus import *
from gaprace.ports.clock import *
from gaprace.ports.dailies import *
from gaprace.ports.engine import *
from gaprace.ports.events import *
from gaprace.ports.examinations import *
from gaprace.ports.friends import *
from gaprace.ports.groups import *
from gaprace.ports.installation import *
from gaprace.ports.leaderboards import *
from gaprace.ports.metrics import *
from gaprace.ports.moderation import *
from gaprace.ports.outbox import *
from gaprace.ports.puzzles import *
from gaprace.ports.races import *
from gaprace.ports.retention import *
from gaprace.ports.rivals import *
from gaprace.ports.rooms import *
from gaprace.ports.scores import *
from gaprace.ports.statistics import *
from gaprace.ports.transaction import *

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
    """Durable storage. Each method is one transaction; when it returns, its changes are on the disk.

    Every method may raise `errors.StoreUnavailable`; a change may or may not have been stored then. Code that needs the
    store of one domain takes that domain's protocol.
    """

    async def transact(self, work: Callable[[Transaction], Awaitable[Answer]]) -> Answer:
        """Run `work` as one transaction, commit, and return its answer; if it raises, nothing is stored.

        `work` is a function rather than the body of an `async with`, for two reasons: it runs to its end although the
        caller is cancelled, so that no connection is dropped in the middle of a statement; and it runs again, on fresh
        data, when the database resolves a conflict against it. It therefore decides by the answers of the
        transaction, has no other effects, and awaits nothing but the transaction.
        """

    @property
    def pools(self) -> Mapping[str, PoolUse]:
        """The use of its connections, but for that of the journal."""

    async def close(self) -> None:
        """Close all connections."""
