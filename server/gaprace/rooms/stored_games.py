"""Conversions between races and games and their stored forms."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from gaprace.play.live.race_facts import StoredState
from gaprace.ports import Background, ShownBoards, StoredAction, StoredGame, StoredRace, StoredResult
from gaprace.rooms.context import RoomContext
from gaprace.rules.actions import TimedAction, parse_action, parse_transcript
from gaprace.rules.game import Game
from gaprace.rules.ranking import fields_of, result_of
from gaprace.wire import Seat


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
        Seat(stored.player, stored.id, team=stored.team, waits_ms=stored.waits_ms),
        game,
        stored.result.ended_at if stored.result else None,
        stored.hinted,
    )


def stored_result_of(game: Game, ended_at: int) -> StoredResult:
    """Return the result of a game in its current state."""
    return StoredResult(
        **fields_of(result_of(game)), transcript=game.transcript, ended_at=ended_at, boards=_shown_boards(game)
    )


def _shown_boards(game: Game) -> ShownBoards:
    """Return those boards of a finished game that are stored with its result."""
    return ShownBoards(game.board.text, tuple(board.text for board in game.shuffled))
