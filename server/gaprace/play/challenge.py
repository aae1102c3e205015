"""Challenges: a deal that invited players play at any time within a window, sealed until all have finished. Pure.

A challenge is an open race, like a daily: each game begins when its player first sees the cards. Everybody with the
link is invited, up to a number of places; in a group, its members are. A challenge ends when its time is up, or as soon
as the players of all places, or all members, have finished. A ranked challenge has a new deal and is sealed until then;
in a challenge for fun, players see the other games when their own has ended.

A group's own daily is a challenge that is created for a date of the group (`play.group_days`). Like the world's daily,
it has no limit of places, shows results but no boards while it is open, and lets games that began in time continue
after it has closed.

A round of an arena (`play.arena`) is also a challenge; in a cup, it is for the remaining players.
"""

from collections.abc import Collection
from dataclasses import dataclass

from gaprace.errors import Refusal
from gaprace.play.calendar import instant_text
from gaprace.play.seals import Seal, Shown
from gaprace.rules.deal import Deal
from gaprace.rules.ranking import Order

HOUR_MS = 60 * 60 * 1000
CODE_LENGTH = 12
"""Length of the code in the link, with 60 random bits: the link is the invitation."""
MAX_OPEN = 20
"""Challenges of one player that have not ended."""
MAX_PLAYERS = 200
"""Players of a challenge without a number of places."""
SHOWN_MS = 7 * 24 * HOUR_MS
"""For how long a challenge that has ended stays on the list of its players."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's place in a challenge."""

    player: str
    at: int
    """When it was taken (ms since 1970)."""
    game: str | None = None
    """The player's one game; None before its start."""
    room: str | None = None
    """The room in which it is played."""
    ended: bool = False
    """Whether the game has ended."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge and its places, in the order in which they were taken."""

    code: str
    deal: Deal
    player: str
    """The player who has made it."""
    made_at: int
    ends_at: int
    places: int | None
    """The number of players that it is for; None for everyone with the link, or in the group."""
    ranked: bool
    """Whether it is sealed until its end, and games of it are ranked. Its deal is new then."""
    group: str | None = None
    daily: tuple[str, str] | None = None
    """The date and the variant of the daily whose deal it is."""
    ended_at: int | None = None
    """When it ended; None before."""
    date: str | None = None
    """The group's date, if it is the group's daily."""
    closes_at: int | None = None
    """When games may no longer begin; None for `ends_at`."""
    arena: str | None = None
    """The code of the arena whose round it is."""
    round: int | None = None
    """The number of this round."""
    entries: tuple[Entry, ...] = ()

    def entry(self, player: str | None) -> Entry | None:
        """Return a player's place; None without one."""
        return next((each for each in self.entries if each.player == player), None)

    @property
    def is_scheduled(self) -> bool:
        """Whether it was created on schedule and not by a player: a group's daily, or a round of an arena."""
        return self.date is not None or self.arena is not None

    @property
    def order(self) -> Order:
        """How its games are ranked: by comparisons, if scores over several deals are made of them."""
        return "duplicate" if self.is_scheduled else "race"

    @property
    def finished(self) -> frozenset[str]:
        """The players whose games have ended."""
        return frozenset(each.player for each in self.entries if each.ended)

    @property
    def is_being_played(self) -> bool:
        """Whether a game of it is running."""
        return any(each.game is not None and not each.ended for each in self.entries)

    @property
    def seal(self) -> Seal:
        """The seal of its games until it has ended."""
        lifted_for = frozenset() if self.ranked else self.finished
        return challenge_seal(self.ends_at, self.ended_at, lifted_for, is_daily=self.date is not None)

    @property
    def last_start(self) -> int:
        """The instant from which games may no longer begin."""
        return self.ends_at if self.closes_at is None else self.closes_at

    def is_complete(self, members: Collection[str] | None) -> bool:
        """Whether everybody who is invited has finished; `members` are those of its group.

        A daily, and a round of an arena, is never complete before its end, since others may still join.
        """
        if self.date is not None:
            return False
        if self.places is not None:
            return len(self.finished) >= self.places
        if self.arena is not None:
            return False
        return members is not None and len(members) > 1 and self.finished.issuperset(members)

    def end(self, members: Collection[str] | None, now: int) -> int | None:
        """Return the time of its end; None if it has not ended."""
        is_over = now >= self.last_start and not self.is_being_played
        return min(now, self.ends_at) if is_over or self.is_complete(members) else None

    def refuse_entry(self, player: str, now: int) -> None:
        """Refuse a place or a game that is not available to a player.

        Raises:
            Refusal: `challenge_over`, `challenge_played`, `challenge_full`; `round_over`, of an arena.

        """
        mine = self.entry(player)
        if mine and mine.game is not None:
            raise Refusal("challenge_played", "You have already played this challenge.")
        if self.ended_at is not None or now >= self.last_start:
            if self.arena is not None:
                raise Refusal("round_over", f"Round {self.round} is over: play the next one.")
            ended_at = self.last_start if self.ended_at is None else self.ended_at
            raise Refusal(
                "challenge_over", f"This challenge ended at {instant_text(ended_at)}: create one of your own."
            )
        # A round of an arena takes all who are in the arena, which has a limit of its own.
        limit = self.places or (None if self.arena else MAX_PLAYERS)
        if mine is None and limit is not None and len(self.entries) >= limit:
            raise Refusal("challenge_full", "All places of this challenge are taken: ask for one of your own.")


def challenge_seal(
    ends_at: int, ended_at: int | None, lifted_for: frozenset[str] = frozenset(), *, is_daily: bool = False
) -> Seal:
    """Return the seal of a challenge. It is lifted by the end of the challenge, since a last game may be running."""
    shows = Shown.RESULT if is_daily else Shown.SEAT
    return Seal(ends_at, is_lifted=ended_at is not None, lifted_for=lifted_for, shows=shows)


def no_such_challenge() -> Refusal:
    """Return the refusal of a challenge that does not exist for the caller."""
    return Refusal("challenge_not_found", "Challenge not found. Check the link: it may be incomplete.")
