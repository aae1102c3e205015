"""Consequences of the end of an event, a race or a game, in the transaction that ends it.

Each consequence is a function in one of the tables at the end of this file. The end knows none of them. Their
order is that of the locks that they take (`ports.Transaction`).

The notices of webhooks and web push are here, too. The rooms of a group are announced to its webhooks, listed rooms to
those of the installation.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import NamedTuple

from gaprace.play.events.event import Event
from gaprace.play.events.leaderboards import (
    ALL_TIME,
    DAILY_VARIANTS,
    Leaderboard,
    RatedGame,
    is_rated,
    places_after_daily,
    places_after_race,
    ratings_after,
)
from gaprace.play.events.windows import window_of
from gaprace.play.live.room import RoomState
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.play.notices.push import challenge_ended, race_starting
from gaprace.play.people.rating import MAX_REMEMBERED_RACES
from gaprace.ports import StoredGame, StoredRace, StoredResult, StoredSeries, Transaction
from gaprace.rules.results import is_played
from gaprace.wire import RoomView


class EventEnd(NamedTuple):
    """An event that has just ended."""

    event: Event
    """The event as it was before its end."""
    ended_at: int
    now: int
    finished: frozenset[str]
    """Players who have finished just now, and see it on their screens."""


EventConsequence = Callable[[Transaction, EventEnd], Awaitable[None]]
GameConsequence = Callable[[Transaction, str, StoredResult], Awaitable[None]]
"""Follows from the end of a game, by its id."""
RaceConsequence = Callable[[Transaction, StoredRace], Awaitable[None]]
"""Follows from the end of a race, which has its results."""


# Of an event


async def hasten_parent(tx: Transaction, end: EventEnd) -> None:
    """Let the next step of a cup be due, since its round has ended."""
    if end.event.parent:
        await tx.hasten_arena(end.event.parent, end.now)


async def tell_results(tx: Transaction, end: EventEnd) -> None:
    """Tell the group of a challenge its results, its players and its challenger; of a group's daily, the group."""
    event = end.event
    if event.kind == "challenge":
        players = dict.fromkeys([*(each.player for each in event.entries if each.game), event.player])
        hear = [each for each in players if each not in end.finished]
        await tx.queue(challenge_ended(event.code, end.ended_at, event.group, hear))
    elif event.kind == "group_daily":
        await tx.queue(QueuedNotice("daily.digest", event.code, end.now, event.group))


# Of a game


async def place_in_daily(tx: Transaction, game: str, result: StoredResult) -> None:
    """Change the places of the player on the leaderboards, if it is the ranked game of a daily."""
    if attempt := await tx.attempt_of(game):
        (date, variant), player = attempt
        if result.ended_at >= window_of(date).ends_at:  # its daily may be closed already
            await tx.reopen_closings(variant, date)
        games = {each: await tx.daily_games(player, each) for each in DAILY_VARIANTS}
        await tx.save_places(places_after_daily(player, variant, games, date))


# Of a race


async def ask_examinations(tx: Transaction, race: StoredRace) -> None:
    """Queue the examination of the ranked games that count for a leaderboard."""
    games = _ranked_games(race)
    if leaderboard := _leaderboard_of(race, games):
        played = {each.game: leaderboard for each in games if is_played(each.result)}
        await tx.ask_examinations(played, race.ended_at or 0)


async def rate_people(tx: Transaction, race: StoredRace) -> None:
    """Change the ratings of the players of ranked games, see `play.events.leaderboards.is_rated`."""
    rated = _ranked_games(race)
    if not is_rated(rated):
        return
    players, variant = [each.player for each in rated], race.deal.variant.name
    before = await tx.lock_ratings(players, variant)
    last_races = await tx.last_races(players, variant, MAX_REMEMBERED_RACES)
    after = ratings_after(rated, before, last_races, race.ended_at or 0)
    await tx.save_ratings(race, after)
    places = places_after_race(variant, rated, after)
    flagged = await tx.flagged_players(_rating_leaderboard(race), [each.player for each in places])
    await tx.save_places([each for each in places if each.player not in flagged])


