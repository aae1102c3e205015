"""Groups: making, joining, leading, leaving; their room, their leaderboards, their export."""

import csv
from codecs import BOM_UTF8
from io import StringIO

import msgspec
import pytest

from gaprace.errors import Refusal
from gaprace.events.daily_closings import Closings
from gaprace.groups.boards import GroupBoards
from gaprace.groups.csv_export import GroupExport
from gaprace.groups.feeds import GroupFeeds
from gaprace.groups.groups import Groups
from gaprace.groups.rooms import GroupRooms
from gaprace.groups.scores import GroupScores
from gaprace.play.events.calendar import DAY_MS, date_of
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.play.events.windows import window_of
from gaprace.play.people.group_roles import ABOUT_MS, MAX_GROUPS
from gaprace.ports import AtOnce, DailyKey, StoredBlock, StoredPlayer
from gaprace.rooms.registry import IDLE_TIMEOUT_MS
from gaprace.wire.http import Group, GroupChange, GroupRole, GroupSeason, NewGroup
from gaprace.wire.paging import FIRST_PAGE, PageQuery
from tests.events.daily_stage import TODAY, play
from tests.refusals import code_of
from tests.rooms.stage import Stage
from tests.steps import finish
from tests.store.material import RESULT, WON, play_daily


class Club:
    """Ann's group on a stage, with what works on groups."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.feeds = GroupFeeds(stage.store, stage.clock, AtOnce())
        self.groups = Groups(stage.store, stage.clock, stage.rooms, self.feeds)
        self.boards = GroupBoards(stage.store, stage.clock, AtOnce())
        self.export = GroupExport(stage.store, stage.clock, AtOnce())
        self.rooms = GroupRooms(stage.store, stage.clock, stage.rooms)
        self.code = self.link = ""

    async def player(self, name: str) -> StoredPlayer:
        return await self.stage.player(name)

    async def found(self, **settings: bool) -> None:
        group = await self.groups.create(await self.player("ann"), NewGroup("Chess Club", **settings))
        self.code, self.link = group.code, group.invitation

    async def joins(self, *names: str) -> None:
        """Join one after the other, by the link."""
        for name in names:
            await self.stage.clock.advance(1)
            await self.groups.join(await self.player(name), self.link)

    async def gives(self, by: str, member: str, role: GroupRole) -> Group:
        return await self.groups.change_role(await self.player(by), self.code, member, role)

    async def roles(self, reader: str = "ann") -> dict[str, str]:
        return {each.player: each.role for each in (await self.groups.view(self.code, reader)).members}


@pytest.fixture
async def club(stage: Stage) -> Club:
    club = Club(stage)
    await club.found()
    return club


# Making and joining


async def test_one_link_lets_people_in(club: Club) -> None:
    await club.joins("bob", "cho", "bob")
    shown = await club.groups.view(club.code, "bob")
    assert (shown.name, shown.size, shown.role, shown.invitation) == ("Chess Club", 3, "member", club.link)
    assert await club.roles("bob") == {"ann": "owner", "bob": "member", "cho": "member"}
    assert [each.name for each in shown.members] == ["ann", "bob", "cho"]
    own = (await club.groups.of_player("bob")).groups
    assert [(each.code, each.role, each.size) for each in own] == [(club.code, "member", 3)]


@pytest.mark.parametrize("name", ["", "x" * 25, "Gaprace Staff", "A\u202eB", "fuck", "deleted player"])
async def test_the_names_of_groups_are_those_that_players_may_have(club: Club, name: str) -> None:
    ann = await club.player("ann")
    for refused in (
        club.groups.create(ann, NewGroup(name)),
        club.groups.change(ann, club.code, GroupChange(name=name)),
    ):
        with pytest.raises(Refusal):
            await refused


async def test_owners_let_people_in_where_that_is_set(club: Club) -> None:
    await club.groups.change(await club.player("ann"), club.code, GroupChange(approval=True))
    await club.joins("bob", "cho")
    assert await club.roles() == {"ann": "owner", "bob": "pending", "cho": "pending"}
    assert (await club.groups.view(club.code, "bob")).members == []
    assert (await club.groups.of_player("ann")).groups[0].waiting == 2
    await club.gives("ann", "bob", "member")
    assert await club.roles("bob") == {"ann": "owner", "bob": "member"}
    assert await code_of(club.gives("bob", "cho", "member")) == "group_owners_only"
    await club.groups.remove(await club.player("ann"), club.code, "cho")
    assert await club.roles() == {"ann": "owner", "bob": "member"}
    await club.joins("cho")
    assert (await club.roles())["cho"] == "pending"


async def test_somebody_whom_an_owner_blocks_does_not_join_and_does_not_learn_why(club: Club) -> None:
    await club.joins("bob")
    await club.stage.store.add_block(StoredBlock("ann", "cho", 1))
    await club.stage.store.add_block(StoredBlock("ann", "bob", 1))
    await club.stage.store.add_block(StoredBlock("bob", "dee", 1))
    assert await code_of(club.groups.join(await club.player("cho"), club.link)) == "group_not_found"
    await club.joins("bob", "dee")
    assert await club.roles() == {"ann": "owner", "bob": "member", "dee": "member"}


async def test_a_renewed_link_ends_the_old_one(club: Club) -> None:
    renewed = await club.groups.renew_invitation(await club.player("ann"), club.code)
    assert renewed.invitation not in {None, club.link}
    assert await code_of(club.groups.join(await club.player("bob"), club.link)) == "group_not_found"
    club.link = renewed.invitation or ""
    await club.joins("bob")
    assert await code_of(club.groups.renew_invitation(await club.player("bob"), club.code)) == "group_owners_only"


async def test_a_player_is_in_so_many_groups_at_most(club: Club) -> None:
    bob = await club.player("bob")
    for number in range(MAX_GROUPS):
        await club.groups.create(bob, NewGroup(f"Club {number}"))
    for refused in (club.groups.create(bob, NewGroup("One more")), club.groups.join(bob, club.link)):
        assert await code_of(refused) == "too_many_groups"
    await club.groups.leave(bob, (await club.groups.of_player("bob")).groups[0].code)
    await club.joins("bob")


async def test_a_public_group_is_seen_by_all_and_joined_by_its_code(club: Club) -> None:
    await club.groups.change(await club.player("ann"), club.code, GroupChange(private=False, colour="red"))
    shown = await club.groups.view(club.code, None)
    assert (shown.name, shown.colour, shown.role, shown.members, shown.invitation) == (
        "Chess Club",
        "red",
        None,
        [],
        None,
    )
    bob = await club.player("bob")
    assert await code_of(club.groups.presence(bob, club.code)) == "group_members_only"
    assert (await club.groups.join(bob, club.code)).role == "member"


# Leading, leaving, deleting


async def test_a_group_is_deleted_by_its_owner_who_writes_its_name(club: Club) -> None:
    await club.joins("bob")
    room = await club.rooms.room(await club.player("bob"), club.code)
    assert await code_of(club.groups.delete(await club.player("bob"), club.code, "Chess Club")) == "group_owners_only"
    with pytest.raises(Refusal, match="Chess Club"):
        await club.groups.delete(await club.player("ann"), club.code, "Chess")
    await club.groups.delete(await club.player("ann"), club.code, " Chess  \uff23lub ")
    assert await code_of(club.groups.view(club.code, "ann")) == "group_not_found"
    assert (await club.groups.of_player("bob")).groups == []
    refused = await club.stage.enter(room, "bob")
    assert refused.bye.code == "room_not_found"


async def test_an_export_has_the_groups_of_a_person(club: Club) -> None:
    await club.joins("bob")
    await club.groups.show_presence(await club.player("bob"), club.code, shows=True)
    exported = await club.stage.exported("bob")
    (group,) = exported.records["groups"]
    assert (group["group"], group["name"], group["role"], group["shows_presence"]) == (
        club.code,
        "Chess Club",
        "member",
        True,
    )


# Who is about, and the room


async def test_members_see_who_is_about_and_lets_it_be_seen(club: Club) -> None:
    await club.joins("bob", "cho")
    await club.groups.show_presence(await club.player("bob"), club.code, shows=True)
    ann = await club.player("ann")
    assert (await club.groups.presence(ann, club.code)).about == ["bob"]
    assert [each.about for each in (await club.groups.view(club.code, "ann")).members] == [False, True, False]
    await club.stage.clock.advance(ABOUT_MS)
    assert (await club.groups.presence(ann, club.code)).about == []
    assert (await club.groups.presence(await club.player("bob"), club.code)).about == ["bob"]
    await club.groups.show_presence(await club.player("bob"), club.code, shows=False)
    assert (await club.groups.presence(ann, club.code)).about == []


async def test_the_room_of_a_group_is_made_anew_when_it_has_closed(club: Club) -> None:
    await club.joins("bob")
    room = await club.rooms.room(await club.player("ann"), club.code)
    assert await club.rooms.room(await club.player("bob"), club.code) == room
    await club.stage.enter(room, "ann")
    assert (await club.stage.enter(room, "bob")).bye is None
    about = await club.groups.presence(await club.player("ann"), club.code)
    assert (about.room, about.in_room) == (room, 2)
    for seat in ("ann", "bob"):
        await (await club.stage.enter(room, seat)).leaves()
    await club.stage.rooms.close()
    await club.stage.clock.advance(IDLE_TIMEOUT_MS + 1)
    await club.stage.rooms.sweep()
    assert (await club.groups.presence(await club.player("ann"), club.code)).room is None
    opened: list[str] = []
    again = await club.rooms.room(await club.player("bob"), club.code, lambda: opened.append("bob"))
    assert again != room
    assert await club.rooms.room(await club.player("ann"), club.code, lambda: opened.append("ann")) == again
    assert opened == ["bob"]


async def test_who_is_removed_loses_the_seat_in_the_room(club: Club) -> None:
    await club.joins("bob", "cho")
    room = await club.rooms.room(await club.player("ann"), club.code)
    await club.stage.enter(room, "ann")
    bob, cho = await club.stage.enter(room, "bob"), await club.stage.enter(room, "cho", watch=True)
    await club.groups.remove(await club.player("ann"), club.code, "bob")
    await club.groups.leave(await club.player("cho"), club.code)
    assert bob.bye
    assert cho.bye
    shown = await club.stage.rooms.view(room, "ann")
    assert [each.id for each in shown.members] == ["ann"]
    assert await club.stage.rooms.view(room, "bob") is None
    assert await code_of(club.rooms.room(await club.player("bob"), club.code)) == "group_not_found"


# Leaderboards


async def test_a_daily_is_ranked_among_the_members_and_in_the_world(club: Club) -> None:
    await club.joins("bob", "cho")
    games = {name: await play(club.stage, name, moves=moves) for name, moves in (("ann", 9), ("bob", 1), ("eve", 5))}
    board = await club.boards.board(club.code, TODAY, "mini", "ann")
    assert {row.player for row in board.rows} == {"ann", "bob"}
    assert [row.rank for row in board.rows] in ([1, 2], [1, 1])
    shown = {row.player: row.game for row in board.rows}
    assert shown == {"ann": games["ann"], "bob": None}
    world = await club.stage.boards.page(Leaderboard("daily", TODAY, "mini"), PageQuery(limit=50), "ann")
    assert (board.world_rank, board.world_size) == (world.mine.rank, 3)
    one, other = board.rows
    assert (one.against_group, other.against_group) == (-other.against_group, -one.against_group)
    assert one.against_group >= 0
    assert (await club.boards.board(club.code, TODAY, "addiction", "ann")).rows == []
    await club.stage.clock.advance(window_of(TODAY).ends_at - club.stage.clock.now())
    board = await club.boards.board(club.code, TODAY, "mini", "cho")
    assert {row.player: row.game for row in board.rows} == {name: games[name] for name in ("ann", "bob")}
    assert board.world_rank is None


@pytest.mark.parametrize(("day", "variant"), [("2023-02-30", "mini"), ("today", "mini"), (TODAY, "gaps"), (TODAY, "")])
async def test_what_is_no_daily_has_no_board(club: Club, day: str, variant: str) -> None:
    assert await code_of(club.boards.board(club.code, day, variant, "ann")) == "daily_not_found"


async def test_the_history_of_a_group_goes_back_page_by_page(club: Club) -> None:
    await club.joins("bob")
    dates = [f"2023-{month:02}-{day:02}" for month in (9, 10) for day in range(1, 21)]
    for number, date in enumerate(dates):
        await play_daily(club.stage.store, DailyKey(date, "mini"), "ann", RESULT)
        if number % 2:
            await play_daily(club.stage.store, DailyKey(date, "mini"), "bob", WON)
    first = await club.boards.history(club.code, "mini", PageQuery(limit=30), "ann")
    assert [day.date for day in first.items] == dates[::-1][:30]
    assert [(day.best, day.played, day.mine) for day in first.items[:2]] == [(["bob"], 2, 2), (["ann"], 1, 1)]
    second = await club.boards.history(club.code, "mini", PageQuery(first.next or "", 30), "bob")
    assert [day.date for day in second.items] == dates[::-1][30:]
    assert second.next is None
    assert {day.mine for day in second.items} == {1, None}
    assert (await club.boards.history(club.code, "addiction", FIRST_PAGE, "ann")).items == []
    for variant in ("gaps", ""):
        assert await code_of(club.boards.history(club.code, variant, FIRST_PAGE, "ann")) == "daily_not_found"


async def test_the_results_of_a_group_are_exported(club: Club) -> None:
    assert await _exported(club, "ann") == []
    await club.joins("bob", "=1+2")
    for name in ("ann", "=1+2"):
        await play(club.stage, name)
    await club.stage.clock.advance(40 * DAY_MS, asleep=True)
    await play(club.stage, "bob", _today(club), "addiction")
    rows = await _exported(club, "bob")
    assert [(row["date"], row["variant"]) for row in rows] == [
        (TODAY, "mini"),
        (TODAY, "mini"),
        (_today(club), "addiction"),
    ]
    (game,) = await club.stage.store.group_games(club.code, "addiction", _today(club), _today(club))
    assert (rows[2]["player"], int(rows[2]["score"]), rows[2]["won"]) == ("bob", game.result.score, "0")
    assert (rows[0]["rank"], rows[2]["rank"], rows[2]["own"]) == ("1", "1", "0")
    assert {row["name"] for row in rows} == {"ann", "'=1+2", "bob"}


async def _exported(club: Club, reader: str) -> list[dict[str, str]]:
    group = await club.boards.readable(club.code, reader)
    table = b"".join([part async for part in club.export.as_csv(group)])
    assert table.startswith(BOM_UTF8)
    return [*csv.DictReader(StringIO(table.decode("utf-8-sig")))]


def _today(club: Club) -> str:
    return date_of(club.stage.clock.now())


async def test_the_best_of_a_division_go_up_after_a_month_and_the_last_go_down(club: Club) -> None:
    players = ["ann", "bob", "cho", "dee", "eve"]
    await club.joins(*players[1:])
    await club.groups.change(await club.player("ann"), club.code, GroupChange(divisions=4))
    assert (await club.groups.view(club.code, "ann")).divisions == 4

    async def month(name: str, best_first: list[str]) -> None:
        for day in range(1, 6):
            for locked, each in zip(range(40, 0, -1), best_first, strict=False):
                result = msgspec.structs.replace(RESULT, locked=locked, score=locked)
                await play_daily(club.stage.store, DailyKey(f"{name}-{day:02}", "mini"), each, result)

    async def table(name: str) -> list[tuple[str, int | None, int | None, str | None]]:
        season = await club.boards.season(club.code, "mini", f"{name}-01", f"{name}-{30 + (name < '2023-11')}", "ann")
        return [(row.player, row.division, row.rank, row.zone) for row in season.rows]

    await month("2023-10", ["dee", "cho", "bob", "ann", "eve"])
    assert {each[1:] for each in await table("2023-10")} == {(None, each, None) for each in range(1, 6)}
    await finish(Closings(club.stage.store, club.stage.clock, AtOnce()))
    await finish(GroupScores(club.stage.store, AtOnce()))
    assert [each[:3] for each in await table("2023-11")] == [
        ("ann", 1, None),
        ("bob", 1, None),
        ("cho", 1, None),
        ("dee", 1, None),
        ("eve", 2, None),
    ]
    assert await club.stage.store.last_divisions(club.code, "mini", "2023-12") is not None
    await month("2023-11", ["eve", "ann", "dee", "cho"])
    assert await table("2023-11") == [
        ("ann", 1, 1, None),
        ("dee", 1, 2, None),
        ("cho", 1, 3, None),
        ("bob", 1, None, "down"),
        ("eve", 2, 1, "up"),
    ]
    await club.groups.change(await club.player("ann"), club.code, GroupChange(divisions=0))
    assert {each[1] for each in await table("2023-11")} == {None}


async def test_a_season_that_is_asked_for_again_is_the_same_until_something_of_it_changes(club: Club) -> None:
    await club.joins("bob", "cho")
    store, days = club.stage.store, [DailyKey(f"2023-10-{day:02}", "mini") for day in range(1, 8)]
    for day in days:
        await play_daily(store, day, "ann", RESULT)
        await play_daily(store, day, "bob", WON)
    closings = Closings(store, club.stage.clock, AtOnce())

    async def season() -> GroupSeason:
        """What is answered before the scores are stored; afterwards it is the same."""
        found = await club.boards.season(club.code, "mini", "2023-10-01", "2023-10-31", "ann")
        await finish(GroupScores(store, AtOnce()))
        assert found == await club.boards.season(club.code, "mini", "2023-10-01", "2023-10-31", "ann")
        return found

    unclosed = await season()
    await finish(closings)
    closed = await season()
    assert closed == await season() != unclosed  # with the scores of the world
    await play_daily(store, days[0], "cho", WON)
    await store.transact(lambda tx: tx.reopen_closings("mini", days[0].date))
    changed = await season()
    assert {row.player for row in changed.rows} == {"ann", "bob", "cho"}
    await finish(closings)
    assert (await season()).rows != changed.rows
    await club.groups.leave(await club.player("bob"), club.code)
    assert {row.player for row in (await season()).rows} == {"ann", "cho"}


async def test_a_season_of_closed_dailies_compares_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    store = club.stage.store
    for day in range(1, 7):
        await play_daily(store, DailyKey(f"2023-10-{day:02}", "mini"), "ann", RESULT)
    await finish(Closings(store, club.stage.clock, AtOnce()))
    compared = await club.boards.season(club.code, "mini", "2023-10-01", "2023-10-30", "ann")
    await finish(GroupScores(store, AtOnce()))
    monkeypatch.setattr(store, "group_games", None)  # no game is read
    assert await club.boards.season(club.code, "mini", "2023-10-01", "2023-10-30", "ann") == compared


async def test_a_season_has_the_means_of_the_members_between_two_dates(club: Club) -> None:
    await club.joins("bob", "cho")
    for day in range(1, 8):
        await play_daily(club.stage.store, DailyKey(f"2023-10-{day:02}", "mini"), "ann", RESULT)
        await play_daily(club.stage.store, DailyKey(f"2023-10-{day:02}", "mini"), "bob", WON)
    await play_daily(club.stage.store, DailyKey("2023-10-07", "mini"), "cho", RESULT)
    season = await club.boards.season(club.code, "mini", "2023-10-01", "2023-10-31", "cho")
    rows = [(row.rank, row.player, row.deals) for row in season.rows]
    assert rows == [(1, "bob", 7), (2, "ann", 7), (None, "cho", 1)]
    assert (season.rows[0].score or 0) > 0 > (season.rows[1].score or 0)
    short = await club.boards.season(club.code, "mini", "2023-10-02", "2023-10-05", "cho")
    assert [(row.rank, row.deals) for row in short.rows] == [(None, 4), (None, 4)]
    assert (await club.boards.season(club.code, "addiction", "2023-10-01", "2023-10-31", "cho")).rows == []


@pytest.mark.parametrize(("first", "last"), [("2023-10-02", "2023-10-01"), ("2023-01-01", "2023-04-03")])
async def test_a_season_has_an_end_after_its_beginning_and_not_too_late(club: Club, first: str, last: str) -> None:
    assert await code_of(club.boards.season(club.code, "mini", first, last, "ann")) == "bad_season"
