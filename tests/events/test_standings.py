"""Whatever shows the standings of an event shows the same ranks, in the event's one order."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from gaprace.events.challenges import challenge_results
from gaprace.events.race_pages import RacePages, places_of, rank_among
from gaprace.events.summaries import PublicSummaries
from gaprace.groups.boards import GroupBoards
from gaprace.groups.feeds import GroupFeeds
from gaprace.play.events.event import Event
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.events.group_scores import GROUP_ORDER
from gaprace.play.seals import Shown
from gaprace.play.standings import ranks_of
from gaprace.ports import AtOnce, ShownBoards, StoredGame, StoredResult
from gaprace.rooms.endings import end_event, end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.results import Order
from gaprace.rules.variants import VARIANTS
from gaprace.wire.paging import FIRST_PAGE
from tests.memory_store import MemoryStore
from tests.positions import random_deal
from tests.rooms.stage import ManualClock
from tests.store.material import WON, a_race, a_room, end_game
from tests.store.test_groups import GROUP, a_member, save

MINI = VARIANTS["mini"]
STARTS_AT = a_race().starts_at
ENDS_AT = STARTS_AT + 3_600_000
DATE = "2023-11-14"
PLAYERS = ("ann", "bob", "cho", "dee", "eve")
OPEN = Event(
    "CHALLENGE001", "challenge", random_deal(Random(1), MINI), "ann", STARTS_AT - 1, ENDS_AT, ENDS_AT, ranked=True
)
OWN = replace(GROUP, private=False, daily_variant="mini")
OF_GROUP = replace(
    OPEN,
    code="CHALLENGE002",
    kind="group_daily",
    group=GROUP.code,
    label=DATE,
    shows=Shown.RESULT,
    order=GROUP_ORDER,
)


def some_results(seed: int) -> dict[str, StoredResult]:
    """Results that are often equal, or almost."""
    random = Random(seed)

    def one() -> StoredResult:
        won, ms = random.random() < 0.6, random.choice([60_000, 61_000, 62_000, 120_000])
        locked = 24 if won else random.choice([8, 9, 20])
        times = {"time_ms": ms, "reached_ms": ms, "moves": random.choice([20, 21])}
        given_up = not won and random.random() < 0.5
        shuffles = random.choice([0, 1])
        score = locked - 5 * shuffles
        boards = ShownBoards("/".join(["2C3C4C5C6C7C--"] * 4), ())
        figures = {"won": won, "locked": locked, "score": score, "shuffles": shuffles, "given_up": given_up, **times}
        return structs.replace(WON, boards=boards, ended_at=STARTS_AT + ms, **figures)

    return {player: one() for player in PLAYERS}


async def played(store: MemoryStore, event: Event, results: Mapping[str, StoredResult]) -> None:
    """Play an event to its end."""

    await save(store, *(a_member(player) for player in results), group=OWN)
    await store.transact(lambda tx: tx.add_event(event))
    for player, result in results.items():
        game = StoredGame(f"game-{player}", player, ranked=True)
        race = a_race(f"race-{player}", deal=event.deal)
        race = replace(race, games=(game,), room=f"R{player}", event=event.code)
        await store.add_room(a_room(race.room))
        assert await begin_race(store, a_room(race.room, version=2), race)
        assert await end_game(store, game.id, 0, result)
        assert await end_race(store, a_room(race.room, version=3), race.id, result.ended_at)
    await store.transact(lambda tx: end_event(tx, event.code, ENDS_AT))


async def all_ranks(store: MemoryStore, event: Event) -> dict[str, dict[str, int]]:
    """The ranks by player, by what shows them."""
    clock = ManualClock()
    await clock.advance(ENDS_AT - clock.now())
    pages, names = RacePages(store, clock), {player: player.title() for player in PLAYERS}
    race = await store.race(event.code)
    summary = await PublicSummaries(store, clock).race(event.code)
    places = await places_of(store, race)
    shown = {
        "the challenge": {each.player: each.rank for each in challenge_results(race, names)},
        "its race": {each.player: each.rank for each in (await pages.page(event.code)).games},
        "replays": {player: rank_among(places, player) or 0 for player in PLAYERS},
    }
    if summary:
        shown["previews and messages"] = {each.player: each.rank for each in summary.places}
    if event.group:
        groups = GroupBoards(store, clock, AtOnce())
        board = await groups.board(GROUP.code, DATE, OWN_DAILY, None)
        shown["the group"] = {each.player: each.rank for each in board.rows}
        history = await groups.history(GROUP.code, OWN_DAILY, FIRST_PAGE, "cho")
        assert history.items[0].mine == shown["the group"]["cho"]
        feeds = GroupFeeds(store, clock, AtOnce())
        feed = await feeds.read(*(await feeds.address(OWN)).split("/"))
        best = next(daily.best for day in feed.days for daily in day.dailies)
        assert [each.rank for each in best] == sorted(shown["the group"].values())[: len(best)]
    return shown


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("event", "order"), [(OPEN, "race"), (OF_GROUP, "duplicate")])
async def test_whatever_shows_an_event_shows_the_same_ranks(event: Event, order: Order, seed: int) -> None:
    store = MemoryStore()
    results = some_results(seed)
    await played(store, event, results)
    expected = ranks_of(results, order, MINI)
    for name, shown in (await all_ranks(store, event)).items():
        assert shown == expected, name
