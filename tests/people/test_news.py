"""News of friends: few, of those who show what they do, and nothing of a daily that could still be played."""

from msgspec import structs

from gaprace.people.friends import News
from gaprace.play.events.calendar import DAY_MS, days_from
from gaprace.play.events.windows import open_dates, window_of
from gaprace.ports import DailyKey, StoredFollow, StoredPresence
from gaprace.wire.http import FriendNews, NewChallenge
from tests.rooms.stage import Stage
from tests.store.material import WON, play_daily, play_race


async def befriend(stage: Stage, *friends: str) -> None:
    await stage.player("ann")
    for each in friends:
        await stage.player(each)
        for pair in (("ann", each), (each, "ann")):
            await stage.store.add_follow(StoredFollow(*pair, 1))
        await stage.store.show_presence(StoredPresence(each, 1))


async def news(stage: Stage, of: str = "ann") -> list[FriendNews]:
    return (await News(stage.store, stage.clock).of(await stage.player(of))).news


async def test_a_personal_best_of_the_last_day_is_told_once_there_is_one_to_beat(stage: Stage) -> None:
    await befriend(stage, "bob")
    now = stage.clock.now()
    for race, time_ms, at in (("one", 90_000, now - 2 * DAY_MS), ("two", 80_000, now)):
        result = structs.replace(WON, time_ms=time_ms, ended_at=at)
        assert await news(stage) == []
        await play_race(stage.store, race, {"bob": result, "cho": result}, ended_at=at)
    assert await news(stage) == [FriendNews("bob", "bob", "best", "addiction", 80_000)]
    assert await news(stage, "cho") == []
    await stage.store.hide_presence("bob")
    assert await news(stage) == []


async def test_a_challenge_to_everyone_is_told_to_friends_until_they_enter_it(stage: Stage) -> None:
    await befriend(stage, "bob", "cho")
    challenges, bob = stage.challenges, await stage.player("bob")
    await challenges.create(bob, NewChallenge(places=2))
    assert await news(stage) == []
    code = (await challenges.create(bob, NewChallenge(variant="mini"))).code
    told = [FriendNews("bob", "bob", "challenge", "mini", challenge=code)]
    assert await news(stage) == told
    assert await news(stage, "bob") == await news(stage, "cho") == []
    await challenges.enter(await stage.player("ann"), code)
    assert await news(stage) == []


async def test_who_was_best_of_the_friends_yesterday_is_told_after_the_reveal_or_the_own_game(stage: Stage) -> None:
    await befriend(stage, "bob", "cho")
    yesterday = DailyKey("2023-11-13", "mini")
    stage.clock.put_back(stage.clock.now() - window_of(yesterday.date).closes_at)
    assert days_from(open_dates(stage.clock.now())[0], -1) == yesterday.date
    await play_daily(stage.store, yesterday, "bob", WON)
    await play_daily(stage.store, yesterday, "cho", structs.replace(WON, time_ms=WON.time_ms + 1))
    told = [FriendNews("bob", "bob", "daily", "mini", WON.time_ms)]
    assert await news(stage) == []
    await play_daily(stage.store, yesterday, "ann", structs.replace(WON, time_ms=WON.time_ms + 2))
    assert await news(stage) == told
    assert await news(stage, "bob") == []  # it is the own result
    await stage.store.remove_follow("bob", "ann")
    assert [each.player for each in await news(stage)] == ["cho"]
