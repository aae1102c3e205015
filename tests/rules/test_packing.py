"""Played games in few bytes."""

from random import Random

import pytest
from hypothesis import given

from gaprace.rules.game import Game
from gaprace.rules.packing import ACTIONS, TEXTS, PlayedGame, packed, unpacked
from tests.positions import random_drawn_deal, random_game
from tests.strategies import games


def played(game: Game) -> PlayedGame:
    return PlayedGame(game.transcript, f"{game.board.text} {game.deal.opening().text}")


@given(games)
def test_what_is_packed_comes_back_as_it_was(game: Game) -> None:
    data = packed(played(game))
    assert unpacked(data) == played(game)
    assert data[0] == ACTIONS


@pytest.mark.parametrize("transcript", ["nonsense", "6D@27:5 undo:4", "6D@27:01", "6D@300:1", "5S@1:7:8", "é"])
def test_texts_that_are_no_transcript_come_back_too(transcript: str) -> None:
    for boards in ("2C--/--3S 2C--/3S--", ""):
        data = packed(PlayedGame(transcript, boards))
        assert data[0] == TEXTS
        assert unpacked(data) == (transcript, boards)


def test_long_games_take_less_than_half_of_their_texts() -> None:
    random = Random(7)
    long = [played(random_game(random, random_drawn_deal(random), 150)) for _ in range(20)]
    texts = sum(len(each.transcript) + len(each.boards) for each in long)
    assert sum(len(packed(each)) for each in long) < texts / 2


def test_bytes_of_a_newer_version_are_refused() -> None:
    data = packed(PlayedGame("", ""))
    with pytest.raises(ValueError, match="version 2 needs a newer version"):
        unpacked(b"\x02" + data[1:])
