"""The contract of `ports.Store`: challenges, their places, and their games as one race."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from random import Random

from msgspec import structs

from gaprace.errors import Refusal
from gaprace.groups.dailies import GroupDailies
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.play.events.event import Entry, Event
from gaprace.play.events.group_days import OWN_DAILY
from gaprace.play.people.figures import Figures
from gaprace.play.people.group_roles import Membership
from gaprace.play.seals import NO_SEAL, Seal, Shown
from gaprace.ports import FIRST_GUEST, GameFilter, Store, StoredGame, StoredRace, Transaction
from gaprace.rooms.endings import end_event, end_race
from gaprace.rooms.stored_races import begin_race
from gaprace.rules.deal import Deal
from gaprace.rules.draw import NO_SEED
from gaprace.rules.variants import VARIANTS
from tests.plain import plain
from tests.positions import random_deal
from tests.rooms.stage import NOON, ManualClock
from tests.store.material import RESULT, TODAY, WON, Alone, a_daily, a_race, a_room, end_game, meet
from tests.store.test_groups import GROUP, save

STARTS_AT = a_race().starts_at
ENDS_AT = STARTS_AT + 3_600_000
MADE = Event(
    "CHALLENGE001",
    "challenge",
    random_deal(Random(1)),
    "ann",
    STARTS_AT - 1,
    ENDS_AT,
    ENDS_AT,
    ranked=True,
    places=2,
    limit=2,
    ends_early=True,
)

FUN = replace(MADE, ranked=False, lifted="own_game")


async def make(store: Store, made: Event = MADE, *players: str) -> None:
    await meet(store, "ann", *players)
    await Alone(store).add_event(made)


async def begin(store: Store, player: str, made: Event = MADE) -> StoredRace:
    """Begin a player's game of a challenge, in a room of its own."""
    game = StoredGame(f"game-{player}", player, made.ranked)
    race = replace(a_race(f"race-{player}", deal=made.deal), games=(game,), room=f"R{player}", event=made.code)
    await store.add_room(a_room(race.room))
    assert await begin_race(store, a_room(race.room, version=2), race)
    return race


async def play(store: Store, player: str, made: Event = MADE, ended_at: int = STARTS_AT + 1_000) -> StoredRace:
    race = await begin(store, player, made)
    result = structs.replace(WON if player == "ann" else RESULT, ended_at=ended_at)
    assert await end_game(store, race.games[0].id, 0, result)
    assert await end_race(store, a_room(race.room, version=3), race.id, ended_at)
    return race


async def test_the_totals_of_a_player_tell_nothing_of_a_sealed_game(store: Store, other: Store) -> None:
    await make(store, MADE, "bob")
    await play(store, "ann")
    assert await other.figures("ann", 8, ENDS_AT) == Figures()
    await play(store, "bob")
    await store.transact(lambda tx: end_event(tx, MADE.code, ENDS_AT))
    assert (await other.figures("ann", 8, ENDS_AT)).totals.wins == 1


async def test_a_challenge_has_its_places_and_their_games(store: Store, other: Store) -> None:
    await make(store, replace(MADE, entries=(Entry("ann", 5),)), "bob")
    assert await other.event(MADE.code) == replace(MADE, entries=(Entry("ann", 5),))
    for unknown in ("", "nothing", "\0", "x" * 1_000):
        assert await other.event(unknown) is None
        assert await other.race(unknown) is None
    race = await begin(store, "bob")
    found = await other.event(MADE.code)
    assert found.entries == (Entry("ann", 5), Entry("bob", STARTS_AT, race.games[0].id, race.room))
    await play(store, "ann")
    found = await other.event(MADE.code)
    assert found.entry("ann") == Entry("ann", 5, "game-ann", "Rann", ended=True)
    for player in ("ann", "bob", "cho"):
        own = tuple(each for each in found.entries if each.player == player)
        assert await other.own_event(MADE.code, player) == replace(found, entries=own)
    assert await other.own_event("nothing", "ann") is None


async def tried(beginning: Awaitable[object]) -> str:
    """The code of the refusal of a game, or nothing."""
    try:
        await beginning
    except Refusal as error:
        return error.code
    return ""


