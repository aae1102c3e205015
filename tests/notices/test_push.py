"""Web push: for whom a message is, when and in which words, and what becomes of one that does not arrive."""

from dataclasses import replace

import pytest

from gaprace.notices.delivery import Outbox
from gaprace.notices.push_key import PushKey
from gaprace.notices.push_news import LetsIn, PushNews
from gaprace.notices.push_post import PushPost
from gaprace.notices.push_subscriptions import Push
from gaprace.notices.webhook_news import WebhookNews
from gaprace.notices.webhook_post import WebhookPost
from gaprace.people.accounts import SignIn
from gaprace.play.events.arena import MINUTE_MS
from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of
from gaprace.play.events.event import HOUR_MS
from gaprace.play.events.zones import next_midnight
from gaprace.play.notices.outbox import NoticeType, Outcome
from gaprace.play.notices.push import AFTER_START_MS, MAX_PER_DAY, START_MS
from gaprace.ports import TOLD_AGAIN_MS, StoredBlock, StoredPlayer, StoredSession
from gaprace.texts import TEXTS
from gaprace.wire import Ready, Settings, Start, VariantChoice
from gaprace.wire.http import NewArena, NewChallenge, PushKind, PushSettings, PushSubscription
from tests.events.daily_stage import begin, play
from tests.events.test_arenas import Event
from tests.events.test_challenges import Table
from tests.groups.test_groups import Club
from tests.metrics import NoMetrics
from tests.people.test_news import befriend
from tests.push_service import PushBrowser, Pushed, PushService, written
from tests.receiver import Receiver
from tests.refusals import code_of
from tests.rooms.stage import NOON, Stage

SITE = "https://race.example"
ALL: tuple[PushKind, ...] = ("challenges", "starts", "streak")
BERLIN = "Europe/Berlin"
OTHER_KEY = bytes(31) + b"\x07"


class People:
    """Players with browsers on a stage, and the push service of these."""

    def __init__(self, stage: Stage, key: PushKey, vapid: str) -> None:
        self.stage, self.key, self.vapid = stage, key, vapid
        self.service = PushService(vapid, stage.clock.now)
        self.push = Push(stage.store, stage.clock, key)
        self.deliveries = self.process()
        self.table, self.club, self.event = Table(stage), Club(stage), Event(stage)

    def process(self, lets_in: LetsIn | None = None) -> Outbox:
        """What another process on the same store has."""
        store, clock = self.stage.store, self.stage.clock
        news = PushNews(store, clock, self.stage.rooms, lets_in)
        push = PushPost(store, clock, news, self.service, self.key, "ops@example.org")
        webhook_news = WebhookNews(store, clock, self.stage.rooms, self.stage.summaries)
        webhooks = WebhookPost(store, clock, webhook_news, Receiver())
        return Outbox(store, clock, NoMetrics(), webhooks, push)

    async def signed_in(self, name: str, session: str = "") -> SignIn:
        player = await self.stage.player(name)
        noted = StoredSession(session or f"of {name}", name, player.generation, NOON, NOON, "Firefox", "")
        await self.stage.store.note_session(noted)
        return SignIn(player, NOON, is_due=False, session=noted.id, noted=noted)

    async def wants(self, name: str, *kinds: PushKind, session: str = "", **more: str) -> PushBrowser:
        """Have a browser of a player subscribed."""
        browser = self.service.browser()
        await self.subscribe(name, browser.subscription(*(kinds or ALL), **more), session)
        return browser

    async def subscribe(self, name: str, given: PushSubscription, session: str = "") -> PushSettings:
        return await self.push.subscribe(await self.signed_in(name, session), given, SITE, "Firefox")

    async def told(self) -> list[Pushed]:
        """Deliver what there is to deliver; give what arrives."""
        before = len(self.service.taken)
        await self.deliveries.finish()
        return self.service.taken[before:]

    async def texts(self) -> list[str]:
        return sorted(f"{each.text['title']}. {each.text['body']}" for each in await self.told())

    async def only_told(self) -> Pushed:
        [pushed] = await self.told()
        return pushed

    def passes(self, ms: int) -> None:
        """Let time pass for all but the rooms."""
        self.stage.clock.put_back(-ms)

    async def challenged(self, *members: str) -> str:
        """Have Ann challenge her group; give the code."""
        await self.club.found(private=True)
        await self.club.joins(*members)
        return await self.table.make("ann", NewChallenge(variant="mini", hours=24, group=self.club.code))


