"""The gallery: pictures are drawn once, one at a time, beside the event loop, and not for ever kept."""

import asyncio
import threading

import pytest

from gaprace.web.social import image_cache as module
from gaprace.web.social.image_cache import Gallery
from gaprace.web.social.previews import Preview


class Painter:
    """Draws when told to, and notes how many it draws at a time."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()
        self.drawn: list[str] = []
        self.at_once = self.most_at_once = 0

    def __call__(self, preview: Preview) -> bytes:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.may_go_on.wait(20)
        self.at_once -= 1
        self.drawn.append(preview.says)
        if preview.says == "mistake":
            raise ZeroDivisionError
        return preview.says.encode()


@pytest.fixture
def painter() -> Painter:
    return Painter()


async def test_what_several_ask_for_at_once_is_drawn_once_while_others_go_on(painter: Painter) -> None:
    gallery = Gallery(painter)
    asked = [asyncio.create_task(gallery.picture(Preview("a"))) for _ in range(5)]
    await asyncio.sleep(0)
    assert gallery.has(Preview("a"))
    assert not gallery.has(Preview("b"))
    painter.may_go_on.set()  # not reached, if the event loop were held up
    assert await asyncio.gather(*asked) == [b"a"] * 5
    assert await gallery.picture(Preview("a")) == b"a"
    assert painter.drawn == ["a"]


async def test_one_picture_is_drawn_at_a_time_and_some_may_wait(painter: Painter) -> None:
    gallery = Gallery(painter)
    asked = []
    for number in range(module.MAX_WAITING):
        assert not gallery.is_full
        asked.append(asyncio.create_task(gallery.picture(Preview(str(number)))))
        await asyncio.sleep(0)
    assert gallery.is_full
    painter.may_go_on.set()
    assert len(await asyncio.gather(*asked)) == module.MAX_WAITING
    assert not gallery.is_full
    assert painter.most_at_once == 1


async def test_who_asked_first_may_go_away_without_harm(painter: Painter) -> None:
    gallery = Gallery(painter)
    first, second = (asyncio.create_task(gallery.picture(Preview("a"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    painter.may_go_on.set()
    assert await second == b"a"


async def test_a_picture_that_fails_is_told_and_may_be_tried_again(painter: Painter) -> None:
    painter.may_go_on.set()
    gallery = Gallery(painter)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await gallery.picture(Preview("mistake"))
    assert painter.drawn == ["mistake"] * 2
    assert not gallery.has(Preview("mistake"))


async def test_pictures_asked_for_least_recently_go_first(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEPT", 3)
    painter.may_go_on.set()
    gallery = Gallery(painter)
    for says in "abcad":
        await gallery.picture(Preview(says))
    assert len(gallery) == 3
    assert [says for says in "abcd" if gallery.has(Preview(says))] == ["a", "c", "d"]
