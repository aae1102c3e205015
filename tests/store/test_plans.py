"""What is read of one player, group, date or part of a leaderboard takes indexes, however much else there is."""

import re
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gaprace.ports import FIRST_GUEST, Cursor, DailyKey, GameFilter, PageRequest, RaceFilter, StoredPresence
from gaprace.store.moderation import SqlModerationSteps
from gaprace.store.ratings import SqlRatingSteps
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import games
from tests.many_results import AT, LEADERBOARD, fill

MANY = 6_000
ME, OTHER, GROUP = "p0000500", "p0000501", "G1"
DAILY = DailyKey(LEADERBOARD.period, LEADERBOARD.variant)
FILLED = {
    "sessions": "(id, player, generation, began_at, seen_at, device, network)"
    " SELECT id, id, 1, 0, 0, '', '' FROM players",
    "blocks": "(player, blocked, at) SELECT id, 'x' || id, 0 FROM players",
    "follows": "(player, followed, at) SELECT id, 'x' || id, 0 FROM players UNION ALL SELECT id, 'p0000500', 0"
    " FROM players WHERE id BETWEEN 'p0000600' AND 'p0000650'"
    " UNION ALL SELECT 'p0000500', id, 0 FROM players WHERE id BETWEEN 'p0000600' AND 'p0000700'",
    "presences": "(player, seen_at, doing) SELECT id, 0, 'about' FROM players",
    "decisions": "(id, at, moderator, action, reason, player, detail) SELECT id, 0, '', '', '', id, '' FROM players",
    "ratings": "(player, variant, mu, sigma, races) SELECT id, 'addiction', 25, 8, 1 FROM players",
    "examinations": "(game, leaderboard, asked_at, flags, done, noted, flagged)"
    " SELECT id, '', 1, '', true, true, false FROM games",
    "rating_changes": "(race, player, variant, at, mu, sigma, races)"
    " SELECT 'r0', id, 'addiction', 0, 25, 8, 1 FROM players",
    "daily_scores": "(date, variant, player, game, score, performance, strength, error)"
    " SELECT substr(event, 1, 10), substr(event, 12), player, game, 0, 0, 0, 0 FROM entries",
    "groups": "(code, name, colour, invitation, private, approval, created_at)"
    " SELECT 'G' || substr(id, 2), '', '', id, false, false, 0 FROM players",
    "events": '(code, kind, deal, player, opens_at, closes_at, ends_at, ranked, lifted, shows, "order", ends_early,'
    ' "group", parent, label)'
    " SELECT 'C' || substr(id, 2), 'group_daily', (SELECT min(id) FROM deals), id, 0, 2, 2, true, 'end', 'seat',"
    " 'race', false, 'G' || substr(id, 2), NULL, '2026-11-02' FROM players"
    " UNION ALL SELECT 'R' || substr(id, 2), 'round', (SELECT min(id) FROM deals), id, 0, 2, 2, true, 'end', 'seat',"
    " 'race', false, NULL, 'A' || substr(id, 2), '1' FROM players",
    "entries": "(event, player, at) SELECT 'C' || substr(id, 2), id, 0 FROM players"
    " UNION ALL SELECT 'A' || substr(id, 2), id, 0 FROM players",
    "arenas": '(code, name, player, form, variant, made_at, starts_at, round_ms, rounds, "group", listed, teams,'
    " team_scores, repeat_days, zone, round, settled, due_at)"
    " SELECT 'A' || substr(id, 2), '', id, 'arena', 'mini', 0, 2, 60000, 3, 'G' || substr(id, 2), false, 0, 0, 0,"
    " 'UTC', 0, 0, 2 FROM players",
    "group_scores": '("group", daily, date, version, scored)'
    " SELECT 'G' || substr(id, 2), 'addiction', '2026-11-02', 1, 0 FROM players",
    "group_members": '("group", player, role, joined_at, shows_presence)'
    " SELECT 'G' || substr(id, 2), id, 'member', 0, false FROM players",
}
PARTS = {
    "top": PageRequest(50),
    "next": PageRequest(50, after=Cursor(30 << 40, "p0000001")),
    "before": PageRequest(50, before=Cursor(30 << 40, "p0000001")),
    "around me": PageRequest(50, around=True),
    "beyond the end": PageRequest(50, after=Cursor(1 << 60, "p0000001")),
}
BIG = "|".join(["players", "games", "places", *FILLED])
WHOLE_TABLE = re.compile(rf"Seq Scan on ({BIG})\b|SCAN ({BIG})\b(?!.* USING .*INDEX .*\()")

