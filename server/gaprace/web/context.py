"""The dependencies of the web application: the services, the settings, the limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gaprace.ports import Clock, Metrics, NoMetrics, NoTracing, Tracing
from gaprace.rooms.quick_races import QuickRaces
from gaprace.rooms.registry import RoomRegistry
from gaprace.services.accounts import Accounts
from gaprace.services.analysis import GameAnalyses
from gaprace.services.arena_hosts import ArenaHosts
from gaprace.services.arenas import Arenas
from gaprace.services.blocks import Blocks
from gaprace.services.challenges import Challenges
from gaprace.services.dailies import Dailies
from gaprace.services.examinations import Examinations
from gaprace.services.group_boards import GroupBoards
from gaprace.services.group_feeds import GroupFeeds
from gaprace.services.group_rooms import GroupRooms
from gaprace.services.groups import Groups
from gaprace.services.head_to_head import HeadToHeads
from gaprace.services.health import Health
from gaprace.services.leaderboards import Leaderboards
from gaprace.services.moderation import Moderation
from gaprace.services.networks import Networks
from gaprace.services.openid import OpenIdSignIn
from gaprace.services.profiles import Profiles
from gaprace.services.push import Push
from gaprace.services.puzzles import Puzzles
from gaprace.services.race_pages import RacePages
from gaprace.services.replays import Replays
from gaprace.services.reports import Reports
from gaprace.services.series_pages import SeriesPages
from gaprace.services.sessions import Sessions
from gaprace.services.summaries import PublicSummaries
from gaprace.services.television import Television
from gaprace.services.webhooks import Webhooks
from gaprace.settings import ServerSettings
from gaprace.web.http.limits import Limits
from gaprace.web.social.picture_cache import PictureCache


@dataclass(slots=True)
class Lifecycle:
    """The state of the server's shutdown."""

    is_leaving: bool = False
    """It goes on as before, but `/readyz` says that it will end."""
    is_draining: bool = False
    """It accepts no more sessions; `/readyz` says so, and those that are open end."""


@dataclass(frozen=True, slots=True)
class AppContext:
    """The dependencies of the routes and the WebSocket."""

    accounts: Accounts
    rooms: RoomRegistry
    quick_races: QuickRaces
    summaries: PublicSummaries
    profiles: Profiles
    head_to_heads: HeadToHeads
    replays: Replays
    race_pages: RacePages
    series_pages: SeriesPages
    television: Television
    analyses: GameAnalyses
    examinations: Examinations
    dailies: Dailies
    challenges: Challenges
    arenas: Arenas
    arena_hosts: ArenaHosts
    leaderboards: Leaderboards
    puzzles: Puzzles
    groups: Groups
    group_boards: GroupBoards
    group_feeds: GroupFeeds
    group_rooms: GroupRooms
    webhooks: Webhooks
    push: Push
    reports: Reports
    moderation: Moderation
    blocks: Blocks
    sessions: Sessions
    networks: Networks
    settings: ServerSettings
    client_dir: Path
    """The folder with the files of the browser client."""
    limits: Limits
    clock: Clock
    health: Health
    sign_in: OpenIdSignIn | None = None
    """None without a provider of OpenID Connect."""
    metrics_text: Callable[[], bytes] = bytes
    """Returns the metrics in Prometheus' text format."""
    metrics: Metrics = field(default_factory=NoMetrics)
    tracing: Tracing = field(default_factory=NoTracing)
    lifecycle: Lifecycle = field(default_factory=Lifecycle)
    picture_cache: PictureCache = field(default_factory=PictureCache)
