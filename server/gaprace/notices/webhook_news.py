"""The contents of webhook messages, composed when a message is sent.

So names are current, deleted players have none, and a message reveals nothing about a sealed deal.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from gaprace.events.challenges import challenge_results
from gaprace.events.summaries import PublicSummaries
from gaprace.groups.feeds import MAX_NAMED, daily_results
from gaprace.notices.texts import text
from gaprace.play.events.calendar import duration_text, instant_text, is_date
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.leaderboards import DAILY_VARIANTS, Leaderboard
from gaprace.play.events.windows import window_of
from gaprace.play.notices.webhooks import Endpoint
from gaprace.ports import Clock, PageRequest, Store, StoredGroup
from gaprace.rooms.registry import RoomRegistry
from gaprace.rules.results import fields_of, is_played
from gaprace.wire import Wire
from gaprace.wire.http import Language, WebhookEventType, webhook_messages

MAX_RACERS = 10
"""Players whom the message about a race names."""


@dataclass(frozen=True, slots=True)
class News:
    """The content of a message: data for programs, and plain text for chats."""

    data: Wire
    title: str
    lines: Sequence[str]
    url: str
    button: str
    """The text of a link to `url`."""
    picture: str | None = None
    """The address of an image."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The request for a message."""

    webhook: Endpoint
    group: StoredGroup | None
    subject: str

    @property
    def page(self) -> str:
        """The address of the group's page, or of the server."""
        return f"{self.webhook.site}/group/{self.group.code}" if self.group else self.webhook.site

    def say(self, key: str, **values: object) -> str:
        return text(self.webhook.language, key, **values)


