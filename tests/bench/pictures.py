"""Pictures of links: what one costs, and the delay of the event loop while pictures are drawn."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time

from gaprace.rules.variants import VARIANTS
from gaprace.web.social.picture_cache import PictureCache
from gaprace.web.social.pictures import draw_picture
from gaprace.web.social.previews import Preview
from tests.positions import board_with_runs

CLIENT = Path(__file__).parents[2] / "client"
ROUNDS = 20
TICK_S = 0.001


def previews() -> list[Preview]:
    random = Random(1)
    columns = VARIANTS["addiction"].columns
    boards = [board_with_runs(random, columns) for _ in range(ROUNDS)]
    return [Preview(f"won in {number}:00", name="Quiet Fox", board=board) for number, board in enumerate(boards)]


async def lags_ms(work: asyncio.Task[None]) -> list[float]:
    """Return how late a sleeper wakes, in ms, again and again until the work is done."""
    lags = []
    while not work.done():
        before = perf_counter()
        await asyncio.sleep(TICK_S)
        lags.append((perf_counter() - before - TICK_S) * 1000)
    return lags


async def draw_all() -> None:
    cache = PictureCache()
    for preview in previews():
        await cache.picture(preview, partial(draw_picture, preview, CLIENT))


async def measure() -> None:
    for name, work in (("nothing is drawn", asyncio.sleep(2)), ("pictures are drawn", draw_all())):
        lags = quantiles(await lags_ms(asyncio.create_task(work)), n=100)  # type: ignore[arg-type]
        print(f"event loop while {name}: late by p50 {lags[49]:.1f} ms, p95 {lags[94]:.1f} ms, p99 {lags[98]:.1f} ms")


def run() -> None:
    draw_picture(previews()[0], CLIENT)  # fonts, suits and felt are read and made once
    before = process_time()
    sizes = [len(draw_picture(preview, CLIENT)) for preview in previews()]
    each = (process_time() - before) / ROUNDS * 1000
    print(f"one picture: {each:.0f} ms of CPU, {sum(sizes) / ROUNDS / 1000:.0f} kB")
    asyncio.run(measure())
