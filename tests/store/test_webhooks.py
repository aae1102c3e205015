"""The contract of `ports.Store`: webhooks, and what they have to tell."""

import asyncio
from dataclasses import replace

from gaprace.play.notices.outbox import MAX_LETTERS, Letter, QueuedNotice
from gaprace.play.notices.webhooks import EVENT_TYPES, Endpoint
from gaprace.ports import Store, Transaction
from tests.store.material import Alone
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


async def set_up(store: Store, *webhooks: Endpoint) -> None:
    await save(store, a_member("ann", "owner"))
    for each in webhooks:
        await Alone(store).save_webhook(each)


async def announce(store: Store, *notices: QueuedNotice) -> None:
    for each in notices:
        await Alone(store).queue(each)
    await spread(store)


async def spread(store: Store) -> None:
    for each in await store.due_notices(NOW + 100, 2_000):
        await store.spread(each, (), "")


async def due(store: Store, webhook: Endpoint = OF_GROUP) -> list[tuple[str, str]]:
    return [(each.type, each.subject) for each in await store.due_letters(webhook.id, NOW, 10)]


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


async def test_one_process_claims_a_webhook(store: Store, other: Store) -> None:
    await set_up(store, OF_GROUP)
    assert await store.claim_channels(Endpoint, NOW, NOW + 60, 5) == []
    await announce(store, RACE)
    both = await asyncio.gather(
        store.claim_channels(Endpoint, NOW, NOW + 60, 5), other.claim_channels(Endpoint, NOW, NOW + 60, 5)
    )
    assert sorted(map(len, both)) == [0, 1]
    assert await other.claim_channels(Endpoint, NOW + 60, NOW + 99, 5) == []
    assert len(await other.claim_channels(Endpoint, NOW + 61, NOW + 99, 5)) == 1
    await other.release(OF_GROUP)
    assert len(await store.claim_channels(Endpoint, NOW + 61, NOW + 99, 5)) == 1


async def test_a_message_is_kept_until_it_has_arrived_and_a_webhook_that_rests_is_not_claimed(
    store: Store, tx: Transaction, other: Store
) -> None:
    await set_up(store, OF_GROUP)
    await announce(store, RACE)
    [letter] = await store.due_letters(OF_GROUP.id, NOW, 10)
    later = replace(letter, attempts=1, failure="500", due_at=NOW + 5)
    await store.save_try(replace(OF_GROUP, rests_until=NOW + 5, failures=1, failure="500"), letter.id, later)
    assert await due(other) == await store.claim_channels(Endpoint, NOW + 4, NOW + 60, 5) == []
    assert await other.due_letters(OF_GROUP.id, NOW + 5, 10) == [later]
    assert await other.mail(OF_GROUP.id, 5) == (1, [])
    [claimed] = await store.claim_channels(Endpoint, NOW + 5, NOW + 60, 5)
    assert (claimed.failures, claimed.failure) == (1, "500")
    await store.save_try(replace(OF_GROUP, paused="gone"), letter.id, letter)
    assert await store.claim_channels(Endpoint, NOW + 99, NOW + 199, 5) == []
    changed = replace(OF_GROUP, url="https://new.example/", paused="paused", secret=b"n" * 32)
    await tx.save_webhook(changed)  # by its owner, during a try
    await store.save_try(replace(OF_GROUP, delivered_at=NOW), letter.id, None)
    assert await store.webhook(OF_GROUP.id) == replace(changed, delivered_at=NOW)
    assert await other.mail(OF_GROUP.id, 5) == (0, [])


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


async def test_what_the_calendar_brings_is_told_once(store: Store, other: Store) -> None:
    await set_up(store, OF_GROUP, replace(OF_SITE, paused="paused"))
    assert await store.due_channels(Endpoint, NOW + 999, 5) == []
    assert await store.due_channels(Endpoint, NOW + 1_000, 5) == [OF_GROUP]
    digest = QueuedNotice("daily.digest", "2023-11-13", NOW, GROUP.code)
    both = await asyncio.gather(
        *(each.tell_by_calendar(OF_GROUP, NOW + 9_000, [digest]) for each in (store, other)),
    )
    assert sorted(both) == [False, True]
    assert await due(other) == [("daily.digest", "2023-11-13")]
    assert await store.due_channels(Endpoint, NOW + 8_999, 5) == []
    assert await store.tell_by_calendar(replace(OF_GROUP, next_at=NOW + 9_000), NOW + 10_000, [])


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
