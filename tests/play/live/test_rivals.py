"""Recorded rivals are of the own strength, on one deal."""

from random import Random

from gaprace.play.live.bots import ANONYMOUS, RECORDED, bot_name, level_of
from gaprace.play.live.rivals import CLOSE_POINTS, FAR_POINTS, RivalGame, chosen_rivals, rivals_for
from gaprace.play.people.rating import Rating

SIGMA, LUCK = 2.0, 25 / 6
"""The uncertainty of all ratings here, and the deviation of the luck in a game, on the scale of `Rating.mu`."""


def a_game(player: str, rating: float, deal: str = "one", **changes: object) -> RivalGame:
    return RivalGame(f"{deal}-{player}", player, player, "name", "2026-11-20", deal, rating)._replace(**changes)


def players(games: list[RivalGame]) -> list[str]:
    return [each.player for each in games]


def test_the_deal_with_the_most_rivals_of_the_own_strength_is_taken_and_of_these_the_nearest() -> None:
    near = [a_game(name, 1500 + apart, "two") for name, apart in (("ann", 90), ("bob", -20), ("cho", 60), ("dee", 5))]
    found = [a_game("eve", 1500), a_game("fay", 1500 + CLOSE_POINTS + 1), a_game("gus", 1380), *near]
    assert players(chosen_rivals(found, 1500, 3)) == ["dee", "bob", "cho"]
    assert players(chosen_rivals(found[:3], 1500, 3)) == ["eve", "fay", "gus"]


def test_nobody_far_away_and_nobody_twice() -> None:
    found = [a_game("ann", 1500), a_game("ann", 1510, game="again"), a_game("bob", 1501 + FAR_POINTS)]
    assert players(chosen_rivals(found, 1500, 3)) == ["ann"]
    assert chosen_rivals([], 1500, 3) == []


def test_a_rival_is_named_as_the_person_prefers_and_is_another_one_in_the_next_race() -> None:
    found = [a_game("ann", 1500), a_game("bob", 1500, recorded_as="anonymous")]
    first, second = ([member for _, member in rivals_for(found, race)] for race in (1, 2))
    assert [(each.name, each.recorded, each.ready) for each in first] == [
        ("ann", "2026-11-20", True),
        (ANONYMOUS, "2026-11-20", True),
    ]
    assert {level_of(each.id) for each in first} == {each.bot for each in first} == {RECORDED}
    assert len({each.id for each in [*first, *second]}) == 4
    assert bot_name(first[0].id) == ANONYMOUS


def test_a_person_wins_a_quarter_of_the_races_against_recorded_rivals() -> None:
    random = Random("people of known strength")
    strengths = {str(player): random.gauss(25, 4) for player in range(300)}
    played: dict[str, float] = {}
    games = []
    for deal in map(str, range(200)):
        for player in random.sample([*strengths], random.randint(3, 6)):
            game = a_game(player, Rating(strengths[player], SIGMA).value, deal)
            played[game.game] = random.gauss(strengths[player], LUCK)
            games.append(game)
    wins = races = close = 0
    for _ in range(2_000):
        person = random.choice([*strengths])
        seen = {each.deal for each in games if each.player == person} | {str(random.randrange(200)) for _ in range(50)}
        rating = Rating(strengths[person], SIGMA).value
        rivals = chosen_rivals([each for each in games if each.deal not in seen], rating, 3)
        if len(rivals) == 3:
            races += 1
            close += all(abs(each.rating - rating) <= CLOSE_POINTS for each in rivals)
            wins += random.gauss(strengths[person], LUCK) > max(played[each.game] for each in rivals)
    assert races > 1_900
    assert close / races > 0.8
    assert 0.20 <= wins / races <= 0.30
