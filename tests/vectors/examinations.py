"""Write `examinations.json`: games, and the flags that their examinations find."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import to_builtins

from gaprace.play.live.settings import choice_of
from gaprace.rules.fair_play import cells_of, examine, standing_boards
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal, random_game
from tests.simulated_people import MACHINE_PACES, Pace, Person, at_pace, greedy, steady, thinker

EXAMINATIONS = Path(__file__).with_name("examinations.json")
COMPARED = (MACHINE_PACES["at once"], MACHINE_PACES["every second"])
"""Paces of copies that are compared with what they copy."""
Vector = dict[str, Any]


def vector(game: Game, other: Game | None = None) -> Vector:
    line = standing_boards(other) if other else []
    lines = {"other": cells_of(line)} if line else {}
    return {
        "replay": {
            "variant": to_builtins(choice_of(game.deal.variant)),
            "opening": game.deal.opening().text,
            "transcript": game.transcript,
            "shuffled_boards": [board.text for board in game.shuffled],
        },
        "lines": {"other": [board.text for board in line]} if line else {},
        "flags": [flag._asdict() for flag in examine(game, lines)],
    }


def person(random: Random, pace: Callable[[Random], Pace]) -> Person:
    return Person(random, greedy(random, VARIANTS["addiction"]), pace(random), slips=0.03, whims=0.05)


def vectors(random: Random) -> Iterator[Vector]:
    for _ in range(6):
        yield vector(random_game(random, random_deal(random), 150))
    for pace in (thinker, thinker, steady, *MACHINE_PACES.values()):
        variant = VARIANTS[random.choice(["addiction", "mini", "gaps"])]
        yield vector(person(random, pace).play(Game.start(random_deal(random, variant))))
    for pace in (*MACHINE_PACES.values(), quick, quick):
        game = person(random, thinker).play(Game.start(random_deal(random, VARIANTS["addiction"])))
        copy = at_pace(game, pace(random))
        yield vector(copy, game if pace in COMPARED else None)
    deal = random_deal(random, VARIANTS["addiction"])
    one, other = (person(random, thinker).play(Game.start(deal)) for _ in range(2))
    yield vector(one, other)


def quick(random: Random) -> Pace:
    return lambda *_: random.uniform(250, 900)


def generate() -> str:
    """Return the whole file, the same at every call: a vector a line."""
    lines = [json.dumps(each, separators=(",", ":")) for each in vectors(Random("examinations"))]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    EXAMINATIONS.write_text(generate(), encoding="utf-8")
