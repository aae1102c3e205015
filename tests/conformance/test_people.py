"""How examinations judge whole games: of people-like players, of people at one deal, and at the pace of machines."""

from random import Random

import pytest

from gaprace.rules.examination import cells_of, examine, standing_boards
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal
from tests.simulated_people import MACHINE_PACES, at_pace, long_game, people_like_game

ADDICTION = VARIANTS["addiction"]


def test_two_people_on_one_deal_are_not_copies() -> None:
    random = Random("two people")
    for _ in range(5):
        deal = random_deal(random, ADDICTION)
        one, other = (people_like_game(random, deal) for _ in range(2))
        flags = examine(one, {"other": cells_of(standing_boards(other))})
        assert "same_line" not in {flag.rule for flag in flags}


def test_no_people_like_game_is_flagged() -> None:
    random = Random("people")
    flagged = [game for game in (people_like_game(random) for _ in range(60)) if examine(game)]
    assert not flagged


@pytest.mark.parametrize("name", MACHINE_PACES)
def test_every_game_at_machine_pace_is_flagged(name: str) -> None:
    random = Random(name)
    for _ in range(10):
        assert examine(at_pace(long_game(random), MACHINE_PACES[name](random)))
