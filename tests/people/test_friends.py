"""Friends: who is about, and invitations, as friends see them."""

import pytest

from gaprace.bus.local import LocalBus, new_hub
from gaprace.people.friends import Friends
from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.play.people.doing import ABOUT_MS, INVITED_MS, MAX_FOLLOWS, NOTE_INTERVAL_MS
from gaprace.ports import StoredBlock, StoredFollow
from gaprace.wire import Settings, Start, VariantChoice
from gaprace.wire.http import Friend
from tests.events.daily_stage import begin, resign
from tests.refusals import code_of
from tests.rooms.stage import RACE, Stage


class World:
    """Ann and Bob are friends who show what they do; Eve follows Bob."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.friends = stage.friends

    async def meet(self) -> None:
        for player, other in (("ann", "bob"), ("bob", "ann"), ("eve", "bob")):
            await self.stage.player(other)
            await self.friends.follow(await self.stage.player(player), other)
        for name in ("ann", "bob"):
            await self.friends.show(await self.stage.player(name), shows=True)
        self.stage.runs(self.friends.note_all, NOTE_INTERVAL_MS)

    async def bob_as_seen_by(self, name: str) -> Friend:
        (bob,) = (await self.friends.of(await self.stage.player(name))).friends
        assert bob.name == "bob"
        return bob

    async def bob_races(self, settings: Settings = RACE) -> str:
        bob, _ = await self.stage.seats("bob", "cho", settings=settings)
        await bob.says(Start())
        await self.stage.clock.advance(NOTE_INTERVAL_MS)
        return bob.code


@pytest.fixture
async def world(stage: Stage) -> World:
    world = World(stage)
    await world.meet()
    return world


async def test_a_friend_who_races_is_seen_with_the_room_and_by_nobody_else(world: World) -> None:
    code = await world.bob_races()
    bob = await world.bob_as_seen_by("ann")
    assert (bob.friend, bob.doing, bob.room) == (True, "racing", code)
    bob = await world.bob_as_seen_by("eve")
    assert (bob.friend, bob.doing, bob.room) == (False, None, None)


async def test_a_page_in_another_window_does_not_hide_the_race(stage: Stage, world: World) -> None:
    await world.bob_races()
    await world.friends.note(await stage.player("bob"))
    assert (await world.bob_as_seen_by("ann")).doing == "racing"


async def test_the_room_of_a_race_that_is_not_for_everyone_is_not_told(world: World) -> None:
    await world.bob_races(Settings(VariantChoice("mini"), locked=True))
    bob = await world.bob_as_seen_by("ann")
    assert (bob.doing, bob.room) == ("racing", None)


async def test_who_plays_todays_daily_is_seen_without_the_room(stage: Stage, world: World) -> None:
    seat = await begin(stage, "bob")
    await stage.clock.advance(NOTE_INTERVAL_MS)
    bob = await world.bob_as_seen_by("ann")
    assert (bob.doing, bob.room) == ("daily", None)
    await resign(seat)
    await stage.clock.advance(NOTE_INTERVAL_MS)
    assert (await world.bob_as_seen_by("ann")).doing == "about"


async def test_a_presence_that_nobody_notes_any_more_ends(stage: Stage, world: World) -> None:
    await world.bob_races()
    other = Friends(stage.store, stage.clock, stage.rooms)  # at another server, which has not died
    await stage.close()
    await stage.clock.advance(ABOUT_MS)
    (bob,) = (await other.of(await stage.player("ann"))).friends
    assert (bob.doing, bob.room) == (None, None)


async def test_a_friend_at_another_server_is_seen_there_and_raced_by_an_invitation_after_it_has_restarted() -> None:
    hub = new_hub()
    async with Stage(bus=LocalBus(hub)) as here:
        world = World(here)
        await world.meet()
        async with Stage(here.store.database, here.clock, LocalBus(hub)) as there:
            seats = await there.seats("bob", "cho")
            code = seats[0].code
            await seats[0].says(Start())
            await here.clock.advance(COUNTDOWN_MS)
            await there.friends.note_all()
            assert (await world.bob_as_seen_by("ann")).room == code
            for seat in seats:
                await resign(seat)
            await there.friends.invite(await there.player("bob"), "ann", code)
        async with Stage(here.store.database, here.clock, LocalBus(hub)) as again:
            assert (await world.bob_as_seen_by("ann")).invites_to == code
            seats = [await again.enter(code, "bob"), await here.enter(code, "ann")]
            await seats[0].says(Start())
            await here.clock.advance(COUNTDOWN_MS)
            assert all(seat.replica.started for seat in seats)


async def test_a_player_is_about_on_any_page_unless_that_is_hidden(stage: Stage, world: World) -> None:
    await stage.clock.advance(ABOUT_MS)
    assert (await world.bob_as_seen_by("ann")).doing is None
    bob = await stage.player("bob")
    await world.friends.note(bob)
    assert (await world.bob_as_seen_by("ann")).doing == "about"
    await world.friends.show(bob, shows=False)
    await world.friends.note(bob)
    assert (await world.bob_as_seen_by("ann")).doing is None
    assert not (await world.friends.of(bob)).shows_me


async def test_an_invitation_is_shown_until_its_player_comes_or_it_is_old(stage: Stage, world: World) -> None:
    bob, code = await stage.player("bob"), await stage.create("bob")
    await world.friends.invite(bob, "ann", code)
    assert (await world.bob_as_seen_by("ann")).invites_to == code
    await stage.clock.advance(INVITED_MS)
    assert (await world.bob_as_seen_by("ann")).invites_to is None
    await world.friends.invite(bob, "ann", code)
    await stage.enter(code, "ann")
    assert (await world.bob_as_seen_by("ann")).invites_to is None
    assert await code_of(world.friends.invite(bob, "eve", code)) == "not_friends"
    assert await code_of(world.friends.invite(bob, "ann", "NOTHING")) == "room_not_found"


async def test_a_block_ends_a_friendship_and_is_not_told(stage: Stage, world: World) -> None:
    await world.bob_races()
    await stage.store.add_block(StoredBlock("bob", "ann", 1))
    await world.friends.follow(await stage.player("ann"), "bob")
    bob = await world.bob_as_seen_by("ann")
    assert (bob.friend, bob.doing) == (False, None)
    assert (await world.friends.of(await stage.player("bob"))).friends == []
    assert await code_of(world.friends.follow(await stage.player("bob"), "ann")) == "cannot_follow"


async def test_bad_follows_are_refused(stage: Stage) -> None:
    friends, ann = stage.friends, await stage.player("ann")
    for other, code in (("ann", "cannot_follow"), ("nobody", "player_not_found")):
        assert await code_of(friends.follow(ann, other)) == code
    for number in range(MAX_FOLLOWS):
        await stage.player(f"p{number}")
        await stage.store.add_follow(StoredFollow("ann", f"p{number}", 1))
    await friends.follow(ann, "p1")
    await stage.player("bob")
    assert await code_of(friends.follow(ann, "bob")) == "too_many_follows"
    await friends.unfollow(ann, "p1")
    await friends.follow(ann, "bob")