@pytest.fixture
async def people(stage: Stage) -> People:
    key = PushKey(stage.store)
    return People(stage, key, await key.public())


# Invitations


async def test_a_friend_hears_of_an_invitation_until_the_friend_has_come(people: People) -> None:
    await people.wants("ann", "starts")
    friends = people.stage.friends
    await befriend(people.stage, "bob")
    code = await people.stage.create("bob")
    await friends.invite(await people.stage.player("bob"), "ann", code)
    told = await people.only_told()
    assert (told.text["title"], told.text["body"]) == ("bob invites you to a race", "Come and play")
    assert told.text["url"] == f"/r/{code}"
    await friends.invite(await people.stage.player("bob"), "ann", code)
    await people.stage.enter(code, "ann")
    assert await people.told() == []


async def test_of_two_friends_in_a_room_the_one_who_has_just_invited_is_named(people: People) -> None:
    await people.wants("ann", "starts")
    friends = people.stage.friends
    await befriend(people.stage, "bob", "cas")
    code = await people.stage.create("bob")
    for friend in ("cas", "bob", "cas"):
        await people.stage.clock.advance(TOLD_AGAIN_MS)
        await friends.invite(await people.stage.player(friend), "ann", code)
        assert (await people.only_told()).text["title"] == f"{friend} invites you to a race"


# Challenges


async def test_members_hear_of_a_challenge_of_their_group_on_each_of_their_devices(people: People) -> None:
    await people.wants("ann")
    phone, laptop = await people.wants("bob"), await people.wants("bob", "challenges", session="laptop")
    await people.wants("bob", "streak", "starts", session="tablet")
    await people.wants("stranger")
    code = await people.challenged("bob")
    told = await people.told()
    assert {each.browser for each in told} == {phone, laptop}
    ends_at = (await people.table.view(code, "ann")).ends_at
    assert told[0].text == {
        "title": "ann challenges Chess Club",
        "body": "Mini: play it by {time}",
        "url": f"/challenge/{code}",
        "tag": told[0].topic,
        "language": "en",
        "at": ends_at,
    }
    assert told[0].headers["urgency"] == "normal"
    assert int(told[0].headers["ttl"]) == (ends_at - people.stage.clock.now()) // 1000
    assert {*people.service.contacts} == {"mailto:ops@example.org"}
    assert await people.told() == []


