"""Races of a group that a member missed: raced later against recorded games, with a place among those who raced."""

import pytest
from msgspec import structs

from gaprace.events.missed_races import MissedRaces, last_missed
from gaprace.play.live.bots import ANONYMOUS
from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.ports import StoredBlock
from gaprace.rooms.live_room import RETURN_GRACE_MS
from gaprace.wire import Ready
from gaprace.wire.http import RacePage
from tests.events.daily_stage import make_move, resign
from tests.refusals import code_of
from tests.rooms.stage import RACE, Seat, Stage
from tests.store.test_groups import GROUP, a_member, save


class Evening:
    """A group of which three have raced, and one has not."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.race = stage, ""
        self.missed = MissedRaces(stage.store, stage.clock, stage.rooms)

    async def play(self) -> None:
        for name in ("ann", "bob", "cho", "dee", "eve"):
            await self.stage.player(name)
        await save(self.stage.store, *(a_member(name) for name in ("ann", "bob", "cho", "dee")))
        host, settings = await self.stage.player("bob"), structs.replace(RACE, code=None)
        room = await self.stage.rooms.create(host, settings, group=GROUP.code)
        seats = [await self.stage.enter(room.code, name) for name in ("bob", "cho", "dee")]
        await self.ends(seats)
        self.race = seats[0].replica.race.id

    async def ends(self, seats: list[Seat]) -> None:
        for seat in seats:
            await seat.says(Ready(ready=True))
        await self.stage.clock.advance(COUNTDOWN_MS + RETURN_GRACE_MS)
        for seat in seats:
            await make_move(seat)
            await resign(seat)
        await self.stage.clock.advance(2_000)

    async def page(self, me: str, *, looks: bool = False) -> RacePage:
        return await self.stage.pages.page(self.race, me, looks=looks)

    async def refusal(self, name: str) -> str:
        return await code_of(self.missed.room(await self.stage.player(name), self.race))


@pytest.fixture
async def it(stage: Stage) -> Evening:
    evening = Evening(stage)
    await evening.play()
    return evening


async def test_who_missed_a_race_of_the_group_races_it_later_and_gets_a_place_on_its_page(it: Evening) -> None:
    last = await last_missed(it.stage.store, GROUP.code, "ann", it.stage.clock.now())
    assert (last.race, sorted(last.names)) == (it.race, ["bob", "cho", "dee"])
    page = await it.page("ann")
    assert (page.missed, page.games, page.opening, page.code) == (True, [], None, None)
    assert await it.stage.store.seen_deals("ann") == []
    room = await it.missed.room(await it.stage.player("ann"), it.race)
    ann = await it.stage.enter(room.code, "ann")
    await it.ends([ann])
    race = ann.replica.race
    assert not race.ranked
    assert sorted(each.name for each in race.standings) == ["ann", "bob", "cho", "dee"]
    page = await it.page("bob")
    [later] = page.later
    mine = next(each for each in race.standings if each.player == "ann")
    assert (later.player, later.name, later.rank, later.locked) == ("ann", "ann", mine.rank, mine.locked)
    assert [each.player for each in page.games if each.player == "ann"] == []
    assert not (await it.page("ann")).missed
    assert await last_missed(it.stage.store, GROUP.code, "ann", it.stage.clock.now()) is None
    assert await it.refusal("ann") == "race_not_found"


async def test_nobody_else_can_join_a_race_later(it: Evening) -> None:
    for name in ("bob", "eve"):  # was there; is no member
        assert await it.refusal(name) == "race_not_found"
        assert not (await it.page(name)).missed
    assert (await it.page("ann", looks=True)).games
    assert await it.refusal("ann") == "race_not_found"
    assert not (await it.page("ann")).missed


async def test_a_deal_that_was_seen_meanwhile_is_not_raced(it: Evening) -> None:
    rooms = [await it.missed.room(await it.stage.player("ann"), it.race) for _ in range(2)]
    await it.ends([await it.stage.enter(rooms[0].code, "ann")])
    again = await it.stage.enter(rooms[1].code, "ann")
    await it.stage.clock.advance(COUNTDOWN_MS + RETURN_GRACE_MS)
    deal = it.stage.store.database.races[it.race].deal
    assert again.replica.started.code != deal.code


async def test_recorded_seats_are_of_those_only_who_allow_it_and_have_no_block_with_the_player(it: Evening) -> None:
    await it.stage.store.record_player("bob", "never")
    await it.stage.store.record_player("cho", "anonymous")
    await it.stage.store.add_block(StoredBlock("dee", "ann", 1))
    room = await it.missed.room(await it.stage.player("ann"), it.race)
    assert [each.name for each in room.members] == ["ann", ANONYMOUS]
    await it.stage.store.record_player("cho", "never")
    assert await it.refusal("ann") == "race_not_found"