async def test_a_player_has_one_game_of_it_also_of_tabs_that_begin_at_once(store: Store, other: Store) -> None:
    await make(store, MADE, "bob")
    beginnings = []
    for number, each in enumerate((store, other) * 2):
        game = StoredGame(f"game{number}", "bob", ranked=True)
        race = replace(a_race(f"race{number}", deal=MADE.deal), games=(game,), room=f"R{number}", event=MADE.code)
        await each.add_room(a_room(race.room))
        beginnings.append(tried(begin_race(each, a_room(race.room, version=2), race)))
    assert sorted(await asyncio.gather(*beginnings)) == ["", *["challenge_played"] * 3]
    assert len([number for number in range(4) if await store.race(f"race{number}")]) == 1


async def test_of_two_processes_that_take_the_last_place_one_has_it(store: Store, other: Store) -> None:
    await make(store, replace(MADE, places=1, limit=1), "bob", "cho")
    begun = await asyncio.gather(*(tried(begin(by, player)) for by, player in ((store, "bob"), (other, "cho"))))
    assert sorted(begun) == ["", "challenge_full"]


async def test_it_ends_with_its_last_game_and_its_seal_with_it(store: Store, other: Store) -> None:
    await make(store, MADE, "bob")
    await play(store, "ann")
    held = await other.race("race-ann")
    assert (held.event, held.seal.holds("bob", ENDS_AT + 1)) == (MADE.code, True)
    await play(store, "bob", ended_at=STARTS_AT + 2_000)
    ended = await other.event(MADE.code)
    assert ended.ended_at == STARTS_AT + 2_000
    race = await other.race(MADE.code)
    assert [game.id for game in race.games] == ["game-ann", "game-bob"]
    assert (race.id, race.deal, race.ended_at) == (MADE.code, MADE.deal, STARTS_AT + 2_000)
    lifted = await other.finished_game("game-ann")
    assert not lifted[1].seal.holds(None, STARTS_AT + 2_000)


async def test_the_seal_of_one_for_fun_is_lifted_for_those_who_have_finished(store: Store) -> None:
    await make(store, FUN, "bob")
    await play(store, "ann", FUN)
    race = await store.race("race-ann")
    assert race.seal == Seal(ENDS_AT, lifted_for=frozenset({"ann"}), shows=race.seal.shows)
    assert await store.ended_games("ann", GameFilter(open_by=ENDS_AT), 10) == []
    assert len(await store.ended_games("ann", GameFilter(), 10)) == 1
    own = await store.own_games("ann", ["game-ann"])
    assert own[0].seal != NO_SEAL


async def test_places_are_taken_kept_and_given_back(store: Store, tx: Transaction) -> None:
    await make(store, MADE, "bob")
    assert await tx.lock_event(MADE.code)
    assert await tx.lock_event("nothing") is None
    await tx.save_entry(MADE.code, "bob", 7, None)
    await begin(store, "bob")
    found = await store.event(MADE.code)
    assert found.entries == (Entry("bob", 7, "game-bob", "Rbob"),)
    await tx.save_entry(MADE.code, "ann", 8, None)
    for player in ("ann", "bob"):
        await tx.remove_entry(MADE.code, player)
    assert await store.event(MADE.code) == found


async def test_those_of_a_player_and_of_a_group_are_listed(store: Store, tx: Transaction, other: Store) -> None:
    members = (Membership(GROUP.code, "ann", "owner", 1), Membership(GROUP.code, "bob", "member", 2))
    await save(store, *members, Membership(GROUP.code, "cho", "pending", 3))
    later = replace(
        MADE, code="LATER", opens_at=STARTS_AT, ends_at=ENDS_AT + 1, closes_at=ENDS_AT + 1, group=GROUP.code
    )
    await make(store, replace(MADE, entries=(Entry("cho", 5),)))
    await make(store, later)
    for player, codes in (("ann", [MADE.code, "LATER"]), ("bob", ["LATER"]), ("cho", [MADE.code]), ("dee", [])):
        assert [each.code for each in await other.challenges_of(player, 0, 10)] == codes, player
    assert [each.code for each in await other.challenges_of("ann", 0, 1)] == [MADE.code]
    assert [each.code for each in await other.group_challenges(GROUP.code, 10)] == ["LATER"]
    to_all = replace(MADE, code="ALL", places=None, limit=None, entries=(Entry("bob", 5),))
    await make(store, to_all)
    await make(store, replace(to_all, code="NEW", opens_at=STARTS_AT, entries=()))
    for player, by, at, codes in (
        ("cho", ["ann", "bob"], ENDS_AT - 1, ["NEW", "ALL"]),
        ("bob", ["ann"], ENDS_AT - 1, ["NEW"]),
        ("cho", ["bob"], ENDS_AT - 1, []),
        ("cho", ["ann"], ENDS_AT, []),
    ):
        assert [each.code for each in await other.challenges_to(player, by, at, 9)] == codes, player
    for code in ("ALL", "NEW"):
        await tx.end_event(code, 1)
    assert await other.challenges_to("cho", ["ann"], 1, 9) == []
    assert await tx.count_challenges("ann") == 2
    for at in (1_000, 2_000):
        await tx.end_event("LATER", at)
    assert await tx.count_challenges("ann") == 1
    assert [each.code for each in await other.challenges_of("bob", 1_000, 10)] == ["LATER"]
    assert await other.challenges_of("bob", 1_001, 10) == []


