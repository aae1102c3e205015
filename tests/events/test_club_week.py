"""A week of a club of 12: dailies, own ones too, a season, a series, challenges, feeds and pages, all computed again.

People with rhythms of their own play on a simulated clock, by the services and the units of work of the server, on a
real SQLite. Then a second, naive program reads nothing but the stored records: it plays every transcript again by the
independent rules, compares every pair of games, and takes means. Whatever the services say has to be what it finds.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, inf
from random import Random
from typing import Any, NamedTuple

import pytest

from gaprace.bus.local import LocalBus
from gaprace.engine.greedy import GreedyEngine
from gaprace.events.challenges import Challenges
from gaprace.events.closings import CLOSING_DELAY_MS, Closings
from gaprace.events.dailies import Dailies
from gaprace.events.race_pages import RacePages
from gaprace.groups.boards import GroupBoards, GroupScores
from gaprace.groups.dailies import GroupDailies
from gaprace.groups.feeds import GroupFeeds
from gaprace.groups.groups import Groups
from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of, window_of
from gaprace.play.events.event import HOUR_MS
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.standings import Played, race_standings
from gaprace.play.live.room import room_from_json
from gaprace.ports import AtOnce, NoMetrics, StoredPlayer
from gaprace.rooms.action_journal import Journal
from gaprace.rooms.context import RoomContext
from gaprace.rooms.coordinator import stored_room
from gaprace.rooms.new_race import draw_race, race_view
from gaprace.rooms.registry import RoomRegistry
from gaprace.rooms.timers import Throttle
from gaprace.rooms.transactions import begin_race, end_race, stored_result_of
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from gaprace.wire import Seat, Settings, VariantChoice
from gaprace.wire.http import GroupChange, GroupDaily, NewChallenge, NewGroup
from gaprace.wire.paging import FIRST_PAGE
from tests import independent_rules
from tests import independent_verifier as verifier
from tests.simulated_people import Person
from tests.steps import finish
from tests.store.ends import end_game

MINI = "mini"
MEMBERS = ("ann", "bob", "cho", "dee", "eva", "fay", "gus", "hal", "ida", "jon", "kim", "leo")
MONDAY = "2026-11-16"
DATES = tuple(date_of(midnight_of(MONDAY) + day * DAY_MS) for day in range(7))
SERIES_RACES = 5
OWN_DATES = DATES[:5]
"""On these dates the club has a daily of its own, too."""


class SetClock:
    """A clock that a test sets; nobody sleeps by it."""

    def __init__(self, now: int) -> None:
        self._now = now

    def now(self) -> int:
        return self._now

    def set(self, now: int) -> None:
        assert now >= self._now
        self._now = now

    async def sleep_until(self, at: int) -> None:
        self._now = max(self._now, at)


@dataclass
class Member:
    """A person of the club: how one plays, on what part of the days, and at what time of the day."""

    player: StoredPlayer
    person: Person
    habit: float
    hour: float


@dataclass
class Club:
    """The services, and what the club has done."""

    store: SqlStore
    clock: SetClock
    file: str
    code: str = ""
    members: dict[str, Member] = field(default_factory=dict)
    challenges_made: list[str] = field(default_factory=list)
    own_dailies: dict[str, str] = field(default_factory=dict)
    """The code of each daily of its own, by date."""
    room: str = ""

    def __post_init__(self) -> None:
        store, clock, background, metrics = self.store, self.clock, AtOnce(), NoMetrics()
        journal = Journal(store.appender, metrics)
        context = RoomContext(store, clock, LocalBus(), journal, GreedyEngine(), metrics, Throttle(clock), background)
        self.rooms = RoomRegistry(context)
        self.dailies = Dailies(store, clock, self.rooms)
        self.feeds = GroupFeeds(store, clock, background)
        self.groups = Groups(store, clock, self.rooms, self.feeds)
        self.boards = GroupBoards(store, clock, background)
        self.challenges = Challenges(store, clock, self.rooms)
        self.own = GroupDailies(store, clock)
        self.closings = Closings(store, clock, background)
        self.scores = GroupScores(store, background)
        self.pages = RacePages(store, clock)

    async def found(self, random: Random) -> None:
        """Twelve people make a group, half an hour before the week begins."""
        for name in MEMBERS:
            player = StoredPlayer(name, name.title(), 1, f"hash of {name}", self.clock.now())
            await self.store.add_player(player)
            person = Person.drawn(Random(name), VARIANTS[MINI])
            self.members[name] = Member(player, person, random.uniform(0.55, 1), random.uniform(6, 22))
        group = await self.groups.create(self.members["ann"].player, NewGroup("Monday Club"))
        assert group.invitation
        for name in MEMBERS[1:]:
            await self.groups.join(self.members[name].player, group.invitation)
        self.code = group.code or ""

    async def play(self, code: str, *names: str) -> None:
        """Play a race in a room to its end, each player at the own pace."""
        stored = await self.store.room(code)
        assert stored
        state = room_from_json(stored.state)
        race = await draw_race(self.store, state.view, names, self.clock.now(), state.draw)
        begun = state.with_race(race_view(race, state.view))
        assert await begin_race(self.store, stored_room(begun, self.clock.now()), race)
        ends, games = [], []
        for seat in race.games:
            played = self.members[seat.player].person.play(Game.start(race.deal))
            ends.append(race.starts_at + played.time_ms)
            games.append(Played(Seat(seat.player, seat.id), seat.player.title(), played))
            assert await end_game(self.store, seat.id, 0, stored_result_of(played, ends[-1]))
        over = begun.with_race_over(race_standings(games), None)
        self.clock.set(max(ends))
        assert await end_race(self.store, stored_room(over, max(ends)), race.id, max(ends))

    async def week(self, random: Random) -> None:
        for date in DATES:
            await self.day(date, random)
        last = window_of(DATES[-1]).ends_at + CLOSING_DELAY_MS
        self.clock.set(last)
        await finish(self.closings)
        await finish(self.scores)
        self.clock.set(last + 8 * DAY_MS)
        await self.challenges.end_due()

    async def day(self, date: str, random: Random) -> None:
        """The daily and the open challenges, each at the hour of its player; in the evening, two races of a series."""
        there = [each for each in self.members.values() if random.random() < each.habit]
        for member in sorted(there, key=lambda each: each.hour):
            self.clock.set(max(self.clock.now(), midnight_of(date) + round(member.hour * HOUR_MS)))
            await self.play(await self.dailies.play(member.player, date, MINI), member.player.id)
            await self.answer_challenges(member, random)
            if random.random() < 0.12:
                places, hours = random.choice([None, 2, 3, 4]), random.choice([12, 36, 72])
                new = NewChallenge(variant=MINI, hours=hours, group=self.code, places=places)
                self.challenges_made.append((await self.challenges.create(member.player, new)).code)
        self.clock.set(max(self.clock.now(), midnight_of(date) + round(23.5 * HOUR_MS)))
        await self.challenges.end_due()
        await finish(self.closings)
        if date in OWN_DATES:
            await self.play_own(date)
        if date in DATES[-SERIES_RACES:]:
            await self.race_together(random)

    async def play_own(self, date: str) -> None:
        """The daily of the club's own, which begins at four in the morning in Berlin: Ann and three others play it."""
        ann = self.members["ann"].player
        own = GroupDaily(MINI, "Europe/Berlin", 4)
        today = (await self.groups.change(ann, self.code, GroupChange(daily=own))).today
        assert today
        assert today.date == date
        self.own_dailies[date] = today.code
        for name in ("ann", *Random(date).sample(MEMBERS[1:], 3)):
            await self.play(await self.challenges.play(self.members[name].player, today.code), name)
        await self.groups.change(ann, self.code, GroupChange(daily=GroupDaily()))

    async def answer_challenges(self, member: Member, random: Random) -> None:
        await self.challenges.end_due()
        for each in (await self.challenges.of_player(member.player.id)).challenges:
            has_time = each.ends_at - self.clock.now() > HOUR_MS  # for the whole game
            has_place = each.mine == "waits" or not each.places or len(each.players) < each.places
            is_open = each.ended_at is None and each.mine != "done"
            if is_open and has_place and has_time and random.random() < 0.8:
                await self.play(await self.challenges.play(member.player, each.code), member.player.id)

    async def race_together(self, random: Random) -> None:
        if not self.room:
            settings = Settings(VariantChoice(MINI), seats=12, limit_minutes=60)
            self.room = (await self.rooms.create(self.members["ann"].player, settings, group=self.code)).code
        await self.play(self.room, *random.sample(MEMBERS, 4))