class WebhookNews:
    """Composes the contents of messages."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry, summaries: PublicSummaries) -> None:
        self._store, self._clock, self._rooms, self._summaries = store, clock, rooms, summaries
        self._found: Mapping[WebhookEventType, Callable[[_Asked], Awaitable[News | None]]] = {
            "daily.opened": self._opened,
            "daily.digest": self._digest,
            "room.opened": self._room,
            "race.finished": self._race,
            "challenge.made": self._challenge,
            "challenge.ended": self._challenge_over,
            "webhook.test": self._test,
        }

    async def of(
        self, webhook: Endpoint, group: StoredGroup | None, event: WebhookEventType, subject: str
    ) -> News | None:
        """Return the content of the message about an event; None if its subject is gone."""
        return await self._found[event](_Asked(webhook, group, subject))

    async def _opened(self, asked: _Asked) -> News | None:
        if not is_date(asked.subject):
            return await self._own_opened(asked)
        date = asked.subject
        url, closes = asked.page if asked.group else f"{asked.page}/daily", window_of(date).closes_at
        variants = ", ".join(map(str.capitalize, DAILY_VARIANTS))
        return News(
            webhook_messages.DailyOpened(date, closes, [*DAILY_VARIANTS], url),
            asked.say("opened", date=date),
            [variants],
            url,
            asked.say("play"),
        )

    async def _own_opened(self, asked: _Asked) -> News | None:
        daily = await self._store.event(asked.subject)
        if daily is None or daily.closes_at <= self._clock.now():
            return None  # it has closed meanwhile
        variant, closes = daily.deal.variant.name, daily.closes_at
        return News(
            webhook_messages.DailyOpened(daily.label, closes, [variant], asked.page),
            asked.say("own_opened", date=daily.label),
            [asked.say("open_until", variants=variant.capitalize(), until=instant_text(closes))],
            asked.page,
            asked.say("play"),
        )

    async def _digest(self, asked: _Asked) -> News | None:
        if not is_date(asked.subject):
            return await self._own_digest(asked)
        date = asked.subject
        if self._clock.now() < window_of(date).ends_at:
            return None  # cannot happen: digests are sent after the reveal
        dailies = [await self._daily(asked.group, date, variant) for variant in DAILY_VARIANTS]
        lines = [line for daily in dailies for line in _daily_lines(daily, asked.webhook.language)]
        url = f"{asked.page}/{date}" if asked.group else f"{asked.page}/daily/{date}"
        return News(
            webhook_messages.DailyDigest(date, dailies, url),
            asked.say("digest", date=date),
            lines,
            url,
            asked.say("results"),
        )

    async def _own_digest(self, asked: _Asked) -> News | None:
        daily = await self._store.event(asked.subject)
        if daily is None or daily.ended_at is None or asked.group is None:
            return None
        results = await self._group_daily(asked.group, daily.label, OWN_DAILY, daily.deal.variant.name)
        url, lines = f"{asked.page}/{daily.label}", _daily_lines(results, asked.webhook.language)
        title = asked.say("digest", date=daily.label)
        return News(webhook_messages.DailyDigest(daily.label, [results], url), title, lines, url, asked.say("results"))

    async def _daily(self, group: StoredGroup | None, date: str, variant: str) -> webhook_messages.DailyResults:
        if group:
            return await self._group_daily(group, date, variant, variant)
        page = await self._store.leaderboard_page(Leaderboard("daily", date, variant), PageRequest(MAX_NAMED), None)
        best = [
            webhook_messages.RankedPlayer(**fields_of(each.result), rank=each.rank, name=each.name)
            for each in page.rows
        ]
        return webhook_messages.DailyResults(variant, page.size, best)

    async def _group_daily(
        self, group: StoredGroup, date: str, daily: str, variant: str
    ) -> webhook_messages.DailyResults:
        games = await self._store.group_games(group.code, daily, date, date)
        names = await self._store.names([each.player for each in games])
        return daily_results(variant, games, names)

    async def _room(self, asked: _Asked) -> News:
        if asked.group:
            url, host = f"{asked.page}/room", ""
        else:
            url, host = f"{asked.page}/r/{asked.subject}", await self._host(asked.subject)
        title = asked.say("room_of", host=host) if host else asked.say("room")
        return News(webhook_messages.RoomOpened(url, host), title, [asked.say("room_line")], url, asked.say("join"))

    async def _host(self, code: str) -> str:
        room = await self._rooms.view(code)
        return next((each.name for each in room.members if each.id == room.host), "") if room else ""

    async def _race(self, asked: _Asked) -> News | None:
        summed = await self._summaries.race(asked.subject)
        if summed is None or not summed.places:
            return None  # its results were made void
        race, names, places = summed
        players = [
            webhook_messages.RankedPlayer(**fields_of(each.result), rank=each.rank, name=names.get(each.player, ""))
            for each in places[:MAX_RACERS]
        ]
        site, first = asked.webhook.site, players[0]
        url, picture = f"{site}/race/{asked.subject}", f"{site}/og/race/{asked.subject}.png"
        return News(
            webhook_messages.RaceFinished(asked.subject, race.deal.variant.name, players, url, picture),
            asked.say(
                "race_won" if first.won else "race_led" if is_played(first) else "nobody_played",
                name=first.name or asked.say("somebody"),
                time=duration_text(first.time_ms),
                locked=first.locked,
            ),
            [_place_line(each, asked.webhook.language) for each in players],
            url,
            asked.say("replay"),
            picture,
        )

    async def _challenge(self, asked: _Asked) -> News | None:
        found = await self._store.event(asked.subject)
        if found is None or found.ended_at is not None:
            return None  # it is over already, which is told next
        names, variant = await self._store.names([found.player]), found.deal.variant.name
        name, url = names.get(found.player, ""), f"{asked.webhook.site}/challenge/{found.code}"
        until = instant_text(found.ends_at)
        return News(
            webhook_messages.ChallengeMade(found.code, variant, name, found.ends_at, url),
            asked.say("challenge", name=name or asked.say("somebody")),
            [asked.say("challenge_line", variant=variant.capitalize(), until=until)],
            url,
            asked.say("play"),
        )

    async def _challenge_over(self, asked: _Asked) -> News | None:
        race = await self._store.race(asked.subject)
        if race is None or not race.seal.is_lifted(self._clock.now()):
            return None
        names = await self._store.names([game.player for game in race.games])
        best = challenge_results(race, names)[:MAX_RACERS]
        players = [webhook_messages.RankedPlayer(**fields_of(each), rank=each.rank, name=each.name) for each in best]
        url = f"{asked.webhook.site}/challenge/{asked.subject}"
        lines = [_place_line(each, asked.webhook.language) for each in players]
        return News(
            webhook_messages.ChallengeEnded(asked.subject, race.deal.variant.name, players, url),
            asked.say("challenge_over"),
            lines or [asked.say("nobody_played")],
            url,
            asked.say("results"),
        )

    async def _test(self, asked: _Asked) -> News:
        line = asked.say("test_line")
        return News(webhook_messages.WebhookTest(line), asked.say("test"), [line], asked.page, asked.say("open_site"))


def _daily_lines(daily: webhook_messages.DailyResults, language: Language) -> list[str]:
    head = "played" if daily.played else "nobody"
    first = text(language, head, variant=daily.variant.capitalize(), n=daily.played)
    return [first, *(_place_line(each, language) for each in daily.best)]


def _place_line(player: webhook_messages.RankedPlayer, language: Language) -> str:
    score = "" if player.against_group is None else f" {player.against_group:+.1f}"
    return text(
        language,
        "won_in" if player.won else "not_won",
        rank=player.rank,
        name=player.name or text(language, "somebody"),
        score=score,
        time=duration_text(player.time_ms),
        locked=player.locked,
    )
