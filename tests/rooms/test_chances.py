"""The win probabilities of a race: as late as the boards, each found once, and none for a player whose game runs."""

from collections.abc import AsyncIterator, Sequence

import pytest
from msgspec.structs import replace

from gaprace.rooms.win_probabilities import CHANCES_INTERVAL_MS
from gaprace.rules.variants import Variant
from gaprace.solver.answers import Outlook, Position
from gaprace.wire import Act, Chances, GameChance, Start
from tests.events.daily_stage import resign
from tests.rooms.engines import QuickThinker
from tests.rooms.stage import RACE, Seat, Stage, next_act, racing
from tests.rooms.test_audience import watchers


class Failing(QuickThinker):
    """Fails at each search until it is mended."""

    is_broken = True

    async def outlooks(self, positions: Sequence[Position], variant: Variant) -> Sequence[Outlook | None]:
        if self.is_broken:
            raise ValueError("the search broke")
        return await super().outlooks(positions, variant)


def heard(seat: Seat) -> list[Chances]:
    return [event for event in seat.heard if isinstance(event, Chances)]


def known(seat: Seat) -> dict[str, GameChance]:
    """The latest win probability of each game, as a client knows it."""
    return {each.game: each for event in heard(seat) for each in event.games}


def locked(seat: Seat) -> dict[str, tuple[int, float, bool]]:
    """The number and the locked cards of each game that a spectator sees, as its chance should be."""
    return {game.game: (game.n, game.locked / 20, game.locked % 2 == 1) for game in seat.replica.games.values()}


async def tick(stage: Stage) -> None:
    await stage.clock.advance(CHANCES_INTERVAL_MS)


@pytest.fixture
async def thinking() -> AsyncIterator[Stage]:
    """A process that searches, as quickly as a test wants it."""
    async with Stage(engine=QuickThinker()) as stage:
        yield stage


async def test_spectators_get_the_chance_of_each_board_that_they_see(thinking: Stage) -> None:
    ann, bob = await racing(thinking, "ann", "bob")
    (cho,) = await watchers(thinking, ann.code, "cho")
    await tick(thinking)
    for actor in (ann, bob, ann):
        await actor.says(next_act(actor))
        await tick(thinking)
        assert {game: (each.n, each.win, each.unwinnable) for game, each in known(cho).items()} == locked(cho)
    assert [len(event.games) for event in heard(cho)] == [2, 1, 1, 1]


async def test_a_spectator_who_comes_late_or_falls_behind_gets_all_of_them(thinking: Stage) -> None:
    ann, _ = await racing(thinking, "ann", "bob")
    (cho,) = await watchers(thinking, ann.code, "cho")
    await ann.says(next_act(ann))
    await tick(thinking)
    cho.is_full = True
    await ann.says(next_act(ann))
    await tick(thinking)
    cho.drain()
    (dee,) = await watchers(thinking, ann.code, "dee")
    await tick(thinking)
    assert len(heard(cho)[-1].games) == 2
    assert heard(dee) == heard(cho)[-1:]


async def test_chances_are_as_late_as_the_boards(thinking: Stage) -> None:
    ann, _ = await thinking.seats("ann", "bob", settings=replace(RACE, spectator_delay_s=5))
    (cho,) = await watchers(thinking, ann.code, "cho")
    await ann.says(Start())
    await thinking.clock.advance(4_000)
    await ann.says(next_act(ann))
    await thinking.clock.advance(4_500)
    assert heard(cho) == []
    await thinking.clock.advance(5_000)
    assert known(cho)[ann.game].n == 1


async def test_each_board_is_looked_at_once_and_none_while_nobody_watches() -> None:
    engine = QuickThinker()
    async with Stage(engine=engine) as stage:
        ann, _ = await racing(stage, "ann", "bob")
        await tick(stage)
        assert engine.looked_at == []
        cho, _ = await watchers(stage, ann.code, "cho", "dee")
        for _ in range(5):
            await tick(stage)
        assert len(engine.looked_at) == 2
        await cho.leaves()


async def test_a_player_gets_none_before_the_own_game_has_ended_on_any_identity(thinking: Stage) -> None:
    ann, bob = await racing(thinking, "ann", "bob")
    code = ann.code
    other = await thinking.enter(code, "dee", also="ann")
    (cho,) = await watchers(thinking, code, "cho")
    await ann.says(next_act(ann))
    await tick(thinking)
    assert heard(cho)
    assert (heard(ann), heard(bob), heard(other)) == ([], [], [])
    await resign(bob)
    await tick(thinking)
    assert known(bob)[ann.game].n == 1
    assert (heard(ann), heard(other)) == ([], [])


async def test_a_server_that_does_not_search_sends_none(stage: Stage) -> None:
    ann, _ = await racing(stage, "ann", "bob")
    (cho,) = await watchers(stage, ann.code, "cho")
    await tick(stage)
    assert heard(cho) == []


async def test_a_race_that_begins_while_people_watch_has_chances_and_the_next_one_has_its_own(thinking: Stage) -> None:
    (ann,) = await thinking.seats("ann", settings=RACE)
    (cho,) = await watchers(thinking, ann.code, "cho")
    races = []
    for _ in range(2):
        await ann.says(Start())
        await thinking.clock.advance(4_000 + 1000 * ann.replica.race.spectator_delay_s)
        await tick(thinking)
        assert heard(cho)[-1].race == ann.replica.race.id
        races.append(heard(cho)[-1].race)
        await ann.says(Act(ann.game, 1, "resign"))
        await thinking.clock.advance(1_000)
    assert len(set(races)) == 2


async def test_where_time_is_short_the_board_that_has_waited_longest_comes_first() -> None:
    engine = QuickThinker()
    engine.most_outlooks = 1
    async with Stage(engine=engine) as stage:
        ann, bob = await racing(stage, "ann", "bob")
        (cho,) = await watchers(stage, ann.code, "cho")
        await tick(stage)
        await tick(stage)
        for _ in range(4):
            for actor in (ann, bob):
                await actor.says(next_act(actor))
            await tick(stage)
        players = {game.game: game.player for game in cho.replica.games.values()}
        assert [players[each.game] for event in heard(cho) for each in event.games] == ["ann", "bob"] * 3


async def test_a_failed_search_keeps_no_later_one_from_the_audience(caplog: pytest.LogCaptureFixture) -> None:
    engine = Failing()
    async with Stage(engine=engine) as stage:
        ann, _ = await racing(stage, "ann", "bob")
        (cho,) = await watchers(stage, ann.code, "cho")
        await tick(stage)
        assert "the search broke" in caplog.text
        assert not heard(cho)
        engine.is_broken = False
        await tick(stage)
        assert len(known(cho)) == 2
