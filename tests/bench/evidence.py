"""What the rules of `rules.fair_play` flag: people-like games, and replays of solver lines at several paces.

`evidence=2000` sets the number of people-like games; a tenth as many lines are replayed.
"""

import itertools
from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import median
from time import process_time

from gaprace.rules.deal import Deal
from gaprace.rules.fair_play import Flag, Lines, cells_of, examine, standing_boards
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from gaprace.solver.bot_levels import plan
from gaprace.solver.tables import evaluation_for
from tests.positions import random_deal
from tests.simulated_people import HUMAN_PACES, MACHINE_PACES, Person, at_pace, people_like_game, solver_lines, thinker

STRONG_LEVELS = (4, 5)
"""Levels of the room's bots that play as strong people might."""
SAME_DEAL_PAIRS = 400
"""Pairs of people-like games on one deal."""


def figures(name: str, found: Iterable[list[Flag]]) -> str:
    """Return how many games are flagged, and by which rules."""
    flags = [[flag.rule for flag in each] for each in found]
    flagged = sum(map(bool, flags))
    rules = Counter(rule for each in flags for rule in each)
    shown = ", ".join(f"{rule} {n}" for rule, n in sorted(rules.items()))
    return (
        f"{name:>28}: {flagged:5} of {len(flags)} flagged ({flagged / len(flags):.2%}){': ' + shown if shown else ''}"
    )


def honest(random: Random, games: int) -> list[Game]:
    began = process_time()
    played = [people_like_game(random) for _ in range(games)]
    took = process_time() - began
    began = process_time()
    flags = [examine(game) for game in played]
    examined = 1000 * (process_time() - began) / games
    print(figures("people-like games", flags))
    wins, pace = sum(game.is_won for game in played), median(game.time_ms / max(1, game.number) for game in played)
    print(
        f"  won {wins}, {pace / 1000:.2f} s an action (median); {took:.0f} s to play, {examined:.1f} ms to examine each"
    )
    for flag in (flag for each in flags for flag in each):
        print(f"  {flag.rule}: {flag.sentence}")
    return played


def on_one_deal(random: Random) -> None:
    """Compare people-like games of the same deal with each other: honest players may play alike."""
    found = []
    for _ in range(SAME_DEAL_PAIRS):
        deal = random_deal(random, VARIANTS[random.choice(["addiction", "mini"])])
        one, other = (people_like_game(random, deal) for _ in range(2))
        found.append([flag for flag in examine(one, line_of(other)) if flag.rule == "same_line"])
    print(figures("two people on one deal", found))


def line_of(game: Game) -> Lines:
    return {"other": cells_of(standing_boards(game))}


def copied(random: Random, lines: int) -> None:
    games = [*solver_lines(random, lines)]
    for kind, paces in (("machine pace", MACHINE_PACES), ("human pace", HUMAN_PACES)):
        for name, pace in paces.items():
            replays = [at_pace(game, pace(random)) for game, _ in games]
            print(figures(f"{kind}: {name}", [examine(game) for game in replays]))
    thinker = HUMAN_PACES["as a thinker"]
    known = [(at_pace(game, thinker(random)), cells_of(line)) for game, line in games]
    print(figures("human pace, line known", [examine(game, {"line": line}) for game, line in known]))


def kept_choices(game: Game) -> int:
    """Return how many free choices have kept a win without a shuffle: all of such a win, and none of any other game.

    Games that keep a win for long and lose it at last do so, too: people keep wins more often than this says.
    """
    if not game.is_won or game.shuffles:
        return 0
    boards = [game.deal.opening(), *standing_boards(game)]
    pairs = itertools.pairwise(boards)
    return sum(after.locked <= before.locked and len(before.legal_moves()) > 1 for before, after in pairs)


def strong_player(random: Random, deal: Deal) -> Game:
    """A game of somebody who plans as the strongest bots do, at a person's pace, and takes nothing back."""
    evaluation, level, style = (
        evaluation_for(deal.variant.columns),
        random.choice(STRONG_LEVELS),
        random.getrandbits(16),
    )
    person = Person(random, lambda game: plan(game, evaluation, level, style), thinker(random), slips=0, whims=0)
    return person.play(Game.start(deal))


def keeping_a_win(random: Random, played: Iterable[Game], games: int) -> None:
    """Print through how many choices wins are kept on `addiction`: by strong players through as many as by lines."""
    variant = VARIANTS["addiction"]
    populations = {
        "people-like games": [game for game in played if game.deal.variant == variant],
        "strong players": [strong_player(random, random_deal(random, variant)) for _ in range(games)],
        "solver lines": [game for game, _ in solver_lines(random, games) if game.deal.variant == variant],
    }
    for name, each in populations.items():
        kept = [choices for game in each if (choices := kept_choices(game))]
        print(
            f"keeping a win: {len(kept)} of {len(each)} {name} ({len(kept) / len(each):.1%}),"
            f" through {median(kept or [0]):.0f} choices (median), {max(kept, default=0)} at most"
        )


def run(games: int = 2_000) -> None:
    random = Random("evidence")
    played = honest(random, games)
    keeping_a_win(Random("wins"), played, games // 10)
    on_one_deal(random)
    copied(random, games // 10)
