"""Bots in rooms: they play by the rules of players, are never ranked, and pause while no player is there."""

from collections.abc import Sequence
from itertools import pairwise
from zlib import crc32

from msgspec.structs import replace

from gaprace.engine.greedy import GreedyEngine
from gaprace.play.live.bots import bot_name, level_of, pause_ms
from gaprace.ports import StoredPlayer
from gaprace.rooms.bots import MAX_BOT_ACTIONS
from gaprace.rules.actions import Action, ControlAction
from gaprace.rules.game import Game
from gaprace.wire import AddBot, Kick, Settings, Start, VariantChoice
from tests.events.daily_stage import resign
from tests.rooms.stage import RACE, Seat, Stage

MINUTE = 60_000
LONG = Settings(variant=VariantChoice("mini"), seats=3, limit_minutes=60)
LIVELY = Settings(VariantChoice("mini"), seats=3, limit_minutes=60, code="0123456789")
"""A deal in which bots find some twenty moves at least. One in a thousand random deals has fewer than ten."""


async def racing_with_bots(stage: Stage, *levels: int, settings: Settings = LONG) -> Seat:
    """Ann's race with bots, about to start."""
    ann = await stage.enter(await stage.create("ann", settings), "ann")
    for level in levels:
        await ann.says(AddBot(level))
    await ann.says(Start())
    return ann


async def pass_minutes(stage: Stage, ann: Seat, minutes: int) -> None:
    """Let time pass until the race is over, at most this many minutes."""
    for _ in range(minutes):
        await stage.clock.advance(MINUTE)
        if not ann.replica.is_racing:
            return


async def test_a_race_of_one_person_and_two_bots_ends_with_the_person(stage: Stage) -> None:
    ann = await racing_with_bots(stage, 1, 4, settings=LIVELY)
    await pass_minutes(stage, ann, 2)
    await resign(ann)
    await stage.clock.advance(1_000)
    standings = ann.replica.race.standings
    assert standings is not None
    assert sorted(each.bot for each in standings) == [0, 1, 4]
    assert [bool(each.bot) for each in standings] == [each.name.endswith(" (bot)") for each in standings]
    assert all(each.moves > 10 for each in standings if each.bot)


def moves_of_bots(ann: Seat) -> int:
    return sum(game.n for game in ann.replica.games.values() if level_of(game.player))


class Undecided(GreedyEngine):
    """Plans to make a move and to take it back, twice; notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int, int]] = []

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        self.asked.append((game.number, level, style))
        return [game.legal_moves()[0], ControlAction.UNDO] * 2


async def test_a_bot_follows_each_plan_at_a_pace_that_follows_from_its_game_and_resigns_after_many_actions() -> None:
    engine = Undecided()
    async with Stage(engine=engine) as stage:
        ann = await racing_with_bots(stage, 4)
        await stage.clock.advance(60_000)
        bot = next(game for game in ann.replica.games.values() if level_of(game.player))
        assert engine.asked == [(n, 4, crc32(bot.game.encode())) for n in range(0, bot.n, 4)]
        times = [action.ms for action in (await stage.store.actions([bot.game]))[bot.game]]
        pauses = [after - before for before, after in pairwise([0, *times])]
        assert pauses == [pause_ms(4, bot.game, n) for n in range(len(times))]
        assert len(times) == bot.n > 12
        await pass_minutes(stage, ann, 60)
        bot = ann.replica.games[bot.game]
        assert (bot.n, bot.ended) == (MAX_BOT_ACTIONS + 1, True)


def bots_of(seat: Seat) -> list[str]:
    return [member.id for member in seat.replica.room.members if member.bot] if seat.replica.room else []


async def test_a_bot_that_an_earlier_version_named_gets_its_name(stage: Stage) -> None:
    ann = await stage.enter(await stage.create("ann", LONG), "ann")
    await ann.says(AddBot(1))
    (bot,) = bots_of(ann)
    await stage.store.add_player(StoredPlayer(bot, "Bot 1", 1, bot, 0, program=True))
    await ann.says(Start())
    assert (await stage.store.names([bot]))[bot] == bot_name(bot)


async def test_the_host_sends_a_bot_away_and_it_resigns_its_game(stage: Stage) -> None:
    ann = await racing_with_bots(stage, 1)
    await stage.clock.advance(20_000)
    bot = bots_of(ann)[0]
    await ann.says(Kick(bot))
    assert ann.members == ["ann"]
    assert [game.ended for game in ann.replica.games.values() if game.player == bot] == [True]
    await ann.says(AddBot(1))
    assert ann.members == ["ann", bot]


async def test_bots_do_nothing_while_nobody_is_there_and_go_on_when_somebody_comes(stage: Stage) -> None:
    ann = await racing_with_bots(stage, 1, settings=replace(LONG, away_s=None))
    await stage.clock.advance(30_000)
    before = moves_of_bots(ann)
    await ann.leaves()
    await stage.clock.advance(2 * MINUTE)
    ann = await stage.enter(ann.code, "ann")
    assert moves_of_bots(ann) == before > 0
    await stage.clock.advance(30_000)
    assert moves_of_bots(ann) > before


async def test_two_processes_that_both_play_a_bot_cannot_spoil_its_game() -> None:
    async with Stage() as stage, Stage(stage.store.database, stage.clock) as other:
        ann = await racing_with_bots(stage, 1, settings=LONG)
        await stage.clock.advance(3_500)
        code = ann.code
        bob = await other.enter(code, "bob")
        await pass_minutes(stage, ann, 20)
        games = [game for game in ann.replica.games.values() if level_of(game.player)]
        assert [game.ended for game in games] == [True]
        stored = await stage.store.finished_game(games[0].game)
        assert Game.replay(stored[1].deal, stored[0].result.transcript).number == games[0].n
        assert bob.bye is None


async def test_a_person_can_resign_and_the_room_survives_bots_that_plan_nonsense() -> None:
    class Mad(GreedyEngine):
        async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
            return [ControlAction.REDO, ControlAction.REDO]

    async with Stage(engine=Mad()) as stage:
        ann = await racing_with_bots(stage, 1, settings=RACE)
        await stage.clock.advance(30_000)
        assert moves_of_bots(ann) == 0
        await resign(ann)
        await stage.clock.advance(MINUTE)
        assert not ann.replica.is_racing
