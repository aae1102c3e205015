"""Puzzles are made in the background, by any process, from deals and from games that may be shown."""

from collections.abc import Sequence
from functools import cache
from random import Random

from msgspec import structs

from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey, Store
from gaprace.rules.board import Board
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS, Variant
from gaprace.solver.answers import Mistake, Puzzle
from gaprace.solver.find_puzzles import mistakes_of, puzzles_along
from gaprace.solver.lines import replayed
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from gaprace.study import puzzle_maker
from gaprace.study.puzzle_maker import PuzzleMaker
from gaprace.study.puzzles import Puzzles
from tests.events.daily_stage import TODAY
from tests.memory_store import MemoryDatabase, MemoryStore
from tests.positions import random_code
from tests.puzzles import found_puzzles
from tests.rooms.engines import QuickThinker
from tests.rooms.stage import ManualClock
from tests.steps import finish
from tests.store.material import RESULT, a_daily, a_player, play_race


class PuzzleThinker(QuickThinker):
    """Finds known puzzles in deals, and searches games for real; it can be too busy."""

    def __init__(self) -> None:
        super().__init__()
        self.deals, self.games, self.is_busy = 0, 0, False

    async def puzzles(self, variant: Variant, code: str) -> Sequence[Puzzle] | None:
        if self.is_busy:
            return None
        assert variant.name in puzzle_maker.READY
        self.deals += 1
        return found_puzzles()[self.deals % 8 : self.deals % 8 + 1]

    async def mistakes(self, runs: Sequence[Sequence[Board]]) -> Sequence[Mistake] | None:
        if self.is_busy:
            return None
        self.games += 1
        return mistakes_of(runs, evaluation_for(7))


@cache
def lost_win() -> Game:
    """A game of `mini` in which a win was lost by one move."""
    random = Random("lost wins")
    while True:
        game = Game.start(Deal(VARIANTS["mini"], random_code(random), b"s" * 32))
        line = solve(game.board, evaluation_for(7)).line
        for puzzle in puzzles_along(game.board, line, evaluation_for(7))[:1]:
            refutation = puzzle.steps[0].refutations[0]
            boards = [replayed(game.board, line[:at]) for at in range(len(line))]
            for move in (*line[: boards.index(puzzle.board)], refutation.move, *refutation.line):
                game = game.after(move, game.time_ms + 1)
            return game


async def play(store: Store, name: str, game: Game, **changes: object) -> str:
    result = structs.replace(RESULT, transcript=game.transcript, moves=game.moves)
    race = await play_race(store, name, {"ann": result}, deal=game.deal, **changes)
    return race.games[0].id


def maker(database: MemoryDatabase, engine: PuzzleThinker, ready: int = 0) -> PuzzleMaker:
    return PuzzleMaker(MemoryStore(database), ManualClock(), engine, {"mini": ready} if ready else {})


async def test_deals_are_searched_until_enough_puzzles_are_ready_and_a_busy_engine_is_asked_again_later() -> None:
    database, engine = MemoryDatabase(), PuzzleThinker()
    engine.is_busy = True
    assert await maker(database, engine, 5).step() == puzzle_maker.RETRY_DELAY_MS
    assert not database.puzzles
    engine.is_busy = False
    await finish(maker(database, engine, 5))
    assert len(database.puzzles) == 5
    searched = engine.deals
    await finish(maker(database, engine, 5))
    assert engine.deals == searched


async def test_the_lost_wins_of_a_player_become_puzzles_once() -> None:
    database, engines = MemoryDatabase(), (PuzzleThinker(), PuzzleThinker())
    store, game = MemoryStore(database), lost_win()
    game_id = await play(store, "race", game)
    puzzles = Puzzles(store, ManualClock())
    ann = a_player("ann")
    assert (await puzzles.found_mistakes(ann)).mistakes == []
    assert (await puzzles.mistakes(ann)).searching
    for engine in engines:
        await maker(database, engine).step()
    assert [engine.games for engine in engines] == [1, 0]
    found = await puzzles.found_mistakes(ann)
    assert not found.searching
    assert {each.game for each in found.mistakes} == {game_id}
    shown = await puzzles.view(found.mistakes[0].puzzle, ann.id)
    assert game_id not in str(shown)
    assert shown.solution is None
    await puzzles.mistakes(ann)
    await maker(database, engines[1]).step()
    assert engines[1].games == 0


async def test_a_sealed_game_waits_and_a_busy_engine_loses_none() -> None:
    database, engine = MemoryDatabase(), PuzzleThinker()
    store, game, clock = MemoryStore(database), lost_win(), ManualClock()
    await store.add_daily(a_daily(TODAY, "mini"))
    await play(store, "race", game, daily=DailyKey(TODAY, "mini"))
    puzzles, ann = Puzzles(store, clock), a_player("ann")
    work = PuzzleMaker(store, clock, engine, {})
    await puzzles.mistakes(ann)
    await work.step()
    assert (engine.games, database.puzzles) == (0, {})
    await clock.advance(window_of(TODAY).ends_at - clock.now())
    await puzzles.mistakes(ann)
    engine.is_busy = True
    assert await work.step() == puzzle_maker.RETRY_DELAY_MS
    engine.is_busy = False
    await clock.advance(puzzle_maker.CLAIM_TIMEOUT_MS + 1)
    await work.step()
    assert engine.games == 1
    assert database.puzzles
