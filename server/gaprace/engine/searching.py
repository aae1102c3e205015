"""The engine that searches, in worker processes.

Two crews: one for what somebody waits for (hints, bots), and one, which gives way to everything else, for what can wait
(certificates, analyses). So a long proof never delays a hint, and the system sees to it that neither delays a race.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from time import monotonic

from gaprace.engine import jobs
from gaprace.engine.workers import Workers
from gaprace.ports import Judgement, StoredCertificate
from gaprace.rules.actions import Action
from gaprace.rules.board import Board, Move
from gaprace.rules.game import Game
from gaprace.rules.variants import Variant
from gaprace.solver.advice import Advice
from gaprace.solver.greedy import advise, explain, greedy_plan

HINT_S, HINT_LATE_S = 0.08, 0.2
"""How long a search for a hint may take, and after how long a hint is given without it."""
PLAN_S, PLAN_LATE_S = 1.0, 5.0
"""The same of a bot's next moves: nobody waits for them, and a bot that gets none plays what looks best."""
JUDGE_S, CERTIFY_S = 3.0, 5.0
CHORE_LATE_S = 60.0
"""After how long what can wait is given up for now."""
HINTS_A_WORKER, CHORES = 8, 4
"""How many jobs may wait."""
NICE, NICER = 10, 19
"""How much the crews give way to the server."""
QUIET_S = 1.0
"""So long nobody must have had a board judged before a deal is certified: who has a game analysed looks on."""
MAX_BACKOFF_S = 15.0
"""But so long at the most, or else one analysis after the other would leave no deal for the next dailies."""
MAX_LINES = 1_000
"""How many winning lines are remembered."""


class SearchingEngine:
    """Implements `ports.Engine`."""

    searches = True

    def __init__(self, workers: int) -> None:
        """Take how many processes there are for hints and bots; one more is there for what can wait."""
        self._prompt = Workers(workers, most_waiting=HINTS_A_WORKER * workers, niceness=NICE, prepare=jobs.prepare)
        self._chores = Workers(1, most_waiting=CHORES, niceness=NICER, prepare=jobs.prepare)
        self._lines = _Lines()
        self._judged_at = -QUIET_S

    async def hint(self, game: Game) -> Advice | None:
        """Advise the next action: on a line that wins, if one is known or found in time."""
        right_fill = game.deal.variant.right_fill
        line = None if game.is_ended else self._lines.take(game.board)
        if line is None and game.legal_moves():
            found = await self._prompt.run(HINT_LATE_S, jobs.think_of_hint, jobs.brief(game), HINT_S)
            advice, line = found or (advise(game), ())
            if not line:
                return advice
        if line is None:
            return advise(game)
        self._lines.remember(game.board.after(line[0], right_fill=right_fill), line[1:])
        return explain(game.board, line[0], right_fill=right_fill, wins_in=len(line))

    async def plan(self, game: Game, level: int, style: int) -> Sequence[Action]:
        """Return what a bot does next."""
        planned = None
        if level > 1:
            planned = await self._prompt.run(PLAN_LATE_S, jobs.think_of_plan, jobs.brief(game), level, style, PLAN_S)
        return greedy_plan(game, style) if planned is None else planned

    async def certify(self, variant: Variant, code: str) -> StoredCertificate | None:
        """Prove that the opening of a deal code can be won without a shuffle."""
        await self._quiet()
        return await self._chores.run(CHORE_LATE_S, jobs.find_certificate, variant, code, CERTIFY_S)

    async def _quiet(self) -> None:
        until = monotonic() + MAX_BACKOFF_S
        while True:
            wait_s = min(until, self._judged_at + QUIET_S) - monotonic()
            if wait_s <= 0:
                return
            await asyncio.sleep(wait_s)

    async def judge(self, board: Board, *, right_fill: bool) -> Judgement | None:
        """Judge a board."""
        self._judged_at = monotonic()
        judgement = await self._chores.run(CHORE_LATE_S, jobs.judge_board, board, right_fill, JUDGE_S)
        self._judged_at = monotonic()
        return judgement

    async def close(self) -> None:
        """End all searches."""
        self._prompt.close()
        self._chores.close()


class _Lines:
    """The winning lines that hints have followed, so that one hint after the other leads to the same win."""

    def __init__(self) -> None:
        self._by_board: OrderedDict[bytes, tuple[Move, ...]] = OrderedDict()

    def remember(self, board: Board, line: tuple[Move, ...]) -> None:
        """Remember what wins a board."""
        if line:
            self._by_board[board.cells] = line
            if len(self._by_board) > MAX_LINES:
                self._by_board.popitem(last=False)

    def take(self, board: Board) -> tuple[Move, ...] | None:
        """Return what wins a board, if that is known."""
        return self._by_board.get(board.cells)