async def test_an_event_that_cannot_be_looked_up_keeps_no_other_from_being_heard(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    await people.wants("bob")
    lost = await people.challenged("bob")
    code = await people.table.make("ann", NewChallenge(variant="mini", hours=24, group=people.club.code))
    found = PushNews.players_of

    async def players_of(news: PushNews, event: NoticeType, subject: str) -> list[str]:
        if subject == lost:
            raise ValueError("its rules are those of a version that was rolled back")
        return await found(news, event, subject)

    monkeypatch.setattr(PushNews, "players_of", players_of)
    assert (await people.only_told()).text["url"] == f"/challenge/{code}"


async def test_who_has_not_played_hears_that_a_challenge_ends_soon(people: People) -> None:
    for name in ("ann", "bob", "cho", "dee"):
        await people.wants(name, "challenges")
    code = await people.challenged("bob", "cho")
    await people.told()
    await people.table.play(code, "cho")
    ends_at = (await people.table.view(code, "ann")).ends_at
    people.passes(ends_at - 3 * HOUR_MS - people.stage.clock.now() - 1)
    assert await people.told() == []
    people.passes(1)
    told = await people.told()
    assert sorted(each.text["title"] for each in told) == ["A challenge ends soon"] * 2
    first = people.service.taken[0]
    assert {each.topic for each in told} == {first.topic}, "so it replaces what was not looked at"


async def test_a_short_challenge_is_brought_to_mind_in_its_last_quarter(people: People) -> None:
    await people.wants("ann")
    await people.table.make("ann", NewChallenge(variant="mini", hours=1))
    people.passes(45 * MINUTE_MS - 1)
    assert await people.told() == []
    people.passes(1)
    assert (await people.only_told()).text["title"] == "A challenge ends soon"


async def test_those_who_have_played_hear_the_end_but_not_who_has_just_finished(people: People) -> None:
    for name in ("ann", "bob"):
        await people.wants(name, "challenges")
    code = await people.table.make("ann", NewChallenge(variant="mini", hours=24, places=2))
    await people.table.play(code, "ann", moves=5)
    assert await people.told() == []
    await people.table.play(code, "bob", moves=1)
    told = await people.only_told()
    results = (await people.table.view(code, "ann")).results
    mine = next(each.rank for each in results if each.player == "ann")
    assert told.text["title"] == "A challenge is over"
    assert told.text["body"] == f"Mini: you came {mine} of 2"
    assert "at" not in told.text


async def test_nothing_is_said_of_a_challenge_before_its_end(people: People) -> None:
    await people.wants("ann")
    code = await people.table.make("ann", NewChallenge(variant="mini", hours=24))
    await people.table.play(code, "bob")
    people.passes(23 * HOUR_MS)
    [text] = await people.texts()
    assert text == "A challenge ends soon. Mini: you can play it until {time}"
    people.passes(HOUR_MS)
    await people.table.challenges.end_due()
    assert await people.texts() == ["A challenge is over. Mini: see the results"]


async def test_blocked_suspended_and_former_members_push_and_hear_nothing(people: People) -> None:
    for name in ("bob", "cho", "dee", "eve"):
        await people.wants(name)
    await people.challenged("bob", "cho", "dee", "eve")
    store = people.stage.store
    await store.add_block(StoredBlock("bob", "ann", NOON))
    await store.add_block(StoredBlock("ann", "cho", NOON))
    await people.club.groups.leave(await people.stage.player("dee"), people.club.code)
    await store.transact(lambda tx: tx.sanction("eve", "suspended_until", NOON + DAY_MS))
    assert await people.told() == []
    people.passes(21 * HOUR_MS)
    assert await people.told() == []


async def test_a_suspended_challenger_pushes_nothing(people: People) -> None:
    await people.wants("bob")
    await people.challenged("bob")
    await people.stage.store.transact(lambda tx: tx.sanction("ann", "suspended_until", NOON + 9 * DAY_MS))
    assert await people.told() == []


async def test_a_private_server_tells_nothing_to_those_whom_it_no_longer_lets_in(people: People) -> None:
    bob = await people.wants("bob")
    await people.wants("cho")
    await people.challenged("bob", "cho")

    async def lets_in(player: StoredPlayer) -> bool:
        return player.id == "bob"

    await people.process(lets_in).finish()
    assert [each.browser for each in people.service.taken] == [bob]


# Starts


async def test_players_of_an_arena_hear_that_it_starts_soon(people: People) -> None:
    ann = await people.wants("ann", "starts")
    await people.wants("bob", "challenges", "streak")
    await people.wants("cho", "starts")
    starts_at = NOON + 60 * MINUTE_MS
    arena = await people.event.make(NewArena("Friday Night", starts_at, variant="mini", minutes=2, rounds=3), "ann")
    await people.event.enter("bob")
    people.passes(starts_at - START_MS - NOON - 1)
    assert await people.told() == []
    people.passes(1)
    told = await people.only_told()
    assert told.browser is ann
    assert (told.text["title"], told.text["url"]) == ("Friday Night starts at {time}", f"/arena/{arena}")
    assert told.headers["urgency"] == "high"
    assert int(told.headers["ttl"]) == (START_MS + AFTER_START_MS) // 1000


async def test_an_arena_that_was_called_off_or_left_is_not_brought_to_mind(people: People) -> None:
    await people.wants("ann", "starts")
    starts_at = NOON + 60 * MINUTE_MS
    new = NewArena("Friday Night", starts_at, variant="mini", minutes=2, rounds=3)
    first = await people.event.make(new, "ann")
    await people.event.arenas.leave(await people.stage.player("ann"), first)
    second = await people.event.make(new, "ann")
    await people.event.arenas.call_off(await people.stage.player("org"), second)
    people.passes(starts_at - NOON)
    assert await people.told() == []


async def test_the_next_round_of_a_cup_is_pushed_to_those_who_are_in_it(people: People) -> None:
    new = NewArena("Cup Night", NOON + 20 * MINUTE_MS, form="cup", variant="mini", minutes=30)
    names = ("ann", "bob", "cho", "dee")
    await people.event.make(new, *names)
    for name in names:
        await people.wants(name, "starts")
    await people.event.until(new.starts_at)
    await people.told()
    people.stage.runs(people.event.clock.step_due)
    for moves, name in enumerate(names, 1):
        await people.event.play(name, moves)
    await people.stage.clock.advance(2 * MINUTE_MS)
    told = await people.told()
    assert {each.text["title"] for each in told} == {"Cup Night: round 2 has begun"}
    through = {each.player for each in (await people.stage.store.arena(people.event.code)).through}  # type: ignore[union-attr]
    own = {device.endpoint for name in through for device in await people.stage.store.push_subscriptions(name)}
    assert {each.browser.endpoint for each in told} == own
    assert len(own) == 2


async def test_a_member_who_was_ready_and_is_away_hears_that_the_race_begins(people: People) -> None:
    for name in ("ann", "bob", "cho"):
        await people.wants(name, "starts")
    room = await people.stage.create("ann", Settings(VariantChoice("mini"), seats=4, limit_minutes=5))
    ann, bob, cho = [await people.stage.enter(room, name) for name in ("ann", "bob", "cho")]
    await bob.says(Ready(True))
    await bob.leaves()
    await cho.leaves()
    await ann.says(Start())
    told = await people.only_told()
    assert told.browser is people.service.browsers[(await people.stage.store.push_subscriptions("bob"))[0].endpoint]
    assert told.text["url"] == f"/r/{room}"


# The streak


async def with_streak(people: People, name: str, days: int) -> str:
    """Let a player play the dailies of some days up to yesterday; give today's date."""
    for _ in range(days):
        await people.stage.dailies.make()
        await play(people.stage, name, date_of(people.stage.clock.now()))
        await people.stage.clock.advance(
            midnight_of(date_of(people.stage.clock.now() + DAY_MS)) - people.stage.clock.now(), asleep=True
        )
    await people.stage.dailies.make()
    return date_of(people.stage.clock.now())


async def test_a_streak_is_brought_to_mind_once_in_the_evening_of_those_who_have_not_played(people: People) -> None:
    for name in ("ann", "bob"):
        today = await with_streak(people, name, 2)
    await people.wants("bob", "streak", zone=BERLIN, language="de")
    await people.wants("ann", "challenges", "starts", zone=BERLIN)
    evening = midnight_of(today) + 19 * HOUR_MS  # 20:00 there
    people.passes(evening - people.stage.clock.now() - 1)
    assert await people.told() == []
    people.passes(1)
    told = await people.only_told()
    assert told.text["title"] == "Halte deine Serie von 2 Tagen"
    assert told.text["body"] == "Das heutige Tagesspiel ist offen bis {time}"
    assert (told.text["at"], told.text["url"]) == (next_midnight(BERLIN, evening), "/")
    for _ in range(5):
        people.passes(HOUR_MS)
        assert await people.told() == []


async def test_a_device_whose_time_zone_is_not_known_here_keeps_no_other_from_its_reminder(people: People) -> None:
    for name in ("ann", "bob"):
        today = await with_streak(people, name, 2)
    await people.wants("ann", "streak", zone=BERLIN)
    await people.wants("bob", "streak", zone=BERLIN)
    devices = people.stage.store.database.push_subscriptions
    [anns] = [each for each in devices.values() if each.player == "ann"]
    devices[anns.id] = replace(anns, zone="Europe/Atlantis", next_at=people.stage.clock.now())
    people.passes(midnight_of(today) + 19 * HOUR_MS - people.stage.clock.now())
    [told] = await people.told()
    assert told.text["title"] == "Keep your streak of 2 days"


async def test_who_has_begun_todays_daily_or_has_no_streak_is_left_alone(people: People) -> None:
    today = await with_streak(people, "ann", 2)
    await begin(people.stage, "ann", today)
    await people.wants("ann", "streak", zone=BERLIN)
    await people.wants("bob", "streak", zone=BERLIN)
    people.passes(20 * HOUR_MS)
    assert await people.told() == []


async def test_a_reminder_is_not_made_up_for_at_night(people: People) -> None:
    today = await with_streak(people, "ann", 2)
    await people.wants("ann", "streak", zone=BERLIN)
    people.passes(midnight_of(today) + 22 * HOUR_MS - people.stage.clock.now())  # 23:00 there
    assert await people.told() == []


async def test_a_streak_that_goes_on_while_a_message_waits_is_not_brought_to_mind(people: People) -> None:
    today = await with_streak(people, "ann", 2)
    await people.wants("ann", "streak", zone=BERLIN)
    people.service.answer = lambda _: Outcome("503")
    people.passes(midnight_of(today) + 19 * HOUR_MS - people.stage.clock.now())
    assert await people.told() == []
    assert len(people.service.asked) == 1
    people.service.answer = lambda _: Outcome()
    await play(people.stage, "ann", today)
    people.passes(MINUTE_MS)
    assert await people.told() == []


# Deliveries


async def test_a_device_that_fails_for_days_is_forgotten(people: People) -> None:
    await people.wants("bob")
    await people.club.found()
    await people.club.joins("bob")
    people.service.answer = lambda _: Outcome("503")
    for _ in range(7):
        await people.table.make("ann", NewChallenge(variant="mini", hours=24, group=people.club.code))
        await people.told()
        people.passes(DAY_MS)
    assert (await people.push.of("bob", "")).devices == []


async def test_a_device_that_is_gone_is_forgotten_at_once(people: People) -> None:
    await people.wants("bob")
    await people.challenged("bob")
    people.service.answer = lambda _: Outcome("410")
    await people.told()
    assert (await people.push.of("bob", "")).devices == []


async def test_a_device_gets_so_many_messages_a_day_and_no_more(people: People) -> None:
    await people.wants("bob")
    await people.club.found()
    await people.club.joins("bob")
    challengers = [f"member {number}" for number in range(MAX_PER_DAY // 10)]
    await people.club.joins(*challengers)
    new = NewChallenge(variant="mini", hours=168, group=people.club.code)
    for name in challengers:
        for _ in range(12):
            await people.table.make(name, new)
    assert len(await people.told()) == MAX_PER_DAY
    people.passes(DAY_MS)
    await people.table.make("ann", new)
    assert len(await people.told()) == 1


# Devices


async def test_all_is_off_until_it_is_turned_on_and_each_device_has_its_own(people: People) -> None:
    ann = await people.signed_in("ann")
    assert await people.push.of("ann", ann.session) == PushSettings([], people.vapid)
    browser = await people.wants("ann", "streak")
    await people.wants("ann", "challenges", session="laptop")
    shown = {each.current: each for each in (await people.push.of("ann", ann.session)).devices}
    assert (shown[True].kinds, shown[False].kinds) == (["streak"], ["challenges"])
    assert shown[True].service == "push.example"
    await people.subscribe("ann", browser.subscription("streak", "starts"))
    assert {each.current: each.kinds for each in (await people.push.of("ann", ann.session)).devices} == {
        True: ["streak", "starts"],
        False: ["challenges"],
    }
    left = await people.subscribe("ann", browser.subscription())
    assert [each.current for each in left.devices] == [False]
    assert (await people.push.remove("ann", ann.session, left.devices[0].id)).devices == []


async def test_a_browser_that_was_subscribed_anew_by_itself_keeps_what_it_shows(people: People) -> None:
    await people.wants("ann", "streak", zone=BERLIN)
    renewed = people.service.browser()
    given = renewed.subscription()
    settings = await people.subscribe("ann", PushSubscription(given.endpoint, given.p256dh, given.auth, None))
    [device] = settings.devices
    assert (device.kinds, device.current) == (["streak"], True)
    [stored] = await people.stage.store.push_subscriptions("ann")
    assert (stored.endpoint, stored.zone) == (renewed.endpoint, BERLIN)


async def test_another_time_zone_brings_no_second_reminder(people: People) -> None:
    today = await with_streak(people, "ann", 2)
    browser = await people.wants("ann", "streak", zone="Asia/Tokyo")
    people.passes(midnight_of(today) + 11 * HOUR_MS - people.stage.clock.now())  # 20:00 there
    assert len(await people.told()) == 1
    await people.subscribe("ann", browser.subscription("streak", zone=BERLIN))
    people.passes(9 * HOUR_MS)
    assert await people.told() == []


async def test_subscriptions_end_with_session_and_account_and_are_in_the_export(people: People) -> None:
    await people.wants("bob", session="phone")
    await people.wants("bob", session="laptop")
    await people.challenged("bob")
    await people.stage.store.end_session("bob", "phone", NOON)
    assert len(await people.told()) == 1
    [device] = (await people.stage.exported("bob")).records["push"]
    assert device["service"] == "push.example"
    await people.stage.store.delete_player("bob", "deleted", NOON)
    people.passes(21 * HOUR_MS)
    assert await people.told() == []


async def test_a_new_key_of_the_server_silences_what_was_subscribed_with_the_old_one(people: People) -> None:
    await people.wants("bob")
    await people.challenged("bob")
    people.key = PushKey(people.stage.store, written(OTHER_KEY))
    await people.process().finish()
    assert people.service.asked == []


async def test_the_key_is_made_once_and_a_setting_takes_its_place(people: People) -> None:
    store = people.stage.store
    own, set_key = PushKey(store), PushKey(store, written(OTHER_KEY) + "=")
    assert await own.private() == await people.key.private()
    assert await own.public() == people.vapid
    assert await set_key.private() == OTHER_KEY


async def test_a_test_reaches_the_device_that_asks_for_it(people: People) -> None:
    ann = await people.signed_in("ann")
    assert await code_of(people.push.test("ann", ann.session)) == "push_device_not_found"
    browser = await people.wants("ann", "streak", language="he")
    await people.wants("ann", session="laptop")
    await people.push.test("ann", ann.session)
    told = await people.only_told()
    assert told.browser is browser
    assert told.text["title"] == TEXTS["he"]["notices"]["push_test"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "ftp://push.example/1"},
        {"endpoint": "https://ann:secret@push.example/1"},
        {"endpoint": "https://push.example/" + 1000 * "x"},
        {"p256dh": written(bytes(65))},
        {"p256dh": "%%%"},
        {"auth": written(bytes(15))},
    ],
)
async def test_a_subscription_that_cannot_be_sent_to_is_refused(people: People, wrong: dict[str, str]) -> None:
    good = people.service.browser().subscription("streak")
    given = {name: getattr(good, name) for name in ("endpoint", "p256dh", "auth", "kinds")}
    assert await code_of(people.subscribe("ann", PushSubscription(**given | wrong))) == "bad_subscription"


async def test_a_server_without_push_offers_none(people: People) -> None:
    off = Push(people.stage.store, people.stage.clock, None)
    assert (await off.of("ann", "")).key is None
    given, ann = people.service.browser().subscription("streak"), await people.signed_in("ann")
    assert await code_of(off.subscribe(ann, given, SITE, "Firefox")) == "no_push"
