"""Webhooks: what they tell, in which form, and what becomes of a message whose receiver does not take it."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from gaprace.notices.delivery import CLAIM_TIMEOUT_MS, DEAD_LETTER_LIFETIME_MS, Outbox
from gaprace.notices.webhook_news import WebhookNews
from gaprace.notices.webhook_post import WebhookPost
from gaprace.notices.webhooks import MAX_URL_LENGTH, Webhooks
from gaprace.play.events.calendar import DAY_MS, date_of, midnight_of
from gaprace.play.notices.outbox import Outcome
from gaprace.play.notices.retries import RETRY_DELAYS_MS
from gaprace.play.notices.webhooks import EVENT_TYPES, MAX_WEBHOOKS, digest_at
from gaprace.rooms.consequences import race_finished
from gaprace.wire import SetSettings, Settings, Start, VariantChoice
from gaprace.wire.http import (
    Language,
    NewChallenge,
    NewWebhook,
    Webhook,
    WebhookChange,
    WebhookEventType,
    WebhookKind,
    WebhookSecret,
)
from tests.events.daily_stage import TODAY, make_move, play, resign
from tests.groups.test_groups import Club
from tests.metrics import NoMetrics
from tests.receiver import Received, Receiver
from tests.refusals import code_of
from tests.rooms.stage import NOON, Seat, Stage, settle

SITE = "https://race.example"
URL = "https://chat.example/hook/very-secret"
MINI = Settings(VariantChoice("mini"), seats=4, limit_minutes=5)


class ToldClub(Club):
    """Ann's private group, whose webhooks a receiver gets."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.receiver = Receiver()
        self.webhooks, self.deliveries = self.process()

    def process(self, receiver: Receiver | None = None) -> tuple[Webhooks, Outbox]:
        """What another process on the same store has."""
        store, clock = self.stage.store, self.stage.clock
        news = WebhookNews(store, clock, self.stage.rooms, self.stage.summaries)
        post = WebhookPost(store, clock, news, receiver or self.receiver)
        return Webhooks(store, clock, post), Outbox(store, clock, NoMetrics(), post)

    async def add(
        self, kind: WebhookKind = "standard", events: Sequence[WebhookEventType] = (), language: Language = "en"
    ) -> WebhookSecret:
        new = NewWebhook(URL, kind, [*events], language)
        return await self.webhooks.add(self.code, new, SITE)

    async def told(self) -> list[Received]:
        """Deliver what there is to deliver; give what the receiver gets."""
        before = len(self.receiver.received)
        await self.deliveries.finish()
        return self.receiver.received[before:]

    async def only_told(self) -> Received:
        [received] = await self.told()
        return received

    async def shown(self) -> Webhook:
        [webhook] = (await self.webhooks.all(self.code)).webhooks
        return webhook

    def passes(self, ms: int) -> None:
        """Let time pass for all but the rooms, which look what to do every minute."""
        self.stage.clock.put_back(-ms)

    async def opens_room(self) -> str:
        return await self.rooms.room(await self.player("ann"), self.code)


@pytest.fixture
async def club(stage: Stage) -> ToldClub:
    club = ToldClub(stage)
    await club.found()
    return club


async def race(stage: Stage, room: str, *names: str, moves: bool = True) -> str:
    """Race in a room until all have resigned, each after a move unless nobody `moves`; give the race's id."""
    seats = [await stage.enter(room, name) for name in names]
    await seats[0].says(SetSettings(MINI))
    await seats[0].says(Start())
    await stage.clock.advance(10_000)
    for seat in seats:
        await (move_and_resign if moves else resign)(seat)
    await stage.clock.advance(1_000)
    view = await stage.rooms.view(room, names[0])
    assert view.race.standings
    return view.race.id


async def move_and_resign(seat: Seat) -> None:
    await make_move(seat)
    await resign(seat)


# What is told


async def test_a_groups_room_is_told_when_it_opens(club: ToldClub) -> None:
    await club.add()
    await club.opens_room()
    told = (await club.only_told()).json
    assert told["type"] == "room.opened"
    assert told["group"] == {"code": club.code, "name": "Chess Club"}
    assert told["data"] == {"url": f"{SITE}/group/{club.code}/room"}
    await club.opens_room()
    assert await club.told() == []


async def test_a_race_of_the_groups_room_is_told_with_its_picture_and_the_names_of_the_moment(club: ToldClub) -> None:
    await club.add(events=["race.finished"])
    room = await club.opens_room()
    await club.joins("bob")
    race_id = await race(club.stage, room, "ann", "bob")
    await club.stage.store.delete_player("bob", "deleted player", NOON)
    data = (await club.only_told()).json["data"]
    assert {each["name"] for each in data["players"]} == {"ann", "deleted player"}
    assert (data["race"], data["url"]) == (race_id, f"{SITE}/race/{race_id}")
    assert data["picture"] == f"{SITE}/og/race/{race_id}.png"