@pytest.fixture
async def club(sqlite_url: str) -> AsyncIterator[Club]:
    random = Random("a club of 12")
    store = SqlStore(open_database(sqlite_url))
    club = Club(store, SetClock(midnight_of(MONDAY) - HOUR_MS // 2), sqlite_url.removeprefix("sqlite:///"))
    try:
        await club.found(random)
        await club.week(random)
        yield club
    finally:
        await store.close()


# The naive program: it knows the tables, the independent rules, and the definitions of the scores

IMPS = (
    20,
    50,
    90,
    130,
    170,
    220,
    270,
    320,
    370,
    430,
    500,
    600,
    750,
    900,
    1100,
    1300,
    1500,
    1750,
    2000,
    2250,
    2500,
    3000,
)
"""The smallest differences for 1, 2, ... 22 IMPs: no game differs by more."""
CARDS = 24
GAMES = """
SELECT games.id, games.player, games.transcript, games.shuffled_boards, games.ended_at,
       deals.code, deals.secret, deals.seeds
FROM games JOIN races ON races.id = games.race JOIN deals ON deals.id = races.deal
"""


class Record(NamedTuple):
    """A game, as its transcript says."""

    player: str
    won: bool
    locked: int
    score: int
    moves: int
    shuffles: int
    time_ms: int
    ended_at: int
    reached_ms: int
    """Since when it had as many locked cards as at the end."""
    given_up: bool
    """Whether it was resigned while a move or a shuffle remained."""


class Books:
    """The stored records of the club."""

    def __init__(self, file: str) -> None:
        with sqlite3.connect(file) as self._database:
            self.games = {row[0]: record_of(*row[1:]) for row in self._database.execute(GAMES)}

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall()

    def daily(self, date: str) -> list[Record]:
        return [game for game in self.challenge(f"{date}-{MINI}").values() if game and game.moves]

    def own_daily(self, date: str) -> list[Record]:
        (found,) = self.rows("SELECT code FROM events WHERE kind = 'group_daily' AND label = ?", date)
        return [game for game in self.challenge(found[0]).values() if game and game.moves]

    def challenge(self, code: str) -> dict[str, Record | None]:
        found = self.rows("SELECT player, game FROM entries WHERE event = ?", code)
        return {player: self.games[game] if game else None for player, game in found}


def record_of(
    player: str, transcript: str, boards: str, ended_at: int, code: str, secret: bytes, seeds: bytes
) -> Record:
    key = verifier.key(secret, [seeds])
    tokens = transcript.split()

    def played(n: int) -> dict[str, Any]:
        shuffles = sum(token.startswith("shuffle") for token in tokens[:n])
        shown = {"code": code, "transcript": " ".join(tokens[:n]), "shuffled_boards": boards.split()[:shuffles]}
        return verifier.play(shown, (MINI, 1, False), key)

    n, end = len(tokens), played(len(tokens))
    while n and played(n - 1)["locked"] == end["locked"]:
        n -= 1
    facts = {name: end[name] for name in ("won", "locked", "score", "moves", "shuffles", "time_ms")}
    is_hopeless = end["shuffles"] > 0 and not independent_rules.legal_moves(MINI, end["board"])
    given_up = transcript.rsplit(" ", maxsplit=1)[-1].startswith("resign") and not is_hopeless
    return Record(player=player, ended_at=ended_at, reached_ms=played(n)["time_ms"], given_up=given_up, **facts)


def imps(one: Record, other: Record) -> int:
    """How much better a game is than another one: every step of the table that is reached counts one."""
    if one.won and other.won:
        fast, slow = sorted((one.time_ms, other.time_ms))
        steps = sum(1000 * slow >= fast * round(1000 * exp(step / 400)) for step in IMPS if step < 750)
        return steps if one.time_ms < other.time_ms else -steps
    points = 750 * (one.won - other.won) + 480 * (one.locked - other.locked) / CARDS
    steps = sum(abs(points) >= step for step in IMPS)
    return steps if points > 0 else -steps


def scores(games: Sequence[Record]) -> dict[str, float]:
    """By player: the mean of the comparisons with all others."""
    others = max(1, len(games) - 1)
    return {one.player: sum(imps(one, other) for other in games) / others for one in games}


def ranks(scored: Mapping[str, float]) -> dict[str, int]:
    return {player: 1 + sum(other > score for other in scored.values()) for player, score in scored.items()}


def facts(games: Iterable[Record]) -> dict[str, tuple[object, ...]]:
    return {each.player: (each.won, each.locked, each.moves, each.shuffles, each.time_ms) for each in games}


def race_places(games: Sequence[Record]) -> dict[str, tuple[float, ...]]:
    """What a race is ranked by: more locked cards, then reached earlier, of wins fewer moves; without a move, last.

    Games that were given up come after those that were played to their end.
    """
    return {
        each.player: (each.given_up, -each.locked, each.reached_ms, each.won * each.moves) if each.moves else (inf,)
        for each in games
    }


# What the services say is what it finds


async def test_every_number_of_a_week_is_found_again_in_the_records(club: Club) -> None:
    books = Books(club.file)
    assert len(books.games) > 60
    await the_dailies_agree(club, books)
    await the_own_dailies_agree(club, books)
    await the_season_agrees(club, books)
    await the_digest_agrees(club, books)
    await the_challenges_agree(club, books)
    await the_series_agrees(club, books)


async def the_dailies_agree(club: Club, books: Books) -> None:
    history = {day.date: day for day in (await club.boards.history(club.code, MINI, FIRST_PAGE, "ann")).items}
    for date in DATES:
        games = books.daily(date)
        scored, board = scores(games), await club.boards.board(club.code, date, MINI, "ann")
        assert facts(games) == {
            row.player: (row.won, row.locked, row.moves, row.shuffles, row.time_ms) for row in board.rows
        }
        assert {row.player: row.rank for row in board.rows} == ranks(scored)
        assert {row.player: row.against_group for row in board.rows} == rounded(scored)
        # Nobody else plays here: the world is the club, once the daily is closed.
        assert {row.player: row.against_world for row in board.rows} == rounded(rounded(scored, 3))
        assert {row.player: row.score for row in board.rows} == {each.player: each.score for each in games}
        assert (history[date].played, history[date].mine) == (len(games), ranks(scored).get("ann"))
        best = {player.title() for player, rank in ranks(scored).items() if rank == 1}
        assert {*history[date].best} == best


async def the_own_dailies_agree(club: Club, books: Books) -> None:
    history = {day.date: day for day in (await club.boards.history(club.code, OWN_DAILY, FIRST_PAGE, "ann")).items}
    assert {*history} == {*club.own_dailies} == {*OWN_DATES}
    for date, code in club.own_dailies.items():
        games = books.own_daily(date)
        scored, board = scores(games), await club.boards.board(club.code, date, OWN_DAILY, "ann")
        assert board.variant == MINI
        assert facts(games) == {
            row.player: (row.won, row.locked, row.moves, row.shuffles, row.time_ms) for row in board.rows
        }
        assert {row.player: (row.rank, row.against_group, row.race) for row in board.rows} == {
            player: (rank, round(scored[player], 2), code) for player, rank in ranks(scored).items()
        }
        assert (history[date].played, history[date].mine) == (len(games), ranks(scored).get("ann"))
        idle = {player: (inf,) for player, game in books.challenge(code).items() if game and not game.moves}
        await the_page_agrees(club, code, {player: (-score,) for player, score in scored.items()} | idle)


async def the_season_agrees(club: Club, books: Books) -> None:
    await a_season_agrees(club, MINI, [books.daily(date) for date in DATES])
    await a_season_agrees(club, OWN_DAILY, [books.own_daily(date) for date in OWN_DATES])


async def a_season_agrees(club: Club, daily: str, days: Sequence[list[Record]]) -> None:
    of_player = defaultdict[str, list[float]](list)
    for games in days:
        for player, score in scores(games).items() if len(games) > 1 else ():
            of_player[player].append(score)
    means = {player: fsum(of) / (len(of) + 2) for player, of in of_player.items() if len(of) >= 5}
    stored = await club.store.group_scores(club.code, daily, DATES[0], DATES[-1])
    assert len(stored) == len(days)
    assert all(stored.values())  # they are not compared anew
    season = await club.boards.season(club.code, daily, DATES[0], DATES[-1], "ann")
    assert {row.player: row.deals for row in season.rows} == {player: len(of) for player, of in of_player.items()}
    assert {row.player: row.score for row in season.rows if row.score is not None} == rounded(means)
    assert {row.player: row.rank for row in season.rows if row.rank} == ranks(means)
    assert means


async def the_digest_agrees(club: Club, books: Books) -> None:
    group = await club.store.group(club.code)
    assert group
    feed = await club.feeds.read(*(await club.feeds.address(group)).split("/"))
    for day in feed.days:
        found = [each for each in day.dailies if each.variant == MINI]
        games = books.own_daily(day.date) if day.lasts else books.daily(day.date)
        assert [each.played for each in found] == ([len(games)] if games else [])
        for place in found[0].best if found else ():
            assert day.is_revealed
            player = place.name.lower()
            assert (place.rank, place.against_group) == (ranks(scores(games))[player], scores(games)[player])


async def the_challenges_agree(club: Club, books: Books) -> None:
    shown = {each.code: each for each in (await club.challenges.of_group(club.code, "bob")).challenges}
    assert {*shown} == {*club.challenges_made}
    assert len(shown) > 3
    for code, challenge in shown.items():
        players = books.challenge(code)
        games = [game for game in players.values() if game and game.moves]
        places = race_places(games)
        assert {each.player: each.state == "done" for each in challenge.players} == {
            player: game is not None for player, game in players.items()
        }
        assert {row.player: row.rank for row in challenge.results} == {
            player: 1 + sum(other < place for other in places.values()) for player, place in places.items()
        }
        assert facts(games) == {
            row.player: (row.won, row.locked, row.moves, row.shuffles, row.time_ms) for row in challenge.results
        }
        finished = [game.ended_at for game in players.values() if game]
        is_complete = len(finished) >= (challenge.places or len(MEMBERS))
        assert challenge.ended_at == (max(finished) if is_complete else challenge.ends_at)
        await the_page_agrees(club, code, race_places([game for game in players.values() if game]))


async def the_page_agrees(club: Club, code: str, places: Mapping[str, tuple[float, ...]]) -> None:
    """An event as one race: in its one order, on one clock."""
    page = await club.pages.page(code, "bob")
    assert {each.player: each.rank for each in page.games} == {
        player: 1 + sum(other < place for other in places.values()) for player, place in places.items()
    }
    assert all(each.transcript is not None for each in page.games)


async def the_series_agrees(club: Club, books: Books) -> None:
    found = books.rows(
        "SELECT races.id, games.id FROM races JOIN games ON games.race = races.id WHERE room = ?", club.room
    )
    races = defaultdict[str, list[Record]](list)
    for race, game in found:
        races[race].append(books.games[game])
    assert len(races) == SERIES_RACES
    for race, of_race in races.items():
        me = of_race[0].player
        points, wins, count = Counter[str](), Counter[str](), Counter[str]()
        duplicates = defaultdict[str, list[int]](list)
        for games in races.values():
            places = race_places(games)
            if me in places:  # only one's own races of an unlisted room are shown
                for player, place in places.items():
                    points[player] += sum(place < other for other in places.values())
                    wins[player] += all(place < other for each, other in places.items() if each != player)
                    count[player] += 1
                for player, score in race_scores(games).items():
                    duplicates[player].append(score)
        page = await club.pages.page(race, me)
        assert {each.player: (each.races, each.wins, each.points, each.duplicate) for each in page.scores} == {
            player: (count[player], wins[player], points[player], mean_of(duplicates[player])) for player in count
        }
    await the_score_of_the_room_agrees(club, [*races.values()])


async def the_score_of_the_room_agrees(club: Club, races: Sequence[Sequence[Record]]) -> None:
    """The series without an end that the room shows: of all who have raced there."""
    compared, imps = Counter[str](), Counter[str]()
    for games in races:
        for player, score in race_scores(games).items():
            compared[player] += 1
            imps[player] += score
    stored = await club.store.room(club.room)
    assert stored
    series = room_from_json(stored.state).view.series
    assert series
    assert series.races == len(races)
    racers = {each.player for games in races for each in games}
    assert {each.player: (each.compared, each.imps) for each in series.scores} == {
        player: (compared[player], imps[player]) for player in racers
    }
    assert any(imps.values())


def race_scores(games: Sequence[Record]) -> dict[str, int]:
    """In thousandths, of those who made a move, if several did."""
    played = [game for game in games if game.moves]
    return {player: round(1000 * score) for player, score in scores(played).items()} if len(played) > 1 else {}


def mean_of(thousandths: Sequence[int]) -> float | None:
    return round(sum(thousandths) / 1000 / len(thousandths), 2) if thousandths else None


def rounded(values: Mapping[str, float], digits: int = 2) -> dict[str, float]:
    return {key: round(value, digits) for key, value in values.items()}
