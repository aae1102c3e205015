"""The cache of pictures: each is drawn once, one at a time, beside the event loop, and the oldest ones are dropped."""

import asyncio
import threading
from functools import partial

import pytest

from gaprace.web.social import previews
from gaprace.web.social.previews import PictureCache, Preview


class Painter:
    """Draws pictures through a cache once the test allows it, and counts how many it draws at a time."""

    def __init__(self) -> None:
        self.cache = PictureCache()
        self.may_draw = threading.Event()
        self.drawn: list[str] = []
        self.active = self.max_active = 0

    async def picture(self, text: str) -> bytes:
        return await self.cache.picture(Preview(text), partial(self._draw, text))

    def has(self, text: str) -> bool:
        return self.cache.has(Preview(text))

    def _draw(self, text: str) -> bytes:
        self.active += 1
        self.max_active = max(self.max_active, self.active)
        assert self.may_draw.wait(20)
        self.active -= 1
        self.drawn.append(text)
        if text == "mistake":
            raise ZeroDivisionError
        return text.encode()


@pytest.fixture
def painter() -> Painter:
    return Painter()


async def test_a_picture_requested_several_times_at_once_is_drawn_once_and_does_not_block(painter: Painter) -> None:
    requests = [asyncio.create_task(painter.picture("a")) for _ in range(5)]
    await asyncio.sleep(0)
    assert painter.has("a")
    assert not painter.has("b")
    painter.may_draw.set()  # not reached if the event loop were blocked
    assert await asyncio.gather(*requests) == [b"a"] * 5
    assert await painter.picture("a") == b"a"
    assert painter.drawn == ["a"]


async def test_one_picture_is_drawn_at_a_time_and_a_limited_number_waits(painter: Painter) -> None:
    requests = []
    for number in range(previews.MAX_PENDING):
        assert not painter.cache.is_full
        requests.append(asyncio.create_task(painter.picture(str(number))))
        await asyncio.sleep(0)
    assert painter.cache.is_full
    painter.may_draw.set()
    assert len(await asyncio.gather(*requests)) == previews.MAX_PENDING
    assert not painter.cache.is_full
    assert painter.max_active == 1


async def test_a_cancelled_request_does_not_cancel_the_others(painter: Painter) -> None:
    first, second = (asyncio.create_task(painter.picture("a")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    painter.may_draw.set()
    assert await second == b"a"


async def test_a_picture_that_fails_raises_and_may_be_requested_again(painter: Painter) -> None:
    painter.may_draw.set()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await painter.picture("mistake")
    assert painter.drawn == ["mistake"] * 2
    assert not painter.has("mistake")


async def test_pictures_requested_least_recently_are_dropped_first(painter: Painter) -> None:
    painter.cache = PictureCache(max_pictures=3)
    painter.may_draw.set()
    for text in "abcad":
        await painter.picture(text)
    assert len(painter.cache) == 3
    assert [text for text in "abcd" if painter.has(text)] == ["a", "c", "d"]