async def rate_programs(tx: Transaction, race: StoredRace) -> None:
    """Change the ratings of programs that have raced each other, which are independent of those of people.

    All races rate people first, so there are no deadlocks.
    """
    games = _ended([game for game in race.games if game.among_programs and not game.hinted])
    if is_rated(games):
        variant = race.deal.variant.name
        before = await tx.lock_ratings([each.player for each in games], variant)
        after = ratings_after(games, before, {}, race.ended_at or 0)
        await tx.save_program_ratings(variant, after)
        await tx.save_places(places_after_race(variant, games, after, "programs"))


def decided_series(view: RoomView, now: int) -> StoredSeries | None:
    """Return the series that is decided by the race that ends in a room; None if it continues, or has no end."""
    race, series = view.race, view.series
    if race is None or series is None or not series.id or series.race_ids[-1] != race.id:
        return None
    return StoredSeries(
        series.id, view.code, race.number - series.races + 1, race.number, series.best_of, now, view.group
    )


def adding(series: StoredSeries) -> RaceConsequence:
    """Return a consequence that stores the series that a race has decided."""

    async def consequence(tx: Transaction, _: StoredRace) -> None:
        await tx.add_series(series)

    return consequence


def telling(notice: QueuedNotice) -> RaceConsequence:
    """Return a consequence that tells a notice of a race."""

    async def consequence(tx: Transaction, _: StoredRace) -> None:
        await tx.queue(notice)

    return consequence


def _rating_leaderboard(race: StoredRace) -> Leaderboard:
    return Leaderboard("rating", ALL_TIME, race.deal.variant.name)


def _leaderboard_of(race: StoredRace, rated: Sequence[RatedGame]) -> Leaderboard | None:
    """Return the leaderboard for which the ranked games of a race count; None if they count for none."""
    if race.daily:
        return Leaderboard("daily", *race.daily)
    return _rating_leaderboard(race) if is_rated(rated) else None


def _ranked_games(race: StoredRace) -> list[RatedGame]:
    """Return the ranked games that have ended, in the order in which their players' ratings are locked."""
    return _ended([game for game in race.games if game.ranked])


def _ended(games: Sequence[StoredGame]) -> list[RatedGame]:
    """Return the games that have ended, by player."""
    ended = [RatedGame(each.player, each.id, each.result, each.kin) for each in games if each.result]
    return sorted(ended, key=lambda each: each.player)


EVENT_CONSEQUENCES: Sequence[EventConsequence] = (hasten_parent, tell_results)
GAME_CONSEQUENCES: Sequence[GameConsequence] = (place_in_daily,)
RACE_CONSEQUENCES: Sequence[RaceConsequence] = (ask_examinations, rate_people, rate_programs)


MIN_RACERS = 2
"""Races of fewer players are not announced."""


def room_listed(before: RoomState | None, after: RoomState, now: int) -> QueuedNotice | None:
    """Return the notice of a room that becomes listed, at its creation (`before` is None) or later; else None.

    Quick rooms are excluded, since they fill without help.
    """
    view = after.view
    was_listed = before is not None and before.view.settings.listed
    if was_listed or not view.settings.listed or view.fills_at is not None:
        return None
    return QueuedNotice("room.opened", view.code, now, is_public=True)


def race_missed(view: RoomView, present: Collection[str], race: StoredRace, now: int) -> QueuedNotice | None:
    """Return the notice for members who were ready for a race and are not connected when it begins."""
    waiting = [each.id for each in view.members if each.ready and not each.bot and not each.sits_out]
    absent = [each for each in waiting if each not in present]
    return race_starting(view.code, now, race.starts_at, absent) if absent else None


def race_finished(view: RoomView, now: int) -> QueuedNotice | None:
    """Return the notice of the race that ends in a room; None if the room is private, or the race had one player."""
    race, is_public = view.race, view.settings.listed
    if race is None or len(race.seats) < MIN_RACERS or not (is_public or view.group):
        return None
    return QueuedNotice("race.finished", race.id, now, view.group, is_public)
