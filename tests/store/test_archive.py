"""The contract of `ports.ArchiveStore`: whoever reads a game does not notice that it is packed."""

from random import Random
from typing import Any

from msgspec import structs
from sqlalchemy import select

from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import GameFilter, Moment, ShownBoards, Store
from gaprace.rules.packing import ACTIONS
from gaprace.store.database import open_database
from gaprace.store.deals import PLAY
from gaprace.store.sql_store import SqlStore
from gaprace.store.tables import games
from tests.positions import random_drawn_deal, random_game
from tests.store.ends import end_game
from tests.store.material import RESULT, play_race

ENDED_AT = RESULT.ended_at
GAME = random_game(Random(3), random_drawn_deal(Random(3)), 80)
PLAYED = structs.replace(
    RESULT, transcript=GAME.transcript, boards=ShownBoards(GAME.board.text, (GAME.deal.opening().text,) * 2)
)


async def readings(store: Store) -> list[object]:
    """Everything that is read of how games were played."""
    return [
        await store.finished_game("one-ann"),
        await store.finished_game("one-bob"),
        await store.race("one"),
        await store.own_games("ann", ["one-ann", "two-ann"]),
        await store.ended_games("ann", GameFilter(), 10),
        await store.earlier_games(Leaderboard("rating", "all", "addiction"), GAME.deal, "cho", ENDED_AT + 9, 10),
        await store.transact(lambda tx: tx.rated_races("addiction", Moment(0, ""), 10)),
    ]


async def fill(store: Store) -> None:
    of_one = {"ann": PLAYED, "bob": RESULT, "cho": structs.replace(RESULT, transcript="")}
    await play_race(store, "one", of_one, deal=GAME.deal)
    await play_race(store, "two", {"ann": structs.replace(PLAYED, ended_at=ENDED_AT + 5), "bob": None}, deal=GAME.deal)


async def test_nobody_who_reads_a_game_notices_that_it_is_packed(store: Store) -> None:
    await fill(store)
    before = await readings(store)
    assert await store.archive_games(ENDED_AT + 1, 10) == 3
    assert await readings(store) == before
    assert await store.archive_games(ENDED_AT + 9, 10) == 1
    assert await readings(store) == before


async def test_a_few_games_are_packed_at_a_time_each_once_and_no_running_ones(store: Store) -> None:
    await fill(store)
    assert await store.archive_games(ENDED_AT, 10) == 0
    assert [await store.archive_games(ENDED_AT + 9, 3) for _ in range(3)] == [3, 1, 0]
    assert await end_game(store, "two-bob", 0, structs.replace(RESULT, ended_at=ENDED_AT + 7))
    assert await store.archive_games(ENDED_AT + 9, 3) == 1


async def test_the_texts_of_a_packed_game_are_gone(database_url: str) -> None:
    store = SqlStore(open_database(database_url))
    await fill(store)
    before = await played_rows(store)
    assert await store.archive_games(ENDED_AT + 1, 10) == 3
    after = await played_rows(store)
    assert after["two-ann"] == before["two-ann"]
    assert after["one-ann"][:3] == (None, None, None)
    data = after["one-ann"][3]
    assert data[0] == ACTIONS
    assert len(data) < len(GAME.transcript)
    await store.close()


async def played_rows(store: SqlStore) -> dict[str, Any]:
    async with store.database.read() as connection:
        return {row.id: tuple(row)[1:] for row in await connection.execute(select(games.c.id, *PLAY))}
