"""The draw of a race: committed to before any seed, drawn together, and proven by the record."""

import msgspec

from gaprace.play.live.phases import COUNTDOWN_MS
from gaprace.rooms.coordinator import SEED_GATHER_MS
from gaprace.rules.deal import Deal
from gaprace.rules.record import verify
from gaprace.wire import (
    Finished,
    Leave,
    Ready,
    Rematch,
    Reveal,
    Room,
    Settings,
    Start,
    VariantChoice,
    encode,
)
from tests.events.daily_stage import resign
from tests.memory_store import MemoryDatabase
from tests.rooms.stage import NOON, ManualClock, Seat, Stage

OPEN = Settings(variant=VariantChoice("mini"), seats=4, limit_minutes=1)
SOLO = Settings(variant=VariantChoice("mini"), seats=1, limit_minutes=None)
NONE = "00" * 16


def seed_of(number: int) -> str:
    return f"{number:032x}"


def commitment_of(seat: Seat) -> str | None:
    return seat.replica.room.commitment if seat.replica.room else None


def deal_of(seat: Seat) -> Deal:
    return seat.room.race.state.deal


def seeds_of(seat: Seat) -> list[str]:
    draw = deal_of(seat).draw
    return [seed.hex() for seed in draw.seeds] if draw else []


async def finished(stage: Stage, *seats: Seat) -> Reveal:
    """Let the race begin and end, and return the proof."""
    await stage.clock.advance(COUNTDOWN_MS)
    for seat in seats:
        await resign(seat)
    return seats[0].last(Finished).reveal


async def test_the_commitment_stands_before_the_seeds_and_the_record_proves_the_draw(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob", settings=OPEN)
    committed = commitment_of(ann)
    await bob.contributes(seed_of(2))
    await ann.contributes(seed_of(1))
    await ann.says(Ready())
    await bob.says(Ready())
    assert (ann.replica.race.commitment, commitment_of(ann)) == (committed, None)
    reveal = await finished(stage, ann, bob)
    assert (reveal.origin, reveal.seeds, reveal.commitment) == ("drawn", [seed_of(1), seed_of(2)], committed)
    game = await stage.replays.finished_game(ann.game)
    record = msgspec.to_builtins(game.record)
    assert verify(record)["ok"]
    assert (record["version"], record["seeds"], record["commitment"]) == (2, reveal.seeds, committed)
    assert record["code"] == reveal.code


async def test_a_seed_for_another_commitment_changes_nothing_and_is_answered(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob", settings=OPEN)
    await ann.contributes(seed_of(1), commitment="0" * 64)
    assert isinstance(ann.heard[-1], Room)
    await stage.clock.advance(SEED_GATHER_MS)
    assert bob.replica.room.seeds == 0
    await ann.says(Start())
    assert seeds_of(ann) == [NONE, NONE]


async def test_a_player_who_leaves_after_the_draw_changes_nothing_of_it(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob", settings=OPEN)
    await bob.contributes(seed_of(2))
    await ann.says(Start())
    await bob.says(Leave())
    assert (await finished(stage, ann)).seeds == [NONE, seed_of(2)]


async def test_a_solo_game_waits_for_nothing_and_has_the_seed(stage: Stage) -> None:
    (ann,) = await stage.seats("ann", settings=SOLO)
    await ann.contributes(seed_of(7))
    await ann.says(Start())
    assert ann.replica.started
    assert seeds_of(ann) == [seed_of(7)]


async def test_after_a_race_another_commitment_stands_for_the_rematch(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob", settings=OPEN)
    first = commitment_of(ann)
    await ann.says(Start())
    assert commitment_of(ann) is None
    await finished(stage, ann, bob)
    second = commitment_of(ann)
    assert second not in {first, None}
    await bob.contributes(seed_of(2))
    await ann.says(Rematch())
    await bob.says(Rematch())
    assert ann.replica.race.commitment == second
    assert seeds_of(ann) == [NONE, seed_of(2)]


async def test_neither_secret_nor_seed_is_sent_before_the_end(stage: Stage) -> None:
    ann, bob = await stage.seats("ann", "bob", settings=OPEN)
    await ann.contributes(seed_of(1))
    await ann.says(Start())
    await stage.clock.advance(COUNTDOWN_MS)
    heard = b"".join(encode(event) for seat in (ann, bob) for event in seat.heard).decode()
    deal = deal_of(ann)
    assert deal.commitment in heard
    assert not any(each in heard for each in (deal.secret.hex(), deal.key.hex(), seed_of(1)))


# Processes that come and go


async def test_a_seed_that_reaches_another_process_counts(stages: list[Stage]) -> None:
    stage, other = stages
    (ann,) = await stage.seats("ann", settings=OPEN)
    bob = await other.enter(ann.code, "bob")
    assert commitment_of(bob) == commitment_of(ann)
    await bob.contributes(seed_of(2))
    await stage.clock.advance(SEED_GATHER_MS)
    await ann.contributes(seed_of(1))
    await ann.says(Start())
    assert seeds_of(ann) == [seed_of(1), seed_of(2)]
    await stage.clock.advance(COUNTDOWN_MS)
    assert deal_of(bob) == deal_of(ann)


async def test_a_start_while_another_process_stores_a_seed_is_not_refused(stages: list[Stage]) -> None:
    stage, other = stages
    (ann,) = await stage.seats("ann", settings=OPEN)
    bob = await other.enter(ann.code, "bob")
    await stage.clock.advance(SEED_GATHER_MS)
    stage.bus.unsubscribe(ann.code)  # this process does not hear of the seed
    await bob.contributes(seed_of(2))
    await stage.clock.advance(SEED_GATHER_MS)
    await ann.says(Start())
    assert seeds_of(ann) == [NONE, seed_of(2)]


async def test_a_server_that_stops_between_commitment_and_start_keeps_both_commitment_and_seeds() -> None:
    database, clock = MemoryDatabase(), ManualClock()
    async with Stage(database, clock) as stage:
        ann, bob = await stage.seats("ann", "bob", settings=OPEN)
        code, committed = ann.code, commitment_of(ann)
        await bob.contributes(seed_of(2))
        await clock.advance(SEED_GATHER_MS)
    async with Stage(database, clock) as stage:
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        assert commitment_of(ann) == committed
        await ann.contributes(seed_of(1))
        await bob.contributes(seed_of(2))  # its client sends it again
        await ann.says(Start())
        assert seeds_of(ann) == [seed_of(1), seed_of(2)]
        deal = deal_of(ann)
    async with Stage(database, clock) as stage:  # and once more, between the draw and the start instant
        ann, bob = await stage.enter(code, "ann"), await stage.enter(code, "bob")
        assert deal_of(ann) == deal
        assert (await finished(stage, ann, bob)).commitment == committed
    assert clock.now() > NOON