async def test_a_race_without_a_move_is_told_without_a_winner(club: ToldClub) -> None:
    await club.add("slack", events=["race.finished"])
    room = await club.opens_room()
    await club.joins("bob")
    await race(club.stage, room, "ann", "bob", moves=False)
    assert "Nobody played." in (await club.only_told()).json["text"]


async def test_a_race_alone_is_not_told(club: ToldClub) -> None:
    await club.add(events=["race.finished"])
    await race(club.stage, await club.opens_room(), "ann")
    assert await club.told() == []


async def test_races_elsewhere_are_not_told_to_a_group_and_hidden_ones_to_nobody(club: ToldClub) -> None:
    await club.add()
    await club.webhooks.add(None, NewWebhook(URL), SITE)
    room = await club.stage.create("ann", MINI)
    await race(club.stage, room, "ann", "bob")
    await club.opens_room()
    assert [each.json["type"] for each in await club.told()] == ["room.opened"]


async def test_listed_rooms_and_their_races_are_told_to_the_installation(club: ToldClub) -> None:
    await club.add()
    await club.webhooks.add(None, NewWebhook(URL), SITE)
    room = await club.stage.create("ann", MINI)
    seat = await club.stage.enter(room, "ann")
    await seat.says(SetSettings(Settings(VariantChoice("mini"), seats=4, limit_minutes=5, listed=True)))
    opened = await club.only_told()
    assert opened.json["data"] == {"url": f"{SITE}/r/{room}", "host": "ann"}
    assert "group" not in opened.json
    await club.stage.create("bob", Settings(VariantChoice("mini"), seats=4, limit_minutes=5, listed=True))
    assert [each.json["data"]["host"] for each in await club.told()] == ["bob"]


async def test_quick_races_are_told_when_they_are_over_and_not_before(club: ToldClub) -> None:
    await club.webhooks.add(None, NewWebhook(URL), SITE)
    seat = await club.stage.race_now("ann")
    assert await club.told() == []
    assert race_finished(seat.replica.room, NOON) is None


async def test_the_dailies_are_told_when_they_open_and_summed_up_after_the_reveal(club: ToldClub) -> None:
    await club.stage.dailies.make()
    await club.add()
    for name in ("ann", "bob"):
        if name != "ann":
            await club.joins(name)
        await play(club.stage, name)
    tomorrow = date_of(NOON + DAY_MS)
    await club.stage.clock.advance(midnight_of(tomorrow) - NOON)
    opened = (await club.only_told()).json
    assert (opened["type"], opened["data"]["date"]) == ("daily.opened", tomorrow)
    await club.stage.clock.advance(digest_at(TODAY) - club.stage.clock.now() - 1)
    assert await club.told() == []
    await club.stage.clock.advance(1)
    digest = (await club.only_told()).json
    assert (digest["type"], digest["data"]["date"]) == ("daily.digest", TODAY)
    mini = next(each for each in digest["data"]["dailies"] if each["variant"] == "mini")
    assert (mini["played"], {each["name"] for each in mini["best"]}) == (2, {"ann", "bob"})
    assert all("against_group" in each for each in mini["best"])


async def test_the_digest_of_the_installation_has_the_best_of_all(club: ToldClub) -> None:
    await club.stage.dailies.make()
    await club.webhooks.add(None, NewWebhook(URL, events=["daily.digest"]), SITE)
    for name in ("ann", "bob", "cho", "dee"):
        await play(club.stage, name)
    await club.stage.clock.advance(digest_at(TODAY) - NOON)
    digest = (await club.only_told()).json
    mini = next(each for each in digest["data"]["dailies"] if each["variant"] == "mini")
    assert (mini["played"], len(mini["best"])) == (4, 3)


async def test_a_challenge_of_the_group_is_told_when_it_is_made_and_when_it_is_over(club: ToldClub) -> None:
    events: list[WebhookEventType] = ["challenge.made", "challenge.ended"]
    await club.add(events=events)
    await club.webhooks.add(None, NewWebhook(URL, events=events), SITE)
    challenges = club.stage.challenges
    made = await challenges.create(await club.player("ann"), NewChallenge(variant="mini", group=club.code))
    await challenges.create(await club.player("ann"), NewChallenge(variant="mini"))
    told = (await club.only_told()).json
    assert told["type"] == "challenge.made"
    assert (told["data"]["challenge"], told["data"]["player"]) == (made.code, "ann")
    assert told["data"]["url"] == f"{SITE}/challenge/{made.code}"
    seat = await club.stage.enter(await challenges.play(await club.player("ann"), made.code), "ann")
    await seat.says(Start())
    await club.stage.clock.advance(10_000)
    await move_and_resign(seat)
    club.passes(8 * DAY_MS)
    await challenges.end_due()
    ended = (await club.only_told()).json
    assert (ended["type"], ended["data"]["challenge"]) == ("challenge.ended", made.code)
    assert [each["name"] for each in ended["data"]["players"]] == ["ann"]


