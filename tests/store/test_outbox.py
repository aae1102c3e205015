"""The contract of `ports.WebhookStore`, `PushStore` and `OutboxStore`: queued notices and their recipients."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.play.notices.outbox import MAX_LETTERS, AnyChannel, Letter, QueuedNotice
from gaprace.play.notices.push import Subscription
from gaprace.play.notices.webhooks import EVENT_TYPES, Endpoint
from gaprace.ports import Store, StoredSession, Transaction
from tests.store.material import Alone, meet
from tests.store.test_groups import GROUP, a_member, save

NOW = 1_700_000_000_000
OF_GROUP = Endpoint(
    id="hook1",
    group=GROUP.code,
    url="https://chat.example/hook",
    kind="discord",
    language="de",
    events=EVENT_TYPES,
    secret=b"s" * 32,
    site="https://race.example",
    created_at=NOW,
    next_at=NOW + 1_000,
)
OF_SITE = replace(OF_GROUP, id="hook2", group=None, kind="standard", events=("race.finished",), created_at=NOW + 1)
RACE = QueuedNotice("race.finished", "race1", NOW, GROUP.code)
KEY = "the-key"
PHONE = Subscription(
    id="phone",
    player="ann",
    session="session-1",
    endpoint="https://push.example/1",
    p256dh=b"\x04point",
    auth=b"secret",
    kinds=("challenges", "streak"),
    language="de",
    zone="Europe/Berlin",
    site="https://race.example",
    vapid=KEY,
    device="Firefox on Android",
    created_at=1_000,
    next_at=5_000,
)
LAPTOP = replace(
    PHONE,
    id="laptop",
    session="session-2",
    endpoint="https://push.example/2",
    created_at=2_000,
    next_at=None,
    kinds=("starts",),
)
NOTICE = QueuedNotice("challenge.ended", "CODE", 1_000, players=("ann", "bob"), expires_at=9_000)
STREAK = QueuedNotice("daily.streak", "2026-11-23", 5_000, expires_at=9_000)
LETTER = Letter("message", "phone", "daily.streak", "2026-11-23", 5_000, 5_000, 9_000)
DIGEST = QueuedNotice("daily.digest", "2023-11-13", NOW, GROUP.code)


def a_session(name: str, player: str, generation: int = 1) -> StoredSession:
    return StoredSession(name, player, generation, 1_000, 1_000, "Firefox", "")


@pytest.fixture(autouse=True)
async def begun(store: Store) -> None:
    await meet(store, "ann", "bob")
    for number in (1, 2, 3):
        await store.note_session(a_session(f"session-{number}", "ann"))
    await store.note_session(a_session("session-4", "bob"))
    await store.save_push_subscription(PHONE, 10)
    await store.save_push_subscription(LAPTOP, 10)


async def set_up(store: Store, *webhooks: Endpoint) -> None:
    await save(store, a_member("ann", "owner"))
    for each in webhooks:
        await Alone(store).save_webhook(each)


async def announce(store: Store, *notices: QueuedNotice) -> None:
    for each in notices:
        await Alone(store).queue(each)
    for each in await store.due_notices(NOW + 100, 2_000):
        await store.spread(each, (), "")


async def due(store: Store, webhook: Endpoint = OF_GROUP) -> list[tuple[str, str]]:
    return [(each.type, each.subject) for each in await store.due_letters(webhook.id, NOW, 10)]


async def messages(store: Store, now: int) -> list[str]:
    return [each.id for each in await store.claim_channels(Subscription, now, now + 100, 10)]


# Both


@pytest.mark.parametrize("channel", [OF_GROUP, PHONE], ids=["webhook", "browser"])
async def test_a_channel_with_a_message_is_claimed_by_one_process_until_the_claim_lapses_or_is_released(
    store: Store, other: Store, channel: AnyChannel
) -> None:
    await set_up(store, OF_GROUP)

    async def claim(by: Store, now: int) -> list[str]:
        return [each.id for each in await by.claim_channels(type(channel), now, now + 100, 10)]

    assert await claim(store, 5_000) == []
    await store.add_letter(replace(LETTER, channel=channel.id))
    assert await claim(store, 4_999) == []
    claimed = await asyncio.gather(*(claim(each, 5_000) for each in (store, other)))
    assert sorted(claimed) == [[], [channel.id]]
    assert await claim(other, 5_100) == []
    assert await claim(other, 5_101) == [channel.id]
    await other.release(channel)
    assert await claim(store, 5_101) == [channel.id]


@pytest.mark.parametrize(
    ("channel", "push_use"), [(OF_GROUP, (2, 0, 0)), (PHONE, (2, 1, 1))], ids=["webhook", "browser"]
)
async def test_a_message_is_kept_until_it_has_arrived_and_a_channel_that_rests_is_not_claimed(
    store: Store, other: Store, channel: AnyChannel, push_use: tuple[int, int, int]
) -> None:
    await set_up(store, OF_GROUP)
    letter = replace(LETTER, channel=channel.id)
    await store.add_letter(letter)
    again = replace(letter, due_at=5_500, attempts=1, failure="503")
    failing = replace(channel, rests_until=6_000, failing_since=5_101, failures=1, failure="503")
    await store.save_try(failing, letter.id, again)
    assert await other.due_letters(channel.id, 5_499, 10) == []
    assert await other.claim_channels(type(channel), 5_999, 7_000, 10) == []
    assert await other.claim_channels(type(channel), 6_000, 7_000, 10) == [failing]
    assert await other.due_letters(channel.id, 6_000, 10) == [again]
    assert await other.mail(channel.id, 5) == (1, [])
    assert (await other.push_use())[:] == push_use
    await store.save_try(channel, letter.id, None)
    assert await other.mail(channel.id, 5) == (0, [])
    assert await other.claim_channels(type(channel), 99_000, 99_999, 10) == []


@pytest.mark.parametrize(("channel", "notice"), [(OF_GROUP, DIGEST), (PHONE, STREAK)], ids=["webhook", "browser"])
async def test_what_the_calendar_brings_is_told_once(
    store: Store, other: Store, channel: AnyChannel, notice: QueuedNotice
) -> None:
    await set_up(store, OF_GROUP, replace(OF_SITE, paused="paused"))
    at, kind = channel.next_at, type(channel)
    assert await store.due_channels(kind, at - 1, 5) == []
    assert await store.due_channels(kind, at, 5) == [channel]
    told = await asyncio.gather(*(each.tell_by_calendar(channel, at + 2_000, [notice]) for each in (store, other)))
    assert sorted(told) == [False, True]
    [letter] = await other.due_letters(channel.id, at, 10)
    assert (letter.type, letter.subject) == (notice.type, notice.subject)
    assert await store.due_channels(kind, at + 1_999, 5) == []
    assert await store.tell_by_calendar(replace(channel, next_at=at + 2_000), at + 3_000, [])


# Webhooks


async def test_webhooks_are_those_of_a_group_or_of_the_installation(
    store: Store, tx: Transaction, other: Store
) -> None:
    second = replace(OF_GROUP, id="hook3", created_at=NOW + 5, paused="gone", delivered_at=7, failure="410")
    await set_up(store, second, OF_GROUP, OF_SITE)
    assert await other.webhooks(GROUP.code) == [OF_GROUP, second]
    assert await other.webhooks(None) == [OF_SITE]
    assert await other.webhook(OF_SITE.id) == OF_SITE
    for unknown in ("", "nothing", "\0"):
        assert await other.webhook(unknown) is None
        assert await tx.lock_webhook(None, unknown) is None
    assert await tx.count_webhooks(GROUP.code) == 2
    assert await tx.lock_webhook(GROUP.code, OF_SITE.id) is None
    assert await tx.lock_webhook(None, OF_SITE.id) == OF_SITE


async def test_an_event_is_told_by_the_webhooks_that_want_it(store: Store, other: Store) -> None:
    await set_up(store, OF_GROUP, OF_SITE, replace(OF_GROUP, id="hook3", paused="paused"))
    elsewhere = QueuedNotice("race.finished", "race2", NOW, is_public=True)
    await announce(store, RACE, elsewhere, QueuedNotice("room.opened", "ROOM1", NOW + 1, is_public=True))
    assert await due(other) == [("race.finished", "race1")]
    assert await due(other, OF_SITE) == [("race.finished", "race2")]
    assert await due(other, replace(OF_GROUP, id="hook3")) == []


async def test_a_try_pauses_a_webhook_that_is_gone_and_undoes_no_change_by_its_owner(
    store: Store, tx: Transaction
) -> None:
    await set_up(store, OF_GROUP)
    await announce(store, RACE)
    [letter] = await store.due_letters(OF_GROUP.id, NOW, 10)
    await store.save_try(replace(OF_GROUP, paused="gone"), letter.id, letter)
    assert await store.claim_channels(Endpoint, NOW + 99, NOW + 199, 5) == []
    changed = replace(OF_GROUP, url="https://new.example/", paused="paused", secret=b"n" * 32)
    await tx.save_webhook(changed)  # by its owner, during a try
    await store.save_try(replace(OF_GROUP, delivered_at=NOW), letter.id, None)
    assert await store.webhook(OF_GROUP.id) == replace(changed, delivered_at=NOW)


async def test_dead_messages_are_shown_tried_again_and_forgotten_when_they_are_old(store: Store) -> None:
    await set_up(store, OF_GROUP)
    await announce(store, *(replace(RACE, subject=f"race{n}", at=NOW + n) for n in range(3)))
    for each in await store.due_letters(OF_GROUP.id, NOW + 9, 10):
        await store.save_try(OF_GROUP, each.id, replace(each, is_dead=True, attempts=10, failure="500"))
    mail = await store.mail(OF_GROUP.id, 2)
    assert (mail.waiting, [each.subject for each in mail.dead]) == (0, ["race2", "race1"])
    assert await store.claim_channels(Endpoint, NOW + 9, NOW + 60, 5) == []
    await store.revive_letters("hook9", NOW)
    await store.forget_letters(NOW, NOW + 1)
    assert await store.mail(OF_GROUP.id, 2) == mail
    await store.revive_letters(OF_GROUP.id, NOW + 20)
    again = await store.due_letters(OF_GROUP.id, NOW + 20, 10)
    assert [(each.subject, each.attempts, each.is_dead) for each in again] == [("race1", 0, False), ("race2", 0, False)]
    await store.forget_letters(NOW, NOW + 9)
    many = [replace(RACE, subject=f"race{n}") for n in range(MAX_LETTERS - 2)]
    assert await store.tell_by_calendar(OF_GROUP, NOW + 2_000, many)
    await announce(store, RACE)
    assert await store.mail(OF_GROUP.id, 2) == (MAX_LETTERS, []), "it keeps no more than it may, and all that wait"


async def test_webhooks_go_with_their_messages_and_with_their_group(
    store: Store, tx: Transaction, other: Store
) -> None:
    second = replace(OF_GROUP, id="hook3")
    await set_up(store, OF_GROUP, second, OF_SITE)
    await announce(store, RACE)
    await tx.remove_webhook(OF_GROUP.id)
    assert await other.webhooks(GROUP.code) == [second]
    letter = Letter("msg_1", OF_GROUP.id, "race.finished", "race1", NOW, NOW)
    await store.save_try(OF_GROUP, letter.id, letter)  # whose try was under way
    assert await due(other) == []
    await tx.leave_group(GROUP.code, "ann")
    assert await other.group(GROUP.code) is None
    assert [await other.webhook(each.id) for each in (second, OF_SITE)] == [None, OF_SITE]


# Browsers


async def test_a_subscription_takes_the_place_of_what_its_browser_had(store: Store) -> None:
    assert await store.push_subscriptions("ann") == [LAPTOP, PHONE]
    assert await store.push_subscription(PHONE.endpoint) == PHONE
    renewed = replace(PHONE, endpoint="https://push.example/3", kinds=("starts",))
    await store.save_push_subscription(renewed, 10)
    assert await store.push_subscriptions("ann") == [LAPTOP, renewed]
    bobs = replace(renewed, id="bobs", player="bob", session="session-4")
    await store.save_push_subscription(bobs, 10)
    assert (await store.push_subscriptions("ann"), await store.push_subscriptions("bob")) == ([LAPTOP], [bobs])
    third = replace(PHONE, id="third", session="session-3", endpoint="https://push.example/4", created_at=3_000)
    for subscription in (PHONE, third):
        await store.save_push_subscription(subscription, 2)
    assert await store.push_subscriptions("ann") == [third, LAPTOP], "the oldest one too many is forgotten"


async def test_two_tabs_that_subscribe_their_browser_at_once_leave_one_subscription(store: Store, other: Store) -> None:
    for at in range(5):
        tabs = [replace(PHONE, id=f"tab-{at}-{number}") for number in range(4)]
        await asyncio.gather(
            *(each.save_push_subscription(tab, 10) for each, tab in zip((store, other) * 2, tabs, strict=True))
        )
    assert [each.session for each in await store.push_subscriptions("ann")] == ["session-2", "session-1"]


async def test_an_event_is_spread_once_when_it_is_due_to_those_who_want_it(store: Store, other: Store) -> None:
    await Alone(store).queue(NOTICE)
    assert await store.due_notices(999, 10) == []
    [found] = await store.due_notices(1_000, 10)
    assert replace(found, id="") == NOTICE
    spread = await asyncio.gather(*(each.spread(found, ["ann", "bob"], KEY) for each in (store, other)))
    assert sorted(spread) == [False, True]
    assert await store.claim_channels(Subscription, 1_000, 2_000, 10) == [PHONE]
    [letter] = await store.due_letters("phone", 1_000, 10)
    assert replace(letter, id="") == Letter("", "phone", "challenge.ended", "CODE", 1_000, 1_000, 9_000)
    await Alone(store).queue(NOTICE)
    [found] = await store.due_notices(1_000, 10)
    assert await store.spread(found, ["ann", "bob"], "another key")
    assert await messages(store, 5_000) == ["phone"], "the first message only, whose claim has lapsed"


async def test_a_subscription_ends_with_its_session_its_tokens_and_its_player(store: Store) -> None:
    await store.add_letter(LETTER)
    assert await store.end_session("ann", "session-1", 3_000)
    assert await store.push_subscriptions("ann") == [LAPTOP]
    assert await messages(store, 5_000) == []
    assert await store.due_channels(Subscription, 5_000, 10) == []
    ann = await store.player("ann")
    assert await store.change_credentials(ann, replace(ann, generation=2))
    assert await store.push_subscriptions("ann") == []
    await store.note_session(a_session("session-2", "ann", 2))
    assert await store.push_subscriptions("ann") == [LAPTOP], "whose browser has got a new token"
    assert await store.delete_player("ann", "", 4_000)
    assert await store.push_subscription(LAPTOP.endpoint) is None


async def test_what_has_ended_or_is_too_late_is_forgotten(store: Store) -> None:
    await store.add_letter(LETTER)
    await store.add_letter(replace(LETTER, id="lasting", channel="laptop", expires_at=20_000))
    await store.forget_letters(8_999, 0)
    assert len(await store.due_letters("phone", 9_000, 10)) == 1
    await store.end_session("ann", "session-1", 3_000)
    await store.forget_letters(9_000, 0)
    assert await store.push_subscription(PHONE.endpoint) is None
    assert await messages(store, 9_000) == ["laptop"]
    assert await store.remove_push_subscription("laptop")
    assert not await store.remove_push_subscription("laptop")
    assert await messages(store, 19_000) == []


async def test_the_messages_of_a_day_are_counted(store: Store, other: Store) -> None:
    counted = await asyncio.gather(*(each.count_push("phone", 7, 3) for each in (store, other) for _ in range(3)))
    assert sorted(counted) == [False] * 3 + [True] * 3
    await store.save_push_subscription(replace(PHONE, kinds=("starts",)), 10)
    assert not await store.count_push("phone", 7, 3), "it is the same browser"
    assert await store.count_push("phone", 8, 3)
