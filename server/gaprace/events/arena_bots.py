"""Bots that fill an arena: they play its rounds at the pace of bots in rooms. Nobody waits for them.

Games of a round are invisible until the round has ended, so a bot's complete game is computed at once, with the times
that its actions would have had. The games of all bots in a round are one race, which is stored as ended in one
transaction. So a killed server leaves nothing unfinished, and of two servers that play for the same bots, one wins.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from gaprace.errors import Refusal
from gaprace.play.events.arena import Arena
from gaprace.play.events.event import Event
from gaprace.play.live.bots import level_of, pause_ms, style_of
from gaprace.ports import Clock, Engine, Store, StoredRace, Transaction
from gaprace.rooms.bots import MAX_BOT_ACTIONS
from gaprace.rooms.endings import end_event, stored_result_of
from gaprace.rooms.new_race import draw_race
from gaprace.rooms.registry import RoomRegistry
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.wire import RoomView, VariantChoice


class ArenaBots:
    """Plays rounds of arenas for their bots."""

    def __init__(self, store: Store, clock: Clock, rooms: RoomRegistry, engine: Engine) -> None:
        self._store, self._clock, self._rooms, self._engine = store, clock, rooms, engine

    async def have_until(self, arena: Arena) -> int | None:
        """Return the end of the round that bots have not played yet; None if there is none."""
        challenge = await self._round(arena) if waiting_bots(arena, None) else None
        return challenge.ends_at if challenge and waiting_bots(arena, challenge) else None

    async def play(self, code: str, number: int) -> None:
        """Play a round for those bots that have not played it."""
        arena = await self._store.arena(code)
        challenge = await self._round(arena) if arena and arena.round == number else None
        bots = waiting_bots(arena, challenge) if arena and challenge else []
        host = await self._store.player(bots[0]) if bots else None
        if arena is None or challenge is None or host is None or self._clock.now() >= challenge.ends_at:
            return
        room = await self._rooms.create_for_one(host, VariantChoice(arena.variant), challenge.room())
        with suppress(Refusal):  # the round has ended, or another server has played it
            await self._race(arena, room, bots)
        await self._store.close_room(room.code, self._clock.now())

    async def _race(self, arena: Arena, room: RoomView, bots: Sequence[str]) -> None:
        race = await draw_race(self._store, room, bots, self._clock.now())
        limit_ms = (race.ends_at or 0) - race.starts_at
        games = {each.id: await played(self._engine, race.deal, each.id, each.player, limit_ms) for each in race.games}
        await self._store.transact(lambda tx: _record(tx, arena, race, games, self._clock.now()))

    async def _round(self, arena: Arena) -> Event | None:
        rounds = {each.number: each for each in await self._store.arena_rounds(arena.code)}
        last = rounds.get(arena.round)
        return await self._store.event(last.code) if last and last.ended_at is None else None


def waiting_bots(arena: Arena, challenge: Event | None) -> list[str]:
    """Return the bots in an arena that have no game in a round."""
    bots = [each.player for each in arena.through if level_of(each.player)]
    entries = {bot: challenge.entry(bot) for bot in bots} if challenge else {}
    return [bot for bot in bots if (entry := entries.get(bot)) is None or entry.game is None]


async def played(engine: Engine, deal: Deal, game_id: str, bot: str, limit_ms: int) -> Game:
    """Return a bot's game at its end, or when the time is up."""
    game, level, line = Game.start(deal), level_of(bot), deque[Action]()
    while not game.is_ended:
        ms = game.time_ms + pause_ms(level, game_id, game.number)
        if ms >= limit_ms:
            break
        if not line and game.number < MAX_BOT_ACTIONS:
            line = deque(await engine.plan(game, level, style_of(game_id)))
        game = game.after(line.popleft() if line else ControlAction.RESIGN, ms)
    return game


async def _record(tx: Transaction, arena: Arena, race: StoredRace, games: Mapping[str, Game], now: int) -> None:
    """Store a race as it ended, unless the round is over or another server has done so."""
    code = race.event or ""
    challenge = await tx.lock_event(code)
    if challenge is None or challenge.ended_at is not None:
        return
    if not {game.player for game in race.games}.issubset(waiting_bots(arena, challenge)):
        return
    await tx.add_race(race)
    for stored in race.games:
        game = games[stored.id]
        await tx.save_entry(code, stored.player, race.starts_at, stored.id)
        await tx.end_game(stored.id, 0, stored_result_of(game, race.starts_at + game.time_ms))
    await tx.end_race(race.room, race.id, now)
    known = await tx.lock_arena(arena.code)
    if known and known.round == arena.round and known.ended_at is None:
        await tx.save_arena(replace(known, due_at=challenge.ends_at))
    await end_event(tx, code, now)
