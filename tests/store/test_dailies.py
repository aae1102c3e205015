"""The contract of `ports.Store`: one daily per date and variant, and one attempt at it per player."""

import asyncio
from dataclasses import replace

import pytest

from gaprace.errors import Refusal
from gaprace.play.events.event import Entry
from gaprace.play.seals import NO_SEAL
from gaprace.ports import DailyKey, DailySecret, Store, StoredCertificate
from tests.store.material import RESULT, TODAY, a_daily, a_room, begin, begin_daily, end_game, play_daily

MINI = DailyKey(TODAY.date, "mini")


async def test_of_many_concurrent_dailies_one_is_stored_and_all_callers_get_it(store: Store, other: Store) -> None:
    drawn = [a_daily(seed=number) for number in range(16)]
    got = await asyncio.gather(*(each.add_daily(daily) for each, daily in zip([store, other] * 8, drawn, strict=True)))
    assert got[0] in drawn
    assert got == [got[0]] * 16
    assert await other.dailies(TODAY.date, TODAY.date) == [got[0]]


async def test_the_secret_of_a_daily_to_come_never_changes(store: Store, other: Store) -> None:
    first, second = DailyKey("2023-11-14", "addiction"), DailyKey("2023-11-14", "mini")
    later = DailyKey("2023-12-13", "mini")
    ones, threes = DailySecret(b"1" * 32, "900-1000"), DailySecret(b"3" * 32)
    await store.commit_dailies({first: ones, later: threes})
    drawn = [DailySecret(bytes([number]) * 32, f"0-{number}") for number in (8, 9)]
    proposals = [{first: each, second: each} for each in drawn]
    await asyncio.gather(store.commit_dailies(proposals[0]), other.commit_dailies(proposals[1]))
    await store.commit_dailies({})
    known = await other.daily_secrets("2023-11-14", "2023-12-13")
    assert list(known) == [first, second, later]
    assert (known[first], known[later]) == (ones, threes)
    assert known[second] in {proposal[second] for proposal in proposals}
    assert await store.daily_secrets("2023-11-14", "2023-11-14") == {each: known[each] for each in (first, second)}


async def test_a_daily_has_the_band_that_was_committed_to(store: Store, other: Store) -> None:
    assert (await store.add_daily(a_daily())).band is None
    await store.commit_dailies({DailyKey("2023-11-15", "addiction"): DailySecret(b"1" * 32, "700-799")})
    assert (await store.add_daily(a_daily("2023-11-15"))).band == "700-799"
    assert [each.band for each in await other.dailies("2023-11-14", "2023-11-15")] == [None, "700-799"]


async def test_dailies_come_by_date_and_variant(store: Store, other: Store) -> None:
    certified = replace(
        a_daily("2023-11-15"), certificate=StoredCertificate(par=61, harder_permille=420, line="6D@27 7D@28")
    )
    for daily in (certified, a_daily(variant="mini"), a_daily(), a_daily("2023-11-16"), a_daily("2023-11-13")):
        assert await store.add_daily(daily) == daily
    assert await other.dailies("2023-11-14", "2023-11-15") == [a_daily(), a_daily(variant="mini"), certified]
    assert await other.dailies("2023-11-17", "2023-12-31") == []


async def test_a_race_on_a_dailys_deal_knows_its_daily(store: Store, other: Store) -> None:
    _, ranked = await begin_daily(store, TODAY, "ann")
    _, practice = await begin_daily(store, TODAY, "ann", ranked=False, code="PRACTICE")
    for race in (ranked, practice):
        found = await other.race(race.id)
        assert not found.seal.is_lifted(0)
        assert replace(found, seal=NO_SEAL) == race
    assert practice.daily == TODAY
    usual = await begin(store)
    assert (await other.race(usual.id)) == usual
    assert usual.daily is None


async def test_an_attempt_runs_and_ends_and_a_second_one_is_refused_while_practice_and_other_dailies_are_none(
    store: Store, other: Store
) -> None:
    await play_daily(store, TODAY, "ann", ranked=False, code="BEFORE")
    assert await store.entry(TODAY.event, "ann") is None
    room, race = await begin_daily(store, TODAY, "ann")
    attempt = Entry("ann", race.starts_at, race.games[0].id, room.code)
    with pytest.raises(Refusal, match="ranked game of this daily"):
        await begin_daily(other, TODAY, "ann", code="SECOND")
    assert await other.room("SECOND") == a_room("SECOND")
    assert await other.race("SECOND-race") is None
    assert await other.open_races() == [(room.code, race.id)]
    assert await other.entry(TODAY.event, "ann") == attempt
    assert await other.entry(TODAY.event, "bob") is await other.entry(MINI.event, "ann") is None
    await end_game(store, race.games[0].id, 0, RESULT)
    assert await other.entry(TODAY.event, "ann") == replace(attempt, ended=True)
    await play_daily(store, TODAY, "ann", ranked=False, code="AFTER")
    await play_daily(store, MINI, "ann")
    await play_daily(store, DailyKey("2023-11-15", "addiction"), "ann")
    await play_daily(store, TODAY, "bob")


async def test_of_attempts_in_many_rooms_at_once_one_begins(store: Store, other: Store) -> None:
    await play_daily(store, TODAY, "bob")
    await begin_daily(store, TODAY, "ann", ranked=False, code="PRACTICE")
    begun = await asyncio.gather(
        *(begin_daily(each, TODAY, "ann", code=f"ROOM{number}") for number, each in enumerate([store, other] * 4)),
        return_exceptions=True,
    )
    refused = [each for each in begun if isinstance(each, Refusal) and each.code == "daily_played"]
    assert len(refused) == 7
    (won,) = (each for each in begun if not isinstance(each, BaseException))
    attempt = await store.entry(TODAY.event, "ann")
    assert attempt.room == won[0].code
