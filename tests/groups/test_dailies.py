"""A group's own daily: made once for each of its days, played once by each, sealed, scored, told, forgotten."""

import csv
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO

import msgspec
import pytest

from gaprace.groups.dailies import GroupDailies
from gaprace.groups.scores import GroupScores
from gaprace.notices.delivery import Outbox
from gaprace.notices.webhook_news import WebhookNews
from gaprace.notices.webhook_post import WebhookPost
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.play.events.duplicate import duplicate_scores
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.windows import FINISH_GRACE_MS
from gaprace.play.notices.webhooks import Endpoint, next_event_at
from gaprace.ports import AtOnce, StoredGroup, Transaction
from gaprace.rules.record import verify
from gaprace.rules.variants import VARIANTS
from gaprace.wire.http import GroupChange, GroupDaily, GroupToday, WebhookEventType
from gaprace.wire.paging import FIRST_PAGE
from tests.events.daily_stage import make_move, play_on, resign, start
from tests.groups.test_groups import Club
from tests.metrics import NoMetrics
from tests.receiver import Receiver
from tests.refusals import code_of
from tests.rooms.stage import NOON, Seat, Stage
from tests.steps import finish

BERLIN = GroupDaily("mini", "Europe/Berlin", 6)
EVENTS: tuple[WebhookEventType, ...] = ("daily.opened", "daily.digest", "challenge.made", "challenge.ended")


class DailyClub(Club):
    """Ann's private group with a daily of its own, and Bob in it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.challenges = stage.challenges
        self.dailies = GroupDailies(stage.store, stage.clock)

    async def choose(self, daily: GroupDaily, name: str = "ann") -> GroupToday | None:
        group = await self.groups.change(await self.stage.player(name), self.code, GroupChange(daily=daily))
        return group.today

    async def today(self, name: str = "ann") -> GroupToday:
        return (await self.groups.view(self.code, name)).today

    async def begin(self, name: str, code: str) -> Seat:
        return await start(self.stage, await self.challenges.play(await self.stage.player(name), code), name)

    async def play(self, name: str, code: str = "", moves: int = 2) -> str:
        """Play the open daily to its end; give the game's id."""
        return await play_on(await self.begin(name, code or (await self.today(name)).code), moves)

    async def until(self, at: int) -> None:
        await self.stage.clock.advance(at - self.stage.clock.now(), asleep=True)
        await self.challenges.end_due()

    @property
    def stored(self) -> StoredGroup:
        return self.stage.store.database.groups[self.code]


@pytest.fixture
async def club(stage: Stage) -> DailyClub:
    club = DailyClub(stage)
    await club.found()
    await club.choose(BERLIN)
    await club.joins("bob")
    return club


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


# Making


async def test_a_server_that_was_off_makes_todays_daily_only(club: DailyClub) -> None:
    await club.play("ann")
    await club.until((await club.today()).closes_at + 5 * DAY_MS)
    await club.dailies.make_due()
    dates = [each.label for each in club.stage.store.database.events.values()]
    assert sorted(dates) == [date_of(NOON), date_of(NOON + 6 * DAY_MS)]
    assert club.stored.daily_due_at == (await club.today()).closes_at


async def test_a_group_whose_daily_cannot_be_made_keeps_no_other_from_it(
    club: DailyClub, caplog: pytest.LogCaptureFixture
) -> None:
    # The data about time zones differ between the hosts of a server.
    astray = replace(club.stored, code="ASTRAY", invitation="ASTRAY", daily_zone="Europe/Atlantis", daily_due_at=NOON)
    await club.stage.store.transact(lambda tx: tx.save_group(astray))
    closes_at = (await club.today()).closes_at
    await club.play("ann")
    await club.until(closes_at)
    await club.dailies.make_due()
    made = [each.label for each in club.stage.store.database.events.values()]
    assert sorted(map(str, made)) == [date_of(NOON), date_of(NOON + DAY_MS)]
    assert "ASTRAY" in caplog.text


async def test_a_change_leaves_the_open_daily_as_it_is(club: DailyClub) -> None:
    today = await club.today()
    changed = await club.choose(GroupDaily("strict", "America/New_York", 0))
    assert changed == today
    await club.play("bob")
    await club.until(today.closes_at)
    new_york_begins = at(f"{date_of(NOON + DAY_MS)}T05:00")
    assert today.closes_at == new_york_begins
    assert ((await club.today()).variant, (await club.today()).closes_at) == ("strict", new_york_begins + DAY_MS)


