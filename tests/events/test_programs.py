"""Programs are rated among themselves, on leaderboards of their own."""

from random import Random

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import StoredPlayer
from gaprace.wire import Ready, Settings, VariantChoice
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import make_move, resign
from tests.rooms.stage import NOON, Stage

RACE = Settings(VariantChoice("mini"), seats=4)
CHOSEN = Settings(VariantChoice("mini"), seats=4, code="0123456789")


async def race(stage: Stage, players: list[str], settings: Settings = RACE, idle: str = "") -> None:
    """Race; everyone but `idle` makes a move, one after another."""
    seats = await stage.seats(*players, settings=settings)
    for seat in seats:
        await seat.says(Ready())
    await stage.clock.advance(5_000)
    for seat in seats:
        await stage.clock.advance(12_000)  # who gives up at once is not rated
        if seat.player.id != idle:
            await make_move(seat, Random(seat.player.id))
        await resign(seat)


async def rated(stage: Stage, kind: str) -> set[str]:
    page = await stage.boards.page(Leaderboard(kind, "all", "mini"), PageQuery(limit=9))
    return {row.player for row in page.items}


async def test_one_program_or_a_chosen_deal_rate_no_program(stage: Stage) -> None:
    for name in ("p1", "p2"):
        player = StoredPlayer(name, f"{name} (bot)", 1, f"hash of {name}", NOON, program=True)
        await stage.store.add_player(player)
    await race(stage, ["ann", "p1"])
    await race(stage, ["p1", "p2"], CHOSEN)
    assert await rated(stage, "programs") == await rated(stage, "rating") == set()
    await race(stage, ["p1", "p2"], idle="p2")
    assert await rated(stage, "programs") == {"p1", "p2"}
    ratings = [(await stage.store.ratings(name))["mini"] for name in ("p1", "p2")]
    assert ratings[0].value > ratings[1].value
