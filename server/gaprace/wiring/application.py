"""A server process without its sockets: rooms, services, jobs and pages, built on the adapters."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from gaprace.notices.delivery import Outbox
from gaprace.notices.push_key import PushKey
from gaprace.notices.push_news import PushNews
from gaprace.notices.push_post import PushPost
from gaprace.people.accounts import Accounts
from gaprace.people.networks import Networks
from gaprace.people.openid import SIGN_IN_LABEL, OpenIdSignIn
from gaprace.people.openid_accounts import ProviderConnections, SignInRules
from gaprace.people.signed_notes import SignedNotes
from gaprace.people.tokens import signing_keys
from gaprace.play.people.words import WordList
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.context import RoomContext
from gaprace.rooms.peers import RoomPeers
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import Throttle
from gaprace.setting_readers import text_of_file
from gaprace.settings import ServerSettings
from gaprace.web.app import build_app
from gaprace.web.context import AppContext
from gaprace.web.http.rate_limits import Limits
from gaprace.wiring.adapters import Adapters, open_adapters
from gaprace.wiring.databases import as_cannot_serve
from gaprace.wiring.installation import owner_token
from gaprace.wiring.jobs import Jobs, background_jobs, is_quiet, sampling

_CLIENT_FOLDERS = (
    Path(__file__).parents[1] / "client",  # in an installed package
    Path(__file__).parents[3] / "client",  # in the repository
)
CLIENT = next((folder for folder in _CLIENT_FOLDERS if folder.is_dir()), _CLIENT_FOLDERS[0])
"""The folder with the pages."""


class Application:
    """A server without its sockets. Opened by `open_application`."""

    def __init__(self, context: AppContext, rooms: RoomRegistry | None, jobs: Jobs) -> None:
        """Take the rooms, unless nothing is played here."""
        self.asgi = build_app(context)
        self.lifecycle, self._rooms, self._jobs = context.lifecycle, rooms, jobs
        self.owner_token = owner_token(context.settings)

    async def open(self) -> None:
        """Open the rooms, then start the background jobs."""
        if self._rooms:
            await self._rooms.open()
        self._jobs.open()

    def leave(self) -> None:
        """Let `/readyz` say that the end is near."""
        self.lifecycle.is_leaving = True

    async def drain(self) -> None:
        """Stop the jobs, store what waits, and end every connection with `restarting`. Only the first call acts."""
        if not self.lifecycle.is_draining:
            self.lifecycle.is_draining = True
            self._jobs.close()
            if self._rooms:
                await self._rooms.close()


@asynccontextmanager
async def open_application(settings: ServerSettings) -> AsyncIterator[Application]:
    """Build and open everything that a server is made of, and close it in reverse order."""
    async with AsyncExitStack() as stack:
        with as_cannot_serve():
            adapters = await stack.enter_async_context(open_adapters(settings))
            application = await _build_application(adapters)
            stack.push_async_callback(application.drain)
            await application.open()
        yield application


async def _build_application(adapters: Adapters) -> Application:
    store, clock, settings = adapters.store, adapters.clock, adapters.settings
    words = word_list(settings.word_list)
    accounts = await Accounts.create(store, clock, settings.secret_key, words)
    networks = await Networks.create(store, clock, settings.secret_key)
    shared = room_context(adapters, settings.max_rooms, words)
    rooms = RoomRegistry(shared)
    push_key = PushKey(store, settings.push_key) if settings.push and not settings.read_only else None
    context = AppContext(
        shared,
        rooms,
        accounts,
        networks,
        settings,
        Limits(settings),
        adapters.sender,
        CLIENT,
        adapters.installation,
        push_key=push_key,
        sign_in=await _sign_in(adapters, accounts, settings),
        metrics_text=adapters.metrics.exposition,
        tracing=adapters.tracing,
    )
    if settings.read_only:
        return Application(context, None, Jobs(clock, [sampling(adapters)]))
    push = None
    if push_key:
        is_only_way = context.sign_in is not None and sign_in_rules(settings).is_only_way
        lets_in = context.sign_in.connections.lets_in if context.sign_in and is_only_way else None
        news = PushNews(store, clock, rooms, lets_in)
        push = PushPost(store, clock, news, adapters.push_sender, push_key, settings.contact)
    outbox = Outbox(store, clock, adapters.metrics, context.webhook_post, push)
    jobs = background_jobs(adapters, context, outbox)
    return Application(context, rooms, Jobs(clock, jobs, partial(is_quiet, context)))


async def _sign_in(adapters: Adapters, accounts: Accounts, settings: ServerSettings) -> OpenIdSignIn | None:
    if adapters.provider is None:
        return None
    connections = ProviderConnections(adapters.store, adapters.clock, settings.oidc_issuer, sign_in_rules(settings))
    keys = await signing_keys(adapters.store, settings.secret_key)
    return OpenIdSignIn(connections, accounts, adapters.provider, SignedNotes(adapters.clock, keys, SIGN_IN_LABEL))


def sign_in_rules(settings: ServerSettings) -> SignInRules:
    """Return the rules for sign-in by OpenID Connect."""
    return SignInRules(
        settings.oidc_label,
        settings.oidc_domains,
        settings.oidc_claims,
        settings.oidc_name_claim,
        settings.oidc_days,
        is_only_way=settings.private and not settings.invitations,
    )


def word_list(path: str) -> WordList:
    """Return the words of a file, or those of the built-in list without one."""
    return WordList.parse(text_of_file("GAPRACE_WORD_LIST", path)) if path else WordList.built_in()


def room_context(adapters: Adapters, max_rooms: int, words: WordList) -> RoomContext:
    """Build the context of all live rooms."""
    store, clock, metrics, tracing = adapters.store, adapters.clock, adapters.metrics, adapters.tracing
    new_journal, new_peers = (tracing.journal, tracing.peers) if tracing else (Journal, RoomPeers)
    journal, throttle = new_journal(store.appender, metrics), Throttle(clock)
    ports = (store, clock, adapters.bus, journal, adapters.engine, metrics, throttle, adapters.background)
    return RoomContext(*ports, words, max_rooms, new_peers, clock.now())
