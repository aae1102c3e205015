"""The contract of `ports.PushStore`, and the letters of browsers."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.play.notices.outbox import Letter, QueuedNotice
from gaprace.play.notices.push import Subscription
from gaprace.ports import Store, StoredSession
from tests.store.material import Alone, meet

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


async def add(store: Store, notice: QueuedNotice) -> None:
    await Alone(store).queue(notice)


async def messages(store: Store, now: int) -> list[str]:
    return [each.id for each in await store.claim_channels(Subscription, now, now + 100, 10)]


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
    await add(store, NOTICE)
    assert await store.due_notices(999, 10) == []
    [found] = await store.due_notices(1_000, 10)
    assert replace(found, id="") == NOTICE
    spread = await asyncio.gather(*(each.spread(found, ["ann", "bob"], KEY) for each in (store, other)))
    assert sorted(spread) == [False, True]
    assert await store.claim_channels(Subscription, 1_000, 2_000, 10) == [PHONE]
    [letter] = await store.due_letters("phone", 1_000, 10)
    assert replace(letter, id="") == Letter("", "phone", "challenge.ended", "CODE", 1_000, 1_000, 9_000)
    await add(store, NOTICE)
    [found] = await store.due_notices(1_000, 10)
    assert await store.spread(found, ["ann", "bob"], "another key")
    assert await messages(store, 5_000) == ["phone"], "the first message only, whose claim has lapsed"


async def test_a_message_is_claimed_by_one_process_until_the_claim_lapses(store: Store, other: Store) -> None:
    await store.add_letter(LETTER)
    assert await messages(store, 4_999) == []
    claimed = await asyncio.gather(*(messages(each, 5_000) for each in (store, other)))
    assert sorted(claimed) == [[], ["phone"]]
    assert await messages(other, 5_101) == ["phone"]
    again = replace(LETTER, due_at=6_000, attempts=1)
    failing = replace(PHONE, failing_since=5_101, failures=1, failure="503")
    await store.save_try(failing, LETTER.id, again)
    await store.release(failing)
    assert await other.claim_channels(Subscription, 6_000, 7_000, 10) == [failing]
    assert await other.due_letters("phone", 6_000, 10) == [again]
    assert (await store.push_use())[:] == (2, 1, 1)
    await store.save_try(PHONE, LETTER.id, None)
    assert await messages(store, 99_000) == []


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


async def test_a_streak_is_noted_once(store: Store, other: Store) -> None:
    assert await store.due_channels(Subscription, 4_999, 10) == []
    assert await store.due_channels(Subscription, 5_000, 10) == [PHONE]
    noted = await asyncio.gather(*(each.tell_by_calendar(PHONE, 7_000, [STREAK]) for each in (store, other)))
    assert sorted(noted) == [False, True]
    assert await store.due_channels(Subscription, 6_999, 10) == []
    assert await messages(store, 5_000) == ["phone"]


async def test_the_messages_of_a_day_are_counted(store: Store, other: Store) -> None:
    counted = await asyncio.gather(*(each.count_push("phone", 7, 3) for each in (store, other) for _ in range(3)))
    assert sorted(counted) == [False] * 3 + [True] * 3
    await store.save_push_subscription(replace(PHONE, kinds=("starts",)), 10)
    assert not await store.count_push("phone", 7, 3), "it is the same browser"
    assert await store.count_push("phone", 8, 3)
