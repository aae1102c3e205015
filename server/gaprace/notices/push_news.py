"""The contents of notifications, composed when a message is sent.

A message contains only what its player may see at that time: nothing outdated, and nothing about a sealed game.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from gaprace.errors import Refusal
from gaprace.events.challenges import challenge_results
from gaprace.events.dailies import played_dates
from gaprace.events.link_access import require_visible_arena, require_visible_challenge
from gaprace.notices.texts import browser_text, text
from gaprace.play.events.arena import Arena
from gaprace.play.events.event import Event, daily_code
from gaprace.play.events.leaderboards import DAILY_VARIANTS
from gaprace.play.events.streaks import streak_of
from gaprace.play.events.zones import next_midnight
from gaprace.play.notices.outbox import Letter, NoticeType
from gaprace.play.notices.push import Subscription
from gaprace.ports import Clock, Store, StoredPlayer
from gaprace.rooms.registry import RoomRegistry
from gaprace.wire import Wire

LetsIn = Callable[[StoredPlayer], Awaitable[bool]]
TOPIC_LENGTH = 32
MIN_STREAK = 2
"""Days in a row that are worth a reminder."""


def topic_of(letter: Letter) -> str:
    """Return the topic of a message: a pending one is replaced by a later one with it (RFC 8030, section 5.4)."""
    about = letter.type.partition(".")[0]
    return sha256(f"{about} {letter.subject}".encode()).hexdigest()[:TOPIC_LENGTH]


class Notification(Wire, frozen=True):
    """The content of a notification for the service worker (`client/worker/push.js`)."""

    title: str
    body: str
    url: str
    """The path of the page that it opens."""
    tag: str
    """A later notification with the same tag replaces it."""
    language: str
    at: int | None = None
    """The instant that stands for `{time}` in title and body (ms since 1970)."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The request for a notification."""

    player: str
    subject: str
    now: int
    to: Subscription
    tag: str

    def notification(self, title: str, body: str, url: str, at: int | None = None, **values: object) -> Notification:
        """Return a notification from the keys of its texts."""
        language = self.to.language
        words = browser_text(language, title, **values), browser_text(language, body, **values)
        return Notification(*words, url, self.tag, language, at)


