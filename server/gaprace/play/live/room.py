"""A room: its members, host, settings and race. Each change returns a new room.

A room is immutable, and every change increments its version. Connections are not part of it: where they matter, the
caller passes the connected players as `present`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from gaprace import wire
from gaprace.errors import Disconnected, Refusal
from gaprace.play.live import hosts
from gaprace.play.live.bots import ANONYMOUS, RECORDED, next_bot
from gaprace.play.live.commitment import NextDraw, is_drawn_ahead
from gaprace.play.live.readiness import MIN_READY
from gaprace.play.live.rivals import Rival
from gaprace.play.live.series import series_after, without_player
from gaprace.play.live.settings import may_change_while_racing, replace_settings, variant_of
from gaprace.play.live.teams import TeamGame, placed, team_standings
from gaprace.play.people.rating import expected_place
from gaprace.play.standings import without_name


class RoomState(wire.Wire, frozen=True):
    """The stored state of a room."""

    view: wire.RoomView
    kicked: tuple[wire.PlayerId, ...] = ()
    """The players whom the host removed. They cannot take a seat again, but play on in a ranked race (`plays_on`)."""
    is_shut: bool = False
    """Whether a moderator has closed the room: nobody may come in."""
    epoch: int = 0
    """When it was last found that the store had lost actions of this room (ms since 1970); 0 for never."""
    draw: NextDraw | None = None
    """The draw of the next race, where the server commits to it ahead."""
    rivals: tuple[Rival, ...] = ()
    """The recorded games in the seats of the last race, or of the one that is about to begin."""

    # Queries

    def member(self, player: wire.PlayerId) -> wire.Member | None:
        """Return the member with an id; None if there is none."""
        return next((member for member in self.view.members if member.id == player), None)

    @property
    def running_race(self) -> wire.RaceView | None:
        """The race that is about to start or is running; None between races."""
        race = self.view.race
        return race if race and race.standings is None else None

    @property
    def recorded_names(self) -> dict[wire.PlayerId, str]:
        """The names of the recorded rivals of the last race, by the ids of their seats."""
        seats = self.view.race.seats if self.view.race else []
        return {seat.player: seat.name for seat in seats if seat.recorded}

    @property
    def is_for_one_deal(self) -> bool:
        """Whether the room was made for an event or a ghost: its settings are fixed."""
        return self.view.event is not None or self.view.ghost is not None

    def plays_on(self, player: wire.PlayerId) -> bool:
        """Whether a player was removed during the ranked race that is running: the game goes on to its own result."""
        race = self.running_race
        if player not in self.kicked or race is None or not race.ranked:
            return False
        return any(seat.player == player for seat in race.seats)

    def refuse_start(self, player: wire.PlayerId) -> None:
        """Refuse a start by a player who is neither host nor co-host, or during a race."""
        hosts.refuse_unless_runs(self.view, player)
        self.refuse_while_racing()

    def refuse_while_racing(self) -> None:
        """Refuse operations that are possible only between races. Raises `race_running`."""
        if self.running_race:
            raise Refusal("race_running", "A race is in progress. Wait until it is over.")

    def has_all_seeds(self, present: Collection[wire.PlayerId]) -> bool:
        """Whether all people who are present have contributed to the draw of the next race, as far as they can."""
        people = {member.id for member in hosts.players_of(self.view) if not member.bot and member.id in present}
        return self.draw is None or not self.draw.takes_seeds or people <= self.draw.seeds.keys()

    def takes_seed(self, player: wire.PlayerId, commitment: str) -> bool:
        """Whether a seed of a player would count: it is for the current commitment, and the member's first one."""
        draw, member = self.draw, self.member(player)
        is_current = draw is not None and draw.takes_seeds and commitment == self.view.commitment
        plays = member is not None and not member.sits_out
        return is_current and plays and draw is not None and player not in draw.seeds

    # The draw of the next race. These changes raise no version: they come with another change, or with `follows`

    def committed(self, secret: bytes) -> "RoomState":
        """Commit to the next race with this secret, if that is due: no other commitment for these settings stands."""
        view = self.view
        if self.running_race or self.is_for_one_deal or not is_drawn_ahead(view.settings):
            return self.with_draw(None)
        stands = self.draw is not None and self.draw.fits(view.settings)
        return self if stands else self.with_draw(NextDraw.of(view.settings, secret))

    def with_seeds(self, seeds: Mapping[wire.PlayerId, wire.Seed]) -> "RoomState":
        """Take those seeds that count."""
        counted = {player: each.seed for player, each in seeds.items() if self.takes_seed(player, each.commitment)}
        return self.with_draw(self.draw.with_seeds(counted)) if self.draw and counted else self

    def without_seed(self, player: wire.PlayerId) -> "RoomState":
        """Forget the seed of a member who gives up the seat."""
        return self.with_draw(self.draw.without(player)) if self.draw else self

    def follows(self, before: "RoomState") -> "RoomState":
        """Return this state as the version after another one."""
        return replace(self, view=replace(self.view, version=before.view.version + 1))

    def with_draw(self, draw: NextDraw | None) -> "RoomState":
        """Replace the draw of the next race, and show its commitment."""
        commitment, seeds = (draw.commitment, len(draw.seeds)) if draw else (None, 0)
        return replace(self, draw=draw, view=replace(self.view, commitment=commitment, seeds=seeds))

    # Changes

    def joined(
        self, player: wire.PlayerId, name: str, *, program: bool = False, rating: int | None = None
    ) -> "RoomState":
        """Seat a player; a seated player keeps the seat."""
        if self.member(player):
            return self.renamed(player, name)
        self._refuse_new_member(player)
        return self._with(
            members=[*self.view.members, wire.Member(player, name, program=program, rating=rating)],
            host=self.view.host or player,
        )

    def refuse_if_shut(self) -> None:
        """Refuse everybody in a room that a moderator has closed. Raises `room_closed`."""
        if self.is_shut:
            raise Disconnected("room_closed")

    def _refuse_new_member(self, player: wire.PlayerId) -> None:
        self.refuse_if_shut()
        if player in self.kicked:
            raise Disconnected("kicked")
        if self.view.settings.locked:
            raise Disconnected("room_locked")
        if hosts.is_full(self.view):
            raise Disconnected("room_full")

    def left(self, player: wire.PlayerId, present: Collection[wire.PlayerId] = ()) -> "RoomState":
        """Remove a member. If it was the host, another member becomes host, a co-host first."""
        members = [member for member in self.view.members if member.id != player]
        host = hosts.next_host(self.view, present) if self.view.host == player else self.view.host
        return self._with(members=hosts.with_roles(members, host), host=host).without_seed(player)

    def without_deleted(self, player: wire.PlayerId, present: Collection[wire.PlayerId] = ()) -> "RoomState":
        """Remove a deleted player from the members, and the name from the last race."""
        left = self.left(player, present) if self.member(player) else self._without_recorded(player)
        race = left.view.race and without_name(left.view.race, player)
        series = without_player(self.view.series, player)
        if (race, series) == (self.view.race, self.view.series):
            return left
        return replace(self, view=replace(left.view, race=race, series=series, version=self._next))

    def _without_recorded(self, player: wire.PlayerId) -> "RoomState":
        """Remove the name of a deleted player from the seats of recorded games."""
        seats = {each.id for each in self.rivals if each.player == player}
        if not seats:
            return self
        view = self.view
        for seat in seats:
            view = replace(view, race=view.race and without_name(view.race, seat, ANONYMOUS))
        members = [replace(each, name=ANONYMOUS) if each.id in seats else each for each in view.members]
        others = tuple(each for each in self.rivals if each.player != player)
        return replace(self, view=replace(view, members=members, version=self._next), rivals=others)

    def with_next_host(self, present: Collection[wire.PlayerId]) -> "RoomState":
        """Make another person the host, if there is one among the members. The host until then becomes a co-host."""
        host = hosts.next_host(self.view, present)
        members = hosts.with_roles(self.view.members, host, cohost=self.view.host)
        return self._with(members=members, host=host) if host else self

    def with_cohost(self, host: wire.PlayerId, player: wire.PlayerId, *, cohost: bool) -> "RoomState":
        """Make a member a co-host, or no longer one."""
        hosts.refuse_cohost(self.view, host, self._known(player))
        return self._with_member(player, cohost=cohost)

    def with_sitting_out(self, player: wire.PlayerId, *, out: bool) -> "RoomState":
        """Let the host or a co-host stay without a seat, or seat a member who sits out."""
        self.refuse_while_racing()
        if self._known(player).sits_out == out:
            return self
        hosts.refuse_seat_change(self.view, player, out=out)
        return self._with_member(player, sits_out=out, ready=False).without_seed(player)

    def with_ready(self, player: wire.PlayerId, *, ready: bool) -> "RoomState":
        """Set whether a member is ready for the next race. Raises `sits_out`."""
        self.refuse_while_racing()
        if self._known(player).sits_out:
            raise Refusal("sits_out", "You sit out in this room: take a seat first.")
        return self._with_member(player, ready=ready)

    def with_settings(self, player: wire.PlayerId, settings: wire.Settings) -> "RoomState":
        """Change the settings. A change that affects play makes everyone unready.

        Raises `fixed_room`, `bad_settings`.
        """
        hosts.refuse_unless_runs(self.view, player)
        if self.is_for_one_deal:
            raise Refusal(
                "fixed_room",
                "This room is for one deal, so its settings are fixed. Create your own room to change them.",
            )
        neutral = may_change_while_racing(self.view.settings, settings)
        if not neutral:
            self.refuse_while_racing()
        if self.view.group and settings.listed:
            raise Refusal("bad_settings", "The room of a group is not in the public list: share the group's link.")
        hosts.refuse_too_few_seats(self.view, settings)
        members = self.view.members if neutral else self._not_ready()
        before = self.view.settings
        is_same_series = (settings.best_of, settings.teams) == (before.best_of, before.teams)
        series = self.view.series if is_same_series else None
        return self._with(settings=settings, members=members, series=series)

    def with_bot(self, host: wire.PlayerId, level: wire.BotLevel) -> "RoomState":
        """Add a bot."""
        hosts.refuse_unless_runs(self.view, host)
        hosts.refuse_full(self.view)
        return self.with_bots([level])

    def with_bots(self, levels: Sequence[wire.BotLevel]) -> "RoomState":
        """Seat bots of these levels. Enough seats have to be free."""
        members = self.view.members
        for level in levels:
            members = [*members, next_bot(level, self.view.code, members)]
        return self._with(members=members)

    def with_rivals(self, seated: Sequence[tuple[Rival, wire.Member]]) -> "RoomState":
        """Seat recorded games in the place of all earlier ones. Enough seats have to be free."""
        people = [each for each in self.view.members if each.bot != RECORDED]
        after = self.with_members([*people, *(member for _, member in seated)])
        return replace(after, rivals=tuple(rival for rival, _ in seated))

    def with_members(self, members: list[wire.Member]) -> "RoomState":
        """Replace the members by the same ones, changed."""
        return self if members == self.view.members else self._with(members=members)

    def with_kicked(
        self, host: wire.PlayerId, player: wire.PlayerId, present: Collection[wire.PlayerId]
    ) -> "RoomState":
        """Remove a member. A person cannot take a seat again."""
        hosts.refuse_unless_over(self.view, host, player)
        kicked = self.kicked if self._known(player).bot else (*self.kicked, player)
        return replace(self.left(player, present), kicked=kicked)

    def put_out(self, player: wire.PlayerId, present: Collection[wire.PlayerId]) -> "RoomState":
        """Remove a player who may not stay, and refuse the player from then on."""
        return replace(self.left(player, present), kicked=(*self.kicked, player))

    def with_muted(self, host: wire.PlayerId, player: wire.PlayerId, *, muted: bool) -> "RoomState":
        """Mute or unmute a member."""
        hosts.refuse_unless_over(self.view, host, player)
        return self._with_member(player, muted=muted)

    def renamed(self, player: wire.PlayerId, name: str) -> "RoomState":
        """Change a member's name."""
        return self._with_member(player, name=name)

    def with_race(self, race: wire.RaceView) -> "RoomState":
        """Begin a race of members. The `code` of the settings is cleared, so that a rematch gets a new deal."""
        members = {member.id: member for member in self.view.members}
        seats = _expecting([_named(seat, members.get(seat.player)) for seat in race.seats], members)
        begun = self._with(
            race=replace(race, seats=seats),
            members=self._not_ready(),
            settings=replace_settings(self.view.settings, code=None),
            fills_at=None,
        )
        return begun.with_draw(None)

    def with_race_over(self, standings: list[wire.Standing], reveal: wire.Reveal | None) -> "RoomState":
        """End the race. `reveal` is None while others can still play its deal. Raises `no_race`."""
        race = self.view.race
        if race is None:
            raise Refusal("no_race", "No race has started yet.")
        is_new = race.standings is None  # it may be revealed later
        length = self.view.settings.best_of
        series = self.view.series
        if is_new:
            race = replace(race, teams=team_standings(map(TeamGame.of, standings), race.team_scores))
            variant = variant_of(race.variant)
            series = series_after(series, length, standings, variant, race.id, race.teams)
        return self._with(race=replace(race, standings=standings, reveal=reveal), series=series)

    def shut(self) -> "RoomState":
        """Close the room: nobody keeps a seat, and it is no longer listed."""
        settings = replace_settings(self.view.settings, listed=False, locked=True)
        return replace(self._with(members=[], host=None, settings=settings, fills_at=None), is_shut=True)

    def with_epoch(self, now: int) -> "RoomState":
        """Begin a new epoch, after the store has lost actions of this room."""
        return replace(self._with(), epoch=now)

    def _not_ready(self) -> list[wire.Member]:
        return [replace(member, ready=bool(member.bot)) for member in self.view.members]

    def _known(self, player: wire.PlayerId) -> wire.Member:
        member = self.member(player)
        if member is None:
            raise Refusal("not_a_member", "That player is not in this room.")
        return member

    def _with_member(self, player: wire.PlayerId, **changes: object) -> "RoomState":
        changed = replace(self._known(player), **changes)
        return self.with_members([changed if member.id == player else member for member in self.view.members])

    def _with(self, **changes: object) -> "RoomState":
        view = replace(self.view, version=self._next, **changes)
        return replace(self, view=replace(view, members=placed(view.members, view.settings.teams)))

    @property
    def _next(self) -> int:
        return self.view.version + 1


