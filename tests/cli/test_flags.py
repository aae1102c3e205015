"""`gaprace flags`: what keeps games out of the ranks, and the way back."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from gaprace.cli.main import main
from gaprace.moderation.examinations import replace_places
from gaprace.play.events.leaderboards import Leaderboard
from gaprace.ports import PageRequest, Transaction
from gaprace.store.database import open_database
from gaprace.store.sql_store import SqlStore
from tests.store.material import TODAY, play_daily

DAILY = Leaderboard("daily", *TODAY)


async def flagged_game(url: str) -> str:
    """A game of a daily that is left out of the ranks."""
    store = SqlStore(open_database(url))
    game = await play_daily(store, TODAY, "ann")
    found = await store.finished_game(game)
    assert found

    async def work(tx: Transaction) -> None:
        await tx.save_examination(game, b'[["faster_than_hands",{"moves":20,"ms":660},""]]', noted=True)
        await tx.leave_out([game])
        await replace_places(tx, DAILY, found[0].player, game)

    await store.transact(work)
    await store.close()
    return game


async def ranked(url: str) -> int:
    store = SqlStore(open_database(url))
    size = (await store.leaderboard_page(DAILY, PageRequest(9))).size
    await store.close()
    return size


def flags(capsys: pytest.CaptureFixture[str], url: str, *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main(["flags", "--database-url", url, *arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_flagged_game_is_listed_with_its_reasons_and_counts_again_when_it_is_cleared(
    capsys: pytest.CaptureFixture[str], sqlite_url: str
) -> None:
    game = asyncio.run(flagged_game(sqlite_url))
    assert asyncio.run(ranked(sqlite_url)) == 0
    status, listed = flags(capsys, sqlite_url)
    reason = {"rule": "faster_than_hands", "message": "20 moves in a row took 0.66 s: too fast for a person."}
    assert (status, listed) == (
        0,
        {"games": [{"game": game, "leaderboard": DAILY.text, "left_out": True, "flags": [reason]}]},
    )
    assert main(["flags", "--database-url", sqlite_url]) == 0
    assert f"{game} ({DAILY.text}, left out): 20 moves" in capsys.readouterr().out

    assert flags(capsys, sqlite_url, "--clear", game, "--by", "Mod") == (0, {"ok": True, "game": game})
    assert asyncio.run(ranked(sqlite_url)) == 1
    assert flags(capsys, sqlite_url) == (0, {"games": []})
    assert flags(capsys, sqlite_url, "--clear", game)[0] == 1
    assert main(["flags", "--database-url", sqlite_url]) == 0
    assert capsys.readouterr().out == "no flagged games\n"


def test_tables_that_are_not_up_to_date_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    assert main(["flags", "--database-url", f"sqlite:///{tmp_path / 'empty.db'}"]) == 2
    assert "not_migrated" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [["flags"], ["dump", "out"], ["copy", "--json"]])
def test_a_database_that_is_not_there_is_named_and_not_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: list[str]
) -> None:
    command, *more = asked
    url = f"sqlite:///{tmp_path / 'misspelt.db'}"
    where = [url, f"sqlite:///{tmp_path / 'new.db'}"] if command == "copy" else ["--database-url", url]
    assert main([command, *where, *(str(tmp_path / each) if each == "out" else each for each in more)]) != 0
    printed = capsys.readouterr()
    assert "no_database" in printed.out + printed.err
    assert "misspelt.db" in printed.out + printed.err
    assert list(tmp_path.iterdir()) == []
