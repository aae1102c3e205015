"""The ends of a game, of a race and of an event: each is one transaction with all of its effects.

What follows from an end is in `rooms.consequences`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from gaprace.play.people.rating import kin_of
from gaprace.ports import ShownBoards, Store, StoredRace, StoredResult, StoredRoom, Transaction
from gaprace.rooms.consequences import (
    EVENT_CONSEQUENCES,
    GAME_CONSEQUENCES,
    RACE_CONSEQUENCES,
    EventEnd,
    RaceConsequence,
)
from gaprace.rules.game import Game
from gaprace.rules.results import fields_of, is_played, result_of


async def end_event(tx: Transaction, code: str, now: int, finished: Collection[str] = ()) -> bool:
    """End an event if everybody has finished, or if its time is up; return whether it has ended just now.

    The consequences are in `rooms.consequences`. Players who have `finished` just now see it on their screens.
    """
    event = await tx.lock_event(code)
    if event is None or event.ended_at is not None:
        return False
    everybody = await tx.memberships(event.group) if event.group else None
    members = None if everybody is None else [each.player for each in everybody if each.is_member]
    ended_at = event.end(members, now)
    if ended_at is None:
        return False
    if event.kind == "group_daily" and not any(each.game for each in event.entries):
        await tx.forget_event(event)  # nobody has played it
        return True
    await tx.end_event(code, ended_at)
    for consequence in EVENT_CONSEQUENCES:
        await consequence(tx, EventEnd(event, ended_at, now, frozenset(finished)))
    return True


async def end_games(store: Store, results: Mapping[str, tuple[int, StoredResult]]) -> set[str]:
    """End the running games whose last stored action has the given number, by id; return their ids.

    The consequences are in `rooms.consequences`.
    """

    async def work(tx: Transaction) -> set[str]:
        # In the order of their ids: two servers that end the same games wait for each other's locks in no circle.
        return {game for game, (n, result) in sorted(results.items()) if await _end_game(tx, game, n, result)}

    return await store.transact(work)


async def _end_game(tx: Transaction, game_id: str, n: int, result: StoredResult) -> bool:
    if not await tx.end_game(game_id, n, result):
        return False
    for consequence in GAME_CONSEQUENCES:
        await consequence(tx, game_id, result)
    return True


async def end_race(  # noqa: PLR0913 (all that is known of the end)
    store: Store,
    room: StoredRoom,
    race_id: str,
    ended_at: int,
    consequences: Sequence[RaceConsequence] = (),
    *,
    is_disturbed: bool = False,
) -> bool:
    """Save the room as `save_room` does and, with it, end its race if it runs and all its games have ended.

    Return whether both were done. The consequences are in `rooms.consequences`, and in more `consequences` of the
    room. A solo race without a move is not kept, unless it was an attempt at a daily. Of a race of several that the
    server has disturbed, only wins are ranked.
    """

    async def work(tx: Transaction) -> bool:
        race = await tx.end_race(room.code, race_id, ended_at) if await tx.save_room(room) else None
        if race is None or not all(game.result for game in race.games):
            await tx.rollback()
            return False
        if not _is_to_be_kept(race):
            await tx.forget_race(race)
            return True
        if len(race.games) > 1:
            race = await _with_standing(tx, race, is_disturbed=is_disturbed)
        for consequence in RACE_CONSEQUENCES:
            await consequence(tx, race)
        if race.event and race.seal.lifted_at is None:  # or else the clock alone ends it
            await end_event(tx, race.event, ended_at, {game.player for game in race.games})
        for consequence in consequences:
            await consequence(tx, race)
        return True

    return await store.transact(work)


async def _with_standing(tx: Transaction, race: StoredRace, *, is_disturbed: bool) -> StoredRace:
    """Return a race with the standing of its games in ratings: the kin, and games that are not ranked after all."""
    ranked = [game for game in race.games if game.ranked]
    kin = kin_of(await tx.networks([game.player for game in ranked]))
    won = {game.id for game in ranked if game.result and game.result.won}
    after = {
        game.id: replace(game, kin=kin.get(game.player, 0), ranked=game.id in won or not is_disturbed)
        for game in ranked
    }
    await tx.save_standing([after[game.id] for game in ranked if after[game.id] != game])
    return replace(race, games=tuple(after.get(game.id, game) for game in race.games))


def _is_to_be_kept(race: StoredRace) -> bool:
    is_alone = race.event is None and len(race.games) == 1
    return not is_alone or any(game.result and is_played(game.result) for game in race.games)


def stored_result_of(game: Game, ended_at: int, delay_ms: int | None = None) -> StoredResult:
    """Return the result of a game in its current state."""
    return StoredResult(
        **fields_of(result_of(game)),
        transcript=game.transcript,
        ended_at=ended_at,
        boards=ShownBoards(game.board.text, tuple(board.text for board in game.shuffled)),
        delay_ms=delay_ms,
    )
