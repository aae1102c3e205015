"""The contract of `ports.Store`: certified deals and analyses."""

import asyncio
from dataclasses import replace

from gaprace.ports import CertifiedDeal, Store, StoredAnalysis, StoredCertificate, StoredRace
from gaprace.wire.http import AccuracyPoint
from tests.store.material import RESULT, begin, end_games

NOON = 1_700_000_000_000


def a_deal(number: int = 0, par: int = 60) -> CertifiedDeal:
    return CertifiedDeal(f"{number:010}", StoredCertificate(par=par, harder_permille=500, line="6D@27 7D@28"))


async def test_a_certified_deal_is_ready_until_it_is_taken_and_then_still_known(store: Store, other: Store) -> None:
    assert await store.certified_ready() == {}
    assert await store.take_certified("mini", NOON) is None
    await store.add_certified("mini", a_deal(), NOON)
    await other.add_certified("mini", a_deal(par=9), NOON)
    await store.add_certified("addiction", a_deal(1), NOON)
    assert await other.certified_ready() == {"mini": 1, "addiction": 1}
    assert await other.take_certified("mini", NOON) == a_deal()
    assert await store.take_certified("mini", NOON) is None
    await store.add_certified("mini", a_deal(), NOON)
    assert await store.certified_ready() == {"addiction": 1}
    assert await store.certificate("mini", a_deal().code) == a_deal().certificate
    assert await store.certificate("addiction", a_deal().code) is None


async def test_deals_are_taken_in_the_order_in_which_they_were_found_also_at_once(store: Store, other: Store) -> None:
    for number, found_at in enumerate([30, 10, 20]):
        await store.add_certified("mini", a_deal(number), found_at)
    assert await store.take_certified("mini", NOON) == a_deal(1)
    taken = await asyncio.gather(*(each.take_certified("mini", NOON) for each in [store, other] * 2))
    assert sorted(deal.code for deal in taken if deal) == [a_deal(number).code for number in (0, 2)]


async def test_an_analysis_is_asked_for_once_claimed_once_until_the_claim_lapses_and_kept(
    store: Store, race: StoredRace, other: Store
) -> None:
    game = race.games[0].id
    for unasked in (game, "nobody's", "\x00", "é"):
        assert await store.analysis(unasked) is None
    assert await store.claim_analysis("me", NOON, NOON + 10) is None
    await store.ask_analysis(game, NOON)
    await other.ask_analysis(game, NOON + 1)
    assert await other.analysis(game) == StoredAnalysis(game)
    claims = await asyncio.gather(
        *(each.claim_analysis(f"owner {at}", NOON, NOON + 10) for at, each in enumerate([store, other] * 4))
    )
    assert [claim for claim in claims if claim] == [StoredAnalysis(game, is_begun=True)]
    owner = f"owner {next(at for at, claim in enumerate(claims) if claim)}"
    found = StoredAnalysis(game, b'{"some":1}', is_begun=True)
    assert not await other.save_analysis("another", found, NOON + 20)
    assert await store.save_analysis(owner, found, NOON + 20)
    assert await other.analysis(game) == found
    assert await other.claim_analysis("another", NOON + 20, NOON + 40) is None
    assert await other.claim_analysis("another", NOON + 21, NOON + 40) == found
    assert not await store.save_analysis(owner, found, NOON + 50)
    done = replace(found, findings=b'{"all":2}', is_done=True)
    assert await other.save_analysis("another", done, NOON + 50)
    assert await store.analysis(game) == done
    assert not await other.save_analysis("another", found, NOON + 60)
    assert await other.claim_analysis("another", NOON + 100, NOON + 200) is None


async def test_who_asks_later_but_for_less_has_the_earlier_turn(store: Store) -> None:
    await begin(store, players=3)
    await store.ask_analysis("race-1", 100, "greedy", 1_000)
    await store.ask_analysis("race-0", 100, "greedy", 1_000)
    await store.ask_analysis("race-2", 500, "modest", 1_000)
    assert [await store.open_analyses(share) for share in (None, "greedy", "modest", "nobody")] == [3, 2, 1, 0]
    claimed = [await store.claim_analysis("one", 600, 9_000) for _ in range(3)]
    assert [each.game for each in claimed if each] == ["race-1", "race-2", "race-0"]
    assert await store.claim_analysis("one", 600, 9_000) is None


async def test_the_accuracy_of_a_players_last_games_is_known_the_oldest_first(
    store: Store, race: StoredRace, other: Store
) -> None:
    await store.ask_analysis("race-0", NOON)
    claimed = await store.claim_analysis("me", NOON, NOON + 10)
    assert await store.save_analysis("me", replace(claimed, accuracy=64, is_done=True), NOON + 20)
    stored = await other.analysis("race-0")
    assert stored.accuracy == 64
    assert await other.accuracies("player0", 10) == []  # the game has not ended
    await end_games(store, race)
    assert await other.accuracies("player0", 10) == [AccuracyPoint("race-0", RESULT.ended_at, 64)]
    assert await other.accuracies("player1", 10) == await other.accuracies("player0", 0) == []
