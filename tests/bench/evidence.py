"""What the rules of `rules.examination` flag: people-like games, and replays of solver lines at several paces.

`evidence=2000` sets the number of people-like games; a tenth as many lines are replayed.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import median
from time import process_time

from gaprace.rules.examination import Flag, Lines, cells_of, examine, standing_boards
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.people import HUMAN_PACES, MACHINE_PACES, at_pace, people_like_game, solver_lines
from tests.positions import random_deal

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


def honest(random: Random, games: int) -> None:
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


def run(games: int = 2_000) -> None:
    random = Random("evidence")
    honest(random, games)
    on_one_deal(random)
    copied(random, games // 10)
