"""The dependencies of the web application: the services, the settings, the limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gaprace.events.arena_hosts import ArenaHosts
from gaprace.events.arenas import Arenas
from gaprace.events.challenges import Challenges
from gaprace.events.dailies import Dailies
from gaprace.events.leaderboards import Leaderboards
from gaprace.events.race_pages import RacePages
from gaprace.events.replays import Replays
from gaprace.events.series_pages import SeriesPages
from gaprace.events.summaries import PublicSummaries
from gaprace.events.television import Television
from gaprace.groups.boards import GroupBoards
from gaprace.groups.feeds import GroupFeeds
from gaprace.groups.groups import Groups
from gaprace.groups.rooms import GroupRooms
from gaprace.moderation.decisions import Moderation
from gaprace.moderation.examinations import Examinations
from gaprace.moderation.reports import Reports
from gaprace.notices.push import Push
from gaprace.notices.webhooks import Webhooks
from gaprace.people.accounts import Accounts
from gaprace.people.blocks import Blocks
from gaprace.people.head_to_head import HeadToHeads
from gaprace.people.networks import Networks
from gaprace.people.openid import OpenIdSignIn
from gaprace.people.profiles import Profiles
from gaprace.people.sessions import Sessions
from gaprace.ports import Clock, Metrics, NoMetrics, NoTracing, Tracing
from gaprace.rooms.quick_races import QuickRaces
from gaprace.rooms.registry import RoomRegistry
from gaprace.settings import ServerSettings
from gaprace.study.analysis import GameAnalyses
from gaprace.study.puzzles import Puzzles
from gaprace.upkeep.health import Health
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
