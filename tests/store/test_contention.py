"""The contract of `ports.Store` under contention: several processes write at once, or are cancelled half-way."""

import asyncio
from itertools import chain, count
from random import Random

from sqlalchemy import text

from gaprace.ports import Store, StoredAction, Written
from gaprace.store.database import open_database
from tests.store.material import RESULT, OpenStore, begin, end_game, some_actions

STORED, TAKEN, ENDED = Written.STORED, Written.TAKEN, Written.ENDED


async def test_writers_of_many_games_never_share_a_number_nor_lock_each_other_out(open_store: OpenStore) -> None:
    """In any order of the games, and what is reported as stored is what is stored."""
    stores = [open_store() for _ in range(5)]
    race = await begin(stores[0], players=20)
    games = [game.id for game in race.games]

    async def append(store: Store, writer: int, first: int) -> list[StoredAction]:
        """Return the actions that were reported as stored."""
        order = Random(writer).sample(games, len(games))
        group = [action for game in order for action in some_actions(game, first, first + 4, f"w{writer}")]
        written = await store.appender.append_actions(group)
        assert {*written} <= {STORED, TAKEN}
        return [action for action, what in zip(group, written, strict=True) if what is STORED]

    reported = dict[str, list[StoredAction]]()
    for first in range(1, 51, 5):
        for action in chain(*await asyncio.gather(*(append(each, at, first) for at, each in enumerate(stores)))):
            reported.setdefault(action.game, []).append(action)
    assert await stores[0].actions(games) == reported
    assert all([action.n for action in log] == list(range(1, 51)) for log in reported.values())


async def test_an_append_and_an_end_at_once_never_lose_or_revive_an_action(store: Store, other: Store) -> None:
    """In either order, a game ends with exactly the actions that were reported as stored."""
    race = await begin(store, players=40)
    lengths = []

    async def append(game: str, last: int) -> list[Written]:
        return [(await store.appender.append_actions(some_actions(game, n, n)))[0] for n in range(1, last + 1)]

    async def end(game: str) -> tuple[int, int]:
        """Try to end the game with its current or a coming number until it works; return that number and the tries."""
        for tries in count():
            n = len((await other.actions([game]))[game]) + tries % 3
            if await end_game(other, game, n, RESULT):
                return n, tries
        raise AssertionError

    for last, game in enumerate(race.games):
        written, (length, tries) = await asyncio.gather(append(game.id, last), end(game.id))
        assert written == [STORED] * length + [ENDED] * (last - length)
        assert await store.actions([game.id]) == {game.id: []}
        assert await store.appender.append_actions(some_actions(game.id, length + 1, length + 1)) == [ENDED]
        lengths.append((length, tries))
    assert len(set(lengths)) > 2, "the two have hardly ever met"


async def test_a_crowd_of_readers_and_writers_is_served(store: Store, other: Store) -> None:
    race = await begin(store, players=40)

    async def use(store: Store, game: str, player: str) -> None:
        assert await store.appender.append_actions(some_actions(game, 1, 5)) == [STORED] * 5
        assert len((await store.actions([game]))[game]) == 5
        await store.rename_player(player, game)
        assert await store.names([player]) == {player: game}
        assert await end_game(store, game, 5, RESULT)
        assert await store.finished_game(game)

    await asyncio.gather(
        *(use(each, game.id, game.player) for each, game in zip([store, other] * 20, race.games, strict=True))
    )


async def test_a_cancelled_append_has_written_all_or_nothing_and_blocks_no_other(store: Store) -> None:
    race = await begin(store, players=20)
    for turns, game in enumerate(race.games):
        task = asyncio.create_task(store.appender.append_actions(some_actions(game.id, 1, 3)))
        for _ in range(2 * turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        log = (await store.actions([game.id]))[game.id]
        assert log in ([], some_actions(game.id, 1, 3))
        rest = some_actions(game.id, len(log) + 1, 4)
        assert await store.appender.append_actions(rest) in ([STORED] * len(rest), [TAKEN] * len(rest))


async def test_the_journal_waits_for_one_transaction_at_most(sqlite_url: str) -> None:
    database, order, may_end = open_database(sqlite_url), [], asyncio.Event()

    async def write(number: int) -> None:
        async with database.write() as connection:
            await connection.execute(text("SELECT 1"))
            await may_end.wait()
        order.append(f"transaction {number}")

    async def append() -> None:
        await database.appender.append_actions(())
        order.append("journal")

    waiting = [asyncio.create_task(write(number)) for number in range(5)]
    await asyncio.sleep(0)
    waiting.append(asyncio.create_task(append()))
    await asyncio.sleep(0)
    may_end.set()
    await asyncio.gather(*waiting)
    await database.close()
    assert order.index("journal") <= 1
    assert [each for each in order if each != "journal"] == [f"transaction {number}" for number in range(5)]
