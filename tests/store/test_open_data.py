"""Open data: what is in the file of a month, what is not, and that its records hold."""

import gzip
import json
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from gaprace.cli.main import main
from gaprace.ports import DailyKey, StoredResult
from gaprace.rooms.endings import stored_result_of
from gaprace.rules.record import GameRecord
from gaprace.store import open_data
from gaprace.store.database import open_database
from gaprace.store.open_data import write_open_data
from gaprace.store.sql_store import SqlStore
from tests.positions import random_game
from tests.store.material import RESULT, TODAY, a_daily, play_daily

MONTH = TODAY.date[:7]


@pytest.fixture(params=["sqlite_url", "postgres_url"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[SqlStore]:
    store = SqlStore(open_database(request.getfixturevalue(request.param)))
    yield store
    await store.close()


def played(daily: DailyKey, player: str) -> StoredResult:
    """The result of a game with moves and shuffles."""
    game = random_game(Random(player), a_daily(*daily).deal, 60)
    return stored_result_of(game, RESULT.ended_at)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


async def test_each_line_is_a_game_of_a_daily_and_its_record_holds(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_data, "BATCH_SIZE", 2)
    days = [TODAY, DailyKey(TODAY.date, "mini"), DailyKey(f"{MONTH}-30", "mini")]
    results = [(day, name, played(day, name)) for day in days for name in ("ann", "bob", "cat")]
    for day, name, result in results:
        await play_daily(store, day, name, result)
    written = await write_open_data(store.database, MONTH, tmp_path)
    lines = lines_of(written.path)
    assert (written.dailies, written.games) == (3, 9)
    replays = [GameRecord.from_data(line["record"]).replay() for line in lines]
    assert sorted(game.transcript for game in replays) == sorted(result.transcript for _, _, result in results)
    for line, game in zip(lines, replays, strict=True):
        assert (line["locked"], line["shuffles"]) == (game.locked, line["record"]["transcript"].count("shuffle"))
    assert {(line["date"], line["variant"]) for line in lines} == set(days)
    assert lines == sorted(lines, key=lambda line: (line["date"], line["variant"]))


async def test_nothing_in_it_says_who_played(store: SqlStore, tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        game = await play_daily(store, TODAY, name, played(TODAY, name))
    written = await write_open_data(store.database, MONTH, tmp_path)
    text = gzip.decompress(written.path.read_bytes()).decode() + written.card.read_text()
    for secret in ("ann", "Ann", "bob", "Bob", game, str(RESULT.ended_at)):
        assert f'"{secret}"' not in text


async def test_games_that_do_not_count_are_left_out(store: SqlStore, tmp_path: Path) -> None:
    await play_daily(store, TODAY, "ann", played(TODAY, "ann"))
    await play_daily(store, TODAY, "bob", played(TODAY, "bob"), ranked=False)
    await play_daily(store, TODAY, "cat", structs.replace(played(TODAY, "cat"), moves=0))
    await play_daily(store, DailyKey("2023-12-01", "mini"), "dan", played(DailyKey("2023-12-01", "mini"), "dan"))
    assert (await write_open_data(store.database, MONTH, tmp_path)).games == 1


async def test_the_same_games_make_the_same_file_and_its_card_names_it(store: SqlStore, tmp_path: Path) -> None:
    for name in ("ann", "bob", "cat"):
        await play_daily(store, TODAY, name, played(TODAY, name))
    first = await write_open_data(store.database, MONTH, tmp_path / "one")
    second = await write_open_data(store.database, MONTH, tmp_path / "two")
    content = first.path.read_bytes()
    assert content == second.path.read_bytes()
    assert first.digest == sha256(content).hexdigest()
    assert first.digest in first.card.read_text()
    files = sorted(path.name for path in first.path.parent.iterdir())
    assert files == [
        f"gaprace-{MONTH}.jsonl.gz",
        f"gaprace-{MONTH}.md",
    ]


def dump(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    status = main(["dump", *arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_command_writes_the_last_whole_month(
    capsys: pytest.CaptureFixture[str], sqlite_url: str, tmp_path: Path
) -> None:
    status, written = dump(capsys, str(tmp_path), "--database-url", sqlite_url)
    assert status == 0
    assert written["games"] == 0
    assert lines_of(Path(written["path"])) == []


@pytest.mark.parametrize("month", ["2999-01", "2023-1", "2023-13", "yesterday", "../../2023-01"])
def test_a_month_that_is_none_or_not_over_is_refused(
    month: str, capsys: pytest.CaptureFixture[str], sqlite_url: str, tmp_path: Path
) -> None:
    status, answer = dump(capsys, str(tmp_path / "dump"), "--database-url", sqlite_url, "--month", month)
    assert (status, answer["error"]["code"]) == (2, "bad_month")
    assert not (tmp_path / "dump").exists()


def test_a_folder_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    status, answer = dump(capsys, str(tmp_path / "file"), "--database-url", sqlite_url)
    assert (status, answer["error"]["code"]) == (2, "cannot_write")
    assert str(tmp_path / "file") in answer["error"]["message"]
