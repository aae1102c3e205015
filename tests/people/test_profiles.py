"""What became of people: their page, and all that is stored about them."""

from dataclasses import replace

import msgspec
import pytest
from msgspec import structs

from gaprace.errors import Refusal
from gaprace.people import profiles as module
from gaprace.people.played_games import PlayedGames, read_filter
from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of
from gaprace.play.events.windows import window_of
from gaprace.ports import DailyKey, GameFilter, StoredResult
from gaprace.rules.variants import VARIANTS
from gaprace.store.erasure import PERSONAL_COLUMNS
from gaprace.wire.http import CalendarDay, Opponent, Streak
from gaprace.wire.http import PlayedGames as Page
from gaprace.wire.paging import FIRST_PAGE, PageQuery
from tests.rooms.stage import NOON, Stage
from tests.store.material import RESULT, WON, a_player, a_room, begin_daily, play_daily, play_race, some_actions

TODAY = date_of(NOON)


def ago(days: int) -> str:
    return date_of(NOON - days * DAY_MS)


async def play_days(stage: Stage, *days: int, variant: str = "addiction", result: StoredResult = RESULT) -> None:
    """Play one of Ann's dailies for each number of days ago."""
    for day in days:
        ended = structs.replace(result, ended_at=midnight_of(ago(day)) + 5)
        await play_daily(stage.store, DailyKey(ago(day), variant), "ann", ended)


EXPORTED_AS = {
    "presences": "presence",
    "puzzle_mistakes": "mistakes",
    "puzzle_tries": "puzzles",
    "subjects": "accounts",
}
"""The names of tables in an export, where they are others."""
NOT_EXPORTED = {"device_codes", "group_divisions", "mistake_searches", "muted_spectators"}
"""A code of five minutes, what scores say of a month, a search that is going on, and the word of a host."""


# The page


async def test_who_has_not_played_has_an_empty_page_and_nobody_has_none(stage: Stage) -> None:
    assert await stage.profiles.page("ann") is None
    await stage.store.add_player(a_player("ann", "Ann"))
    page = await stage.profiles.page("ann")
    assert (page.name, page.games, page.wins, page.created_at) == ("Ann", 0, 0, a_player().created_at)
    assert page.statistics == page.calendar == page.ratings == page.achievements == []
    assert page.streak == Streak(0, 0, 1, [], [])
    await stage.store.delete_player("ann", "gone", 1)
    assert await stage.profiles.page("ann") is None
    assert await stage.profiles.totals("ann") is None


async def test_the_page_sums_up_what_a_player_did(stage: Stage) -> None:
    await play_race(stage.store, "a", {"ann": WON, "bob": RESULT})
    await play_race(stage.store, "b", {"ann": RESULT})
    await play_race(stage.store, "c", {"ann": WON}, ranked=False)
    page = await stage.profiles.page("ann")
    assert (page.games, page.wins) == (2, 1)
    assert await stage.profiles.totals("ann") == ("Ann", 2, 1)
    (figures,) = page.statistics
    assert (figures.variant, figures.games, figures.wins) == ("addiction", 2, 1)
    assert (figures.best_time_ms, figures.best_time_game) == (WON.time_ms, "a-ann")
    assert (figures.best_score, figures.best_score_game) == (WON.score, "a-ann")


async def test_a_daily_without_a_move_is_not_played_so_it_is_in_no_calendar_and_no_streak(stage: Stage) -> None:
    await play_days(stage, 1)
    await play_days(stage, 0, result=structs.replace(RESULT, moves=0))
    page = await stage.profiles.page("ann", "ann")
    assert (page.streak.days, page.streak.longest) == (1, 1)
    assert [day.date for day in page.calendar] == [ago(1)]


