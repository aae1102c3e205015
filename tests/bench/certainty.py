"""How many honest players the rule of `play.people.exclusion` takes out of the ranks, by games of simulated people.

`certainty=35000` sets the number of players. Each has a pace of its own and `GAMES` games, after each of which the last
ones are judged. The moves are those of a pool of people-like games: what is chosen and how fast are drawn apart.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log
from random import Random
from typing import NamedTuple

from gaprace.play.people.exclusion import EVIDENCE_GAMES, MIN_NOTED
from gaprace.rules.board import Move
from gaprace.rules.fair_play import LINE_MOVES, THOUGHT_MS, Step, examining, thoughtless
from gaprace.rules.game import Game
from tests.simulated_people import HUMAN_PACES, MIN_TAP_MS, PACES, Pace, people_like_game, solver_lines

POOL = 300
"""Games whose moves are played at the paces of all players."""
GAMES = 2 * EVIDENCE_GAMES
"""Games of a player."""
CHEATS = 200
"""Players who follow solver lines."""
MISSED = 0.05
"""The bound of a rate holds, if none is found, but for this chance."""


class Moment(NamedTuple):
    """What a pace looks at before a move."""

    number: int
    choices: int

    def legal_moves(self) -> range:
        return range(self.choices)


class Tape(NamedTuple):
    """The moves of a game, without their times."""

    moments: Sequence[Moment]
    steps: Sequence[Step]
    can_be_noted: bool
    """Whether it is noted if it is played without pauses."""

    def is_noted(self, pace: Pace) -> bool:
        """Whether it is noted if it is played at a pace."""
        if not self.can_be_noted:
            return False
        pauses = [max(MIN_TAP_MS, round(pace(moment, None))) for moment in self.moments]  # type: ignore[arg-type]
        quick = "".join("1" if pause <= THOUGHT_MS else "0" for pause in pauses)
        if "1" * LINE_MOVES not in quick:
            return False
        steps = [step._replace(pause_ms=pause) for step, pause in zip(self.steps, pauses, strict=True)]
        return thoughtless(steps) is not None


def tape_of(game: Game) -> Tape:
    states = [*Game.replaying(game.deal, game.transcript)]
    *_, examination = examining(iter(states))
    moments = [
        Moment(before.number, len(before.legal_moves()))
        for before, after in pairwise(states)
        if isinstance(after.actions[-1].action, Move)
    ]
    steps = examination.steps
    return Tape(moments, steps, thoughtless([step._replace(pause_ms=0) for step in steps]) is not None)


def noted_games(random: Random, paces: Sequence[object], pool: Sequence[Tape], players: int) -> Iterator[int]:
    """Yield how many of `EVIDENCE_GAMES` games of a player in a row are noted at most, player by player."""
    for _ in range(players):
        pace = random.choice(paces)(random)  # type: ignore[operator]
        noted = [random.choice(pool).is_noted(pace) for _ in range(GAMES)]
        yield max(sum(noted[at : at + EVIDENCE_GAMES]) for at in range(GAMES - EVIDENCE_GAMES + 1))


def run(players: int = 35_000) -> None:
    random = Random("certainty")
    pool = [tape_of(people_like_game(random)) for _ in range(POOL)]
    noted = Counter(noted_games(random, PACES, pool, players))
    out = sum(count for games, count in noted.items() if games >= MIN_NOTED)
    shown = ", ".join(f"{games}: {count}" for games, count in sorted(noted.items()))
    bound = 10_000 * (out or -log(MISSED)) / players
    print(f"players by their noted games in {EVIDENCE_GAMES}: {shown}")
    print(f"honest players left out: {out} of {players}, {'at most' if not out else 'about'} {bound:.2f} of 10 000")
    lines = [tape_of(game) for game, _ in solver_lines(random, CHEATS // 4)]
    for name, pace in HUMAN_PACES.items():
        found = sum(games >= MIN_NOTED for games in noted_games(random, [pace], lines, CHEATS))
        print(f"players of solver lines left out within {GAMES} games, {name}: {found} of {CHEATS}")
