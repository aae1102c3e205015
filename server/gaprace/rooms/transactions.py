"""The units of work of a race: its beginning, the end of a game, the end of the race.

Each is one transaction with all of its effects: the attempt at a daily, places, ratings.
"""

from collections.abc import Collection, Mapping, Sequence

from gaprace.play.calendar import reveals_at
from gaprace.play.event import no_such_challenge
from gaprace.play.leaderboards import ALL_TIME, Leaderboard
from gaprace.play.push import PushEvent, challenge_ended
from gaprace.play.rating import MAX_REMEMBERED_RACES
from gaprace.play.results import RatedGame, is_rated, places_after_daily, places_after_race, ratings_after, teaches
from gaprace.play.webhooks import WebhookEvent
from gaprace.ports import Store, StoredGame, StoredRace, StoredResult, StoredRoom, StoredSeries, Transaction
from gaprace.rooms.new_race import daily_played
from gaprace.rules.actions import was_resigned
from gaprace.rules.ranking import is_played
from gaprace.wire.http import WebhookEventType


async def begin_race(store: Store, room: StoredRoom, race: StoredRace, missed: PushEvent | None = None) -> bool:
    """Save the room as `save_room` does and, with it, add the race; return whether it was saved.

    `missed` is pushed to players who were ready and are not connected.

    Raises:
        Refusal: `daily_played`; a game is ranked, and its player has another attempt at the same daily.
            Also as `Event.refuse_entry`, for a race of a challenge.
        ValueError: as `Transaction.add_race`.

    """

    async def work(tx: Transaction) -> bool:
        if not await tx.save_room(room):
            return False
        if race.event:
            await _refuse_entries(tx, race.event, race)
        await tx.add_race(race)
        for game in race.games:
            if race.event:
                await tx.save_entry(race.event, game.player, race.starts_at, game.id)
            if race.daily and game.ranked and not await tx.add_attempt(race.daily, game.player, game.id):
                raise daily_played()
        if missed:
            await tx.add_push_event(missed)
        return True

    return await store.transact(work)


async def _refuse_entries(tx: Transaction, code: str, race: StoredRace) -> None:
    challenge = await tx.lock_event(code)
    if challenge is None:
        raise no_such_challenge()
    for game in race.games:
        challenge.refuse_entry(game.player, race.starts_at)


async def end_event(tx: Transaction, code: str, now: int, finished: Collection[str] = ()) -> bool:
    """End a challenge if everybody has finished, or if its time is up; return whether it has ended just now.

    Its players are notified, except those who have `finished` just now and see it on their screens.
    """
    challenge = await tx.lock_event(code)
    if challenge is None or challenge.ended_at is not None:
        return False
    everybody = await tx.memberships(challenge.group) if challenge.group else None
    members = None if everybody is None else [each.player for each in everybody if each.is_member]
    ended_at = challenge.end(members, now)
    if ended_at is None:
        return False
    if challenge.kind == "group_daily" and not any(each.game for each in challenge.entries):
        await tx.forget_event(challenge)  # a daily that nobody played
        return True
    await tx.end_event(code, ended_at)
    if challenge.parent:
        await tx.hasten_arena(challenge.parent, now)
        return True
    hear = dict.fromkeys([*(each.player for each in challenge.entries if each.game), challenge.player])
    if challenge.kind == "challenge" and (players := [each for each in hear if each not in finished]):
        await tx.add_push_event(challenge_ended(code, ended_at, players))
    if challenge.group:
        event: WebhookEventType = "daily.digest" if challenge.kind == "group_daily" else "challenge.ended"
        await tx.announce(WebhookEvent(event, code, now, challenge.group))
    return True


async def end_games(store: Store, results: Mapping[str, tuple[int, StoredResult]]) -> set[str]:
    """End the running games whose last stored action has the given number, by id; return their ids.

    If one is its player's ranked game of a daily, the player's places on the leaderboards change with it.
    """

    async def work(tx: Transaction) -> set[str]:
        # In the order of their ids: two servers that end the same games wait for each other's locks in no circle.
        return {game for game, (n, result) in sorted(results.items()) if await _end_game(tx, game, n, result)}

    return await store.transact(work)


async def _end_game(tx: Transaction, game_id: str, n: int, result: StoredResult) -> bool:
    if not await tx.end_game(game_id, n, result):
        return False
    if attempt := await tx.attempt_of(game_id):
        (date, variant), player = attempt
        if result.ended_at >= reveals_at(date):  # its daily may be closed already
            await tx.reopen_closings(variant, date)
        games = await tx.daily_games(player, variant)
        await tx.save_places(places_after_daily(player, variant, games, date))
    return True


