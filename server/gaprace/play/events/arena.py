"""Arenas: scheduled events with a new deal every few minutes, the same for everyone. Pure.

Each round is an open race with a short window (`play.events.event`), so nobody is paired and nobody waits. There are
two formats:

- In an **arena**, rounds follow a schedule. Players come and leave as they like; `play.events.arena_table` adds up
  their duplicate scores.
- A **cup** is a knockout: the better half of the players of a round advances to the next one, until one is left. Its
  field is fixed when it begins. A round ends as soon as everybody has finished, and the next one follows after a
  pause.

Bots can fill either up to a number of players (`missing_bots`): they play each round, and nobody waits for them.

An arena is a small state machine. `next_step` derives the next due step from the stored state; any server may take it,
exactly one succeeds, and a killed server leaves nothing unfinished. Instants are ms since 1970.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from gaprace.errors import Refusal
from gaprace.play.events.calendar import DAY_MS, instant_text
from gaprace.play.events.zones import same_time_after
from gaprace.play.live.bots import bots_of, level_of

ArenaForm = Literal["arena", "cup"]
ArenaRole = Literal["player", "cohost", "removed"]
MINUTE_MS = 60_000
CODE_LENGTH = 12
"""Length of the code in the link, with 60 random bits."""
MAX_PLAYERS = 2_000
MAX_OPEN = 10
"""Arenas of one organiser that have not ended."""
MAX_AHEAD_MS = 60 * DAY_MS
"""How long before its start an arena may be made."""
MIN_CUP_PLAYERS = 2
BOTS_CLAIM_MS = 30_000
"""How long a server has to play a round for the bots, until another one may."""
PAUSE_MS = 20_000
"""Between two rounds of a cup: time to see who goes on."""
SHOWN_MS = 7 * DAY_MS
"""For how long an arena that has ended stays on the lists of its players."""


@dataclass(frozen=True, slots=True)
class ArenaEntry:
    """A participant of an arena."""

    player: str
    at: int
    """When the player registered."""
    team: int = 0
    """The player's team, from 1; 0 without teams."""
    out_after: int | None = None
    """The round of a cup in which the player went out; None for those who are in."""


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena with its entries, in the order in which they came."""

    code: str
    name: str
    player: str
    """The organiser, who may play like everyone else."""
    form: ArenaForm
    variant: str
    made_at: int
    starts_at: int
    round_ms: int
    rounds: int
    """The number of rounds; 0 for a cup, whose field decides."""
    group: str | None = None
    listed: bool = False
    """Whether it is in the public list."""
    teams: int = 0
    team_scores: int = 0
    """How many of the best members of a team count; 0 for the size of the smallest team."""
    repeat_days: int = 0
    """After how many days it comes again; 0 for never."""
    zone: str = "UTC"
    """The time zone in which these days are counted."""
    round: int = 0
    """The number of the round that was begun last."""
    settled: int = 0
    """The last round of a cup after which it is stored who goes on."""
    due_at: int | None = None
    """The earliest instant at which a step may be due; None after the end."""
    ended_at: int | None = None
    next: str | None = None
    """The code of the arena that repeats this one."""
    last_round: int | None = None
    """The round after which it was ended early."""
    fill_to: int = 0
    """The number of players up to which bots fill it; 0 for no bots."""
    bot_level: int = 3
    """Their level, 1 to 5."""
    entries: tuple[ArenaEntry, ...] = ()
    cohosts: frozenset[str] = frozenset()
    """The players who run it with the organiser. They may play like everyone else."""
    removed: frozenset[str] = frozenset()
    """The players who may take part no more."""

    @property
    def is_cup(self) -> bool:
        """Whether it is a cup."""
        return self.form == "cup"

    @property
    def ends_at(self) -> int | None:
        """When its rounds are over; None for a cup."""
        return None if self.is_cup else self.starts_at + self.length * self.round_ms

    @property
    def length(self) -> int:
        """The number of scheduled rounds: 0 for a cup."""
        return self.rounds if self.is_cup or self.last_round is None else self.last_round

    @property
    def through(self) -> tuple[ArenaEntry, ...]:
        """The entries of players who are not out."""
        return tuple(each for each in self.entries if each.out_after is None)

    @property
    def people(self) -> tuple[ArenaEntry, ...]:
        """The entries of people."""
        return tuple(each for each in self.entries if not level_of(each.player))

    @property
    def is_contested(self) -> bool:
        """Whether a cup can continue: two or more players remain, among them a person."""
        through = self.through
        is_duel = len(through) + len(self.missing_bots) >= MIN_CUP_PLAYERS
        return is_duel and not all(level_of(each.player) for each in through)

    @property
    def missing_bots(self) -> list[str]:
        """The bots that join with the next round, in place of missing players, once a person has entered."""
        if not self.people or len(self.entries) >= self.fill_to or (self.is_cup and self.round):
            return []
        taken = self.removed.union(each.player for each in self.entries)
        bots = [each for each in bots_of(self.bot_level, self.code) if each not in taken]
        return bots[: self.fill_to - len(self.entries)]

    def entry(self, player: str | None) -> ArenaEntry | None:
        """Return a player's entry; None without one."""
        return next((each for each in self.entries if each.player == player), None)

    def refuse_entry(self, now: int) -> None:
        """Refuse an entry that is too late, or exceeds the limit. Raises `arena_over`, `arena_begun`, `arena_full`."""
        over_at = self.ended_at if self.ended_at is not None else self.ends_at
        if over_at is not None and now >= over_at:
            raise Refusal("arena_over", f"This arena ended at {instant_text(over_at)}: enter another one.")
        if self.is_cup and (self.round or now >= self.starts_at):
            raise Refusal("arena_begun", "This cup has started without you. Enter another one.")
        if len(self.entries) >= MAX_PLAYERS:
            raise Refusal("arena_full", f"This arena is full: it has {MAX_PLAYERS} players.")

    def refuse_change(self, now: int) -> None:
        """Refuse operations that are possible only before the start. Raises `arena_begun`."""
        if self.round or self.ended_at is not None or now >= self.starts_at:
            raise Refusal(
                "arena_begun", f"It began at {instant_text(self.starts_at)}: this is possible only before the start."
            )

    def refuse_over(self) -> None:
        """Refuse changes of an arena that has ended: its table is final. Raises `arena_over`."""
        if self.ended_at is not None:
            raise Refusal("arena_over", f"This arena ended at {instant_text(self.ended_at)}: nothing in it changes.")

    def team_for(self, wanted: int) -> int:
        """Return the team of a new entry: the wanted one, or else the smallest. Raises `no_such_team`."""
        if not self.teams:
            return 0
        if wanted > self.teams:
            raise Refusal("no_such_team", f"There is no team {wanted}: this arena has teams 1 to {self.teams}.")
        sizes = [sum(each.team == team for each in self.entries) for team in range(1, self.teams + 1)]
        return wanted or 1 + sizes.index(min(sizes))