# Forms


HOSTILE = "@all *a*|_b_<c>"


@pytest.mark.parametrize("kind", ["discord", "slack"])
async def test_a_chat_gets_what_it_takes_and_names_are_plain_text_there(club: ToldClub, kind: WebhookKind) -> None:
    await club.stage.store.rename_player((await club.player("ann")).id, HOSTILE)
    await club.add(kind, events=["race.finished"], language="de")
    room = await club.opens_room()
    await club.joins("bob")
    race_id = await race(club.stage, room, "ann", "bob")
    received = await club.only_told()
    body = received.json
    if kind == "discord":
        [embed] = body["embeds"]
        assert body["allowed_mentions"] == {"parse": []}
        assert r"\@all \*a\*\|\_b\_\<c\>" in embed["description"]
        assert embed["title"].startswith("Chess Club")
    else:
        assert {each["type"] for each in body["blocks"]} == {"header", "section", "image", "actions"}
        assert all(each["text"]["type"] == "plain_text" for each in body["blocks"] if "text" in each)
        assert "<" not in body["text"]
    picture, page = f"{SITE}/og/race/{race_id}.png", f"{SITE}/race/{race_id}"
    assert page in received.body.decode()
    assert picture in received.body.decode()
    assert "Replay ansehen" in received.body.decode()


# Failures


@pytest.mark.parametrize("failure", ["500", "timed_out", "unreachable", "redirected", "refused_address"])
async def test_nothing_is_lost_and_every_try_has_the_same_id(club: ToldClub, failure: str) -> None:
    webhook = (await club.add(events=["room.opened"])).webhook
    club.receiver.answer = lambda _: Outcome(failure)
    await club.opens_room()
    ids = [(await club.only_told()).id]
    for delay_ms in RETRY_DELAYS_MS:
        assert await club.told() == []
        club.passes(delay_ms * 5 // 4)
        ids.append((await club.only_told()).id)
    assert {*ids} == {ids[0]}
    shown = await club.shown()
    [lost] = shown.dead
    assert (shown.waiting, shown.paused, shown.failure) == (0, "", failure)
    assert (lost.id, lost.type, lost.failure, lost.attempts) == (ids[0], "room.opened", failure, len(ids))
    club.passes(DAY_MS)
    assert await club.told() == []
    club.receiver.answer = lambda _: Outcome()
    await club.webhooks.resend(club.code, webhook.id)
    assert (await club.only_told()).id == ids[0]
    shown = await club.shown()
    assert (shown.waiting, shown.dead, shown.failure) == (0, [], "")


class Silent(Receiver):
    """Never answers."""

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        await super().send(url, headers, body)
        await asyncio.Event().wait()
        return Outcome()


async def test_play_goes_on_while_a_receiver_is_silent(club: ToldClub) -> None:
    silent = Silent()
    _, deliveries = club.process(silent)
    await club.add(events=["room.opened", "race.finished"])
    room = await club.opens_room()
    club.stage.runs(deliveries.step)
    await club.stage.clock.advance(5_000)
    assert len(silent.received) == 1
    await club.joins("bob")
    await race(club.stage, room, "ann", "bob")
    deliveries.close()
    await settle()
    assert len(silent.received) == 1
    club.passes(CLAIM_TIMEOUT_MS)
    first, second = await club.told()
    assert first.id == silent.received[0].id
    assert [each.json["type"] for each in (first, second)] == ["room.opened", "race.finished"]


async def test_after_a_failure_the_others_wait_their_turn(club: ToldClub) -> None:
    await club.add(events=["room.opened", "daily.opened"])
    club.receiver.answer = lambda _: Outcome("500")
    await club.opens_room()
    club.passes(DAY_MS)
    assert len(await club.told()) == 1
    assert (await club.shown()).waiting == 2
    club.receiver.answer = lambda _: Outcome()
    club.passes(DAY_MS // 24)
    assert sorted(each.json["type"] for each in await club.told())[:2] == ["daily.opened", "room.opened"]


async def test_one_dead_receiver_does_not_hold_up_another(club: ToldClub) -> None:
    await club.add(events=["room.opened"])
    await club.webhooks.add(club.code, NewWebhook("https://dead.example/", events=["room.opened"]), SITE)
    club.receiver.answer = lambda it: Outcome("timed_out") if "dead" in it.url else Outcome()
    await club.opens_room()
    assert {each.url for each in await club.told()} == {URL, "https://dead.example/"}
    assert [each.waiting for each in (await club.webhooks.all(club.code)).webhooks] in ([0, 1], [1, 0])


async def test_a_mistake_in_what_is_told_is_tried_again_like_a_failure(club: ToldClub) -> None:
    await club.add(events=["room.opened"])
    await club.opens_room()
    club.receiver.answer = lambda _: {}["nothing"]
    await club.told()
    assert (await club.shown()).failure == "internal_error"
    club.receiver.answer = lambda _: Outcome()
    club.passes(60_000)
    assert len(await club.told()) == 1


async def test_it_goes_on_by_itself_and_forgets_what_has_been_dead_for_long(club: ToldClub) -> None:
    await club.add(events=["room.opened"])
    club.receiver.answer = lambda _: Outcome("410")
    club.stage.runs(club.deliveries.step)
    await club.opens_room()
    await club.stage.clock.advance(10_000)
    assert len(club.receiver.received) == 1
    shown = await club.shown()
    assert (shown.paused, len(shown.dead)) == ("gone", 1)
    club.deliveries.close()
    club.deliveries = club.process()[1]
    club.passes(DEAD_LETTER_LIFETIME_MS + 1)
    await club.deliveries.forget()
    assert (await club.shown()).dead == []


# Setting up


async def test_neither_the_address_nor_the_secret_is_shown_again(club: ToldClub) -> None:
    made = await club.add("discord")
    assert "very-secret" not in repr(made)
    shown = repr(await club.webhooks.all(club.code))
    assert "very-secret" not in shown
    assert "whsec_" not in shown
    assert (await club.shown()).host == "chat.example"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "chat.example/hook",
        "ftp://chat.example/",
        "https://",
        "https://ann:secret@chat.example/",
        "https://chat.example/#part",
        "https://chat.example:99999/",
        "https://chät.example/",
        "https://chat.example/a b",
        "https://chat.example/\r\nHost: other",
        "https://[::1/",
        f"https://chat.example/{'x' * MAX_URL_LENGTH}",
    ],
)
async def test_an_address_that_is_none_is_refused(club: ToldClub, url: str) -> None:
    assert await code_of(club.webhooks.add(club.code, NewWebhook(url), SITE)) == "bad_webhook"


