"""The dependencies of the web application: the services, the settings, the limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gaprace.events.arena_hosts import ArenaHosts
from gaprace.events.arenas import Arenas
from gaprace.events.challenges import Challenges
from gaprace.events.dailies import Dailies
from gaprace.events.daily_candidates import DailyCandidates
from gaprace.events.leaderboards import Leaderboards
from gaprace.events.missed_races import MissedRaces
from gaprace.events.race_lists import RaceLists
from gaprace.events.race_pages import RacePages
from gaprace.events.replays import Replays
from gaprace.events.series_pages import SeriesPages
from gaprace.events.summaries import PublicSummaries
from gaprace.events.television import Television
from gaprace.groups.boards import GroupBoards
from gaprace.groups.csv_export import GroupExport
from gaprace.groups.feeds import GroupFeeds
from gaprace.groups.groups import Groups
from gaprace.groups.rooms import GroupRooms
from gaprace.moderation.decisions import Moderation
from gaprace.moderation.examinations import Examinations
from gaprace.moderation.reports import Reports
from gaprace.notices.push_key import PushKey
from gaprace.notices.push_subscriptions import Push
from gaprace.notices.webhook_news import WebhookNews
from gaprace.notices.webhook_post import WebhookPost
from gaprace.notices.webhooks import Webhooks
from gaprace.people.accounts import Accounts, Sessions
from gaprace.people.blocks import Blocks
from gaprace.people.friends import Friends, News
from gaprace.people.head_to_head import HeadToHeads
from gaprace.people.networks import Networks
from gaprace.people.openid import OpenIdSignIn
from gaprace.people.played_games import PlayedGames
from gaprace.people.profiles import Profiles
from gaprace.ports import Installation, Tracing, WebhookSender
from gaprace.rooms.context import RoomContext
from gaprace.rooms.quick_races import QuickRaces
from gaprace.rooms.registry import RoomRegistry
from gaprace.settings import ServerSettings
from gaprace.study.analysis import GameAnalyses
from gaprace.study.explorations import Explorations
from gaprace.study.puzzles import Puzzles
from gaprace.web.http.rate_limits import Limits
from gaprace.web.social.previews import PictureCache


@dataclass(slots=True)
class Lifecycle:
    """The state of the server's shutdown."""

    is_leaving: bool = False
    """The server goes on as before, but `/readyz` says that it will end."""
    is_draining: bool = False
    """The server accepts no more sessions; `/readyz` says so, and those that are open end."""
    stop: Callable[[], None] = field(default=lambda: None)
    """Ends the server, as a signal does."""
    starts_again: bool = False
    """Whether it starts again once it has ended."""


@dataclass
class AppContext:
    """The services of the routes and the socket, which are built here on the context of the rooms."""

    shared: RoomContext
    rooms: RoomRegistry
    accounts: Accounts
    networks: Networks
    settings: ServerSettings
    limits: Limits
    sender: WebhookSender
    """Sends to webhooks."""
    client_dir: Path
    """The folder with the files of the browser client."""
    installation: Installation
    push_key: PushKey | None = None
    """The key of the messages to browsers; None if none are sent."""
    sign_in: OpenIdSignIn | None = None
    """None without a provider of OpenID Connect."""
    metrics_text: Callable[[], bytes] = bytes
    """Returns the metrics in Prometheus' text format."""
    tracing: Tracing | None = None
    """Records spans, if traces are wanted."""
    lifecycle: Lifecycle = field(default_factory=Lifecycle)
    picture_cache: PictureCache = field(default_factory=PictureCache)

    def __post_init__(self) -> None:
        """Build the services."""
        shared, rooms = self.shared, self.rooms
        store, clock, background, words = shared.store, shared.clock, shared.background, shared.words
        self.clock, self.metrics = clock, shared.metrics
        self.quick_races = QuickRaces(shared, rooms)
        self.summaries = PublicSummaries(store, clock)
        self.profiles = Profiles(store, clock)
        self.head_to_heads = HeadToHeads(store, clock)
        self.played_games = PlayedGames(store, clock)
        self.replays = Replays(store, clock, rooms)
        self.race_pages = RacePages(store, clock)
        self.missed_races = MissedRaces(store, clock, rooms)
        self.race_lists = RaceLists(store)
        self.series_pages = SeriesPages(store, clock)
        self.television = Television(store, clock)
        self.analyses = GameAnalyses(store, clock, shared.engine, self.replays)
        self.explorations = Explorations(self.replays, shared.engine)
        self.examinations = Examinations(store, clock, background)
        self.dailies = Dailies(store, clock, rooms, DailyCandidates(clock, shared.engine))
        self.challenges = Challenges(store, clock, rooms)
        self.arenas = Arenas(store, clock, rooms, background, words)
        self.arena_hosts = ArenaHosts(store, clock, words)
        self.leaderboards = Leaderboards(store, clock)
        self.puzzles = Puzzles(store, clock)
        self.group_feeds = GroupFeeds(store, clock, background)
        self.groups = Groups(store, clock, rooms, self.group_feeds, words)
        self.group_boards = GroupBoards(store, clock, background)
        self.group_export = GroupExport(store, clock, background)
        self.group_rooms = GroupRooms(store, clock, rooms)
        self.webhook_post = WebhookPost(store, clock, WebhookNews(store, clock, rooms, self.summaries), self.sender)
        self.webhooks = Webhooks(store, clock, self.webhook_post)
        self.push = Push(store, clock, self.push_key)
        self.reports = Reports(store, clock, rooms)
        self.moderation = Moderation(store, clock, rooms, self.examinations)
        self.blocks = Blocks(store, clock)
        self.friends = Friends(store, clock, rooms)
        self.news = News(store, clock)
        self.sessions = Sessions(store, clock, rooms, self.networks)