# Its steps


class Round(NamedTuple):
    """A round that begins now. If it is late, it is shorter."""

    number: int
    ends_at: int


class PlayBots(NamedTuple):
    """Play a round for the bots."""

    number: int
    ends_at: int


class Settle(NamedTuple):
    """Determine the players who advance after a round of a cup."""

    number: int


class Finish(NamedTuple):
    """End the arena."""

    at: int


Step = Round | PlayBots | Settle | Finish


def next_step(arena: Arena, now: int, *, is_round_over: bool, bots_until: int | None = None) -> Step | None:
    """Return the step that is due; None if there is none yet.

    `is_round_over`: the last round has ended, with all of its games, or there was none yet. `bots_until`: the end of
    the round that the bots have not played yet; None if they have.
    """
    if arena.due_at is None or now < arena.starts_at:
        return None
    step = (_cup_step if arena.is_cup else _arena_step)(arena, now, is_round_over=is_round_over)
    if step is None and bots_until is not None and arena.due_at <= now < bots_until:
        return PlayBots(arena.round, bots_until)
    return step


def _arena_step(arena: Arena, now: int, *, is_round_over: bool) -> Step | None:
    passed = (now - arena.starts_at) // arena.round_ms
    if passed < arena.length:
        number = passed + 1
        ends_at = arena.starts_at + number * arena.round_ms
        return Round(number, ends_at) if number > arena.round else None
    return Finish(arena.starts_at + arena.length * arena.round_ms) if is_round_over else None


