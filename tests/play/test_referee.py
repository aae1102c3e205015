import pytest

from gaprace.errors import RulesError
from gaprace.play.live import live_game
from gaprace.rules.deal import Deal
from gaprace.rules.game import Game
from gaprace.rules.variants import VARIANTS
from tests.refusals import refused

GAME = Game.start(Deal(VARIANTS["mini"], "0123456789", bytes(32)))


def decided(game: Game, n: int, text: str, ms: int = 0) -> Game:
    after = live_game.decide(game, n, text, ms)
    assert after is not None
    return after


def test_the_next_number_is_accepted_and_a_known_one_with_the_same_action_changes_nothing() -> None:
    after = decided(GAME, 1, "4S@1", 7)
    assert (after.number, after.time_ms) == (1, 7)
    assert live_game.decide(after, 1, "4S@1", 99) is None


@pytest.mark.parametrize(("game", "n"), [(GAME, 0), (GAME, 2), (GAME, 3), (GAME, 10**9), (decided(GAME, 1, "3C@5"), 1)])
def test_another_number_is_wrong_and_a_known_one_with_another_action(game: Game, n: int) -> None:
    with refused("wrong_number"):
        live_game.decide(game, n, "4S@1", 0)


def test_an_action_is_never_earlier_than_the_one_before() -> None:
    assert decided(decided(GAME, 1, "4S@1", 900), 2, "undo", 100).time_ms == 900


def test_what_the_rules_refuse_is_refused() -> None:
    for text in ("KS@0", "fly", "", "4S@1 "):
        with pytest.raises(RulesError):
            live_game.decide(GAME, 1, text, 0)


def test_a_game_has_a_last_action_but_can_always_be_resigned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "MAX_ACTIONS", 2)
    game = decided(decided(GAME, 1, "4S@1"), 2, "undo")
    with refused("too_many_actions", "A game has at most 2 actions."):
        live_game.decide(game, 3, "redo", 0)
    assert decided(game, 3, "resign").is_resigned
