"""The pages of races and of decided series: what they say, and to whom."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from msgspec import structs

from gaprace.errors import Refusal
from gaprace.events.series_pages import SeriesPages
from gaprace.play.events.duplicate import imps
from gaprace.ports import ShownBoards, StoredResult, StoredSeries
from gaprace.rooms.consequences import adding
from gaprace.rooms.endings import end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.results import fields_of
from gaprace.wire import TeamScore, TeamStanding
from gaprace.wire.http import GroupSeriesItem, SeriesGame, SeriesScoreRow
from gaprace.wire.paging import FIRST_PAGE, PageQuery
from tests.plain import plain
from tests.refusals import code_of, refused
from tests.rooms.stage import NOON, Stage
from tests.store import material
from tests.store.material import a_race, a_room, end_game, meet, play_race
from tests.store.test_groups import GROUP, a_member, save

BOARDS = ShownBoards("last", ("first", "second"))
LOST = structs.replace(material.RESULT, time_ms=900_000, boards=BOARDS)
WON = structs.replace(material.WON, boards=BOARDS)
IDLE = structs.replace(LOST, moves=0)
ENDED_AT = NOON - 1_000


def pages(stage: Stage) -> SeriesPages:
    return SeriesPages(stage.store, stage.clock)


async def a_series(stage: Stage, *races: Mapping[str, StoredResult], group: str = "", listed: bool = False) -> None:
    """Races `race1`, `race2` ... of one room; those from the second on are the series `series`."""
    room = a_room(listed=listed)
    assert await stage.store.add_room(room)
    for number, results in enumerate(races, start=1):
        race = a_race(f"race{number}", number)
        games = tuple(replace(race.games[0], id=f"{race.id}-{player}", player=player) for player in results)
        await meet(stage.store, *results)
        assert await begin_race(stage.store, replace(room, version=2 * number), replace(race, games=games))
        for player, result in results.items():
            assert await end_game(stage.store, f"{race.id}-{player}", 0, result)
        is_last = number == len(races)
        series = StoredSeries("series", room.code, 2, number, 3, ENDED_AT, group or None) if is_last else None
        after = replace(room, version=2 * number + 1)
        assert await end_race(
            stage.store, after, race.id, ENDED_AT - len(races) + number, [adding(series)] if series else ()
        )


async def test_a_series_has_its_winner_the_score_by_race_and_the_sums(stage: Stage) -> None:
    await a_series(
        stage,
        {"ann": LOST, "bob": WON},
        {"ann": WON, "bob": LOST, "cho": IDLE},
        {"ann": WON, "bob": LOST},
    )
    page = await pages(stage).page("series", None)
    variants = [a_race(f"race{number}", number).deal.variant for number in (2, 3)]
    first, second = (imps(plain(WON), plain(LOST), variant) for variant in variants)
    assert (page.id, page.best_of, page.ended_at, page.winners, page.group) == ("series", 3, ENDED_AT, ["ann"], None)
    assert page.scores == [
        SeriesScoreRow("ann", "Ann", 2, 2, 3, (first + second) / 2, time_ms=2 * WON.time_ms),
        SeriesScoreRow("bob", "Bob", 2, 0, 1, -(first + second) / 2, time_ms=2 * LOST.time_ms),
        SeriesScoreRow("cho", "Cho", 1, 0, 0, None, time_ms=IDLE.time_ms),
    ]
    assert [(race.id, race.variant.name, race.ended_at) for race in page.races] == [
        ("race2", variants[0].name, ENDED_AT - 1),
        ("race3", variants[1].name, ENDED_AT),
    ]
    assert page.races[0].games == [
        SeriesGame(**fields_of(WON), player="ann", rank=1, points=2),
        SeriesGame(**fields_of(LOST), player="bob", rank=2, points=1),
        SeriesGame(**fields_of(IDLE), player="cho", rank=3, points=0),
    ]


async def test_a_series_of_teams_has_their_points_and_each_race_their_sums(stage: Stage) -> None:
    both = {"ann": WON, "bob": LOST, "cho": LOST}
    await a_series(stage, both, both, both)
    for race in list(stage.store.database.races.values()):
        teams = {"ann": 1, "bob": 2, "cho": 2}
        games = tuple(replace(game, team=teams[game.player]) for game in race.games)
        stage.store.database.races[race.id] = replace(race, games=games, team_scores=2)
    assert (await pages(stage).page("series", None)).teams == [TeamScore(1, 2, 2), TeamScore(2, 0, 0)]
    page = await stage.pages.page("race2")
    assert page.teams == [
        TeamStanding(1, 1, WON.score, WON.reached_ms, ["ann"]),
        TeamStanding(2, 2, 2 * LOST.score, 2 * LOST.reached_ms, ["bob", "cho"]),
    ]
    assert [game.team for game in page.games] == [1, 2, 2]
    stage.store.database.change_game(replace(stage.store.database.game("race2-ann"), voided_by="d", ranked=False))
    assert [each.team for each in (await stage.pages.page("race2")).teams] == [2, 1]


async def test_a_void_result_is_left_out_of_a_series(stage: Stage) -> None:
    await a_series(stage, {}, {"ann": WON, "bob": LOST}, {"ann": WON, "bob": LOST})
    stage.store.database.change_game(replace(stage.store.database.game("race2-ann"), voided_by="d", ranked=False))
    page = await pages(stage).page("series", None)
    assert [(score.player, score.races, score.points) for score in page.scores] == [("ann", 1, 1), ("bob", 2, 0)]
    assert [game.player for game in page.races[0].games] == ["bob"]


async def test_a_series_of_a_private_group_is_for_its_members(stage: Stage) -> None:
    await a_series(stage, {"ann": WON, "bob": LOST}, {"ann": WON, "bob": LOST}, group=GROUP.code)
    await save(stage.store, a_member("ann"), a_member("dee"))
    for me in (None, "bob", "cho"):
        assert await code_of(pages(stage).page("series", me)) == "series_not_found", me
        with pytest.raises(Refusal):
            await pages(stage).of_group(GROUP.code, FIRST_PAGE, me)
    for me in ("ann", "dee"):
        assert (await pages(stage).page("series", me)).group == GROUP.code
    assert await code_of(pages(stage).page("nothing", "ann")) == "series_not_found"


async def test_a_race_leads_to_its_series_those_who_are_led_to_its_room(stage: Stage) -> None:
    await a_series(stage, {"ann": WON, "bob": LOST}, {"ann": WON, "bob": LOST}, {"ann": WON, "cho": LOST})
    for race, me, series in (
        ("race1", "ann", None),
        ("race2", "bob", "series"),
        ("race2", "cho", None),
        ("race3", "cho", "series"),
        ("race3", None, None),
    ):
        assert (await stage.pages.page(race, me)).series == series, (race, me)
    await save(stage.store, a_member("ann"))
    stage.store.database.series["series"] = replace(stage.store.database.series["series"], group=GROUP.code)
    assert [(await stage.pages.page("race2", me)).series for me in ("ann", "bob")] == ["series", None]
    async with Stage() as other:
        await a_series(other, {}, {"ann": WON, "bob": LOST}, {"ann": LOST, "bob": WON}, listed=True)
        assert (await other.pages.page("race2")).series == "series", "of a listed room"
        assert (await pages(other).page("series", None)).winners == ["ann", "bob"], "who are level have both won"


async def test_a_group_lists_its_series_page_by_page(stage: Stage) -> None:
    await a_series(stage, {}, {"ann": WON, "bob": LOST}, {"ann": WON, "bob": LOST}, group=GROUP.code)
    await save(stage.store, a_member("ann"))
    made = stage.store.database.series.pop("series")
    for n in range(10 + 2):
        stage.store.database.series[f"series{n}"] = replace(made, id=f"series{n}", ended_at=ENDED_AT - n)
    first = await pages(stage).of_group(GROUP.code, PageQuery(limit=10), "ann")
    assert first.items[0] == GroupSeriesItem("series0", ENDED_AT, 2, ["Ann"])
    assert [each.id for each in first.items] == [f"series{n}" for n in range(10)]
    rest = await pages(stage).of_group(GROUP.code, PageQuery(first.next or ""), "ann")
    assert ([each.id for each in rest.items], rest.next) == (["series10", "series11"], None)


# The page of a race


async def test_a_race_has_its_games_best_first_with_all_of_their_play(stage: Stage) -> None:
    race = await play_race(stage.store, "r", {"ann": LOST, "bob": WON, "cho": structs.replace(LOST, locked=32)})
    page = await stage.pages.page("r")
    assert [(game.name, game.rank, game.won, game.locked) for game in page.games] == [
        ("Bob", 1, True, 48),
        ("Cho", 2, False, 32),
        ("Ann", 3, False, 31),
    ]
    assert {(game.transcript, *game.shuffled_boards) for game in page.games} == {(LOST.transcript, *BOARDS.shuffled)}
    assert (page.opening, page.code) == (race.deal.opening().text, race.deal.code)
    assert [seat.name for seat in page.seats] == ["Ann", "Bob", "Cho"]
    assert page.ranked
    assert page.ended_at


async def test_a_running_race_shows_its_players_and_nothing_of_their_games(stage: Stage) -> None:
    race = await play_race(stage.store, "r", {"ann": LOST, "bob": None})
    page = await stage.pages.page("r", "ann")
    assert [seat.name for seat in page.seats] == ["Ann", "Bob"]
    assert (page.games, page.ended_at, page.opening, page.code) == ([], None, None, None)
    assert race.deal.code not in repr(page)
    assert LOST.transcript not in repr(page)
    with refused("race_not_found"):
        await stage.pages.page("nothing")


async def test_a_void_result_is_marked_and_comes_after_all_others(stage: Stage) -> None:
    await play_race(stage.store, "r", {"ann": WON, "bob": LOST, "cho": WON})
    stage.store.database.change_game(replace(stage.store.database.game("r-ann"), voided_by="d", ranked=False))
    page = await stage.pages.page("r")
    assert [(game.name, game.rank, game.void) for game in page.games] == [
        ("Cho", 1, False),
        ("Bob", 2, False),
        ("Ann", 3, True),
    ]
