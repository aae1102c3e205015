"""The bodies of the HTTP routes, declared once. The OpenAPI document and the client's types are generated from them.

Times are whole milliseconds: `*_at` since 1970 on the server's clock, `*_ms` since the start of the race. A `date` is a
UTC date such as `2026-11-21`, a `variant` the name of a variant.
"""

from gaprace.wire.http.accounts import (
    Identity,
    Me,
    NewPlayer,
    NewRecoveryCode,
    Problem,
    Recover,
    RecoveryCode,
    Rename,
    Token,
)
from gaprace.wire.http.dailies import Attempt, Certificate, Commitment, Commitments, Daily, DailyList, PlayDaily
from gaprace.wire.http.games import Analysis, DailyName, ExaminedFlag, FinishedGame, Loss, Record, Replay
from gaprace.wire.http.leaderboards import FlaggedRow, LeaderboardKind, LeaderboardPage, LeaderboardRow
from gaprace.wire.http.profiles import (
    Achievement,
    AchievementName,
    CalendarDay,
    DeleteMe,
    Export,
    ExportedGame,
    ExportedPlace,
    PlayerPage,
    PlayerRating,
    RatingPoint,
    RecentGame,
    Streak,
    VariantStatistics,
)
from gaprace.wire.http.rooms import NewRoom, RaceNow, RoomCreated, RoomList, RoomSummary

__all__ = [
    "Achievement",
    "AchievementName",
    "Analysis",
    "Attempt",
    "CalendarDay",
    "Certificate",
    "Commitment",
    "Commitments",
    "Daily",
    "DailyList",
    "DailyName",
    "DeleteMe",
    "ExaminedFlag",
    "Export",
    "ExportedGame",
    "ExportedPlace",
    "FinishedGame",
    "FlaggedRow",
    "Identity",
    "LeaderboardKind",
    "LeaderboardPage",
    "LeaderboardRow",
    "Loss",
    "Me",
    "NewPlayer",
    "NewRecoveryCode",
    "NewRoom",
    "PlayDaily",
    "PlayerPage",
    "PlayerRating",
    "Problem",
    "RaceNow",
    "RatingPoint",
    "RecentGame",
    "Record",
    "Recover",
    "RecoveryCode",
    "Rename",
    "Replay",
    "RoomCreated",
    "RoomList",
    "RoomSummary",
    "Streak",
    "Token",
    "VariantStatistics",
]