Read = Callable[[SqlStore], Awaitable[object]]


async def step(store: SqlStore, work: Callable[[AsyncConnection], Awaitable[object]]) -> None:
    """Take a step of a transaction, on a connection whose statements are noted."""
    async with store.database.read() as connection:
        await work(connection)


READS: dict[str, Read] = {
    "player": lambda store: store.player(ME),
    "signed_in": lambda store: store.signed_in(ME, ME),
    "names": lambda store: store.names([ME, OTHER]),
    "blocks": lambda store: store.blocks(ME),
    "kept_apart": lambda store: store.kept_apart(ME),
    "followed_by": lambda store: store.followed_by(ME),
    "acquaintances": lambda store: store.acquaintances(ME, LEADERBOARD, 5),
    "suggestions": lambda store: store.suggestions(ME, 20),
    "note_presences": lambda store: store.note_presences([StoredPresence(ME, 1)]),
    "places_of": lambda store: store.places_of(LEADERBOARD, [ME, OTHER], 2),
    "entry": lambda store: store.entry(DAILY.event, ME),
    "daily_games": lambda store: store.daily_games(ME, "addiction"),
    "memberships": lambda store: store.memberships("G0000500"),
    "groups_of": lambda store: store.groups_of(ME),
    "group_games": lambda store: store.group_games("G0000500", "addiction", "2026-11-01", "2026-11-30"),
    "group_scores": lambda store: store.group_scores("G0000500", "addiction", "2026-11-01", "2026-11-30"),
    "own_group_scores": lambda store: store.group_scores("G0000500", "own", "2026-11-01", "2026-11-30"),
    "listed_races": lambda store: store.listed_races(100, 50),
    "past_races": lambda store: store.past_races(RaceFilter("mini", ME, since=1, after=(AT, "")), 20),
    "due_groups": lambda store: store.due_groups(1, 10),
    "due_events": lambda store: store.due_events(1),
    "arena": lambda store: store.arena("A0000500"),
    "arenas_of": lambda store: store.arenas_of(ME, 0, 10),
    "listed_arenas": lambda store: store.listed_arenas(10),
    "group_arenas": lambda store: store.group_arenas("G0000500", 10),
    "due_arenas": lambda store: store.due_arenas(1),
    "arena_rounds": lambda store: store.arena_rounds("A0000500"),
    "arena_games": lambda store: store.arena_games("A0000500", 1),
    "last_group_daily": lambda store: store.last_group_daily("G0000500"),
    "group_dailies_of": lambda store: store.group_dailies_of(ME),
    "own_group_games": lambda store: store.group_games("G0000500", "own", "2026-11-01", "2026-11-30"),
    "own_group_dates": lambda store: store.group_dates("G0000500", "own", "2026-12-01", 10),
    "challenges_to": lambda store: store.challenges_to(ME, [OTHER], 0, 2),
    "group_challenges": lambda store: store.group_challenges("G0000500", 10),
    "group_dates": lambda store: store.group_dates("G0000500", "addiction", "2026-12-01", 10),
    "shared_races": lambda store: store.shared_races(ME, OTHER, 50),
    "shared_dailies": lambda store: store.shared_dailies(ME, OTHER),
    "count_unread_decisions": lambda store: store.count_unread_decisions(ME),
    "ratings": lambda store: store.ratings(ME),
    "rating_history": lambda store: store.rating_history(ME, "addiction", 100),
    "daily_scores": lambda store: store.daily_scores(DAILY, [ME, OTHER]),
    "form": lambda store: store.form(ME, 100),
    "open_sessions": lambda store: store.open_sessions(ME),
    "ended_sessions": lambda store: store.ended_sessions(ME),
    "figures": lambda store: store.figures(ME, 8, AT),
    "last_ended_at": lambda store: store.last_ended_at(ME),
    "ended_games": lambda store: store.ended_games(ME, GameFilter(open_by=AT), 20),
    "games_of_a_kind": lambda store: store.ended_games(ME, GameFilter("mini", "race", won=True, after=(AT, "")), 20),
    "games_with": lambda store: store.ended_games(ME, GameFilter(rival=OTHER, listed=True), 20),
    "rivals": lambda store: store.shared_races(ME, None, 50),
    "game_ids": lambda store: store.game_ids(ME),
    "own_games": lambda store: store.own_games(ME, ["g0000500"]),
    "own_places": lambda store: store.own_places(ME),
    "accuracies": lambda store: store.accuracies(ME, 100),
    "challenges_of": lambda store: store.challenges_of(ME, 0, 10),
    "subjects_of": lambda store: store.subjects_of(ME),
    "last_races": lambda store: step(
        store, lambda connection: SqlRatingSteps(store.database, connection).last_races([ME], "addiction", 30)
    ),
    "countable_games": lambda store: step(
        store, lambda connection: SqlModerationSteps(store.database, connection).countable_games(ME, 9)
    ),
    "delete_guests": lambda store: store.delete_guests(FIRST_GUEST, 1, 500),
}