async def test_those_whose_time_is_up_are_due_and_until_they_have_ended_their_codes_are_challenged_and_games_sealed(
    store: Store, tx: Transaction
) -> None:
    await make(store)
    fun = replace(FUN, code="FUN", deal=random_deal(Random(2)))
    await make(store, fun)
    assert await store.due_events(ENDS_AT - 1) == []
    assert await store.due_events(ENDS_AT) == [MADE.code, "FUN"]
    assert [await store.is_in_event(each.deal.code, ENDS_AT) for each in (MADE, fun)] == [True, False]
    await play(store, "ann")
    assert await store.sealed_games(["game-ann", "game-bob"], ENDS_AT) == {"game-ann"}
    await tx.end_event(MADE.code, ENDS_AT)
    assert await store.due_events(ENDS_AT) == ["FUN"]
    assert not await store.is_in_event(MADE.deal.code, ENDS_AT)
    for now, sealed in ((ENDS_AT - 1, {"game-ann"}), (ENDS_AT, set[str]())):
        assert await store.sealed_games(["game-ann", "game-bob"], now) == sealed
    assert await store.sealed_games([], 0) == set()


async def test_deletions_leave_the_games(store: Store, tx: Transaction, other: Store) -> None:
    await save(store, Membership(GROUP.code, "ann", "owner", 1))
    made = replace(MADE, group=GROUP.code, entries=(Entry("bob", 1), Entry("cho", 2)))
    await make(store, replace(made, entries=()), "bob", "cho")
    for entry in made.entries:
        await tx.save_entry(made.code, entry.player, entry.at, None)
    await play(store, "bob", made)
    assert await store.delete_player("cho", "Deleted", 1)
    assert await store.delete_player("bob", "Deleted", 1)
    left = await other.event(made.code)
    assert [each.player for each in left.entries] == ["bob"]
    await tx.delete_group(GROUP.code)
    assert await other.event(made.code) is None
    race = await other.race("race-bob")
    assert (race.event, race.seal) == (None, NO_SEAL)


async def test_guests_with_a_challenge_are_kept_and_one_on_a_daily_names_it(store: Store, tx: Transaction) -> None:
    daily = await store.add_daily(a_daily())
    await make(store, replace(FUN, deal=daily.deal), "bob", "cho")
    found = await store.event(MADE.code)
    assert found.daily == tuple(TODAY)
    await tx.save_entry(MADE.code, "bob", 1, None)
    assert (await store.delete_guests(FIRST_GUEST, 1_800_000_000_000, 10)).deleted == 1
    assert [bool(await store.player(each)) for each in ("ann", "bob", "cho")] == [True, True, False]


# Dailies of groups

OF_TODAY = replace(
    MADE,
    deal=Deal.drawn(VARIANTS["mini"], bytes(32), [NO_SEED]),
    code="OWNDAILY0001",
    kind="group_daily",
    order="duplicate",
    shows=Shown.RESULT,
    places=None,
    limit=None,
    ends_early=False,
    group=GROUP.code,
    label="2023-11-14",
    closes_at=ENDS_AT - 60,
)


async def make_own_daily(store: Store) -> None:
    await save(store, Membership(GROUP.code, "ann", "owner", 1), Membership(GROUP.code, "bob", "member", 2))
    await make(store, OF_TODAY)


