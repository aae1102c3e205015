"""Every row of a leaderboard can be replayed and checked; programs are rated among themselves, on ones of their own."""

from pathlib import Path
from random import Random

import msgspec

from gaprace.cli.main import main
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import window_of
from gaprace.ports import StoredFollow, StoredPlayer
from gaprace.wire import Ready, Settings, VariantChoice
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import TODAY, daily_of, make_move, play, resign, verified
from tests.plain import plain
from tests.rooms.stage import NOON, Stage
from tests.store.test_groups import GROUP, a_member, save


async def test_every_ranked_row_replays_to_what_it_shows_and_passes_verify(stage: Stage, tmp_path: Path) -> None:
    for number in range(6):
        await play(stage, f"p{number}", moves=1 + 5 * number)
    commitment = (await daily_of(stage)).commitment
    await stage.clock.advance(window_of(TODAY).ends_at - stage.clock.now())
    page = await stage.boards.page(Leaderboard("daily", TODAY, "mini"), PageQuery(limit=100))
    streaks = await stage.boards.page(Leaderboard("streak", "all", "mini"), PageQuery(limit=100))
    assert page.size == len(page.items) == 6
    assert {row.player: row.game for row in streaks.items} == {row.player: row.game for row in page.items}
    for row in page.items:
        game = await stage.replays.finished_game(row.game)
        assert (game.player, game.daily and game.daily.date, game.ranked) == (row.player, TODAY, True)
        record = verified(game)
        assert record.commitment == commitment
        assert row.result == plain(game)
        (tmp_path / "record.json").write_bytes(msgspec.json.encode(record))
        assert main(["verify", str(tmp_path / "record.json")]) == 0


async def test_a_page_names_the_latest_earlier_period_with_results(stage: Stage) -> None:
    await play(stage, "ann")
    tomorrow, later, no_more = (date_of(NOON + days * DAY_MS) for days in (1, 40, 61))
    earlier = {
        (kind, period): (await stage.boards.page(Leaderboard(kind, period, "mini"), PageQuery(limit=1))).earlier
        for kind, period in [
            ("daily", TODAY),
            ("daily", tomorrow),
            ("daily", later),
            ("daily", no_more),
            ("streak", "all"),
            ("streak", later[:7]),
            ("daily", "0001-01-01"),
        ]
    }
    assert list(earlier.values()) == [None, TODAY, TODAY, None, None, TODAY[:7], None]


async def test_people_are_ranked_among_friends_and_members_under_the_same_seal(stage: Stage) -> None:
    for number, name in enumerate(("ann", "bob", "cho", "dee")):
        await play(stage, name, moves=9 - number)
    for player, followed in (("bob", "dee"), ("dee", "bob"), ("bob", "ann"), ("cho", "bob")):
        await stage.store.add_follow(StoredFollow(player, followed, 1))
    await stage.player("eve")
    await save(stage.store, *(a_member(name) for name in ("bob", "cho", "dee", "eve")))
    board = Leaderboard("daily", TODAY, "mini")
    page = await stage.boards.page(board, PageQuery(limit=9), "bob", people=True)
    friends, club = page.circles
    for circle, players in ((friends, {"dee", "bob"}), (club, {"dee", "cho", "bob"})):
        in_world = [(row.player, row.game) for row in page.items if row.player in players]
        assert [(row.player, row.game) for row in circle.rows] == in_world
        assert [row.rank for row in circle.rows] == [*range(1, 1 + circle.size)]
    assert {row.game is None for row in club.rows if row.player != "bob"} == {True}
    assert (friends.absent, [each.player for each in club.absent]) == ([], ["eve"])
    assert (friends.group, club.group, club.name) == (None, GROUP.code, GROUP.name)
    assert (await stage.boards.page(board, PageQuery(limit=9), "bob")).circles == []
    assert (await stage.boards.page(board, PageQuery(limit=9), people=True)).circles == []


async def race(stage: Stage, players: list[str], code: str | None = None, idle: str = "") -> None:
    """Race on a drawn deal, or on one by its code; everyone but `idle` makes a move, one after another."""
    seats = await stage.seats(*players, settings=Settings(VariantChoice("mini"), seats=4, code=code))
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
    await race(stage, ["p1", "p2"], "0123456789")
    assert await rated(stage, "programs") == await rated(stage, "rating") == set()
    await race(stage, ["p1", "p2"], idle="p2")
    assert await rated(stage, "programs") == {"p1", "p2"}
    ratings = [(await stage.store.ratings(name))["mini"] for name in ("p1", "p2")]
    assert ratings[0].value > ratings[1].value
