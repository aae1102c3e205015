"""The delay of spectators."""

from gaprace.play.live.spectator_delay import MIN_PUBLIC_DELAY_S, MIN_RANKED_DELAY_S, spectator_delay_s
from gaprace.wire import Settings


def test_spectators_of_a_listed_ranked_race_have_a_least_delay_and_friends_have_none() -> None:
    chosen = [0, MIN_RANKED_DELAY_S - 1, MIN_RANKED_DELAY_S + 1]
    ranked = [spectator_delay_s(Settings(spectator_delay_s=each, listed=True), is_ranked=True) for each in chosen]
    assert ranked == [MIN_RANKED_DELAY_S, MIN_RANKED_DELAY_S, MIN_RANKED_DELAY_S + 1]
    for is_ranked in (False, True):
        assert [spectator_delay_s(Settings(spectator_delay_s=each), is_ranked=is_ranked) for each in chosen] == chosen
    assert spectator_delay_s(Settings(seats=1, listed=True), is_ranked=True) == 0


def test_spectators_of_a_public_race_have_a_least_delay_while_its_players_do_not_see_the_boards() -> None:
    def delay(settings: Settings) -> int:
        return spectator_delay_s(settings, is_ranked=False)

    assert delay(Settings(listed=True)) == MIN_PUBLIC_DELAY_S
    assert delay(Settings(listed=True, spectator_delay_s=20)) == 20
    assert delay(Settings(listed=True, boards_open=True)) == 0
    assert delay(Settings(listed=True, seats=1)) == 0
    assert spectator_delay_s(Settings(listed=True), is_ranked=True) == MIN_RANKED_DELAY_S
