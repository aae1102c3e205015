"""The table of an arena: points recomputed by hand, cups, teams."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from gaprace.play.events import arena_table
from gaprace.play.events.arena import Arena, ArenaEntry, Round, begun, settled
from gaprace.play.events.arena_table import ArenaGame, ArenaPlace, Table, tabling, team_table
from gaprace.play.events.duplicate import duplicate_scores, imps
from gaprace.play.live.bots import level_of
from gaprace.rules.results import Result
from gaprace.rules.variants import VARIANTS

MINI = VARIANTS["mini"]


def an_arena(players: str, **changes: object) -> Arena:
    entries = tuple(ArenaEntry(each, n) for n, each in enumerate(players))
    made = Arena("CODE", "", "a", "arena", "mini", 0, 0, 60_000, rounds=9, entries=entries)
    return replace(made, **changes)


class Raced(NamedTuple):
    """A game of a round."""

    round: int
    player: str
    result: Result


def a_game(number: int, player: str, locked: int) -> Raced:
    return Raced(
        number, player, Result(won=False, locked=locked, score=locked, time_ms=9, moves=5, reached_ms=9, shuffles=0)
    )


def of_round(games: Iterable[Raced], number: int) -> list[ArenaGame]:
    return [ArenaGame(game.player, game.result) for game in games if game.round == number]


def computed(arena: Arena, games: Sequence[Raced], rounds: Iterable[int], known: Table | None = None) -> Table:
    """Return the table after some rounds are added to what is known."""
    *_, found = tabling(arena, {number: of_round(games, number) for number in rounds}, known.scores if known else {})
    return found


def table(arena: Arena, games: Sequence[Raced]) -> list[ArenaPlace]:
    return computed(arena, games, sorted({game.round for game in games})).places


def ranking(arena: Arena, games: Sequence[Raced], number: int) -> list[str]:
    return arena_table.ranking(arena, of_round(games, number))


def points(places: list[ArenaPlace]) -> dict[str, float]:
    return {each.player: each.points for each in places}


def field(*locked: int) -> list[float]:
    return duplicate_scores([a_game(1, "", each).result for each in locked], MINI)


def test_points_are_duplicate_scores_added_up() -> None:
    games = [a_game(1, "a", 20), a_game(1, "b", 10), a_game(1, "c", 4), a_game(2, "a", 5), a_game(2, "b", 9)]
    one, two = field(20, 10, 4), field(5, 9)
    places = table(an_arena("abc"), games)
    assert points(places) == {
        "a": round(one[0] + two[0], 2),
        "b": round(one[1] + two[1], 2),
        "c": round(one[2] + two[0], 2),  # the second round was missed
    }
    assert [(each.player, each.rank, each.rounds, each.best) for each in places] == [
        ("a", 1, 2, 1),
        ("b", 2, 2, 1),
        ("c", 3, 1, 0),
    ]


def test_a_cup_ranks_by_how_far_they_came_and_then_by_that_round() -> None:
    cup = begun(an_arena("abcde", form="cup"), Round(1, 0))
    games = [a_game(1, each, locked) for each, locked in zip("abcd", (9, 4, 20, 8), strict=True)]
    assert ranking(cup, games, 1) == ["c", "a", "d", "b"]
    cup = begun(settled(cup, ranking(cup, games, 1), 0), Round(2, 0))
    games += [a_game(2, "a", 20), a_game(2, "c", 3), a_game(2, "d", 9)]
    cup = settled(cup, ranking(cup, games, 2), 0)
    assert [(each.player, each.rank, each.out_after) for each in table(cup, games)] == [
        ("a", 1, None),
        ("d", 2, None),
        ("c", 3, 2),
        ("b", 4, 1),
        ("e", 5, 1),
    ]


def test_a_team_has_the_points_of_its_best_members() -> None:
    teams = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 2, "f": 1}
    arena = an_arena("abcdef", teams=2)
    arena = replace(arena, entries=tuple(replace(each, team=teams[each.player]) for each in arena.entries))
    games = [a_game(1, each, locked) for each, locked in zip("abcde", (20, 4, 12, 11, 1), strict=True)]
    places = table(arena, games)
    found = points(places)
    both = team_table(arena, places)  # two of each count: as many as have played for the smaller team
    assert {each.team: each.points for each in both} == {
        1: round(found["a"] + found["b"], 2),
        2: round(found["c"] + found["d"], 2),
    }
    assert [(each.rank, each.players) for each in both] == [(1, 3), (2, 3)]
    one = team_table(replace(arena, team_scores=1), places)
    assert [(each.team, each.counted) for each in one] == [(1, ("a",)), (2, ("c",))]
    assert team_table(an_arena("ab"), table(an_arena("ab"), games)) == []


@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.sampled_from("abcdef"), st.integers(0, 5)), unique_by=lambda each: each[:2]
    )
)
def test_a_rank_is_one_more_than_the_number_of_better_players(raced: list[tuple[int, str, int]]) -> None:
    places = table(an_arena("abcdef"), [a_game(*each) for each in sorted(raced)])
    keys = {each.player: (not each.rounds, -each.points) for each in places}
    assert [each.rank for each in places] == [
        1 + sum(key < keys[each.player] for key in keys.values()) for each in places
    ]


bots_and_people = st.lists(
    st.tuples(st.sampled_from([*"abcd", "bot-3-1", "bot-3-2"]), st.integers(1, 3), st.integers(1, 20))
)


@given(bots_and_people, st.sampled_from([0, 2]))
def test_bots_change_nobodys_points_rank_or_team(played: list[tuple[str, int, int]], teams: int) -> None:
    unique = {(player, number): a_game(number, player, locked) for player, number, locked in played}
    entries = tuple(ArenaEntry(each, n, team=1 + n % 2 if teams else 0) for n, each in enumerate("abcd"))
    bots = tuple(ArenaEntry(f"bot-3-{n}", 9) for n in (1, 2))
    people, all_games = [game for (player, _), game in unique.items() if len(player) == 1], [*unique.values()]
    alone = an_arena("", entries=entries, teams=teams)
    filled = replace(alone, entries=entries + bots)
    among_bots = table(filled, all_games)
    assert [each for each in among_bots if len(each.player) == 1] == table(alone, people)
    assert team_table(filled, among_bots) == team_table(alone, table(alone, people))


def test_a_bot_has_the_rank_that_it_would_have_among_people() -> None:
    games = [a_game(1, "a", 20), a_game(1, "b", 4), a_game(1, "bot-3-1", 9), a_game(1, "bot-3-2", 30)]
    places = table(
        an_arena("ab", entries=tuple(ArenaEntry(each, 0) for each in ("a", "b", "bot-3-1", "bot-3-2"))), games
    )
    assert [(each.player, each.rank) for each in places] == [("bot-3-2", 1), ("a", 1), ("bot-3-1", 2), ("b", 2)]


def points_by_hand(arena: Arena, games: Sequence[Raced], player: str) -> float:
    """Add up a player's comparisons with each person, round by round."""
    found, has_played = 0.0, False
    for number in sorted({game.round for game in games}):
        of = {game.player: game.result for game in games if game.round == number}
        people = [each for each in of if not level_of(each)]
        scores = {
            each: sum(imps(of[each], of[other], MINI) for other in people if other != each) / max(1, len(people) - 1)
            for each in of
        }
        if player in of:
            found, has_played = found + scores[player], True
        elif has_played and not arena.is_cup and people:
            found += min(scores[each] for each in people)
    return found


results = st.tuples(st.integers(1, 4), st.sampled_from([*"abcdef", "bot-3-1"]), st.integers(0, 24), st.integers(1, 9))
raced_games = st.lists(results, unique_by=lambda each: each[:2]).map(
    lambda found: [
        Raced(number, player, Result(locked == 24, locked, locked, time_ms, 5, time_ms, 0))
        for number, player, locked, time_ms in sorted(found)
    ]
)


@given(raced_games, st.sampled_from(["arena", "cup"]), st.permutations([1, 2, 3, 4]), st.integers(0, 4))
def test_a_table_is_the_same_whichever_rounds_were_known_before(
    games: list[Raced], form: str, order: list[int], known: int
) -> None:
    arena = an_arena("", entries=tuple(ArenaEntry(each, n) for n, each in enumerate([*"abcdef", "bot-3-1"])), form=form)
    whole = computed(arena, games, [1, 2, 3, 4])
    first = computed(arena, [*reversed(games)], order[:known])
    assert computed(arena, games, order[known:], first) == whole
    for place in whole.places:
        assert abs(place.points - points_by_hand(arena, games, place.player)) < 0.006  # they are rounded
        assert place.rounds == sum(game.player == place.player for game in games)
