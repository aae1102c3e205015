"""Flagged games are left out of the ranks, stay in sight with their reasons, and count again once they are cleared."""

from random import Random

from gaprace.moderation.examinations import CERTIFIED_LINE
from gaprace.play.events.calendar import DAY_MS
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import window_of
from gaprace.ports import StoredSession
from gaprace.rules.variants import VARIANTS
from gaprace.wire import Act, Ready, Settings, VariantChoice
from gaprace.wire.http import LeaderboardPage
from gaprace.wire.paging import PageQuery
from tests.events.daily_stage import TODAY, begin, make_move, play, resign, some_act
from tests.rooms.stage import Seat, Stage

DAILY = Leaderboard("daily", TODAY, "mini")
MOVES = 15
BOARDS = 90
"""Of a random game that surely has enough free choices to be recognised."""

MAX_ACTIONS = 400


async def rush(seat: Seat, seed: str) -> None:
    """Make moves without any time between them; where there is none, go back, or shuffle at the start."""
    random = Random(seed)
    while (mine := seat.replica.mine) and mine.moves < MOVES:
        act = some_act(seat, random)
        is_stuck = act.action == "shuffle" and mine.undoable
        await seat.says(Act(act.game, act.n, "undo") if is_stuck else act)


async def rush_daily(stage: Stage, name: str) -> str:
    seat = await begin(stage, name)
    await rush(seat, name)
    return await resign(seat)


async def page_of(stage: Stage, leaderboard: Leaderboard = DAILY, me: str | None = None) -> LeaderboardPage:
    return await stage.boards.page(leaderboard, PageQuery(limit=9), me)


def ranked(page: LeaderboardPage) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in page.items]


async def test_a_flagged_game_is_out_of_the_ranks_and_in_sight_until_it_is_cleared(stage: Stage) -> None:
    fast, person = await rush_daily(stage, "fast"), await play(stage, "ann", moves=MOVES)
    assert {player for _, player in ranked(await page_of(stage))} == {"fast", "ann"}
    await stage.examinations.step()
    page = await page_of(stage, me="fast")
    assert (ranked(page), page.size, page.mine) == ([(1, "ann")], 1, None)
    (row,) = page.flagged
    assert (row.player, row.name, row.game) == ("fast", "fast", fast)
    assert "faster_than_hands" in row.rules
    shown = await stage.replays.finished_game(fast, "fast")
    assert [flag.rule for flag in shown.flags] == row.rules
    assert f"{MOVES} moves in a row took 0.00 s" in shown.flags[0].message
    assert not shown.cleared
    assert not (await stage.replays.finished_game(person, "ann")).flags
    assert [each.game for each in await stage.store.noted_examinations(9)] == [fast]

    assert await stage.examinations.clear(fast, "Mod")
    page = await page_of(stage)
    assert (len(page.items), page.flagged) == (2, [])
    assert (await stage.replays.finished_game(fast, "fast")).cleared
    assert await stage.store.noted_examinations(9) == []
    assert not await stage.examinations.clear(fast, "Mod")
    assert not await stage.examinations.clear(person, "Mod")


async def test_games_are_examined_soon_after_they_end_and_one_of_a_sealed_daily_shows_the_rules_alone(
    stage: Stage,
) -> None:
    stage.runs(stage.examinations.step)
    await rush_daily(stage, "fast")
    await stage.clock.advance(1_000)
    month = await page_of(stage, DAILY, "stranger")
    assert month.flagged[0].rules
    await stage.clock.advance(window_of(TODAY).ends_at + DAY_MS - stage.clock.now(), asleep=True)
    assert (await page_of(stage)).flagged[0].game


async def test_a_copy_of_a_leaders_game_is_found_at_a_persons_pace(stage: Stage) -> None:
    random = Random("leader")
    leader = await begin(stage, "leader", variant="addiction")
    acts = list[str]()
    while (mine := leader.replica.mine) and mine.undoable < BOARDS and mine.n < MAX_ACTIONS:
        await stage.clock.advance(random.randrange(300, 6_000))
        act = some_act(leader, random)
        if act.action == "shuffle" and mine.shuffles == VARIANTS["addiction"].shuffles:
            act = Act(act.game, act.n, "undo")
        acts.append(act.action)
        await leader.says(act)
    original = await resign(leader)
    await stage.clock.advance(60_000)
    copy = await begin(stage, "copy", variant="addiction")
    for action in acts:
        await stage.clock.advance(random.randrange(300, 6_000))
        mine = copy.replica.mine
        await copy.says(Act(mine.game, mine.n + 1, action))
    copied = await resign(copy)
    await stage.examinations.step()
    assert not (await stage.replays.finished_game(original, "leader")).flags
    (flag,) = (await stage.replays.finished_game(copied, "copy")).flags
    assert (flag.rule, flag.other) == ("same_line", original)
    assert CERTIFIED_LINE not in flag.message


async def test_who_follows_a_look_from_the_same_address_counts_with_a_note_on_the_row_and_for_moderators(
    stage: Stage,
) -> None:
    for player, network in (("scout", "home"), ("follower", "home"), ("stranger", "away")):
        await stage.player(player)
        await stage.store.note_session(StoredSession(player, player, 1, 1, 2, "Firefox", network))
    await (await begin(stage, "scout")).leaves()
    await stage.clock.advance(60_000)
    follows, _ = await play(stage, "follower"), await play(stage, "stranger")
    await stage.examinations.step()
    marks = {row.player: row.scouted for row in (await page_of(stage)).items}
    assert marks == {"follower": True, "stranger": False}
    assert [each.game for each in await stage.store.noted_examinations(9)] == [follows]
    await stage.examinations.clear(follows, "Mod")
    assert not any(row.scouted for row in (await page_of(stage)).items)


RACE = Settings(VariantChoice("mini"), seats=2)
RATING = Leaderboard("rating", "all", "mini")


async def race(stage: Stage, players: dict[str, bool]) -> dict[str, str]:
    """Race; some rush, the others take their time. Return the games."""
    code = await stage.create(next(iter(players)), RACE)
    seats = {name: await stage.enter(code, name) for name in players}
    for seat in seats.values():
        await seat.says(Ready())
    await stage.clock.advance(5_000)
    for name, seat in seats.items():
        if players[name]:
            await rush(seat, name)
    random = Random("slow")
    for name, seat in seats.items():
        for _ in range(0 if players[name] else MOVES):
            await stage.clock.advance(random.randrange(300, 6_000))
            await make_move(seat, random)
    return {name: await resign(seat) for name, seat in seats.items()}


async def test_a_flagged_race_keeps_its_player_off_the_ratings_until_all_such_races_are_cleared(stage: Stage) -> None:
    games = [await race(stage, {"ann": False, "fast": True})]
    assert len((await page_of(stage, RATING)).items) == 2
    await stage.examinations.step()
    page = await page_of(stage, RATING)
    assert [row.player for row in page.items] == ["ann"]
    assert [row.player for row in page.flagged] == ["fast"]
    games.append(await race(stage, {"ann": False, "fast": True}))
    assert [row.player for row in (await page_of(stage, RATING)).items] == ["ann"]
    await stage.examinations.step()
    await stage.examinations.clear(games[0]["fast"], "Mod")
    assert [row.player for row in (await page_of(stage, RATING)).items] == ["ann"]
    await stage.examinations.clear(games[1]["fast"], "Mod")
    assert {row.player for row in (await page_of(stage, RATING)).items} == {"ann", "fast"}