Statement = tuple[str, Sequence[Any]]


@contextmanager
def statements_of(store: SqlStore) -> Iterator[list[Statement]]:
    """All that is asked of the database while this lasts."""
    asked: list[Statement] = []
    engine = store.database.reader.sync_engine

    def note(_connection: object, _cursor: object, statement: str, values: Sequence[Any], *_: object) -> None:
        asked.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


TIMES = 7
"""Having planned a statement for five times' values, Postgres may turn to one plan for all values."""


async def plan_of(connection: AsyncConnection, statement: Statement) -> list[str]:
    """The lines of the plan by which a statement is answered that is asked again and again."""
    sql, values = statement
    if connection.dialect.name == "sqlite":
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", tuple(values))
        return [row.detail for row in rows]
    literals = f"({', '.join(map(_literal, values))})" if values else ""
    await connection.exec_driver_sql("SET random_page_cost = 1.1")  # or reading all of 20 000 rows may seem to pay
    await connection.exec_driver_sql(f"PREPARE asked AS {sql}")
    for _ in range(TIMES):
        lines = [row[0] for row in await connection.exec_driver_sql(f"EXPLAIN EXECUTE asked{literals}")]
    await connection.exec_driver_sql("DEALLOCATE asked")
    return lines


async def plans_of(store: SqlStore, read: Callable[[SqlStore], Awaitable[object]]) -> list[str]:
    """The lines of the plans of all that a reading asks of the database."""
    with statements_of(store) as asked:
        await read(store)
    assert asked
    async with store.database.reader.connect() as connection:
        return [line for statement in asked for line in await plan_of(connection, statement)]


def _literal(value: object) -> str:
    if isinstance(value, list):
        return f"ARRAY{value}::text[]"
    return "NULL" if value is None else repr(value)


@pytest.fixture
async def big_store(sql_store: SqlStore) -> SqlStore:
    await fill(sql_store, MANY, alone=True)
    async with sql_store.database.write() as connection:
        for table, rows in FILLED.items():
            await connection.execute(text(f"INSERT INTO {table} {rows}"))
        await connection.execute(text("ANALYZE"))
    return sql_store


async def test_nothing_that_concerns_one_player_or_group_reads_a_whole_table(big_store: SqlStore) -> None:
    scans: dict[str, list[str]] = {}
    for name, read in READS.items():
        plans = await plans_of(big_store, read)
        if found := [line for line in plans if WHOLE_TABLE.search(line)]:
            scans[name] = found
    assert scans == {}


async def test_every_part_of_a_leaderboard_is_read_by_indexes_alone_and_shows_the_ranks_of_counting(
    big_store: SqlStore,
) -> None:
    async with big_store.database.reader.connect() as connection:
        keys = [*await connection.scalars(text("SELECT key FROM places ORDER BY key"))]
    for name, part in PARTS.items():
        page = await big_store.leaderboard_page(LEADERBOARD, part, ME)
        rows = [*page.rows, page.mine]
        assert page.size == MANY
        assert [row.rank for row in rows] == [1 + bisect_left(keys, row.key) for row in rows]
        plans = await plans_of(big_store, lambda store, part=part: store.leaderboard_page(LEADERBOARD, part, ME))
        assert any("ix_places_leaderboard_key_player" in line for line in plans)
        assert any("place_counts" in line for line in plans)
        assert [line for line in plans if WHOLE_TABLE.search(line)] == [], name


async def test_the_results_of_one_who_has_played_very_much_are_read_by_an_index_alone(big_store: SqlStore) -> None:
    async with big_store.database.write() as connection:
        await connection.execute(update(games).where(games.c.id < "g0003000").values(player=ME))
        await connection.execute(text("ANALYZE"))
    await big_store.figures(ME, 8, AT)  # sums them up
    alone = re.compile("(Index Only Scan|COVERING INDEX).* ix_games_of_player|COVERING INDEX ix_games_of_player")
    for read in (READS["figures"], READS["shared_races"]):
        assert [line for line in await plans_of(big_store, read) if alone.search(line)]
