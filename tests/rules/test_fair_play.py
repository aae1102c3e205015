"""What a record shows: each rule flags what it is for, and leaves people-like games alone."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from gaprace.rules.actions import ControlAction
from gaprace.rules.fair_play import (
    EVEN_RATIO,
    FAST_PAUSE_MS,
    LINE_CHOICES,
    LINE_GAIN,
    LINE_MOVES,
    MAX_FAST_MOVES,
    MIN_FAST_MOVES,
    MIN_PAUSES,
    RULES,
    THOUGHT_MS,
    Flag,
    Step,
    boards_of_line,
    cells_of,
    even,
    examine,
    fast,
    standing_boards,
    thoughtless,
)
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.positions import random_deal
from tests.simulated_people import MACHINE_PACES, at_pace, long_game, people_like_game, retimed, steady
from tests.vectors.examinations import EXAMINATIONS, generate


def steps(pauses: Sequence[int], gained: int = 0, *, is_choice: bool = True) -> list[Step]:
    """Moves with these pauses, the last of which gains something."""
    found, ms = list[Step](), 0
    for pause in pauses:
        ms += pause
        found.append(Step(ms, pause, 0, is_choice, follows_move=bool(found)))
    found[-1:] = [each._replace(gained=gained) for each in found[-1:]]
    return found


def rules_of(flags: Sequence[Flag]) -> set[str]:
    return {flag.rule for flag in flags}


def test_the_shared_examinations_are_those_of_these_rules() -> None:
    text = EXAMINATIONS.read_text(encoding="utf-8")
    assert text == generate(), "run: python -m tests.vectors.examinations"
    found = Counter(flag["rule"] for vector in json.loads(text) for flag in vector["flags"])
    assert all(found[rule] > 1 for rule in RULES)


# One rule after another


def test_moves_are_too_fast_from_five_a_second_on() -> None:
    at_limit = [FAST_PAUSE_MS] * 40
    assert fast(steps(at_limit)) is None
    found = fast(steps([*at_limit, *[FAST_PAUSE_MS - 1] * MAX_FAST_MOVES, *at_limit]))
    assert found == Flag("faster_than_hands", {"moves": MAX_FAST_MOVES, "ms": MAX_FAST_MOVES * (FAST_PAUSE_MS - 1)})


def test_moves_that_arrive_at_once_after_a_cut_connection_are_not_fast() -> None:
    for during_cut in range(16):
        burst = [5_000, *[0] * (during_cut - 1)]
        assert fast(steps([*[800] * 30, *burst, *[800] * 30])) is None
    assert fast(steps([*[800] * 30, 5_000, *[0] * MAX_FAST_MOVES, *[800] * 30])) is not None


def test_a_short_game_is_fast_as_a_whole() -> None:
    assert fast(steps([100] * MIN_FAST_MOVES)) == Flag("faster_than_hands", {"moves": 10, "ms": 1_000})
    assert fast(steps([100] * (MIN_FAST_MOVES - 1))) is None
    assert fast([]) is None


def test_pauses_are_too_even_if_four_of_five_lie_within_the_ratio() -> None:
    high, low = EVEN_RATIO
    middle = [100 * low, 100 * high] * 40
    assert even(steps([7, 1, *middle, *[90_000] * 8])) == Flag(
        "pauses_too_even", {"moves": 90, "low_ms": 200, "high_ms": 300}
    )
    assert even(steps([7, 1, *[*middle[:-2], 301, 301] * 2, *[301] * 40])) is None
    assert even(steps([1_000] * MIN_PAUSES)) is None
    assert even(steps([1_000] * (MIN_PAUSES + 1))) is not None


def test_a_long_line_without_thought_is_flagged_and_a_pause_an_undo_or_a_small_gain_is_not() -> None:
    line = [THOUGHT_MS] * LINE_MOVES
    assert thoughtless(steps(line, LINE_GAIN)) == Flag(
        "no_thought", {"moves": 25, "gained": LINE_GAIN, "choices": LINE_MOVES, "longest_ms": THOUGHT_MS}
    )
    assert thoughtless(steps(line, LINE_GAIN - 1)) is None
    assert thoughtless(steps(line, LINE_GAIN, is_choice=False)) is None
    assert thoughtless(steps([*line[:-1], THOUGHT_MS + 1], LINE_GAIN)) is None
    broken = steps(line, LINE_GAIN)
    broken[12] = broken[12]._replace(follows_move=False)
    assert thoughtless(broken) is None
    few = [step._replace(is_choice=at < LINE_CHOICES - 1) for at, step in enumerate(steps(line, LINE_GAIN))]
    assert thoughtless(few) is None


# Equality


def test_a_copy_is_recognised_at_any_pace_and_with_detours() -> None:
    random = Random("copies")
    game = long_game(random)
    earlier = {"earlier": cells_of(standing_boards(game))}
    copy = at_pace(game, steady(random))
    assert rules_of(examine(copy)) == set()
    (found,) = examine(copy, earlier)
    assert (found.rule, found.other, found.values["same"]) == ("same_line", "earlier", found.values["boards"])
    detour = Game.start(game.deal)
    for action, _ in game.actions:
        if detour.number % 7 == 3 and (moves := detour.legal_moves()):
            detour = detour.after(random.choice(moves), 0).after(ControlAction.UNDO, 0)
        detour = detour.after(action, 0)
    assert "same_line" in rules_of(examine(detour, earlier))


def test_a_line_of_moves_has_the_boards_that_a_game_along_it_has() -> None:
    game = Game.start(random_deal(Random("line"), VARIANTS["strict"]))
    line = []
    for _ in range(6):
        line.append(game.legal_moves()[0])
        game = game.after(line[-1], 0)
    assert boards_of_line(game.deal.opening(), line) == standing_boards(game)


# All rules together


def test_flags_follow_from_record_and_times_alone() -> None:
    game = at_pace(long_game(Random("record")), MACHINE_PACES["at once"](Random(0)))
    assert examine(Game.replay(game.deal, game.transcript)) == examine(game)
    assert examine(retimed(game, [5_000 * n + 500 * n * n for n in range(len(game.actions))])) == []


@pytest.mark.parametrize("rule", RULES)
def test_a_flag_says_its_numbers_in_a_sentence(rule: str) -> None:
    names = ("moves", "ms", "low_ms", "high_ms", "gained", "choices", "longest_ms", "boards", "same")
    flag = Flag(rule, {name: 1_234 + at for at, name in enumerate(names)}, "g1")
    assert flag.sentence.endswith((".", ")."))
    assert "123" in flag.sentence or "1.2" in flag.sentence
    assert "{" not in flag.sentence


# Whole games: of people-like players, of people at one deal, and at the pace of machines


def test_two_people_on_one_deal_are_not_copies() -> None:
    random = Random("two people")
    for _ in range(5):
        deal = random_deal(random, VARIANTS["addiction"])
        one, other = (people_like_game(random, deal) for _ in range(2))
        flags = examine(one, {"other": cells_of(standing_boards(other))})
        assert "same_line" not in rules_of(flags)


def test_no_people_like_game_is_flagged() -> None:
    random = Random("people")
    flagged = [game for game in (people_like_game(random) for _ in range(60)) if examine(game)]
    assert not flagged


@pytest.mark.parametrize("name", MACHINE_PACES)
def test_every_game_at_machine_pace_is_flagged(name: str) -> None:
    random = Random(name)
    for _ in range(10):
        assert examine(at_pace(long_game(random), MACHINE_PACES[name](random)))