async def test_a_group_goes_back_to_the_worlds_daily(club: DailyClub) -> None:
    await club.play("ann")
    closes_at = (await club.today()).closes_at
    assert await club.choose(GroupDaily()) is None
    await club.until(closes_at)
    await club.dailies.make_due()
    assert (await club.groups.view(club.code, "bob")).today is None
    board = await club.boards.board(club.code, date_of(NOON), OWN_DAILY, "bob")
    assert [row.player for row in board.rows] == ["ann"]


@pytest.mark.parametrize(
    "daily", [GroupDaily("chess"), GroupDaily("mini", "Mars/Olympus"), GroupDaily("mini", "../../etc/passwd")]
)
async def test_what_cannot_be_a_daily_is_refused(club: DailyClub, daily: GroupDaily) -> None:
    assert await code_of(club.choose(daily)) == "bad_daily"
    assert await code_of(club.choose(BERLIN, "bob")) == "group_owners_only"
    assert (await club.groups.view(club.code, "ann")).daily == BERLIN


# Playing


async def test_everybody_has_one_game_and_sees_results_but_no_play_until_the_day_is_over(club: DailyClub) -> None:
    today = await club.today()
    assert (today.date, today.variant) == (date_of(NOON), "mini")
    deal = club.stage.store.database.events[today.code].deal
    assert today.commitment == deal.commitment
    assert deal.code not in msgspec.json.encode(today).decode()
    game = await club.play("ann")
    assert (await club.today()).mine == "done"
    assert await code_of(club.challenges.play(await club.stage.player("ann"), today.code)) == "challenge_played"
    board = await club.boards.board(club.code, today.date, OWN_DAILY, "bob")
    assert [(row.player, row.game, row.race) for row in board.rows] == [("ann", None, None)]
    assert await code_of(club.stage.replays.finished_game(game, "bob")) == "sealed_challenge"
    own = await club.boards.board(club.code, today.date, OWN_DAILY, "ann")
    assert [(row.game, row.race) for row in own.rows] == [(game, today.code)]
    await club.play("bob")
    assert (await club.stage.pages.page(today.code, "bob")).code is None
    await club.until(today.closes_at)
    page = await club.stage.pages.page(today.code, "bob")
    assert page.code
    assert {each.player for each in page.games if each.transcript} == {"ann", "bob"}
    record = (await club.stage.replays.finished_game(game, "bob")).record
    assert verify(msgspec.to_builtins(record))["ok"]


async def test_the_daily_goes_on_when_all_members_have_played(club: DailyClub) -> None:
    await club.play("ann")
    await club.play("bob")
    await club.joins("cho")
    await club.play("cho")
    assert len((await club.boards.board(club.code, date_of(NOON), OWN_DAILY, "ann")).rows) == 3


async def test_a_game_that_began_in_time_goes_on_and_keeps_the_seal(club: DailyClub) -> None:
    today = await club.today()
    ann = await club.play("ann")
    await club.until(today.closes_at - 1_000)
    seat = await club.begin("bob", today.code)
    await club.until(today.closes_at + 60_000)
    assert await code_of(club.stage.replays.finished_game(ann, "bob")) == "sealed_challenge"
    await make_move(seat)
    await resign(seat)
    assert await club.stage.replays.finished_game(ann, "bob")
    assert club.stage.store.database.events[today.code].ended_at == today.closes_at + 60_000
    await club.joins("cho")
    assert await code_of(club.challenges.play(await club.stage.player("cho"), today.code)) == "challenge_over"


async def test_a_game_that_does_not_end_is_ended_after_the_grace(club: DailyClub) -> None:
    today = await club.today()
    await club.until(today.closes_at - 1_000)
    await club.begin("bob", today.code)
    await club.until(today.closes_at + FINISH_GRACE_MS + 60_000)
    assert club.stage.store.database.events[today.code].ended_at == today.closes_at + FINISH_GRACE_MS


async def test_outsiders_of_a_public_group_see_its_daily_and_play_it_once_they_have_joined(club: DailyClub) -> None:
    opened = await club.groups.change(await club.stage.player("ann"), club.code, GroupChange(private=False))
    assert opened.daily == BERLIN
    await club.play("ann")
    seen = (await club.groups.view(club.code, "eve")).today
    assert (seen, seen.mine) == (await club.today("bob"), None)
    assert (await club.groups.view(club.code, None)).today == seen
    eve = await club.stage.player("eve")
    assert await code_of(club.challenges.play(eve, seen.code)) == "group_members_only"
    board = await club.boards.board(club.code, seen.date, OWN_DAILY, "eve")
    assert [(row.player, row.game) for row in board.rows] == [("ann", None)]
    await club.groups.join(eve, club.code)
    await club.play("eve", seen.code)
    assert {row.player for row in (await club.boards.board(club.code, seen.date, OWN_DAILY, None)).rows} == {
        "ann",
        "eve",
    }


