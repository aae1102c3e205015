"""Hints: how long one takes, in the process and on one core, over positions of bots' games; and what they cost a race.

For the second, refereed moves are made as in `race`, by fewer players, with and without eight others in rooms of their
own who ask for the next hint a moment after they have one. No hint finds a win on their deals: each one is a whole
search, so the worker is always busy. Server and workers have one core together.
"""

import asyncio
import os
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

from gaprace.engine.jobs import prepare, search_hint
from gaprace.engine.searching import HINT_SEARCH_S
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.bot_levels import plan
from gaprace.solver.solve import solve
from gaprace.solver.tables import evaluation_for
from gaprace.wire import Hint, Settings, encode
from tests.bench import load
from tests.bench.load import ROUNDS, SERVER_CORE, UNLIMITED, Figures, Metrics, show
from tests.bench.race import measured, racing, started
from tests.positions import random_code
from tests.processes import ServerProcess
from tests.raw_websockets import RawClient, text_frame

GAMES, LEVELS = 12, (2, 4)
PLAYERS, ASKING = 50, 8
TRUTH_BOARDS = 2_000_000
"""Boards to find out whether a position can be won without a shuffle."""
PAUSE_S = 0.1
"""Of each asker. A server lets nobody ask more than twenty times a second for long; here that limit is off."""
ADDICTION = VARIANTS["addiction"]
SEARCHING = {**UNLIMITED, "GAPRACE_SOLVERS": "1"}


def positions(random: Random) -> list[Game]:
    """Every fifth position of some games that bots play."""
    evaluation, found = evaluation_for(ADDICTION.columns), []
    for level in LEVELS:
        for _ in range(GAMES):
            game = Game.start(Deal(ADDICTION, random_code(random), random.randbytes(32)))
            while actions := plan(game, evaluation, level):
                for action in actions:
                    found += [game] if game.number % 5 == 0 else []
                    game = game.after(action, 0)
    return found


def in_process() -> None:
    """Print how long hints take, and how many of those for winnable positions begin a winning line."""
    prepare("")
    found, winning, missed = positions(Random("hints")), 0, 0
    by_clock, by_cpu = [], []
    for game in found:
        began, used = perf_counter(), process_time()
        _, line = search_hint(game, HINT_SEARCH_S)
        by_clock.append(1e3 * (perf_counter() - began))
        by_cpu.append(1e3 * (process_time() - used))
        winning += bool(line)
        missed += not line and is_winnable(game)
    share = 100 * winning / (winning + missed)
    print(
        f"{len(found)} hints; {winning} on a winning line, {share:.0f} % of the positions that can be won (aim: 65 %)"
    )
    for name, times in (("by the clock", by_clock), ("of CPU", by_cpu)):
        cuts = quantiles(times, n=100)
        print(f"{name:<14} p50 {median(times):>4.0f} ms  p95 {cuts[94]:>4.0f} ms  p99 {cuts[98]:>4.0f} ms", flush=True)


def is_winnable(game: Game) -> bool:
    return solve(game.board, evaluation_for(game.board.columns), boards=TRUTH_BOARDS).verdict == "winnable"


class Asker:
    """Asks for the next hint a moment after it has one."""

    def __init__(self, client: RawClient, game: str) -> None:
        self.client, self.game, self.hints = client, game, 0

    def ask(self) -> None:
        if not self.client.transport.is_closing():
            self.client.transport.write(text_frame(encode(Hint(self.game))))

    def hear(self, payload: bytes) -> None:
        if payload.startswith(b'{"t":"hinted"'):
            self.hints += 1
            asyncio.get_running_loop().call_later(PAUSE_S, self.ask)


def dear_code(random: Random) -> str:
    """Return a deal on which a hint finds no win: a line once found is remembered, and costs no search again."""
    while True:
        deal = Deal(ADDICTION, random_code(random), bytes(32))
        if not search_hint(Game.start(deal), HINT_SEARCH_S)[1]:
            return deal.code


async def asking(server: ServerProcess, random: Random) -> Asker:
    """Somebody alone in a room with hints."""
    settings = Settings(seats=1, limit_minutes=None, hints=True, code=dear_code(random))
    _, [(game, client)] = await started(server, await server.people(1), settings)
    asker = Asker(client, game)
    client.hear = asker.hear
    return asker


async def moves_round(database_url: str, askers: int) -> tuple[Figures, float]:
    """Return the figures of moves, and how many hints a second were given meanwhile."""
    random = Random("benchmark")
    async with ServerProcess(database_url, cores=str(SERVER_CORE), settings=SEARCHING) as server:
        metrics, senders = Metrics(server), []
        for _ in range(PLAYERS):
            senders += await racing(server, metrics, random, 1)
        asked = [await asking(server, random) for _ in range(askers)]
        for asker in asked:
            asker.ask()
        await asyncio.sleep(1)
        before, began = sum(asker.hints for asker in asked), perf_counter()
        figures = await measured(metrics, senders)
        hints = (sum(asker.hints for asker in asked) - before) / (perf_counter() - began)
        for client in [*(sender.client for sender in senders), *(asker.client for asker in asked)]:
            client.transport.abort()
        return figures, hints


async def beside_a_race() -> None:
    print(f"{PLAYERS} connections, one move under way on each, with and without {ASKING} who ask for hints")
    without, beside, hints = [], [], []
    for _ in range(ROUNDS):
        with load.sqlite() as url:
            without.append((await moves_round(url, 0))[0])
        with load.sqlite() as url:
            figures, given = await moves_round(url, ASKING)
        beside.append(figures)
        hints.append(given)
    show("moves", without)
    show("moves, while hints are thought of", beside)
    ratio = median(each.p99_ms / other.p99_ms for each, other in zip(beside, without, strict=True))
    print(f"p99 beside hints / p99 without: {ratio:.2f} (aim: 1.5), {median(hints):.1f} hints a second")


def run() -> None:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        in_process()
    finally:
        os.sched_setaffinity(0, cores)
    load.run(beside_a_race)
