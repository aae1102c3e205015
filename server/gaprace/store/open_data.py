"""Open data: the ranked games of a month's dailies as compressed JSON lines, with a data card, and without people.

Dailies alone are in it, since everyone may see their replays. The games of a daily are sorted by their ids, which are
random: the order in which games were stored would say which games of two days are one player's.
"""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import RowMapping, Select, select

from gaprace.play.events.calendar import month_dates
from gaprace.rules.record import GameRecord
from gaprace.store.dailies import ITS_CERTIFICATE
from gaprace.store.database import Database
from gaprace.store.deals import DEAL, stored_deal
from gaprace.store.races import IS_PLAYED
from gaprace.store.tables import certified_deals, dailies, deals, entries, games, races

BATCH_SIZE = 1_000
"""Games in a transaction."""
_LEVEL = 6
"""Of compression: that of the program `gzip`, 9 takes three times as long for 2 % less."""
_PART = ".part"
_RESULT = ("won", "locked", "score", "moves", "shuffles", "time_ms")
_CARD = """# Gaprace: ranked games of the dailies of {month}

`{name}` holds {games} games of {dailies} dailies (SHA-256 `{digest}`): JSON lines, compressed by gzip.

- **Contents.** Each ranked game of a daily that was played to its end, lost ones included. Left out are games without a
  move, games with hints, and games whose result was made void.
- **People.** There are none in it: no names, no identities, no times of day. The games of a daily are in a random
  order, so nothing links a player's games of two days. Each replay was open to everyone when its daily was revealed.
- **Selection.** Players choose which dailies they play and when they give up, and each plays a daily once.

| field | meaning |
| --- | --- |
| `date`, `variant` | the daily |
| `par` | the moves of a proven win without a shuffle; `null` if the deal is not certified |
| `harder_permille` | of 1 000 certified deals, how many are easier; `null` as above |
| `won` | whether all cards are in place |
| `locked` | the cards in place at the end |
| `score` | 1 for each of these, 5 less for each shuffle, 10 more for a win without one |
| `moves`, `shuffles`, `time_ms` | what it took; the time is in milliseconds |
| `record` | the game record: deal, commitment, every action with its time, every shuffle; `gaprace verify` proves it |
"""


class OpenData(NamedTuple):
    """What was written."""

    path: Path
    card: Path
    dailies: int
    games: int
    digest: str
    """The SHA-256 of the file, in hexadecimal."""


async def write_open_data(database: Database, month: str, folder: Path) -> OpenData:
    """Write the games of a month such as `2026-10` and their data card; the same games make the same file.

    A file gets its name only when it is complete.
    """
    path, card, part = _paths(folder, month)
    try:
        days, count = await _write(database, month, part)
        with part.open("rb") as file:
            digest = file_digest(file, sha256).hexdigest()
        card.write_text(_CARD.format(month=month, name=path.name, dailies=days, games=count, digest=digest))
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return OpenData(path, card, days, count, digest)


def _paths(folder: Path, month: str) -> tuple[Path, Path, Path]:
    """Make the folder, and return the paths of the file, its card, and the part that is there until it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"gaprace-{month}.jsonl.gz"
    return path, folder / f"gaprace-{month}.md", path.with_name(path.name + _PART)


async def _write(database: Database, month: str, path: Path) -> tuple[int, int]:
    """Write the lines, and return the number of dailies and of games."""
    days = count = 0
    with path.open("wb") as file, gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as lines:
        for daily in await _dailies(database, month):
            of_daily = 0
            async for games_of_batch in _games(database, daily):
                await asyncio.to_thread(lines.writelines, _lines(daily, games_of_batch))
                of_daily += len(games_of_batch)
            days += bool(of_daily)
            count += of_daily
    return days, count


async def _dailies(database: Database, month: str) -> Sequence[RowMapping]:
    query = (
        select(dailies, certified_deals.c.par, certified_deals.c.harder_permille, *DEAL)
        .join(deals, deals.c.id == dailies.c.deal)
        .outerjoin(certified_deals, ITS_CERTIFICATE)
        .where(dailies.c.date.between(*month_dates(f"{month}-01")))
        .order_by(dailies.c.date, dailies.c.variant)
    )
    async with database.read() as connection:
        return (await connection.execute(query)).mappings().all()


def _lines(daily: RowMapping, run: Sequence[RowMapping]) -> Iterator[bytes]:
    deal = stored_deal(daily)
    about = {name: daily[name] for name in ("date", "variant", "par", "harder_permille")}
    for game in run:
        record = GameRecord.of_transcript(deal, game["transcript"], game["shuffled_boards"].split())
        line = about | {name: game[name] for name in _RESULT} | {"record": record.data}
        yield json.dumps(line, separators=(",", ":")).encode() + b"\n"


async def _games(database: Database, daily: RowMapping) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the ranked games of a daily; each batch is a transaction of its own: none lasts long."""
    query = select(entries.c.game).where(entries.c.event == daily["event"], entries.c.game.is_not(None))
    async with database.read() as connection:
        ids = sorted(await connection.scalars(query))
    for at in range(0, len(ids), BATCH_SIZE):
        async with database.read() as connection:
            yield (await connection.execute(_batch(ids[at : at + BATCH_SIZE]))).mappings().all()


def _batch(ids: Sequence[str]) -> Select[Any]:
    counts = IS_PLAYED & games.c.ranked & games.c.voided_by.is_(None) & races.c.ended_at.is_not(None)
    columns = [games.c[name] for name in (*_RESULT, "transcript", "shuffled_boards")]
    return (
        select(*columns).join(races, races.c.id == games.c.race).where(games.c.id.in_(ids), counts).order_by(games.c.id)
    )
