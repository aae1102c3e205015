from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from httpx import AsyncClient

from gaprace.ports import Proof
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.board import Board
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.position import Appraisal, Position
from gaprace.study.explorations import MAX_QUEUED, game_at
from gaprace.wire.http import ExploredPosition
from tests.rooms.engines import QuickThinker
from tests.web.finished_games import add_finished_game, played_game
from tests.web.harness import WebHarness
from tests.web.responses import problem, read


@asynccontextmanager
async def explored(engine: QuickThinker) -> AsyncIterator[tuple[AsyncClient, Game]]:
    """A visitor of a server with a finished game, and the game."""
    stand = WebHarness(engine=engine)
    game = await add_finished_game(stand.store)
    async with stand.browser() as visitor:
        yield visitor, game


def path(at: int | str, *line: str) -> str:
    return f"/api/v1/games/g1/positions/{at}?line={'.'.join(line)}"


async def test_a_position_has_its_chance_and_that_of_each_move() -> None:
    async with explored(QuickThinker()) as (visitor, game):
        found = read(await visitor.get(path(0)), ExploredPosition)
        opening = game.deal.opening()
        assert (found.board, found.win) == (opening.text, 0.5)
        assert {each.move for each in found.moves} == {action_text(move) for move in opening.legal_moves()}
        assert {each.win for each in found.moves} == {0.5}
        assert found.line == [action_text(opening.legal_moves()[0])]


async def test_of_moves_that_win_the_one_with_the_shortest_line_comes_first() -> None:
    class Sure(QuickThinker):
        async def appraise(
            self, positions: Sequence[Position], variant: Variant, *, is_awaited: bool = False
        ) -> list[Appraisal]:
            """All win, but from the opening by its last move, and from elsewhere only later."""
            (_, *others), move = positions, positions[0].board.legal_moves()[-1]
            return [Appraisal(1.0, [move]), *[Appraisal(1.0, [move] * len(others))] * len(others)]

    async with explored(Sure()) as (visitor, game):
        found = read(await visitor.get(path(0)), ExploredPosition)
        assert {each.win for each in found.moves} == {1}
        assert found.moves[0].move == action_text(game.deal.opening().legal_moves()[-1])


async def test_a_line_goes_on_from_any_position_with_moves_and_shuffles() -> None:
    async with explored(QuickThinker()) as (visitor, game):
        positions = list(Game.replaying(game.deal, game.transcript))
        before = next(each for each in reversed(positions) if not each.is_ended)
        move = before.legal_moves()[0]
        moved = before.after(move, before.time_ms)
        at = positions.index(before)
        found = read(await visitor.get(path(at, action_text(move))), ExploredPosition)
        assert (found.board, found.shuffles_left) == (moved.board.text, moved.shuffles_left)
        shuffled = read(await visitor.get(path(at, action_text(move), "shuffle")), ExploredPosition)
        assert shuffled.board == game.deal.shuffled(moved.board, moved.shuffles + 1).text
        assert shuffled.shuffles_left == moved.shuffles_left - 1


def test_the_board_on_which_a_game_was_given_up_can_be_played_on() -> None:
    deal, game = played_game()
    given_up = game.after(ControlAction.RESIGN, game.time_ms)
    found = game_at(deal, given_up.transcript, str(given_up.number))
    assert (found.board, found.legal_moves()) == (game.board, game.legal_moves())


@pytest.mark.parametrize(
    ("most_locked", "win", "length"),
    [(99, 1.0, 1), (0, 0.5, 1)],
    ids=["a win is proven", "nothing is"],
)
async def test_a_proof_is_searched_when_it_is_asked_for(most_locked: int, win: float, length: int) -> None:
    async with explored(QuickThinker(most_locked=most_locked)) as (visitor, _):
        found = read(await visitor.get(path(0) + "&prove=1"), ExploredPosition)
        assert (found.win, len(found.line), found.moves) == (win, length, [])


async def test_a_busy_search_is_no_error() -> None:
    class Busy(QuickThinker):
        async def appraise(self, *_: object, is_awaited: bool = False) -> None:
            return None

        async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
            return None

    async with explored(Busy()) as (visitor, game):
        found = read(await visitor.get(path(0)), ExploredPosition)
        assert found.win is None
        assert len(found.moves) == len(game.deal.opening().legal_moves())
        assert read(await visitor.get(path(0) + "&prove=1"), ExploredPosition).win is None


async def test_explorations_leave_the_queues_to_hints_dailies_and_analyses() -> None:
    class Queueing(QuickThinker):
        queues = {"searches": MAX_QUEUED, "proofs": MAX_QUEUED}  # noqa: RUF012

    engine = Queueing()
    async with explored(engine) as (visitor, _):
        assert read(await visitor.get(path(0)), ExploredPosition).win is None
        engine.queues["searches"] -= 1
        assert read(await visitor.get(path(0)), ExploredPosition).win == 0.5
        assert read(await visitor.get(path(0) + "&prove=1"), ExploredPosition).win is None
        assert engine.proven == []


async def test_what_cannot_be_explored_is_refused() -> None:
    async with explored(QuickThinker()) as (visitor, game):
        for at in (game.number + 1, "-1", "x", "9" * 30):
            problem(await visitor.get(path(at)), 404, "position_not_found")
        problem(await visitor.get(path(0, "undo")), 400, "bad_action")
        problem(await visitor.get(path(0, "6D@999")), 400, "illegal_move")
        problem(await visitor.get("/api/v1/games/none/positions/0"), 404, "game_not_found")
    stand = WebHarness()
    await add_finished_game(stand.store)
    async with stand.browser() as visitor:
        problem(await visitor.get(path(0)), 501, "no_solver")