def _cup_step(arena: Arena, now: int, *, is_round_over: bool) -> Step | None:
    if not is_round_over:
        return None
    if arena.settled < arena.round:
        return Settle(arena.round)
    if not arena.is_contested or arena.round == arena.last_round:
        return Finish(now)
    if arena.due_at is not None and now < arena.due_at:
        return None
    return Round(arena.round + 1, now + arena.round_ms)


def filled(arena: Arena, now: int) -> Arena:
    """Return an arena with the bots that join with the next round."""
    return replace(arena, entries=arena.entries + tuple(ArenaEntry(bot, now) for bot in arena.missing_bots))


def begun(arena: Arena, step: Round) -> Arena:
    """Return an arena whose next round has begun; its bots play at once."""
    has_bots = any(level_of(each.player) for each in arena.through)
    return replace(arena, round=step.number, due_at=arena.starts_at if has_bots else step.ends_at)


def claimed(arena: Arena, step: PlayBots, now: int) -> Arena:
    """Return an arena that a server has claimed to play for the bots; the claim expires."""
    return replace(arena, due_at=min(now + BOTS_CLAIM_MS, step.ends_at))


def settled(arena: Arena, ranking: Sequence[str], now: int) -> Arena:
    """Return a cup after a round: the better half of the players with a result advances.

    Of an odd number, the larger half advances. Players without a result are out.
    """
    through = {each.player for each in arena.through}  # without players removed since the round began
    count = -(-len(through) // 2)
    stay = {*[player for player in ranking if player in through][:count]}
    entries = tuple(
        each if each.out_after is not None or each.player in stay else replace(each, out_after=arena.round)
        for each in arena.entries
    )
    changed = replace(arena, entries=entries, settled=arena.round)
    is_decided = not changed.is_contested or arena.round == arena.last_round
    return replace(changed, due_at=now if is_decided else now + PAUSE_MS)


def finished(arena: Arena, at: int) -> Arena:
    """Return an arena that has ended."""
    return replace(arena, ended_at=at, due_at=None)


def started(arena: Arena, now: int) -> Arena:
    """Return an arena that starts now."""
    arena.refuse_change(now)
    return replace(arena, starts_at=now, due_at=now)


def cut_short(arena: Arena) -> Arena:
    """Return an arena that ends with the current or the last round. Raises `arena_over`, `no_round`."""
    arena.refuse_over()
    if not arena.round:
        raise Refusal("no_round", "It has not started: call it off instead.")
    return replace(arena, last_round=arena.round)


def next_start(arena: Arena, now: int) -> int | None:
    """Return the next start of a recurring arena, at the same time of day in its zone; None if it does not recur.

    An arena without players does not recur. Starts in the past are skipped.
    """
    if not arena.repeat_days or not arena.people:
        return None
    return same_time_after(arena.starts_at, arena.repeat_days, arena.zone, now)


def again(arena: Arena, code: str, starts_at: int, now: int) -> Arena:
    """Return the next occurrence of an arena. Everybody has to register again."""
    return replace(
        arena,
        code=code,
        made_at=now,
        starts_at=starts_at,
        due_at=starts_at,
        round=0,
        settled=0,
        ended_at=None,
        next=None,
        last_round=None,
        entries=(),
    )


def no_such_arena() -> Refusal:
    """Return the refusal of an arena that does not exist for the caller."""
    return Refusal("arena_not_found", "Arena not found. Check the link: it may be incomplete.")