class PushNews:
    """Composes notifications, and finds their recipients."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry, lets_in: LetsIn | None = None) -> None:
        """Send nothing to players for whom `lets_in` of a private server is false; None for an open server."""
        self._store, self._clock, self._rooms, self._lets_in = store, clock, rooms, lets_in
        self._found: Mapping[NoticeType, Callable[[_Asked], Awaitable[Notification | None]]] = {
            "challenge.made": self._made,
            "challenge.ending": self._ending,
            "challenge.ended": self._ended,
            "arena.starting": self._arena,
            "round.starting": self._round,
            "race.starting": self._race,
            "race.invited": self._invited,
            "daily.streak": self._streak,
            "push.test": self._test,
        }

    async def of(self, subscription: Subscription, letter: Letter) -> Notification | None:
        """Return the notification for a device; None if it is no longer relevant."""
        now, player = self._clock.now(), await self._store.player(subscription.player)
        if player is None or player.deleted_at is not None or player.is_suspended(now):
            return None
        if self._lets_in and not await self._lets_in(player):
            return None
        asked = _Asked(player.id, letter.subject, now, subscription, topic_of(letter))
        return await self._found[letter.type](asked)

    # Challenges

    async def players_of(self, event: NoticeType, subject: str) -> list[str]:
        """Return the possible recipients of an event; `of` decides for each of them."""
        if event == "arena.starting":
            arena = await self._store.arena(subject)
            return [each.player for each in arena.through] if arena else []
        challenge = await self._store.event(subject)
        if challenge is None:
            return []
        found = dict.fromkeys(each.player for each in challenge.entries)
        if challenge.group and event != "round.starting":
            members = await self._store.memberships(challenge.group)
            found |= dict.fromkeys(each.player for each in members if each.is_member)
        return [*found]

    async def _made(self, asked: _Asked) -> Notification | None:
        challenge = await self._challenge(asked)
        if challenge is None or challenge.player == asked.player or not _awaits(challenge, asked):
            return None
        group = await self._store.group(challenge.group or "")
        name = await self._name(challenge.player, asked)
        values = {"name": name, "group": group.name if group else "", "variant": _variant(challenge)}
        return asked.notification("made", "made_line", _page(challenge), challenge.ends_at, **values)

    async def _ending(self, asked: _Asked) -> Notification | None:
        challenge = await self._challenge(asked)
        if challenge is None or not _awaits(challenge, asked):
            return None
        variant = _variant(challenge)
        return asked.notification("ending", "ending_line", _page(challenge), challenge.ends_at, variant=variant)

    async def _ended(self, asked: _Asked) -> Notification | None:
        challenge = await self._challenge(asked)
        race = await self._store.race(asked.subject)
        if challenge is None or race is None or challenge.seal.holds(asked.player, asked.now):
            return None
        variant, results = _variant(challenge), challenge_results(race, {})
        mine = next((each for each in results if each.player == asked.player), None)
        if mine is None or len(results) == 1:
            return asked.notification("ended", "ended_all", _page(challenge), variant=variant)
        n = len(results)
        return asked.notification("ended", "ended_line", _page(challenge), variant=variant, rank=mine.rank, n=n)

    async def _challenge(self, asked: _Asked) -> Event | None:
        """Return the challenge of the event, unless it or its challenger is hidden from the player."""
        try:
            challenge = await require_visible_challenge(self._store, asked.subject, asked.player)
        except Refusal:
            return None
        return challenge if await self._may_hear(challenge.player, challenge.group, asked) else None

    async def _may_hear(self, maker: str, group: str | None, asked: _Asked) -> bool:
        """Whether events of a creator may be pushed to a player."""
        found = await self._store.player(maker)
        if found is None or found.is_suspended(asked.now) or maker in await self._store.kept_apart(asked.player):
            return False
        mine = await self._store.membership(group, asked.player) if group else None
        return group is None or (mine is not None and mine.is_member)

    # Starts

    async def _arena(self, asked: _Asked) -> Notification | None:
        arena = await self._seen_arena(asked.subject, asked)
        if arena is None or arena.ended_at is not None or all(each.player != asked.player for each in arena.through):
            return None
        values = {"arena": arena.name, "variant": arena.variant.capitalize()}
        return asked.notification("arena", "arena_line", f"/arena/{arena.code}", arena.starts_at, **values)

    async def _round(self, asked: _Asked) -> Notification | None:
        challenge = await self._store.event(asked.subject)
        if challenge is None or challenge.parent is None or not _awaits(challenge, asked):
            return None
        arena = await self._seen_arena(challenge.parent, asked)
        if arena is None:
            return None
        values = {"arena": arena.name, "round": challenge.label}
        return asked.notification("round", "round_line", f"/arena/{arena.code}", challenge.ends_at, **values)

    async def _seen_arena(self, code: str, asked: _Asked) -> Arena | None:
        """Return an arena, unless it or its organiser is hidden from the player."""
        try:
            arena = await require_visible_arena(self._store, code, asked.player)
        except Refusal:
            return None
        return arena if await self._may_hear(arena.player, arena.group, asked) else None

    async def _race(self, asked: _Asked) -> Notification | None:
        room = await self._rooms.view(asked.subject, asked.player)
        if room is None or room.race is None or not any(each.id == asked.player for each in room.members):
            return None
        return asked.notification("race", "race_line", f"/r/{room.code}")

    async def _invited(self, asked: _Asked) -> Notification | None:
        friends = await self._store.followed_by(asked.player)
        # Of several who invite to this room, the last one has caused this notice.
        invited_at = {
            each: each.theirs.invited_at or 0 for each in friends if each.theirs and each.theirs.room == asked.subject
        }
        host = max(invited_at, key=invited_at.__getitem__, default=None)
        room = await self._rooms.view(asked.subject, asked.player)
        if host is None or room is None or any(each.id == asked.player for each in room.members):
            return None
        return asked.notification("invited", "invited_line", f"/r/{room.code}", name=host.name)

    # The daily

    async def streak_at_risk(self, player: str, day: str) -> int | None:
        """Return the length of the streak that ends unless the player plays a daily of a date."""
        if any([await self._store.entry(daily_code(day, variant), player) for variant in DAILY_VARIANTS]):
            return None
        length = streak_of(await played_dates(self._store, player), day).days
        return length if length >= MIN_STREAK else None

    async def _streak(self, asked: _Asked) -> Notification | None:
        length = await self.streak_at_risk(asked.player, asked.subject)
        if length is None:
            return None
        return asked.notification("streak", "streak_line", "/", next_midnight(asked.to.zone, asked.now), n=length)

    async def _test(self, asked: _Asked) -> Notification:
        return asked.notification("push_test", "push_test_line", "/p/me")

    async def _name(self, player: str, asked: _Asked) -> str:
        names = await self._store.names([player])
        return names.get(player) or text(asked.to.language, "somebody")


def _awaits(challenge: Event, asked: _Asked) -> bool:
    """Whether a player may still begin the game of a challenge."""
    mine = challenge.entry(asked.player)
    is_open = challenge.ended_at is None and asked.now < challenge.closes_at
    if mine is None:
        is_full = challenge.places is not None and len(challenge.entries) >= challenge.places
        return is_open and challenge.group is not None and not is_full
    return is_open and mine.game is None


def _variant(challenge: Event) -> str:
    return challenge.deal.variant.name.capitalize()


def _page(challenge: Event) -> str:
    return f"/challenge/{challenge.code}"
