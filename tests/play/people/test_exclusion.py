import pytest

from gaprace.play.people.exclusion import (
    CERTAIN_RULES,
    EVIDENCE_GAMES,
    MIN_NOTED,
    is_certain,
    is_evidence,
    is_noted,
    scouted,
)
from gaprace.rules.fair_play import RULES, Flag


@pytest.mark.parametrize("rule", RULES)
def test_copies_and_a_machines_pace_are_certain_and_nothing_else(rule: str) -> None:
    assert is_certain([Flag(rule, {})]) is (rule != "no_thought")
    assert {*RULES} > CERTAIN_RULES
    assert not is_certain([])


@pytest.mark.parametrize(
    ("noted", "games", "is_enough"),
    [
        (MIN_NOTED, EVIDENCE_GAMES, True),
        (MIN_NOTED - 1, EVIDENCE_GAMES, False),
        (EVIDENCE_GAMES - 1, EVIDENCE_GAMES - 1, False),
        (0, 0, False),
    ],
)
def test_notes_are_evidence_if_many_of_twenty_games_have_them(noted: int, games: int, is_enough: bool) -> None:
    assert is_evidence([False] * (games - noted) + [True] * noted) is is_enough


def test_only_the_last_games_are_looked_at() -> None:
    assert not is_evidence([True] * (MIN_NOTED - 1) + [False] * (EVIDENCE_GAMES - MIN_NOTED + 1) + [True] * 20)


def test_a_look_of_others_is_told_and_is_no_note_against_a_player() -> None:
    (flag,) = scouted(2)
    assert "2 from the same address" in flag.sentence
    assert not is_noted([flag])
    assert is_noted([flag, Flag("no_thought", {})])
    assert scouted(0) == []
