"""A room: who is in it, who hosts, what is set, which race. Each function gives the room after something happened.

A room never changes: it is replaced, and its version counts. Who is connected is not part of it; where that matters
(`present`), it is told.
"""

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from gaprace.errors import Disconnected, RoomError
from gaprace.play.bots import next_bot
from gaprace.play.names import DELETED
from gaprace.play.settings import is_solo, may_change_while_racing, replace_settings
from gaprace.wire import (
    BotLevel,
    DailyRoom,
    GameId,
    Member,
    PlayerId,
    RaceView,
    Reveal,
    RoomView,
    Settings,
    Standing,
    Wire,
)

MIN_READY = 2
"""How many have to be ready for a race to begin by itself: nobody races alone but in a solo room."""


class RoomState(Wire, frozen=True):
    """Everything about a room that lasts."""

    view: RoomView
    kicked: tuple[PlayerId, ...] = ()
    """Who was sent away, for good."""

    # What is asked of it

    def member(self, player: PlayerId) -> Member | None:
        """Return the member of this id."""
        return next((member for member in self.view.members if member.id == player), None)

    @property
    def running_race(self) -> RaceView | None:
        """The race that is about to start or runs."""
        race = self.view.race
        return race if race and race.standings is None else None

    def begins_by_itself(self, present: Collection[PlayerId]) -> bool:
        """Whether all members who are there are ready, and enough of them. Bots always are."""
        there = [member for member in self.view.members if member.bot or member.id in present]
        enough = 1 if is_solo(self.view.settings) else MIN_READY
        return len(there) >= enough and all(member.ready for member in there) and not self.running_race

    def refuse_unless_host(self, player: PlayerId) -> None:
        """Let only the host do something.

        Raises:
            RoomError: `not_host`.

        """
        if self.view.host != player:
            raise RoomError("not_host", "Only the host of the room can do this.")

    def refuse_start(self, player: PlayerId) -> None:
        """Let only the host start, and only when no race runs.

        Raises:
            RoomError: `not_host`, `race_running`.

        """
        self.refuse_unless_host(player)
        self.refuse_while_racing()

    def refuse_while_racing(self) -> None:
        """Let something be done only between races.

        Raises:
            RoomError: `race_running`.

        """
        if self.running_race:
            raise RoomError("race_running", "A race runs: wait until it has ended.")

    # What happens to it

    def joined(self, player: PlayerId, name: str) -> "RoomState":
        """Return a seat to somebody, who may already hold one.

        Raises:
            Disconnected: `kicked`, `room_locked`, `room_full`.

        """
        known = self.member(player)
        if known:
            return self if known.name == name else self.renamed(player, name)
        self._refuse_newcomer(player)
        return self._with(members=[*self.view.members, Member(player, name)], host=self.view.host or player)

    def _refuse_newcomer(self, player: PlayerId) -> None:
        if player in self.kicked:
            raise Disconnected("kicked")
        if self.view.settings.locked:
            raise Disconnected("room_locked")
        if len(self.view.members) >= self.view.settings.seats:
            raise Disconnected("room_full")

    def left(self, player: PlayerId, present: Collection[PlayerId] = ()) -> "RoomState":
        """Take somebody's seat; if it was the host, another member hosts."""
        members = [member for member in self.view.members if member.id != player]
        host = self._next_host(present) if self.view.host == player else self.view.host
        return self._with(members=members, host=host)

    def forgotten(self, player: PlayerId, present: Collection[PlayerId] = ()) -> "RoomState":
        """Let go of a player who was deleted: neither seat nor name stay."""
        left = self.left(player, present) if self.member(player) else self
        race = self.view.race
        if race is None or race.standings is None:
            return left
        standings = [replace(each, name=DELETED) if each.player == player else each for each in race.standings]
        if standings == race.standings:
            return left
        return replace(self, view=replace(left.view, race=replace(race, standings=standings), version=self._next))

    def host_passed_on(self, present: Collection[PlayerId]) -> "RoomState":
        """Let another member host."""
        return self._with(host=self._next_host(present))

    def _next_host(self, present: Collection[PlayerId]) -> PlayerId | None:
        """Return the longest-present other person; failing that the longest-seated; failing that nobody."""
        others = [member.id for member in self.view.members if member.id != self.view.host and not member.bot]
        there = [member for member in others if member in present]
        return next(iter(there or others), None)

    def with_ready(self, player: PlayerId, *, ready: bool) -> "RoomState":
        """Note that a member wants the next race to begin, or no longer.

        Raises:
            RoomError: `race_running`, `not_a_member`.

        """
        self.refuse_while_racing()
        return self._with_member(player, ready=ready)

    def with_settings(self, player: PlayerId, settings: Settings) -> "RoomState":
        """Set the room; a change of anything that touches play takes everyone's ready back.

        Raises:
            RoomError: `not_host`, `fixed_room`, `race_running`, `bad_settings`.

        """
        self.refuse_unless_host(player)
        if self.view.daily or self.view.ghost:
            raise RoomError("fixed_room", "This room is there for one deal: make a room of your own to set things.")
        neutral = may_change_while_racing(self.view.settings, settings)
        if not neutral:
            self.refuse_while_racing()
        if settings.seats < len(self.view.members):
            raise RoomError(
                "bad_settings", f"{len(self.view.members)} members hold seats: set at least as many, or send some away."
            )
        members = self.view.members if neutral else self._not_ready()
        return self._with(settings=settings, members=members)

    def with_bot(self, host: PlayerId, level: BotLevel) -> "RoomState":
        """Return a seat to a bot.

        Raises:
            RoomError: `not_host`, `room_full`.

        """
        self.refuse_unless_host(host)
        if len(self.view.members) >= self.view.settings.seats:
            raise RoomError("room_full", f"All {self.view.settings.seats} seats are taken: set more, or free one.")
        return self._with(members=[*self.view.members, next_bot(level, self.view.members)])

    def with_kicked(self, host: PlayerId, player: PlayerId, present: Collection[PlayerId]) -> "RoomState":
        """Send a member away: a person for good.

        Raises:
            RoomError: `not_host`, `not_a_member`.

        """
        self.refuse_unless_host(host)
        kicked = self.kicked if self._known(player).bot else (*self.kicked, player)
        return replace(self.left(player, present), kicked=kicked)

    def with_muted(self, host: PlayerId, player: PlayerId, *, muted: bool) -> "RoomState":
        """Take a member's voice, or give it back.

        Raises:
            RoomError: `not_host`, `not_a_member`.

        """
        self.refuse_unless_host(host)
        return self._with_member(player, muted=muted)

    def renamed(self, player: PlayerId, name: str) -> "RoomState":
        """Note a member's new name.

        Raises:
            RoomError: `not_a_member`.

        """
        return self._with_member(player, name=name)

    def with_race(self, race: RaceView) -> "RoomState":
        """Begin a race. A deal code that was set is used up: a rematch gets a new deal."""
        return self._with(
            race=race, members=self._not_ready(), settings=replace_settings(self.view.settings, code=None)
        )

    def with_race_over(self, standings: list[Standing], reveal: Reveal | None) -> "RoomState":
        """End the race, without a reveal where others may still play its deal."""
        race = self.view.race
        if race is None:
            raise RoomError("no_race", "No race has begun.")
        return self._with(race=replace(race, standings=standings, reveal=reveal))

    def _not_ready(self) -> list[Member]:
        return [replace(member, ready=bool(member.bot)) for member in self.view.members]

    def _known(self, player: PlayerId) -> Member:
        member = self.member(player)
        if member is None:
            raise RoomError("not_a_member", "No such member holds a seat in this room.")
        return member

    def _with_member(self, player: PlayerId, **changes: object) -> "RoomState":
        changed = replace(self._known(player), **changes)
        members = [changed if member.id == player else member for member in self.view.members]
        return self if members == self.view.members else self._with(members=members)

    def _with(self, **changes: object) -> "RoomState":
        return replace(self, view=replace(self.view, version=self._next, **changes))

    @property
    def _next(self) -> int:
        return self.view.version + 1


def new_room(
    code: str, host: Member, settings: Settings, *, daily: DailyRoom | None = None, ghost: GameId | None = None
) -> RoomState:
    """Make a room; who makes it hosts, and holds a seat."""
    return RoomState(RoomView(code, 1, settings, host.id, [host], daily=daily, ghost=ghost))


def room_to_json(room: RoomState) -> bytes:
    """Write a room for the store."""
    return msgspec.json.encode(room)


def room_from_json(data: bytes) -> RoomState:
    """Read a room from the store."""
    return msgspec.json.decode(data, type=RoomState)
