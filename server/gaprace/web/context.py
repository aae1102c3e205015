"""What the web application is made of."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from gaprace.ports import Metrics, NoMetrics
from gaprace.services.accounts import Accounts
from gaprace.services.analysis import GameAnalyses
from gaprace.services.dailies import Dailies
from gaprace.services.health import Health
from gaprace.services.leaderboards import Leaderboards
from gaprace.services.profiles import Profiles
from gaprace.services.replays import Replays
from gaprace.services.summaries import PublicSummaries
from gaprace.settings import ServerSettings
from gaprace.web.http.limits import Limits
from gaprace.web.interfaces import Rooms
from gaprace.web.social.picture_cache import PictureCache


@asynccontextmanager
async def nothing_to_open() -> AsyncIterator[None]:
    """Open nothing, close nothing."""
    yield


@dataclass(slots=True)
class Gate:
    """Open, until the server is about to end."""

    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Parts:
    """What the routes work with."""

    people: Accounts
    rooms: Rooms
    glimpses: PublicSummaries
    players: Profiles
    replays: Replays
    analyst: GameAnalyses
    dailies: Dailies
    boards: Leaderboards
    settings: ServerSettings
    client: Path
    """The folder with the pages."""
    limits: Limits
    health: Health
    exposition: Callable[[], bytes] = bytes
    """What gives the figures for Prometheus."""
    metrics: Metrics = field(default_factory=NoMetrics)
    gate: Gate = field(default_factory=Gate)
    picture_cache: PictureCache = field(default_factory=PictureCache)
    opened: Callable[[], AbstractAsyncContextManager[None]] = nothing_to_open
    """What is open as long as the application runs."""