async def test_to_others_a_page_is_as_if_sealed_games_did_not_exist(stage: Stage) -> None:
    await play_days(stage, 3, 1)
    await play_days(stage, 2, variant="mini")  # which a streak goes on by as well
    before = [await stage.profiles.page("ann", viewer) for viewer in (None, "bob")]
    totals = await stage.profiles.totals("ann")
    await play_days(stage, 0)
    await play_days(stage, 0, variant="mini", result=WON)
    await stage.clock.advance(module.MAX_PAGE_AGE_MS)
    assert [await stage.profiles.page("ann", viewer) for viewer in (None, "bob")] == before
    assert await stage.profiles.totals("ann") == totals
    own = await stage.profiles.page("ann", "ann")
    assert (own.games, own.wins, own.streak.days, len(own.calendar)) == (5, 1, 4, 5)
    await stage.clock.advance(window_of(TODAY).ends_at - stage.clock.now())
    seen = await stage.profiles.page("ann")
    assert (seen.games, seen.wins, seen.streak.days, len(seen.calendar)) == (5, 1, 4, 5)


async def test_the_calendar_has_the_dailies_of_a_year_by_date(stage: Stage) -> None:
    await play_days(stage, 366, 365, 0)
    await play_days(stage, 0, variant="mini", result=WON)
    page = await stage.profiles.page("ann", "ann")
    assert [(day.date, day.variant) for day in page.calendar] == [
        (ago(365), "addiction"),
        (TODAY, "addiction"),
        (TODAY, "mini"),
    ]
    last = page.calendar[-1]
    assert last == CalendarDay(TODAY, "mini", last.game, won=True, score=WON.score)
    assert await stage.store.finished_game(last.game)


async def test_ratings_come_with_their_history(stage: Stage) -> None:
    for number in range(12):
        await play_race(stage.store, f"race{number}", {"ann": WON, f"bob{number}": RESULT})
    page = await stage.profiles.page("ann")
    (rating,) = page.ratings
    assert (rating.variant, rating.races, rating.provisional) == ("addiction", 12, True)
    values = [point.value for point in rating.history]
    assert values == sorted(values)
    assert (len(values), values[-1]) == (12, rating.value)
    assert rating.sigma > 0


# Achievements


async def names_reached(stage: Stage) -> dict[str, str]:
    page = await stage.profiles.page("ann", "ann")
    assert [each.reached_at for each in page.achievements] == sorted(each.reached_at for each in page.achievements)
    return {each.name: each.game for each in page.achievements}


async def test_wins_are_achievements_with_the_game_that_shows_it(stage: Stage) -> None:
    await play_race(stage.store, "a", {"ann": RESULT})
    assert await names_reached(stage) == {}
    await play_race(stage.store, "b", {"ann": structs.replace(WON, ended_at=WON.ended_at + 1)})
    await play_race(stage.store, "c", {"ann": structs.replace(WON, shuffles=0, ended_at=WON.ended_at + 2)})
    assert await names_reached(stage) == {"first_win": "b-ann", "no_shuffle": "c-ann"}


@pytest.mark.parametrize(("rivals", "is_giant"), [(6, False), (7, True)])
async def test_a_race_won_against_seven_is_one(stage: Stage, rivals: int, is_giant: bool) -> None:
    await play_race(stage.store, "a", {"ann": WON, **{f"rival{number}": RESULT for number in range(rivals)}})
    assert ("giant" in await names_reached(stage)) == is_giant


async def test_seven_and_thirty_dates_in_a_row_are_one_and_the_last_of_them_shows_it(stage: Stage) -> None:
    await play_days(stage, *range(60, 54, -1), 44, 42, 40, 38, 37, 36)
    await play_days(stage, 43, 41, 39, *range(29, -1, -1), variant="mini")
    seventh = next(game.game for game in await stage.store.daily_games("ann", "addiction") if game.date == ago(38))
    thirtieth = next(game.game for game in await stage.store.daily_games("ann", "mini") if game.date == TODAY)
    assert await names_reached(stage) == {"streak_7": seventh, "streak_30": thirtieth}