def _named(seat: wire.Seat, member: wire.Member | None) -> wire.Seat:
    return replace(seat, name=member.name, recorded=member.recorded) if member else seat


def _expecting(seats: list[wire.Seat], members: Mapping[wire.PlayerId, wire.Member]) -> list[wire.Seat]:
    """Return seats with the places to be expected, if all are rated."""
    rated = [members[seat.player].rating for seat in seats if seat.player in members]
    ratings = [each for each in rated if each is not None]
    if len(ratings) < max(len(seats), MIN_READY):
        return seats
    return [replace(seat, expected=expected_place(ratings, at)) for at, seat in enumerate(seats)]


Change = Callable[[RoomState], RoomState]
"""A change of a room: it may refuse with an error, and is decided anew when a peer has changed the room meanwhile."""


def new_room(  # noqa: PLR0913 (the purposes of a room)
    code: str,
    host: wire.Member,
    settings: wire.Settings,
    *,
    event: wire.EventRoom | None = None,
    ghost: wire.GameId | None = None,
    fills_at: int | None = None,
    group: str | None = None,
) -> RoomState:
    """Return a new room with its first member as the host."""
    purpose = {"event": event, "ghost": ghost, "fills_at": fills_at, "group": group}
    return RoomState(wire.RoomView(code, 1, settings, host.id, [host], **purpose))  # type: ignore[arg-type]


def room_to_json(room: RoomState) -> bytes:
    """Return a room as JSON, for the store."""
    return msgspec.json.encode(room)


def room_from_json(data: bytes) -> RoomState:
    """Return a room from the JSON of the store."""
    return msgspec.json.decode(data, type=RoomState)


def rooms_from_json(stored: Iterable[bytes]) -> list[RoomState]:
    """Return rooms, without those that only a newer version of the program can read."""
    rooms = list[RoomState]()
    for data in stored:
        with suppress(msgspec.DecodeError):
            rooms.append(room_from_json(data))
    return rooms
