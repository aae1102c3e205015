"""What rooms and services need from outside: a store, a bus, a clock, an engine, metrics.

Each file of the store has one domain: its records and its protocol. `ports.store` joins the protocols, and
`ports.transaction` has the steps of a unit of work.

Times ending in `_at` are whole milliseconds since 1970 on the server's clock; `ms` counts from the start of a race.
"""

from gaprace.ports.accounts import AccountStore, StoredDeviceCode, StoredPlayer
from gaprace.ports.actions import ActionAppender, ActionStore, StoredAction, Written
from gaprace.ports.analyses import AnalysisStore, StoredAccuracy, StoredAnalysis
from gaprace.ports.arenas import ArenaSteps, ArenaStore, StoredRound
from gaprace.ports.audience import AudienceStore
from gaprace.ports.background import AtOnce, Background
from gaprace.ports.blocks import BlockStore, StoredBlock
from gaprace.ports.bus import Bus, BusMessage
from gaprace.ports.certified_deals import Candidate, CertifiedDeal, CertifiedDealStore, Certifier, StoredCertificate
from gaprace.ports.clock import Clock, TimeStore
from gaprace.ports.dailies import DailyKey, DailySecret, DailyStore, StoredAttempt, StoredDaily
from gaprace.ports.engine import Engine, Judgement, Proof
from gaprace.ports.events import EventStore
from gaprace.ports.examinations import EarlierGame, ExaminationStore, FlaggedGame, StoredExamination
from gaprace.ports.groups import GroupGame, GroupScoreStore, GroupStore, OwnGroup, StoredGroup, UnscoredDaily
from gaprace.ports.head_to_head import HeadToHeadStore, SharedRace
from gaprace.ports.leaderboards import Cursor, LeaderboardStore, PageRequest, StoredPage, StoredPlace
from gaprace.ports.metrics import Metrics, NoMetrics, PoolUse
from gaprace.ports.moderation import (
    CountedGame,
    CurrentRating,
    ModerationStore,
    Moment,
    RatedRace,
    Sanction,
    StoredDecision,
    StoredReport,
    Voiding,
)
from gaprace.ports.openid import Flow, OpenIdProvider, StoredSubject, SubjectStore
from gaprace.ports.push import DuePush, PushStore, PushUse
from gaprace.ports.puzzles import (
    MistakeSearch,
    PuzzleStore,
    PuzzleTry,
    StoredMistake,
    StoredPuzzle,
)
from gaprace.ports.races import FinishedRace, RaceStore, ShownBoards, StoredGame, StoredRace, StoredResult
from gaprace.ports.ratings import RatingChange, RatingStore
from gaprace.ports.retention import ArchiveStore, DeletedGuests, RetentionStore, StoredCursor
from gaprace.ports.rooms import GameVersion, RoomStore, RoomVersion, StoredRoom
from gaprace.ports.scores import ScoreStore, StoredClosing, StoredField
from gaprace.ports.series import SeriesStore, StoredSeries
from gaprace.ports.sessions import SessionStore, StoredSession
from gaprace.ports.statistics import FiguresStore, OwnGame, OwnPlace, PlayedGame, StatisticsStore, SummedUp
from gaprace.ports.store import Store
from gaprace.ports.tracing import NoTracing, Tracing
from gaprace.ports.transaction import Transaction
from gaprace.ports.webhooks import Mail, WebhookSender, WebhookStore

__all__ = [
    "AccountStore",
    "ActionAppender",
    "ActionStore",
    "AnalysisStore",
    "ArchiveStore",
    "ArenaSteps",
    "ArenaStore",
    "AtOnce",
    "AudienceStore",
    "Background",
    "BlockStore",
    "Bus",
    "BusMessage",
    "Candidate",
    "CertifiedDeal",
    "CertifiedDealStore",
    "Certifier",
    "Clock",
    "CountedGame",
    "CurrentRating",
    "Cursor",
    "DailyKey",
    "DailySecret",
    "DailyStore",
    "DeletedGuests",
    "DuePush",
    "EarlierGame",
    "Engine",
    "EventStore",
    "ExaminationStore",
    "FiguresStore",
    "FinishedRace",
    "FlaggedGame",
    "Flow",
    "GameVersion",
    "GroupGame",
    "GroupScoreStore",
    "GroupStore",
    "HeadToHeadStore",
    "Judgement",
    "LeaderboardStore",
    "Mail",
    "Metrics",
    "MistakeSearch",
    "ModerationStore",
    "Moment",
    "NoMetrics",
    "NoTracing",
    "OpenIdProvider",
    "OwnGame",
    "OwnGroup",
    "OwnPlace",
    "PageRequest",
    "PlayedGame",
    "PoolUse",
    "Proof",
    "PushStore",
    "PushUse",
    "PuzzleStore",
    "PuzzleTry",
    "RaceStore",
    "RatedRace",
    "RatingChange",
    "RatingStore",
    "RetentionStore",
    "RoomStore",
    "RoomVersion",
    "Sanction",
    "ScoreStore",
    "SeriesStore",
    "SessionStore",
    "SharedRace",
    "ShownBoards",
    "StatisticsStore",
    "Store",
    "StoredAccuracy",
    "StoredAction",
    "StoredAnalysis",
    "StoredAttempt",
    "StoredBlock",
    "StoredCertificate",
    "StoredClosing",
    "StoredCursor",
    "StoredDaily",
    "StoredDecision",
    "StoredDeviceCode",
    "StoredExamination",
    "StoredField",
    "StoredGame",
    "StoredGroup",
    "StoredMistake",
    "StoredPage",
    "StoredPlace",
    "StoredPlayer",
    "StoredPuzzle",
    "StoredRace",
    "StoredReport",
    "StoredResult",
    "StoredRoom",
    "StoredRound",
    "StoredSeries",
    "StoredSession",
    "StoredSubject",
    "SubjectStore",
    "SummedUp",
    "TimeStore",
    "Tracing",
    "Transaction",
    "UnscoredDaily",
    "Voiding",
    "WebhookSender",
    "WebhookStore",
    "Written",
]
