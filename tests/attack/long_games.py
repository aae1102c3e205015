"""The dearest finished game that the rules and the limits allow, as one address can make it by playing."""

from random import Random

from gaprace.play.live.live_game import MAX_ACTIONS
from gaprace.play.live.room import RoomState, new_room
from gaprace.play.standings import Played, race_standings
from gaprace.ports import Store, StoredGame, StoredPlayer, StoredRace, StoredRoom
from gaprace.rooms.coordinator import stored_room
from gaprace.rooms.endings import end_race, stored_result_of
from gaprace.rooms.new_race import race_view
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Member, Reveal, Seat, Settings
from tests.positions import random_deal
from tests.store.material import end_game

ROOM, GAME, PLAYER = "GAME5000", "longgame", "longplayer"
STARTS_AT = 1_700_000_000_000
PATHS = (
    f"/g/{GAME}",
    f"/api/v1/games/{GAME}",
    f"/api/v1/games/{GAME}/analysis",
    f"/og/g/{GAME}.png",
    f"/r/{ROOM}",
    f"/w/{ROOM}",
    f"/og/r/{ROOM}.png",
    f"/api/v1/rooms/{ROOM}",
    f"/p/{PLAYER}",
    f"/api/v1/players/{PLAYER}",
)
"""All pages, pictures and answers that show something of the game."""
_ACTION_MS = 50
_UNDO_SHARE = 0.1


def long_game(actions: int = MAX_ACTIONS) -> Game:
    """A game with as many actions as may be, all shuffles among them."""
    random = Random(1)
    game = Game.start(random_deal(random, VARIANTS["addiction"]))
    while game.number < actions - 1:
        game = game.after(_next_action(random, game), game.number * _ACTION_MS)
    return game.after(ControlAction.RESIGN, game.time_ms)


def _next_action(random: Random, game: Game) -> Action:
    if game.number % 100 == 99 and game.allows_shuffle:
        return ControlAction.SHUFFLE
    moves = game.legal_moves()
    if game.undoable and (not moves or random.random() < _UNDO_SHARE):
        return ControlAction.UNDO
    return random.choice(moves)


async def add_long_game(store: Store, game: Game) -> None:
    """Store a solo race with this game."""
    await store.add_player(StoredPlayer(PLAYER, "Langsam", 1, "hash", STARTS_AT))
    ended_at = STARTS_AT + game.time_ms
    race = StoredRace("longrace", ROOM, 1, game.deal, STARTS_AT, None, (StoredGame(GAME, PLAYER, ranked=True),))
    rooms = _rooms(race, game)
    assert await store.add_room(rooms[0])
    assert await begin_race(store, rooms[1], race)
    result = stored_result_of(game, ended_at)
    assert await end_game(store, GAME, 0, result)
    assert await end_race(store, rooms[2], "longrace", ended_at)


def _rooms(race: StoredRace, game: Game) -> list[StoredRoom]:
    """The room before, in and after the race."""
    before = new_room(ROOM, Member(PLAYER, "Langsam"), Settings(seats=1, limit_minutes=None))
    racing = before.with_race(race_view(race, before.view))
    deal = race.deal
    places = race_standings([Played(Seat(PLAYER, GAME), "Langsam", game)])
    over = racing.with_race_over(places, Reveal(deal.code, deal.secret.hex(), deal.commitment, None))
    states: list[RoomState] = [before, racing, over]
    return [stored_room(state, STARTS_AT) for state in states]