async def test_the_accuracy_of_analysed_games_is_on_the_page_and_in_the_export(stage: Stage) -> None:
    for at, race in enumerate(("a", "b", "c")):
        await play_race(
            stage.store, race, {"ann": structs.replace(RESULT, ended_at=RESULT.ended_at + at)}, starts_at=at
        )
        await stage.store.ask_analysis(f"{race}-ann", at)
        claimed = await stage.store.claim_analysis("me", NOON, NOON + 10)
        assert claimed is not None
        await stage.store.save_analysis("me", replace(claimed, is_done=True, accuracy=(64, None, 100)[at]), NOON)
    page = await stage.profiles.page("ann")
    assert [(each.game, each.accuracy) for each in page.accuracy] == [("a-ann", 64), ("c-ann", 100)]
    assert page.accuracy[0].ended_at == RESULT.ended_at
    records = (await stage.exported("ann")).records
    assert [(each["game"], each["accuracy"]) for each in records["accuracy"]] == [("a-ann", 64), ("c-ann", 100)]


# All of it


async def test_an_export_has_everything_that_is_stored_and_nothing_of_others(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EXPORT_BATCH_SIZE", 2)
    race = await play_race(stage.store, "a", {"ann": WON, "bob": RESULT}, starts_at=1)
    await play_race(stage.store, "b", {"ann": None}, starts_at=2)
    await play_race(stage.store, "c", {"bob": WON})
    await stage.store.appender.append_actions(some_actions("b-ann", 1, 2))
    await play_daily(stage.store, DailyKey(ago(5), "mini"), "ann", RESULT)
    await stage.store.add_room(replace(a_room("NAMED"), state=b'["ann"]'))
    export = await stage.exported("ann")
    assert export.player == {"id": "ann", "name": "Ann"} | export.player
    assert "recovery_hash" not in export.player
    assert export.exported_at == NOON
    records = export.records
    assert records["rooms"] == ["NAMED"]
    assert records["streak"]["longest"] == 1
    ratings = [(each["variant"], each["races"], len(each["history"])) for each in records["ratings"]]
    assert ratings == [("addiction", 1, 1)]
    places = {place["leaderboard"]: place["value"] for place in records["places"]}
    assert places.keys() >= {f"daily/{ago(5)}/mini", "rating/all/addiction"}
    assert places[f"daily/{ago(5)}/mini"] == RESULT.score
    raced, runs, daily = export.games
    assert (raced["id"], raced["result"]) == ("a-ann", msgspec.json.decode(msgspec.json.encode(WON)))
    assert (runs["id"], runs["transcript"], runs["result"]) == ("b-ann", "undo:1000 undo:2000", None)
    assert (daily["event"], daily["variant"]["name"]) == (f"{ago(5)}-mini", "mini")
    assert daily["result"]["ended_at"] == RESULT.ended_at
    text = msgspec.json.encode(export).decode().lower()
    assert "bob" not in text
    assert race.deal.secret.hex() not in text


async def test_an_export_has_every_table_of_personal_rows(stage: Stage) -> None:
    await stage.store.add_player(a_player("ann"))
    personal = {column.table.name for column in PERSONAL_COLUMNS}
    assert personal > NOT_EXPORTED
    names = {EXPORTED_AS.get(table, table) for table in personal - NOT_EXPORTED}
    export = await stage.exported("ann")
    assert names <= export.records.keys(), "a new one is exported, too"
    assert export.games == []


async def test_a_sealed_daily_is_exported_without_its_deal_code(stage: Stage) -> None:
    daily = DailyKey(TODAY, "addiction")
    _, race = await begin_daily(stage.store, daily, "ann")
    assert [game["code"] for game in (await stage.exported("ann")).games] == [None]
    await stage.clock.advance(window_of(TODAY).ends_at - NOON)
    assert [game["code"] for game in (await stage.exported("ann")).games] == [race.deal.code]
    assert race.deal.variant == VARIANTS["addiction"]


FASTER = structs.replace(WON, time_ms=WON.time_ms - 1, reached_ms=WON.reached_ms - 1)


async def seen(stage: Stage, me: str | None = "ann", *, query: PageQuery = FIRST_PAGE, rival: str = "") -> Page:
    return await PlayedGames(stage.store, stage.clock).page("ann", GameFilter(rival=rival), query, me)


async def test_there_are_no_games_without_a_player(stage: Stage) -> None:
    await stage.store.add_player(a_player("ann"))
    assert (await seen(stage)).items == []
    await stage.store.delete_player("ann", "gone", 1)
    games = PlayedGames(stage.store, stage.clock)
    assert [await games.page(each, GameFilter(), FIRST_PAGE, None) for each in ("ann", "nobody")] == [None, None]


async def test_all_games_come_page_by_page(stage: Stage) -> None:
    for number in range(5):
        await play_race(stage.store, f"race{number}", {"ann": structs.replace(RESULT, ended_at=number // 2)})
    found, query = list[str](), PageQuery(limit=2)
    while page := await seen(stage, query=query):
        found += [each.game for each in page.items]
        if page.next is None:
            break
        query = PageQuery(page.next, 2)
    assert found == [f"race{number}-ann" for number in (4, 3, 2, 1, 0)]


async def test_a_race_and_its_people_are_found_by_its_player_and_those_of_listed_rooms_by_all(stage: Stage) -> None:
    await play_race(stage.store, "hidden", {"ann": WON, "bob": RESULT})
    await play_race(stage.store, "listed", {"ann": WON, "bob": RESULT}, ended_at=1_700_000_300_000)
    await play_race(stage.store, "alone", {"ann": WON})
    stage.store.database.rooms["room listed"] = replace(stage.store.database.rooms["room listed"], listed=True)
    for me, found in (("ann", {"hidden", "listed"}), ("bob", {"listed"}), (None, {"listed"})):
        games = (await seen(stage, me)).items
        assert {game.game for game in games} == {"hidden-ann", "listed-ann", "alone-ann"}
        assert {game.race for game in games if game.rivals == [Opponent("bob", "Bob")]} == found
        assert {game.race for game in games} - {None} == found
    for me, found in (("ann", {"hidden", "listed"}), ("bob", {"hidden", "listed"}), ("cho", {"listed"})):
        assert {(game.race, game.lead) for game in (await seen(stage, me, rival="bob")).items} == {
            (race, 1) for race in found
        }


@pytest.mark.parametrize(
    ("results", "rank"),
    [
        ({"ann": WON, "bob": RESULT, "cid": RESULT}, 1),
        ({"ann": WON, "bob": WON, "cid": FASTER}, 2),
        ({"ann": RESULT, "bob": WON, "cid": FASTER}, 3),
        ({"ann": WON}, None),
        ({"ann": WON, "bob": None}, None),
    ],
    ids=["first", "equal seconds", "last", "alone", "the race still runs"],
)
async def test_a_game_has_its_place_in_a_race_of_several(
    stage: Stage, results: dict[str, StoredResult | None], rank: int | None
) -> None:
    await play_race(stage.store, "a", results)
    (game,) = (await seen(stage)).items
    assert (game.rank, game.players) == (rank, len(results))


async def test_a_sealed_game_is_for_its_player_alone(stage: Stage) -> None:
    daily = DailyKey(date_of(NOON), "mini")
    await play_daily(stage.store, daily, "ann", structs.replace(WON, ended_at=NOON))
    games = PlayedGames(stage.store, stage.clock)
    for instant, others in ((NOON, 0), (window_of(daily.date).ends_at, 1)):
        await stage.clock.advance(instant - stage.clock.now())
        for me, count in (("ann", 1), ("bob", others), (None, others)):
            page = await games.page("ann", GameFilter(), FIRST_PAGE, me)
            assert len(page.items) == count


def test_a_filter_names_what_exists() -> None:
    assert read_filter("mini", "daily", "false", "bob") == GameFilter("mini", "daily", won=False, rival="bob")
    assert read_filter(None, None, None, None) == GameFilter()
    for bad in (("maxi", None, None), ("", None, None), (None, "war", None), (None, None, "yes")):
        with pytest.raises(Refusal, match="is one of") as refusal:
            read_filter(*bad, None)
        assert refusal.value.code == "bad_filter"