async def save_room(store: Store, room: StoredRoom, told: WebhookEvent | None = None) -> bool:
    """Save the room as `RoomStore.save_room` does, with the news of it for webhooks."""
    if told is None:
        return await store.save_room(room)
    event = told

    async def work(tx: Transaction) -> bool:
        is_saved = await tx.save_room(room)
        if is_saved:
            await tx.announce(event)
        return is_saved

    return await store.transact(work)


async def end_race(  # noqa: PLR0913, PLR0917 (what ends with a race)
    store: Store,
    room: StoredRoom,
    race_id: str,
    ended_at: int,
    told: WebhookEvent | None = None,
    series: StoredSeries | None = None,
) -> bool:
    """Save the room as `save_room` does and, with it, end its race if it runs and all its games have ended.

    Return whether both were done. `told` is the news of it for webhooks, `series` is the series that it decides.

    If two or more of its games are ranked and teach something (`play.results.teaches`), their players' ratings change
    with it. A solo race without a move is not kept, unless it was an attempt at a daily.
    """

    async def work(tx: Transaction) -> bool:
        race = await tx.end_race(room.code, race_id, ended_at) if await tx.save_room(room) else None
        if race is None or not all(game.result for game in race.games):
            await tx.rollback()
            return False
        if series:
            await tx.add_series(series)
        games = _ranked_games(race)
        rated = [each for each in games if teaches(each)]
        if leaderboard := _leaderboard_of(race, rated):
            await tx.ask_examinations({each.game: leaderboard for each in games}, ended_at)
        if not await _is_to_be_kept(tx, race):
            await tx.forget_race(race)
        elif is_rated(rated):
            players, variant = [each.player for each in rated], race.deal.variant.name
            before = await tx.lock_ratings(players, variant)
            last_races = await tx.last_races(players, variant, MAX_REMEMBERED_RACES)
            after = ratings_after(rated, before, last_races, ended_at)
            await tx.save_ratings(race, after)
            places = places_after_race(variant, rated, after)
            flagged = await tx.flagged_players(rating_leaderboard(race), [each.player for each in places])
            await tx.save_places([each for each in places if each.player not in flagged])
        await _rate_programs(tx, race)
        if race.event:
            await end_event(tx, race.event, ended_at, {game.player for game in race.games})
        if told:
            await tx.announce(told)
        return True

    return await store.transact(work)


async def _rate_programs(tx: Transaction, race: StoredRace) -> None:
    """Change the ratings of programs that have raced each other, which are independent of those of people.

    All races rate people first, so there are no deadlocks.
    """
    games = _played([game for game in race.games if game.among_programs and not game.hinted])
    if is_rated(games):
        variant = race.deal.variant.name
        before = await tx.lock_ratings([each.player for each in games], variant)
        after = ratings_after(games, before, {}, race.ended_at or 0)
        await tx.save_program_ratings(variant, after)
        await tx.save_places(places_after_race(variant, games, after, "programs"))


def rating_leaderboard(race: StoredRace) -> Leaderboard:
    """Return the leaderboard of ratings that a race counts for."""
    return Leaderboard("rating", ALL_TIME, race.deal.variant.name)


def _leaderboard_of(race: StoredRace, rated: Sequence[RatedGame]) -> Leaderboard | None:
    """Return the leaderboard for which the ranked games of a race count; None if they count for none."""
    if race.daily:
        return Leaderboard("daily", *race.daily)
    return rating_leaderboard(race) if is_rated(rated) else None


async def _is_to_be_kept(tx: Transaction, race: StoredRace) -> bool:
    if race.event or len(race.games) != 1 or any(game.result and is_played(game.result) for game in race.games):
        return True
    return race.daily is not None and await tx.has_attempt(race.games[0].id)


def _ranked_games(race: StoredRace) -> list[RatedGame]:
    """Return the ranked games that have ended with a move, in the order in which their players' ratings are locked."""
    return _played([game for game in race.games if game.ranked])


def _played(games: Sequence[StoredGame]) -> list[RatedGame]:
    """Return the games that have ended with a move, by player."""
    ended = ((each, each.result) for each in games if each.result)
    return sorted(
        RatedGame(game.player, game.id, result, was_resigned(result.transcript))
        for game, result in ended
        if is_played(result)
    )
