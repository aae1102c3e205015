"""What two players have against each other, and what of it others may see."""

from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from gaprace.people import head_to_head as module
from gaprace.people.head_to_head import HeadToHeads
from gaprace.play.events.calendar import date_of
from gaprace.play.events.windows import window_of
from gaprace.play.live.bots import bot_id
from gaprace.ports import DailyKey
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import Balance, HeadToHead
from tests.positions import random_deal
from tests.rooms.stage import NOON, Stage
from tests.store.material import RESULT, WON, a_player, play_daily, play_race

SLOWER = structs.replace(WON, time_ms=2 * WON.time_ms, reached_ms=2 * WON.time_ms)


async def seen(stage: Stage, player: str, other: str, me: str | None = "ann") -> HeadToHead:
    return await HeadToHeads(stage.store, stage.clock).of(player, other, me)


async def test_there_is_no_page_without_two_players(stage: Stage) -> None:
    await stage.store.add_player(a_player("ann"))
    await stage.store.add_player(a_player("bob"))
    pages = HeadToHeads(stage.store, stage.clock)
    assert await pages.of("ann", "nobody", "ann") is None
    assert await pages.of("ann", "ann", "ann") is None
    assert await pages.of("ann", "bob", "ann") is not None
    await stage.store.delete_player("bob", "gone", 1)
    assert await pages.of("ann", "bob", "ann") is None


async def test_races_count_by_variant_with_wins_losses_and_the_mean_of_their_comparisons(stage: Stage) -> None:
    mini = random_deal(Random(1), VARIANTS["mini"])
    await play_race(stage.store, "a", {"ann": WON, "bob": SLOWER})
    await play_race(stage.store, "b", {"ann": RESULT, "bob": RESULT})
    await play_race(stage.store, "c", {"ann": RESULT, "bob": WON, "cho": WON})
    await play_race(stage.store, "d", {"ann": WON, "bob": SLOWER}, deal=mini)
    page = await seen(stage, "ann", "bob")
    assert [player.name for player in page.players] == ["Ann", "Bob"]
    addiction, of_mini = page.races
    assert (addiction.variant, addiction.races, addiction.wins, addiction.losses) == ("addiction", 3, 1, 1)
    assert addiction.mean_imps == pytest.approx((7 + 0 - 14) / 3, abs=0.7)
    assert of_mini == Balance("mini", races=1, wins=1, losses=0, mean_imps=7)
    turned = await seen(stage, "bob", "ann")
    assert [(each.wins, each.losses) for each in turned.races] == [(1, 1), (0, 1)]
    assert turned.races[1].mean_imps == -7


async def test_dailies_of_both_count_by_their_own_ranking(stage: Stage) -> None:
    daily = DailyKey("2023-11-12", "addiction")
    await play_daily(stage.store, daily, "ann", structs.replace(SLOWER, score=WON.score + 10))
    await play_daily(stage.store, daily, "bob", WON)
    page = await seen(stage, "ann", "bob", None)
    assert [(each.variant, each.races, each.wins, each.losses) for each in page.dailies] == [("addiction", 1, 1, 0)]
    assert page.races == []


async def test_a_daily_counts_once_it_is_revealed(stage: Stage) -> None:
    daily = DailyKey(date_of(NOON), "mini")
    for player in ("ann", "bob"):
        await play_daily(stage.store, daily, player, WON)
    pages = HeadToHeads(stage.store, stage.clock)
    for instant, count in ((NOON, 0), (window_of(daily.date).ends_at, 1)):
        await stage.clock.advance(instant - stage.clock.now())
        page = await pages.of("ann", "bob", "ann")
        assert len(page.dailies) == count


async def test_rivals_are_those_met_most_often_and_then_lately(stage: Stage) -> None:
    for at, names in enumerate(("bob cho", "bob", "cho", "dee", "eve"), 1):
        race = await play_race(stage.store, names, dict.fromkeys(["ann", *names.split()], WON), ended_at=at)
        stage.store.database.rooms[race.room] = replace(stage.store.database.rooms[race.room], listed=True)
    rivals = await HeadToHeads(stage.store, stage.clock).rivals("ann", None)
    assert [(each.player, each.races, each.wins) for each in rivals.items] == [
        *(("cho", 2, 0), ("bob", 2, 0)),
        *(("eve", 1, 0), ("dee", 1, 0)),
    ]
    assert await HeadToHeads(stage.store, stage.clock).rivals("nobody", None) is None


async def test_races_of_unlisted_rooms_count_for_the_two_players_only(stage: Stage) -> None:
    await play_race(stage.store, "hidden", {"ann": WON, "bob": SLOWER, "cho": WON})
    await play_race(stage.store, "listed", {"ann": WON, "bob": SLOWER, "cho": WON})
    stage.store.database.rooms["room listed"] = replace(stage.store.database.rooms["room listed"], listed=True)
    for me, found in (
        ("ann", {"hidden", "listed"}),
        ("bob", {"hidden", "listed"}),
        ("cho", {"listed"}),
        (None, {"listed"}),
    ):
        page = await seen(stage, "ann", "bob", me)
        assert page.races[0].races == len(found), me
        rivals = await HeadToHeads(stage.store, stage.clock).rivals("ann", me)
        bob = next(each for each in rivals.items if each.player == "bob")
        assert (bob.name, bob.races, bob.wins, bob.losses) == ("Bob", len(found), len(found), 0)


async def test_a_person_is_compared_with_a_bot_by_the_games_of_the_person(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = bot_id(3, 7)
    await play_race(stage.store, "mine", {"ann": WON, bot: SLOWER}, ended_at=1)
    for number in range(3):
        await play_race(
            stage.store, f"r{number}", {"bob": structs.replace(WON, ended_at=WON.ended_at + 9), bot: SLOWER}
        )
    monkeypatch.setattr(module, "MAX_GAMES", 1)
    for pair in (("ann", bot), (bot, "ann")):
        assert [each.races for each in (await seen(stage, *pair)).races] == [1]
