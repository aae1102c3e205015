"""A race in the store: its beginning, with the room in which it is, and its loading. Its end is in `rooms.endings`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from gaprace.play.events.event import Event, no_such_challenge
from gaprace.play.live.race_facts import StoredState
from gaprace.play.notices.outbox import QueuedNotice
from gaprace.ports import Background, Store, StoredAction, StoredGame, StoredRace, StoredRoom, Transaction
from gaprace.rooms.context import RoomContext
from gaprace.rules.actions import TimedAction, parse_action, parse_transcript
from gaprace.rules.game import Game
from gaprace.wire import Seat


async def begin_race(store: Store, room: StoredRoom, race: StoredRace, missed: QueuedNotice | None = None) -> bool:
    """Save the room as `save_room` does and, with it, add the race; return whether it was saved.

    `missed` is pushed to players who were ready and are not connected.
    Raises what refuses an entry in the event of the race.
    """

    async def work(tx: Transaction) -> bool:
        if not await tx.save_room(room):
            return False
        event = await _enterable(tx, race.event, race) if race.event else None
        await tx.add_race(race)
        for game in race.games:
            if event and not await tx.save_entry(event.code, game.player, race.starts_at, game.id):
                raise event.played()
        if missed:
            await tx.queue(missed)
        return True

    return await store.transact(work)


async def _enterable(tx: Transaction, code: str, race: StoredRace) -> Event:
    event = await tx.lock_event(code)
    if event is None:
        raise no_such_challenge()
    for game in race.games:
        event.refuse_entry(game.player, race.starts_at)
    return event


async def save_room(store: Store, room: StoredRoom, told: QueuedNotice | None = None) -> bool:
    """Save the room as `RoomStore.save_room` does, with a notice of it."""
    if told is None:
        return await store.save_room(room)
    notice = told

    async def work(tx: Transaction) -> bool:
        is_saved = await tx.save_room(room)
        if is_saved:
            await tx.queue(notice)
        return is_saved

    return await store.transact(work)


class LoadedRace(NamedTuple):
    """A stored race, with its games by id."""

    race: StoredRace
    games: Mapping[str, Game]


async def load_race(
    context: RoomContext, race_id: str, game_ids: Sequence[str], known: Mapping[str, Game] = MappingProxyType({})
) -> LoadedRace | None:
    """Return a race as the store holds it, with those of its games that have these ids.

    `known` games are not made anew as far as the store holds the same.
    """
    # In this order: a game that ends between the two has its whole transcript then.
    actions = await context.store.actions(game_ids)
    stored = await context.store.race(race_id)
    if stored is None:
        return None
    wanted = [game for game in stored.games if game.id in actions]
    games = {
        game.id: await _replayed(context.background, stored, game, actions[game.id], known.get(game.id))
        for game in wanted
    }
    return LoadedRace(stored, games)


async def _replayed(
    background: Background, race: StoredRace, game: StoredGame, rows: Sequence[StoredAction], known: Game | None
) -> Game:
    """Rebuild a game from its transcript, or from its actions while it runs; if possible from the `known` game."""
    if game.result and not known:
        transcript = game.result.transcript
        return await background.last(Game.replaying(race.deal, transcript), transcript.count(" ") + 1)
    if game.result:
        actions = tuple(parse_transcript(game.result.transcript))
    else:
        actions = tuple(TimedAction(parse_action(row.action), row.ms) for row in rows)
    leads_on = known is not None and actions[: known.number] == known.actions
    first = known if known and leads_on else Game.start(race.deal)
    return await background.last(_rebuilding(first, actions[first.number :]), len(actions) - first.number)


def _rebuilding(game: Game, actions: Iterable[TimedAction]) -> Iterator[Game]:
    yield game
    for action, ms in actions:
        game = game.after(action, ms)
        yield game


def stored_state(stored: StoredGame, game: Game) -> StoredState:
    """Return a stored game for the state machine of its race."""
    return StoredState(
        Seat(stored.player, stored.id, team=stored.team),
        game,
        stored.result.ended_at if stored.result else None,
        stored.hinted,
    )