# Results


async def test_the_season_has_the_means_of_its_scores(club: DailyClub) -> None:
    await club.joins("cho")
    expected: dict[str, list[float]] = {"ann": [], "bob": [], "cho": []}
    for _ in range(6):
        today = await club.today()
        for moves, name in enumerate(expected):
            await club.play(name, moves=1 + 3 * moves)
        await club.until(today.closes_at)
        games = await club.stage.store.group_games(club.code, OWN_DAILY, today.date, today.date)
        scores = duplicate_scores([each.result for each in games], VARIANTS["mini"])
        for each, score in zip(games, scores, strict=True):
            expected[each.player].append(score)
    period = date_of(NOON), date_of(NOON + 9 * DAY_MS)
    season = await club.boards.season(club.code, OWN_DAILY, *period, "ann")
    assert {row.player: (row.deals, row.score) for row in season.rows} == {
        name: (6, round(sum(scores) / 8, 2)) for name, scores in expected.items()
    }
    await finish(GroupScores(club.stage.store, AtOnce()))
    assert await club.boards.season(club.code, OWN_DAILY, *period, "ann") == season, "with stored scores, too"
    history = await club.boards.history(club.code, OWN_DAILY, FIRST_PAGE, "ann")
    assert [each.played for each in history.items] == [3] * 6


async def test_an_export_of_the_group_and_of_a_person_has_it(club: DailyClub) -> None:
    game, today = await club.play("bob"), await club.today()
    table = b"".join([part async for part in club.export.as_csv(club.stored)]).decode("utf-8-sig")
    (row,) = csv.DictReader(StringIO(table))
    assert (row["date"], row["variant"], row["player"], row["own"]) == (today.date, "mini", "bob", "1")
    own = (await club.stage.exported("bob")).records["challenges"]
    assert [(each["code"], each["kind"], each["label"], each["entry"]["game"]) for each in own] == [
        (today.code, "group_daily", today.date, game)
    ]
    assert (await club.stage.exported("ann")).records["challenges"] == []


# Telling


async def test_webhooks_tell_when_it_opens_and_its_results_and_nothing_of_the_worlds(club: DailyClub) -> None:
    store, clock, receiver = club.stage.store, club.stage.clock, Receiver()
    news = WebhookNews(store, clock, club.stage.rooms, club.stage.summaries)
    deliveries = Outbox(store, clock, NoMetrics(), WebhookPost(store, clock, news, receiver))
    now = clock.now()
    webhook = Endpoint(
        *("w", club.code, "https://chat.example/h", "standard", "en", EVENTS, b"s" * 32, "https://race.example"),
        created_at=now,
        next_at=next_event_at(now),
    )

    async def work(tx: Transaction) -> None:
        await tx.save_webhook(webhook)

    await store.transact(work)
    today = await club.today()
    await club.play("bob")
    await club.until(today.closes_at)
    await club.dailies.make_due()
    await deliveries.finish()
    told = sorted((each.json for each in receiver.received), key=lambda each: str(each["type"]))
    assert [each["type"] for each in told] == ["daily.digest", "daily.opened"]
    digest, opened = (each["data"] for each in told)
    assert (digest["date"], digest["dailies"][0]["variant"], digest["dailies"][0]["played"]) == (today.date, "mini", 1)
    assert (opened["date"], opened["variants"]) == (date_of(NOON + DAY_MS), ["mini"])
    assert opened["closes_at"] == today.closes_at + DAY_MS


async def test_feeds_have_its_days_and_results_once_they_are_revealed(club: DailyClub) -> None:
    today = await club.today()
    await club.play("bob")
    address = (await club.groups.view(club.code, "bob")).feed
    before = await club.feeds.read(*address.split("/"))
    assert [(day.date, day.is_revealed, [each.best for each in day.dailies]) for day in before.days] == [
        (today.date, False, [[]])
    ]
    await club.until(today.closes_at)
    after = await club.feeds.read(*address.split("/"))
    assert [(day.date, day.is_revealed, len(day.dailies)) for day in after.days] == [
        (date_of(NOON + DAY_MS), False, 0),
        (today.date, True, 1),
    ]
    assert [place.name for place in after.days[1].dailies[0].best] == ["bob"]
