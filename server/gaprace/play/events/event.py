"""Events: a deal that several people play at times of their own, within a window. Pure.

An event is data. It has a window (when games may begin, and when those that run end), an entry (who may play), a seal
(what others see of a game, and until when) and an order (how its games are ranked). What differs between two kinds of
events is one of these values:

| | entry | ends early | seal, until its end | order |
| --- | --- | --- | --- | --- |
| challenge | all with the link, or the group | when all have finished | only who plays (*) | race |
| daily | the world | no | results, no boards | daily |
| daily of a group | the group | no | results, no boards | duplicate |
| puzzle of the day | the world | no | the answer, until the own try is over | - |
| round of an arena | who is in the arena | in a cup, when all have finished | only who plays | duplicate |

(*) In a challenge for fun it is lifted for each player by the end of the own game. So it is of the puzzle of the day,
which is a position and no deal: its tries are no games, and only its row is an event.

An event is an open race: each game begins when its player first sees the cards, and is an ordinary race with one seat.
Under the event's code, all of its games are one race.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from gaprace.errors import Refusal
from gaprace.play.events.calendar import instant_text
from gaprace.play.events.windows import window_of
from gaprace.play.seals import Seal, Shown
from gaprace.rules.deal import Deal
from gaprace.rules.results import Order
from gaprace.wire import EventKind, EventRoom

HOUR_MS = 60 * 60 * 1000
CODE_LENGTH = 12
"""Length of the code in the link, with 60 random bits: the link is the invitation."""
MAX_OPEN = 20
"""Challenges of one player that have not ended."""
MAX_PLAYERS = 200
"""Players of an event for everybody with the link, or in a group."""
SHOWN_MS = 7 * 24 * HOUR_MS
"""For how long a challenge that has ended stays on the list of its players."""

Lifted = Literal["end", "own_game"]
"""When the seal is lifted for a player: at the end of the event, or with the end of the player's own game."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's place in an event."""

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
class Event:
    """An event and its places, in the order in which they were taken."""

    code: str
    kind: EventKind
    deal: Deal
    player: str
    """The player who has made it, or for whom it was made; empty for the world's."""
    opens_at: int
    closes_at: int
    """From when games may no longer begin."""
    ends_at: int
    """When games that still run end."""
    ranked: bool
    """Whether games of it are ranked. Its deal is new then."""
    lifted: Lifted = "end"
    shows: Shown = Shown.SEAT
    """The part of a game that others see before the seal is lifted."""
    order: Order = "race"
    places: int | None = None
    """The number of players that it is for; None for all who may enter."""
    limit: int | None = MAX_PLAYERS
    """The most players; None for any number."""
    ends_early: bool = False
    """Whether it ends as soon as the players of all places, or all members of its group, have finished."""
    group: str | None = None
    parent: str | None = None
    """The code of the arena that it belongs to; of the world's daily, its variant."""
    label: str = ""
    """The date, or the number of the round, which tells it from others of its kind and group or parent."""
    daily: tuple[str, str] | None = None
    """The date and the variant of the world's daily whose deal it is."""
    ended_at: int | None = None
    """When it ended; None before, unless the clock alone ends it."""
    entries: tuple[Entry, ...] = ()

    def entry(self, player: str | None) -> Entry | None:
        """Return a player's place; None without one."""
        return next((each for each in self.entries if each.player == player), None)

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
        """The seal of its games. The end lifts it, and not the clock, since a last game may be running."""
        return Seal(
            self.ends_at, self.ended_at, self.finished if self.lifted == "own_game" else frozenset(), self.shows
        )

    @property
    def has_link(self) -> bool:
        """Whether it is found by its code. The world's daily is found by its date."""
        return self.kind != "daily"

    def room(self, *, practice: bool = False) -> EventRoom:
        """Return what the room of a game of it is for."""
        parent = self.parent or self.group or ""
        return EventRoom(self.code, self.kind, self.ranked and not practice, self.ends_at, practice, self.label, parent)

    def is_complete(self, members: Collection[str] | None) -> bool:
        """Whether all for whom it is have finished; `members` are those of its group."""
        if not self.ends_early:
            return False
        if self.places is not None:
            return len(self.finished) >= self.places
        return members is not None and len(members) > 1 and self.finished.issuperset(members)

    def end(self, members: Collection[str] | None, now: int) -> int | None:
        """Return the time of its end; None if it has not ended."""
        is_over = now >= self.closes_at and not self.is_being_played
        return min(now, self.ends_at) if is_over or self.is_complete(members) else None

    def refuse_entry(self, player: str, now: int) -> None:
        """Refuse a place or a game that is not available to a player.

        Raises `challenge_played`, `challenge_over`, `challenge_full`, `round_over`, `daily_played`, `daily_not_open`.
        """
        mine = self.entry(player)
        if mine and mine.game is not None:
            raise self.played()
        if now < self.opens_at:
            raise Refusal("daily_not_open", f"The daily of {self.label} has not begun anywhere: play today's.")
        if now >= self.closes_at or (self.ends_early and self.ended_at is not None):
            raise self._over()
        if mine is None and self.limit is not None and len(self.entries) >= self.limit:
            raise Refusal("challenge_full", "All places of this challenge are taken: ask for one of your own.")

    def played(self) -> Refusal:
        """Return the refusal of a second game."""
        if self.kind != "daily":
            return Refusal("challenge_played", "You have already played this challenge.")
        return Refusal(
            "daily_played", "You have already played your ranked game of this daily: play it again as practice."
        )

    def _over(self) -> Refusal:
        if self.kind == "daily":
            return Refusal("daily_not_open", f"The daily of {self.label} has closed: play it as practice.")
        if self.kind == "round":
            return Refusal("round_over", f"Round {self.label} is over: play the next one.")
        ended_at = self.closes_at if self.ended_at is None else self.ended_at
        return Refusal("challenge_over", f"This challenge ended at {instant_text(ended_at)}: create one of your own.")


def daily_code(date: str, variant: str) -> str:
    """Return the code of the world's daily of a date and a variant."""
    return f"{date}-{variant}"


def puzzle_code(date: str) -> str:
    """Return the code of the puzzle of a date."""
    return f"{date}-puzzle"


def daily_event(date: str, variant: str, deal: Deal) -> Event:
    """Return the world's daily of a date and a variant."""
    window = window_of(date)
    return Event(
        code=daily_code(date, variant),
        kind="daily",
        deal=deal,
        player="",
        **window._asdict(),
        ranked=True,
        shows=Shown.RESULT,
        order="daily",
        limit=None,
        parent=variant,
        label=date,
        ended_at=window.ends_at,
    )


def no_such_challenge() -> Refusal:
    """Return the refusal of a challenge that does not exist for the caller."""
    return Refusal("challenge_not_found", "Challenge not found. Check the link: it may be incomplete.")
