"""The routes of searches: the analysis of a finished game, and the chances of its positions."""

from collections.abc import Sequence

import pytest
from httpx2 import AsyncClient

from gaprace.ports import Proof
from gaprace.rules.actions import ControlAction, action_text
from gaprace.rules.board import Board
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Appraisal, Position
from gaprace.study.explorations import MAX_QUEUED, game_at
from gaprace.web.http.rate_limits import ANALYSES_PER_MINUTE
from gaprace.wire.http import Analysis, ExploredPosition
from tests.rooms.engines import QuickThinker
from tests.web.finished_games import add_finished_game, played_game
from tests.web.harness import WebHarness
from tests.web.responses import problem, read

PATH = "/api/v1/games/g1/analysis"


@pytest.fixture
def engine() -> QuickThinker:
    """What the server asks. Tests that need another one are parametrized by it."""
    return QuickThinker()


@pytest.fixture
def web(engine: QuickThinker) -> WebHarness:
    return WebHarness(engine=engine)


@pytest.fixture
async def game(web: WebHarness) -> Game:
    """A finished game of that server."""
    return await add_finished_game(web.store)


def path(at: int | str, *line: str) -> str:
    return f"/api/v1/games/g1/positions/{at}?line={'.'.join(line)}"


async def test_an_analysis_is_ordered_by_a_player_and_may_be_looked_at_by_anybody(
    web: WebHarness, game: Game, ann: AsyncClient, browser: AsyncClient
) -> None:
    assert read(await browser.get(PATH), Analysis) == Analysis("g1", "none")
    problem(await browser.post(PATH), 401, "no_identity")
    assert read(await ann.post(PATH), Analysis, 202) == Analysis("g1", "waiting")
    assert read(await browser.get(PATH), Analysis).state in {"waiting", "running"}
    await web.context.analyses.step()
    shown = read(await browser.get(PATH), Analysis)
    assert shown.state == "done"
    assert shown.positions == len(shown.verdicts) == game.number + 1
    assert read(await ann.post(PATH), Analysis, 202) == shown


async def test_a_server_without_a_solver_says_so_and_what_is_ordered_is_limited() -> None:
    stand = WebHarness()
    await add_finished_game(stand.store)
    async with await stand.program() as ann:
        problem(await ann.get(path(0)), 501, "no_solver")
        problem(await ann.post("/api/v1/games/none/analysis"), 404, "game_not_found")
        problem(await ann.get("/api/v1/games/none/analysis"), 404, "game_not_found")
        for _ in range(ANALYSES_PER_MINUTE - 1):
            problem(await ann.post(PATH), 501, "no_solver")
        problem(await ann.post(PATH), 429, "too_many_analyses")


# Positions


async def test_a_position_has_its_chance_and_that_of_each_move(browser: AsyncClient, game: Game) -> None:
    found = read(await browser.get(path(0)), ExploredPosition)
    opening = game.deal.opening()
    assert (found.board, found.win) == (opening.text, 0.5)
    assert {each.move for each in found.moves} == {action_text(move) for move in opening.legal_moves()}
    assert {each.win for each in found.moves} == {0.5}
    assert found.line == [action_text(opening.legal_moves()[0])]


class Sure(QuickThinker):
    """Wins from everywhere, but from the opening by its last move, and from elsewhere only later."""

    async def appraise(
        self, positions: Sequence[Position], variant: Variant, *, is_awaited: bool = False
    ) -> list[Appraisal]:
        (_, *others), move = positions, positions[0].board.legal_moves()[-1]
        return [Appraisal(1.0, [move]), *[Appraisal(1.0, [move] * len(others))] * len(others)]


@pytest.mark.parametrize("engine", [Sure()])
async def test_of_moves_that_win_the_one_with_the_shortest_line_comes_first(browser: AsyncClient, game: Game) -> None:
    found = read(await browser.get(path(0)), ExploredPosition)
    assert {each.win for each in found.moves} == {1}
    assert found.moves[0].move == action_text(game.deal.opening().legal_moves()[-1])


async def test_a_line_goes_on_from_any_position_with_moves_and_shuffles(browser: AsyncClient, game: Game) -> None:
    positions = list(Game.replaying(game.deal, game.transcript))
    before = next(each for each in reversed(positions) if not each.is_ended)
    move = before.legal_moves()[0]
    moved = before.after(move, before.time_ms)
    at = positions.index(before)
    found = read(await browser.get(path(at, action_text(move))), ExploredPosition)
    assert (found.board, found.shuffles_left) == (moved.board.text, moved.shuffles_left)
    shuffled = read(await browser.get(path(at, action_text(move), "shuffle")), ExploredPosition)
    assert shuffled.board == game.deal.shuffled(moved.board, moved.shuffles + 1).text
    assert shuffled.shuffles_left == moved.shuffles_left - 1


def test_the_board_on_which_a_game_was_given_up_can_be_played_on() -> None:
    deal, game = played_game()
    given_up = game.after(ControlAction.RESIGN, game.time_ms)
    found = game_at(deal, given_up.transcript, str(given_up.number))
    assert (found.board, found.legal_moves()) == (game.board, game.legal_moves())


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    ("engine", "win"),
    [(QuickThinker(most_locked=99), 1.0), (QuickThinker(most_locked=0), 0.5)],
    ids=["a win is proven", "nothing is"],
)
async def test_a_proof_is_searched_when_it_is_asked_for(browser: AsyncClient, win: float) -> None:
    found = read(await browser.get(path(0) + "&prove=1"), ExploredPosition)
    assert (found.win, len(found.line), found.moves) == (win, 1, [])


class Busy(QuickThinker):
    async def appraise(self, *_: object, is_awaited: bool = False) -> None:
        return None

    async def prove(self, board: Board, *, right_fill: bool) -> Proof | None:
        return None


@pytest.mark.parametrize("engine", [Busy()])
async def test_a_busy_search_is_no_error(browser: AsyncClient, game: Game) -> None:
    found = read(await browser.get(path(0)), ExploredPosition)
    assert found.win is None
    assert len(found.moves) == len(game.deal.opening().legal_moves())
    assert read(await browser.get(path(0) + "&prove=1"), ExploredPosition).win is None


class Queueing(QuickThinker):
    queues = {"searches": MAX_QUEUED, "proofs": MAX_QUEUED}  # noqa: RUF012


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("engine", [Queueing()])
async def test_explorations_leave_the_queues_to_hints_dailies_and_analyses(
    browser: AsyncClient, engine: Queueing
) -> None:
    assert read(await browser.get(path(0)), ExploredPosition).win is None
    engine.queues["searches"] -= 1
    assert read(await browser.get(path(0)), ExploredPosition).win == 0.5
    assert read(await browser.get(path(0) + "&prove=1"), ExploredPosition).win is None
    assert engine.proven == []


async def test_what_cannot_be_explored_is_refused(browser: AsyncClient, game: Game) -> None:
    for at in (game.number + 1, "-1", "x", "9" * 30):
        problem(await browser.get(path(at)), 404, "position_not_found")
    problem(await browser.get(path(0, "undo")), 400, "bad_action")
    problem(await browser.get(path(0, "6D@999")), 400, "illegal_move")
    problem(await browser.get("/api/v1/games/none/positions/0"), 404, "game_not_found")