async def test_a_group_has_so_many_webhooks_at_most(club: ToldClub) -> None:
    for _ in range(MAX_WEBHOOKS):
        await club.add()
    assert await code_of(club.add()) == "too_many_webhooks"
    await club.webhooks.add(None, NewWebhook(URL), SITE)


async def test_a_webhook_is_changed_paused_and_removed(club: ToldClub) -> None:
    webhook = (await club.add()).webhook
    assert webhook.events == [*EVENT_TYPES]
    changed = await club.webhooks.change(
        club.code, webhook.id, WebhookChange("https://new.example/", "slack", ["room.opened"], "de")
    )
    assert (changed.host, changed.kind, changed.events, changed.language) == (
        "new.example",
        "slack",
        ["room.opened"],
        "de",
    )
    paused = await club.webhooks.change(club.code, webhook.id, WebhookChange(paused=True))
    assert paused.paused == "paused"
    await club.opens_room()
    club.passes(3 * DAY_MS)
    await club.webhooks.change(club.code, webhook.id, WebhookChange(paused=False, events=[*EVENT_TYPES]))
    assert await club.told() == []  # what happened meanwhile is not told
    assert await code_of(club.webhooks.change(club.code, webhook.id, WebhookChange(events=[]))) == "bad_webhook"
    assert (await club.webhooks.remove(club.code, webhook.id)).webhooks == []


async def test_webhooks_of_others_are_not_found(club: ToldClub) -> None:
    of_site = (await club.webhooks.add(None, NewWebhook(URL), SITE)).webhook
    of_group = (await club.add()).webhook
    for owner, webhook in ((club.code, of_site), (None, of_group), ("ZZZZZZZZZZ", of_group)):
        refused = [
            club.webhooks.change(owner, webhook.id, WebhookChange(paused=True)),
            club.webhooks.renew_secret(owner, webhook.id),
            club.webhooks.test(owner, webhook.id),
            club.webhooks.resend(owner, webhook.id),
            club.webhooks.remove(owner, webhook.id),
        ]
        assert {await code_of(each) for each in refused} == {"webhook_not_found"}


async def test_a_test_says_how_it_ended_and_changes_nothing(club: ToldClub) -> None:
    webhook = (await club.add()).webhook
    club.receiver.answer = lambda _: Outcome("404")
    assert (await club.webhooks.test(club.code, webhook.id)).failure == "404"
    assert club.receiver.received[-1].json["type"] == "webhook.test"
    assert await club.shown() == webhook