async def test_an_own_daily_of_a_group_is_no_challenge_among_others(
    store: Store, tx: Transaction, other: Store
) -> None:
    await make_own_daily(store)
    await play(store, "bob", OF_TODAY)
    found = await other.event(OF_TODAY.code)
    assert (found.label, found.closes_at) == (OF_TODAY.label, OF_TODAY.closes_at)
    assert await other.group_challenges(GROUP.code, 10) == []
    assert await other.challenges_of("bob", 0, 10) == await other.challenges_of("ann", 0, 10) == []
    assert [each.code for each in await other.group_dailies_of("bob")] == [OF_TODAY.code]
    assert await other.group_dailies_of("ann") == []
    assert await other.last_group_daily(GROUP.code) == found
    assert await other.last_group_daily("nothing") is None
    assert await tx.count_challenges("ann") == 0
    assert await other.due_events(OF_TODAY.closes_at - 1) == []
    assert await other.due_events(OF_TODAY.closes_at) == [OF_TODAY.code]


async def test_the_games_of_own_dailies_are_those_of_members_that_count(
    store: Store, tx: Transaction, other: Store
) -> None:
    await make_own_daily(store)
    races = [await play(store, player, OF_TODAY) for player in ("ann", "bob")]
    before = await other.group_games(GROUP.code, OWN_DAILY, "2023-01-01", "2023-12-31")
    variant = OF_TODAY.deal.variant.name
    assert [(each.player, each.game, each.date, each.variant, each.race) for each in before] == [
        (race.games[0].player, race.games[0].id, OF_TODAY.label, variant, OF_TODAY.code) for race in races
    ]
    assert [each.result for each in before] == [plain(WON), plain(RESULT)]
    assert all(each.seal.holds("bob", ENDS_AT + 1) for each in before)
    assert [*await other.group_dates(GROUP.code, OWN_DAILY, "2023-12-31", 5)] == [OF_TODAY.label]
    assert [*await other.group_dates(GROUP.code, OWN_DAILY, "2023-11-14", 5)] == []
    assert await other.group_games(GROUP.code, OWN_DAILY, "2023-11-15", "2023-12-31") == []
    await tx.leave_group(GROUP.code, "bob")
    assert await store.transact(lambda tx: end_event(tx, OF_TODAY.code, ENDS_AT))
    after = await other.group_games(GROUP.code, OWN_DAILY, "2023-01-01", "2023-12-31")
    assert [(each.player, each.seal.holds("bob", ENDS_AT)) for each in after] == [("ann", False)]


async def test_an_own_daily_that_nobody_played_is_forgotten_with_its_deal(store: Store, other: Store) -> None:
    await make_own_daily(store)
    assert await store.transact(lambda tx: end_event(tx, OF_TODAY.code, ENDS_AT))
    assert await other.event(OF_TODAY.code) is None
    await make(store, replace(OF_TODAY, code="OWNDAILY0002"))


async def test_groups_are_due_when_their_next_daily_is(store: Store, other: Store) -> None:
    for at, code in ((7, "GROUP00007"), (5, "GROUP00005"), (None, "GROUP00009")):
        group = replace(GROUP, code=code, invitation=f"I{code}", daily_due_at=at, daily_zone="Asia/Kathmandu")
        await save(store, Membership(code, "ann", "owner", 1), group=group)
        assert await other.group(code) == group
    assert [*await other.due_groups(4, 9)] == []
    assert [*await other.due_groups(7, 9)] == ["GROUP00005", "GROUP00007"]
    assert [*await other.due_groups(7, 1)] == ["GROUP00005"]


async def test_of_processes_that_make_the_daily_of_a_group_at_once_one_does(store: Store, other: Store) -> None:
    group = replace(GROUP, daily_variant="mini", daily_due_at=1)
    await save(store, Membership(GROUP.code, "ann", "owner", 1), group=group)
    clock = ManualClock()
    await asyncio.gather(*(GroupDailies(each, clock).make_due() for each in (store, other) * 3))
    made = await store.last_group_daily(GROUP.code)
    stored = await other.group(GROUP.code)
    assert (stored.daily_due_at, made.label) == (made.closes_at, date_of(NOON))
    await clock.advance(made.closes_at - NOON)
    await asyncio.gather(*(GroupDailies(each, clock).make_due() for each in (store, other) * 3))
    following = await store.last_group_daily(GROUP.code)
    assert (following.label, following.deal.code != made.deal.code) == (date_of(NOON + DAY_MS), True)
